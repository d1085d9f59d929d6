#include "irt/adaptive_testing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace harmonograph {
namespace {

constexpr double normal_975 = 1.959963984540054;
constexpr std::size_t largest_dimensions_here = 6;

double error_of(const std::vector<double>& covariance, std::size_t dimensions) {
  double trace = 0;
  for (std::size_t d = 0; d < dimensions; ++d) trace += covariance[packed_index(d, d)];
  return std::sqrt(std::max(0.0, trace) / static_cast<double>(dimensions));
}

/// Decrease of the trace of C when information factor * a a' is added, for every item (Sherman and Morrison 1950).
void trace_decreases(const ItemBank& bank, const std::vector<double>& covariance, const std::vector<float>& factor,
                     std::vector<float>& gain) {
  constexpr std::size_t chunk = 512;
  const std::size_t dimensions = bank.dimensions();
  alignas(64) float product[chunk];
  alignas(64) float quadratic[chunk];
  alignas(64) float squares[chunk];
  for (std::size_t first = 0; first < bank.size(); first += chunk) {
    const std::size_t count = std::min(chunk, bank.size() - first);
    std::fill_n(quadratic, count, 0.0F);
    std::fill_n(squares, count, 0.0F);
    for (std::size_t r = 0; r < dimensions; ++r) {
      std::fill_n(product, count, 0.0F);
      for (std::size_t c = 0; c < dimensions; ++c) {
        const auto element = static_cast<float>(covariance[packed_index(r, c)]);
        const float* slope = bank.slopes(c) + first;
        for (std::size_t i = 0; i < count; ++i) product[i] += element * slope[i];
      }
      const float* slope = bank.slopes(r) + first;
      for (std::size_t i = 0; i < count; ++i) {
        squares[i] += product[i] * product[i];
        quadratic[i] += product[i] * slope[i];
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      gain[first + i] = factor[first + i] * squares[i] / (1.0F + factor[first + i] * quadratic[i]);
    }
  }
}

void add_information(const ItemBank& bank, std::vector<double>& covariance, std::size_t item, double factor) {
  const std::size_t dimensions = bank.dimensions();
  std::array<double, largest_dimensions_here> product{};
  double quadratic = 0;
  for (std::size_t r = 0; r < dimensions; ++r) {
    for (std::size_t c = 0; c < dimensions; ++c) {
      product[r] += covariance[packed_index(r, c)] * static_cast<double>(bank.slope(c, item));
    }
    quadratic += product[r] * static_cast<double>(bank.slope(r, item));
  }
  const double scale = factor / (1 + factor * quadratic);
  for (std::size_t r = 0; r < dimensions; ++r) {
    for (std::size_t c = 0; c <= r; ++c) covariance[packed_index(r, c)] -= scale * product[r] * product[c];
  }
}

struct Score {
  double value = 0;
  double error = 0;
};

/// Mean score over all items: sum of the given answers and of the expected ones. Its variance: of the ability, by the
/// delta method, and of the answers that were not given.
Score expected_mean_score(const ItemBank& bank, const AbilityEstimate& estimate, std::span<const float> scores) {
  const std::size_t items = bank.size();
  std::vector<float> probability(items);
  std::vector<float> slope(items);
  bank.predict(estimate.ability, estimate.covariance, probability);
  bank.expected_slopes(estimate.ability, estimate.covariance, slope);
  double sum = 0;
  double variance = 0;
  std::array<double, largest_dimensions_here> gradient{};
  for (std::size_t i = 0; i < items; ++i) {
    if (scores[i] >= 0) {
      sum += static_cast<double>(scores[i]);
      continue;
    }
    const auto p = static_cast<double>(probability[i]);
    sum += p;
    variance += p * (1 - p);
    for (std::size_t d = 0; d < bank.dimensions(); ++d) {
      gradient[d] += static_cast<double>(slope[i]) * static_cast<double>(bank.slope(d, i));
    }
  }
  for (std::size_t r = 0; r < bank.dimensions(); ++r) {
    for (std::size_t c = 0; c < bank.dimensions(); ++c) {
      variance += gradient[r] * gradient[c] * estimate.covariance[packed_index(r, c)];
    }
  }
  const auto count = static_cast<double>(items);
  return {sum / count, std::sqrt(std::max(0.0, variance)) / count};
}

}  // namespace

std::vector<NextItem> most_informative_items(const ItemBank& bank, const AbilityEstimate& so_far,
                                             std::span<const char> available, std::size_t count, bool renew,
                                             std::vector<double>* errors) {
  const std::size_t dimensions = bank.dimensions();
  std::vector<double> covariance = so_far.covariance;
  std::vector<float> factor(bank.size());
  std::vector<float> gain(bank.size());
  std::vector<char> open(available.begin(), available.end());
  std::vector<NextItem> chosen;
  if (errors != nullptr) errors->push_back(error_of(covariance, dimensions));
  std::size_t refresh = 0;
  while (chosen.size() < count) {
    // What is unknown of the ability shrinks with each item, and the average over it changes: renewed after 0, 1, 2,
    // 4, 8 .. items.
    if (chosen.size() == refresh) {
      bank.expected_information(so_far.ability, covariance, factor);
      refresh = !renew ? count : refresh == 0 ? 1 : refresh * 2;
    }
    trace_decreases(bank, covariance, factor, gain);
    float best = -1;
    std::size_t item = bank.size();
    for (std::size_t i = 0; i < bank.size(); ++i) {
      if (open[i] != 0 && gain[i] > best) {
        best = gain[i];
        item = i;
      }
    }
    if (item == bank.size()) break;
    open[item] = 0;
    double squares = 0;
    for (std::size_t d = 0; d < dimensions; ++d) {
      squares += static_cast<double>(bank.slope(d, item)) * static_cast<double>(bank.slope(d, item));
    }
    chosen.push_back({static_cast<std::uint32_t>(item), static_cast<double>(factor[item]) * squares});
    add_information(bank, covariance, item, static_cast<double>(factor[item]));
    if (errors != nullptr) errors->push_back(error_of(covariance, dimensions));
  }
  return chosen;
}

Result<AdaptiveState> adaptive_state(const ItemResponseFit& fit, const AdaptiveRequest& request) {
  if (fit.items() == 0) {
    return Error{ErrorCode::too_few_items, "This fit has no items.", "", 0, "Load the parameters of fitted items."};
  }
  auto estimated = estimate_ability(fit, request.answers);
  if (!estimated) return estimated.error();
  const AbilityEstimate& estimate = *estimated;

  AdaptiveState state;
  state.answered = request.answers.size();
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    const double error = std::sqrt(std::max(0.0, estimate.covariance[packed_index(d, d)]));
    state.ability.push_back({estimate.ability[d], error, estimate.ability[d] - normal_975 * error,
                             estimate.ability[d] + normal_975 * error});
  }
  const ItemBank bank(fit);
  std::vector<float> scores(fit.items(), ResponseData::missing);
  std::vector<char> available(fit.items(), 1);
  for (const auto& answer : request.answers) {
    scores[answer.item] = static_cast<float>(answer.score);
    available[answer.item] = 0;
  }
  const Score score = expected_mean_score(bank, estimate, scores);
  state.expected_score = score.value;
  state.expected_score_low = std::clamp(score.value - normal_975 * score.error, 0.0, 1.0);
  state.expected_score_high = std::clamp(score.value + normal_975 * score.error, 0.0, 1.0);

  constexpr std::array<std::size_t, 9> ahead{0, 1, 2, 5, 10, 20, 50, 100, 200};
  std::vector<double> errors;
  auto chosen = most_informative_items(bank, estimate, available, std::max(request.next, ahead.back()), true, &errors);
  for (const std::size_t items : ahead) {
    if (items < errors.size()) state.expected_errors.push_back({items, errors[items]});
  }
  if (chosen.size() > request.next) chosen.resize(request.next);
  state.next = std::move(chosen);
  return state;
}

}  // namespace harmonograph
