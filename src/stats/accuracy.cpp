#include "stats/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double z = 1.959963984540054;  // 97.5% quantile of the standard normal distribution

}  // namespace

Interval wilson_interval(double successes, double trials) {
  const double share = successes / trials;
  const double centre = share + z * z / (2 * trials);
  const double half = z * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
  const double scale = 1 + z * z / trials;
  return {std::max(0.0, (centre - half) / scale), std::min(1.0, (centre + half) / scale)};
}

Interval normal_interval(std::span<const double> values) {
  if (values.size() < 2) return {0, 1};
  const double half = z * standard_deviation(values) / std::sqrt(real(values.size()));
  const double centre = mean(values);
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Accuracy measure_accuracy(std::span<const double> scores) {
  std::vector<double> present;
  bool binary = true;
  for (const double score : scores) {
    if (std::isnan(score)) continue;
    present.push_back(score);
    binary = binary && (score == 0 || score == 1);
  }
  Accuracy result;
  result.items = present.size();
  result.missing = scores.size() - present.size();
  result.method = binary ? "Wilson" : "normal";
  if (present.empty()) return result;
  result.value = mean(present);
  result.interval =
      binary ? wilson_interval(result.value * real(present.size()), real(present.size())) : normal_interval(present);
  return result;
}

}  // namespace harmonograph
