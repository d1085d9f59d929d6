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

std::size_t chosen_partition(const std::vector<SweptPartition>& partitions, const AnalysisParameters& parameters) {
  for (std::size_t t = 0; t < partitions.size(); ++t) {
    if (parameters.subdomains > 0 && partitions[t].k == parameters.subdomains) return t;
  }
  const std::size_t best = best_partition(partitions);
  return best < partitions.size() ? best : 0;
}

InducedPartitionJob::InducedPartitionJob(std::shared_ptr<AnalysisCache> cache, std::shared_ptr<const InputPart> source,
                                         const std::string& source_key, double tau,
                                         const AnalysisParameters& parameters, Keep keep)
    : cache_(std::move(cache)),
      source_(std::move(source)),
      parameters_(parameters),
      tau_(tau),
      keep_(keep),
      counts_(cluster_counts(parameters, source_->input.items.size())),
      affinity_key_(harmonograph::affinity_key(similarity_key(*source_, source_key, parameters), tau)),
      embedding_key_(harmonograph::embedding_key(affinity_key_, counts_.back())),
      sweep_key_(harmonograph::sweep_key(embedding_key_, counts_, parameters)) {}

Result<std::unique_ptr<InducedPartitionJob>> InducedPartitionJob::create(std::shared_ptr<AnalysisCache> cache,
                                                                         std::shared_ptr<const InputPart> source,
                                                                         const std::string& source_key, double tau,
                                                                         const AnalysisParameters& parameters,
                                                                         Keep keep) {
  if (auto checked = check_affinity_size(source->input.items.size()); !checked) return checked.error();
  std::unique_ptr<InducedPartitionJob> job(
      new InducedPartitionJob(std::move(cache), std::move(source), source_key, tau, parameters, keep));
  job->look_up();
  return job;
}

/// A sweep is of no use without its embedding: both are there, or the sweep is made again.
void InducedPartitionJob::look_up() {
  embedding_ = cache_->find<EmbeddingPart>(embedding_key_);
  if (!embedding_) return;
  if (auto sweep = cache_->find<SweepPart>(sweep_key_)) take_sweep(std::move(sweep));
}

void InducedPartitionJob::take_sweep(std::shared_ptr<const SweepPart> sweep) {
  sweep_ = std::move(sweep);
  scores_.clear();
  for (const SweptPartition& partition : sweep_->partitions) {
    scores_.push_back(subdomain_scores(partition.labeling.labels, partition.labeling.groups, source_->input.scores));
  }
}

Result<JobStatus> InducedPartitionJob::step() {
  if (sweep_) return JobStatus{true, 1, "Silhouettes"};
  if (!affinity_ || !affinity_->ready()) return prepare_affinity();
  if (!embedding_) return embed();
  return sweep_step();
}

Result<JobStatus> InducedPartitionJob::prepare_affinity() {
  if (!affinity_) {
    auto obtained = obtain_affinity(*cache_, affinity_key_, source_, tau_, keep_ == Keep::partitions_and_affinity);
    if (!obtained) return obtained.error();
    affinity_ = std::move(*obtained);
  }
  if (!affinity_->ready()) affinity_->prepare_next();
  const std::size_t pieces = std::max<std::size_t>(1, affinity_->matrix->preparation_pieces());
  return JobStatus{false, 0.1 * real(affinity_->prepared) / real(pieces), "Predictive similarity"};
}

Result<JobStatus> InducedPartitionJob::embed() {
  const AffinityOperator& matrix = *affinity_->matrix;
  if (!embedding_job_) embedding_job_ = std::make_unique<SpectralEmbeddingJob>(matrix, counts_.back());
  auto status = embedding_job_->step();
  if (!status) return status;
  if (status->done) {
    auto part = std::make_shared<EmbeddingPart>();
    part->embedding = embedding_job_->take_result();
    part->mean_similarity = mean(matrix.degrees()) / real(matrix.size() - 1);
    part->similarity = matrix.describe();
    embedding_ = std::move(part);
    embedding_job_.reset();
    if (keep_ != Keep::nothing) cache_->keep(embedding_key_, embedding_);
  }
  return JobStatus{false, 0.1 + 0.4 * status->progress, status->stage};
}

Result<JobStatus> InducedPartitionJob::sweep_step() {
  if (!sweep_job_) {
    SweepOptions options{counts_, parameters_.starts, parameters_.seed,
                         parameters_.silhouette == SilhouetteDistance::divergence};
    sweep_job_ = std::make_unique<PartitionSweepJob>(*affinity_->matrix, *source_->input.features,
                                                     embedding_->embedding, options);
  }
  auto status = sweep_job_->step();
  if (!status) return status;
  if (status->done) {
    auto part = std::make_shared<SweepPart>();
    part->partitions = sweep_job_->take_result();
    take_sweep(std::move(part));
    sweep_job_.reset();
    if (keep_ != Keep::nothing) cache_->keep(sweep_key_, sweep_);
  }
  return JobStatus{status->done, 0.5 + 0.5 * status->progress, status->stage};
}

}  // namespace harmonograph
