#include "irt/rotation.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "core/random.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;
using Dense = Eigen::MatrixXd;

constexpr std::size_t most_start_rows = 1000;
constexpr std::size_t most_start_iterations = 500;
constexpr std::size_t most_final_iterations = 5000;
constexpr double start_tolerance = 1e-6;
constexpr double thin_tolerance = 1e-5;  // of criteria that run through thousands of items
constexpr double final_tolerance = 1e-9;
constexpr double most_correlation = 0.99;  // of two axes; beyond it they are one
constexpr double loading_constant = 1.702;

Index index(std::size_t value) {
  return static_cast<Index>(value);
}

Dense to_dense(const Matrix& matrix) {
  Dense dense(index(matrix.rows()), index(matrix.columns()));
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) dense(index(r), index(c)) = matrix(r, c);
  }
  return dense;
}

Matrix to_matrix(const Dense& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()));
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) matrix(r, c) = dense(index(r), index(c));
  }
  return matrix;
}

/// What is minimised, per item, so that tolerances mean the same for 30 and for 30,000 items; and A'G, G its derivative
/// with respect to the loadings L = A U.
struct Value {
  double f = 0;
  Dense gradient;  // D x D
};

class Criterion {
 public:
  virtual ~Criterion() = default;
  [[nodiscard]] virtual Value at(const Dense& u) const = 0;
};

/// Oblimin and varimax are polynomials of degree 4 in the loadings: the moments of the rows of A are all they need,
/// so that an iteration costs the same whatever the number of items.
class QuarticCriterion : public Criterion {
 public:
  QuarticCriterion(const Dense& loadings, bool varimax, double gamma)
      : varimax_(varimax), gamma_(gamma), order_(loadings.cols()) {
    const auto rows = static_cast<double>(loadings.rows());
    second_ = loadings.transpose() * loadings / rows;
    Dense products(loadings.rows(), order_ * order_);  // a_a a_b of each row
    for (Index a = 0; a < order_; ++a) {
      for (Index b = 0; b < order_; ++b) products.col(a * order_ + b) = loadings.col(a).cwiseProduct(loadings.col(b));
    }
    fourth_ = products.transpose() * products / rows;
  }

  [[nodiscard]] Value at(const Dense& u) const override {
    // Q_k = mean of (a . u_k)^2 a a'
    std::vector<Dense> weighted;
    Dense sum = Dense::Zero(order_, order_);
    Eigen::VectorXd second(order_);
    for (Index k = 0; k < order_; ++k) {
      const Dense square = u.col(k) * u.col(k).transpose();
      const Eigen::VectorXd flat = fourth_ * Eigen::Map<const Eigen::VectorXd>(square.data(), order_ * order_);
      weighted.emplace_back(Eigen::Map<const Dense>(flat.data(), order_, order_));
      sum += weighted.back();
      second(k) = u.col(k).dot(second_ * u.col(k));
    }
    Value value;
    value.gradient = Dense(order_, order_);
    for (Index j = 0; j < order_; ++j) {
      const Dense& own = weighted[static_cast<std::size_t>(j)];
      const Eigen::VectorXd with_second = second_ * u.col(j);
      if (varimax_) {
        value.gradient.col(j) = second(j) * with_second - own * u.col(j);
      } else {
        value.gradient.col(j) = (sum - own) * u.col(j) - gamma_ * (second.sum() - second(j)) * with_second;
      }
      value.f += u.col(j).dot(value.gradient.col(j)) / 4;
    }
    return value;
  }

 private:
  bool varimax_;
  double gamma_;
  Index order_;
  Dense second_;  // D x D
  Dense fourth_;  // D^2 x D^2
};

class GeominCriterion : public Criterion {
 public:
  GeominCriterion(const Dense& loadings, double epsilon) : loadings_(loadings), epsilon_(epsilon) {}

  [[nodiscard]] Value at(const Dense& u) const override {
    const Dense l = loadings_ * u;
    const Dense squares = l.cwiseAbs2().array() + epsilon_;
    const auto factors = static_cast<double>(l.cols());
    const Eigen::VectorXd means = squares.rowwise().prod().array().pow(1 / factors);
    const Dense gradient = (2 / factors) * means.asDiagonal() * l.cwiseQuotient(squares);
    const auto rows = static_cast<double>(l.rows());
    return {means.sum() / rows, loadings_.transpose() * gradient / rows};
  }

