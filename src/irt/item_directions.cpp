#include "irt/item_directions.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cluster/kmeans.hpp"
#include "core/random.hpp"
#include "stats/distributions.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;

constexpr double degrees = 57.29577951308232;
constexpr std::size_t most_iterations = 50;
constexpr std::size_t null_draws = 99;
constexpr std::size_t most_deciding = 1000;
constexpr std::size_t most_clustered = 3000;
constexpr double least_angle = 30;
constexpr double least_share = 0.15;
constexpr std::size_t least_items = 5;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t d = 0; d < a.size(); ++d) sum += a[d] * b[d];
  return sum;
}

double norm(std::span<const double> a) {
  return std::sqrt(dot(a, a));
}

Matrix to_matrix(const Eigen::MatrixXd& dense) {
  Matrix matrix(static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()));
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) {
      matrix(r, c) = dense(static_cast<Index>(r), static_cast<Index>(c));
    }
  }
  return matrix;
}

std::vector<double> times(const Matrix& matrix, std::span<const double> vector) {
  std::vector<double> result(matrix.rows(), 0);
  for (std::size_t r = 0; r < matrix.rows(); ++r) result[r] = dot(matrix.row(r), vector);
  return result;
}

void make_unit(std::span<double> vector) {
  const double length = norm(vector);
  if (!(length > 0)) return;
  for (double& value : vector) value /= length;
}

/// One start: first centre drawn by length, the others by length times 1 - cosine to the nearest (as k-means++).
DirectionClusters one_start(const Matrix& vectors, const std::vector<double>& lengths, std::size_t k, Random& random) {
  const std::size_t count = vectors.rows();
  const std::size_t order = vectors.columns();
  DirectionClusters clusters;
  clusters.labels.assign(count, 0);
  clusters.centres = Matrix(k, order, 0);
  std::vector<double> best(count, -1);  // cosine to the nearest centre
  for (std::size_t c = 0; c < k; ++c) {
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += lengths[i] * (c == 0 ? 1 : std::max(0.0, 1 - best[i]));
    double target = random.uniform() * total;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double share = lengths[i] * (c == 0 ? 1 : std::max(0.0, 1 - best[i]));
      if (share <= 0) continue;
      chosen = i;
      target -= share;
      if (target < 0) break;
    }
    std::copy(vectors.row(chosen).begin(), vectors.row(chosen).end(), clusters.centres.row(c).begin());
    make_unit(clusters.centres.row(c));
    for (std::size_t i = 0; i < count; ++i) {
      if (lengths[i] > 0) best[i] = std::max(best[i], dot(vectors.row(i), clusters.centres.row(c)) / lengths[i]);
    }
  }
  double total = 0;
  for (const double length : lengths) total += length;
  for (std::size_t iteration = 0; iteration < most_iterations; ++iteration) {
    bool changed = iteration == 0;
    double sum = 0;
    Matrix sums(k, order, 0);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t label = 0;
      double largest = -std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < k; ++c) {
        const double value = dot(vectors.row(i), clusters.centres.row(c));
        if (value > largest) {
          largest = value;
          label = static_cast<std::uint32_t>(c);
        }
      }
      changed = changed || label != clusters.labels[i];
      clusters.labels[i] = label;
      sum += largest;
      for (std::size_t d = 0; d < order; ++d) sums(label, d) += vectors(i, d);
    }
    clusters.cohesion = total > 0 ? sum / total : 1;
    if (!changed) break;
    for (std::size_t c = 0; c < k; ++c) {
      // A centre without items stays where it is.
      if (!(norm(sums.row(c)) > 0)) continue;
      std::copy(sums.row(c).begin(), sums.row(c).end(), clusters.centres.row(c).begin());
      make_unit(clusters.centres.row(c));
    }
  }
  return clusters;
}

/// (1 - cohesion of two directions) / (1 - cohesion of one): small = two ways.
double two_way_ratio(const Matrix& vectors, std::uint64_t seed, std::size_t starts, DirectionClusters* kept) {
  const DirectionClusters one = cluster_directions(vectors, 1, 1, seed);
  DirectionClusters two = cluster_directions(vectors, 2, starts, seed);
  const double ratio = one.cohesion < 1 - 1e-9 ? (1 - two.cohesion) / (1 - one.cohesion) : 1;
  if (kept != nullptr) *kept = std::move(two);
  return ratio;
}

