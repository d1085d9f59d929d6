#include "irt/item_levels.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace harmonograph {
namespace {

constexpr std::string_view prefix = "attribute:";
constexpr std::size_t most_values = 500;

const ItemAttribute* attribute_of(const Benchmark& benchmark, std::string_view name) {
  for (const ItemAttribute& attribute : benchmark.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

ItemLevel by_value(const Dataset& dataset, const ResponseSet& set, std::string_view name) {
  ItemLevel level;
  std::map<std::string, std::int32_t> known;
  for (const ItemReference& reference : set.items) {
    const ItemAttribute* attribute = attribute_of(dataset.benchmarks[reference.benchmark], name);
    if (attribute == nullptr || attribute->values[reference.item].empty()) {
      level.group.push_back(-1);
      continue;
    }
    const auto [place, added] =
        known.emplace(attribute->values[reference.item], static_cast<std::int32_t>(level.names.size()));
    const auto benchmark = static_cast<std::int32_t>(reference.benchmark);
    if (added) {
      level.names.push_back(place->first);
      level.benchmarks.push_back(benchmark);
    } else if (level.benchmarks[static_cast<std::size_t>(place->second)] != benchmark) {
      level.benchmarks[static_cast<std::size_t>(place->second)] = -1;
    }
    level.group.push_back(place->second);
  }
  return level;
}

}  // namespace

std::vector<std::string> item_levels(const Dataset& dataset, const ResponseSet& set) {
  std::vector<std::string> levels{"benchmark"};
  std::vector<char> used(dataset.benchmarks.size(), 0);
  for (const ItemReference& reference : set.items) used[reference.benchmark] = 1;
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    if (used[b] == 0) continue;
    for (const ItemAttribute& attribute : dataset.benchmarks[b].attributes) {
      const std::string name = std::string(prefix) + attribute.name;
      if (std::find(levels.begin(), levels.end(), name) != levels.end()) continue;
      const std::size_t values = by_value(dataset, set, attribute.name).names.size();
      if (values >= 2 && values <= most_values && 2 * values <= set.items.size()) levels.push_back(name);
    }
  }
  return levels;
}

Result<ItemLevel> group_items(const Dataset& dataset, const ResponseSet& set, const std::string& level) {
  if (level == "benchmark") {
    ItemLevel result;
    std::vector<std::int32_t> known(dataset.benchmarks.size(), -1);
    for (const ItemReference& reference : set.items) {
      std::int32_t& group = known[reference.benchmark];
      if (group < 0) {
        group = static_cast<std::int32_t>(result.names.size());
        result.names.push_back(dataset.benchmarks[reference.benchmark].name);
        result.benchmarks.push_back(static_cast<std::int32_t>(reference.benchmark));
      }
      result.group.push_back(group);
    }
    return result;
  }
  if (level.rfind(prefix, 0) != 0) {
    return Error{ErrorCode::invalid_argument,
                 "Items cannot be grouped by \"" + level + "\".",
                 {},
                 0,
                 "Use \"benchmark\" or \"attribute:\" and the name of an attribute."};
  }
  ItemLevel result = by_value(dataset, set, std::string_view(level).substr(prefix.size()));
  if (result.names.empty()) {
    return Error{ErrorCode::not_found,
                 "None of the items has a value of \"" + level.substr(prefix.size()) + "\".",
                 {},
                 0,
                 "Choose one of the attributes that the files give."};
  }
  return result;
}

}  // namespace harmonograph
