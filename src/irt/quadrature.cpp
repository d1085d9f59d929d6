#include "irt/quadrature.hpp"

#include <cmath>

namespace harmonograph {

std::size_t default_quadrature_points(std::size_t dimensions) {
  return dimensions == 1 ? 61 : dimensions == 2 ? 31 : 15;
}

Quadrature normal_quadrature(std::size_t dimensions, std::size_t points, double limit) {
  Quadrature quadrature;
  quadrature.dimensions = dimensions;
  std::size_t size = 1;
  for (std::size_t d = 0; d < dimensions; ++d) size *= points;
  quadrature.nodes = Matrix(dimensions, size);
  quadrature.log_weights.assign(size, 0.0);
  double density = 0;
  const double step = 2 * limit / static_cast<double>(points - 1);
  for (std::size_t q = 0; q < size; ++q) {
    std::size_t rest = q;
    for (std::size_t d = dimensions; d-- > 0; rest /= points) {
      const double x = -limit + step * static_cast<double>(rest % points);
      quadrature.nodes(d, q) = x;
      quadrature.log_weights[q] -= x * x / 2;
    }
    density += std::exp(quadrature.log_weights[q]);
  }
  for (double& weight : quadrature.log_weights) weight -= std::log(density);
  return quadrature;
}

}  // namespace harmonograph
