// The leading principal components of wide vectors: few numbers an item that hold most of what tells items apart.
#pragma once

#include <cstddef>

#include "core/matrix.hpp"

namespace harmonograph {

/// Up to this width vectors are used as they are.
inline constexpr std::size_t principal_component_count = 48;

struct PrincipalComponents {
  Matrix scores;            // components x items
  double total = 0;         // sum of squares of all centred vectors
  double kept = 0;          // of the scores
  std::size_t sampled = 0;  // items that the directions were found on
};

/// Scores of the rows (items x width, with mean 0) on their leading `count` <= width principal directions, the largest
/// variance first. The directions come from a randomised range finder with two power iterations (Halko, Martinsson and
/// Tropp 2011, algorithm 4.4, on the transposed matrix) from fixed random vectors: deterministic. Of many items a
/// random sample serves to find them (fewer the wider the rows are, 1,024 at least); scores and sums are of all items.
/// In single precision.
PrincipalComponents principal_components(const FloatMatrix& centred, std::size_t count);

}  // namespace harmonograph
