#include "irt/ability_estimation.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>

namespace harmonograph {
namespace {

constexpr int most_steps = 100;
// The sums are in single precision within blocks: steps below this are rounding.
constexpr double step_tolerance = 1e-5;
constexpr int most_cuts = 12;

Eigen::Index index_of(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}

Eigen::MatrixXd unpacked(const std::vector<double>& packed, std::size_t order) {
  Eigen::MatrixXd matrix(index_of(order), index_of(order));
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c < order; ++c) matrix(index_of(r), index_of(c)) = packed[packed_index(r, c)];
  }
  return matrix;
}

std::vector<double> packed(const Eigen::MatrixXd& matrix) {
  const auto order = static_cast<std::size_t>(matrix.rows());
  std::vector<double> values(packed_size(order));
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c <= r; ++c) values[packed_index(r, c)] = matrix(index_of(r), index_of(c));
  }
  return values;
}

struct Slope {
  AbilityInformation sums;
  Eigen::VectorXd gradient;  // of the objective, with the prior
};

Slope slope_at(const ItemBank& bank, std::span<const float> scores, const Eigen::MatrixXd& precision,
               const Eigen::VectorXd& ability) {
  Slope slope;
  const auto dimensions = static_cast<std::size_t>(ability.size());
  slope.sums = bank.sums({ability.data(), dimensions}, scores, false);
  slope.gradient = Eigen::Map<const Eigen::VectorXd>(slope.sums.gradient.data(), ability.size()) - precision * ability;
  return slope;
}

}  // namespace

Matrix ability_prior_precision(const ItemResponseFit& fit) {
  const auto order = index_of(fit.dimensions);
  Eigen::MatrixXd precision = Eigen::MatrixXd::Identity(order, order);
  if (fit.ability_correlations.rows() == fit.dimensions && fit.ability_correlations.columns() == fit.dimensions) {
    Eigen::MatrixXd correlations(order, order);
    for (std::size_t r = 0; r < fit.dimensions; ++r) {
      for (std::size_t c = 0; c < fit.dimensions; ++c) {
        correlations(index_of(r), index_of(c)) = fit.ability_correlations(r, c);
      }
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(correlations);
    if (correlations.allFinite() && factor.info() == Eigen::Success) {
      const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(order, order));
      if (inverse.allFinite()) precision = inverse;
    }
  }
  Matrix result(fit.dimensions, fit.dimensions);
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    for (std::size_t c = 0; c < fit.dimensions; ++c) result(r, c) = precision(index_of(r), index_of(c));
  }
  return result;
}

AbilityEstimate estimate_ability(const ItemBank& bank, std::span<const float> scores, const Matrix& precision,
                                 std::span<const double> start) {
  const std::size_t dimensions = bank.dimensions();
  Eigen::MatrixXd prior(index_of(dimensions), index_of(dimensions));
  for (std::size_t r = 0; r < dimensions; ++r) {
    for (std::size_t c = 0; c < dimensions; ++c) prior(index_of(r), index_of(c)) = precision(r, c);
  }
  Eigen::VectorXd ability = Eigen::VectorXd::Zero(index_of(dimensions));
  for (std::size_t d = 0; d < start.size() && d < dimensions; ++d) ability[index_of(d)] = start[d];

  AbilityEstimate estimate;
  estimate.converged = false;
  Slope here = slope_at(bank, scores, prior, ability);
  estimate.answers = here.sums.answers;
  for (int iteration = 0; iteration < most_steps; ++iteration) {
    Eigen::VectorXd step = (unpacked(here.sums.curvature, dimensions) + prior).ldlt().solve(here.gradient);
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest < step_tolerance) {
      estimate.converged = true;
      break;
    }
    if (longest > 1) step /= longest;
    Slope there = slope_at(bank, scores, prior, ability + step);
    // The objective is concave along the step: where its slope has turned round by more than half, the step went too
    // far over the top and is cut at the secant's root.
    for (int cut = 0; cut < most_cuts; ++cut) {
      const double before = here.gradient.dot(step);
      const double after = there.gradient.dot(step);
      if (after >= -0.5 * before) break;
      step *= std::max(0.1, before / (before - after));
      there = slope_at(bank, scores, prior, ability + step);
    }
    ability += step;
    here = std::move(there);
  }

  here.sums = bank.sums({ability.data(), dimensions}, scores, true);
  const Eigen::MatrixXd information = estimate.answers >= answers_for_influence * dimensions
                                          ? unpacked(here.sums.influence, dimensions)
                                          : unpacked(here.sums.information, dimensions);
  const Eigen::MatrixXd covariance =
      (information + prior).ldlt().solve(Eigen::MatrixXd::Identity(index_of(dimensions), index_of(dimensions)));
  estimate.ability.assign(ability.data(), ability.data() + ability.size());
  estimate.covariance = packed(covariance);
  return estimate;
}

Result<void> check_answers(const ItemResponseFit& fit, std::span<const ItemAnswer> answers) {
  std::vector<char> seen(fit.items(), 0);
  for (const auto& answer : answers) {
    if (answer.item >= fit.items()) {
      return Error{ErrorCode::not_found, "There is no item " + std::to_string(answer.item) + " in this fit.", "", 0,
                   "Items are counted from 0, in the order of the fitted items."};
    }
    if (!(answer.score >= 0 && answer.score <= 1)) {
      return Error{ErrorCode::invalid_argument,
                   "The score of item " + std::to_string(answer.item) + " is not between 0 and 1.", "", 0,
                   "Scores run from 0 (wrong) to 1 (right)."};
    }
    if (seen[answer.item] != 0) {
      return Error{ErrorCode::invalid_argument, "Item " + std::to_string(answer.item) + " is answered twice.", "", 0,
                   "Give each item once."};
    }
    seen[answer.item] = 1;
  }
  return {};
}

Result<AbilityEstimate> estimate_ability(const ItemResponseFit& fit, std::span<const ItemAnswer> answers) {
  if (auto checked = check_answers(fit, answers); !checked) return checked.error();
  std::vector<std::uint32_t> items;
  std::vector<float> scores;
  for (const auto& answer : answers) {
    items.push_back(answer.item);
    scores.push_back(static_cast<float>(answer.score));
  }
  return estimate_ability(ItemBank(fit, items), scores, ability_prior_precision(fit));
}

}  // namespace harmonograph