 private:
  Dense loadings_;
  double epsilon_;
};

class TargetCriterion : public Criterion {
 public:
  TargetCriterion(const Dense& loadings, const Dense& target) : loadings_(loadings), target_(target) {}

  [[nodiscard]] Value at(const Dense& u) const override {
    const Dense difference = (loadings_ * u - target_).unaryExpr([](double x) { return std::isnan(x) ? 0 : x; });
    const auto rows = static_cast<double>(loadings_.rows());
    return {difference.squaredNorm() / rows, 2 * loadings_.transpose() * difference / rows};
  }

 private:
  Dense loadings_;
  Dense target_;
};

std::unique_ptr<Criterion> criterion_for(const RotationOptions& options, const Dense& loadings, const Dense& target) {
  switch (options.criterion) {
    case RotationCriterion::geomin: return std::make_unique<GeominCriterion>(loadings, options.epsilon);
    case RotationCriterion::target: return std::make_unique<TargetCriterion>(loadings, target);
    case RotationCriterion::varimax: return std::make_unique<QuarticCriterion>(loadings, true, 0);
    case RotationCriterion::oblimin:
    case RotationCriterion::none: break;
  }
  return std::make_unique<QuarticCriterion>(loadings, false, options.gamma);
}

struct Descent {
  Dense transformation;
  double f = 0;
  bool converged = false;
  bool usable = false;  // no two axes fell into one
};

/// U of L = A U.
Dense loading_map(const Dense& transformation, bool orthogonal) {
  return orthogonal ? transformation : Dense(transformation.transpose().partialPivLu().inverse());
}

/// Back onto the manifold: the nearest orthogonal matrix, or columns of length 1.
Dense project(const Dense& matrix, bool orthogonal) {
  if (orthogonal) {
    const Eigen::JacobiSVD<Dense> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return svd.matrixU() * svd.matrixV().transpose();
  }
  return matrix * matrix.colwise().norm().cwiseInverse().asDiagonal();
}

bool separate_axes(const Dense& transformation) {
  const Dense correlations = transformation.transpose() * transformation;
  for (Index r = 0; r < correlations.rows(); ++r) {
    for (Index c = 0; c < r; ++c) {
      if (!(std::abs(correlations(r, c)) < most_correlation)) return false;
    }
  }
  return std::abs(transformation.determinant()) > 1e-6;
}

Descent descend(const Criterion& criterion, bool orthogonal, Dense transformation, double tolerance,
                std::size_t most_iterations) {
  Descent state;
  state.transformation = std::move(transformation);
  Dense u = loading_map(state.transformation, orthogonal);
  Value value = criterion.at(u);
  double step = 1;
  for (std::size_t iteration = 0; iteration < most_iterations; ++iteration) {
    const Dense& t = state.transformation;
    Dense projected;
    if (orthogonal) {
      const Dense m = t.transpose() * value.gradient;
      projected = value.gradient - t * (m + m.transpose()) / 2;
    } else {
      // -(L'G T^-1)', and T^-1 = U'.
      const Dense gradient = -(u.transpose() * value.gradient * u.transpose()).transpose();
      projected = gradient - t * t.cwiseProduct(gradient).colwise().sum().asDiagonal();
    }
    const double slope = projected.squaredNorm();
    if (std::sqrt(slope) < tolerance) {
      state.converged = true;
      break;
    }
    step *= 2;
    bool better = false;
    for (int halving = 0; halving < 40; ++halving, step /= 2) {
      const Dense candidate = project(t - step * projected, orthogonal);
      const Dense next_u = loading_map(candidate, orthogonal);
      Value next = criterion.at(next_u);
      if (!(value.f - next.f > 0.5 * slope * step)) continue;  // also when it is not a number
      state.transformation = candidate;
      u = next_u;
      value = std::move(next);
      better = true;
      break;
    }
    if (!better) {
      // The gain is below the rounding of f: as far as doubles go.
      state.converged = std::sqrt(slope) < 1e-5;
      break;
    }
    if (!orthogonal && !separate_axes(state.transformation)) return state;
  }
  state.f = value.f;
  state.usable = std::isfinite(value.f) && state.transformation.allFinite();
  return state;
}

