// The JSON of Plane in web/src/engine/study.ts.
#include "study/plane.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::interval;
using json_values::Json;
using json_values::number;

Json point_json(const PlanePoint& point) {
  return {{"benchmark", point.benchmark},
          {"models", point.models},
          {"items", point.items},
          {"meanHarmony", number(point.mean_harmony)},
          {"variance", number(point.variance)},
          {"meanInterval", interval(point.mean_interval)},
          {"varianceInterval", interval(point.variance_interval)},
          {"meanError", number(point.mean_error)},
          {"varianceError", number(point.variance_error)},
          {"meanAccuracy", number(point.mean_accuracy)},
          {"quadrant", point.quadrant.empty() ? Json(nullptr) : Json(point.quadrant)},
          {"certain", point.certain},
          {"reason", point.reason}};
}

Json difference_json(const PlaneDifference& difference) {
  return {{"first", difference.first},
          {"second", difference.second},
          {"difference", number(difference.difference)},
          {"models", difference.models},
          {"pValue", number(difference.test.p_value)},
          {"adjusted", number(difference.test.adjusted)}};
}

}  // namespace

std::string to_json(const Plane& plane) {
  Json json;
  json["points"] = json_values::list_of(plane.points, point_json);
  json["meanLine"] = number(plane.mean_line);
  json["varianceLine"] = number(plane.variance_line);
  json["lines"] = plane.lines_are_medians ? "medians" : "fixed";
  json["differences"] = json_values::list_of(plane.differences, difference_json);
  return json_values::dump(json);
}

}  // namespace harmonograph
