// Nodes and weights that stand for the standard normal distribution of abilities: equally spaced points in each
// dimension, weights proportional to the density there (Bock and Aitkin 1981; the grid of R's mirt).
#pragma once

#include <cstddef>
#include <vector>

#include "core/matrix.hpp"

namespace harmonograph {

struct Quadrature {
  std::size_t dimensions = 1;
  Matrix nodes;                     // dimensions x nodes: the coordinates of all nodes along one dimension are adjacent
  std::vector<double> log_weights;  // logarithms of weights that sum to 1

  [[nodiscard]] std::size_t size() const { return log_weights.size(); }
};

/// Points per dimension when none are asked for: 61 with one dimension, 31 with two, 15 with three.
std::size_t default_quadrature_points(std::size_t dimensions);

/// points^dimensions nodes on [-limit, limit]^dimensions; the last dimension varies fastest. points >= 2, limit > 0.
Quadrature normal_quadrature(std::size_t dimensions, std::size_t points, double limit);

}  // namespace harmonograph
