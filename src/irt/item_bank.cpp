#include "irt/item_bank.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "irt/expected_logistic.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t chunk = 512;
constexpr std::size_t largest_order = 7;

/// Sum of count numbers (at most chunk) in a fixed order that vector code can keep.
double chunk_sum(const float* values, std::size_t count) {
  float partial[8] = {};
  const std::size_t whole = count / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) partial[j] += values[i + j];
  }
  double sum = 0;
  for (const float value : partial) sum += static_cast<double>(value);
  for (std::size_t i = whole; i < count; ++i) sum += static_cast<double>(values[i]);
  return sum;
}

float finite_or_zero(double value) {
  return std::isfinite(value) ? static_cast<float>(value) : 0.0F;
}

std::vector<std::uint32_t> every_item(const ItemResponseFit& fit) {
  std::vector<std::uint32_t> items(fit.items());
  std::iota(items.begin(), items.end(), 0U);
  return items;
}

}  // namespace

ItemBank::ItemBank(const ItemResponseFit& fit) : ItemBank(fit, every_item(fit)) {}

ItemBank::ItemBank(const ItemResponseFit& fit, std::span<const std::uint32_t> items)
    : size_(items.size()),
      dimensions_(fit.dimensions),
      uncertain_(!fit.item_covariances.empty()),
      slopes_(fit.dimensions * items.size()),
      intercepts_(items.size()),
      covariances_(uncertain_ ? packed_size(fit.dimensions + 1) * items.size() : 0),
      guessing_(items.size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t item = items[i];
    for (std::size_t d = 0; d < dimensions_; ++d) slopes_[d * size_ + i] = finite_or_zero(fit.slopes(item, d));
    intercepts_[i] = finite_or_zero(fit.intercepts[item]);
    guessing_[i] = finite_or_zero(fit.guessing[item]);
    guesses_ = guesses_ || guessing_[i] > 0;
    if (!uncertain_) continue;
    // A covariance that does not exist (NaN) counts as none: the item is taken at its point estimate.
    const auto covariance = fit.item_covariances.row(item);
    const bool known = std::all_of(covariance.begin(), covariance.end(), [](double v) { return std::isfinite(v); });
    for (std::size_t p = 0; p < covariance.size(); ++p) {
      covariances_[p * size_ + i] = known ? static_cast<float>(covariance[p]) : 0.0F;
    }
  }
}

void ItemBank::moments(std::span<const double> ability, std::span<const double> covariance, std::size_t first,
                       std::size_t count, float* mean, float* variance) const {
  float x[largest_order];
  for (std::size_t d = 0; d < dimensions_; ++d) x[d] = static_cast<float>(ability[d]);
  x[dimensions_] = 1;
  std::copy_n(intercepts_.data() + first, count, mean);
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const float* slope = slopes_.data() + d * size_ + first;
    for (std::size_t i = 0; i < count; ++i) mean[i] += slope[i] * x[d];
  }
  std::fill_n(variance, count, 0.0F);
  if (uncertain_) {
    for (std::size_t r = 0; r <= dimensions_; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const float product = (r == c ? 1.0F : 2.0F) * x[r] * x[c];
        const float* row = covariances_.data() + packed_index(r, c) * size_ + first;
        for (std::size_t i = 0; i < count; ++i) variance[i] += row[i] * product;
      }
    }
  }
  if (!covariance.empty()) {
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const float product = (r == c ? 1.0F : 2.0F) * static_cast<float>(covariance[packed_index(r, c)]);
        const float* left = slopes_.data() + r * size_ + first;
        const float* right = slopes_.data() + c * size_ + first;
        for (std::size_t i = 0; i < count; ++i) variance[i] += left[i] * right[i] * product;
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) variance[i] = variance[i] > 0 ? variance[i] : 0.0F;
}

void ItemBank::predict(std::span<const double> ability, std::span<float> probability) const {
  predict(ability, {}, probability);
}

void ItemBank::predict(std::span<const double> ability, std::span<const double> covariance,
                       std::span<float> probability) const {
  alignas(64) float mean[chunk];
  alignas(64) float variance[chunk];
  for (std::size_t first = 0; first < size_; first += chunk) {
    const std::size_t count = std::min(chunk, size_ - first);
    moments(ability, covariance, first, count, mean, variance);
    const float* guessing = guessing_.data() + first;
    float* target = probability.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
      const ExpectedLogistic expected = expected_logistic(mean[i], variance[i]);
      target[i] = guessing[i] + (1.0F - guessing[i]) * expected.probability;
    }
  }
}

