// How far apart two models must be on the same items: the standard error of the paired difference of their means,
// for chosen pairs of many models, kept up to date as items come and go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace harmonograph {

struct ModelPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// Pairs first < second of 0 .. models - 1 in lexicographic order: all of them, or `most` taken evenly from that list
/// (places floor(t pairs / most), t = 0 .. most - 1).
std::vector<ModelPair> even_pairs(std::size_t models, std::size_t most = 2000);

/// models (models - 1) / 2.
std::uint64_t pair_count(std::size_t models);

struct PairedDifference {
  double difference = std::numeric_limits<double>::quiet_NaN();  // mean of first - second; NaN without a shared item
  /// s / sqrt(n) of the differences, s with n - 1; NaN with fewer than two shared items.
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  std::size_t items = 0;  // on which neither is NaN
};

/// Over the items on which both lists have a number.
PairedDifference paired_difference(std::span<const double> first, std::span<const double> second);

/// The same for many pairs at once from running sums, item by item: a curve of pruned items needs each item once.
/// The scores are in [0, 1], so that the sums lose no digits that matter (for 0/1 scores they are exact).
class PairedDifferenceSums {
 public:
  explicit PairedDifferenceSums(std::vector<ModelPair> pairs);

  /// scores: of every model on one item; NaN = missing, which leaves out the pairs of that model.
  void add_item(std::span<const double> scores);
  /// Takes back an item that was added.
  void remove_item(std::span<const double> scores);

  [[nodiscard]] const std::vector<ModelPair>& pairs() const { return pairs_; }
  [[nodiscard]] PairedDifference of_pair(std::size_t pair) const;
  /// Of every pair, in order; NaN where there is none.
  [[nodiscard]] std::vector<double> standard_errors() const;
  /// Over the pairs that have one; NaN when none has.
  [[nodiscard]] double median_standard_error() const;

 private:
  std::vector<ModelPair> pairs_;
  std::vector<double> items_;
  std::vector<double> sums_;
  std::vector<double> squares_;
};

}  // namespace harmonograph
