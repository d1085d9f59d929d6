#include "stats/linear_regression.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {

LinearRegression linear_regression(std::span<const double> x, std::span<const double> y) {
  LinearRegression line;
  double mean_x = 0;
  double mean_y = 0;
  const std::size_t count = std::min(x.size(), y.size());
  const auto present = [&](std::size_t i) { return !std::isnan(x[i]) && !std::isnan(y[i]); };
  for (std::size_t i = 0; i < count; ++i) {
    if (!present(i)) continue;
    ++line.points;
    mean_x += x[i];
    mean_y += y[i];
  }
  const double n = real(line.points);
  mean_x /= n;
  mean_y /= n;
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!present(i)) continue;
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  // Equal x leave only rounding of their mean.
  if (line.points < 2 || !(xx > 1e-24 * n * std::max(1.0, mean_x * mean_x))) return line;
  line.slope = xy / xx;
  line.intercept = mean_y - line.slope * mean_x;
  if (line.points < 3) return line;
  double rest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!present(i)) continue;
    const double residual = y[i] - mean_y - line.slope * (x[i] - mean_x);
    rest += residual * residual;
  }
  line.slope_error = std::sqrt(rest / (n - 2) / xx);
  const double half = student_quantile(0.975, n - 2) * line.slope_error;
  line.slope_interval = {line.slope - half, line.slope + half};
  return line;
}

}  // namespace harmonograph
