#include "similarity/low_rank_affinity.hpp"

#include <algorithm>
#include <cmath>

namespace harmonograph {
namespace {

constexpr std::size_t factors_per_piece = 16;
constexpr std::size_t checked_pairs = 20'000;
/// A small diagonal does not bound an indefinite residual: so many random pairs are looked at too, and none may be off
/// by more than a few tolerances.
constexpr std::size_t pairs_in_a_look = 20'000;
constexpr double tolerances_allowed = 3;
constexpr std::size_t pivots_of_a_look = 8;
/// A pivot smaller than this is noise of single precision.
constexpr double smallest_pivot = 1e-6;

}  // namespace

LowRankAffinity::LowRankAffinity(const DivergenceFeatures& features, double tau, LowRankLimits limits)
    : features_(features),
      tau_(tau),
      limits_(limits),
      size_(features.items()),
      single_(features, tau),
      diagonal_(size_, 1.0),
      degrees_(size_, 0.0) {}

std::size_t LowRankAffinity::preparation_pieces() const {
  return (std::min(limits_.largest_rank, size_) + factors_per_piece - 1) / factors_per_piece + 1;
}

void LowRankAffinity::prepare(std::size_t piece) {
  if (piece + 1 < preparation_pieces()) {
    for (std::size_t f = 0; f < factors_per_piece && !reached_tolerance_; ++f) add_next();
    return;
  }
  // Row sums of V sign V' without its diagonal.
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    double total = 0;
    for (const float value : factors_[f]) total += static_cast<double>(value);
    total *= static_cast<double>(signs_[f]);
    for (std::size_t i = 0; i < size_; ++i) degrees_[i] += static_cast<double>(factors_[f][i]) * total;
  }
  for (std::size_t i = 0; i < size_; ++i) degrees_[i] -= 1 - diagonal_[i];
  check_error();
  double largest_left = 0;
  for (const double value : diagonal_) largest_left = std::max(largest_left, std::fabs(value));
  acceptable_ = reached_tolerance_ ||
                (largest_left <= limits_.acceptable && largest_error_ <= tolerances_allowed * limits_.acceptable) ||
                typical_error_ <= limits_.acceptable_typical;
}

void LowRankAffinity::add_next() {
  if (factors_.size() >= std::min(limits_.largest_rank, size_)) return;
  std::size_t pivot = 0;
  for (std::size_t i = 1; i < size_; ++i) {
    if (std::fabs(diagonal_[i]) > std::fabs(diagonal_[pivot])) pivot = i;
  }
  if (std::fabs(diagonal_[pivot]) > std::max(limits_.tolerance, smallest_pivot)) {
    std::vector<float> column = residual_column(pivot);
    add_factor(std::move(column), diagonal_[pivot]);
    diagonal_[pivot] = 0;
    return;
  }
  const std::vector<Pair> wrong = wrong_random_pairs();
  reached_tolerance_ = wrong.empty();
  for (const Pair& pair : wrong) add_pair(pair.i, pair.j);
}

/// Column `pivot` of S - V sign V'.
std::vector<float> LowRankAffinity::residual_column(std::size_t pivot) const {
  std::vector<float> column(size_);
  single_.row(pivot, 0, size_, column.data());
  column[pivot] = 1;
  // Four factors at a time: the column is read and written a quarter as often.
  std::size_t f = 0;
  for (; f + 4 <= factors_.size(); f += 4) {
    const float* v0 = factors_[f].data();
    const float* v1 = factors_[f + 1].data();
    const float* v2 = factors_[f + 2].data();
    const float* v3 = factors_[f + 3].data();
    const float c0 = signs_[f] * v0[pivot];
    const float c1 = signs_[f + 1] * v1[pivot];
    const float c2 = signs_[f + 2] * v2[pivot];
    const float c3 = signs_[f + 3] * v3[pivot];
    for (std::size_t j = 0; j < size_; ++j) column[j] -= (c0 * v0[j] + c1 * v1[j]) + (c2 * v2[j] + c3 * v3[j]);
  }
  for (; f < factors_.size(); ++f) {
    const float* v = factors_[f].data();
    const float c = signs_[f] * v[pivot];
    for (std::size_t j = 0; j < size_; ++j) column[j] -= c * v[j];
  }
  return column;
}

