#include "study/model_facts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/parameter_reader.hpp"
#include "core/text.hpp"
#include "study/model_names.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

enum class Fact { other, family, parameters, active_parameters, tokens };

struct Column {
  Fact fact = Fact::other;
  double unit = 0;  // of bare numbers; 0 = not said
};

struct Unit {
  std::string_view word;
  double factor;
};
constexpr std::array units{Unit{"b", 1e9},           Unit{"bn", 1e9}, Unit{"billion", 1e9},   Unit{"billions", 1e9},
                           Unit{"inbillions", 1e9},  Unit{"m", 1e6},  Unit{"million", 1e6},   Unit{"millions", 1e6},
                           Unit{"inmillions", 1e6},  Unit{"t", 1e12}, Unit{"trillion", 1e12}, Unit{"trillions", 1e12},
                           Unit{"intrillions", 1e12}};

constexpr std::array parameter_words{"parameters",        "params",          "param",       "size",
                                     "modelsize",         "nparams",         "numparams",   "nparameters",
                                     "numparameters",     "modelparameters", "modelparams", "parametercount",
                                     "paramcount",        "totalparameters", "totalparams", "paramscount",
                                     "modelnumparameters"};
constexpr std::array active_words{"activeparameters", "activeparams",  "activatedparameters",
                                  "activatedparams",  "nactiveparams", "active"};
constexpr std::array token_words{"tokens",  "trainingtokens", "pretrainingtokens", "traintokens", "pretraintokens",
                                 "ntokens", "numtokens",      "tokenstrained",     "tokensseen",  "trainedtokens"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Fact fact_of(std::string_view word) {
  if (word == "family" || word == "modelfamily") return Fact::family;
  if (is_one_of(word, parameter_words)) return Fact::parameters;
  if (is_one_of(word, active_words)) return Fact::active_parameters;
  if (is_one_of(word, token_words)) return Fact::tokens;
  return Fact::other;
}

/// "Size (billions)" and "params_b": a fact and its unit.
Column column_of(std::string_view header) {
  std::string word;
  for (const char c : to_lower(header)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) word += c;
  }
  if (const Fact fact = fact_of(word); fact != Fact::other) return {fact, 0};
  for (const Unit& unit : units) {
    if (word.size() <= unit.word.size() || word.substr(word.size() - unit.word.size()) != unit.word) continue;
    const Fact fact = fact_of(std::string_view(word).substr(0, word.size() - unit.word.size()));
    if (fact != Fact::other && fact != Fact::family) return {fact, unit.factor};
  }
  return {};
}

void set_number(std::optional<double> value, FactSource source, double& target, FactSource* target_source) {
  if (!value || std::isfinite(target)) return;
  target = *value;
  if (target_source != nullptr) *target_source = source;
}

ModelFacts facts_of(const Model& model, std::size_t index, const std::vector<Column>& columns) {
  ModelFacts facts;
  facts.model = index;
  for (std::size_t a = 0; a < std::min(columns.size(), model.attributes.size()); ++a) {
    const std::string_view value = trim(model.attributes[a]);
    if (value.empty()) continue;
    const auto count = read_count(value, columns[a].unit);
    switch (columns[a].fact) {
      case Fact::family:
        if (facts.family_source != FactSource::none) break;
        facts.family = value;
        facts.family_source = FactSource::attribute;
        break;
      case Fact::parameters:
        set_number(count, FactSource::attribute, facts.parameters, &facts.parameters_source);
        break;
      case Fact::active_parameters: set_number(count, FactSource::attribute, facts.active_parameters, nullptr); break;
      case Fact::tokens: set_number(count, FactSource::attribute, facts.tokens, &facts.tokens_source); break;
      case Fact::other: break;
    }
  }
  const NamedModel named = read_model_name(model.name);
  if (facts.family_source == FactSource::none && !named.family.empty()) {
    facts.family = named.family;
    facts.family_source = FactSource::name;
  }
  set_number(named.parameters, FactSource::name, facts.parameters, &facts.parameters_source);
  set_number(named.active_parameters, FactSource::name, facts.active_parameters, nullptr);
  set_number(named.tokens, FactSource::name, facts.tokens, &facts.tokens_source);
  return facts;
}

}  // namespace

std::vector<ModelFacts> facts_of_models(const Dataset& dataset) {
  std::vector<Column> columns;
  for (const std::string& name : dataset.model_attribute_names) columns.push_back(column_of(name));
  std::vector<ModelFacts> facts;
  for (std::size_t m = 0; m < dataset.models.size(); ++m) facts.push_back(facts_of(dataset.models[m], m, columns));
  return facts;
}

Result<std::unique_ptr<StudyWork>> start_model_facts(const StudyData& data, const std::string& parameters_json) {
  const ParameterReader reader(parameters_json, "The parameters of the table of models");
  if (reader.failed()) return reader.error();
  return std::unique_ptr<StudyWork>(std::make_unique<FinishedStudyWork>(to_json(facts_of_models(data.dataset))));
}

}  // namespace harmonograph
