// The data set of one file of observations with one benchmark, for tests that do not go through the importers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "dataset/dataset.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph::testing {

inline Dataset dataset_of(const FileObservations& file) {
  Dataset dataset;
  Benchmark benchmark;
  benchmark.name = file.benchmarks.front();
  std::size_t options = 0;
  for (const FileItem& item : file.items) {
    benchmark.item_ids.push_back(item.native_id);
    benchmark.item_texts.push_back(item.text);
    benchmark.option_counts.push_back(item.option_count);
    benchmark.keys.push_back(item.key);
    options = std::max<std::size_t>(options, item.option_count);
  }
  benchmark.attributes = file.attributes;
  benchmark.scores = Matrix(file.models.size(), file.items.size(), missing);
  for (const auto& name : file.models) {
    dataset.models.push_back({name, {}});
    benchmark.choices.emplace_back();
    for (const ChoiceSet& set : file.responses.choices) {
      benchmark.choices.back().push_back({set.name, set.kind, Matrix(file.items.size(), options, missing)});
    }
  }
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    const std::size_t model = file.responses.model[r];
    const std::size_t item = file.responses.item[r];
    benchmark.scores(model, item) = file.responses.score[r];
    for (std::size_t s = 0; s < file.responses.choices.size(); ++s) {
      const ChoiceSet& set = file.responses.choices[s];
      if (set.first[r] == no_index) continue;
      for (std::size_t c = 0; c < benchmark.option_counts[item]; ++c) {
        benchmark.choices[model][s].values(item, c) = set.values[set.first[r] + c];
      }
    }
  }
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

}  // namespace harmonograph::testing
