#include "irt/item_detail.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/json_values.hpp"
#include "core/text.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;
using json_values::numbers;

constexpr double normal_95 = 1.959963984540054;
constexpr double step = 0.1;
constexpr std::size_t most_groups = 10;

double logistic(double x) {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

/// Standard deviation of eta at an ability, from the item's covariance; NaN without one.
double predictor_error(const ItemResponseFit& fit, std::size_t item, const std::vector<double>& ability) {
  if (fit.item_covariances.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto covariance = fit.item_covariances.row(item);
  const auto x = [&](std::size_t index) { return index < fit.dimensions ? ability[index] : 1.0; };
  double variance = 0;
  for (std::size_t r = 0; r <= fit.dimensions; ++r) {
    for (std::size_t c = 0; c <= fit.dimensions; ++c) variance += covariance[packed_index(r, c)] * x(r) * x(c);
  }
  return variance >= 0 ? std::sqrt(variance) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::size_t> models_that_answered(const ResponseSet& set, std::size_t item) {
  std::vector<std::size_t> models;
  for (std::size_t m = 0; m < set.responses.models(); ++m) {
    if (set.responses.observed(m, item)) models.push_back(m);
  }
  return models;
}

std::vector<ItemDetail::Observed> observed_scores(const ResponseSet& set, const ItemResponseFit& fit, std::size_t item,
                                                  std::size_t dimension) {
  std::vector<std::size_t> models = models_that_answered(set, item);
  std::sort(models.begin(), models.end(), [&](std::size_t a, std::size_t b) {
    const double left = fit.abilities(a, dimension);
    const double right = fit.abilities(b, dimension);
    return left != right ? left < right : a < b;
  });
  const std::size_t groups = std::min(most_groups, models.size());
  std::vector<ItemDetail::Observed> observed;
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t first = g * models.size() / groups;
    const std::size_t last = (g + 1) * models.size() / groups;
    ItemDetail::Observed bin;
    bin.models = last - first;
    for (std::size_t k = first; k < last; ++k) {
      bin.ability += fit.abilities(models[k], dimension) / real(bin.models);
      bin.score += static_cast<double>(set.responses.at(models[k], item)) / real(bin.models);
    }
    observed.push_back(bin);
  }
  return observed;
}

ItemDetail::Curve curve_along(const ResponseSet& set, const ItemResponseFit& fit, std::size_t item,
                              std::size_t dimension) {
  double reach = 4;
  for (std::size_t m = 0; m < fit.models(); ++m) {
    if (std::isfinite(fit.abilities(m, dimension))) reach = std::max(reach, std::abs(fit.abilities(m, dimension)));
  }
  const auto steps = static_cast<int>(std::ceil(std::min(reach, 12.0) / step));
  ItemDetail::Curve curve;
  std::vector<double> ability(fit.dimensions, 0);
  for (int s = -steps; s <= steps; ++s) {
    ability[dimension] = s * step;
    const double eta = linear_predictor(fit, item, ability);
    const double error = predictor_error(fit, item, ability);
    const double guessing = fit.guessing[item];
    curve.ability.push_back(ability[dimension]);
    curve.probability.push_back(characteristic_curve(fit, item, ability));
    curve.low.push_back(guessing + (1 - guessing) * logistic(eta - normal_95 * error));
    curve.high.push_back(guessing + (1 - guessing) * logistic(eta + normal_95 * error));
    curve.information.push_back(item_information(fit, item, ability)[packed_index(dimension, dimension)]);
  }
  curve.observed = observed_scores(set, fit, item, dimension);
  return curve;
}

}  // namespace

Result<ItemDetail> item_detail(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                               std::size_t position) {
  if (position >= fit.items()) {
    return Error{ErrorCode::not_found,
                 "There is no item " + std::to_string(position) + "; the fit has " + counted(fit.items(), "item") + ".",
                 {},
                 0,
                 "Choose one of the fit's items."};
  }
  ItemDetail detail;
  detail.position = position;
  for (std::size_t d = 0; d < fit.dimensions; ++d) detail.curves.push_back(curve_along(set, fit, position, d));
  for (const std::size_t m : models_that_answered(set, position)) {
    detail.answers.push_back({set.models[m], static_cast<double>(set.responses.at(m, position)),
                              predicted_probability(fit, position, fit.abilities.row(m))});
  }
  const ItemReference& reference = set.items[position];
  const Benchmark& benchmark = dataset.benchmarks[reference.benchmark];
  if (!benchmark.item_texts.empty()) detail.text = benchmark.item_texts[reference.item];
  for (const auto& attribute : benchmark.attributes) detail.attributes.push_back(attribute.values[reference.item]);
  return detail;
}

std::string to_json(const ItemDetail& detail) {
  Json curves = Json::array();
  for (const auto& curve : detail.curves) {
    Json observed = Json::array();
    for (const auto& bin : curve.observed) {
      observed.push_back({{"ability", number(bin.ability)}, {"score", number(bin.score)}, {"models", bin.models}});
    }
    curves.push_back({{"ability", numbers(curve.ability)},
                      {"probability", numbers(curve.probability)},
                      {"low", numbers(curve.low)},
                      {"high", numbers(curve.high)},
                      {"information", numbers(curve.information)},
                      {"observed", std::move(observed)}});
  }
  Json answers = Json::array();
  for (const auto& answer : detail.answers) {
    answers.push_back(
        {{"model", answer.model}, {"score", number(answer.score)}, {"expected", number(answer.expected)}});
  }
  Json attributes = Json::array();
  for (const auto& attribute : detail.attributes) attributes.push_back(to_valid_utf8(attribute));
  const Json json = {{"position", detail.position},
                     {"curves", std::move(curves)},
                     {"answers", std::move(answers)},
                     {"text", to_valid_utf8(detail.text)},
                     {"attributes", std::move(attributes)}};
  return json_values::dump(json);
}

}  // namespace harmonograph
