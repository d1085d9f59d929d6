// How far two groupings of the same items agree.
#pragma once

#include <cstdint>
#include <span>

namespace harmonograph {

/// Group of each item, small numbers from 0.
using Groups = std::span<const std::uint32_t>;

/// Adjusted Rand index (Hubert and Arabie 1985): 1 = equal, 0 = as expected by chance. 1 when both are one group.
double adjusted_rand_index(Groups a, Groups b);

/// Mutual information over the arithmetic mean of the two entropies, in [0, 1], as scikit-learn's
/// normalized_mutual_info_score. 1 when both are one group, 0 when only one is.
double normalised_mutual_information(Groups a, Groups b);

}  // namespace harmonograph
