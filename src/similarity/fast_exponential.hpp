// exp(x) for x <= 0 in single precision, written so that compilers turn loops of it into vector code.
#pragma once

#include <cstdint>

namespace harmonograph {

/// exp(x) for x <= 0 with a relative error below 2.5e-7 for x >= -87; smaller x count as -87 (1.6e-38).
/// exp(x) = 2^n 2^f with n = round(x log2 e): 2^n by writing the exponent bits, 2^f by its Taylor polynomial of degree
/// 6 on |f| <= 1/2 (truncation error below 1.3e-7 (ln 2 / 2)^7 / 7!, about 1.2e-7).
inline float fast_exponential(float x) {
  x = x < -87.0F ? -87.0F : x;
  // Adding and taking away 1.5 * 2^23 rounds to an integer without a library call.
  constexpr float rounder = 12582912.0F;
  const float n = (x * 1.44269504F + rounder) - rounder;
  // x - n ln 2 in two parts, so that the cancellation costs nothing.
  const float f = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  float power = 1.0F / 720.0F;
  power = power * f + 1.0F / 120.0F;
  power = power * f + 1.0F / 24.0F;
  power = power * f + 1.0F / 6.0F;
  power = power * f + 0.5F;
  power = power * f + 1.0F;
  power = power * f + 1.0F;
  const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + 127) << 23U;
  return power * __builtin_bit_cast(float, bits);
}

}  // namespace harmonograph
