// The JSON of ComparedModels in web/src/engine/study.ts.
#include "study/comparison.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json index_json(const std::optional<std::size_t>& index) {
  return index ? Json(*index) : Json(nullptr);
}

Json group_json(const ComparedGroup& group) {
  return {{"name", json_values::text(group.name)},
          {"subdomain", index_json(group.subdomain)},
          {"items", group.items},
          {"first", number(group.first)},
          {"second", number(group.second)},
          {"difference", number(group.difference)},
          {"interval", json_values::interval(group.interval)},
          {"firstOnly", group.first_only},
          {"secondOnly", group.second_only},
          {"test", to_json_value(group.test)},
          {"method", group.graded ? "paired permutation" : "McNemar, exact"},
          {"effect", number(group.effect)},
          {"oddsRatio", number(group.odds_ratio)}};
}

Json heterogeneity_json(const Heterogeneity& found) {
  if (!std::isfinite(found.p_value)) return nullptr;
  return {{"q", number(found.q)}, {"degrees", found.degrees}, {"pValue", number(found.p_value)}};
}

Json item_json(const DifferingItem& item) {
  return {{"item", item.item},
          {"first", number(item.first)},
          {"second", number(item.second)},
          {"subdomain", index_json(item.subdomain)}};
}

}  // namespace

std::string to_json(const ComparedModels& compared) {
  Json json;
  json["benchmark"] = compared.benchmark;
  json["first"] = compared.first;
  json["second"] = compared.second;
  json["items"] = compared.items;
  json["leftOut"] = compared.left_out;
  json["graded"] = compared.graded;
  json["overall"] = group_json(compared.overall);
  json["groups"] = json_values::list_of(compared.groups, group_json);
  json["partitionError"] =
      compared.partition_error.empty() ? Json(nullptr) : json_values::text(compared.partition_error);
  json["heterogeneity"] = heterogeneity_json(compared.heterogeneity);
  json["differing"] = json_values::list_of(compared.differing, item_json);
  json["agreement"] = number(compared.agreement);
  return json_values::dump(json);
}

}  // namespace harmonograph
