// The symmetric Kullback-Leibler divergence between items, held as features so that no item x item matrix is needed:
// J_ij = KL(p_i||p_j) + KL(p_j||p_i) = a_i + a_j - p_i.l_j - p_j.l_i with l = log p and a_i = p_i.l_i.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/matrix.hpp"

namespace harmonograph {

struct DivergenceFeatures {
  Matrix p;               // width x items: one row a feature, so that loops over items run through memory in order
  Matrix l;               // width x items
  std::vector<double> a;  // per item: sum of p l
  /// Leading principal components that stand for wider vectors (cosine.hpp): no need to hold their S more exactly than
  /// they hold the vectors.
  bool projected = false;

  [[nodiscard]] std::size_t items() const { return a.size(); }
  [[nodiscard]] std::size_t width() const { return p.rows(); }
};

/// Features of one model's choice distributions (items x options, rows sum to 1). A probability of 0 counts as 1e-300.
DivergenceFeatures divergence_features(const Matrix& probabilities);

/// Features whose J is the mean of the models' J: their features side by side, scaled. At least one model, all with
/// the same items.
DivergenceFeatures shared_divergence_features(std::span<const Matrix> probabilities);

/// Features of response patterns: each score s in [0, 1] of a model on an item becomes the Bernoulli distribution with
/// probability smoothing + (1 - 2 smoothing) s, and J is the mean over models. scores: models x items, no NaN;
/// smoothing in (0, 0.5).
DivergenceFeatures response_divergence_features(const Matrix& scores, double smoothing);

/// J_ij >= 0.
double divergence(const DivergenceFeatures& features, std::size_t i, std::size_t j);

}  // namespace harmonograph
