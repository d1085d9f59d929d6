// What stands beside the records of a JSON file and holds for all of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/json_rows.hpp"
#include "ingest/json_value.hpp"

namespace harmonograph {

/// The names of the model and of the benchmark that an object says of the records inside of it, as cells of the columns
/// "model" and "benchmark": {"model": "m"}, {"config": {"model_name": "m"}}, {"model": {"name": "m"}}. Nothing for what
/// it does not say. `step` is the member in which the records are; "*" = in any of its lists and objects: then only its
/// other members speak for all of them.
JsonRows::Cells names_beside_records(const JsonValue& object, std::string_view step);

/// What the objects along a path say, the innermost first; a path as in RecordPlace, up to its first star.
JsonRows::Cells names_along_path(const JsonValue& root, const std::vector<std::string>& path);

/// Cells of `inner`, and those of `outer` for columns that it does not have.
JsonRows::Cells joined_names(JsonRows::Cells inner, const JsonRows::Cells& outer);

}  // namespace harmonograph
