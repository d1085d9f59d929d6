// Do several groups share one effect?
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace harmonograph {

struct Heterogeneity {
  double q = std::numeric_limits<double>::quiet_NaN();
  std::size_t degrees = 0;                                    // groups that take part - 1
  double p_value = std::numeric_limits<double>::quiet_NaN();  // upper tail of chi-square; NaN with fewer than 2 groups
};

/// Cochran's Q (Cochran 1954): sum of (effect - pooled)^2 / variance, pooled with weights 1/variance. A group without a
/// variance above 0 says nothing about its precision and is left out.
Heterogeneity cochran_q(std::span<const double> effects, std::span<const double> variances);

}  // namespace harmonograph
