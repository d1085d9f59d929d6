#include "irt/item_response_fit.hpp"

#include <cmath>

namespace harmonograph {
namespace {

/// Two-component mixture of probits for the logistic function; MacKay's single component is not used because its
/// error grows with the variance.
constexpr double mixture_weight[2] = {.43560391, .56439609};
constexpr double mixture_scale[2] = {.43527504, .76861823};

double logistic(double x) {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

double normal_distribution(double x) {
  return 0.5 * std::erfc(-x * 0.70710678118654752440);
}

/// sqrt(a' Phi a): the slope along the item's own direction, per standard deviation of the abilities.
double slope_length(const ItemResponseFit& fit, std::size_t item) {
  const auto slopes = fit.slopes.row(item);
  double sum = 0;
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    for (std::size_t c = 0; c < fit.dimensions; ++c) {
      const double correlation = fit.ability_correlations.empty() ? (r == c ? 1 : 0) : fit.ability_correlations(r, c);
      sum += slopes[r] * slopes[c] * correlation;
    }
  }
  return sum > 0 ? std::sqrt(sum) : 0;
}

double with_guessing(double guessing, double probability) {
  return guessing + (1 - guessing) * probability;
}

}  // namespace

double linear_predictor(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability) {
  double sum = fit.intercepts[item];
  const auto slopes = fit.slopes.row(item);
  for (std::size_t d = 0; d < fit.dimensions; ++d) sum += slopes[d] * ability[d];
  return sum;
}

double characteristic_curve(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability) {
  return with_guessing(fit.guessing[item], logistic(linear_predictor(fit, item, ability)));
}

double predicted_probability(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability) {
  const double eta = linear_predictor(fit, item, ability);
  if (fit.item_covariances.empty()) return characteristic_curve(fit, item, ability);
  const auto covariance = fit.item_covariances.row(item);
  const auto x = [&](std::size_t index) { return index < fit.dimensions ? ability[index] : 1.0; };
  double variance = 0;
  for (std::size_t r = 0; r <= fit.dimensions; ++r) {
    for (std::size_t c = 0; c < r; ++c) variance += 2 * covariance[packed_index(r, c)] * x(r) * x(c);
    variance += covariance[packed_index(r, r)] * x(r) * x(r);
  }
  if (!(variance >= 0)) return characteristic_curve(fit, item, ability);
  double probability = 0;
  for (std::size_t component = 0; component < 2; ++component) {
    const double scale = mixture_scale[component];
    probability +=
        mixture_weight[component] * normal_distribution(scale * eta / std::sqrt(1 + scale * scale * variance));
  }
  return with_guessing(fit.guessing[item], probability);
}

std::vector<double> item_information(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability) {
  const double guessing = fit.guessing[item];
  const double probability = logistic(linear_predictor(fit, item, ability));
  const double p = with_guessing(guessing, probability);
  const double derivative = (1 - guessing) * probability * (1 - probability);
  const double spread = p * (1 - p);
  const double weight = spread > 0 ? derivative * derivative / spread : 0;
  const auto slopes = fit.slopes.row(item);
  std::vector<double> information(packed_size(fit.dimensions));
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    for (std::size_t c = 0; c <= r; ++c) information[packed_index(r, c)] = weight * slopes[r] * slopes[c];
  }
  return information;
}

double multidimensional_discrimination(const ItemResponseFit& fit, std::size_t item) {
  return fit.dimensions == 1 ? fit.slopes(item, 0) : slope_length(fit, item);
}

double multidimensional_difficulty(const ItemResponseFit& fit, std::size_t item) {
  const double discrimination = multidimensional_discrimination(fit, item);
  if (discrimination == 0) return std::numeric_limits<double>::quiet_NaN();
  return -fit.intercepts[item] / discrimination;
}

}  // namespace harmonograph
