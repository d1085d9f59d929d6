#include "formats/number_list.hpp"

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph {
namespace {

/// Between two numbers, or around them.
bool separates(char c) {
  return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// What is inside the brackets; empty when there are none.
std::string_view inside(std::string_view cell) {
  cell = trim(cell);
  if (cell.size() < 2 || cell.front() != '[' || cell.back() != ']') return {};
  return cell.substr(1, cell.size() - 2);
}

/// Calls use(token) for each entry; commas or semicolons part entries, and white space where there are neither.
template <class Use>
void for_each_entry(std::string_view list, Use use) {
  const bool spaced = list.find_first_of(",;") == std::string_view::npos;
  std::size_t place = 0;
  while (place < list.size()) {
    if (spaced) {
      while (place < list.size() && separates(list[place])) ++place;
      if (place == list.size()) return;
    }
    std::size_t end = place;
    while (end < list.size() && !(spaced ? separates(list[end]) : list[end] == ',' || list[end] == ';')) ++end;
    use(list.substr(place, end - place));
    place = end + 1;
  }
}

}  // namespace

bool is_number_list(std::string_view cell) {
  if (cell.empty() || cell.front() != '[') return false;
  const std::string_view list = trim(inside(cell));
  bool digit = false;
  bool parted = false;
  for (const char c : list) {
    if (separates(c)) {
      parted = true;
    } else if (c >= '0' && c <= '9') {
      digit = true;
    } else if (std::string_view("+-.eEnaNiInfulloO").find(c) == std::string_view::npos) {
      return false;  // letters are those of exponents, nan, inf, null and None
    }
  }
  return digit && parted;
}

std::optional<std::vector<double>> parse_number_list(std::string_view cell) {
  if (!is_number_list(cell)) return std::nullopt;
  std::vector<double> numbers;
  for_each_entry(inside(cell),
                 [&](std::string_view entry) { numbers.push_back(parse_number(entry).value_or(missing)); });
  return numbers;
}

}  // namespace harmonograph
