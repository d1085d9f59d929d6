#include "irt/ability_alignment.hpp"

#include <Eigen/Dense>

namespace harmonograph {
namespace {

Eigen::Index index_of(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}

}  // namespace

std::vector<double> AbilityMap::apply(std::span<const double> ability) const {
  std::vector<double> mapped = shift;
  for (std::size_t c = 0; c < mapped.size(); ++c) {
    for (std::size_t r = 0; r < mapped.size(); ++r) mapped[c] += matrix(r, c) * ability[r];
  }
  return mapped;
}

std::vector<double> AbilityMap::slopes(std::span<const double> slopes) const {
  // a' theta = a' (matrix')^-1 (theta_reference - shift).
  std::vector<double> mapped(slopes.size(), 0);
  for (std::size_t c = 0; c < mapped.size(); ++c) {
    for (std::size_t r = 0; r < mapped.size(); ++r) mapped[c] += inverse(c, r) * slopes[r];
  }
  return mapped;
}

double AbilityMap::intercept(std::span<const double> mapped_slopes, double intercept) const {
  for (std::size_t d = 0; d < shift.size(); ++d) intercept -= mapped_slopes[d] * shift[d];
  return intercept;
}

AbilityMap no_change(std::size_t dimensions) {
  AbilityMap map;
  map.matrix = Matrix(dimensions, dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) map.matrix(d, d) = 1;
  map.inverse = map.matrix;
  map.shift.assign(dimensions, 0);
  return map;
}

AbilityMap align_abilities(const Matrix& abilities, const Matrix& reference, std::span<const std::uint32_t> rows) {
  const std::size_t dimensions = abilities.columns();
  Eigen::MatrixXd design(index_of(rows.size()), index_of(dimensions + 1));
  Eigen::MatrixXd target(index_of(rows.size()), index_of(dimensions));
  for (std::size_t m = 0; m < rows.size(); ++m) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      design(index_of(m), index_of(d)) = abilities(m, d);
      target(index_of(m), index_of(d)) = reference(rows[m], d);
    }
    design(index_of(m), index_of(dimensions)) = 1;
  }
  const Eigen::MatrixXd solution = design.colPivHouseholderQr().solve(target);
  const Eigen::MatrixXd square = solution.topRows(index_of(dimensions));
  const Eigen::FullPivLU<Eigen::MatrixXd> factor(square);
  if (!solution.allFinite() || !factor.isInvertible() || factor.rcond() < 1e-6) return no_change(dimensions);
  const Eigen::MatrixXd inverse = factor.inverse();
  AbilityMap map = no_change(dimensions);
  for (std::size_t r = 0; r < dimensions; ++r) {
    map.shift[r] = solution(index_of(dimensions), index_of(r));
    for (std::size_t c = 0; c < dimensions; ++c) {
      map.matrix(r, c) = square(index_of(r), index_of(c));
      map.inverse(r, c) = inverse(index_of(r), index_of(c));
    }
  }
  return map;
}

}  // namespace harmonograph
