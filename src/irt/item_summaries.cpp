#include "irt/item_summaries.hpp"

#include <cmath>
#include <limits>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double normal_95 = 1.959963984540054;

/// sqrt(g' V g) with the item's covariance; NaN where there is none.
double delta_method(const ItemResponseFit& fit, std::size_t item, const std::vector<double>& gradient) {
  if (fit.item_covariances.empty()) return not_a_number;
  const auto covariance = fit.item_covariances.row(item);
  double variance = 0;
  for (std::size_t r = 0; r < gradient.size(); ++r) {
    for (std::size_t c = 0; c < gradient.size(); ++c) {
      variance += gradient[r] * gradient[c] * covariance[packed_index(r, c)];
    }
  }
  return variance >= 0 ? std::sqrt(variance) : not_a_number;
}

/// Phi a.
std::vector<double> correlated_slopes(const ItemResponseFit& fit, std::size_t item) {
  std::vector<double> turned(fit.dimensions, 0);
  const auto slopes = fit.slopes.row(item);
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    for (std::size_t c = 0; c < fit.dimensions; ++c) turned[r] += fit.ability_correlations(r, c) * slopes[c];
  }
  return turned;
}

}  // namespace

double item_parameter_error(const ItemResponseFit& fit, std::size_t item, std::size_t parameter) {
  if (fit.item_covariances.empty()) return not_a_number;
  const double variance = fit.item_covariances(item, packed_index(parameter, parameter));
  return variance >= 0 ? std::sqrt(variance) : not_a_number;
}

Estimates item_discriminations(const ItemResponseFit& fit) {
  Estimates estimates;
  std::vector<double> gradient(fit.dimensions + 1, 0);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    const double value = multidimensional_discrimination(fit, i);
    const std::vector<double> turned = correlated_slopes(fit, i);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      gradient[d] = fit.dimensions == 1 ? 1 : (value > 0 ? turned[d] / value : 0);
    }
    estimates.values.push_back(value);
    estimates.errors.push_back(value == 0 && fit.dimensions > 1 ? not_a_number : delta_method(fit, i, gradient));
  }
  return estimates;
}

Estimates item_difficulties(const ItemResponseFit& fit) {
  const Estimates discriminations = item_discriminations(fit);
  Estimates estimates;
  std::vector<double> gradient(fit.dimensions + 1, 0);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    const double a = discriminations.values[i];
    const double difficulty = multidimensional_difficulty(fit, i);
    estimates.values.push_back(difficulty);
    const bool clear = std::abs(a) > normal_95 * discriminations.errors[i];
    if (!clear || !std::isfinite(difficulty)) {
      estimates.errors.push_back(not_a_number);
      continue;
    }
    // -d / |a|: d/d a_r = d (Phi a)_r / |a|^3, d/d d = -1 / |a|.
    const std::vector<double> turned = correlated_slopes(fit, i);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      gradient[d] = fit.dimensions == 1 ? fit.intercepts[i] / (a * a) : fit.intercepts[i] * turned[d] / (a * a * a);
    }
    gradient[fit.dimensions] = -1 / a;
    estimates.errors.push_back(delta_method(fit, i, gradient));
  }
  return estimates;
}

std::vector<double> mean_information(const ItemResponseFit& fit, const FittedProbabilities& probabilities) {
  std::vector<double> information(fit.items(), 0);
  float probability[items_per_block];
  float slope[items_per_block];
  float block_sum[items_per_block];
  for (std::size_t block = 0; block < probabilities.blocks(); ++block) {
    double sum[items_per_block] = {};
    for (std::size_t m = 0; m < fit.models(); ++m) {
      probabilities.fill(block, m, probability, slope);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        const float spread = probability[lane] * (1.0F - probability[lane]);
        block_sum[lane] = slope[lane] * slope[lane] / (spread + 1e-12F);
      }
      for (std::size_t lane = 0; lane < items_per_block; ++lane) sum[lane] += static_cast<double>(block_sum[lane]);
    }
    for (std::size_t lane = 0; lane < probabilities.items_in(block); ++lane) {
      const std::size_t item = block * items_per_block + lane;
      const double length = multidimensional_discrimination(fit, item);
      information[item] = length * length * sum[lane] / real(fit.models());
    }
  }
  return information;
}

ItemMeans item_means(const ResponseData& responses) {
  ItemMeans means{std::vector<double>(responses.items(), 0), std::vector<std::size_t>(responses.items(), 0)};
  for (std::size_t m = 0; m < responses.models(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) {
      const float score = responses.at(m, i);
      if (score < 0) continue;
      means.mean[i] += static_cast<double>(score);
      ++means.scored[i];
    }
  }
  for (std::size_t i = 0; i < responses.items(); ++i) {
    means.mean[i] = means.scored[i] > 0 ? means.mean[i] / real(means.scored[i]) : not_a_number;
  }
  return means;
}

}  // namespace harmonograph
