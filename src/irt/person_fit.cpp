#include "irt/person_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace harmonograph {

std::vector<double> person_fit(const ResponseData& responses, const FittedProbabilities& probabilities) {
  std::vector<double> sums(responses.models(), 0);
  std::vector<double> variances(responses.models(), 0);
  std::array<float, items_per_block> p;
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const float* row = responses.row(block, model);
      probabilities.fill_left_out(block, model, row, p.data());
      double sum = 0;
      double variance = 0;
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        if (row[lane] < 0) continue;
        const double probability = std::clamp(static_cast<double>(p[lane]), 1e-6, 1 - 1e-6);
        const double logit = std::log(probability / (1 - probability));
        sum += (static_cast<double>(row[lane]) - probability) * logit;
        variance += probability * (1 - probability) * logit * logit;
      }
      sums[model] += sum;
      variances[model] += variance;
    }
  }
  const double dispersion = score_dispersion(responses, probabilities);
  std::vector<double> fit(responses.models(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t model = 0; model < fit.size(); ++model) {
    const double variance = variances[model] * dispersion;
    if (variance > 1e-12) fit[model] = sums[model] / std::sqrt(variance);
  }
  return fit;
}

}  // namespace harmonograph
