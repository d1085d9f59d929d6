#include "irt/model_comparison.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "irt/fitted_probabilities.hpp"
#include "stats/summaries.hpp"
#include "stats/t_test.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;

constexpr std::size_t most_bins = 10;
constexpr std::size_t fewest_in_bin = 20;

Error bad_comparison(ErrorCode code, const std::string& message, const std::string& hint) {
  return {code, message, {}, 0, hint};
}

/// Scores of both models on the items that both answered, by slope.
struct SharedItems {
  std::vector<double> slopes;
  std::vector<double> first;
  std::vector<double> second;
};

SharedItems shared_items(const ResponseData& responses, const ItemResponseFit& fit, std::size_t first,
                         std::size_t second, std::size_t dimension) {
  std::vector<std::size_t> items;
  for (std::size_t item = 0; item < responses.items(); ++item) {
    if (responses.observed(first, item) && responses.observed(second, item)) items.push_back(item);
  }
  std::sort(items.begin(), items.end(), [&](std::size_t a, std::size_t b) {
    const double slope_a = fit.slopes(a, dimension);
    const double slope_b = fit.slopes(b, dimension);
    return slope_a != slope_b ? slope_a < slope_b : a < b;
  });
  SharedItems shared;
  for (const std::size_t item : items) {
    shared.slopes.push_back(fit.slopes(item, dimension));
    shared.first.push_back(static_cast<double>(responses.at(first, item)));
    shared.second.push_back(static_cast<double>(responses.at(second, item)));
  }
  return shared;
}

std::span<const double> part(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  return std::span<const double>(values).subspan(begin, end - begin);
}

ComparisonBin make_bin(const SharedItems& shared, std::size_t begin, std::size_t end) {
  ComparisonBin bin;
  const Accuracy first = measure_accuracy(part(shared.first, begin, end));
  const Accuracy second = measure_accuracy(part(shared.second, begin, end));
  bin.low = shared.slopes[begin];
  bin.high = shared.slopes[end - 1];
  bin.slope = mean(part(shared.slopes, begin, end));
  bin.items = end - begin;
  bin.first = first.value;
  bin.second = second.value;
  bin.first_interval = first.interval;
  bin.second_interval = second.interval;
  return bin;
}

ComparisonTail make_tail(const SharedItems& shared, std::size_t begin, std::size_t end, bool high) {
  const auto first = part(shared.first, begin, end);
  const auto second = part(shared.second, begin, end);
  const TTest test = paired_t_test(first, second);
  return {high, end - begin, mean(first), mean(second), test.t, test.degrees_of_freedom, test.p_value, test.cohens_d};
}

/// Influences g of every item on a model's ability, items x D; zeros where it was not scored.
Eigen::MatrixXd influences(const ResponseData& responses, const ItemResponseFit& fit,
                           const FittedProbabilities& probabilities, std::size_t model) {
  const std::size_t dimensions = fit.dimensions;
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(static_cast<Index>(fit.items()), static_cast<Index>(dimensions));
  std::array<float, items_per_block> p;
  std::array<float, items_per_block> slope;
  for (std::size_t block = 0; block < probabilities.blocks(); ++block) {
    probabilities.fill(block, model, p.data(), slope.data());
    const float* row = responses.row(block, model);
    for (std::size_t lane = 0; lane < probabilities.items_in(block); ++lane) {
      if (row[lane] < 0) continue;
      const std::size_t item = block * items_per_block + lane;
      const double guessing = fit.guessing.empty() ? 0 : fit.guessing[item];
      const double whole = std::max(1e-9, static_cast<double>(p[lane]));
      // Without guessing these are p, y - p and w.
      const double known = (whole - guessing) / (1 - guessing);
      const double residual = static_cast<double>(row[lane]) * known / whole - known;
      const double weight = static_cast<double>(slope[lane]) / (1 - guessing);
      for (std::size_t d = 0; d < dimensions; ++d) {
        double pull = 0;  // (V x)_d
        if (!fit.item_covariances.empty()) {
          for (std::size_t c = 0; c <= dimensions; ++c) {
            pull += fit.item_covariances(item, packed_index(d, c)) * (c < dimensions ? fit.abilities(model, c) : 1);
          }
          if (!std::isfinite(pull)) pull = 0;
        }
        g(static_cast<Index>(item), static_cast<Index>(d)) = residual * fit.slopes(item, d) - weight * pull;
      }
    }
  }
  return g;
}

