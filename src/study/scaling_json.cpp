// The JSON of Scaling in web/src/engine/study.ts.
#include "study/correlation_json.hpp"
#include "study/scaling.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json point_json(const ScalingPoint& point) {
  return {{"model", point.model},
          {"family", json_values::text(point.family)},
          {"x", number(point.x)},
          {"y", number(point.y)},
          {"benchmarks", point.benchmarks}};
}

Json trend_json(const ScalingTrend& trend) {
  const bool fitted = trend.reason.empty();
  return {{"family", json_values::text(trend.family)},
          {"models", trend.models},
          {"slope", number(trend.line.slope)},
          {"slopeInterval", json_values::interval(trend.line.slope_interval)},
          {"intercept", number(trend.line.intercept)},
          {"pearson", fitted ? json_values::correlation(trend.pearson) : Json(nullptr)},
          {"spearman", fitted ? json_values::correlation(trend.spearman) : Json(nullptr)},
          {"reason", trend.reason}};
}

Json left_out_json(const ModelLeftOut& model) {
  return {{"model", model.model}, {"reason", model.reason}};
}

}  // namespace

std::string to_json(const ScalingTrends& trends) {
  Json json;
  json["points"] = json_values::list_of(trends.points, point_json);
  json["families"] = json_values::list_of(trends.families, trend_json);
  json["all"] = trend_json(trends.all);
  json["benchmarks"] = trends.benchmarks;
  json["shared"] = trends.shared;
  json["leftOut"] = json_values::list_of(trends.left_out, left_out_json);
  return json_values::dump(json);
}

}  // namespace harmonograph
