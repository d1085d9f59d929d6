#include "irt/marginal_model.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/random.hpp"

namespace harmonograph {
namespace {

constexpr double slope_wall = 100;
constexpr double intercept_wall = 600;
constexpr double ridge = 0.05;
/// Slope on the logistic scale of one on the normal-ogive scale.
constexpr double logistic_scale = 1.702;

using Index = Eigen::Index;

Index index(std::size_t value) {
  return static_cast<Index>(value);
}

struct PriorAt {
  double value = 0;
  double slope = 0;
  double curvature = 0;  // minus the second derivative
};

PriorAt prior_at(const ParameterPrior& prior, double x) {
  constexpr double log_root_two_pi = 0.91893853320467274178;
  const double variance = prior.deviation * prior.deviation;
  if (prior.shape == PriorShape::normal) {
    const double z = x - prior.mean;
    return {-z * z / (2 * variance) - std::log(prior.deviation) - log_root_two_pi, -z / variance, 1 / variance};
  }
  if (prior.shape == PriorShape::lognormal) {
    const double z = std::log(x) - prior.mean;
    return {-z * z / (2 * variance) - std::log(prior.deviation) - log_root_two_pi - std::log(x),
            -(z / variance + 1) / x, (1 - z) / (variance * x * x) - 1 / (x * x)};
  }
  return {};
}

/// -(beyond the wall)^2 / 2.
PriorAt wall_at(double wall, double x) {
  const double beyond = std::abs(x) - wall;
  if (!(beyond > 0)) return {};
  return {-beyond * beyond / 2, x > 0 ? -beyond : beyond, 1};
}

double logit(double p) {
  return std::log(p / (1 - p));
}

}  // namespace

MarginalModel::MarginalModel(const MarginalOptions& options, std::vector<double> guessing)
    : options_(options), guessing_(std::move(guessing)) {}

std::size_t MarginalModel::size() const {
  return equal_slopes() ? items() + 1 : items() * columns();
}

std::size_t MarginalModel::position(std::size_t item, std::size_t column) const {
  if (equal_slopes()) return column == 0 ? items() : item;
  return item * columns() + column;
}

Eigen::VectorXd MarginalModel::start(const ResponsePatterns& patterns) const {
  const std::size_t n = items();
  const std::size_t dimensions = options_.dimensions;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(index(n));
  Eigen::VectorXd weight = Eigen::VectorXd::Zero(index(n));
  double persons = 0;
  for (std::size_t r = 0; r < patterns.patterns(); ++r) {
    persons += patterns.counts[r];
    for (std::size_t i = 0; i < n; ++i) {
      const float cell = patterns.cells(r, i);
      if (cell < 0) continue;
      mean[index(i)] += patterns.counts[r] * static_cast<double>(cell);
      weight[index(i)] += patterns.counts[r];
    }
  }
  mean = mean.cwiseQuotient(weight);
  Eigen::MatrixXd standardised = Eigen::MatrixXd::Zero(index(patterns.patterns()), index(n));
  for (std::size_t i = 0; i < n; ++i) {
    double variance = 0;
    for (std::size_t r = 0; r < patterns.patterns(); ++r) {
      const float cell = patterns.cells(r, i);
      if (cell < 0) continue;
      const double deviation = static_cast<double>(cell) - mean[index(i)];
      variance += patterns.counts[r] * deviation * deviation;
      standardised(index(r), index(i)) = deviation * std::sqrt(patterns.counts[r]);
    }
    if (variance > 0) standardised.col(index(i)) /= std::sqrt(variance * persons / weight[index(i)]);
  }

  // Subspace iteration with the correlation matrix, which is never formed.
  Random random(1);
  const std::size_t vectors = std::min(dimensions, n);
  Eigen::MatrixXd basis(index(n), index(vectors));
  for (Index d = 0; d < basis.cols(); ++d) {
    for (Index i = 0; i < basis.rows(); ++i) basis(i, d) = d == 0 ? 1 : random.normal();
  }
  const auto orthonormal = [](const Eigen::MatrixXd& m) -> Eigen::MatrixXd {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(m);
    return qr.householderQ() * Eigen::MatrixXd::Identity(m.rows(), m.cols());
  };
  basis = orthonormal(basis);
  for (int iteration = 0; iteration < 30; ++iteration) {
    basis = orthonormal(standardised.transpose() * (standardised * basis));
  }
  const Eigen::MatrixXd image = standardised * basis;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small(image.transpose() * image);
  Eigen::MatrixXd loadings = basis * small.eigenvectors();
  for (Index d = 0; d < loadings.cols(); ++d) {
    const double eigenvalue = small.eigenvalues()[d];
    loadings.col(d) *= 1.2 * std::sqrt(std::max(eigenvalue - 1, 0.2 * std::max(eigenvalue, 0.0)));
  }

  Eigen::VectorXd x = Eigen::VectorXd::Zero(index(size()));
  double slope_sum = 0;
  const bool positive = options_.slope_prior.shape == PriorShape::lognormal;
  const double sign = loadings.col(loadings.cols() - 1).sum() < 0 ? -1 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double communality = loadings.row(index(i)).squaredNorm();
    const double shrink = communality > 0.7 ? std::sqrt(0.7 / communality) : 1;
    const double scale = logistic_scale * shrink / std::sqrt(1 - std::min(communality, 0.7));
    double c = guessing_[i];
    if (estimates_guessing()) c = 1 / (1 + std::exp(-options_.guessing_prior.mean));
    const double p = std::clamp((mean[index(i)] - c) / (1 - c), 0.02, 0.98);
    double length = 0;
    std::vector<double> slopes(dimensions, 0.0);
    for (std::size_t d = 0; d < vectors; ++d) {
      // Eigenvalues ascend; the first axis takes the largest.
      slopes[d] = sign * scale * loadings(index(i), index(vectors - 1 - d));
      if (positive) slopes[d] = std::max(slopes[d], 0.3);
      length += slopes[d] * slopes[d];
    }
    const double intercept = logit(p) * std::sqrt(1 + length / (logistic_scale * logistic_scale));
    slope_sum += slopes[0];
    if (!equal_slopes()) {
      for (std::size_t d = 0; d < dimensions; ++d) x[index(position(i, d))] = slopes[d];
    }
    x[index(position(i, dimensions))] = intercept;
    if (estimates_guessing()) x[index(position(i, dimensions + 1))] = options_.guessing_prior.mean;
  }
  if (equal_slopes()) x[index(n)] = std::clamp(slope_sum / static_cast<double>(n), 0.3, 2.5);
  return x;
}

