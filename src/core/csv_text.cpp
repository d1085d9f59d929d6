#include "core/csv_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/text.hpp"

namespace harmonograph {

std::string csv_cell(std::string_view text) {
  const std::string valid = to_valid_utf8(text);
  if (valid.find_first_of(",\"\r\n") == std::string::npos) return valid;
  std::string quoted = "\"";
  for (const char c : valid) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_cell(double number) {
  if (!std::isfinite(number)) return "";
  std::array<char, 40> digits{};
  for (const int precision : {6, 17}) {
    std::snprintf(digits.data(), digits.size(), "%.*g", precision, number);
    if (std::strtod(digits.data(), nullptr) == number) break;
  }
  return digits.data();
}

}  // namespace harmonograph