Dense random_rotation(std::size_t order, Random& random) {
  Dense normal(index(order), index(order));
  for (Index r = 0; r < normal.rows(); ++r) {
    for (Index c = 0; c < normal.cols(); ++c) normal(r, c) = random.normal();
  }
  return project(normal, true);
}

/// Every n-th row, so that at most most_start_rows are left.
Dense thinned(const Dense& matrix) {
  const std::size_t stride = (static_cast<std::size_t>(matrix.rows()) + most_start_rows - 1) / most_start_rows;
  if (stride <= 1 || matrix.rows() == 0) return matrix;
  const std::size_t rows = (static_cast<std::size_t>(matrix.rows()) + stride - 1) / stride;
  Dense result(index(rows), matrix.cols());
  for (std::size_t r = 0; r < rows; ++r) result.row(index(r)) = matrix.row(index(r * stride));
  return result;
}

struct Search {
  std::optional<Descent> best;
  std::size_t at_best = 0;
};

Search search(const Dense& loadings, const RotationOptions& options, const Dense& target) {
  const bool orthogonal = options.criterion == RotationCriterion::varimax;
  const auto criterion = criterion_for(options, loadings, target);
  // Criteria that run through the items find their start on some of them.
  const bool by_items =
      options.criterion == RotationCriterion::geomin || options.criterion == RotationCriterion::target;
  const bool thin = by_items && static_cast<std::size_t>(loadings.rows()) > most_start_rows;
  const auto thin_criterion =
      thin ? criterion_for(options, thinned(loadings), target.size() > 0 ? thinned(target) : target) : nullptr;
  const auto order = static_cast<std::size_t>(loadings.cols());
  std::vector<Descent> ends;
  std::size_t best = 0;
  for (std::size_t start = 0; start < std::max<std::size_t>(1, options.starts); ++start) {
    Random random(options.seed, start);
    Dense first = start == 0 ? Dense::Identity(index(order), index(order)) : random_rotation(order, random);
    ends.push_back(descend(thin ? *thin_criterion : *criterion, orthogonal, std::move(first), start_tolerance,
                           most_start_iterations));
    const Descent& end = ends.back();
    // Only a clear gain makes a later start the better one: rounding must not decide.
    const bool first_usable = end.usable && !ends[best].usable;
    if (first_usable || (end.usable && end.f < ends[best].f - 1e-9)) best = ends.size() - 1;
  }
  Search result;
  if (!ends[best].usable) return result;
  for (const Descent& end : ends) {
    result.at_best += end.usable && end.f < ends[best].f + 1e-5 * std::max(1e-3, std::abs(ends[best].f)) ? 1U : 0U;
  }
  Descent finished = descend(*criterion, orthogonal, ends[best].transformation, thin ? thin_tolerance : final_tolerance,
                             thin ? most_start_iterations : most_final_iterations);
  if (finished.usable) result.best = std::move(finished);
  return result;
}

/// Columns by variance explained, signs by their sum: a signed permutation.
Dense canonical_order(const Dense& loadings, const Dense& correlations) {
  const Eigen::VectorXd explained = (loadings.cwiseProduct(loadings * correlations)).colwise().sum();
  std::vector<Index> order(static_cast<std::size_t>(loadings.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return explained(a) > explained(b); });
  Dense permutation = Dense::Zero(loadings.cols(), loadings.cols());
  for (std::size_t place = 0; place < order.size(); ++place) {
    permutation(order[place], index(place)) = loadings.col(order[place]).sum() < 0 ? -1 : 1;
  }
  return permutation;
}

Error bad_rotation(const std::string& message) {
  return {ErrorCode::invalid_argument, message, {}, 0, "Rotate the slopes of a finished fit."};
}

/// M C M' for a packed symmetric C.
void transform_packed(std::span<double> packed, const Dense& matrix) {
  const auto order = static_cast<std::size_t>(matrix.rows());
  Dense covariance(matrix.rows(), matrix.rows());
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c < order; ++c) covariance(index(r), index(c)) = packed[packed_index(r, c)];
  }
  const Dense result = matrix * covariance * matrix.transpose();
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c <= r; ++c)
      packed[packed_index(r, c)] = (result(index(r), index(c)) + result(index(c), index(r))) / 2;
  }
}