void ItemBank::expected_information(std::span<const double> ability, std::span<const double> covariance,
                                    std::span<float> factor) const {
  alignas(64) float mean[chunk];
  alignas(64) float variance[chunk];
  for (std::size_t first = 0; first < size_; first += chunk) {
    const std::size_t count = std::min(chunk, size_ - first);
    moments(ability, covariance, first, count, mean, variance);
    const float* guessing = guessing_.data() + first;
    float* target = factor.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
      const ExpectedLogistic expected = expected_logistic(mean[i], variance[i]);
      // E sigma'(eta) is the mean information of a logistic item; guessing leaves the share (1 - c) sigma / P of it.
      const float knowing = (1.0F - guessing[i]) * expected.probability;
      target[i] = expected.slope * knowing / (knowing + guessing[i] + 1e-30F);
    }
    if (!uncertain_) continue;
    // An item whose parameters are uncertain tells less: Fisher's information of its averaged curve, w^2 / (p (1 - p)),
    // against w of a known one.
    moments(ability, {}, first, count, mean, variance);
    for (std::size_t i = 0; i < count; ++i) {
      const ExpectedLogistic expected = expected_logistic(mean[i], variance[i]);
      const float known = expected.slope / (expected.probability * (1.0F - expected.probability) + 1e-30F);
      target[i] *= known < 1.0F ? known : 1.0F;
    }
  }
}

void ItemBank::expected_slopes(std::span<const double> ability, std::span<const double> covariance,
                               std::span<float> slope) const {
  alignas(64) float mean[chunk];
  alignas(64) float variance[chunk];
  for (std::size_t first = 0; first < size_; first += chunk) {
    const std::size_t count = std::min(chunk, size_ - first);
    moments(ability, covariance, first, count, mean, variance);
    const float* guessing = guessing_.data() + first;
    float* target = slope.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
      target[i] = (1.0F - guessing[i]) * expected_logistic(mean[i], variance[i]).slope;
    }
  }
}

AbilityInformation ItemBank::sums(std::span<const double> ability, std::span<const float> scores,
                                  bool for_covariance) const {
  const std::size_t pairs = packed_size(dimensions_);
  AbilityInformation sums;
  sums.gradient.assign(dimensions_, 0);
  sums.curvature.assign(pairs, 0);
  sums.influence.assign(pairs, 0);
  sums.information.assign(pairs, 0);
  alignas(64) float mean[chunk];
  alignas(64) float variance[chunk];
  alignas(64) float residual[chunk];
  alignas(64) float weight[chunk];
  alignas(64) float fisher[chunk];
  alignas(64) float scratch[chunk];
  alignas(64) float gradient[largest_order][chunk];
  for (std::size_t first = 0; first < size_; first += chunk) {
    const std::size_t count = std::min(chunk, size_ - first);
    moments(ability, {}, first, count, mean, variance);
    const float* guessing = guessing_.data() + first;
    const float* score = scores.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
      const ExpectedLogistic expected = expected_logistic(mean[i], variance[i]);
      const float present = score[i] < 0.0F ? 0.0F : 1.0F;
      const float p = expected.probability;
      const float c = guessing[i];
      const float right = c + (1.0F - c) * p;
      // The share of a right answer that is not owed to guessing.
      const float share = c > 0.0F ? p / (right + 1e-30F) : 1.0F;
      const float derivative = (1.0F - c) * expected.slope;
      residual[i] = present * (score[i] * share - p);
      weight[i] = present * expected.slope;
      fisher[i] = present * derivative * derivative / (right * (1.0F - right) + 1e-30F);
    }
    for (std::size_t i = 0; i < count; ++i) sums.answers += score[i] < 0 ? 0U : 1U;
    for (std::size_t r = 0; r < dimensions_; ++r) {
      const float* slope = slopes_.data() + r * size_ + first;
      if (uncertain_) {
        std::fill_n(scratch, count, 0.0F);
        for (std::size_t c = 0; c <= dimensions_; ++c) {
          const float x = c < dimensions_ ? static_cast<float>(ability[c]) : 1.0F;
          const float* row = covariances_.data() + packed_index(r, c) * size_ + first;
          for (std::size_t i = 0; i < count; ++i) scratch[i] += row[i] * x;
        }
        for (std::size_t i = 0; i < count; ++i) gradient[r][i] = residual[i] * slope[i] - weight[i] * scratch[i];
      } else {
        for (std::size_t i = 0; i < count; ++i) gradient[r][i] = residual[i] * slope[i];
      }
      sums.gradient[r] += chunk_sum(gradient[r], count);
    }
    for (std::size_t r = 0; r < dimensions_; ++r) {
      const float* left = slopes_.data() + r * size_ + first;
      for (std::size_t c = 0; c <= r; ++c) {
        const std::size_t p = packed_index(r, c);
        const float* right = slopes_.data() + c * size_ + first;
        if (uncertain_) {
          const float* row = covariances_.data() + p * size_ + first;
          for (std::size_t i = 0; i < count; ++i) scratch[i] = weight[i] * (left[i] * right[i] + row[i]);
        } else {
          for (std::size_t i = 0; i < count; ++i) scratch[i] = weight[i] * left[i] * right[i];
        }
        sums.curvature[p] += chunk_sum(scratch, count);
        if (!for_covariance) continue;
        for (std::size_t i = 0; i < count; ++i) scratch[i] = fisher[i] * left[i] * right[i];
        sums.information[p] += chunk_sum(scratch, count);
        for (std::size_t i = 0; i < count; ++i) scratch[i] = gradient[r][i] * gradient[c][i];
        sums.influence[p] += chunk_sum(scratch, count);
      }
    }
  }
  return sums;
}

}  // namespace harmonograph
