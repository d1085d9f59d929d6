// A straight line through points by least squares.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "stats/accuracy.hpp"

namespace harmonograph {

struct LinearRegression {
  double slope = std::numeric_limits<double>::quiet_NaN();  // NaN with fewer than 2 points or a single x
  double intercept = std::numeric_limits<double>::quiet_NaN();
  double slope_error = std::numeric_limits<double>::quiet_NaN();  // NaN with fewer than 3 points
  Interval slope_interval;  // 95%, Student's t with points - 2 degrees of freedom; NaN with fewer than 3 points
  std::size_t points = 0;
};

/// Ordinary least squares of y on x. Points of which one number is NaN are left out.
LinearRegression linear_regression(std::span<const double> x, std::span<const double> y);

}  // namespace harmonograph
