// Choice distributions with the shape of real ones, for tests.
#pragma once

#include <algorithm>
#include <vector>

#include "core/matrix.hpp"
#include "core/random.hpp"

namespace harmonograph {

/// Confident answers on random options with random sharpness.
inline Matrix random_distributions(std::size_t items, std::size_t options, std::uint64_t seed) {
  Random random(seed);
  Matrix p(items, options);
  for (std::size_t i = 0; i < items; ++i) {
    const auto peak = static_cast<std::size_t>(random.below(options));
    std::vector<double> concentration(options, 0.3);
    concentration[peak] = 0.3 + 6 * random.uniform();
    const auto row = random.dirichlet(concentration);
    double total = 0;
    for (std::size_t c = 0; c < options; ++c) total += p(i, c) = std::max(row[c], 1e-6);
    for (std::size_t c = 0; c < options; ++c) p(i, c) /= total;
  }
  return p;
}

}  // namespace harmonograph
