#include "irt/selection_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "irt/ability_estimation.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_dimensions = 6;

struct ItemAxes {
  std::vector<double> discrimination;
  std::vector<double> difficulty;  // NaN when the slopes are 0
};

ItemAxes item_axes(const ItemResponseFit& fit, const AbilityMap& map, std::size_t dimension) {
  ItemAxes axes;
  for (std::size_t i = 0; i < fit.items(); ++i) {
    const auto slopes = map.slopes(fit.slopes.row(i));
    double squares = 0;
    for (const double slope : slopes) squares += slope * slope;
    const double length = std::sqrt(squares);
    const double intercept = map.intercept(slopes, fit.intercepts[i]);
    if (dimension > 0) {
      axes.discrimination.push_back(slopes[dimension - 1]);
    } else {
      axes.discrimination.push_back(slopes.size() == 1 ? slopes[0] : length);
    }
    const double against = slopes.size() == 1 ? slopes[0] : length;
    axes.difficulty.push_back(length > 0 ? -intercept / against : std::numeric_limits<double>::quiet_NaN());
  }
  return axes;
}

/// count places dealt over the bins by their sizes; the largest remainders get what rounding leaves.
std::vector<std::size_t> quotas(const std::vector<std::size_t>& sizes, std::size_t count) {
  const double total = real(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
  std::vector<std::size_t> quota(sizes.size(), 0);
  std::vector<double> remainder(sizes.size(), 0);
  std::size_t given = 0;
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    const double exact = total > 0 ? real(count) * real(sizes[b]) / total : 0;
    quota[b] = std::min(sizes[b], static_cast<std::size_t>(exact));
    remainder[b] = exact - real(quota[b]);
    given += quota[b];
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
  for (const std::size_t b : order) {
    if (given == count) break;
    if (quota[b] < sizes[b]) {
      ++quota[b];
      ++given;
    }
  }
  return quota;
}

}  // namespace

std::size_t items_of_share(double share, std::size_t items) {
  const auto count = static_cast<std::size_t>(std::llround(share * real(items)));
  return std::clamp<std::size_t>(count, 1, std::max<std::size_t>(1, items));
}

std::vector<std::uint32_t> most_discriminating(const ItemResponseFit& fit, const AbilityMap& map, std::size_t dimension,
                                               std::size_t bins, std::size_t count) {
  const ItemAxes axes = item_axes(fit, map, dimension);
  const auto bin = quantile_groups(axes.difficulty, std::max<std::size_t>(1, bins));
  std::vector<std::vector<std::uint32_t>> members(std::max<std::size_t>(1, bins));
  std::vector<std::uint32_t> without;
  for (std::uint32_t i = 0; i < fit.items(); ++i) {
    if (bin[i] < 0) {
      without.push_back(i);
    } else {
      members[static_cast<std::size_t>(bin[i])].push_back(i);
    }
  }
  std::vector<std::size_t> sizes;
  for (const auto& items : members) sizes.push_back(items.size());
  const std::size_t with = fit.items() - without.size();
  const auto quota = quotas(sizes, std::min(count, with));
  std::vector<std::uint32_t> kept;
  for (std::size_t b = 0; b < members.size(); ++b) {
    std::stable_sort(members[b].begin(), members[b].end(),
                     [&](std::uint32_t x, std::uint32_t y) { return axes.discrimination[x] > axes.discrimination[y]; });
    kept.insert(kept.end(), members[b].begin(), members[b].begin() + static_cast<std::ptrdiff_t>(quota[b]));
  }
  for (std::size_t i = 0; kept.size() < count && i < without.size(); ++i) kept.push_back(without[i]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

InformativeOrder::InformativeOrder(const ItemResponseFit& fit, const AbilityMap& map, std::size_t dimension)
    : items_(fit.items()),
      models_(fit.models()),
      dimensions_(fit.dimensions),
      goal_(fit.dimensions, fit.dimensions),
      slopes_(fit.items(), fit.dimensions),
      factors_(fit.items(), fit.models()),
      gains_(fit.items(), 0),
      taken_(fit.items(), 0) {
  // The covariance in the reference's coordinates is matrix' C matrix: its trace is that of (matrix matrix') C.
  for (std::size_t r = 0; r < dimensions_; ++r) {
    for (std::size_t c = 0; c < dimensions_; ++c) {
      for (std::size_t d = 0; d < dimensions_; ++d) {
        if (dimension == 0 || dimension == d + 1) goal_(r, c) += map.matrix(r, d) * map.matrix(c, d);
      }
    }
  }
  const ItemBank bank(fit);
  for (std::size_t i = 0; i < items_; ++i) {
    for (std::size_t d = 0; d < dimensions_; ++d) slopes_(i, d) = bank.slope(d, i);
  }
  std::vector<float> factor(items_);
  for (std::size_t m = 0; m < models_; ++m) {
    bank.expected_information(fit.abilities.row(m), {}, factor);
    for (std::size_t i = 0; i < items_; ++i) factors_(i, m) = factor[i];
  }
  // Before any answer: the prior.
  for (std::size_t r = 0; r < dimensions_; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      const double value = fit.ability_correlations.empty() ? (r == c ? 1.0 : 0.0) : fit.ability_correlations(r, c);
      covariances_.emplace_back(models_, static_cast<float>(value));
    }
  }
}

double InformativeOrder::gain(std::size_t item) const {
  constexpr std::size_t lanes = 16;
  float slope[most_dimensions];
  float goal[most_dimensions][most_dimensions];
  for (std::size_t r = 0; r < dimensions_; ++r) {
    slope[r] = slopes_(item, r);
    for (std::size_t c = 0; c < dimensions_; ++c) goal[r][c] = static_cast<float>(goal_(r, c));
  }
  const float* factor = factors_.row(item).data();
  double sum = 0;
  for (std::size_t first = 0; first < models_; first += lanes) {
    const std::size_t count = std::min(lanes, models_ - first);
    float product[most_dimensions][lanes] = {};
    float quadratic[lanes] = {};
    float aimed[lanes] = {};
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c < dimensions_; ++c) {
        const float* covariance = covariances_[packed_index(r, c)].data() + first;
        for (std::size_t m = 0; m < count; ++m) product[r][m] += covariance[m] * slope[c];
      }
      for (std::size_t m = 0; m < count; ++m) quadratic[m] += product[r][m] * slope[r];
    }
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c < dimensions_; ++c) {
        for (std::size_t m = 0; m < count; ++m) aimed[m] += goal[r][c] * product[r][m] * product[c][m];
      }
    }
    for (std::size_t m = 0; m < count; ++m) {
      const float weight = factor[first + m];
      aimed[m] = weight * aimed[m] / (1.0F + weight * quadratic[m]);
    }
    float total = 0;
    for (std::size_t m = 0; m < count; ++m) total += aimed[m];
    sum += static_cast<double>(total);
  }
  return sum;
}

