// A partition by a given column: items with equal values belong together.
#pragma once

#include <string>
#include <vector>

#include "similarity/affinity_operator.hpp"

namespace harmonograph {

/// Canonical: by size, the largest first, then by first item.
Labeling column_labeling(const std::vector<std::string>& values);

}  // namespace harmonograph
