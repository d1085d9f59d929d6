// The similarity of items that are vectors: their cosine, in the form of the features of a divergence, so that every
// way to hold S works for it as it stands.
#pragma once

#include <cstddef>
#include <vector>

#include "core/matrix.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

/// J between two items whose cosine is that of an average pair; see cosine_divergence_features.
inline constexpr double mean_cosine_divergence = 4;

/// Rows that have a direction: every entry is finite and one is not 0.
std::vector<std::size_t> rows_with_direction(const Matrix& vectors);

/// Features with J_ij = s (1 - cos(v_i, v_j)), hence S = exp(-tau s (1 - cos) / 2). vectors: items x width, every row
/// with a direction.
///
/// With the unit vectors u and their mean m, p = l = sqrt(s/2) (u - m) and a = |p|^2 give a_i + a_j - 2 p_i.p_j =
/// (s/2) |u_i - u_j|^2 = s (1 - cos). Taking m away changes no difference and keeps digits where all vectors point
/// nearly the same way, as those of many embedding models do.
///
/// s = mean_cosine_divergence / (mean of 1 - cos over pairs); the mean is sum |u_i - m|^2 / (N - 1). So one tau suits
/// embeddings whose cosines lie between .9 and 1 as well as word counts with cosines near 0: the average pair has
/// S = exp(-tau) [ours]. All vectors alike: J = 0.
DivergenceFeatures cosine_divergence_features(const Matrix& vectors);

struct ProjectedFeatures {
  DivergenceFeatures features;
  std::size_t components = 0;  // what stands for the vectors
  double kept_variance = 0;    // share of the sum of |u_i - m|^2, in [0, 1]
};

/// The same from the leading principal components of u - m alone (principal_components.hpp), with s such that the mean
/// J is mean_cosine_divergence again. For many items with vectors wider than principal_component_count: every pass over
/// S and every check of a factorisation costs in proportion to the width, and in hundreds of dimensions S has no
/// low-rank form, because all pairs of items of one subject are about equally far apart. What tells subjects apart lies
/// in the leading components. features.projected is set.
ProjectedFeatures projected_cosine_features(Matrix vectors);

/// Every row is a probability distribution: no entry below 0, sum within 1e-3 of 1. Rows that begin with NaN (no
/// vector) are passed over; false when there is no other.
bool are_distributions(const Matrix& vectors);

}  // namespace harmonograph
