// What random removals of as many items would do to every model's accuracy and HARMONY: the control of a rebalancing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/job.hpp"
#include "core/matrix.hpp"
#include "stats/accuracy.hpp"
#include "study/kept_scores.hpp"

namespace harmonograph {

/// Models x points; NaN where there is nothing.
struct RandomRemovalBands {
  Matrix accuracy_low;  // 2.5% and 97.5% of the draws
  Matrix accuracy_high;
  Matrix harmony_low;
  Matrix harmony_high;
  Matrix p_values;  // two-sided, of the observed accuracy
};

/// Drawn numbers held at once: 32 MB for each of the two lists. With more, models are looked at in blocks, each with
/// the same draws.
inline constexpr std::uint64_t most_drawn_values = 4'000'000;

class RandomRemovals : public Job {
 public:
  /// scores, observed and bandwidths must outlive the job. removed: items gone at each point, ascending. observed:
  /// accuracies, models x points. bandwidths: b of each model; NaN = no HARMONY of that model. draws > 0.
  /// A draw is one random order of all items (one random stream each), so that its points belong together.
  /// p = (1 + #{|draw - mu| >= |observed - mu| - 1e-12}) / (1 + draws), mu = the accuracy on all items, which is what a
  /// random removal gives on average. The mean of the draws would not do: it lies beside mu by chance, so that values
  /// as far on the other side would count or not count at random, and scores of 0 and 1 have many of those.
  RandomRemovals(const PartitionedScores& scores, std::vector<std::size_t> removed, const Matrix& observed,
                 const std::vector<double>& bandwidths, std::size_t draws, std::uint64_t seed,
                 std::uint64_t most_values = most_drawn_values);
  ~RandomRemovals() override;
  Result<JobStatus> step() override;
  /// After done, once.
  RandomRemovalBands take_result();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
