// The options of one item in two files: the same ones, in another order, or others?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace harmonograph {

enum class OptionMatch {
  same,       // in the same order
  reordered,  // the same ones in another order, which their texts tell
  ambiguous,  // the same ones in another order, but some have equal texts: which of them is which, nobody knows
  different   // other texts, or another number of options
};

/// Compares fingerprints of option texts (OptionFingerprints). When the result is reordered, order[c] is the place in
/// `reference` of option c of `own`; otherwise order is left empty. Time O(n log n).
OptionMatch match_options(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> own,
                          std::vector<std::uint32_t>& order);

}  // namespace harmonograph
