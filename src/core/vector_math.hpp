// exp and log in single precision, written without branches so that compilers turn loops of them into vector code.
// The results are the same in every build: only additions, multiplications and bit operations, in a fixed order.
// Coefficients: Cephes mathematical library (Moshier 1989), expf and logf.
#pragma once

#include <cstdint>

namespace harmonograph {

/// exp(x), error below 2 units in the last place for -87.3 <= x <= 88.3. Smaller x give exp(-87.3), larger ones
/// exp(88.3): no denormal numbers, no infinity. x must not be NaN.
inline float vector_exp(float x) {
  x = x < -87.3F ? -87.3F : x;
  x = x > 88.3F ? 88.3F : x;
  // exp(x) = 2^n exp(r), n = round(x / ln 2). Adding and taking away 1.5 * 2^23 rounds without a library call.
  constexpr float rounder = 12582912.0F;
  const float n = (x * 1.44269504088896341F + rounder) - rounder;
  // r = x - n ln 2 with ln 2 in two parts, the first with so few bits that n times it is exact.
  const float r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
  float polynomial = 1.9875691500e-4F;
  polynomial = polynomial * r + 1.3981999507e-3F;
  polynomial = polynomial * r + 8.3334519073e-3F;
  polynomial = polynomial * r + 4.1665795894e-2F;
  polynomial = polynomial * r + 1.6666665459e-1F;
  polynomial = polynomial * r + 5.0000001201e-1F;
  const float power = (polynomial * (r * r) + r) + 1.0F;
  const auto exponent = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + 127) << 23U;
  return power * __builtin_bit_cast(float, exponent);
}

/// log(x), error below 2 units in the last place for normal x > 0 (1.2e-38 to 3.4e38).
inline float vector_log(float x) {
  // x = 2^e m with m in [1/sqrt 2, sqrt 2).
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  constexpr std::uint32_t root_half = 0x3F3504F3U;
  const std::uint32_t shifted = bits - root_half;
  const auto e = static_cast<float>(static_cast<std::int32_t>(shifted) >> 23);
  const float m = __builtin_bit_cast(float, (shifted & 0x007FFFFFU) + root_half);
  const float f = m - 1.0F;
  const float square = f * f;
  float polynomial = 7.0376836292e-2F;
  polynomial = polynomial * f - 1.1514610310e-1F;
  polynomial = polynomial * f + 1.1676998740e-1F;
  polynomial = polynomial * f - 1.2420140846e-1F;
  polynomial = polynomial * f + 1.4249322787e-1F;
  polynomial = polynomial * f - 1.6668057665e-1F;
  polynomial = polynomial * f + 2.0000714765e-1F;
  polynomial = polynomial * f - 2.4999993993e-1F;
  polynomial = polynomial * f + 3.3333331174e-1F;
  float result = polynomial * f * square;
  result = result + e * -2.12194440e-4F;
  result = result - 0.5F * square;
  result = f + result;
  return result + e * 0.693359375F;
}

}  // namespace harmonograph
