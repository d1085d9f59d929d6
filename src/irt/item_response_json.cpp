// The JSON of ItemResponseResult in web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "core/text.hpp"
#include "irt/item_response_result.hpp"
#include "irt/item_summaries.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;
using json_values::numbers;
using json_values::text;

const char* name_of(Estimator estimator) {
  return estimator == Estimator::marginal ? "marginal" : "variational";
}

const char* name_of(EstimatorChoice choice) {
  switch (choice) {
    case EstimatorChoice::variational: return "variational";
    case EstimatorChoice::marginal: return "marginal";
    case EstimatorChoice::automatic: break;
  }
  return "automatic";
}

const char* name_of(ItemModel model) {
  switch (model) {
    case ItemModel::one_parameter: return "1PL";
    case ItemModel::three_parameter: return "3PL";
    case ItemModel::two_parameter: break;
  }
  return "2PL";
}

const char* name_of(FitRotation rotation) {
  switch (rotation) {
    case FitRotation::varimax: return "varimax";
    case FitRotation::geomin: return "geomin";
    case FitRotation::none: return "none";
    case FitRotation::oblimin: break;
  }
  return "oblimin";
}

Json parameters_json(const ItemResponseParameters& parameters) {
  return {{"benchmarks", parameters.benchmarks},
          {"estimator", name_of(parameters.estimator)},
          {"itemModel", name_of(parameters.item_model)},
          {"dimensions", parameters.dimensions},
          {"guessing", parameters.guessing},
          {"grouping", text(parameters.grouping)},
          {"rotation", name_of(parameters.rotation)},
          {"kaiser", parameters.kaiser},
          {"countOnce", parameters.count_once},
          {"seed", parameters.seed}};
}

Json accuracy_json(const Accuracy& accuracy) {
  const bool has_interval = std::isfinite(accuracy.interval.low);
  return {{"value", number(accuracy.value)},
          {"interval",
           has_interval ? Json{{"low", accuracy.interval.low}, {"high", accuracy.interval.high}} : Json(nullptr)},
          {"items", accuracy.items},
          {"missing", accuracy.missing},
          {"method", accuracy.method}};
}

Json dimensions_json(const std::vector<FittedDimension>& dimensions) {
  Json list = Json::array();
  for (const auto& dimension : dimensions) {
    list.push_back({{"name", dimension.name},
                    {"suggestion", text(dimension.suggestion)},
                    {"suggestionR", number(dimension.suggestion_r)},
                    {"variance", number(dimension.variance)},
                    {"reliability", number(dimension.reliability)}});
  }
  return list;
}

Json models_json(const ItemResponseResult& result, const FittedResponses& fitted) {
  const ItemResponseFit& fit = fitted.fit;
  Json abilities = Json::array();
  Json errors = Json::array();
  Json ranks = Json::array();
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    Json values = Json::array();
    Json deviations = Json::array();
    Json of_dimension = Json::array();
    for (std::size_t m = 0; m < fit.models(); ++m) {
      values.push_back(number(fit.abilities(m, d)));
      deviations.push_back(number(std::sqrt(fit.ability_covariances(m, packed_index(d, d)))));
      const RankInterval& rank = result.ranks[d][m];
      of_dimension.push_back({{"rank", rank.rank}, {"low", rank.low}, {"high", rank.high}});
    }
    abilities.push_back(std::move(values));
    errors.push_back(std::move(deviations));
    ranks.push_back(std::move(of_dimension));
  }
  Json accuracy = Json::array();
  for (const auto& one : result.accuracy) accuracy.push_back(accuracy_json(one));
  Json scores = Json::array();
  for (const auto& one : result.scores) {
    scores.push_back({{"name", one.name}, {"values", numbers(one.values)}, {"errors", numbers(one.errors)}});
  }
  return {{"model", fitted.set.models},  {"abilities", std::move(abilities)},
          {"errors", std::move(errors)}, {"accuracy", std::move(accuracy)},
          {"ranks", std::move(ranks)},   {"personFit", numbers(result.person_fit)},
          {"scores", std::move(scores)}};
}

