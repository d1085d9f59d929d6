// Data and results of tests/golden/study/make_comparison_golden.py.
#pragma once

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "dataset/dataset.hpp"

namespace harmonograph::testing {

inline const nlohmann::json& comparison_golden() {
  static const nlohmann::json json = [] {
    std::ifstream stream(GOLDEN_DIR "/study/comparison.json");
    return nlohmann::json::parse(stream);
  }();
  return json;
}

/// One benchmark; rows of scores are models, null is missing. groups: the column "group", "g0", "g1" ...; may be empty.
inline Dataset dataset_of_rows(const nlohmann::json& rows, const nlohmann::json& groups) {
  Dataset dataset;
  Benchmark& benchmark = dataset.benchmarks.emplace_back();
  benchmark.name = "B";
  const std::size_t items = rows.empty() ? 0 : rows[0].size();
  benchmark.scores = Matrix(rows.size(), items);
  benchmark.choices.resize(rows.size());
  benchmark.option_counts.assign(items, 0);
  benchmark.keys.assign(items, -1);
  for (std::size_t i = 0; i < items; ++i) benchmark.item_ids.push_back("item " + std::to_string(i));
  for (std::size_t m = 0; m < rows.size(); ++m) {
    dataset.models.push_back({"model " + std::to_string(m), {}});
    for (std::size_t i = 0; i < items; ++i) {
      benchmark.scores(m, i) =
          rows[m][i].is_null() ? std::numeric_limits<double>::quiet_NaN() : rows[m][i].get<double>();
    }
  }
  if (!groups.empty()) {
    ItemAttribute& attribute = benchmark.attributes.emplace_back();
    attribute.name = "group";
    for (const auto& group : groups) attribute.values.push_back("g" + std::to_string(group.get<int>()));
  }
  return dataset;
}

}  // namespace harmonograph::testing
