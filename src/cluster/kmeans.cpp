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
/// Four floats that are added and multiplied at once, with every compiler.
using FloatVector = float __attribute__((vector_size(16)));
using IndexVector = std::int32_t __attribute__((vector_size(16)));
constexpr std::size_t lanes = 4;

FloatVector same(float value) {
  return FloatVector{value, value, value, value};
}

std::size_t padded(std::size_t count) {
  return (count + lanes - 1) / lanes * lanes;
}

/// The points without the columns that are not used: exact, and scaled into the middle of the range of floats. Scaling
/// by a power of two changes no digit of the exact values' comparison.
struct Points {
  Matrix exact;
  FloatMatrix rough;
  [[nodiscard]] std::size_t count() const { return exact.rows(); }
  [[nodiscard]] std::size_t dimensions() const { return exact.columns(); }
};

Points select_columns(const Matrix& points, std::size_t dimensions) {
  Points used{Matrix(points.rows(), dimensions), FloatMatrix(points.rows(), dimensions)};
  double largest = 0;
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) largest = std::max(largest, std::fabs(points(i, d)));
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  const double scale = std::ldexp(1.0, -exponent);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      used.exact(i, d) = points(i, d) * scale;
      used.rough(i, d) = static_cast<float>(used.exact(i, d));
    }
  }
  return used;
}

double squared_distance(const double* a, const double* b, std::size_t dimensions) {
  double total = 0;
  for (std::size_t d = 0; d < dimensions; ++d) total += (a[d] - b[d]) * (a[d] - b[d]);
  return total;
}

/// Centres side by side, dimension by dimension, padded to whole vectors.
class CentreTable {
 public:
  CentreTable(std::size_t centres, std::size_t dimensions)
      : vectors_(padded(centres) / lanes), table_(dimensions * vectors_, same(far)) {}

  void set(std::size_t centre, std::size_t dimension, float value) {
    table_[dimension * vectors_ + centre / lanes][centre % lanes] = value;
  }

  /// Squared distances from the point to all centres; distances has room for padded(centres).
  void measure(const float* point, std::size_t dimensions, FloatVector* distances) const {
    std::size_t v = 0;
    for (; v + 4 <= vectors_; v += 4) measure_group<4>(point, dimensions, v, distances);
    switch (vectors_ - v) {
      case 1: measure_group<1>(point, dimensions, v, distances); break;
      case 2: measure_group<2>(point, dimensions, v, distances); break;
      case 3: measure_group<3>(point, dimensions, v, distances); break;
      default: break;
    }
  }

  [[nodiscard]] std::size_t vectors() const { return vectors_; }

 private:
  /// Several sums at once, so that none waits for the addition before it.
  template <std::size_t Count>
  void measure_group(const float* point, std::size_t dimensions, std::size_t first, FloatVector* distances) const {
    FloatVector sums[Count] = {};
    const FloatVector* column = table_.data() + first;
    for (std::size_t d = 0; d < dimensions; ++d, column += vectors_) {
      const FloatVector coordinate = same(point[d]);
      for (std::size_t v = 0; v < Count; ++v) {
        const FloatVector difference = coordinate - column[v];
        sums[v] += difference * difference;
      }
    }
    for (std::size_t v = 0; v < Count; ++v) distances[first + v] = sums[v];
  }

  /// Padding centres lie so far away that they are never the nearest.
  static constexpr float far = 1e6F;
  std::size_t vectors_;
  std::vector<FloatVector> table_;
};

/// The item where the running sum of weights passes target.
std::size_t sample(const std::vector<float>& weights, double target) {
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    total += static_cast<double>(weights[i]);
    if (total >= target && weights[i] > 0) return i;
  }
  return weights.size() - 1;
}

