// A data set as the observations of one file: what was joined from many files can be written and read again as it is.
#pragma once

#include <cstdint>
#include <span>

#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

/// These items alone, in this order: benchmarks in the order of their first item, ids, texts, option counts, keys,
/// attributes. No models and no responses. Indices must exist.
FileObservations observed_items(const Dataset& dataset, std::span<const ItemReference> items);

/// Everything: assembling these observations alone gives the same data set to the last bit, also where order and extent
/// do not follow from the values (FileObservations::layout).
///
/// Errors: no_responses (no score and no option value), invalid_argument for what the project's own format cannot hold
/// (a benchmark or model without a name, bytes that are not UTF-8, values beyond the options of their item ...).
Result<FileObservations> dataset_observations(const Dataset& dataset);

/// About how long the text of these observations is, in the project's own format: not less than the truth.
std::uint64_t data_file_bytes(const Dataset& dataset);

}  // namespace harmonograph