/// Takes column column' / divisor away from the residual.
void LowRankAffinity::add_factor(std::vector<float> column, double divisor) {
  const auto scale = static_cast<float>(1 / std::sqrt(std::fabs(divisor)));
  const float sign = divisor > 0 ? 1.0F : -1.0F;
  for (std::size_t j = 0; j < size_; ++j) {
    column[j] *= scale;
    diagonal_[j] -= static_cast<double>(sign) * static_cast<double>(column[j]) * static_cast<double>(column[j]);
  }
  factors_.push_back(std::move(column));
  signs_.push_back(sign);
}

/// A pivot of two items, as in Bunch and Kaufman's (1977) factorisation: with R the residual, B its 2 x 2 block of the
/// pair, and B = Q diag(m) Q', R loses [r_i r_j] Q diag(1/m) Q' [r_i r_j]'.
void LowRankAffinity::add_pair(std::size_t i, std::size_t j) {
  const std::vector<float> column_i = residual_column(i);
  const std::vector<float> column_j = residual_column(j);
  const double a = diagonal_[i];
  const double c = diagonal_[j];
  const double b = static_cast<double>(column_i[j]);
  const double angle = 0.5 * std::atan2(2 * b, a - c);
  const double directions[2][2] = {{std::cos(angle), std::sin(angle)}, {-std::sin(angle), std::cos(angle)}};
  for (const auto& q : directions) {
    const double eigenvalue = q[0] * q[0] * a + 2 * q[0] * q[1] * b + q[1] * q[1] * c;
    if (std::fabs(eigenvalue) <= smallest_pivot) continue;
    std::vector<float> column(size_);
    const auto weight_i = static_cast<float>(q[0]);
    const auto weight_j = static_cast<float>(q[1]);
    for (std::size_t n = 0; n < size_; ++n) column[n] = weight_i * column_i[n] + weight_j * column_j[n];
    add_factor(std::move(column), eigenvalue);
  }
}

/// Random pairs of different items, with |S - V sign V'|.
std::vector<LowRankAffinity::Pair> LowRankAffinity::random_pairs(Random random, std::size_t count) const {
  std::vector<Pair> pairs;
  if (size_ < 2) return pairs;
  pairs.reserve(count);
  for (std::size_t n = 0; n < count; ++n) {
    const auto i = static_cast<std::size_t>(random.below(size_));
    auto j = static_cast<std::size_t>(random.below(size_ - 1));
    if (j >= i) ++j;
    pairs.push_back({i, j, 0});
  }
  // All pairs for one feature or factor after the other: its row stays in the cache.
  std::vector<double> forward(count, 0.0);
  std::vector<double> backward(count, 0.0);
  for (std::size_t w = 0; w < features_.width(); ++w) {
    const double* p = features_.p.row(w).data();
    const double* l = features_.l.row(w).data();
    for (std::size_t n = 0; n < count; ++n) {
      forward[n] += p[pairs[n].i] * l[pairs[n].j];
      backward[n] += p[pairs[n].j] * l[pairs[n].i];
    }
  }
  std::vector<double> approximate(count, 0.0);
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    const auto sign = static_cast<double>(signs_[f]);
    const float* v = factors_[f].data();
    for (std::size_t n = 0; n < count; ++n) {
      approximate[n] += sign * static_cast<double>(v[pairs[n].i]) * static_cast<double>(v[pairs[n].j]);
    }
  }
  for (std::size_t n = 0; n < count; ++n) {
    Pair& pair = pairs[n];
    const double divergence = std::max(0.0, (features_.a[pair.i] + features_.a[pair.j]) - (forward[n] + backward[n]));
    pair.error = std::fabs(std::exp(-0.5 * tau_ * divergence) - approximate[n]);
  }
  return pairs;
}

