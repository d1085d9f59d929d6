// Partitions for several k from one spectral embedding, each with its mean silhouette; and the choice among them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cluster/spectral_embedding.hpp"
#include "core/job.hpp"
#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

struct SweptPartition {
  std::size_t k = 0;      // as asked for; labeling.groups may be less when items coincide
  Labeling labeling;      // canonical
  double silhouette = 0;  // mean over items; NaN when there are fewer than two groups
};

struct SweepOptions {
  std::vector<std::size_t> k;  // ascending, each >= 1 and at most the number of eigenvectors
  std::size_t starts = 10;
  std::uint64_t seed = 1;
  bool silhouette_on_divergence = false;  // else on 1 - S
};

/// k-means on the first k eigenvectors for every k, then the silhouettes of all of them in one pass over S.
class PartitionSweepJob : public Job {
 public:
  /// Everything must outlive the job.
  PartitionSweepJob(const AffinityOperator& affinity, const DivergenceFeatures& features,
                    const SpectralEmbedding& embedding, SweepOptions options);
  Result<JobStatus> step() override;
  std::vector<SweptPartition> take_result() { return std::move(partitions_); }

 private:
  const AffinityOperator& affinity_;
  const DivergenceFeatures& features_;
  const SpectralEmbedding& embedding_;
  SweepOptions options_;
  std::vector<SweptPartition> partitions_;
  std::size_t start_ = 0;
  std::size_t swept_ = 0;
  std::size_t measured_ = 0;
  std::size_t piece_ = 0;
  std::vector<std::uint32_t> best_labels_;
  double best_inertia_ = 0;
  std::vector<Labeling> labelings_;
  std::vector<Matrix> sums_;
  bool done_ = false;
};

/// The partition with the largest mean silhouette, the smaller k of equals; nothing (size of the list) when no
/// partition has a silhouette.
std::size_t best_partition(const std::vector<SweptPartition>& partitions);

}  // namespace harmonograph
