// The texts of an item's options, as fingerprints: are those of two files the same ones, in another order, or others?
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ingest/json_value.hpp"

namespace harmonograph {

/// Of one option: white space at its ends does not count. 0 when nothing else is left.
std::uint64_t option_fingerprint(std::string_view text);
/// Of texts, one an option. Empty unless every one has a text; letters in their order ("A", "B",
/// "C") are only the names of options.
std::vector<std::uint64_t> option_fingerprints(std::span<const std::string_view> texts);
/// Of a list of options as tools write them: texts, numbers, or objects with a "text".
std::vector<std::uint64_t> option_fingerprints(const JsonValue& list);

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
