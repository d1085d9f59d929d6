#include "core/number.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/random.hpp"

using harmonograph::parse_number;

TEST_CASE("numbers as evaluation files write them") {
  CHECK(parse_number("0.1") == 0.1);
  CHECK(parse_number(" -24.1875 ") == -24.1875);
  CHECK(parse_number("1e-3") == 1e-3);
  CHECK(parse_number("+.5") == 0.5);
  CHECK(parse_number("5.") == 5.0);
  CHECK(parse_number("-9.536740890325746e-07") == -9.536740890325746e-07);
  CHECK(std::isnan(*parse_number("NaN")));
  CHECK(*parse_number("-Infinity") == -INFINITY);
  CHECK(*parse_number("inf") == INFINITY);
}

TEST_CASE("decimals come out as strtod rounds them") {
  harmonograph::Random random(9);
  for (int n = 0; n < 200'000; ++n) {
    std::string text = random.below(2) == 0 ? "-" : "";
    const auto digits = 1 + random.below(22);
    const auto point = random.below(digits + 1);
    for (std::uint64_t d = 0; d < digits; ++d) {
      if (d == point) text += ".";
      text += static_cast<char>('0' + random.below(10));
    }
    if (random.below(3) == 0) text += "e" + std::to_string(static_cast<int>(random.below(120)) - 60);
    INFO(text);
    REQUIRE(parse_number(text) == std::strtod(text.c_str(), nullptr));
  }
  CHECK(std::signbit(*parse_number("-0")));
}

TEST_CASE("doubles that were written in full come back, and so do the middles between two of them") {
  harmonograph::Random random(10);
  std::array<char, 64> text{};
  for (int n = 0; n < 200'000; ++n) {
    const double value = (random.uniform() - 0.5) * std::pow(10.0, static_cast<double>(random.below(40)) - 20);
    std::snprintf(text.data(), text.size(), "%.17g", value);
    INFO(text.data());
    REQUIRE(parse_number(text.data()) == value);
  }
  // Odd multiples of the last place's half, up to 2^60: to the even neighbour.
  for (int n = 0; n < 20'000; ++n) {
    const std::uint64_t odd = (std::uint64_t{1} << 53U) + 1 + 2 * random.below(std::uint64_t{1} << 51U);
    const std::uint64_t middle = odd << random.below(7);
    const std::string digits = std::to_string(middle);
    INFO(digits);
    REQUIRE(parse_number(digits) == std::strtod(digits.c_str(), nullptr));
    REQUIRE(parse_number(digits + "e-3") == std::strtod((digits + "e-3").c_str(), nullptr));
    REQUIRE(parse_number(digits + "e5") == std::strtod((digits + "e5").c_str(), nullptr));
  }
}

TEST_CASE("a decimal comma counts only when asked for") {
  CHECK_FALSE(parse_number("0,5"));
  CHECK(parse_number("0,5", true) == 0.5);
  CHECK_FALSE(parse_number("1,234,5", true));
}

TEST_CASE("what is not exactly one number is none") {
  for (const char* text :
       {"", " ", "-", "+", ".", "e5", "1e", "1e+", "0x10", "1 2", "12abc", "--1", "1-2", "A", "1.2.3"}) {
    INFO(text);
    CHECK_FALSE(parse_number(text));
  }
}
