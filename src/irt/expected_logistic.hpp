// E sigma(eta) and its slope for eta ~ N(mean, variance), in single precision and without branches, so that compilers
// turn loops of it into vector code: the probability of a right answer when the item's parameters are uncertain.
#pragma once

#include <cmath>

#include "core/vector_math.hpp"

namespace harmonograph {

struct ExpectedLogistic {
  float probability;  // E sigma(eta)
  float slope;        // d probability / d mean = E sigma'(eta)
};

/// The logistic function as a mixture of two probits, sigma(x) = sum pi_c Phi(l_c x), integrates in closed form:
/// E sigma = sum pi_c Phi(t_c mean) with t_c = l_c / sqrt(1 + l_c^2 variance). Largest error of the mixture 5e-4
/// (Monahan and Stefanski 1992 give its kind); Phi by its density times a polynomial (Abramowitz and Stegun 1964,
/// 26.2.17), error below 1e-6 in single precision. variance >= 0.
inline ExpectedLogistic expected_logistic(float mean, float variance) {
  constexpr float weight_1 = .43560391F;
  constexpr float weight_2 = .56439609F;
  constexpr float scale_1 = .43527504F;
  constexpr float scale_2 = .76861823F;
  constexpr float density_at_0 = 0.3989422804F;
  // Both roots and both quotients below share one division.
  const float root_1 = std::sqrt(1.0F + scale_1 * scale_1 * variance);
  const float root_2 = std::sqrt(1.0F + scale_2 * scale_2 * variance);
  const float shared_root = 1.0F / (root_1 * root_2);
  const float t_1 = scale_1 * root_2 * shared_root;
  const float t_2 = scale_2 * root_1 * shared_root;
  const float size = mean < 0.0F ? -mean : mean;
  const float z_1 = size * t_1;
  const float z_2 = size * t_2;
  const float density_1 = (weight_1 * density_at_0) * vector_exp(-0.5F * z_1 * z_1);
  const float density_2 = (weight_2 * density_at_0) * vector_exp(-0.5F * z_2 * z_2);
  const float denominator_1 = 1.0F + 0.2316419F * z_1;
  const float denominator_2 = 1.0F + 0.2316419F * z_2;
  const float shared = 1.0F / (denominator_1 * denominator_2);
  const float k_1 = denominator_2 * shared;
  const float k_2 = denominator_1 * shared;
  const auto tail = [](float k) {
    return ((((1.330274429F * k - 1.821255978F) * k + 1.781477937F) * k - 0.356563782F) * k + 0.319381530F) * k;
  };
  const float upper = density_1 * tail(k_1) + density_2 * tail(k_2);
  return {mean < 0.0F ? upper : 1.0F - upper, t_1 * density_1 + t_2 * density_2};
}

}  // namespace harmonograph
