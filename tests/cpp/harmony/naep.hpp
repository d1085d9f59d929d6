// Reads the public NAEP/CMCQRD option probabilities that lie beside the checkout (few lines: the importers are tested
// elsewhere).
#pragma once

#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/number.hpp"
#include "dataset/dataset.hpp"
#include "shared_data.hpp"

namespace harmonograph::testing {

inline std::vector<std::vector<std::string>> simple_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    std::string cell;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.push_back(cell);
        cell.clear();
      } else if (c != '\r') {
        cell += c;
      }
    }
    cells.push_back(cell);
    rows.push_back(cells);
  }
  return rows;
}

/// 18 models, 1,063 items, four options; choice set "p0" (the original order of options); scores: the most probable
/// option is the key; attribute "test".
inline Dataset read_naep() {
  const std::string folder = "datasets/naep_cmcqrd_probs/";
  Dataset dataset;
  Benchmark benchmark;
  benchmark.name = "naep_cmcqrd";
  std::map<std::string, std::size_t> items;
  std::map<std::string, std::size_t> models;
  benchmark.attributes.push_back({"test", {}});
  const auto responses = simple_csv(read_whole_file(shared_path(folder + "responses.csv")));
  for (std::size_t r = 1; r < responses.size(); ++r) {
    items.emplace(responses[r][0], r - 1);
    benchmark.item_ids.push_back(responses[r][0]);
    benchmark.attributes[0].values.push_back(responses[r][1]);
    benchmark.keys.push_back(responses[r][2][0] - 'A');
    benchmark.option_counts.push_back(4);
  }
  const auto rows = simple_csv(read_whole_file(shared_path(folder + "option_probs.csv")));
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (models.emplace(rows[r][1], models.size()).second) dataset.models.push_back({rows[r][1], {}});
  }
  benchmark.scores = Matrix(models.size(), items.size(), missing);
  for (std::size_t m = 0; m < models.size(); ++m) {
    benchmark.choices.push_back({{"p0", ChoiceKind::probability, Matrix(items.size(), 4, missing)}});
  }
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::size_t item = items.at(rows[r][0]);
    const std::size_t model = models.at(rows[r][1]);
    auto values = benchmark.choices[model][0].values.row(item);
    std::int32_t best = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      values[c] = *parse_number(rows[r][4 + c]);
      if (values[c] > values[static_cast<std::size_t>(best)]) best = static_cast<std::int32_t>(c);
    }
    benchmark.scores(model, item) = best == benchmark.keys[item] ? 1 : 0;
  }
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

inline std::size_t model_index(const Dataset& dataset, const std::string& name) {
  for (std::size_t m = 0; m < dataset.models.size(); ++m) {
    if (dataset.models[m].name == name) return m;
  }
  return dataset.models.size();
}

}  // namespace harmonograph::testing
