// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "core/parameter_reader.hpp"
#include "irt/prediction.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json method_json(const PredictionMethod& method) {
  Json calibration = Json::array();
  for (const auto& point : method.calibration) {
    calibration.push_back({{"predicted", number(point.predicted)},
                           {"observed", number(point.observed)},
                           {"cells", point.cells},
                           {"interval", {{"low", number(point.interval.low)}, {"high", number(point.interval.high)}}}});
  }
  return {{"code", method.code},
          {"label", method.label},
          {"kind", method.item_response ? "item response" : "baseline"},
          {"dimensions", method.dimensions},
          {"grouped", method.grouped},
          {"accuracy", number(method.accuracy)},
          {"logLoss", number(method.log_loss)},
          {"brier", number(method.brier)},
          {"rankCorrelation", number(method.rank_correlation)},
          {"calibration", calibration},
          {"calibrationError", number(method.calibration_error)},
          {"z", number(method.z)}};
}

}  // namespace

Result<PredictionParameters> parse_prediction_parameters(const std::string& json) {
  ParameterReader reader(json, "The prediction's parameters");
  PredictionParameters parameters;
  if (const auto* fit = reader.find("fit"); fit != nullptr) {
    if (fit->is_object()) {
      parameters.fit = fit->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    } else {
      reader.complain("fit", "an object: the parameters of a fit");
    }
  }
  reader.integer("folds", 2, 100, parameters.folds, "a whole number from 2 to 100");
  reader.integer("foldsUsed", 0, 100, parameters.folds_used, "0 (all) or a whole number up to 100");
  reader.integer("largestDimension", 1, 6, parameters.largest_dimension, "a whole number from 1 to 6");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  return parameters;
}

std::string to_json(const PredictionResult& result) {
  Json methods = Json::array();
  for (const auto& method : result.methods) methods.push_back(method_json(method));
  const auto& parameters = result.parameters;
  Json fit = Json::parse(parameters.fit, nullptr, false);
  if (!fit.is_object()) fit = Json::object();
  return Json{{"parameters",
               {{"fit", fit},
                {"folds", parameters.folds},
                {"foldsUsed", parameters.folds_used},
                {"largestDimension", parameters.largest_dimension},
                {"seed", parameters.seed}}},
              {"cells", result.cells},
              {"methods", methods},
              {"chosenDimensions", result.chosen_dimensions},
              {"chosenGrouping", result.chosen_grouping},
              {"best", result.best}}
      .dump();
}

}  // namespace harmonograph
