// What stands beside the records of a JSON file and holds for all of them.
#pragma once

#include "formats/json_rows.hpp"
#include "ingest/json_value.hpp"

namespace harmonograph {

/// The names of the model and of the benchmark that an object says of the records inside of it, as cells of the columns
/// "model" and "benchmark": {"model": "m"}, {"config": {"model_name": "m"}}, {"model": {"name": "m"}}. Nothing for what
/// it does not say.
JsonRows::Cells names_beside_records(const JsonValue& object);

}  // namespace harmonograph
