#include "cluster/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_iterations = 300;
constexpr double relative_tolerance = 1e-4;

/// The points without the columns that are not used.
struct Points {
  Matrix values;
  [[nodiscard]] std::size_t count() const { return values.rows(); }
  [[nodiscard]] std::size_t dimensions() const { return values.columns(); }
};

double squared_distance(const double* a, const double* b, std::size_t dimensions) {
  double total = 0;
  for (std::size_t d = 0; d < dimensions; ++d) total += (a[d] - b[d]) * (a[d] - b[d]);
  return total;
}

/// The item where the running sum of weights passes target.
std::size_t sample(const std::vector<double>& weights, double target) {
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    total += weights[i];
    if (total >= target && weights[i] > 0) return i;
  }
  return weights.size() - 1;
}

Matrix greedy_plus_plus(const Points& points, std::size_t k, Random& random) {
  const std::size_t n = points.count();
  const std::size_t dimensions = points.dimensions();
  const std::size_t trials = 2 + static_cast<std::size_t>(std::log(real(k)));
  Matrix centres(k, dimensions);
  std::size_t chosen = static_cast<std::size_t>(random.below(n));
  std::copy_n(points.values.row(chosen).data(), dimensions, centres.row(0).data());
  std::vector<double> closest(n);
  double potential = 0;
  for (std::size_t i = 0; i < n; ++i) {
    closest[i] = squared_distance(points.values.row(i).data(), centres.row(0).data(), dimensions);
    potential += closest[i];
  }
  std::vector<double> distances(n);
  std::vector<double> best_distances(n);
  for (std::size_t c = 1; c < k; ++c) {
    double best_potential = std::numeric_limits<double>::infinity();
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const double target = random.uniform() * potential;
      const std::size_t candidate = potential > 0 ? sample(closest, target) : static_cast<std::size_t>(random.below(n));
      double total = 0;
      for (std::size_t i = 0; i < n; ++i) {
        distances[i] = std::min(
            closest[i], squared_distance(points.values.row(i).data(), points.values.row(candidate).data(), dimensions));
        total += distances[i];
      }
      if (total < best_potential) {
        best_potential = total;
        chosen = candidate;
        best_distances.swap(distances);
      }
    }
    potential = best_potential;
    closest.swap(best_distances);
    std::copy_n(points.values.row(chosen).data(), dimensions, centres.row(c).data());
  }
  return centres;
}

/// The nearest centre of every point (the lowest number of equals), with its squared distance.
void assign(const Points& points, const Matrix& centres, std::vector<std::uint32_t>& labels,
            std::vector<double>& distances) {
  const std::size_t k = centres.rows();
  // Centres side by side, so that the loop over them is vector code.
  Matrix transposed(centres.columns(), k);
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < centres.columns(); ++d) transposed(d, c) = centres(c, d);
  }
  std::vector<double> sums(k);
  for (std::size_t i = 0; i < points.count(); ++i) {
    std::fill(sums.begin(), sums.end(), 0.0);
    const double* point = points.values.row(i).data();
    for (std::size_t d = 0; d < centres.columns(); ++d) {
      const double x = point[d];
      const double* row = transposed.row(d).data();
      for (std::size_t c = 0; c < k; ++c) sums[c] += (x - row[c]) * (x - row[c]);
    }
    std::size_t best = 0;
    for (std::size_t c = 1; c < k; ++c) best = sums[c] < sums[best] ? c : best;
    labels[i] = static_cast<std::uint32_t>(best);
    distances[i] = sums[best];
  }
}

/// Means of the clusters; an empty one takes the point farthest from its centre, which leaves its cluster.
Matrix centres_of(const Points& points, std::vector<std::uint32_t>& labels, std::vector<double>& distances,
                  std::size_t k) {
  std::vector<std::size_t> sizes(k, 0);
  for (const auto label : labels) ++sizes[label];
  for (std::size_t c = 0; c < k; ++c) {
    if (sizes[c] > 0) continue;
    std::size_t farthest = 0;
    for (std::size_t i = 1; i < distances.size(); ++i) farthest = distances[i] > distances[farthest] ? i : farthest;
    if (!(distances[farthest] > 0)) break;  // fewer distinct points than clusters
    --sizes[labels[farthest]];
    labels[farthest] = static_cast<std::uint32_t>(c);
    distances[farthest] = 0;
    ++sizes[c];
  }
  Matrix centres(k, points.dimensions());
  for (std::size_t i = 0; i < points.count(); ++i) {
    for (std::size_t d = 0; d < points.dimensions(); ++d) centres(labels[i], d) += points.values(i, d);
  }
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
      centres(c, d) /= real(std::max<std::size_t>(1, sizes[c]));
    }
  }
  return centres;
}

