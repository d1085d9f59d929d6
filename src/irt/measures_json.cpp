// The JSON of web/src/engine/item_response.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "irt/measures.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json loading_json(const Loading& loading) {
  return {{"r", number(loading.correlation.value)},
          {"low", number(loading.correlation.interval.low)},
          {"high", number(loading.correlation.interval.high)},
          {"pValue", number(loading.correlation.p_value)},
          {"adjustedP", number(loading.adjusted_p)}};
}

Json mix_json(const MeasuredGroup& group) {
  if (group.mix.empty()) return nullptr;
  Json parts = Json::array();
  for (const MixedGroup& part : group.mix) {
    parts.push_back({{"items", part.items}, {"direction", part.direction}, {"typical", part.typical}});
  }
  return {{"angleBetween", number(group.mix_angle)}, {"groups", parts}};
}

Json group_json(const MeasuredGroup& group) {
  Json loadings = Json::array();
  for (const Loading& loading : group.loadings) loadings.push_back(loading_json(loading));
  return {{"name", group.name},
          {"benchmark", group.benchmark},
          {"items", group.items},
          {"models", group.models},
          {"loadings", loadings},
          {"stronger", group.stronger},
          {"strongerP", number(group.stronger_p)},
          {"direction", group.direction},
          {"angle", number(group.angle)},
          {"spread", number(group.spread)},
          {"away", group.away},
          {"noInformation", group.no_information},
          {"negative", group.negative},
          {"mix", mix_json(group)}};
}

}  // namespace

std::string to_json(const Measures& measures) {
  Json groups = Json::array();
  for (const MeasuredGroup& group : measures.groups) groups.push_back(group_json(group));
  Json compass = Json::array();
  for (const CompassGroup& each : measures.compass) compass.push_back({{"group", each.group}, {"items", each.items}});
  // Names come from files: bytes that are not UTF-8 are replaced.
  return Json{{"level", measures.level}, {"levels", measures.levels}, {"groups", groups}, {"compass", compass}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace harmonograph
