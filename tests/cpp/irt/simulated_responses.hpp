// Responses simulated from known parameters, and a fit made of them without an estimator: items at their posterior
// mode given the true abilities (Newton's method), covariances from its curvature.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph::testing {

inline double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}

/// A fit with these parameters, no uncertainty of the abilities, no covariances of the items.
inline ItemResponseFit fit_of(const Matrix& slopes, const std::vector<double>& intercepts, const Matrix& abilities) {
  ItemResponseFit fit;
  fit.dimensions = slopes.columns();
  fit.slopes = slopes;
  fit.intercepts = intercepts;
  fit.guessing.assign(intercepts.size(), 0);
  fit.abilities = abilities;
  fit.ability_covariances = Matrix(abilities.rows(), packed_size(fit.dimensions), 0);
  fit.ability_correlations = Matrix(fit.dimensions, fit.dimensions, 0);
  for (std::size_t d = 0; d < fit.dimensions; ++d) fit.ability_correlations(d, d) = 1;
  fit.item_covariances = Matrix(intercepts.size(), packed_size(fit.dimensions + 1), 0);
  fit.item_groups.assign(intercepts.size(), 0);
  return fit;
}

/// Independent standard normal abilities.
inline Matrix normal_abilities(std::size_t models, std::size_t dimensions, Random& random) {
  Matrix abilities(models, dimensions);
  for (double& value : abilities.values()) value = random.normal();
  return abilities;
}

/// 0/1 answers drawn from the fit's point estimates.
inline ResponseData simulate(const ItemResponseFit& fit, Random& random, double observed = 1) {
  ResponseData responses(fit.models(), fit.items());
  for (std::size_t model = 0; model < fit.models(); ++model) {
    for (std::size_t item = 0; item < fit.items(); ++item) {
      const double p = logistic(linear_predictor(fit, item, fit.abilities.row(model)));
      const double draw = random.uniform();
      if (observed < 1 && random.uniform() >= observed) continue;
      responses.set(model, item, draw < p ? 1.0F : 0.0F);
    }
  }
  return responses;
}

/// Refits the items to the responses at the fit's abilities, prior N(mean, covariance) of (slopes, intercept):
/// posterior mode and covariance.
inline void refit_items(const ResponseData& responses, ItemResponseFit& fit, const Eigen::VectorXd& mean,
                        const Eigen::MatrixXd& covariance) {
  const std::size_t order = fit.dimensions + 1;
  const auto size = static_cast<Eigen::Index>(order);
  const Eigen::MatrixXd precision = covariance.inverse();
  for (std::size_t item = 0; item < fit.items(); ++item) {
    Eigen::VectorXd b = mean;
    Eigen::MatrixXd curvature = precision;
    for (int step = 0; step < 50; ++step) {
      Eigen::VectorXd gradient = precision * (mean - b);
      curvature = precision;
      for (std::size_t model = 0; model < fit.models(); ++model) {
        if (!responses.observed(model, item)) continue;
        Eigen::VectorXd x(size);
        for (std::size_t d = 0; d < fit.dimensions; ++d) x(static_cast<Eigen::Index>(d)) = fit.abilities(model, d);
        x(size - 1) = 1;
        const double p = logistic(b.dot(x));
        gradient += (static_cast<double>(responses.at(model, item)) - p) * x;
        curvature += p * (1 - p) * x * x.transpose();
      }
      Eigen::VectorXd change = curvature.ldlt().solve(gradient);
      // Far from the mode a whole step of Newton's method may lead further away.
      change *= std::min(1.0, 1 / change.cwiseAbs().maxCoeff());
      b += change;
      if (change.cwiseAbs().maxCoeff() < 1e-9) break;
    }
    const Eigen::MatrixXd posterior = curvature.inverse();
    for (std::size_t r = 0; r < order; ++r) {
      const double value = b(static_cast<Eigen::Index>(r));
      if (r < fit.dimensions) {
        fit.slopes(item, r) = value;
      } else {
        fit.intercepts[item] = value;
      }
      for (std::size_t c = 0; c <= r; ++c) {
        fit.item_covariances(item, packed_index(r, c)) =
            posterior(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
      }
    }
  }
}

/// The prior that most simulations here use: slopes N(1, .25), intercepts N(0, 2), independent.
inline void refit_items(const ResponseData& responses, ItemResponseFit& fit) {
  const auto size = static_cast<Eigen::Index>(fit.dimensions + 1);
  Eigen::VectorXd mean = Eigen::VectorXd::Ones(size);
  mean(size - 1) = 0;
  Eigen::MatrixXd covariance = 0.25 * Eigen::MatrixXd::Identity(size, size);
  covariance(size - 1, size - 1) = 2;
  refit_items(responses, fit, mean, covariance);
}

/// Items drawn from that prior; with several dimensions `mean_slope` replaces the 1.
inline ItemResponseFit random_items(std::size_t items, const Matrix& abilities, Random& random, double mean_slope = 1) {
  const std::size_t dimensions = abilities.columns();
  Matrix slopes(items, dimensions);
  std::vector<double> intercepts(items);
  for (std::size_t item = 0; item < items; ++item) {
    for (std::size_t d = 0; d < dimensions; ++d) slopes(item, d) = mean_slope + 0.5 * random.normal();
    intercepts[item] = std::sqrt(2.0) * random.normal();
  }
  return fit_of(slopes, intercepts, abilities);
}

}  // namespace harmonograph::testing