/// Greedy k-means++: of a few candidates for each centre, all measured in one pass, the one that leaves least.
std::vector<std::size_t> greedy_plus_plus(const Points& points, std::size_t k, Random& random) {
  const std::size_t n = points.count();
  const std::size_t dimensions = points.dimensions();
  const std::size_t trials = 2 + static_cast<std::size_t>(std::log(real(k)));
  std::vector<std::size_t> chosen{static_cast<std::size_t>(random.below(n))};
  std::vector<float> closest(n, std::numeric_limits<float>::infinity());
  double potential = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> candidates = chosen;
  std::vector<FloatVector> distances;
  std::vector<double> totals;
  std::vector<float> kept;
  for (;;) {
    CentreTable table(candidates.size(), dimensions);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      for (std::size_t d = 0; d < dimensions; ++d) table.set(c, d, points.rough(candidates[c], d));
    }
    const std::size_t width = candidates.size();
    distances.resize(table.vectors());
    totals.assign(width, 0.0);
    kept.resize(n * width);
    for (std::size_t i = 0; i < n; ++i) {
      table.measure(points.rough.row(i).data(), dimensions, distances.data());
      for (std::size_t c = 0; c < width; ++c) {
        const float left = std::min(closest[i], distances[c / lanes][c % lanes]);
        kept[i * width + c] = left;
        totals[c] += static_cast<double>(left);
      }
    }
    const auto best = static_cast<std::size_t>(std::min_element(totals.begin(), totals.end()) - totals.begin());
    potential = totals[best];
    for (std::size_t i = 0; i < n; ++i) closest[i] = kept[i * width + best];
    if (chosen.size() > 1 || candidates.size() > 1) chosen.back() = candidates[best];
    if (chosen.size() == k) return chosen;
    candidates.clear();
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const double target = random.uniform() * potential;
      candidates.push_back(potential > 0 ? sample(closest, target) : static_cast<std::size_t>(random.below(n)));
    }
    chosen.push_back(candidates.front());
  }
}

/// Lloyd's iterations in single precision that leave out points whose nearest centre cannot have changed: an upper
/// bound on the distance to the own centre, a lower bound on that to any other (Hamerly 2010). The bounds carry a
/// slack for rounding; what they may still miss, the exact iterations afterwards put right.
class BoundedLloyd {
 public:
  BoundedLloyd(const Points& points, Matrix& centres, std::vector<std::uint32_t>& labels)
      : points_(points),
        centres_(centres),
        labels_(labels),
        k_(centres.rows()),
        table_(k_, points.dimensions()),
        distances_(table_.vectors()),
        upper_(points.count()),
        lower_(points.count()),
        sums_(k_, points.dimensions()),
        sizes_(k_, 0) {}

  void run() {
    fill_table();
    for (std::size_t i = 0; i < points_.count(); ++i) {
      labels_[i] = scan(i);
      move_point(i, labels_[i], 1);
    }
    for (std::size_t iteration = 0; iteration < most_iterations; ++iteration) {
      if (!move_centres()) return;
      fill_table();
      fill_separations();
      std::size_t changed = 0;
      for (std::size_t i = 0; i < points_.count(); ++i) changed += update(i) ? 1 : 0;
      if (changed == 0) return;
    }
  }

 private:
  static constexpr float slack = 1e-5F;

  void fill_table() {
    for (std::size_t c = 0; c < k_; ++c) {
      for (std::size_t d = 0; d < points_.dimensions(); ++d) table_.set(c, d, static_cast<float>(centres_(c, d)));
    }
  }

  void move_point(std::size_t i, std::size_t centre, int sign) {
    double* sum = sums_.row(centre).data();
    const double* point = points_.exact.row(i).data();
    for (std::size_t d = 0; d < points_.dimensions(); ++d) sum[d] += sign * point[d];
    sizes_[centre] = sign > 0 ? sizes_[centre] + 1 : sizes_[centre] - 1;
  }