MarginalParameters MarginalModel::parameters(const Eigen::VectorXd& x) const {
  MarginalParameters parameters;
  parameters.dimensions = options_.dimensions;
  parameters.estimates_guessing = estimates_guessing();
  parameters.guessing = guessing_;
  parameters.values = Matrix(items(), columns());
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t c = 0; c < columns(); ++c) parameters.values(i, c) = x[index(position(i, c))];
  }
  return parameters;
}

double MarginalModel::log_prior(const Eigen::VectorXd& x) const {
  double sum = 0;
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t c = 0; c < columns(); ++c) {
      const double value = x[index(position(i, c))];
      if (c < options_.dimensions) {
        if (equal_slopes() && i > 0) continue;  // one parameter, one prior
        if (options_.slope_prior.shape == PriorShape::lognormal && !(value > 0)) return -HUGE_VAL;
        sum += prior_at(options_.slope_prior, value).value + wall_at(slope_wall, value).value;
      } else if (c == options_.dimensions) {
        sum += prior_at(options_.intercept_prior, value).value + wall_at(intercept_wall, value).value;
      } else {
        sum += prior_at(options_.guessing_prior, value).value;
      }
    }
  }
  return sum;
}

void MarginalModel::prior_derivatives(const Eigen::VectorXd& x, Eigen::VectorXd& gradient,
                                      Eigen::VectorXd& curvature) const {
  gradient = Eigen::VectorXd::Zero(index(size()));
  curvature = Eigen::VectorXd::Zero(index(size()));
  const auto add = [&](Index at, const PriorAt& prior) {
    gradient[at] += prior.slope;
    curvature[at] += prior.curvature;
  };
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t c = 0; c < columns(); ++c) {
      const Index at = index(position(i, c));
      if (c < options_.dimensions) {
        if (equal_slopes() && i > 0) continue;
        add(at, prior_at(options_.slope_prior, x[at]));
        add(at, wall_at(slope_wall, x[at]));
      } else if (c == options_.dimensions) {
        add(at, prior_at(options_.intercept_prior, x[at]));
        add(at, wall_at(intercept_wall, x[at]));
      } else {
        add(at, prior_at(options_.guessing_prior, x[at]));
      }
    }
  }
}

Eigen::VectorXd MarginalModel::gather(const Matrix& gradient) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(index(size()));
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t c = 0; c < columns(); ++c) sum[index(position(i, c))] += gradient(i, c);
  }
  return sum;
}

Eigen::MatrixXd MarginalModel::gather_information(const Matrix& information) const {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(index(size()), index(size()));
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t a = 0; a < columns(); ++a) {
      const Index row = index(position(i, a));
      const auto values = information.row(i * columns() + a);
      for (std::size_t j = 0; j < items(); ++j) {
        for (std::size_t b = 0; b < columns(); ++b) sum(row, index(position(j, b))) += values[j * columns() + b];
      }
    }
  }
  return sum;
}

double MarginalModel::longest_step(const Eigen::VectorXd& x, const Eigen::VectorXd& direction) const {
  double longest = 1;
  for (Index k = 0; k < x.size(); ++k) {
    longest = std::min(longest, (1 + std::abs(x[k])) / std::max(std::abs(direction[k]), 1e-300));
  }
  if (options_.slope_prior.shape != PriorShape::lognormal) return longest;
  for (std::size_t i = 0; i < items(); ++i) {
    const Index at = index(position(i, 0));
    if (direction[at] < 0) longest = std::min(longest, -0.8 * x[at] / direction[at]);
  }
  return longest;
}

