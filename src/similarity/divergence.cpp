#include "similarity/divergence.hpp"

#include <algorithm>
#include <cmath>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

void finish(DivergenceFeatures& features) {
  for (std::size_t w = 0; w < features.width(); ++w) {
    for (std::size_t i = 0; i < features.items(); ++i) features.a[i] += features.p(w, i) * features.l(w, i);
  }
}

}  // namespace

DivergenceFeatures shared_divergence_features(std::span<const Matrix> probabilities) {
  const std::size_t items = probabilities.front().rows();
  std::size_t width = 0;
  for (const Matrix& model : probabilities) width += model.columns();
  DivergenceFeatures features{Matrix(width, items), Matrix(width, items), std::vector<double>(items, 0.0)};
  // Half of the factor 1/models goes to p and half to l.
  const double scale = 1 / std::sqrt(real(probabilities.size()));
  std::size_t w = 0;
  for (const Matrix& model : probabilities) {
    for (std::size_t c = 0; c < model.columns(); ++c, ++w) {
      for (std::size_t i = 0; i < items; ++i) {
        features.p(w, i) = scale * model(i, c);
        features.l(w, i) = scale * std::log(std::max(model(i, c), 1e-300));
      }
    }
  }
  finish(features);
  return features;
}

DivergenceFeatures divergence_features(const Matrix& probabilities) {
  return shared_divergence_features({&probabilities, 1});
}

DivergenceFeatures response_divergence_features(const Matrix& scores, double smoothing) {
  const std::size_t models = scores.rows();
  const std::size_t items = scores.columns();
  DivergenceFeatures features{Matrix(models, items), Matrix(models, items), std::vector<double>(items, 0.0)};
  const double scale = 1 / std::sqrt(real(models));
  for (std::size_t m = 0; m < models; ++m) {
    for (std::size_t i = 0; i < items; ++i) {
      // For two outcomes J = (p - q) (logit p - logit q): one feature instead of two.
      const double p = smoothing + (1 - 2 * smoothing) * scores(m, i);
      features.p(m, i) = scale * p;
      features.l(m, i) = scale * (std::log(p) - std::log1p(-p));
    }
  }
  finish(features);
  return features;
}

double divergence(const DivergenceFeatures& features, std::size_t i, std::size_t j) {
  double forward = 0;
  double backward = 0;
  for (std::size_t w = 0; w < features.width(); ++w) {
    forward += features.p(w, i) * features.l(w, j);
    backward += features.p(w, j) * features.l(w, i);
  }
  return std::max(0.0, (features.a[i] + features.a[j]) - (forward + backward));
}

}  // namespace harmonograph
