#include "session/trimmed_responses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/csv_text.hpp"
#include "core/text.hpp"
#include "dataset/dataset_observations.hpp"
#include "formats/harmonograph_json.hpp"

namespace harmonograph {
namespace {

std::vector<std::string> attribute_names(const Dataset& dataset, const ResponseSet& set,
                                         const std::vector<std::uint32_t>& positions) {
  std::vector<std::string> names;
  for (const auto position : positions) {
    for (const auto& attribute : dataset.benchmarks[set.items[position].benchmark].attributes) {
      if (std::find(names.begin(), names.end(), attribute.name) == names.end()) names.push_back(attribute.name);
    }
  }
  return names;
}

std::string attribute_of(const Benchmark& benchmark, const std::string& name, std::size_t item) {
  for (const auto& attribute : benchmark.attributes) {
    if (attribute.name == name) return attribute.values[item];
  }
  return {};
}

std::string write_csv(const Dataset& dataset, const ResponseSet& set, const std::vector<std::uint32_t>& positions) {
  const std::vector<std::string> names = attribute_names(dataset, set, positions);
  std::string text = "benchmark,item";
  for (const auto& name : names) text += "," + csv_cell(name);
  for (const auto model : set.models) text += "," + csv_cell(dataset.models[model].name);
  text += "\n";
  for (const auto position : positions) {
    const ItemReference& reference = set.items[position];
    const Benchmark& benchmark = dataset.benchmarks[reference.benchmark];
    text += csv_cell(benchmark.name) + "," + csv_cell(benchmark.item_ids[reference.item]);
    for (const auto& name : names) text += "," + csv_cell(attribute_of(benchmark, name, reference.item));
    for (const auto model : set.models) text += "," + csv_cell(benchmark.scores(model, reference.item));
    text += "\n";
  }
  return text;
}

std::string write_json(const Dataset& dataset, const ResponseSet& set, const std::vector<std::uint32_t>& positions) {
  std::vector<ItemReference> items;
  for (const auto position : positions) items.push_back(set.items[position]);
  FileObservations observations = observed_items(dataset, items);
  observations.model_is_stated = true;
  for (const auto model : set.models) observations.models.push_back(dataset.models[model].name);
  for (std::uint32_t m = 0; m < set.models.size(); ++m) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      const double score = dataset.benchmarks[items[i].benchmark].scores(set.models[m], items[i].item);
      if (std::isnan(score)) continue;
      observations.responses.model.push_back(m);
      observations.responses.item.push_back(i);
      observations.responses.score.push_back(score);
    }
  }
  return write_harmonograph_json(observations);
}

}  // namespace

Result<std::string> trimmed_responses(const Dataset& dataset, const ResponseSet& set,
                                      std::vector<std::uint32_t> positions, ResponseFileFormat format) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  if (positions.empty()) {
    return Error{ErrorCode::too_few_items, "No item is kept.", {}, 0, "Choose at least one."};
  }
  if (positions.back() >= set.items.size()) {
    return Error{ErrorCode::not_found,
                 "There is no item " + std::to_string(positions.back()) + "; the fit has " +
                     counted(set.items.size(), "item") + ".",
                 {},
                 0,
                 "Choose items of the fit."};
  }
  return format == ResponseFileFormat::csv ? write_csv(dataset, set, positions) : write_json(dataset, set, positions);
}

}  // namespace harmonograph
