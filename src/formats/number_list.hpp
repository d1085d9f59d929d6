// Lists of numbers in one cell, as data frames write vectors: "[0.1, -0.2, 0.3]".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace harmonograph {

/// By its characters alone: brackets around at least two numbers, with commas, semicolons or white space between them.
bool is_number_list(std::string_view cell);

/// The numbers; an entry that is no number, or a missing one (nan, None, null), is NaN. Nothing when the cell is no
/// list.
std::optional<std::vector<double>> parse_number_list(std::string_view cell);

}  // namespace harmonograph