/// The valley between two directions; see find_direction_mix.
bool has_valley(const Matrix& vectors, const Matrix& centres) {
  const std::size_t order = vectors.columns();
  std::vector<double> line(order);
  std::vector<double> middle(order);
  for (std::size_t d = 0; d < order; ++d) {
    line[d] = (centres(0, d) - centres(1, d)) / 2;
    middle[d] = (centres(0, d) + centres(1, d)) / 2;
  }
  const double scale = dot(line, line);
  double thirds[3] = {0, 0, 0};
  for (std::size_t i = 0; i < vectors.rows(); ++i) {
    const double length = norm(vectors.row(i));
    if (!(length > 0)) continue;
    double t = 0;
    for (std::size_t d = 0; d < order; ++d) t += (vectors(i, d) / length - middle[d]) * line[d];
    t /= scale;  // -1 and 1 are the two directions
    if (std::abs(t) < 1.0 / 3) thirds[1] += length;
    if (std::abs(t - 1) < 1.0 / 3) thirds[2] += length;
    if (std::abs(t + 1) < 1.0 / 3) thirds[0] += length;
  }
  return thirds[1] < 0.5 * std::min(thirds[0], thirds[2]);
}

}  // namespace

ItemDirections::ItemDirections(const ItemResponseFit& fit)
    : slopes_(fit.items(), fit.dimensions), lengths_(fit.items()), informative_(fit.items(), 0) {
  const auto order = static_cast<Index>(fit.dimensions);
  Eigen::MatrixXd correlations = Eigen::MatrixXd::Identity(order, order);
  if (!fit.ability_correlations.empty()) {
    for (Index r = 0; r < order; ++r) {
      for (Index c = 0; c < order; ++c) {
        correlations(r, c) = fit.ability_correlations(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
      }
    }
  }
  const Eigen::MatrixXd root = correlations.llt().matrixU();
  root_ = to_matrix(root);
  inverse_ = to_matrix(root.inverse());
  const double needed = [&] {
    // Smallest chi-square with p < .05, by bisection.
    double low = 0;
    double high = 100;
    for (int step = 0; step < 60; ++step) {
      const double middle = (low + high) / 2;
      (chi_square_upper(middle, static_cast<double>(fit.dimensions)) > 0.05 ? low : high) = middle;
    }
    return high;
  }();
  for (std::size_t item = 0; item < fit.items(); ++item) {
    const std::vector<double> turned = times(root_, fit.slopes.row(item));
    std::copy(turned.begin(), turned.end(), slopes_.row(item).begin());
    lengths_[item] = norm(turned);
    if (fit.item_covariances.empty()) continue;
    Eigen::VectorXd slopes(order);
    Eigen::MatrixXd covariance(order, order);
    for (Index r = 0; r < order; ++r) {
      slopes(r) = fit.slopes(item, static_cast<std::size_t>(r));
      for (Index c = 0; c < order; ++c) {
        covariance(r, c) =
            fit.item_covariances(item, packed_index(static_cast<std::size_t>(r), static_cast<std::size_t>(c)));
      }
    }
    if (!covariance.allFinite()) continue;
    // A covariance of zeros: known exactly.
    const Eigen::MatrixXd safe = covariance + 1e-12 * Eigen::MatrixXd::Identity(order, order);
    informative_[item] = slopes.dot(safe.ldlt().solve(slopes)) > needed ? 1 : 0;
  }
}

std::vector<double> ItemDirections::mean_direction(std::span<const std::uint32_t> items) const {
  std::vector<double> sum(dimensions(), 0);
  for (const std::uint32_t item : items) {
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += slopes_(item, d);
  }
  make_unit(sum);
  return sum;
}

double ItemDirections::angle_between(std::span<const double> a, std::span<const double> b) {
  const double lengths = norm(a) * norm(b);
  if (!(lengths > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::acos(std::clamp(dot(a, b) / lengths, -1.0, 1.0)) * degrees;
}

double ItemDirections::angle(std::size_t item, std::span<const double> direction) const {
  return angle_between(slopes_.row(item), direction);
}

std::vector<double> ItemDirections::as_slopes(std::span<const double> direction) const {
  std::vector<double> slopes = times(inverse_, direction);
  make_unit(slopes);
  return slopes;
}

std::vector<double> ItemDirections::weights_along(std::span<const double> direction) const {
  std::vector<double> weights(dimensions(), 0);
  for (std::size_t d = 0; d < dimensions(); ++d) weights[d] = dot(axis(d), direction);
  return weights;
}

std::vector<double> ItemDirections::axis(std::size_t dimension) const {
  std::vector<double> unit(dimensions(), 0);
  unit[dimension] = 1;
  std::vector<double> direction = times(root_, unit);
  make_unit(direction);
  return direction;
}

SlopeAlong slope_along(const ItemResponseFit& fit, std::size_t item, std::span<const double> weights) {
  SlopeAlong along;
  double variance = fit.item_covariances.empty() ? std::numeric_limits<double>::quiet_NaN() : 0;
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    along.slope += weights[r] * fit.slopes(item, r);
    if (fit.item_covariances.empty()) continue;
    for (std::size_t c = 0; c < fit.dimensions; ++c) {
      variance += weights[r] * weights[c] * fit.item_covariances(item, packed_index(r, c));
    }
  }
  along.error = variance < 0 ? 0 : std::sqrt(variance);  // NaN stays NaN
  return along;
}

DirectionClusters cluster_directions(const Matrix& vectors, std::size_t k, std::size_t starts, std::uint64_t seed) {
  std::vector<double> lengths(vectors.rows());
  for (std::size_t i = 0; i < vectors.rows(); ++i) lengths[i] = norm(vectors.row(i));
  DirectionClusters best;
  for (std::size_t start = 0; start < std::max<std::size_t>(1, starts); ++start) {
    Random random(seed, start);
    DirectionClusters clusters = one_start(vectors, lengths, k, random);
    if (start == 0 || clusters.cohesion > best.cohesion + 1e-12) best = std::move(clusters);
  }
  return best;
}

Result<DirectionGroups> direction_groups(const ItemResponseFit& fit, const DirectionGroupOptions& options) {
  if (fit.dimensions < 2) {
    return Error{ErrorCode::invalid_argument,
                 "With one dimension all items point along the same line.",
                 {},
                 0,
                 "Fit two dimensions or more to group items by their directions."};
  }
  if (options.smallest_k < 2 || options.largest_k < options.smallest_k || options.smallest_k > fit.items()) {
    return Error{ErrorCode::invalid_argument,
                 "The number of direction groups must lie between 2 and the number of items.",
                 {},
                 0,
                 "Choose a range such as 2 to 10."};
  }
  const ItemDirections directions(fit);
  Matrix vectors(fit.items(), fit.dimensions);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    std::copy(directions.slope(i).begin(), directions.slope(i).end(), vectors.row(i).begin());
  }
  const std::size_t stride = (fit.items() + most_clustered - 1) / most_clustered;
  Matrix deciding((fit.items() + stride - 1) / stride, fit.dimensions);
  for (std::size_t i = 0; i < deciding.rows(); ++i) {
    const auto slopes = vectors.row(i * stride);
    std::copy(slopes.begin(), slopes.end(), deciding.row(i).begin());
  }
  DirectionGroups result;
  double best = -std::numeric_limits<double>::infinity();
  Matrix centres;
  for (std::size_t k = options.smallest_k; k <= std::min(options.largest_k, fit.items()); ++k) {
    // Of very many items every n-th finds the directions; all are assigned.
    DirectionClusters clusters = cluster_directions(deciding, k, options.starts, options.seed);
    clusters.labels.assign(fit.items(), 0);
    for (std::size_t i = 0; i < fit.items(); ++i) {
      double largest = -std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < k; ++c) {
        const double value = dot(vectors.row(i), clusters.centres.row(c));
        if (value > largest) {
          largest = value;
          clusters.labels[i] = static_cast<std::uint32_t>(c);
        }
      }
    }
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < fit.items(); ++i) {
      const double length = directions.length(i);
      if (!(length > 0)) continue;
      double other = 2;
      for (std::size_t c = 0; c < k; ++c) {
        if (c != clusters.labels[i]) other = std::min(other, 1 - dot(vectors.row(i), clusters.centres.row(c)) / length);
      }
      const double own = std::max(0.0, 1 - dot(vectors.row(i), clusters.centres.row(clusters.labels[i])) / length);
      const double larger = std::max(own, other);
      sum += larger > 0 ? length * (other - own) / larger : 0;
      total += length;
    }
    const double silhouette = total > 0 ? sum / total : 0;
    result.ks.push_back(k);
    result.silhouettes.push_back(silhouette);
    if (silhouette > best + 1e-12) {
      best = silhouette;
      result.labels = clusters.labels;
      centres = clusters.centres;
    }
  }
  const Labeling canonical = canonical_labeling(result.labels);
  std::vector<std::uint32_t> first_label(canonical.groups, 0);
  for (std::size_t i = fit.items(); i-- > 0;) first_label[canonical.labels[i]] = result.labels[i];
  result.labels = canonical.labels;
  result.k = canonical.groups;
  result.directions = Matrix(result.k, fit.dimensions);
  for (std::size_t g = 0; g < result.k; ++g) {
    const std::vector<double> slopes = directions.as_slopes(centres.row(first_label[g]));
    std::copy(slopes.begin(), slopes.end(), result.directions.row(g).begin());
  }
  return result;
}

