#include "irt/person_scores.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/text.hpp"
#include "irt/marginal_likelihood.hpp"

namespace harmonograph {
namespace {

using Index = Eigen::Index;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double widest_ability = 20;
constexpr double scan_step = 0.25;

Index index(std::size_t value) {
  return static_cast<Index>(value);
}

bool usable(const ItemResponseFit& fit, std::size_t item) {
  const auto slopes = fit.slopes.row(item);
  return std::isfinite(fit.intercepts[item]) && std::isfinite(fit.guessing[item]) &&
         std::all_of(slopes.begin(), slopes.end(), [](double a) { return std::isfinite(a); });
}

/// The items that can be scored, with the answers of the patterns.
struct Scoring {
  ResponsePatterns patterns;
  MarginalParameters parameters;
  Eigen::MatrixXd prior_root;       // R = root root'
  Eigen::MatrixXd prior_precision;  // R^-1
};

/// Log-likelihood of one answer and its first two derivatives by eta = a . theta + d.
struct AnswerAt {
  double log_likelihood = 0;
  double slope = 0;
  double curvature = 0;  // minus the second derivative
};

AnswerAt answer_at(double eta, double guessing, double score) {
  const double small = std::exp(-std::abs(eta));
  const double sigma = eta >= 0 ? 1 / (1 + small) : small / (1 + small);
  const double rest = eta >= 0 ? small / (1 + small) : 1 / (1 + small);
  const double log_rest = -(eta > 0 ? eta : 0) - std::log1p(small);  // log(1 - sigma)
  const double log_wrong = std::log1p(-guessing) + log_rest;
  if (guessing <= 0) {
    return {score * (log_rest + eta) + (1 - score) * log_wrong, score - sigma, sigma * rest};
  }
  const double p = guessing + (1 - guessing) * sigma;
  const double v = sigma / p;
  const double residual = score - p;
  return {score * std::log(p) + (1 - score) * log_wrong, residual * v,
          p * (1 - guessing) * rest * v * v - residual * sigma * rest * guessing / (p * p)};
}

/// What the likelihood of one pattern looks like at an ability, in one dimension.
struct LikelihoodAt {
  double log_likelihood = 0;
  double score = 0;        // first derivative
  double information = 0;  // Fisher information
  double bias_term = 0;    // J = sum p' p'' / (p q) (Warm 1989)
};

LikelihoodAt likelihood_at(const Scoring& scoring, std::size_t pattern, double theta) {
  LikelihoodAt at;
  const auto cells = scoring.patterns.cells.row(pattern);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < 0) continue;
    const double a = scoring.parameters.values(i, 0);
    const double c = scoring.parameters.guessing[i];
    const double eta = a * theta + scoring.parameters.values(i, 1);
    const AnswerAt answer = answer_at(eta, c, static_cast<double>(cells[i]));
    at.log_likelihood += answer.log_likelihood;
    at.score += a * answer.slope;
    // p'^2 / (p q) = a^2 (1 - c) sigma^2 (1 - sigma) / p, and p'' = a p' (1 - 2 sigma).
    const double small = std::exp(-std::abs(eta));
    const double sigma = eta >= 0 ? 1 / (1 + small) : small / (1 + small);
    const double rest = eta >= 0 ? small / (1 + small) : 1 / (1 + small);
    const double p = c + (1 - c) * sigma;
    const double information = p > 0 ? a * a * (1 - c) * sigma * (sigma / p) * rest : 0;
    at.information += information;
    at.bias_term += information * a * (rest - sigma);
  }
  return at;
}

/// The derivative whose root is sought.
double estimating_function(const LikelihoodAt& at, bool weighted) {
  if (!weighted) return at.score;
  return at.information > 0 ? at.score + at.bias_term / (2 * at.information) : 0;
}

/// The highest maximum between -20 and 20, or NaN.
double likelihood_maximum(const Scoring& scoring, std::size_t pattern, bool weighted) {
  double best = not_a_number;
  double best_value = -HUGE_VAL;
  double left = -widest_ability;
  double value_left = estimating_function(likelihood_at(scoring, pattern, left), weighted);
  while (left < widest_ability) {
    const double right = left + scan_step;
    const double value_right = estimating_function(likelihood_at(scoring, pattern, right), weighted);
    if (value_left > 0 && value_right <= 0) {
      double low = left;
      double high = right;
      for (int halving = 0; halving < 50; ++halving) {
        const double middle = (low + high) / 2;
        (estimating_function(likelihood_at(scoring, pattern, middle), weighted) > 0 ? low : high) = middle;
      }
      const double theta = (low + high) / 2;
      const LikelihoodAt at = likelihood_at(scoring, pattern, theta);
      const double value = at.log_likelihood + (weighted ? std::log(at.information) / 2 : 0);
      if (value > best_value) {
        best_value = value;
        best = theta;
      }
    }
    left = right;
    value_left = value_right;
  }
  return best;
}

