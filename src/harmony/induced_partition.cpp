#include "harmony/induced_partition.hpp"

#include <algorithm>

#include "stats/summaries.hpp"

namespace harmonograph {

std::vector<std::size_t> cluster_counts(const AnalysisParameters& parameters, std::size_t items) {
  std::vector<std::size_t> counts;
  const std::size_t largest = std::min<std::size_t>(parameters.largest_k, items / 5);
  for (std::size_t k = 2; k <= largest; ++k) counts.push_back(k);
  const std::size_t asked = parameters.subdomains;
  if (asked > 0 && std::find(counts.begin(), counts.end(), asked) == counts.end()) {
    counts.insert(std::lower_bound(counts.begin(), counts.end(), asked), asked);
  }
  return counts;
}

InducedPartitionJob::InducedPartitionJob(const DivergenceFeatures& features, const AnalysisParameters& parameters,
                                         Affinity affinity)
    : features_(features), parameters_(parameters), affinity_(std::move(affinity)) {}

Result<std::unique_ptr<InducedPartitionJob>> InducedPartitionJob::create(const DivergenceFeatures& features, double tau,
                                                                         const AnalysisParameters& parameters) {
  auto affinity = make_affinity(features, tau);
  if (!affinity) return affinity.error();
  return std::unique_ptr<InducedPartitionJob>(new InducedPartitionJob(features, parameters, std::move(*affinity)));
}

Result<JobStatus> InducedPartitionJob::step() {
  if (done_) return JobStatus{true, 1, "Silhouettes"};
  AffinityOperator& affinity = *affinity_.matrix;
  if (prepared_ < affinity.preparation_pieces()) {
    affinity.prepare(prepared_++);
    return JobStatus{false, 0.1 * real(prepared_) / real(affinity.preparation_pieces()), "Predictive similarity"};
  }
  if (!sweep_) {
    const std::vector<std::size_t> counts = cluster_counts(parameters_, affinity.size());
    if (!embedding_job_) embedding_job_ = std::make_unique<SpectralEmbeddingJob>(affinity, counts.back());
    auto status = embedding_job_->step();
    if (!status) return status;
    if (status->done) {
      embedding_ = embedding_job_->take_result();
      SweepOptions options{counts, parameters_.starts, parameters_.seed,
                           parameters_.silhouette == SilhouetteDistance::divergence};
      sweep_ = std::make_unique<PartitionSweepJob>(affinity, features_, embedding_, options);
    }
    return JobStatus{false, 0.1 + 0.4 * status->progress, status->stage};
  }
  auto status = sweep_->step();
  if (!status) return status;
  if (status->done) {
    partitions_ = sweep_->take_result();
    done_ = true;
  }
  return JobStatus{done_, 0.5 + 0.5 * status->progress, status->stage};
}

std::size_t chosen_partition(const std::vector<SweptPartition>& partitions, const AnalysisParameters& parameters) {
  for (std::size_t t = 0; t < partitions.size(); ++t) {
    if (parameters.subdomains > 0 && partitions[t].k == parameters.subdomains) return t;
  }
  const std::size_t best = best_partition(partitions);
  return best < partitions.size() ? best : 0;
}

}  // namespace harmonograph
