// The two sweeps of the variational estimator over one block of items: all of its arithmetic that grows with the number
// of cells. Parameters of a block lie structure-of-arrays in single precision, so that one instruction serves several
// items.
#pragma once

#include <cstddef>

#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

inline constexpr std::size_t largest_dimensions = 6;
inline constexpr std::size_t largest_order = largest_dimensions + 1;

/// One value for each item of a block.
using ItemLanes = float[items_per_block];

/// What a model brings to a block: x = (theta, 1) and the products x_r x_c (packed; doubled off the diagonal).
struct ModelTerms {
  float x[largest_order];
  float product[packed_size(largest_order)];
  float doubled[packed_size(largest_order)];
};

struct AbilitySums {
  float gradient[largest_dimensions];                // sum over items of (y - p) a - w (V x)_a
  float curvature[packed_size(largest_dimensions)];  // sum over items of w (a a' + V_aa)
  float influence[packed_size(largest_dimensions)];  // sum over items of g g', g as in gradient
  float squared_residual;                            // sum over items of (y - P)^2, P with the guessing parameter
};

struct VariationalKernel {
  /// Adds one model's terms to the sums of a block. parameters: D + 1 rows of means (a_1 .. a_D, d), then the packed
  /// covariance, a row each; sums, in the same rows: sum over models of (y - p) x, and of w x x'. row: the model's
  /// scores; guessing: per item of the block, or nullptr.
  void (*add_to_item_sums)(const ItemLanes* parameters, const ModelTerms& terms, const float* row,
                           const float* guessing, ItemLanes* sums);
  /// One model's sums over a block, in an order that does not depend on anything but the block.
  AbilitySums (*ability_sums)(const ItemLanes* parameters, const ModelTerms& terms, const float* row,
                              const float* guessing, bool with_influence);
};

/// The kernel for 1 to 6 dimensions.
const VariationalKernel& variational_kernel(std::size_t dimensions);

}  // namespace harmonograph