/// From the slope of the estimating function at its root: the observed information of the (weighted) likelihood.
double standard_error(const Scoring& scoring, std::size_t pattern, double theta, bool weighted) {
  constexpr double step = 1e-4;
  const double fall = (estimating_function(likelihood_at(scoring, pattern, theta - step), weighted) -
                       estimating_function(likelihood_at(scoring, pattern, theta + step), weighted)) /
                      (2 * step);
  return fall > 0 ? 1 / std::sqrt(fall) : not_a_number;
}

struct PosteriorAt {
  double value = 0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;  // minus the second derivatives
};

PosteriorAt posterior_at(const Scoring& scoring, std::size_t pattern, const Eigen::VectorXd& theta) {
  const Index order = theta.size();
  PosteriorAt at{-0.5 * theta.dot(scoring.prior_precision * theta), -scoring.prior_precision * theta,
                 scoring.prior_precision};
  const auto cells = scoring.patterns.cells.row(pattern);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < 0) continue;
    const auto row = scoring.parameters.values.row(i);
    const Eigen::Map<const Eigen::VectorXd> slopes(row.data(), order);
    const AnswerAt answer = answer_at(slopes.dot(theta) + row[static_cast<std::size_t>(order)],
                                      scoring.parameters.guessing[i], static_cast<double>(cells[i]));
    at.value += answer.log_likelihood;
    at.gradient += answer.slope * slopes;
    at.curvature += answer.curvature * (slopes * slopes.transpose());
  }
  return at;
}

/// Newton's method with halved steps from the middle of the prior; where guessing makes the posterior bend upwards,
/// the prior's precision alone is used for the step.
void posterior_mode(const Scoring& scoring, std::size_t pattern, std::span<double> ability, std::span<double> error) {
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(index(ability.size()));
  PosteriorAt at = posterior_at(scoring, pattern, theta);
  bool settled = false;
  for (int iteration = 0; iteration < 200 && !settled; ++iteration) {
    const Eigen::LLT<Eigen::MatrixXd> factor(at.curvature);
    Eigen::VectorXd step = factor.info() == Eigen::Success
                               ? Eigen::VectorXd(factor.solve(at.gradient))
                               : Eigen::VectorXd(scoring.prior_root * (scoring.prior_root.transpose() * at.gradient));
    bool moved = false;
    for (int halving = 0; halving < 40 && !moved; ++halving, step /= 2) {
      const Eigen::VectorXd next = theta + step;
      PosteriorAt there = posterior_at(scoring, pattern, next);
      // The last full steps are level but for rounding.
      if (there.value > at.value || (halving == 0 && there.value >= at.value - 1e-12 * std::abs(at.value))) {
        theta = next;
        at = std::move(there);
        moved = true;
        settled = step.cwiseAbs().maxCoeff() < 1e-10;
      }
    }
    settled = settled || !moved;
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(at.curvature);
  const Eigen::MatrixXd inverse =
      factor.info() == Eigen::Success
          ? Eigen::MatrixXd(factor.solve(Eigen::MatrixXd::Identity(theta.size(), theta.size())))
          : Eigen::MatrixXd::Constant(theta.size(), theta.size(), not_a_number);
  for (std::size_t d = 0; d < ability.size(); ++d) {
    ability[d] = theta[index(d)];
    error[d] = std::sqrt(inverse(index(d), index(d)));
  }
}

void posterior_means(const Scoring& scoring, Matrix& abilities, Matrix& errors) {
  const std::size_t dimensions = scoring.parameters.dimensions;
  Quadrature quadrature = normal_quadrature(dimensions, default_quadrature_points(dimensions), 6);
  for (std::size_t q = 0; q < quadrature.size(); ++q) {
    // theta = root z with z ~ N(0, I); from the last coordinate, as each needs the earlier ones of z.
    for (std::size_t d = dimensions; d-- > 0;) {
      double sum = 0;
      for (std::size_t e = 0; e <= d; ++e) sum += scoring.prior_root(index(d), index(e)) * quadrature.nodes(e, q);
      quadrature.nodes(d, q) = sum;
    }
  }
  const ItemTables tables(scoring.parameters, quadrature);
  TilePosterior posterior;
  for (std::size_t tile = 0; tile < scoring.patterns.tiles(); ++tile) {
    compute_posterior(scoring.patterns, tile, tables, posterior);
    const std::size_t first = tile * patterns_per_tile;
    const std::size_t end = std::min(first + patterns_per_tile, scoring.patterns.patterns());
    for (std::size_t r = first; r < end; ++r) {
      const auto weights = posterior.probability.row(r - first);
      for (std::size_t d = 0; d < dimensions; ++d) {
        const auto x = quadrature.nodes.row(d);
        double mean = 0;
        for (std::size_t q = 0; q < weights.size(); ++q) mean += weights[q] * x[q];
        double variance = 0;
        for (std::size_t q = 0; q < weights.size(); ++q) variance += weights[q] * (x[q] - mean) * (x[q] - mean);
        abilities(r, d) = mean;
        errors(r, d) = std::sqrt(variance);
      }
    }
  }
}

Error invalid(std::string message, std::string hint) {
  return Error{ErrorCode::invalid_argument, std::move(message), {}, 0, std::move(hint)};
}

}  // namespace

