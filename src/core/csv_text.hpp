// Cells of the CSV files that are written.
#pragma once

#include <string>
#include <string_view>

namespace harmonograph {

/// Text as one cell, quoted where it must be; invalid UTF-8 is replaced.
std::string csv_cell(std::string_view text);
/// The fewest digits (6 or 17) that are read as the same number; an empty cell where there is none.
std::string csv_cell(double number);

}  // namespace harmonograph