double mean_variance(const Points& points) {
  double total = 0;
  for (std::size_t d = 0; d < points.dimensions(); ++d) {
    double sum = 0;
    for (std::size_t i = 0; i < points.count(); ++i) sum += points.values(i, d);
    const double centre = sum / real(points.count());
    for (std::size_t i = 0; i < points.count(); ++i) {
      total += (points.values(i, d) - centre) * (points.values(i, d) - centre);
    }
  }
  return total / real(points.count()) / real(points.dimensions());
}

KMeansStart run(const Points& points, std::size_t k, Random& random) {
  const double tolerance = relative_tolerance * mean_variance(points);
  Matrix centres = greedy_plus_plus(points, k, random);
  KMeansStart result;
  result.labels.resize(points.count());
  std::vector<double> distances(points.count());
  std::vector<std::uint32_t> before;
  bool settled = false;
  for (std::size_t iteration = 0; iteration < most_iterations; ++iteration) {
    before = result.labels;
    assign(points, centres, result.labels, distances);
    const bool unchanged = iteration > 0 && before == result.labels;
    const std::vector<std::uint32_t> assigned = result.labels;
    Matrix next = centres_of(points, result.labels, distances, k);
    double shift = 0;
    for (std::size_t c = 0; c < k; ++c) {
      // A centre without points stays where it is.
      if (std::find(result.labels.begin(), result.labels.end(), c) == result.labels.end()) {
        std::copy_n(centres.row(c).data(), points.dimensions(), next.row(c).data());
      }
      shift += squared_distance(centres.row(c).data(), next.row(c).data(), points.dimensions());
    }
    centres = std::move(next);
    if (unchanged && assigned == result.labels) {
      settled = true;
      break;
    }
    if (shift <= tolerance) break;
  }
  if (!settled) assign(points, centres, result.labels, distances);
  result.inertia = std::accumulate(distances.begin(), distances.end(), 0.0);
  return result;
}

}  // namespace

KMeansStart kmeans_start(const Matrix& points, std::size_t dimensions, std::size_t k, std::uint64_t seed,
                         std::size_t start) {
  Points used{Matrix(points.rows(), dimensions)};
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) used.values(i, d) = points(i, d);
  }
  Random random(seed, std::uint64_t{k} * 100'000 + start);
  return run(used, k, random);
}

Labeling kmeans(const Matrix& points, std::size_t dimensions, std::size_t k, std::size_t starts, std::uint64_t seed) {
  KMeansStart best;
  best.inertia = std::numeric_limits<double>::infinity();
  for (std::size_t start = 0; start < starts; ++start) {
    KMeansStart candidate = kmeans_start(points, dimensions, k, seed, start);
    if (candidate.inertia < best.inertia) best = std::move(candidate);
  }
  return canonical_labeling(best.labels);
}

Labeling canonical_labeling(const std::vector<std::uint32_t>& labels) {
  std::size_t groups = 0;
  for (const auto label : labels) groups = std::max<std::size_t>(groups, label + std::size_t{1});
  std::vector<std::size_t> sizes(groups, 0);
  std::vector<std::size_t> first(groups, labels.size());
  for (std::size_t i = labels.size(); i > 0; --i) {
    ++sizes[labels[i - 1]];
    first[labels[i - 1]] = i - 1;
  }
  std::vector<std::uint32_t> order(groups);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : first[a] < first[b];
  });
  Labeling result;
  std::vector<std::uint32_t> renamed(groups, 0);
  for (std::size_t place = 0; place < groups; ++place) {
    renamed[order[place]] = static_cast<std::uint32_t>(place);
    if (sizes[order[place]] > 0) result.groups = place + 1;
  }
  result.labels.reserve(labels.size());
  for (const auto label : labels) result.labels.push_back(renamed[label]);
  return result;
}

}  // namespace harmonograph
