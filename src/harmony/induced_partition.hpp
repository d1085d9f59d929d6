// From features to partitions: similarity, eigenvectors, k-means for every k, silhouettes; or what an earlier job
// found. Shared by the analysis and the sensitivity sweeps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/partition_sweep.hpp"
#include "core/job.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/parameters.hpp"

namespace harmonograph {

/// The k to try: the one asked for, and 2 .. min(largest_k, N/5); ascending.
std::vector<std::size_t> cluster_counts(const AnalysisParameters& parameters, std::size_t items);

/// The place of the k asked for, or of the largest mean silhouette; with no silhouette at all the first. The list is
/// not empty.
std::size_t chosen_partition(const std::vector<SweptPartition>& partitions, const AnalysisParameters& parameters);

/// What a job leaves in the cache.
enum class Keep { nothing, partitions, partitions_and_affinity };

class InducedPartitionJob : public Job {
 public:
  /// source has features and was made for these parameters; tau replaces parameters.tau. Errors: those of
  /// make_affinity.
  static Result<std::unique_ptr<InducedPartitionJob>> create(std::shared_ptr<AnalysisCache> cache,
                                                             std::shared_ptr<const InputPart> source,
                                                             const std::string& source_key, double tau,
                                                             const AnalysisParameters& parameters, Keep keep);
  /// Done at once, without work, when the cache has everything.
  Result<JobStatus> step() override;
  [[nodiscard]] bool done() const { return sweep_ != nullptr; }

  // After done:
  [[nodiscard]] const EmbeddingPart& embedding() const { return *embedding_; }
  [[nodiscard]] const SweepPart& sweep() const { return *sweep_; }
  /// The model's scores in the subdomains of every partition of the sweep.
  [[nodiscard]] const std::vector<SubdomainScores>& scores() const { return scores_; }
  [[nodiscard]] const std::string& key() const { return sweep_key_; }
  [[nodiscard]] std::size_t chosen() const { return chosen_partition(sweep_->partitions, parameters_); }
  /// The operator when it was needed and made, else nullptr.
  [[nodiscard]] std::shared_ptr<AffinityPart> affinity() const { return affinity_; }

 private:
  InducedPartitionJob(std::shared_ptr<AnalysisCache> cache, std::shared_ptr<const InputPart> source,
                      const std::string& source_key, double tau, const AnalysisParameters& parameters, Keep keep);
  void look_up();
  void take_sweep(std::shared_ptr<const SweepPart> sweep);
  Result<JobStatus> prepare_affinity();
  Result<JobStatus> embed();
  Result<JobStatus> sweep_step();

  std::shared_ptr<AnalysisCache> cache_;
  std::shared_ptr<const InputPart> source_;
  AnalysisParameters parameters_;
  double tau_;
  Keep keep_;
  std::vector<std::size_t> counts_;
  std::string affinity_key_;
  std::string embedding_key_;
  std::string sweep_key_;
  std::shared_ptr<AffinityPart> affinity_;
  std::shared_ptr<const EmbeddingPart> embedding_;
  std::shared_ptr<const SweepPart> sweep_;
  std::vector<SubdomainScores> scores_;
  std::unique_ptr<SpectralEmbeddingJob> embedding_job_;
  std::unique_ptr<PartitionSweepJob> sweep_job_;
};

}  // namespace harmonograph
