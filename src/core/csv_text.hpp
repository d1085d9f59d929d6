// Cells of the CSV files that are written.
#pragma once

#include <string>
#include <string_view>

namespace harmonograph {

/// Text as one cell, quoted where it must be; invalid UTF-8 is replaced. A text that a spreadsheet would run as a
/// formula (it begins with = + - @, a tab or a line end, and is no number) gets an apostrophe in front, as the CSV
/// files of the page do (web/src/components/csv.ts). One that begins with apostrophes before such a sign gets one more.
std::string csv_cell(std::string_view text);
/// A cell that was read, without that apostrophe.
std::string_view without_formula_guard(std::string_view cell);
/// The fewest digits (6 or 17) that are read as the same number; an empty cell where there is none.
std::string csv_cell(double number);

}  // namespace harmonograph
