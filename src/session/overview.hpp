// The first table: accuracy of every model on every benchmark, and which partitions each cell allows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "dataset/dataset.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph {

struct OverviewCell {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  Accuracy accuracy;
  std::vector<std::string> partitions;  // best first; empty = none
  std::optional<Error> refusal;         // why there is none
};

/// Mean score of an item over the models that have one; NaN when none has.
struct ItemScores {
  double mean = missing;
  std::size_t models = 0;
};
ItemScores item_scores(const Benchmark& benchmark, std::size_t item);

/// One cell for every benchmark and every model that has scores on it, in that order.
std::vector<OverviewCell> make_overview(const Dataset& dataset);

}  // namespace harmonograph
