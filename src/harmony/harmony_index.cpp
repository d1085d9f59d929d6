#include "harmony/harmony_index.hpp"

#include <algorithm>
#include <cmath>

#include "stats/summaries.hpp"

namespace harmonograph {

std::vector<double> subdomain_masses(const SubdomainScores& scores, double bandwidth) {
  const double centre = weighted_mean(scores.accuracies, scores.weights);
  std::vector<double> masses(scores.weights.size());
  double largest = -INFINITY;
  for (std::size_t a = 0; a < masses.size(); ++a) {
    const double distance = (scores.accuracies[a] - centre) / bandwidth;
    masses[a] = std::log(scores.weights[a]) - distance * distance;
    largest = std::max(largest, masses[a]);
  }
  double total = 0;
  for (double& mass : masses) {
    mass = std::exp(mass - largest);
    total += mass;
  }
  for (double& mass : masses) mass /= total;
  return masses;
}

std::optional<double> harmony(const SubdomainScores& scores, double bandwidth) {
  if (scores.weights.size() < 2) return std::nullopt;
  constexpr double epsilon = 1e-12;
  double total = 0;
  for (const double mass : subdomain_masses(scores, bandwidth)) total -= mass * std::log(mass + epsilon);
  return std::clamp(total / std::log(real(scores.weights.size())), 0.0, 1.0);
}

std::optional<double> harmony_of_sizes(std::span<const double> weights) {
  if (weights.size() < 2) return std::nullopt;
  return std::clamp(entropy(weights) / std::log(real(weights.size())), 0.0, 1.0);
}

double bandwidth_from_data(const SubdomainScores& scores) {
  return std::max(0.05, weighted_mean_absolute_deviation(scores.accuracies, scores.weights));
}

SubdomainScores subdomain_scores(std::span<const std::uint32_t> labels, std::size_t groups,
                                 std::span<const double> scores) {
  SubdomainScores result{std::vector<double>(groups, 0.0), std::vector<double>(groups, 0.0)};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    result.weights[labels[i]] += 1;
    result.accuracies[labels[i]] += scores[i];
  }
  for (std::size_t a = 0; a < groups; ++a) {
    result.accuracies[a] /= result.weights[a];
    result.weights[a] /= real(labels.size());
  }
  return result;
}

Spread spread_of(const SubdomainScores& scores) {
  Spread spread;
  spread.weighted_sd = weighted_standard_deviation(scores.accuracies, scores.weights);
  spread.range = range(scores.accuracies);
  spread.gini = gini(scores.accuracies, scores.weights);
  const double centre = weighted_mean(scores.accuracies, scores.weights);
  if (centre > 0) spread.coefficient_of_variation = spread.weighted_sd / centre;
  spread.macro_average = mean(scores.accuracies);
  return spread;
}

}  // namespace harmonograph
