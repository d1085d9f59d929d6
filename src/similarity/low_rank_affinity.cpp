#include "similarity/low_rank_affinity.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "similarity/fast_exponential.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t factors_per_piece = 16;
constexpr std::size_t checked_pairs = 20'000;
/// A pivot smaller than this is noise of single precision.
constexpr double smallest_pivot = 1e-6;

}  // namespace

LowRankAffinity::LowRankAffinity(const DivergenceFeatures& features, double tau, LowRankLimits limits)
    : features_(features),
      tau_(tau),
      limits_(limits),
      size_(features.items()),
      p_(features.width(), size_),
      l_(features.width(), size_),
      a_(size_),
      diagonal_(size_, 1.0),
      degrees_(size_, 0.0) {
  for (std::size_t w = 0; w < features.width(); ++w) {
    for (std::size_t i = 0; i < size_; ++i) {
      p_(w, i) = static_cast<float>(features.p(w, i));
      l_(w, i) = static_cast<float>(features.l(w, i));
    }
  }
  for (std::size_t i = 0; i < size_; ++i) a_[i] = static_cast<float>(features.a[i]);
}

std::size_t LowRankAffinity::preparation_pieces() const {
  return (std::min(limits_.largest_rank, size_) + factors_per_piece - 1) / factors_per_piece + 1;
}

void LowRankAffinity::prepare(std::size_t piece) {
  if (piece + 1 < preparation_pieces()) {
    for (std::size_t f = 0; f < factors_per_piece && !reached_tolerance_; ++f) {
      std::size_t pivot = 0;
      for (std::size_t i = 1; i < size_; ++i) {
        if (std::fabs(diagonal_[i]) > std::fabs(diagonal_[pivot])) pivot = i;
      }
      const double largest = std::fabs(diagonal_[pivot]);
      if (largest <= std::max(limits_.tolerance, smallest_pivot)) {
        reached_tolerance_ = true;
      } else if (factors_.size() < std::min(limits_.largest_rank, size_)) {
        add_factor(pivot);
      }
    }
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
}

/// The next column of V: the residual's column at the pivot over the root of its pivot.
void LowRankAffinity::add_factor(std::size_t pivot) {
  std::vector<float> column(size_, 0.0F);
  for (std::size_t w = 0; w < p_.rows(); ++w) {
    const float p = p_(w, pivot);
    const float l = l_(w, pivot);
    const float* others_p = p_.row(w).data();
    const float* others_l = l_.row(w).data();
    for (std::size_t j = 0; j < size_; ++j) column[j] += p * others_l[j] + l * others_p[j];
  }
  const float a = a_[pivot];
  const auto half_tau = static_cast<float>(tau_ / 2);
  for (std::size_t j = 0; j < size_; ++j) {
    const float divergence = (a + a_[j]) - column[j];
    column[j] = fast_exponential(-half_tau * (divergence > 0 ? divergence : 0.0F));
  }
  column[pivot] = 1;
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
  const double at_pivot = diagonal_[pivot];
  const auto scale = static_cast<float>(1 / std::sqrt(std::fabs(at_pivot)));
  const float sign = at_pivot > 0 ? 1.0F : -1.0F;
  for (std::size_t j = 0; j < size_; ++j) {
    column[j] *= scale;
    diagonal_[j] -= static_cast<double>(sign) * static_cast<double>(column[j]) * static_cast<double>(column[j]);
  }
  // The sign belongs to the term, so that V sign V' takes the residual's column at the pivot away.
  for (std::size_t j = 0; j < size_; ++j) column[j] *= sign;
  diagonal_[pivot] = 0;
  factors_.push_back(std::move(column));
  signs_.push_back(sign);
}

double LowRankAffinity::exact(std::size_t i, std::size_t j) const {
  return std::exp(-0.5 * tau_ * divergence(features_, i, j));
}

double LowRankAffinity::approximate(std::size_t i, std::size_t j) const {
  double sum = 0;
  for (std::size_t f = 0; f < factors_.size(); ++f) {
    sum += static_cast<double>(signs_[f]) * static_cast<double>(factors_[f][i]) * static_cast<double>(factors_[f][j]);
  }
  return sum;
}

void LowRankAffinity::check_error() {
  if (size_ < 2) return;
  Random random(1);
  double squares = 0;
  for (std::size_t c = 0; c < checked_pairs; ++c) {
    const auto i = static_cast<std::size_t>(random.below(size_));
    auto j = static_cast<std::size_t>(random.below(size_ - 1));
    if (j >= i) ++j;
    const double error = std::fabs(exact(i, j) - approximate(i, j));
    largest_error_ = std::max(largest_error_, error);
    squares += error * error;
  }
  typical_error_ = std::sqrt(squares / static_cast<double>(checked_pairs));
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
