// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "core/parameter_reader.hpp"
#include "irt/adaptive_testing.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

bool read_answer(const nlohmann::json& value, ItemAnswer& answer) {
  if (!value.is_object()) return false;
  const auto item = value.find("item");
  const auto score = value.find("score");
  if (item == value.end() || !item->is_number() || score == value.end() || !score->is_number()) return false;
  const double position = item->get<double>();
  if (!(position >= 0 && position < 4294967295.0) || position != std::floor(position)) return false;
  answer = {static_cast<std::uint32_t>(position), score->get<double>()};
  return true;
}

}  // namespace

Result<AdaptiveRequest> parse_adaptive_request(const std::string& json) {
  ParameterReader reader(json, "The answers so far");
  AdaptiveRequest request;
  reader.integer("fit", 0, 4294967295.0, request.fit, "the handle of a fit");
  reader.integer("next", 0, 1000, request.next, "a whole number from 0 to 1000");
  if (const auto* answers = reader.find("answers"); answers != nullptr) {
    const std::string range = "a list of answers, each with an item's position and a score from 0 to 1";
    if (!answers->is_array()) {
      reader.complain("answers", range);
    } else {
      for (const auto& value : *answers) {
        ItemAnswer answer;
        if (read_answer(value, answer)) {
          request.answers.push_back(answer);
        } else {
          reader.complain("answers", range);
        }
      }
    }
  }
  if (reader.failed()) return reader.error();
  return request;
}

Result<AdaptiveSimulationParameters> parse_adaptive_simulation_parameters(const std::string& json) {
  ParameterReader reader(json, "The simulation's parameters");
  AdaptiveSimulationParameters parameters;
  reader.integer("fit", 0, 4294967295.0, parameters.fit, "the handle of a fit");
  reader.integer("items", 1, 10000, parameters.items, "a whole number from 1 to 10000");
  reader.integer("folds", 2, 1000, parameters.folds, "a whole number from 2 to 1000");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  return parameters;
}

std::string to_json(const AdaptiveState& state) {
  Json ability = Json::array();
  for (const auto& value : state.ability) {
    ability.push_back({{"value", number(value.value)},
                       {"error", number(value.error)},
                       {"low", number(value.low)},
                       {"high", number(value.high)}});
  }
  Json next = Json::array();
  for (const auto& item : state.next) next.push_back({{"item", item.item}, {"information", number(item.information)}});
  Json errors = Json::array();
  for (const auto& point : state.expected_errors) {
    errors.push_back({{"items", point.items}, {"error", number(point.error)}});
  }
  return Json{{"answered", state.answered},
              {"ability", ability},
              {"expectedScore",
               {{"value", number(state.expected_score)},
                {"low", number(state.expected_score_low)},
                {"high", number(state.expected_score_high)}}},
              {"next", next},
              {"expectedErrors", errors}}
      .dump();
}

std::string to_json(const AdaptiveSimulation& simulation) {
  Json curve = Json::array();
  for (const auto& point : simulation.curve) {
    curve.push_back({{"items", point.items},
                     {"adaptive", number(point.adaptive)},
                     {"random", number(point.random)},
                     {"adaptiveScore", number(point.adaptive_score)},
                     {"randomScore", number(point.random_score)}});
  }
  const auto& parameters = simulation.parameters;
  return Json{
      {"parameters",
       {{"fit", parameters.fit}, {"items", parameters.items}, {"folds", parameters.folds}, {"seed", parameters.seed}}},
      {"models", simulation.models},
      {"curve", curve}}
      .dump();
}

}  // namespace harmonograph
