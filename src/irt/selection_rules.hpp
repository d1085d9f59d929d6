// Which items to keep: two rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "irt/ability_alignment.hpp"
#include "irt/item_bank.hpp"
#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// Number of items of a share: rounded, at least 1.
std::size_t items_of_share(double share, std::size_t items);

/// Within quantile bins of difficulty the most discriminating items, as many of each bin as its share of all
/// (BenchMIRT); what rounding leaves goes to the bins with the largest remainders. dimension: 0 = |a| (the signed slope
/// when there is only one), else the slope on that dimension, counted from 1. Items without a difficulty (slopes of 0)
/// come last. Positions, ascending.
std::vector<std::uint32_t> most_discriminating(const ItemResponseFit& fit, const AbilityMap& map, std::size_t dimension,
                                               std::size_t bins, std::size_t count);

/// Items in the order in which they add most information about the abilities present: each makes the sum over models
/// of the trace of the ability's covariance (its element of one dimension) smallest: A-optimal. Greedy. Gains are
/// renewed for the items at the top, and for all whenever a fifth more items have been taken.
class InformativeOrder {
 public:
  /// fit must outlive it. dimension: 0 = all, else counted from 1, in the coordinates of the map's reference.
  InformativeOrder(const ItemResponseFit& fit, const AbilityMap& map, std::size_t dimension);
  /// Takes up to so many more items; false when there are none left.
  bool take(std::size_t count);
  [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  [[nodiscard]] double gain(std::size_t item) const;
  void add(std::size_t item);
  void renew();

  std::size_t items_ = 0;
  std::size_t models_ = 0;
  std::size_t dimensions_ = 0;
  Matrix goal_;                                  // G: the trace of G C is made small
  FloatMatrix slopes_;                           // items x D
  FloatMatrix factors_;                          // items x models: information is factor * a a'
  std::vector<std::vector<float>> covariances_;  // packed order, one number a model
  double scale_ = 1;                             // gains are kept relative to it
  std::vector<double> gains_;                    // relative, maybe out of date
  std::vector<char> taken_;
  std::vector<std::uint32_t> heap_;  // positions by gain
  std::size_t renew_at_ = 0;
  std::vector<std::uint32_t> order_;
};

}  // namespace harmonograph
