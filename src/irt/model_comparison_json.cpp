// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "irt/model_comparison.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;
using json_values::numbers;

Json interval_json(const Interval& interval) {
  return {{"low", number(interval.low)}, {"high", number(interval.high)}};
}

}  // namespace

std::string to_json(const ModelComparison& comparison) {
  Json bins = Json::array();
  for (const ComparisonBin& bin : comparison.bins) {
    bins.push_back({{"low", number(bin.low)},
                    {"high", number(bin.high)},
                    {"slope", number(bin.slope)},
                    {"items", bin.items},
                    {"first", number(bin.first)},
                    {"second", number(bin.second)},
                    {"firstInterval", interval_json(bin.first_interval)},
                    {"secondInterval", interval_json(bin.second_interval)}});
  }
  Json tails = Json::array();
  for (const ComparisonTail& tail : comparison.tails) {
    const double freedom = std::isfinite(tail.degrees_of_freedom) ? tail.degrees_of_freedom : 0;
    tails.push_back({{"tail", tail.high ? "high" : "low"},
                     {"items", tail.items},
                     {"first", number(tail.first)},
                     {"second", number(tail.second)},
                     {"t", number(tail.t)},
                     {"degreesOfFreedom", freedom},
                     {"pValue", number(tail.p_value)},
                     {"cohensD", number(tail.cohens_d)}});
  }
  return Json{{"first", comparison.first},
              {"second", comparison.second},
              {"dimension", comparison.dimension},
              {"items", comparison.items},
              {"difference", number(comparison.difference)},
              {"interval", interval_json(comparison.interval)},
              {"abilityDifference", numbers(comparison.ability_difference)},
              {"abilityDifferenceError", numbers(comparison.ability_difference_error)},
              {"bins", bins},
              {"tails", tails}}
      .dump();
}

}  // namespace harmonograph
