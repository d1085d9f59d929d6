// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "core/parameter_reader.hpp"
#include "irt/item_selection.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json metrics_json(const SurvivalMetrics& metrics) {
  Json abilities = Json::array();
  for (const double value : metrics.ability_rank) abilities.push_back(number(value));
  return {{"scoreRank", number(metrics.score_rank)},
          {"scoreKendall", number(metrics.score_kendall)},
          {"abilityRank", abilities},
          {"meanError", number(metrics.mean_error)},
          {"modelError", number(metrics.model_error)}};
}

}  // namespace

Result<SelectionParameters> parse_selection_parameters(const std::string& json) {
  ParameterReader reader(json, "The selection's parameters");
  SelectionParameters parameters;
  reader.integer("fit", 0, 4294967295.0, parameters.fit, "the handle of a fit");
  std::string rule = "discriminating";
  reader.text("rule", rule);
  if (rule == "information") {
    parameters.rule = SelectionRule::information;
  } else if (rule != "discriminating") {
    reader.complain("rule", "\"discriminating\" or \"information\"");
  }
  reader.integer("dimension", 0, 6, parameters.dimension, "0 (all) or a dimension from 1 to 6");
  const std::string share = "a share from 0.001 to 1";
  reader.number("share", .001, 1, parameters.share, share);
  if (const auto* shares = reader.find("shares"); shares != nullptr) {
    if (!shares->is_array() || shares->size() > 20) {
      reader.complain("shares", "a list of at most 20 shares from 0.001 to 1");
    } else {
      parameters.shares.clear();
      for (const auto& value : *shares) {
        const double given = value.is_number() ? value.get<double>() : -1;
        if (!(given >= .001 && given <= 1)) reader.complain("shares", "a list of at most 20 shares from 0.001 to 1");
        parameters.shares.push_back(given);
      }
    }
  }
  reader.integer("bins", 1, 1000, parameters.bins, "a whole number from 1 to 1000");
  reader.integer("draws", 0, 1000, parameters.draws, "a whole number from 0 to 1000");
  reader.integer("folds", 2, 1000, parameters.folds, "a whole number from 2 to 1000");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  return parameters;
}

std::string to_json(const SelectionResult& result) {
  const auto& parameters = result.parameters;
  Json curve = Json::array();
  for (const auto& point : result.curve) {
    curve.push_back({{"share", number(point.share)},
                     {"items", point.items},
                     {"selected", metrics_json(point.selected)},
                     {"selectedLow", metrics_json(point.selected_low)},
                     {"selectedHigh", metrics_json(point.selected_high)},
                     {"random", metrics_json(point.random)},
                     {"randomLow", metrics_json(point.random_low)},
                     {"randomHigh", metrics_json(point.random_high)}});
  }
  Json benchmarks = Json::array();
  for (const auto& count : result.by_benchmark) {
    benchmarks.push_back({{"benchmark", count.benchmark}, {"kept", count.kept}, {"items", count.items}});
  }
  return Json{{"parameters",
               {{"fit", parameters.fit},
                {"rule", parameters.rule == SelectionRule::information ? "information" : "discriminating"},
                {"dimension", parameters.dimension},
                {"share", number(parameters.share)},
                {"shares", parameters.shares},
                {"bins", parameters.bins},
                {"draws", parameters.draws},
                {"folds", parameters.folds},
                {"seed", parameters.seed}}},
              {"items", result.items},
              {"kept", result.kept},
              {"curve", curve},
              {"byBenchmark", benchmarks}}
      .dump();
}

}  // namespace harmonograph