void InformativeOrder::add(std::size_t item) {
  for (std::size_t m = 0; m < models_; ++m) {
    double product[most_dimensions] = {};
    double quadratic = 0;
    const double weight = static_cast<double>(factors_(item, m));
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c < dimensions_; ++c) {
        product[r] += static_cast<double>(covariances_[packed_index(r, c)][m]) * static_cast<double>(slopes_(item, c));
      }
      quadratic += product[r] * static_cast<double>(slopes_(item, r));
    }
    const double scale = weight / (1 + weight * quadratic);
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        float& covariance = covariances_[packed_index(r, c)][m];
        covariance = static_cast<float>(static_cast<double>(covariance) - scale * product[r] * product[c]);
      }
    }
  }
  // The gain of an item falls with the square of the covariances: kept relative to that, gains stay comparable for
  // longer.
  scale_ = 1e-300;
  for (std::size_t m = 0; m < models_; ++m) {
    double aimed = 0;
    for (std::size_t r = 0; r < dimensions_; ++r) {
      for (std::size_t c = 0; c < dimensions_; ++c) {
        aimed += goal_(r, c) * static_cast<double>(covariances_[packed_index(r, c)][m]);
      }
    }
    scale_ += aimed * aimed;
  }
}

void InformativeOrder::renew() {
  heap_.clear();
  for (std::uint32_t i = 0; i < items_; ++i) {
    if (taken_[i] != 0) continue;
    gains_[i] = gain(i) / scale_;
    heap_.push_back(i);
  }
  // An order without ties: the result is the same everywhere.
  std::make_heap(heap_.begin(), heap_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return gains_[a] < gains_[b] || (gains_[a] == gains_[b] && a > b);
  });
  renew_at_ = order_.size() + std::max<std::size_t>(1, order_.size() / 5);
}

bool InformativeOrder::take(std::size_t count) {
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return gains_[a] < gains_[b] || (gains_[a] == gains_[b] && a > b);
  };
  for (; count > 0 && order_.size() < items_; --count) {
    if (order_.size() >= renew_at_) renew();
    for (;;) {
      std::pop_heap(heap_.begin(), heap_.end(), less);
      const std::uint32_t item = heap_.back();
      gains_[item] = gain(item) / scale_;
      heap_.pop_back();
      if (heap_.empty() || gains_[item] >= gains_[heap_.front()] * (1 - 1e-4)) {
        taken_[item] = 1;
        order_.push_back(item);
        add(item);
        break;
      }
      heap_.push_back(item);
      std::push_heap(heap_.begin(), heap_.end(), less);
    }
  }
  return order_.size() < items_;
}

}  // namespace harmonograph
