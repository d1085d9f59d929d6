// The project's own file format, described in docs/format.md: everything that one file can observe, as plain JSON.
#pragma once

#include <string>

#include "formats/file_observations.hpp"

namespace harmonograph {

/// Writes models, items, attributes, scores, chosen options, option values and model attributes as format version 1.
/// Responses come out model by model in the order of the items; of repeated ones the first is written. Reading the text
/// again gives the same observations when they already are in that order. Invalid UTF-8 is replaced.
std::string write_harmonograph_json(const FileObservations& observations);

}  // namespace harmonograph
