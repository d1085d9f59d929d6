#include "cluster/partition_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "cluster/kmeans.hpp"
#include "cluster/silhouette.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {

PartitionSweepJob::PartitionSweepJob(const AffinityOperator& affinity, const DivergenceFeatures& features,
                                     const SpectralEmbedding& embedding, SweepOptions options)
    : affinity_(affinity), features_(features), embedding_(embedding), options_(std::move(options)) {}

Result<JobStatus> PartitionSweepJob::step() {
  if (done_) return JobStatus{true, 1, "Silhouettes"};
  const double total = real(options_.k.size());
  if (swept_ < options_.k.size()) {
    const std::size_t k = options_.k[swept_];
    KMeansStart candidate = kmeans_start(embedding_.vectors, k, k, options_.seed, start_);
    if (start_ == 0 || candidate.inertia < best_inertia_) {
      best_inertia_ = candidate.inertia;
      best_labels_ = std::move(candidate.labels);
    }
    if (++start_ >= std::max<std::size_t>(1, options_.starts)) {
      best_labels_ = kmeans_finish(embedding_.vectors, k, k, std::move(best_labels_));
      partitions_.push_back({k, canonical_labeling(best_labels_), 0});
      start_ = 0;
      ++swept_;
    }
    return JobStatus{false, 0.7 * real(swept_) / total, "k-means, k = " + std::to_string(k)};
  }
  if (options_.silhouette_on_divergence) {
    if (measured_ < partitions_.size()) {
      SweptPartition& partition = partitions_[measured_++];
      partition.silhouette = mean(divergence_silhouettes(partition.labeling, features_));
    }
    done_ = measured_ == partitions_.size();
    return JobStatus{done_, 0.7 + 0.3 * real(measured_) / std::max(1.0, total), "Silhouettes"};
  }
  if (sums_.empty()) {
    for (const SweptPartition& partition : partitions_) {
      labelings_.push_back(partition.labeling);
      sums_.emplace_back(partition.labeling.labels.size(), partition.labeling.groups);
    }
  }
  if (piece_ < affinity_.pieces()) affinity_.add_group_sums(piece_++, labelings_, sums_);
  if (piece_ == affinity_.pieces()) {
    for (std::size_t t = 0; t < partitions_.size(); ++t) {
      partitions_[t].silhouette = mean(affinity_silhouettes(labelings_[t], sums_[t]));
    }
    sums_.clear();
    labelings_.clear();
    done_ = true;
  }
  return JobStatus{done_, 0.7 + 0.3 * real(piece_) / real(std::max<std::size_t>(1, affinity_.pieces())), "Silhouettes"};
}

std::size_t best_partition(const std::vector<SweptPartition>& partitions) {
  std::size_t best = partitions.size();
  for (std::size_t t = 0; t < partitions.size(); ++t) {
    if (std::isnan(partitions[t].silhouette)) continue;
    if (best == partitions.size() || partitions[t].silhouette > partitions[best].silhouette) best = t;
  }
  return best;
}

}  // namespace harmonograph
