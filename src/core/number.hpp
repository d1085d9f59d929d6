// Numbers as evaluation files write them.
#pragma once

#include <optional>
#include <string_view>

namespace harmonograph {

/// Parses the whole text (surrounding white space allowed) as a decimal number, correctly rounded. Accepts
/// nan, inf, infinity in any case, with sign. With decimal_comma, "0,5" is 0.5.
/// Nothing when the text is not exactly one number.
std::optional<double> parse_number(std::string_view text, bool decimal_comma = false);

}  // namespace harmonograph
