// Two fits of the same models see the same abilities in different coordinates: how to get from one to the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// theta_reference = matrix' theta + shift.
struct AbilityMap {
  Matrix matrix;              // D x D
  std::vector<double> shift;  // D

  [[nodiscard]] std::vector<double> apply(std::span<const double> ability) const;
  /// The slopes and the intercept of an item in the coordinates of the reference: predictions do not change.
  [[nodiscard]] std::vector<double> slopes(std::span<const double> slopes) const;
  [[nodiscard]] double intercept(std::span<const double> mapped_slopes, double intercept) const;

  /// Inverse of matrix.
  Matrix inverse;
};

/// The identity.
AbilityMap no_change(std::size_t dimensions);

/// The affine map that brings the abilities closest to the reference's (least squares over the models, which are the
/// same rows of both). rows: the models of the reference in the order of abilities. Where the abilities do not
/// determine a map that can be inverted, the identity.
AbilityMap align_abilities(const Matrix& abilities, const Matrix& reference, std::span<const std::uint32_t> rows);

}  // namespace harmonograph
