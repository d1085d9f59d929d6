// Where the items of a benchmark point in the space of abilities, and which of them point elsewhere.
#pragma once

#include <vector>

#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

/// Per item of the fit.
struct BenchmarkDirections {
  std::vector<double> angle;      // to the mean direction of its benchmark, degrees; NaN with one dimension
  std::vector<double> slope;      // along that direction; the slope itself with one dimension
  std::vector<double> error;      // of that slope; NaN without a covariance
  std::vector<char> informative;  // its slopes differ from 0 (Wald's test, 5%)
};

/// The mean direction of a benchmark is that of the sum of the slopes of its informative items (item_directions.hpp).
BenchmarkDirections benchmark_directions(const ResponseSet& set, const ItemResponseFit& fit);

}  // namespace harmonograph
