// The beginning of a JSON file as a tree, for looking at its shape before it is read.
#pragma once

#include <optional>
#include <string_view>

#include "ingest/json_value.hpp"

namespace harmonograph {

/// The first value of a text that may be cut off: what is whole of it, with everything that is open closed. A
/// byte-order mark before it is passed over. Nothing for what is no JSON (besides NaN, Infinity and -Infinity, as
/// JsonParser has them), is cut inside of its first value, or nests deeper than 512.
std::optional<JsonDocument> json_head(std::string_view text);

}  // namespace harmonograph
