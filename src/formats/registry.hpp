// The formats, declared one a line; each is defined in the file of its name.
#pragma once

#include "formats/format.hpp"

namespace harmonograph {

Format lm_eval_samples_format();    // JSON lines and JSON arrays, 0.4.0 and later
Format lm_eval_write_out_format();  // *_write_out_info.json of 2023
Format lm_eval_results_format();    // results*.json, with or without embedded samples
Format py_irt_format();             // {"subject_id": .., "responses": {..}} lines
Format harmonograph_json_format();  // our own, docs/format.md
Format json_records_format();       // an array or lines of flat records: read as a table
Format table_format();              // CSV, TSV and their relatives, in any shape

}  // namespace harmonograph
