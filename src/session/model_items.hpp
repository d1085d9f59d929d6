// What one model did on every item of a benchmark: its score and the option it chose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

struct ModelItems {
  std::size_t model = 0;
  std::string choices;               // choice set that the chosen options come from; empty = the file's own statement
  std::vector<double> scores;        // one an item; NaN = missing
  std::vector<std::int32_t> chosen;  // index of the option with the largest value, or as the file says; -1 = unknown
};

/// Of items whose options share the largest value the first counts, as in the audit. An empty name of a choice set, or
/// one that the model does not have, means its first. Errors: not_found.
Result<ModelItems> model_items(const Dataset& dataset, std::size_t benchmark, std::size_t model,
                               const std::string& choices);

}  // namespace harmonograph
