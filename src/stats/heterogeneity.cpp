#include "stats/heterogeneity.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {

Heterogeneity cochran_q(std::span<const double> effects, std::span<const double> variances) {
  const std::size_t count = std::min(effects.size(), variances.size());
  const auto takes_part = [&](std::size_t g) {
    return std::isfinite(effects[g]) && std::isfinite(variances[g]) && variances[g] > 0;
  };
  std::size_t groups = 0;
  double weights = 0;
  double pooled = 0;
  for (std::size_t g = 0; g < count; ++g) {
    if (!takes_part(g)) continue;
    ++groups;
    weights += 1 / variances[g];
    pooled += effects[g] / variances[g];
  }
  Heterogeneity result;
  if (groups < 2) return result;
  pooled /= weights;
  result.q = 0;
  for (std::size_t g = 0; g < count; ++g) {
    if (takes_part(g)) result.q += (effects[g] - pooled) * (effects[g] - pooled) / variances[g];
  }
  result.degrees = groups - 1;
  result.p_value = chi_square_upper(result.q, real(result.degrees));
  return result;
}

}  // namespace harmonograph
