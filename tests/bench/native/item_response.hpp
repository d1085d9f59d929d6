// The variational estimator beside a plain loop with one polynomial exponential a cell.
#pragma once

#include <cstddef>

namespace harmonograph::bench {

/// Fits simulated responses; seconds, passes, cells, nanoseconds a cell and pass of the fit and of the loop.
int measure_item_response(std::size_t models, std::size_t items, std::size_t dimensions, int runs);

/// Marginal maximum likelihood of simulated responses: seconds and passes.
int measure_marginal(std::size_t persons, std::size_t items, std::size_t dimensions, bool priors, int runs);

}  // namespace harmonograph::bench
