#include "core/number.hpp"

#include <cstdlib>
#include <limits>
#include <string>

#include "core/text.hpp"

namespace harmonograph {

std::optional<double> parse_number(std::string_view text, bool decimal_comma) {
  text = trim(text);
  if (text.empty()) return std::nullopt;

  std::string_view digits = text;
  const bool negative = digits.front() == '-';
  if (negative || digits.front() == '+') digits.remove_prefix(1);
  if (equals_ignoring_case(digits, "nan")) return std::numeric_limits<double>::quiet_NaN();
  if (equals_ignoring_case(digits, "inf") || equals_ignoring_case(digits, "infinity")) {
    const double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }

  // strtod reads more than decimal numbers (hexadecimal, trailing text): check the shape first.
  std::string copy(text);
  std::size_t digit_count = 0;
  bool seen_point = false;
  bool seen_exponent = false;
  for (std::size_t i = 0; i < copy.size(); ++i) {
    char& c = copy[i];
    if (c >= '0' && c <= '9') {
      ++digit_count;
    } else if (c == '.' || (decimal_comma && c == ',')) {
      if (seen_point || seen_exponent) return std::nullopt;
      seen_point = true;
      c = '.';
    } else if (c == 'e' || c == 'E') {
      if (seen_exponent || digit_count == 0 || i + 1 == copy.size()) return std::nullopt;
      seen_exponent = true;
    } else if (c == '+' || c == '-') {
      const bool leads = i == 0;
      const bool in_exponent = i > 0 && (copy[i - 1] == 'e' || copy[i - 1] == 'E');
      if ((!leads && !in_exponent) || i + 1 == copy.size()) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (digit_count == 0) return std::nullopt;
  // The program never calls setlocale, so the decimal sign is a point.
  return std::strtod(copy.c_str(), nullptr);
}

}  // namespace harmonograph
