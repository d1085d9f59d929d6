#include "core/number.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "core/text.hpp"

namespace harmonograph {

namespace {

/// Decimal numbers with at most 15 significant digits and a small power of ten: digits and power are exact doubles, so
/// one multiplication or division rounds correctly (Clinger 1990). Nothing for everything else. strtod would do the
/// same with software arithmetic of 128 bits in WebAssembly.
std::optional<double> parse_short_decimal(std::string_view text, bool decimal_comma) {
  static constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int largest_power = 22;
  constexpr int most_digits = 15;
  std::size_t i = 0;
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') ++i;
  std::uint64_t digits = 0;
  int significant = 0;
  int seen = 0;
  int after_point = 0;
  bool point = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      ++seen;
      if (digits > 0 || c != '0') ++significant;
      if (significant > most_digits) return std::nullopt;
      digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
      after_point += point ? 1 : 0;
    } else if ((c == '.' || (decimal_comma && c == ',')) && !point) {
      point = true;
    } else {
      break;
    }
  }
  if (seen == 0) return std::nullopt;
  int exponent = 0;
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    ++i;
    const bool negative_exponent = i < text.size() && text[i] == '-';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (i == text.size() || text.size() - i > 3) return std::nullopt;
    for (; i < text.size(); ++i) {
      if (text[i] < '0' || text[i] > '9') return std::nullopt;
      exponent = exponent * 10 + (text[i] - '0');
    }
    if (negative_exponent) exponent = -exponent;
  }
  exponent -= after_point;
  if (exponent < -largest_power || exponent > largest_power) return std::nullopt;
  auto value = static_cast<double>(digits);
  value = exponent < 0 ? value / powers_of_ten[-exponent] : value * powers_of_ten[exponent];
  return negative ? -value : value;
}

}  // namespace

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

  if (const auto number = parse_short_decimal(text, decimal_comma)) return number;

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
