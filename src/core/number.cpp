#include "core/number.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "core/powers_of_five.hpp"
#include "core/text.hpp"

namespace harmonograph {

namespace {

/// 64 x 64 bits -> 128 bits.
PowerOfFive product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a_low = a & 0xFFFFFFFFU;
  const std::uint64_t a_high = a >> 32U;
  const std::uint64_t b_low = b & 0xFFFFFFFFU;
  const std::uint64_t b_high = b >> 32U;
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t middle = a_high * b_low + (low >> 32U);
  const std::uint64_t other = a_low * b_high + (middle & 0xFFFFFFFFU);
  return {a_high * b_high + (middle >> 32U) + (other >> 32U), (other << 32U) | (low & 0xFFFFFFFFU)};
}

/// digits * 10^exponent, correctly rounded (Lemire 2021, algorithm 1, with the corrections of its section 6). Nothing
/// where the first 128 bits of the power do not decide, and for numbers that are not normal.
std::optional<double> scaled(std::uint64_t digits, int exponent) {
  if (exponent < smallest_power_of_five || exponent > largest_power_of_five) return std::nullopt;
  if (digits == 0) return 0.0;
  int leading_zeros = 0;
  while ((digits >> 63U) == 0) {
    digits <<= 1U;
    ++leading_zeros;
  }
  const PowerOfFive& power = powers_of_five[static_cast<std::size_t>(exponent - smallest_power_of_five)];
  PowerOfFive bits = product(digits, power.high);
  if ((bits.high & 0x1FFU) == 0x1FFU) {  // the lower half of the power may carry over
    const std::uint64_t carry = product(digits, power.low).high;
    bits.low += carry;
    if (carry > bits.low) ++bits.high;
  }
  if (bits.low == ~std::uint64_t{0} && (exponent < -27 || exponent > 55)) return std::nullopt;
  const auto upper = static_cast<unsigned>(bits.high >> 63U);
  const unsigned shift = upper + 64U - 52U - 3U;
  std::uint64_t mantissa = bits.high >> shift;
  int power_of_two = ((217706 * exponent) >> 16) + 63 + static_cast<int>(upper) - leading_zeros + 1023;
  if (power_of_two <= 0) return std::nullopt;
  // Exactly between two doubles: the even one.
  if (bits.low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3U) == 1 && (mantissa << shift) == bits.high) {
    mantissa &= ~std::uint64_t{1};
  }
  mantissa += mantissa & 1U;
  mantissa >>= 1U;
  if (mantissa >= (std::uint64_t{2} << 52U)) {
    mantissa = std::uint64_t{1} << 52U;
    ++power_of_two;
  }
  if (power_of_two >= 0x7FF) return std::nullopt;
  mantissa &= ~(std::uint64_t{1} << 52U);
  const std::uint64_t pattern = (static_cast<std::uint64_t>(power_of_two) << 52U) | mantissa;
  double value = 0;
  std::memcpy(&value, &pattern, sizeof value);
  return value;
}

/// Decimal numbers with at most 19 significant digits and a small power of ten. Nothing for everything else. strtod
/// would do the same with software arithmetic of 128 bits in WebAssembly.
std::optional<double> parse_short_decimal(std::string_view text, bool decimal_comma) {
  static constexpr double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int largest_power = 22;
  constexpr int most_digits = 19;          // of 64 bits
  constexpr int most_digits_exactly = 15;  // of a double
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
  std::optional<double> value;
  if (significant <= most_digits_exactly && exponent >= -largest_power && exponent <= largest_power) {
    // Digits and power are exact doubles, so one multiplication or division rounds correctly (Clinger 1990).
    const auto exact = static_cast<double>(digits);
    value = exponent < 0 ? exact / powers_of_ten[-exponent] : exact * powers_of_ten[exponent];
  } else {
    value = scaled(digits, exponent);
  }
  if (value && negative) value = -*value;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text, bool decimal_comma) {
  if (text.empty()) return std::nullopt;
  if (static_cast<unsigned char>(text.front()) > 0x20) {  // the usual case, before anything else is looked at
    if (const auto number = parse_short_decimal(text, decimal_comma)) return number;
  }
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