void add_ability_difference(const ResponseData& responses, const ItemResponseFit& fit, std::size_t first,
                            std::size_t second, ModelComparison& comparison) {
  const auto order = static_cast<Index>(fit.dimensions);
  const FittedProbabilities probabilities(fit);
  const Eigen::MatrixXd g_1 = influences(responses, fit, probabilities, first);
  const Eigen::MatrixXd g_2 = influences(responses, fit, probabilities, second);
  Eigen::MatrixXd correlations = Eigen::MatrixXd::Identity(order, order);
  if (!fit.ability_correlations.empty()) {
    for (Index r = 0; r < order; ++r) {
      for (Index c = 0; c < order; ++c) {
        correlations(r, c) = fit.ability_correlations(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
      }
    }
  }
  const Eigen::MatrixXd prior = correlations.inverse();
  const Eigen::MatrixXd c_1 = (g_1.transpose() * g_1 + prior).inverse();
  const Eigen::MatrixXd c_2 = (g_2.transpose() * g_2 + prior).inverse();
  const Eigen::MatrixXd cross = c_1 * (g_1.transpose() * g_2) * c_2;
  const Eigen::MatrixXd covariance = c_1 + c_2 - cross - cross.transpose();
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    comparison.ability_difference.push_back(fit.abilities(first, d) - fit.abilities(second, d));
    const double variance = covariance(static_cast<Index>(d), static_cast<Index>(d));
    comparison.ability_difference_error.push_back(std::sqrt(std::max(0.0, variance)));
  }
}

}  // namespace

Result<ModelComparison> compare_models(const ResponseSet& set, const ItemResponseFit& fit, std::uint32_t first,
                                       std::uint32_t second, std::size_t dimension, double tail_share) {
  if (first == second) {
    return bad_comparison(ErrorCode::invalid_argument, "A model cannot be compared with itself.",
                          "Choose two different models.");
  }
  if (dimension >= fit.dimensions) {
    return bad_comparison(ErrorCode::invalid_argument,
                          "The fit has no dimension " + std::to_string(dimension + 1) + ".",
                          "Choose a dimension from 1 to " + std::to_string(fit.dimensions) + ".");
  }
  if (!(tail_share > 0 && tail_share <= 0.5)) {
    return bad_comparison(ErrorCode::invalid_argument, "The share of items in a tail must be above 0 and at most 0.5.",
                          "Choose a share in that range.");
  }
  const auto row_of = [&](std::uint32_t model) {
    return static_cast<std::size_t>(std::find(set.models.begin(), set.models.end(), model) - set.models.begin());
  };
  const std::size_t row_1 = row_of(first);
  const std::size_t row_2 = row_of(second);
  if (row_1 == set.models.size() || row_2 == set.models.size()) {
    return bad_comparison(ErrorCode::not_found, "One of the two models is not part of this fit.",
                          "Choose models that were fitted: those with responses on its benchmarks.");
  }
  const SharedItems shared = shared_items(set.responses, fit, row_1, row_2, dimension);
  const std::size_t count = shared.first.size();
  if (count == 0) {
    return bad_comparison(ErrorCode::no_shared_items, "The two models have not answered a single item in common.",
                          "Choose models that were run on the same benchmark.");
  }
  ModelComparison comparison;
  comparison.first = first;
  comparison.second = second;
  comparison.dimension = dimension;
  comparison.items = count;
  const TTest test = paired_t_test(shared.first, shared.second);
  comparison.difference = test.difference;
  comparison.interval = test.interval;
  if (std::isnan(test.t)) {
    // Nothing varies: that difference; a single item says nothing.
    comparison.interval = count > 1 ? Interval{test.difference, test.difference} : Interval{-1, 1};
  }
  add_ability_difference(set.responses, fit, row_1, row_2, comparison);
  const std::size_t bins = std::clamp<std::size_t>(count / fewest_in_bin, 1, most_bins);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    comparison.bins.push_back(make_bin(shared, bin * count / bins, (bin + 1) * count / bins));
  }
  const auto tail = std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(tail_share * real(count))), 1, count);
  comparison.tails.push_back(make_tail(shared, 0, tail, false));
  comparison.tails.push_back(make_tail(shared, count - tail, count, true));
  return comparison;
}

}  // namespace harmonograph