Matrix identity(std::size_t order) {
  Matrix matrix(order, order, 0);
  for (std::size_t d = 0; d < order; ++d) matrix(d, d) = 1;
  return matrix;
}

bool is_identity(const Matrix& matrix) {
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) {
      if (std::abs(matrix(r, c) - (r == c ? 1 : 0)) > 1e-12) return false;
    }
  }
  return true;
}

}  // namespace

Result<Rotation> rotate_loadings(const Matrix& loadings, const RotationOptions& options) {
  if (loadings.rows() == 0 || loadings.columns() == 0) return bad_rotation("There are no loadings to rotate.");
  if (!std::all_of(loadings.values().begin(), loadings.values().end(), [](double x) { return std::isfinite(x); })) {
    return bad_rotation("The loadings hold numbers that are not finite and cannot be rotated.");
  }
  const bool to_target = options.criterion == RotationCriterion::target;
  if (to_target && (options.target.rows() != loadings.rows() || options.target.columns() != loadings.columns())) {
    return bad_rotation("The target of the rotation has another shape than the loadings.");
  }
  const Dense given = to_dense(loadings);
  Dense rows = given;
  Dense target = to_target ? to_dense(options.target) : Dense();
  if (options.kaiser) {
    for (Index r = 0; r < rows.rows(); ++r) {
      const double length = given.row(r).norm();
      if (!(length > 0)) continue;
      rows.row(r) /= length;
      if (to_target) target.row(r) /= length;
    }
  }
  Rotation rotation;
  Dense transformation = Dense::Identity(given.cols(), given.cols());
  if (given.cols() > 1 && options.criterion != RotationCriterion::none && given.squaredNorm() > 0) {
    Search found = search(rows, options, target);
    if (!found.best) {
      // Quartimin and its kin have no minimum when the items do not tell the axes apart.
      RotationOptions orthogonal = options;
      orthogonal.criterion = RotationCriterion::varimax;
      rotation.collapsed = true;
      found = search(rows, orthogonal, Dense());
    }
    if (found.best) {
      transformation = found.best->transformation;
      rotation.criterion = found.best->f * static_cast<double>(given.rows());
      rotation.converged = found.best->converged;
      rotation.starts_at_best = found.at_best;
    } else {
      rotation.converged = false;
    }
  }
  Dense correlations = transformation.transpose() * transformation;
  if (options.canonical && !to_target) {
    transformation *= canonical_order(given * loading_map(transformation, false), correlations);
    correlations = transformation.transpose() * transformation;
  }
  for (Index d = 0; d < correlations.rows(); ++d) correlations(d, d) = 1;
  rotation.loadings = to_matrix(given * loading_map(transformation, false));
  rotation.correlations = to_matrix(correlations);
  rotation.transformation = to_matrix(transformation);
  return rotation;
}

Matrix standardised_loadings(const ItemResponseFit& fit) {
  Matrix loadings = fit.slopes;
  for (std::size_t item = 0; item < loadings.rows(); ++item) {
    double squares = 0;
    for (double& value : loadings.row(item)) {
      value /= loading_constant;
      squares += value * value;
    }
    for (double& value : loadings.row(item)) value /= std::sqrt(1 + squares);
  }
  return loadings;
}

