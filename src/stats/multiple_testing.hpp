// Many tests at once: the false discovery rate.
#pragma once

#include <span>
#include <vector>

namespace harmonograph {

/// Adjusted p-values of Benjamini and Hochberg (1995), in the order given; those that are NaN stay NaN and do not
/// count. A list of p adjusted below .05 has an expected share of false discoveries below .05.
std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace harmonograph
