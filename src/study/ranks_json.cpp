// The JSON of Ranks in web/src/engine/study.ts.
#include "harmony/harmony_result.hpp"
#include "study/ranks.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json model_json(const RankedModel& model) {
  return {{"model", model.model},
          {"accuracy", Json::parse(to_json(model.accuracy))},
          {"standardError", number(model.standard_error)},
          {"rank", model.rank},
          {"lowestRank", model.lowest_rank},
          {"tiedWith", model.tied_with}};
}

Json group_json(const RankGroup& group) {
  return {{"first", group.first}, {"last", group.last}};
}

Json left_out_json(std::size_t model) {
  return {{"model", model}, {"reason", "It has no score on this benchmark."}};
}

}  // namespace

std::string to_json(const Ranks& ranks) {
  Json json;
  json["benchmark"] = ranks.benchmark;
  json["correction"] = ranks.correction == Correction::holm ? "holm" : "benjamini-hochberg";
  json["method"] = ranks.binary ? "McNemar, exact" : "paired t-test";
  json["models"] = json_values::list_of(ranks.models, model_json);
  json["pairs"] = ranks.pairs;
  json["distinguishable"] = ranks.distinguishable;
  json["groups"] = json_values::list_of(ranks.groups, group_json);
  json["leftOut"] = json_values::list_of(ranks.left_out, left_out_json);
  return json_values::dump(json);
}

}  // namespace harmonograph
