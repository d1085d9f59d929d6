// A partition by what items discriminate: a variational fit of all models with scores on one benchmark, and its items
// grouped by the direction of their slopes (spherical k-means). Difficulty has no part in it. The fit and the groups do
// not depend on the model that is looked at; they are kept in the cache.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harmony/induced_partition.hpp"
#include "irt/item_response_fit.hpp"

namespace harmonograph {

inline constexpr std::size_t fewest_direction_models = 10;
inline constexpr std::size_t fewest_direction_items = 50;

/// What must be there before a fit is tried: too_few_models (fewer than 10 with scores on the benchmark), too_few_items
/// (fewer than 50 with a score of any model).
Result<void> check_directions(const Benchmark& benchmark);

/// Starts of k-means where none are asked for, as in direction_groups.
inline constexpr std::uint32_t direction_starts = 10;

struct DirectionFitPart : CachedPart {
  static constexpr const char* kind = "direction fit";
  static constexpr std::size_t most = 4;
  ItemResponseFit fit;
  std::vector<std::size_t> items;     // of the fit, indices in the benchmark, ascending
  std::vector<std::size_t> position;  // per item of the benchmark: its place in the fit, or the number of its items
  Matrix slopes;                      // in coordinates where angles do not depend on the rotation (item_directions.hpp)
  std::vector<char> informative;      // per item of the fit: its slopes differ from 0 (Wald's test, 5%)
  std::vector<Note> notes;
  [[nodiscard]] std::uint64_t bytes() const override;
};

class DirectionPartitionJob : public Job {
 public:
  /// dataset must outlive the job. source was made for these parameters, in which starts is filled in. Errors of the
  /// steps: those of collect_responses and VariationalEstimation.
  DirectionPartitionJob(std::shared_ptr<AnalysisCache> cache, const Dataset& dataset, std::size_t benchmark,
                        std::shared_ptr<const InputPart> source, const AnalysisParameters& parameters);
  ~DirectionPartitionJob() override;
  /// Done at once, without work, when the cache has everything.
  Result<JobStatus> step() override;
  [[nodiscard]] bool done() const;

  // After done:
  [[nodiscard]] const DirectionFitPart& fit() const;
  /// For every k: the labels of all items of the fit, and the mean silhouette of direction_groups.
  [[nodiscard]] const std::vector<SweptPartition>& partitions() const;
  [[nodiscard]] std::size_t chosen() const;
  /// A partition restricted to the used items of source; with fewer groups than k when some have none of them.
  [[nodiscard]] Labeling on_used_items(const SweptPartition& partition) const;
  [[nodiscard]] const std::string& key() const;
  /// Of the used items, for the map, the central items and the silhouettes.
  [[nodiscard]] std::shared_ptr<AffinityPart> affinity() const;
  /// Used items whose slopes cannot be told from 0.
  [[nodiscard]] std::size_t uninformative() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
