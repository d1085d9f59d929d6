#include "core/number.hpp"

#include <catch2/catch.hpp>
#include <cmath>

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