  /// The nearest centre (the lowest number of equals), with both bounds set.
  std::uint32_t scan(std::size_t i) {
    table_.measure(points_.rough.row(i).data(), points_.dimensions(), distances_.data());
    // The smallest and second smallest of each lane, then of the four lanes.
    FloatVector best = distances_[0];
    FloatVector second = same(std::numeric_limits<float>::infinity());
    IndexVector place = IndexVector{0, 0, 0, 0};
    for (std::size_t v = 1; v < distances_.size(); ++v) {
      const FloatVector distance = distances_[v];
      const IndexVector nearer = distance < best;
      const FloatVector loser = nearer ? best : distance;
      second = loser < second ? loser : second;
      best = nearer ? distance : best;
      const auto number = static_cast<std::int32_t>(v);
      place = nearer ? IndexVector{number, number, number, number} : place;
    }
    float smallest = std::numeric_limits<float>::infinity();
    float next = smallest;
    std::size_t nearest = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto centre = static_cast<std::size_t>(place[lane]) * lanes + lane;
      if (best[lane] < smallest || (best[lane] == smallest && centre < nearest)) {
        next = std::min(next, smallest);
        smallest = best[lane];
        nearest = centre;
      } else {
        next = std::min(next, best[lane]);
      }
      next = std::min(next, second[lane]);
    }
    upper_[i] = std::sqrt(smallest);
    lower_[i] = std::sqrt(next);
    return static_cast<std::uint32_t>(nearest);
  }

  /// False when no centre moved. An empty cluster keeps its centre.
  bool move_centres() {
    shifts_.assign(k_, 0.0F);
    bool moved = false;
    for (std::size_t c = 0; c < k_; ++c) {
      if (sizes_[c] == 0) continue;
      double squared = 0;
      for (std::size_t d = 0; d < points_.dimensions(); ++d) {
        const double next = sums_(c, d) / real(sizes_[c]);
        squared += (next - centres_(c, d)) * (next - centres_(c, d));
        centres_(c, d) = next;
      }
      shifts_[c] = static_cast<float>(std::sqrt(squared));
      moved = moved || squared > 0;
    }
    largest_shift_ = 0;
    second_shift_ = 0;
    farthest_ = 0;
    for (std::size_t c = 0; c < k_; ++c) {
      if (shifts_[c] > largest_shift_) {
        second_shift_ = largest_shift_;
        largest_shift_ = shifts_[c];
        farthest_ = c;
      } else {
        second_shift_ = std::max(second_shift_, shifts_[c]);
      }
    }
    return moved;
  }

  /// Half the distance from each centre to the nearest other one: nearer points need not be looked at.
  void fill_separations() {
    separations_.assign(k_, std::numeric_limits<float>::infinity());
    for (std::size_t a = 0; a < k_; ++a) {
      for (std::size_t b = 0; b < k_; ++b) {
        if (a == b) continue;
        const double distance =
            std::sqrt(squared_distance(centres_.row(a).data(), centres_.row(b).data(), points_.dimensions()));
        separations_[a] = std::min(separations_[a], static_cast<float>(distance / 2));
      }
    }
  }

  bool update(std::size_t i) {
    const std::size_t own = labels_[i];
    upper_[i] += shifts_[own];
    lower_[i] -= own == farthest_ ? second_shift_ : largest_shift_;
    const float bound = std::max(lower_[i], separations_[own]) * (1 - slack) - slack * upper_[i];
    if (upper_[i] < bound) return false;
    const std::uint32_t nearest = scan(i);
    if (nearest == own) return false;
    move_point(i, own, -1);
    move_point(i, nearest, 1);
    labels_[i] = nearest;
    return true;
  }

  const Points& points_;
  Matrix& centres_;
  std::vector<std::uint32_t>& labels_;
  std::size_t k_;
  CentreTable table_;
  std::vector<FloatVector> distances_;
  std::vector<float> upper_;
  std::vector<float> lower_;
  Matrix sums_;
  std::vector<std::size_t> sizes_;
  std::vector<float> shifts_;
  std::vector<float> separations_;
  float largest_shift_ = 0;
  float second_shift_ = 0;
  std::size_t farthest_ = 0;
};