DirectionMix find_direction_mix(const ItemDirections& directions, std::span<const std::uint32_t> items,
                                std::uint64_t seed) {
  DirectionMix mix;
  const std::size_t order = directions.dimensions();
  if (order < 2 || items.size() < 4 * least_items) return mix;
  const std::size_t stride = (items.size() + most_deciding - 1) / most_deciding;
  std::vector<std::uint32_t> deciding;
  for (std::size_t i = 0; i < items.size(); i += stride) deciding.push_back(items[i]);
  const auto count = static_cast<Index>(deciding.size());
  Matrix vectors(deciding.size(), order);
  Eigen::MatrixXd slopes(count, static_cast<Index>(order));
  for (std::size_t i = 0; i < deciding.size(); ++i) {
    for (std::size_t d = 0; d < order; ++d) {
      vectors(i, d) = directions.slope(deciding[i])[d];
      slopes(static_cast<Index>(i), static_cast<Index>(d)) = vectors(i, d);
    }
  }
  DirectionClusters clusters;
  const double observed = two_way_ratio(vectors, seed, 5, &clusters);
  mix.angle = ItemDirections::angle_between(clusters.centres.row(0), clusters.centres.row(1));
  const auto second = static_cast<std::size_t>(std::count(clusters.labels.begin(), clusters.labels.end(), 1U));
  const std::size_t smaller = std::min(second, deciding.size() - second);
  const auto needed = static_cast<std::size_t>(std::ceil(least_share * static_cast<double>(deciding.size())));
  if (!(mix.angle >= least_angle) || smaller < std::max(least_items, needed)) return mix;
  if (!has_valley(vectors, clusters.centres)) return mix;
  const Eigen::RowVectorXd mean = slopes.colwise().mean();
  const Eigen::MatrixXd centred = slopes.rowwise() - mean;
  const Eigen::MatrixXd covariance = centred.transpose() * centred / static_cast<double>(count - 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  const Eigen::MatrixXd root = solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
  for (std::size_t draw = 0; draw < null_draws; ++draw) {
    Random random(seed + 1, draw);
    Matrix drawn(deciding.size(), order);
    Eigen::VectorXd normal(static_cast<Index>(order));
    for (std::size_t i = 0; i < deciding.size(); ++i) {
      for (double& value : normal) value = random.normal();
      const Eigen::VectorXd vector = mean.transpose() + root * normal;
      std::copy(vector.begin(), vector.end(), drawn.row(i).begin());
    }
    if (two_way_ratio(drawn, seed, 3, nullptr) <= observed) return mix;
  }
  mix.found = true;
  // The larger group first; all items, also those that did not decide.
  const bool swap = 2 * second > deciding.size();
  mix.directions = Matrix(2, order);
  for (std::size_t c = 0; c < 2; ++c) {
    const auto centre = clusters.centres.row(swap ? 1 - c : c);
    std::copy(centre.begin(), centre.end(), mix.directions.row(c).begin());
  }
  for (const std::uint32_t item : items) {
    const double first = dot(directions.slope(item), mix.directions.row(0));
    mix.labels.push_back(dot(directions.slope(item), mix.directions.row(1)) > first ? 1U : 0U);
  }
  return mix;
}

}  // namespace harmonograph
