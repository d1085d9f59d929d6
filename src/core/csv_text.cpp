#include "core/csv_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/text.hpp"

namespace harmonograph {

namespace {

/// True for apostrophes, or none, before a sign that begins a formula.
bool begins_formula(std::string_view text) {
  const std::size_t sign = text.find_first_not_of('\'');
  return sign != std::string_view::npos && std::string_view("=+-@\t\r\n").find(text[sign]) != std::string_view::npos;
}

/// "-0.5", "+3", "-1e-05": digits, one point, one exponent.
bool is_plain_number(std::string_view text) {
  const auto skip_digits = [&] {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    text.remove_prefix(count);
    return count;
  };
  const auto skip = [&](std::string_view signs) {
    if (text.empty() || signs.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
  };
  skip("+-");
  std::size_t digits = skip_digits();
  if (skip(".")) digits += skip_digits();
  if (digits == 0) return false;
  if (skip("eE")) {
    skip("+-");
    if (skip_digits() == 0) return false;
  }
  return text.empty();
}

}  // namespace

std::string_view without_formula_guard(std::string_view cell) {
  if (!cell.empty() && cell.front() == '\'' && begins_formula(cell)) cell.remove_prefix(1);
  return cell;
}

std::string csv_cell(std::string_view text) {
  std::string valid = to_valid_utf8(text);
  if (begins_formula(valid) && !is_plain_number(valid)) valid.insert(valid.begin(), '\'');
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
