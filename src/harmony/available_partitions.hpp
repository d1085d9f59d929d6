// Which partition sources a model on a benchmark allows, best first, or why none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

/// "similarity" when the model has choice distributions; "similarity-shared" when at least two models have;
/// "vectors:<name>" when at least 10 scored items have vectors; "responses" when at least three models have scores that
/// are not all equal; "directions" as check_directions; "texts" when at least 10 scored items have texts with words;
/// "attribute:<name>" for every column with 2 to N/2 values. Names as AnalysisParameters.partition in results.ts. Never
/// empty; refusals: no_responses, too_few_items (fewer than 10 scored), needs_choice_distributions.
Result<std::vector<std::string>> available_partitions(const Dataset& dataset, std::size_t benchmark, std::size_t model);

}  // namespace harmonograph