/// The worst of fresh random pairs whose error is larger than allowed, at most a few and without a common item.
std::vector<LowRankAffinity::Pair> LowRankAffinity::wrong_random_pairs() {
  std::vector<Pair> wrong;
  for (const Pair& pair : random_pairs(Random(2, looks_++), pairs_in_a_look)) {
    if (pair.error > tolerances_allowed * limits_.tolerance) wrong.push_back(pair);
  }
  std::stable_sort(wrong.begin(), wrong.end(), [](const Pair& a, const Pair& b) { return a.error > b.error; });
  std::vector<Pair> chosen;
  for (const Pair& pair : wrong) {
    const bool apart = std::none_of(chosen.begin(), chosen.end(), [&](const Pair& other) {
      return pair.i == other.i || pair.i == other.j || pair.j == other.i || pair.j == other.j;
    });
    if (apart && chosen.size() < pivots_of_a_look) chosen.push_back(pair);
  }
  return chosen;
}

void LowRankAffinity::check_error() {
  double squares = 0;
  for (const Pair& pair : random_pairs(Random(1), checked_pairs)) {
    largest_error_ = std::max(largest_error_, pair.error);
    squares += pair.error * pair.error;
  }
  typical_error_ = std::sqrt(squares / static_cast<double>(checked_pairs));
}

AffinityDescription LowRankAffinity::describe() const {
  return {"low rank", rank(), largest_error_, typical_error_, size_ < 2 ? 0 : checked_pairs};
}

std::size_t LowRankAffinity::pieces() const {
  return (factors_.size() + factors_per_piece - 1) / factors_per_piece;
}

void LowRankAffinity::add_product(std::size_t piece, const Matrix& x, Matrix& y) const {
  const std::size_t columns = x.columns();
  std::vector<double> totals(columns);
  const std::size_t begin = piece * factors_per_piece;
  const std::size_t end = std::min(begin + factors_per_piece, factors_.size());
  Matrix weights(end - begin, columns);
  for (std::size_t i = 0; i < size_; ++i) {
    const double* row = x.data() + i * columns;
    for (std::size_t f = begin; f < end; ++f) {
      const double value = static_cast<double>(factors_[f][i]);
      double* weight = weights.data() + (f - begin) * columns;
      for (std::size_t c = 0; c < columns; ++c) weight[c] += value * row[c];
    }
  }
  for (std::size_t f = begin; f < end; ++f) {
    for (std::size_t c = 0; c < columns; ++c) weights(f - begin, c) *= static_cast<double>(signs_[f]);
  }
  for (std::size_t i = 0; i < size_; ++i) {
    double* row = y.data() + i * columns;
    for (std::size_t f = begin; f < end; ++f) {
      const double value = static_cast<double>(factors_[f][i]);
      const double* weight = weights.data() + (f - begin) * columns;
      for (std::size_t c = 0; c < columns; ++c) row[c] += value * weight[c];
    }
    if (piece == 0) {
      const double* own = x.data() + i * columns;
      for (std::size_t c = 0; c < columns; ++c) row[c] -= (1 - diagonal_[i]) * own[c];
    }
  }
}

void LowRankAffinity::add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                                     std::vector<Matrix>& sums) const {
  const std::size_t begin = piece * factors_per_piece;
  const std::size_t end = std::min(begin + factors_per_piece, factors_.size());
  for (std::size_t t = 0; t < labelings.size(); ++t) {
    const std::vector<std::uint32_t>& labels = labelings[t].labels;
    const std::size_t groups = labelings[t].groups;
    Matrix weights(end - begin, groups);
    for (std::size_t f = begin; f < end; ++f) {
      double* weight = weights.data() + (f - begin) * groups;
      for (std::size_t i = 0; i < size_; ++i) weight[labels[i]] += static_cast<double>(factors_[f][i]);
      for (std::size_t g = 0; g < groups; ++g) weight[g] *= static_cast<double>(signs_[f]);
    }
    for (std::size_t i = 0; i < size_; ++i) {
      double* row = sums[t].data() + i * groups;
      for (std::size_t f = begin; f < end; ++f) {
        const double value = static_cast<double>(factors_[f][i]);
        const double* weight = weights.data() + (f - begin) * groups;
        for (std::size_t g = 0; g < groups; ++g) row[g] += value * weight[g];
      }
      if (piece == 0) row[labels[i]] -= 1 - diagonal_[i];
    }
  }
}

}  // namespace harmonograph
