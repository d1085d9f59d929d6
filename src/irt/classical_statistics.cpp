#include "irt/classical_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Sums of observed scores less an effect of the other side, by model or by item.
struct Totals {
  std::vector<double> sums;
  std::vector<double> counts;

  explicit Totals(std::size_t size) : sums(size, 0), counts(size, 0) {}
  [[nodiscard]] double mean(std::size_t index) const { return counts[index] > 0 ? sums[index] / counts[index] : 0; }
};

template <class Use>
void for_each_cell(const ResponseData& responses, Use use) {
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    const std::size_t first = block * items_per_block;
    const std::size_t end = std::min(items_per_block, responses.items() - first);
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const float* row = responses.row(block, model);
      for (std::size_t lane = 0; lane < end; ++lane) {
        if (row[lane] >= 0) use(model, first + lane, static_cast<double>(row[lane]));
      }
    }
  }
}

}  // namespace

double cronbach_alpha(const ResponseData& responses) {
  const std::size_t models = responses.models();
  const std::size_t items = responses.items();
  std::vector<double> model_effect(models, 0);
  std::vector<double> item_effect(items, 0);
  double items_only = 0;
  double cells = 0;
  double scored_items = 0;
  double scored_models = 0;
  // Least squares of the additive model by turns: one round when every cell is observed.
  constexpr std::size_t most_rounds = 500;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    Totals by_item(items);
    for_each_cell(responses, [&](std::size_t model, std::size_t item, double score) {
      by_item.sums[item] += score - model_effect[model];
      by_item.counts[item] += 1;
    });
    for (std::size_t item = 0; item < items; ++item) item_effect[item] = by_item.mean(item);
    Totals by_model(models);
    double squares = 0;
    for_each_cell(responses, [&](std::size_t model, std::size_t item, double score) {
      const double rest = score - item_effect[item];
      by_model.sums[model] += rest;
      by_model.counts[model] += 1;
      squares += rest * rest;
    });
    if (round == 0) {
      items_only = squares;
      for (const double count : by_item.counts) scored_items += count > 0 ? 1 : 0;
      for (const double count : by_model.counts) {
        scored_models += count > 0 ? 1 : 0;
        cells += count;
      }
    }
    double change = 0;
    for (std::size_t model = 0; model < models; ++model) {
      const double effect = by_model.mean(model);
      change = std::max(change, std::abs(effect - model_effect[model]));
      model_effect[model] = effect;
    }
    if (change < 1e-9) break;
  }
  const double residual_freedom = cells - scored_models - scored_items + 1;
  if (scored_models < 2 || scored_items < 2 || residual_freedom <= 0) return not_a_number;
  double residual = 0;
  for_each_cell(responses, [&](std::size_t model, std::size_t item, double score) {
    const double rest = score - item_effect[item] - model_effect[model];
    residual += rest * rest;
  });
  const double between = (items_only - residual) / (scored_models - 1);
  if (!(between > 1e-12)) return not_a_number;
  return 1 - residual / residual_freedom / between;
}

std::vector<double> item_rest_correlations(const ResponseData& responses) {
  Totals by_model(responses.models());
  for_each_cell(responses, [&](std::size_t model, std::size_t, double score) {
    by_model.sums[model] += score;
    by_model.counts[model] += 1;
  });
  std::vector<double> correlations(responses.items(), not_a_number);
  std::vector<double> scores;
  std::vector<double> rests;
  for (std::size_t item = 0; item < responses.items(); ++item) {
    scores.clear();
    rests.clear();
    double score_sum = 0;
    double rest_sum = 0;
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const auto score = static_cast<double>(responses.at(model, item));
      if (score < 0 || by_model.counts[model] < 2) continue;
      scores.push_back(score);
      rests.push_back((by_model.sums[model] - score) / (by_model.counts[model] - 1));
      score_sum += scores.back();
      rest_sum += rests.back();
    }
    if (scores.size() < 3) continue;
    const auto count = static_cast<double>(scores.size());
    double score_square = 0;
    double rest_square = 0;
    double product = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double score = scores[i] - score_sum / count;
      const double rest = rests[i] - rest_sum / count;
      score_square += score * score;
      rest_square += rest * rest;
      product += score * rest;
    }
    // Rounding leaves about 1e-32 of a constant list.
    if (score_square < 1e-20 || rest_square < 1e-20) continue;
    correlations[item] = std::clamp(product / std::sqrt(score_square * rest_square), -1.0, 1.0);
  }
  return correlations;
}

std::vector<double> model_difficulty_correlations(const ResponseData& responses) {
  Totals by_item(responses.items());
  for_each_cell(responses, [&](std::size_t, std::size_t item, double score) {
    by_item.sums[item] += score;
    by_item.counts[item] += 1;
  });
  const std::size_t models = responses.models();
  const auto rest_of = [&](std::size_t item, double score) {
    return (by_item.sums[item] - score) / (by_item.counts[item] - 1);
  };
  Totals scores(models);
  Totals rests(models);
  for_each_cell(responses, [&](std::size_t model, std::size_t item, double score) {
    if (by_item.counts[item] < 2) return;
    scores.sums[model] += score;
    scores.counts[model] += 1;
    rests.sums[model] += rest_of(item, score);
    rests.counts[model] += 1;
  });
  std::vector<double> score_squares(models, 0);
  std::vector<double> rest_squares(models, 0);
  std::vector<double> products(models, 0);
  for_each_cell(responses, [&](std::size_t model, std::size_t item, double score) {
    if (by_item.counts[item] < 2) return;
    const double x = score - scores.mean(model);
    const double y = rest_of(item, score) - rests.mean(model);
    score_squares[model] += x * x;
    rest_squares[model] += y * y;
    products[model] += x * y;
  });
  std::vector<double> correlations(models, not_a_number);
  for (std::size_t model = 0; model < models; ++model) {
    if (scores.counts[model] < 3 || score_squares[model] < 1e-20 || rest_squares[model] < 1e-20) continue;
    correlations[model] =
        std::clamp(products[model] / std::sqrt(score_squares[model] * rest_squares[model]), -1.0, 1.0);
  }
  return correlations;
}

}  // namespace harmonograph
