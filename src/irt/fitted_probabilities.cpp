#include "irt/fitted_probabilities.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "irt/expected_logistic.hpp"

namespace harmonograph {
namespace {

std::size_t numbers_an_item(std::size_t dimensions) {
  return dimensions + 1 + packed_size(dimensions + 1) + 1;
}

}  // namespace

FittedProbabilities::FittedProbabilities(const ItemResponseFit& fit)
    : dimensions_(fit.dimensions),
      items_(fit.items()),
      blocks_((fit.items() + items_per_block - 1) / items_per_block),
      parameters_(blocks_ * items_per_block * numbers_an_item(fit.dimensions), 0.0F),
      abilities_(fit.models() * fit.dimensions) {
  const std::size_t order = dimensions_ + 1;
  const std::size_t pairs = packed_size(order);
  for (std::size_t item = 0; item < items_; ++item) {
    float* base = parameters_.data() + item / items_per_block * items_per_block * numbers_an_item(dimensions_) +
                  item % items_per_block;
    for (std::size_t d = 0; d < dimensions_; ++d) base[d * items_per_block] = static_cast<float>(fit.slopes(item, d));
    base[dimensions_ * items_per_block] = static_cast<float>(fit.intercepts[item]);
    float* covariance = base + order * items_per_block;
    if (!fit.item_covariances.empty()) {
      const auto packed = fit.item_covariances.row(item);
      // Without a covariance the point estimates are used.
      const bool known = std::all_of(packed.begin(), packed.end(), [](double value) { return std::isfinite(value); });
      for (std::size_t pair = 0; pair < pairs; ++pair) {
        covariance[pair * items_per_block] = known ? static_cast<float>(packed[pair]) : 0.0F;
      }
    }
    base[(order + pairs) * items_per_block] = static_cast<float>(fit.guessing.empty() ? 0 : fit.guessing[item]);
  }
  for (std::size_t model = 0; model < fit.models(); ++model) {
    for (std::size_t d = 0; d < dimensions_; ++d) {
      abilities_[model * dimensions_ + d] = static_cast<float>(fit.abilities(model, d));
    }
  }
  if (fit.ability_covariances.rows() != fit.models()) return;
  for (const double value : fit.ability_covariances.values()) {
    spreads_.push_back(std::isfinite(value) ? static_cast<float>(value) : 0.0F);
  }
}

/// Mean and variance of eta over the uncertainty of the items.
struct FittedProbabilities::Row {
  std::array<float, items_per_block> eta;
  std::array<float, items_per_block> variance;
  const float* guessing;
};

std::size_t FittedProbabilities::items_in(std::size_t block) const {
  return std::min(items_per_block, items_ - block * items_per_block);
}

void FittedProbabilities::linear(std::size_t block, std::size_t model, Row& row) const {
  const std::size_t order = dimensions_ + 1;
  const float* base = parameters_.data() + block * items_per_block * numbers_an_item(dimensions_);
  row.variance.fill(0.0F);
  std::copy_n(base + dimensions_ * items_per_block, items_per_block, row.eta.begin());
  const float* ability = abilities_.data() + model * dimensions_;
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const float theta = ability[d];
    const float* slopes = base + d * items_per_block;
    for (std::size_t lane = 0; lane < items_per_block; ++lane) row.eta[lane] += slopes[lane] * theta;
  }
  const float* covariance = base + order * items_per_block;
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      const float x_r = r < dimensions_ ? ability[r] : 1.0F;
      const float x_c = c < dimensions_ ? ability[c] : 1.0F;
      const float product = (r == c ? 1.0F : 2.0F) * x_r * x_c;
      const float* pair = covariance + packed_index(r, c) * items_per_block;
      for (std::size_t lane = 0; lane < items_per_block; ++lane) row.variance[lane] += pair[lane] * product;
    }
  }
  for (float& variance : row.variance) variance = variance < 0.0F ? 0.0F : variance;
  row.guessing = covariance + packed_size(order) * items_per_block;
}

void FittedProbabilities::fill(std::size_t block, std::size_t model, float* probability, float* slope) const {
  Row row;
  linear(block, model, row);
  for (std::size_t lane = 0; lane < items_per_block; ++lane) {
    const ExpectedLogistic expected = expected_logistic(row.eta[lane], row.variance[lane]);
    probability[lane] = row.guessing[lane] + (1.0F - row.guessing[lane]) * expected.probability;
    row.variance[lane] = (1.0F - row.guessing[lane]) * expected.slope;
  }
  if (slope != nullptr) std::copy(row.variance.begin(), row.variance.end(), slope);
}

void FittedProbabilities::fill_left_out(std::size_t block, std::size_t model, const float* scores,
                                        float* probability) const {
  // What a single answer may tell of all that is known: more would be an item or ability without a prior.
  constexpr float most_leverage = 0.9F;
  Row row;
  linear(block, model, row);
  if (!spreads_.empty()) {
    const float* slopes = parameters_.data() + block * items_per_block * numbers_an_item(dimensions_);
    const float* spread = spreads_.data() + model * packed_size(dimensions_);
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const float factor = (r == c ? 1.0F : 2.0F) * spread[packed_index(r, c)];
        const float* slopes_r = slopes + r * items_per_block;
        const float* slopes_c = slopes + c * items_per_block;
        for (std::size_t lane = 0; lane < items_per_block; ++lane) {
          row.variance[lane] += factor * slopes_r[lane] * slopes_c[lane];
        }
      }
    }
  }
  for (std::size_t lane = 0; lane < items_per_block; ++lane) {
    const float variance = row.variance[lane] < 0.0F ? 0.0F : row.variance[lane];
    const ExpectedLogistic fitted = expected_logistic(row.eta[lane], variance);
    const float guessing = row.guessing[lane];
    // A right answer counts as knowledge only as far as it is not a guess.
    const float whole = guessing + (1.0F - guessing) * fitted.probability;
    const float score = scores[lane] < 0.0F ? whole : scores[lane];
    const float residual = score * fitted.probability / (whole > 1e-9F ? whole : 1e-9F) - fitted.probability;
    float leverage = variance * fitted.slope;
    leverage = leverage > most_leverage ? most_leverage : leverage;
    const bool observed = scores[lane] >= 0.0F;
    const float wider = observed ? variance / (1.0F - leverage) : variance;
    const ExpectedLogistic expected =
        expected_logistic(observed ? row.eta[lane] - wider * residual : row.eta[lane], wider);
    probability[lane] = guessing + (1.0F - guessing) * expected.probability;
  }
}

double score_dispersion(const ResponseData& responses, const FittedProbabilities& probabilities) {
  if (responses.binary()) return 1;
  double squares = 0;
  double expected = 0;
  std::array<float, items_per_block> p;
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    for (std::size_t model = 0; model < responses.models(); ++model) {
      probabilities.fill(block, model, p.data());
      const float* row = responses.row(block, model);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        if (row[lane] < 0) continue;
        const double residual = static_cast<double>(row[lane]) - static_cast<double>(p[lane]);
        squares += residual * residual;
        expected += static_cast<double>(p[lane]) * (1 - static_cast<double>(p[lane]));
      }
    }
  }
  return expected > 0 ? std::min(1.0, squares / expected) : 1;
}

}  // namespace harmonograph