void transform_fit(ItemResponseFit& fit, const Matrix& transformation) {
  const std::size_t dimensions = fit.dimensions;
  const Dense t = to_dense(transformation);
  const Dense transposed = t.transpose();
  const Dense inverse = t.partialPivLu().inverse();
  fit.slopes = to_matrix(to_dense(fit.slopes) * inverse.transpose());
  fit.abilities = to_matrix(to_dense(fit.abilities) * t);
  Dense with_intercept = Dense::Identity(t.rows() + 1, t.rows() + 1);
  with_intercept.topLeftCorner(t.rows(), t.rows()) = inverse;
  for (std::size_t item = 0; item < fit.item_covariances.rows(); ++item) {
    transform_packed(fit.item_covariances.row(item), with_intercept);
  }
  for (std::size_t model = 0; model < fit.ability_covariances.rows(); ++model) {
    transform_packed(fit.ability_covariances.row(model), transposed);
  }
  for (ItemPrior& prior : fit.priors) {
    Eigen::VectorXd mean = Eigen::Map<const Eigen::VectorXd>(prior.mean.data(), index(prior.mean.size()));
    mean = with_intercept * mean;
    std::copy(mean.begin(), mean.end(), prior.mean.begin());
    transform_packed(prior.covariance, with_intercept);
  }
  if (fit.ability_correlations.empty()) fit.ability_correlations = identity(dimensions);
  fit.ability_correlations = to_matrix(transposed * to_dense(fit.ability_correlations) * t);
}

Result<Rotation> rotate_fit(ItemResponseFit& fit, const RotationOptions& options) {
  if (fit.ability_correlations.empty()) fit.ability_correlations = identity(fit.dimensions);
  if (options.criterion != RotationCriterion::none && !is_identity(fit.ability_correlations)) {
    const Dense root = to_dense(fit.ability_correlations).llt().matrixL();
    transform_fit(fit, to_matrix(root.transpose().partialPivLu().inverse()));
    fit.ability_correlations = identity(fit.dimensions);
  }
  auto rotation = rotate_loadings(standardised_loadings(fit), options);
  if (!rotation) return rotation.error();
  transform_fit(fit, rotation->transformation);
  // T'T has ones there but for the last bit.
  for (std::size_t d = 0; d < fit.dimensions; ++d) fit.ability_correlations(d, d) = 1;
  return rotation;
}

std::vector<double> variance_shares(const Matrix& loadings, const Matrix& correlations) {
  const Dense dense = to_dense(loadings);
  const Eigen::VectorXd explained = (dense.cwiseProduct(dense * to_dense(correlations))).colwise().sum();
  std::vector<double> shares(loadings.columns(), 0);
  const double total = explained.sum();
  if (!(total > 0)) return shares;
  for (std::size_t d = 0; d < shares.size(); ++d) shares[d] = explained(index(d)) / total;
  return shares;
}

Matrix orthogonal_procrustes(const Matrix& from, const Matrix& to) {
  return to_matrix(project(to_dense(from).transpose() * to_dense(to), true));
}

double tucker_congruence(std::span<const double> x, std::span<const double> y) {
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  if (!(xx > 0 && yy > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

std::vector<double> tucker_congruences(const Matrix& a, const Matrix& b) {
  std::vector<double> congruences;
  for (std::size_t d = 0; d < a.columns(); ++d) {
    std::vector<double> x(a.rows());
    std::vector<double> y(a.rows());
    for (std::size_t i = 0; i < a.rows(); ++i) {
      x[i] = a(i, d);
      y[i] = b(i, d);
    }
    congruences.push_back(tucker_congruence(x, y));
  }
  return congruences;
}

Matrix match_factors(const Matrix& from, const Matrix& to) {
  const std::size_t order = from.columns();
  Matrix congruence(order, order, 0);
  for (std::size_t a = 0; a < order; ++a) {
    for (std::size_t b = 0; b < order; ++b) {
      std::vector<double> x(from.rows());
      std::vector<double> y(from.rows());
      for (std::size_t i = 0; i < from.rows(); ++i) {
        x[i] = from(i, a);
        y[i] = to(i, b);
      }
      const double value = tucker_congruence(x, y);
      congruence(a, b) = std::isnan(value) ? 0 : value;
    }
  }
  std::vector<std::size_t> places(order);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<std::size_t> best = places;
  double best_sum = -1;
  do {
    double sum = 0;
    for (std::size_t b = 0; b < order; ++b) sum += std::abs(congruence(places[b], b));
    if (sum > best_sum + 1e-12) {
      best_sum = sum;
      best = places;
    }
  } while (std::next_permutation(places.begin(), places.end()));
  Matrix permutation(order, order, 0);
  for (std::size_t b = 0; b < order; ++b) permutation(best[b], b) = congruence(best[b], b) < 0 ? -1 : 1;
  return permutation;
}

}  // namespace harmonograph
