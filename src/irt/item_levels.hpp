// Items grouped by what the files say of them: by benchmark, or by the values of an attribute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct ItemLevel {
  std::vector<std::string> names;        // of the groups, in the order of their first item
  std::vector<std::int32_t> benchmarks;  // index in the dataset; -1 = its items come from several
  std::vector<std::int32_t> group;       // per item of the set; -1 = the attribute has no value there
};

/// "benchmark", then "attribute:<name>" for every attribute with at least 2 values and at most one value for every 2
/// items (and 500), in the order of their first appearance.
std::vector<std::string> item_levels(const Dataset& dataset, const ResponseSet& set);

/// The groups of a level. Errors: not_found (no such attribute), invalid_argument (another word).
Result<ItemLevel> group_items(const Dataset& dataset, const ResponseSet& set, const std::string& level);

}  // namespace harmonograph
