// The project's own file format, described in docs/format.md: everything that one file can observe, as plain JSON.
#pragma once

#include <string>

#include "formats/file_observations.hpp"

namespace harmonograph {

/// Writes models, items, attributes, vectors, scores, chosen options, option values, model attributes and the layout as
/// format version 1. Responses come out model by model in the order of the items; of repeated ones the first is
/// written. Reading the text again gives the same observations when they already are in that order. Numbers read back
/// to the same bits. Invalid UTF-8 is replaced. expected_bytes: room to ask for at once, for long texts.
std::string write_harmonograph_json(const FileObservations& observations, std::size_t expected_bytes = 0);

}  // namespace harmonograph
