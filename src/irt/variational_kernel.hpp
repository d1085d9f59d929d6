// The two sweeps of the variational estimator over one block of items: all of its arithmetic that grows with the number
// of cells. Parameters of a block lie structure-of-arrays in single precision, so that one instruction serves several
// items.
#pragma once

#include <cstddef>

#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

inline constexpr std::size_t largest_dimensions = 6;

template <std::size_t D>
struct ItemBlock {
  static constexpr std::size_t order = D + 1;
  static constexpr std::size_t pairs = packed_size(order);
  alignas(64) float mean[order][items_per_block];        // a_1 .. a_D, d
  alignas(64) float covariance[pairs][items_per_block];  // packed
};

/// What a model brings to a block: x = (theta, 1) and the products x_r x_c (off the diagonal twice).
template <std::size_t D>
struct ModelTerms {
  float x[D + 1];
  float product[packed_size(D + 1)];
  float doubled[packed_size(D + 1)];
};

template <std::size_t D>
struct ItemSums {
  static constexpr std::size_t order = D + 1;
  static constexpr std::size_t pairs = packed_size(order);
  alignas(64) float gradient[order][items_per_block];   // sum over models of (y - p) x
  alignas(64) float curvature[pairs][items_per_block];  // sum over models of w x x'
};

template <std::size_t D>
struct AbilitySums {
  float gradient[D];                // sum over items of (y - p) a - w (V x)_a
  float curvature[packed_size(D)];  // sum over items of w (a a' + V_aa)
  float influence[packed_size(D)];  // sum over items of g g', g as in gradient
  float squared_residual;           // sum over items of (y - P)^2, P with the guessing parameter
};

/// Adds one model's terms to the sums of a block. row: its scores; guessing: per item of the block, or nullptr.
template <std::size_t D>
void add_to_item_sums(const ItemBlock<D>& block, const ModelTerms<D>& terms, const float* row, const float* guessing,
                      ItemSums<D>& sums);

/// One model's sums over a block, in an order that does not depend on anything but the block.
template <std::size_t D>
AbilitySums<D> ability_sums(const ItemBlock<D>& block, const ModelTerms<D>& terms, const float* row,
                            const float* guessing, bool with_influence);

}  // namespace harmonograph
