// Files, import report, overview and items as JSON, with the names of web/src/engine/results.ts.
#pragma once

#include <string>
#include <vector>

#include "session/model_items.hpp"
#include "session/session.hpp"

namespace harmonograph {

std::string formats_to_json();
std::string file_to_json(const SessionFile& file);
std::string report_to_json(const std::vector<SessionFile>& files, const Assembly& assembly);
std::string overview_to_json(const std::vector<OverviewCell>& cells);
/// Every item of a benchmark with its mean score over models. Errors: not_found.
Result<std::string> items_to_json(const Dataset& dataset, std::size_t benchmark);
/// Scores (null = missing) and chosen options (-1 = unknown) in the order of items_to_json.
std::string model_items_to_json(const ModelItems& items);
std::string error_to_json(const Error& error);
std::string status_to_json(const JobStatus& status);

/// Names from a JSON list of texts. Errors: invalid_argument.
Result<std::vector<std::string>> parse_names(const std::string& json);

/// Read options from a JSON object of strings. Errors: invalid_argument.
Result<ReadOptions> parse_read_options(const std::string& json);

}  // namespace harmonograph
