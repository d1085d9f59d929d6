// The items of a fit (all, or some) laid out for fast answers to one question: at this ability, how probable is a right
// answer to each of them, and how much would it tell? Single precision, structure of arrays; sums in double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// What answers say about an ability. Packed matrices of order D.
struct AbilityInformation {
  std::vector<double> gradient;     // sum (y - p) a - w (V x)_a, of the expected log-likelihood
  std::vector<double> curvature;    // sum w (a a' + V_aa), its negative second derivative
  std::vector<double> influence;    // sum g g', g as in gradient
  std::vector<double> information;  // sum of (dP/d eta)^2 / (P (1 - P)) a a': Fisher's, for uncertain items
  std::size_t answers = 0;
};

class ItemBank {
 public:
  ItemBank() = default;
  explicit ItemBank(const ItemResponseFit& fit);
  /// items: positions in the fit, in any order.
  ItemBank(const ItemResponseFit& fit, std::span<const std::uint32_t> items);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] float slope(std::size_t dimension, std::size_t item) const { return slopes_[dimension * size_ + item]; }
  /// The slopes of all items on one dimension.
  [[nodiscard]] const float* slopes(std::size_t dimension) const { return slopes_.data() + dimension * size_; }
  [[nodiscard]] bool guesses() const { return guesses_; }

  /// P(right) = c + (1 - c) E sigma(eta) of every item, the uncertainty of its parameters integrated out.
  void predict(std::span<const double> ability, std::span<float> probability) const;
  /// The same, with an ability that is itself uncertain: N(ability, covariance), packed.
  void predict(std::span<const double> ability, std::span<const double> covariance, std::span<float> probability) const;
  /// Expected information of every item: the factor of a a', averaged over N(ability, covariance) and over the item's
  /// own uncertainty. covariance may be empty: a known ability.
  void expected_information(std::span<const double> ability, std::span<const double> covariance,
                            std::span<float> factor) const;
  /// dP / d eta of every item, averaged over N(ability, covariance) and over the item's own uncertainty.
  void expected_slopes(std::span<const double> ability, std::span<const double> covariance,
                       std::span<float> slope) const;
  /// Sums over the items that were answered. scores: one an item of the bank, negative = not answered.
  /// for_covariance: influence and information too; else they stay 0.
  [[nodiscard]] AbilityInformation sums(std::span<const double> ability, std::span<const float> scores,
                                        bool for_covariance) const;

 private:
  /// Mean and variance of eta of the items first .. first + count - 1.
  void moments(std::span<const double> ability, std::span<const double> covariance, std::size_t first,
               std::size_t count, float* mean, float* variance) const;

  std::size_t size_ = 0;
  std::size_t dimensions_ = 0;
  bool uncertain_ = false;
  bool guesses_ = false;
  std::vector<float> slopes_;       // D x size
  std::vector<float> intercepts_;   // size
  std::vector<float> covariances_;  // packed_size(D + 1) x size; empty when the items are known exactly
  std::vector<float> guessing_;     // size
};

}  // namespace harmonograph
