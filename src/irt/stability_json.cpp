// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "core/parameter_reader.hpp"
#include "irt/stability.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json summaries_json(const std::vector<StabilityResult::Summary>& summaries) {
  Json list = Json::array();
  for (const auto& summary : summaries) {
    list.push_back({{"mean", number(summary.mean)}, {"low", number(summary.low)}, {"high", number(summary.high)}});
  }
  return list;
}

}  // namespace

Result<StabilityParameters> parse_stability_parameters(const std::string& json) {
  ParameterReader reader(json, "The parameters of stability");
  StabilityParameters parameters;
  reader.integer("fit", 0, 4294967295.0, parameters.fit, "the handle of a fit");
  reader.integer("seeds", 0, 100, parameters.seeds, "a whole number from 0 to 100");
  reader.integer("halves", 0, 100, parameters.halves, "a whole number from 0 to 100");
  reader.integer("seed", 0, 9007199254740.0, parameters.seed, "a whole number from 0 to 9007199254740");
  if (reader.failed()) return reader.error();
  return parameters;
}

std::string to_json(const StabilityResult& result) {
  Json rows = Json::array();
  for (const auto& row : result.rows) {
    rows.push_back({{"kind", row.kind},
                    {"replicates", row.replicates},
                    {"congruence", summaries_json(row.congruence)},
                    {"abilities", summaries_json(row.abilities)}});
  }
  const auto& parameters = result.parameters;
  return Json{{"parameters",
               {{"fit", parameters.fit},
                {"seeds", parameters.seeds},
                {"halves", parameters.halves},
                {"seed", parameters.seed}}},
              {"rows", rows}}
      .dump();
}

}  // namespace harmonograph