Eigen::MatrixXd MarginalModel::held_directions(const Eigen::VectorXd& x, bool turned) const {
  const std::size_t dimensions = options_.dimensions;
  Eigen::MatrixXd tangents = Eigen::MatrixXd::Zero(index(size()), index(dimensions * (dimensions - 1) / 2));
  if (tangents.cols() == 0) return tangents;
  Index column = 0;
  if (turned && options_.axes == MarginalAxes::last_items) {
    for (std::size_t back = 0; back + 1 < dimensions; ++back) {
      for (std::size_t d = back + 1; d < dimensions; ++d, ++column) {
        tangents(index(position(items() - 1 - back, d)), column) = 1;
      }
    }
    return tangents;
  }
  for (std::size_t d = 0; d < dimensions; ++d) {
    for (std::size_t e = d + 1; e < dimensions; ++e, ++column) {
      for (std::size_t i = 0; i < items(); ++i) {
        tangents(index(position(i, d)), column) = -x[index(position(i, e))];
        tangents(index(position(i, e)), column) = x[index(position(i, d))];
      }
    }
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(tangents);
  return qr.householderQ() * Eigen::MatrixXd::Identity(tangents.rows(), tangents.cols());
}

bool MarginalModel::turn_axes(Eigen::VectorXd& x) const {
  const std::size_t dimensions = options_.dimensions;
  const Index order = index(dimensions);
  if (options_.slope_prior.shape != PriorShape::none && options_.slope_prior.mean != 0) return false;
  if (equal_slopes()) {
    // A negative common slope is the mirror image of a positive one.
    if (x[index(items())] >= 0) return false;
    x[index(items())] = -x[index(items())];
    return true;
  }
  Eigen::MatrixXd slopes(index(items()), order);
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(order, order);
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) slopes(index(i), index(d)) = x[index(position(i, d))];
    const Eigen::RowVectorXd row = slopes.row(index(i)) / logistic_scale;
    products += row.transpose() * row / (1 + row.squaredNorm());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
  Eigen::MatrixXd turned = slopes * solver.eigenvectors().rowwise().reverse();
  if (options_.axes == MarginalAxes::last_items && dimensions > 1) {
    // Columns: the slopes of the last items, the last first. Q spans them in that order.
    Eigen::MatrixXd last(order, order);
    for (Index back = 0; back < order; ++back) last.col(back) = turned.row(turned.rows() - 1 - back).transpose();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(last);
    turned = turned * (qr.householderQ() * Eigen::MatrixXd::Identity(order, order));
    for (Index back = 0; back + 1 < order; ++back) {
      turned.row(turned.rows() - 1 - back).tail(order - 1 - back).setZero();
    }
  }
  for (Index d = 0; d < order; ++d) {
    if (turned.col(d).sum() < 0) turned.col(d) *= -1;
  }
  if ((turned - slopes).cwiseAbs().maxCoeff() < 1e-12) return false;
  for (std::size_t i = 0; i < items(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) x[index(position(i, d))] = turned(index(i), index(d));
  }
  return true;
}

CompleteInformation::CompleteInformation(const MarginalModel& model, const Matrix& item_information,
                                         const Eigen::VectorXd& prior_curvature, std::size_t columns, bool equal_slopes)
    : items_(model.items()), columns_(columns), equal_slopes_(equal_slopes) {
  const auto curvature = [&](std::size_t item, std::size_t column) {
    return std::max(prior_curvature[index(model.position(item, column))], 0.0);
  };
  if (equal_slopes) {
    intercept_ = Eigen::VectorXd(index(items_));
    mixed_ = Eigen::VectorXd(index(items_));
    slope_ = curvature(0, 0) + ridge;
    for (std::size_t i = 0; i < items_; ++i) {
      intercept_[index(i)] = item_information(i, packed_index(1, 1)) + curvature(i, 1) + ridge;
      mixed_[index(i)] = item_information(i, packed_index(1, 0));
      slope_ += item_information(i, packed_index(0, 0)) - mixed_[index(i)] * mixed_[index(i)] / intercept_[index(i)];
    }
    return;
  }
  const Index order = index(columns);
  for (std::size_t i = 0; i < items_; ++i) {
    Eigen::MatrixXd block(order, order);
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = 0; b < columns; ++b) {
        block(index(a), index(b)) = item_information(i, packed_index(a, b)) + (a == b ? curvature(i, a) + ridge : 0);
      }
    }
    inverse_.push_back(block.llt().solve(Eigen::MatrixXd::Identity(order, order)));
  }
}

Eigen::VectorXd CompleteInformation::solve(const Eigen::VectorXd& gradient) const {
  Eigen::VectorXd result(gradient.size());
  if (equal_slopes_) {
    const Index n = index(items_);
    const Eigen::VectorXd scaled = gradient.head(n).cwiseQuotient(intercept_);
    result[n] = (gradient[n] - mixed_.dot(scaled)) / slope_;
    result.head(n) = scaled - result[n] * mixed_.cwiseQuotient(intercept_);
    return result;
  }
  const Index order = index(columns_);
  for (std::size_t i = 0; i < items_; ++i) {
    result.segment(index(i) * order, order) = inverse_[i] * gradient.segment(index(i) * order, order);
  }
  return result;
}

}  // namespace harmonograph
