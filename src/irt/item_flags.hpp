// Items that deserve a look, each kind with its rule in a sentence.
#pragma once

#include <vector>

#include "irt/benchmark_directions.hpp"
#include "irt/item_response_result.hpp"
#include "irt/near_duplicates.hpp"

namespace harmonograph {

/// Flags of a fit from the item columns of its result (information, angle, fit, means), in a fixed order; kinds without
/// an item are listed, too, so that "none" can be said.
std::vector<ItemFlag> flag_items(const ItemResponseResult& result, const BenchmarkDirections& directions,
                                 const NearDuplicates& duplicates);

}  // namespace harmonograph