Json items_json(const ItemResponseResult& result, const FittedResponses& fitted) {
  const ItemResponseFit& fit = fitted.fit;
  Json benchmarks = Json::array();
  Json items = Json::array();
  for (const auto& reference : fitted.set.items) {
    benchmarks.push_back(reference.benchmark);
    items.push_back(reference.item);
  }
  Json slopes = Json::array();
  Json slope_errors = Json::array();
  Json intercept_errors = Json::array();
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    Json values = Json::array();
    Json errors = Json::array();
    for (std::size_t i = 0; i < fit.items(); ++i) {
      values.push_back(number(fit.slopes(i, d)));
      errors.push_back(number(item_parameter_error(fit, i, d)));
    }
    slopes.push_back(std::move(values));
    slope_errors.push_back(std::move(errors));
  }
  for (std::size_t i = 0; i < fit.items(); ++i) {
    intercept_errors.push_back(number(item_parameter_error(fit, i, fit.dimensions)));
  }
  return {{"benchmark", std::move(benchmarks)},
          {"item", std::move(items)},
          {"slopes", std::move(slopes)},
          {"slopeErrors", std::move(slope_errors)},
          {"intercept", numbers(fit.intercepts)},
          {"interceptError", std::move(intercept_errors)},
          {"guessing", numbers(fit.guessing)},
          {"discrimination", numbers(result.discrimination)},
          {"discriminationError", numbers(result.discrimination_error)},
          {"difficulty", numbers(result.difficulty)},
          {"difficultyError", numbers(result.difficulty_error)},
          {"information", numbers(result.information)},
          {"meanScore", numbers(result.mean_score)},
          {"scored", result.scored},
          {"itemRest", numbers(result.item_rest)},
          {"fit", numbers(result.item_fit)},
          {"fitP", numbers(result.item_fit_p)},
          {"angle", numbers(result.angle)}};
}

Json flags_json(const std::vector<ItemFlag>& flags) {
  Json list = Json::array();
  for (const auto& flag : flags) {
    list.push_back({{"code", flag.code},
                    {"label", flag.label},
                    {"rule", flag.rule},
                    {"items", flag.items},
                    {"others", flag.others}});
  }
  return list;
}

}  // namespace

std::string to_json(const ItemResponseResult& result, const FittedResponses& fitted, std::uint32_t handle) {
  const ItemResponseFit& fit = fitted.fit;
  Json correlations = Json::array();
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < fit.dimensions; ++c) row.push_back(number(fit.ability_correlations(r, c)));
    correlations.push_back(std::move(row));
  }
  Json eigenvalues = nullptr;
  if (result.eigenvalues) {
    eigenvalues = {{"observed", numbers(result.eigenvalues->observed)},
                   {"parallel", numbers(result.eigenvalues->parallel)}};
  }
  Json warnings = Json::array();
  for (const auto& warning : result.warnings) {
    warnings.push_back({{"code", warning.code}, {"message", text(warning.message)}});
  }
  Json json = {{"fit", handle},
               {"parameters", parameters_json(result.parameters)},
               {"estimator", name_of(result.estimator)},
               {"estimatorReason", result.estimator_reason},
               {"cells", result.cells},
               {"missingCells", result.missing_cells},
               {"graded", result.graded},
               {"notes", json_values::notes(result.notes)},
               {"passes", fit.passes},
               {"converged", fit.converged},
               {"stopped", fit.stopped},
               {"logLikelihood", number(fit.log_likelihood)},
               {"logLoss", number(result.log_loss)},
               {"history", numbers(fit.history)},
               {"dimensions", dimensions_json(result.dimensions)},
               {"correlations", std::move(correlations)},
               {"eigenvalues", std::move(eigenvalues)},
               {"alpha", number(result.alpha)},
               {"models", models_json(result, fitted)},
               {"items", items_json(result, fitted)},
               {"flags", flags_json(result.flags)},
               {"warnings", std::move(warnings)}};
  return json_values::dump(json);
}

}  // namespace harmonograph
