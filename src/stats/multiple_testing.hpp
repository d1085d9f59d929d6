// Many tests at once: the false discovery rate and the family-wise error rate.
#pragma once

#include <span>
#include <vector>

namespace harmonograph {

/// Adjusted p-values of Benjamini and Hochberg (1995), in the order given; those that are NaN stay NaN and do not
/// count. A list of p adjusted below .05 has an expected share of false discoveries below .05.
std::vector<double> benjamini_hochberg(std::span<const double> p_values);

/// Adjusted p-values of Holm (1979), in the order given; those that are NaN stay NaN and do not count. Below .05 are,
/// in 95 of 100 such lists, only true differences.
std::vector<double> holm(std::span<const double> p_values);

enum class Correction { holm, benjamini_hochberg };

/// The largest p whose adjusted value is below the level (0 < level < 1): every p up to it is, and no other. -1 when
/// none is. The same decisions as adjusting all, in a fraction of the time for millions of tests.
double largest_significant(std::span<const double> p_values, Correction correction, double level);

}  // namespace harmonograph
