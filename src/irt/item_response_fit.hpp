// What an estimation of an item response model gives, whichever estimator was used.
// Model: P(y = 1 | theta_m, item i) = c_i + (1 - c_i) / (1 + exp(-(a_i . theta_m + d_i))), without the constant 1.7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/note.hpp"

namespace harmonograph {

enum class Estimator {
  variational,  // abilities are points with a prior, items are integrated out: few models, very many items
  marginal      // abilities are integrated out: many persons, few items
};

enum class ItemModel {
  one_parameter,   // equal slopes
  two_parameter,   // free slopes
  three_parameter  // and a guessing parameter, with a prior
};

/// Positions of the lower triangle of a symmetric matrix packed by rows: (0,0), (1,0), (1,1), (2,0) ...
inline constexpr std::size_t packed_size(std::size_t order) {
  return order * (order + 1) / 2;
}
inline constexpr std::size_t packed_index(std::size_t row, std::size_t column) {
  return row >= column ? row * (row + 1) / 2 + column : column * (column + 1) / 2 + row;
}

/// The prior of the items of one group: slopes and intercept ~ N(mean, covariance).
struct ItemPrior {
  std::vector<double> mean;        // a_1 .. a_D, d
  std::vector<double> covariance;  // packed, order D + 1
  std::size_t items = 0;
};

struct ItemResponseFit {
  Estimator estimator = Estimator::variational;
  ItemModel item_model = ItemModel::two_parameter;
  std::size_t dimensions = 1;  // D

  // Items
  Matrix slopes;                   // items x D
  std::vector<double> intercepts;  // items
  std::vector<double> guessing;    // items; 0 = none
  /// items x packed_size(D + 1): covariance of (a_1 .. a_D, d) of each item. NaN where there is none (a parameter that
  /// cannot be estimated from these responses).
  Matrix item_covariances;
  std::vector<double> logit_guessing_errors;  // items; standard errors for the 3PL, else empty

  // Models (persons)
  Matrix abilities;             // models x D
  Matrix ability_covariances;   // models x packed_size(D)
  Matrix ability_correlations;  // D x D: correlations of the abilities; the identity unless rotated obliquely

  // The prior of the variational estimator
  std::vector<ItemPrior> priors;           // per group; empty for marginal maximum likelihood
  std::vector<std::uint32_t> item_groups;  // per item, index into priors

  // How it went
  std::size_t passes = 0;
  bool converged = false;
  bool stopped = false;  // by the user: the latest parameters were kept
  /// Marginal log-likelihood without priors; NaN for the variational estimator.
  double log_likelihood = std::numeric_limits<double>::quiet_NaN();
  /// Objective after each pass: mean squared residual of the cells (variational), log-posterior (marginal).
  std::vector<double> history;
  /// What a reader of the numbers must know: items that cannot be estimated, slopes that run away. Marginal only.
  std::vector<Note> notes;

  [[nodiscard]] std::size_t items() const { return intercepts.size(); }
  [[nodiscard]] std::size_t models() const { return abilities.rows(); }
};

/// a . theta + d of an item at an ability (D numbers).
double linear_predictor(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability);

/// c + (1 - c) sigma(a . theta + d) with the point estimates: the item characteristic curve.
double characteristic_curve(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability);

/// The probability that a model answers an item rightly, with the uncertainty of the item's parameters integrated out:
/// c + (1 - c) E sigma(eta), eta ~ N(m'x, x'Vx), x = (theta, 1), by the two-component probit mixture
/// E sigma = sum pi_c Phi(l_c eta / sqrt(1 + l_c^2 s^2)). Without a covariance: the characteristic curve.
double predicted_probability(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability);

/// Fisher information about the ability (packed, order D): (p')^2 / (p (1 - p)) a a', p' = dp/d eta.
std::vector<double> item_information(const ItemResponseFit& fit, std::size_t item, std::span<const double> ability);

/// MDISC = |a| (Reckase 2009), the slope along the item's own direction, and MDIFF = -d / MDISC. With correlated
/// abilities |a| is sqrt(a' Phi a), so that neither depends on the rotation. With one dimension the signed slope and
/// -d / a. The difficulty is NaN when the slopes are all 0.
double multidimensional_discrimination(const ItemResponseFit& fit, std::size_t item);
double multidimensional_difficulty(const ItemResponseFit& fit, std::size_t item);

}  // namespace harmonograph
