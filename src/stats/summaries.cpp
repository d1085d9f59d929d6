#include "stats/summaries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double mean(std::span<const double> values) {
  if (values.empty()) return not_a_number;
  double total = 0;
  for (const double value : values) total += value;
  return total / real(values.size());
}

double mean_of_present(std::span<const double> values) {
  double total = 0;
  std::size_t count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    total += value;
    ++count;
  }
  return count == 0 ? not_a_number : total / real(count);
}

double weighted_mean(std::span<const double> values, std::span<const double> weights) {
  double total = 0;
  double weight = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weights[i] * values[i];
    weight += weights[i];
  }
  return weight > 0 ? total / weight : not_a_number;
}

double weighted_standard_deviation(std::span<const double> values, std::span<const double> weights) {
  const double centre = weighted_mean(values, weights);
  double total = 0;
  double weight = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weights[i] * (values[i] - centre) * (values[i] - centre);
    weight += weights[i];
  }
  return weight > 0 ? std::sqrt(total / weight) : not_a_number;
}

double weighted_mean_absolute_deviation(std::span<const double> values, std::span<const double> weights) {
  const double centre = weighted_mean(values, weights);
  double total = 0;
  double weight = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weights[i] * std::fabs(values[i] - centre);
    weight += weights[i];
  }
  return weight > 0 ? total / weight : not_a_number;
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double total = 0;
  for (const double value : values) total += (value - centre) * (value - centre);
  return std::sqrt(total / real(values.size() - 1));
}

double gini(std::span<const double> values, std::span<const double> weights) {
  const double centre = weighted_mean(values, weights);
  if (!(centre > 0)) return 0;
  double total = 0;
  double weight = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    weight += weights[i];
    for (std::size_t j = 0; j < i; ++j) total += 2 * weights[i] * weights[j] * std::fabs(values[i] - values[j]);
  }
  return total / (2 * centre * weight * weight);
}

double range(std::span<const double> values) {
  if (values.empty()) return 0;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

double entropy(std::span<const double> weights) {
  double total = 0;
  for (const double weight : weights) total += weight;
  if (!(total > 0)) return 0;
  double result = 0;
  for (const double weight : weights) {
    if (weight > 0) result -= weight / total * std::log(weight / total);
  }
  return std::max(0.0, result);
}

double quantile_of_sorted(std::span<const double> sorted, double probability) {
  const double place = probability * real(sorted.size() - 1);
  const auto lower = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
  return sorted[lower] + (place - real(lower)) * (sorted[upper] - sorted[lower]);
}

double median_of_present(std::span<const double> values) {
  std::vector<double> sorted;
  for (const double value : values) {
    if (!std::isnan(value)) sorted.push_back(value);
  }
  if (sorted.empty()) return not_a_number;
  std::sort(sorted.begin(), sorted.end());
  return quantile_of_sorted(sorted, 0.5);
}

std::vector<std::int32_t> quantile_groups(std::span<const double> values, std::size_t groups) {
  std::vector<double> sorted;
  for (const double value : values) {
    if (!std::isnan(value)) sorted.push_back(value);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> cuts;
  if (!sorted.empty()) {
    for (std::size_t g = 1; g < groups; ++g) cuts.push_back(quantile_of_sorted(sorted, real(g) / real(groups)));
  }
  std::vector<std::int32_t> result(values.size(), -1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    std::int32_t group = 0;
    for (const double cut : cuts) group += values[i] > cut ? 1 : 0;
    result[i] = group;
  }
  return result;
}

}  // namespace harmonograph
