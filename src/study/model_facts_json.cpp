// The JSON of ModelFacts in web/src/engine/study.ts.
#include "study/model_facts.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

const char* source_name(FactSource source) {
  switch (source) {
    case FactSource::attribute: return "attribute";
    case FactSource::name: return "name";
    case FactSource::none: break;
  }
  return "";
}

Json facts_json(const ModelFacts& facts) {
  return {{"model", facts.model},
          {"family", json_values::text(facts.family)},
          {"parameters", number(facts.parameters)},
          {"activeParameters", number(facts.active_parameters)},
          {"tokens", number(facts.tokens)},
          {"sources",
           {{"family", source_name(facts.family_source)},
            {"parameters", source_name(facts.parameters_source)},
            {"tokens", source_name(facts.tokens_source)}}}};
}

}  // namespace

std::string to_json(const std::vector<ModelFacts>& facts) {
  return json_values::dump(json_values::list_of(facts, facts_json));
}

}  // namespace harmonograph
