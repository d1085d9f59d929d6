// The responses on some items alone, as a file that can be loaded again: a trimmed benchmark.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

enum class ResponseFileFormat { csv, json };

/// positions: items of the set, in any order; written in ascending order. CSV: one line an item (benchmark, id, the
/// attributes, then one column a model); JSON: docs/format.md. Errors: not_found (a position), too_few_items (none).
Result<std::string> trimmed_responses(const Dataset& dataset, const ResponseSet& set,
                                      std::vector<std::uint32_t> positions, ResponseFileFormat format);

}  // namespace harmonograph