Result<PersonScores> person_scores(const ItemResponseFit& fit, const ResponseData& responses, PersonScore kind) {
  const std::size_t dimensions = fit.dimensions;
  const bool by_likelihood = kind == PersonScore::weighted_likelihood || kind == PersonScore::maximum_likelihood;
  if (responses.items() != fit.items()) {
    return invalid(
        "The responses have " + counted(responses.items(), "item") + ", the fit " + counted(fit.items(), "item") + ".",
        "Score the items that were fitted, in their order.");
  }
  if (by_likelihood && dimensions != 1) {
    return invalid("Scores without a prior are defined here for one dimension only.", "Choose EAP or MAP.");
  }
  if (kind == PersonScore::posterior_mean && dimensions > 3) {
    return invalid("The posterior mean is computed on a grid of at most 3 dimensions.", "Choose MAP.");
  }
  Scoring scoring;
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < fit.items(); ++i) {
    if (usable(fit, i)) items.push_back(i);
  }
  scoring.patterns = collect_patterns(responses, items);
  scoring.parameters.dimensions = dimensions;
  scoring.parameters.values = Matrix(items.size(), dimensions + 1);
  for (std::size_t k = 0; k < items.size(); ++k) {
    for (std::size_t d = 0; d < dimensions; ++d) scoring.parameters.values(k, d) = fit.slopes(items[k], d);
    scoring.parameters.values(k, dimensions) = fit.intercepts[items[k]];
    scoring.parameters.guessing.push_back(fit.guessing[items[k]]);
  }
  Eigen::MatrixXd correlations = Eigen::MatrixXd::Identity(index(dimensions), index(dimensions));
  if (fit.ability_correlations.rows() == dimensions) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (std::size_t e = 0; e < dimensions; ++e) correlations(index(d), index(e)) = fit.ability_correlations(d, e);
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(correlations);
  if (factor.info() != Eigen::Success) {
    return invalid("The correlations of the abilities are not those of any distribution.", "Choose another rotation.");
  }
  scoring.prior_root = factor.matrixL();
  scoring.prior_precision = factor.solve(Eigen::MatrixXd::Identity(index(dimensions), index(dimensions)));

  const std::size_t patterns = scoring.patterns.patterns();
  Matrix abilities(patterns, dimensions);
  Matrix errors(patterns, dimensions);
  if (kind == PersonScore::posterior_mean) posterior_means(scoring, abilities, errors);
  for (std::size_t r = 0; r < patterns; ++r) {
    if (kind == PersonScore::posterior_mode) {
      posterior_mode(scoring, r, abilities.row(r), errors.row(r));
    } else if (by_likelihood) {
      const bool weighted = kind == PersonScore::weighted_likelihood;
      const double theta = likelihood_maximum(scoring, r, weighted);
      abilities(r, 0) = theta;
      errors(r, 0) = std::isnan(theta) ? not_a_number : standard_error(scoring, r, theta, weighted);
    }
  }
  PersonScores scores{Matrix(responses.models(), dimensions), Matrix(responses.models(), dimensions), 0};
  for (std::size_t m = 0; m < responses.models(); ++m) {
    const std::size_t r = scoring.patterns.pattern_of_model[m];
    for (std::size_t d = 0; d < dimensions; ++d) {
      scores.abilities(m, d) = abilities(r, d);
      scores.standard_errors(m, d) = errors(r, d);
    }
    scores.infinite += std::isnan(abilities(r, 0)) ? 1 : 0;
  }
  return scores;
}

std::vector<double> test_information(const ItemResponseFit& fit, std::span<const double> ability) {
  std::vector<double> sum(packed_size(fit.dimensions), 0.0);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    if (!usable(fit, i)) continue;
    const std::vector<double> information = item_information(fit, i, ability);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += information[k];
  }
  return sum;
}

double expected_score(const ItemResponseFit& fit, std::span<const double> ability) {
  double sum = 0;
  for (std::size_t i = 0; i < fit.items(); ++i) {
    if (usable(fit, i)) sum += characteristic_curve(fit, i, ability);
  }
  return sum;
}

}  // namespace harmonograph