/// The nearest centre of every point (the lowest number of equals), with its squared distance, in double precision.
void assign(const Points& points, const Matrix& centres, std::vector<std::uint32_t>& labels,
            std::vector<double>& distances) {
  const std::size_t k = centres.rows();
  const std::size_t dimensions = centres.columns();
  Matrix transposed(dimensions, k);
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < dimensions; ++d) transposed(d, c) = centres(c, d);
  }
  std::vector<double> sums(k);
  for (std::size_t i = 0; i < points.count(); ++i) {
    std::fill(sums.begin(), sums.end(), 0.0);
    const double* point = points.exact.row(i).data();
    for (std::size_t d = 0; d < dimensions; ++d) {
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
                  const Matrix& before) {
  const std::size_t k = before.rows();
  std::vector<std::size_t> sizes(k, 0);
  for (const auto label : labels) ++sizes[label];
  for (std::size_t c = 0; c < k; ++c) {
    if (sizes[c] > 0) continue;
    const auto farthest =
        static_cast<std::size_t>(std::max_element(distances.begin(), distances.end()) - distances.begin());
    if (!(distances[farthest] > 0)) break;  // fewer distinct points than clusters
    --sizes[labels[farthest]];
    labels[farthest] = static_cast<std::uint32_t>(c);
    distances[farthest] = 0;
    ++sizes[c];
  }
  Matrix centres(k, points.dimensions());
  for (std::size_t i = 0; i < points.count(); ++i) {
    for (std::size_t d = 0; d < points.dimensions(); ++d) centres(labels[i], d) += points.exact(i, d);
  }
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
      // A centre without points stays where it is.
      centres(c, d) = sizes[c] > 0 ? centres(c, d) / real(sizes[c]) : before(c, d);
    }
  }
  return centres;
}

/// Sum of squared distances to the means of the clusters: the total minus what the means explain.
double within_sum_of_squares(const Points& points, const std::vector<std::uint32_t>& labels, std::size_t k) {
  Matrix sums(k, points.dimensions());
  std::vector<double> sizes(k, 0.0);
  double total = 0;
  for (std::size_t i = 0; i < points.count(); ++i) {
    ++sizes[labels[i]];
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
      const double x = points.exact(i, d);
      sums(labels[i], d) += x;
      total += x * x;
    }
  }
  for (std::size_t c = 0; c < k; ++c) {
    if (!(sizes[c] > 0)) continue;
    for (std::size_t d = 0; d < points.dimensions(); ++d) total -= sums(c, d) * sums(c, d) / sizes[c];
  }
  return std::max(0.0, total);
}

}  // namespace

KMeansStart kmeans_start(const Matrix& points, std::size_t dimensions, std::size_t k, std::uint64_t seed,
                         std::size_t start) {
  const Points used = select_columns(points, dimensions);
  Random random(seed, std::uint64_t{k} * 100'000 + start);
  const std::vector<std::size_t> chosen = greedy_plus_plus(used, k, random);
  Matrix centres(k, dimensions);
  for (std::size_t c = 0; c < k; ++c) {
    std::copy_n(used.exact.row(chosen[c]).data(), dimensions, centres.row(c).data());
  }
  KMeansStart result;
  result.labels.resize(used.count());
  BoundedLloyd(used, centres, result.labels).run();
  result.inertia = within_sum_of_squares(used, result.labels, k);
  return result;
}

std::vector<std::uint32_t> kmeans_finish(const Matrix& points, std::size_t dimensions, std::size_t k,
                                         std::vector<std::uint32_t> labels) {
  const Points used = select_columns(points, dimensions);
  // Distances only decide which point an empty cluster takes: all the same before the first assignment.
  std::vector<double> distances(used.count(), 1.0);
  Matrix centres = centres_of(used, labels, distances, Matrix(k, dimensions));
  std::vector<std::uint32_t> before = labels;
  for (std::size_t iteration = 0; iteration < most_iterations; ++iteration) {
    assign(used, centres, labels, distances);
    if (labels == before) break;
    centres = centres_of(used, labels, distances, centres);
    before = labels;
  }
  return labels;
}

Labeling kmeans(const Matrix& points, std::size_t dimensions, std::size_t k, std::size_t starts, std::uint64_t seed) {
  KMeansStart best;
  best.inertia = std::numeric_limits<double>::infinity();
  for (std::size_t start = 0; start < starts; ++start) {
    KMeansStart candidate = kmeans_start(points, dimensions, k, seed, start);
    if (candidate.inertia < best.inertia) best = std::move(candidate);
  }
  return canonical_labeling(kmeans_finish(points, dimensions, k, std::move(best.labels)));
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
