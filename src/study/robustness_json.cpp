// The JSON of Robustness in web/src/engine/study.ts.
#include "study/robustness.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

const char* name_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::below_chance: return "below chance";
    case Conclusion::like_chance: return "like chance";
    case Conclusion::undefined: break;
  }
  return "undefined";
}

Json setting_json(const RobustnessSetting& setting) {
  return {{"tau", number(setting.tau)},
          {"bandwidth", number(setting.bandwidth)},
          {"seed", setting.seed},
          {"k", setting.k},
          {"kShift", setting.k_shift},
          {"harmony", number(setting.harmony)},
          {"chance", number(setting.chance)},
          {"pValue", number(setting.p_value)},
          {"conclusion", name_of(setting.conclusion)}};
}

Json summary_json(const RobustnessSummary& summary) {
  return {{"parameter", summary.parameter}, {"value", number(summary.value)}, {"settings", summary.settings},
          {"changed", summary.changed},     {"low", number(summary.low)},     {"median", number(summary.median)},
          {"high", number(summary.high)}};
}

}  // namespace

std::string to_json(const Robustness& robustness) {
  Json json;
  json["benchmark"] = robustness.benchmark;
  json["model"] = robustness.model;
  json["base"] = setting_json(robustness.base);
  json["settings"] = json_values::list_of(robustness.settings, setting_json);
  json["changed"] = robustness.changed;
  json["by"] = json_values::list_of(robustness.by, summary_json);
  return json_values::dump(json);
}

}  // namespace harmonograph
