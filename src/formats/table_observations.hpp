// From a table and its layout to the observations of the file.
#pragma once

#include "core/result.hpp"
#include "formats/file_observations.hpp"
#include "formats/table_layout.hpp"
#include "formats/table_store.hpp"

namespace harmonograph {

/// Reads every row as the layout says. Errors: no_responses when no score comes out, or when too
/// many cells of a score column are no scores; malformed_file for option values that are neither
/// probabilities nor log-likelihoods; not_found for an option that names nothing in the table.
Result<FileObservations> read_table(const TableStore& table, const TableLayout& layout, const TableSettings& settings);

/// The whole way from a filled table: unique names, layout, observations, description and notes.
/// Errors as read_table and guess_layout, with the file's path.
Result<FileObservations> interpret_table(TableStore& table, const TableSettings& settings);

/// The benchmark's name when no column says it: the file's name without its ending, or the folder's
/// when the file is called responses, results, data ...
std::string benchmark_of_path(std::string_view path);

}  // namespace harmonograph
