// The response matrix of every benchmark, with choice distributions and attributes: what the analyses read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph {

/// Option values of one model on every item of a benchmark, in one view.
struct ModelChoices {
  std::string name;  // of the choice set: "log-likelihood", "p0"
  ChoiceKind kind = ChoiceKind::log_likelihood;
  /// items x largest option count; NaN where an item has fewer options or the model has no values.
  Matrix values;
};

struct Benchmark {
  std::string name;
  std::vector<std::string> item_ids;               // unique, none empty
  std::vector<std::string> item_texts;             // empty, or one an item (may be empty text)
  std::vector<std::uint32_t> option_counts;        // 0 = unknown
  std::vector<std::int32_t> keys;                  // index of the right option; -1 = unknown
  std::vector<ItemAttribute> attributes;           // one value an item
  std::vector<ItemVectors> vectors;                // embeddings or distributions that the user brought
  Matrix scores;                                   // models of the dataset x items; NaN = missing
  std::vector<std::vector<ModelChoices>> choices;  // per model of the dataset, its choice sets
  /// Models x items as files say, -1 = unknown; empty when none is known.
  RowMajorMatrix<std::int32_t> chosen;

  [[nodiscard]] std::size_t item_count() const { return item_ids.size(); }
};

struct Model {
  std::string name;
  std::vector<std::string> attributes;  // in the order of Dataset::model_attribute_names
};

struct Dataset {
  std::vector<Model> models;
  std::vector<std::string> model_attribute_names;
  std::vector<Benchmark> benchmarks;
};

/// One item of a data set.
struct ItemReference {
  std::uint32_t benchmark = 0;  // index in the dataset
  std::uint32_t item = 0;       // index in that benchmark
};

}  // namespace harmonograph
