// The JSON of Rebalancing in web/src/engine/study.ts.
#include "study/rebalancing.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::interval;
using json_values::Json;
using json_values::number;
using json_values::numbers;

const char* name_of(RemovalOrderSource source) {
  switch (source) {
    case RemovalOrderSource::similarity: return "similarity";
    case RemovalOrderSource::responses: return "responses";
    case RemovalOrderSource::random: break;
  }
  return "random";
}

const char* name_of(RebalancingVerdict verdict) {
  switch (verdict) {
    case RebalancingVerdict::fragile: return "fragile";
    case RebalancingVerdict::stable: return "stable";
    case RebalancingVerdict::unknown: break;
  }
  return "unknown";
}

Json parameters_json(const RebalancingParameters& parameters) {
  return {{"benchmark", parameters.benchmark},
          {"model", parameters.model},
          {"analysis", Json::parse(to_json(parameters.analysis))},
          {"draws", parameters.draws},
          {"points", parameters.points},
          {"budget", number(parameters.budget)},
          {"seed", parameters.seed}};
}

Json point_json(const RebalancedPoint& point) {
  return {{"pruned", point.pruned},
          {"share", number(point.share)},
          {"sizes", point.sizes},
          {"harmonyOfSizes", number(point.harmony_of_sizes)},
          {"meanHarmony", number(point.mean_harmony)},
          {"kendall", number(point.kendall)},
          {"swaps", json_values::list_of(point.swaps,
                                         [](const ModelPair& pair) -> Json {
                                           return {{"first", pair.first}, {"second", pair.second}};
                                         })},
          {"swapCount", point.swap_count},
          {"significant", point.significant},
          {"detectable", number(point.detectable)}};
}

Json model_json(const RebalancedModel& model) {
  return {{"model", model.model},
          {"accuracy", numbers(model.accuracy)},
          {"harmony", numbers(model.harmony)},
          {"accuracyLow", numbers(model.accuracy_low)},
          {"accuracyHigh", numbers(model.accuracy_high)},
          {"harmonyLow", numbers(model.harmony_low)},
          {"harmonyHigh", numbers(model.harmony_high)},
          {"tests", json_values::list_of(model.tests, [](const TestedPair& test) { return to_json_value(test); })},
          {"macroAverage", number(model.macro.value)},
          {"macroDifference", number(model.macro.difference)},
          {"macroInterval", interval(model.macro.interval)},
          {"macroTest", to_json_value(model.macro_test)}};
}

}  // namespace

std::string to_json(const Rebalancing& rebalancing) {
  Json json;
  json["benchmark"] = rebalancing.parameters.benchmark;
  json["model"] = rebalancing.parameters.model;
  json["parameters"] = parameters_json(rebalancing.parameters);
  json["items"] = rebalancing.items;
  json["k"] = rebalancing.k;
  json["sizes"] = rebalancing.sizes;
  json["order"] = rebalancing.order;
  json["subdomains"] = rebalancing.subdomains;
  json["usedItems"] = rebalancing.used_items;
  json["orderedBy"] = name_of(rebalancing.ordered_by);
  const std::size_t last = rebalancing.points.size() - 1;
  json["levelAt"] = rebalancing.level ? Json(last) : Json(nullptr);
  json["points"] = json_values::list_of(rebalancing.points, point_json);
  json["models"] = json_values::list_of(rebalancing.models, model_json);
  json["judgedAt"] = last;
  json["verdict"] = name_of(rebalancing.verdict);
  json["rule"] = rebalancing.rule;
  json["smallestAdjusted"] = number(rebalancing.smallest_adjusted);
  json["warnings"] = json_values::list_of(rebalancing.warnings, [](const Warning& warning) -> Json {
    return {{"code", warning.code}, {"message", json_values::text(warning.message)}};
  });
  return json_values::dump(json);
}

}  // namespace harmonograph
