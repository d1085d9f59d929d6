// The JSON of Validation in web/src/engine/study.ts.
#include "study/correlation_json.hpp"
#include "study/validation.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

const char* measure_name(SimilarityMeasure measure) {
  switch (measure) {
    case SimilarityMeasure::predictive: return "predictive similarity";
    case SimilarityMeasure::responses: return "response patterns";
    case SimilarityMeasure::texts: return "lexical overlap";
    case SimilarityMeasure::random: break;
  }
  return "random partition";
}

Json parameters_json(const ValidationParameters& parameters) {
  return {{"domains", parameters.domains},     {"entries", parameters.entries},
          {"noise", number(parameters.noise)}, {"imbalance", number(parameters.imbalance)},
          {"models", parameters.models},       {"seed", parameters.seed}};
}

Json point_json(const ValidatedModel& point) {
  return {{"model", point.model},
          {"name", point.name},
          {"trueHarmony", number(point.true_harmony)},
          {"harmony", number(point.harmony)},
          {"k", point.k},
          {"adjustedRand", number(point.adjusted_rand)}};
}

Json measure_json(const ValidatedMeasure& measure) {
  const bool found = !measure.points.empty();
  return {{"measure", measure_name(measure.measure)},
          {"error", measure.error.empty() ? Json(nullptr) : Json(measure.error)},
          {"points", json_values::list_of(measure.points, point_json)},
          {"pearson", found ? json_values::correlation(measure.pearson) : Json(nullptr)},
          {"spearman", found ? json_values::correlation(measure.spearman) : Json(nullptr)},
          {"slope", number(measure.slope)},
          {"adjustedRand", number(measure.adjusted_rand)},
          {"mutualInformation", number(measure.mutual_information)},
          {"meanError", number(measure.mean_error)}};
}

}  // namespace

std::string to_json(const Validation& validation) {
  Json json;
  json["parameters"] = parameters_json(validation.parameters);
  json["items"] = validation.items;
  json["sizes"] = validation.sizes;
  json["domainNames"] = validation.domain_names;
  json["measures"] = json_values::list_of(validation.measures, measure_json);
  return json_values::dump(json);
}

}  // namespace harmonograph
