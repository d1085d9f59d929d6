// The macro-average beside the average: each subdomain the same weight.
#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"
#include "study/rebalancing.hpp"

namespace harmonograph {
namespace {

constexpr double two_sided_95 = 1.959963984540054;

}  // namespace

MacroAverage macro_average(const Labeling& labeling, std::span<const double> scores) {
  MacroAverage result;
  std::vector<std::vector<double>> inside(labeling.groups);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!std::isnan(scores[i])) inside[labeling.labels[i]].push_back(scores[i]);
  }
  std::size_t items = 0;
  for (const auto& own : inside) items += own.size();
  std::vector<double> means;
  double variance = 0;
  bool single = false;
  result.difference = 0;
  for (const auto& own : inside) {
    if (own.empty()) return {};
    means.push_back(mean(own));
    const double weight = 1 / real(labeling.groups) - real(own.size()) / real(items);
    result.difference += weight * means.back();
    single = single || own.size() < 2;
    const double deviation = standard_deviation(own);
    variance += weight * weight * deviation * deviation / real(own.size());
  }
  if (means.empty()) return {};
  result.value = mean(means);
  if (single || !(variance > 1e-30)) return result;
  const double error = std::sqrt(variance);
  const double half = two_sided_95 * error;
  // Scores lie between 0 and 1, and so does what their means can differ by.
  result.interval = {std::max(-1.0, result.difference - half), std::min(1.0, result.difference + half)};
  result.p_value = normal_two_sided(result.difference / error);
  return result;
}

}  // namespace harmonograph
