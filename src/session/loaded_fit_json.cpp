#include "session/loaded_fit_json.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/json_values.hpp"
#include "core/text.hpp"
#include "irt/item_summaries.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;
using json_values::numbers;
using Place = std::pair<std::size_t, std::size_t>;

/// Places of items by (benchmark, id), and by ("", id) where only one benchmark has that id.
std::map<std::pair<std::string, std::string>, std::optional<Place>> places_of(const Dataset& dataset) {
  std::map<std::pair<std::string, std::string>, std::optional<Place>> places;
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    const Benchmark& benchmark = dataset.benchmarks[b];
    for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
      places[{benchmark.name, benchmark.item_ids[i]}] = Place{b, i};
      const auto [alone, is_new] = places.emplace(std::pair{std::string(), benchmark.item_ids[i]}, Place{b, i});
      if (!is_new) alone->second.reset();
    }
  }
  return places;
}

Json items_json(const NamedFit& named, const Dataset& dataset) {
  const auto places = places_of(dataset);
  Json items = Json::array();
  for (std::size_t i = 0; i < named.item_ids.size(); ++i) {
    const auto found = places.find({named.item_benchmarks[i], named.item_ids[i]});
    Json place = nullptr;
    if (found != places.end() && found->second) place = {found->second->first, found->second->second};
    items.push_back({{"benchmark", to_valid_utf8(named.item_benchmarks[i])},
                     {"id", to_valid_utf8(named.item_ids[i])},
                     {"place", std::move(place)}});
  }
  return items;
}

Json models_json(const NamedFit& named) {
  Json models = Json::array();
  for (std::size_t m = 0; m < named.models.size(); ++m) {
    Json abilities = Json::array();
    Json errors = Json::array();
    for (std::size_t d = 0; d < named.fit.dimensions; ++d) {
      abilities.push_back(number(named.fit.abilities(m, d)));
      errors.push_back(number(std::sqrt(named.fit.ability_covariances(m, packed_index(d, d)))));
    }
    models.push_back(
        {{"name", to_valid_utf8(named.models[m])}, {"abilities", std::move(abilities)}, {"errors", std::move(errors)}});
  }
  return models;
}

}  // namespace

std::string loaded_fit_to_json(const ReadFit& read, const Dataset& dataset, std::uint32_t handle) {
  const NamedFit& named = read.named;
  const ItemResponseFit& fit = named.fit;
  Json slopes = Json::array();
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    Json column = Json::array();
    for (std::size_t i = 0; i < fit.items(); ++i) column.push_back(number(fit.slopes(i, d)));
    slopes.push_back(std::move(column));
  }
  Json names = Json::array();
  for (const auto& name : named.dimension_names) names.push_back(to_valid_utf8(name));
  Json notes = Json::array();
  for (const auto& note : read.notes) {
    notes.push_back({{"code", note.code},
                     {"severity", note.severity == Severity::warning ? "warning" : "info"},
                     {"message", to_valid_utf8(note.message)},
                     {"count", note.count},
                     {"lines", note.lines}});
  }
  const Json json = {{"fit", handle},
                     {"source", read.source},
                     {"parameters", nullptr},
                     {"dimensions", std::move(names)},
                     {"items", items_json(named, dataset)},
                     {"slopes", std::move(slopes)},
                     {"intercept", numbers(fit.intercepts)},
                     {"guessing", numbers(fit.guessing)},
                     {"discrimination", numbers(item_discriminations(fit).values)},
                     {"difficulty", numbers(item_difficulties(fit).values)},
                     {"models", models_json(named)},
                     {"notes", std::move(notes)}};
  return json_values::dump(json);
}

}  // namespace harmonograph
