#include "core/vector_math.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>

using namespace harmonograph;

namespace {

float float_of(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
std::uint32_t bits_of(float value) {
  return __builtin_bit_cast(std::uint32_t, value);
}

/// Distance of a float from the exact value in units of the last place of the exact value.
double units_in_the_last_place(float value, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::fabs(static_cast<double>(value) - exact) / std::ldexp(1.0, exponent - 24);
}

}  // namespace

// Every 101st float of the whole range: a prime, so that all last digits of the significand occur.
TEST_CASE("exp is within 2 units in the last place over its whole range") {
  double worst = 0;
  for (std::uint32_t bits = 0; bits <= bits_of(88.3F); bits += 101) {
    const float x = float_of(bits);
    worst = std::fmax(worst, units_in_the_last_place(vector_exp(x), std::exp(static_cast<double>(x))));
    if (x <= 87.3F) {
      worst = std::fmax(worst, units_in_the_last_place(vector_exp(-x), std::exp(-static_cast<double>(x))));
    }
  }
  INFO("largest error " << worst << " ulp");
  CHECK(worst < 2);
  CHECK(vector_exp(0) == 1);
  CHECK(vector_exp(-1000) == vector_exp(-87.3F));
  CHECK(vector_exp(1000) == vector_exp(88.3F));
}

TEST_CASE("log is within 2 units in the last place over all normal numbers") {
  double worst = 0;
  for (std::uint32_t bits = 0x00800000U; bits < 0x7F800000U; bits += 101) {
    const float x = float_of(bits);
    if (x == 1) continue;
    worst = std::fmax(worst, units_in_the_last_place(vector_log(x), std::log(static_cast<double>(x))));
  }
  INFO("largest error " << worst << " ulp");
  CHECK(worst < 2);
  CHECK(vector_log(1) == 0);
}
