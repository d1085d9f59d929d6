// From features to partitions: similarity, eigenvectors, k-means for every k, silhouettes. Shared by the analysis and
// the sensitivity sweeps.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cluster/partition_sweep.hpp"
#include "core/job.hpp"
#include "harmony/parameters.hpp"
#include "similarity/make_affinity.hpp"

namespace harmonograph {

/// The k to try: the one asked for, and 2 .. min(largest_k, N/5); ascending.
std::vector<std::size_t> cluster_counts(const AnalysisParameters& parameters, std::size_t items);

/// The place of the k asked for, or of the largest mean silhouette; with no silhouette at all the first. The list is
/// not empty.
std::size_t chosen_partition(const std::vector<SweptPartition>& partitions, const AnalysisParameters& parameters);

class InducedPartitionJob : public Job {
 public:
  /// features must outlive the job; tau replaces parameters.tau.
  static Result<std::unique_ptr<InducedPartitionJob>> create(const DivergenceFeatures& features, double tau,
                                                             const AnalysisParameters& parameters);
  Result<JobStatus> step() override;

  // After done:
  [[nodiscard]] const AffinityOperator& affinity() const { return *affinity_.matrix; }
  [[nodiscard]] const SpectralEmbedding& embedding() const { return embedding_; }
  [[nodiscard]] const std::vector<SweptPartition>& partitions() const { return partitions_; }
  [[nodiscard]] const std::string& warning() const { return affinity_.warning; }
  [[nodiscard]] std::size_t chosen() const { return chosen_partition(partitions_, parameters_); }

 private:
  InducedPartitionJob(const DivergenceFeatures& features, const AnalysisParameters& parameters, Affinity affinity);

  const DivergenceFeatures& features_;
  AnalysisParameters parameters_;
  Affinity affinity_;
  std::size_t prepared_ = 0;
  std::unique_ptr<SpectralEmbeddingJob> embedding_job_;
  SpectralEmbedding embedding_;
  std::unique_ptr<PartitionSweepJob> sweep_;
  std::vector<SweptPartition> partitions_;
  bool done_ = false;
};

}  // namespace harmonograph
