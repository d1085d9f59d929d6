// Accuracy and HARMONY of many models over the items of a partition that are still kept while items leave one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "harmony/harmony_index.hpp"
#include "similarity/affinity_operator.hpp"

namespace harmonograph {

/// Scores of models on partitioned items, item by item in memory: what runs over items needs all models of one at once.
class PartitionedScores {
 public:
  /// scores: models x items, NaN = missing. models: rows to take. items: columns to take, as many as labels.
  PartitionedScores(const Matrix& scores, std::span<const std::size_t> models, std::span<const std::size_t> items,
                    Labeling labeling);

  [[nodiscard]] std::size_t models() const { return values_.columns(); }
  [[nodiscard]] std::size_t items() const { return values_.rows(); }
  [[nodiscard]] const Labeling& labeling() const { return labeling_; }
  [[nodiscard]] bool complete() const { return present_.empty(); }
  /// Of all models on an item; 0 where the score is missing.
  [[nodiscard]] std::span<const double> values(std::size_t item) const { return values_.row(item); }
  /// 1 or 0 for each model; only when not complete().
  [[nodiscard]] std::span<const double> present(std::size_t item) const { return present_.row(item); }
  /// Of all models on an item, with NaN where it is missing.
  void copy_with_missing(std::size_t item, std::span<double> scores) const;

 private:
  Labeling labeling_;
  Matrix values_;
  Matrix present_;
};

/// Sums of a block of models over the items kept; all items at first.
class KeptScores {
 public:
  /// scores must outlive it. Models first .. first + count.
  KeptScores(const PartitionedScores& scores, std::size_t first, std::size_t count);
  void remove(std::size_t item);

  // model: place in the block.
  /// NaN when no scored item is left.
  [[nodiscard]] double accuracy(std::size_t model) const;
  /// Scored items that are left in every subdomain.
  [[nodiscard]] bool covers_all(std::size_t model) const;
  /// Sizes and mean scores of the subdomains over the scored items; at least one is left. A subdomain without any has
  /// weight 0: it takes part in HARMONY as a subdomain without mass.
  [[nodiscard]] SubdomainScores subdomains(std::size_t model) const;
  /// Scored items of a subdomain.
  [[nodiscard]] double count(std::size_t model, std::size_t subdomain) const {
    return counts_(subdomain, counts_.columns() == 1 ? 0 : model);
  }

 private:
  const PartitionedScores* scores_;
  std::size_t first_;
  Matrix sums_;    // subdomains x models
  Matrix counts_;  // the same; one column when nothing is missing
};

}  // namespace harmonograph
