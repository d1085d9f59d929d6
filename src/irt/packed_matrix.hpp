// Small symmetric positive definite matrices, packed by rows of the lower triangle: one an item or a model, of order 7
// at most, so that general matrix classes would cost more than the arithmetic.
#pragma once

#include <cmath>
#include <cstddef>

#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// The lower Cholesky factor, packed in the same way. Pivots below 1e-300 count as 1e-300: no NaN for a matrix that
/// rounding has made singular.
inline void cholesky_packed(const double* matrix, std::size_t order, double* factor) {
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      double sum = matrix[packed_index(r, c)];
      for (std::size_t k = 0; k < c; ++k) sum -= factor[packed_index(r, k)] * factor[packed_index(c, k)];
      factor[packed_index(r, c)] = r == c ? std::sqrt(sum > 1e-300 ? sum : 1e-300) : sum / factor[packed_index(c, c)];
    }
  }
}

/// The inverse of a lower triangular matrix, packed.
inline void invert_triangle_packed(const double* factor, std::size_t order, double* inverse) {
  for (std::size_t r = 0; r < order; ++r) {
    inverse[packed_index(r, r)] = 1 / factor[packed_index(r, r)];
    for (std::size_t c = 0; c < r; ++c) {
      double sum = 0;
      for (std::size_t k = c; k < r; ++k) sum += factor[packed_index(r, k)] * inverse[packed_index(k, c)];
      inverse[packed_index(r, c)] = -sum / factor[packed_index(r, r)];
    }
  }
}

/// The inverse of a symmetric positive definite matrix of order 7 at most.
inline void invert_packed(const double* matrix, std::size_t order, double* inverse) {
  double factor[packed_size(7)] = {};
  double triangle[packed_size(7)] = {};
  cholesky_packed(matrix, order, factor);
  invert_triangle_packed(factor, order, triangle);
  for (std::size_t r = 0; r < order; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      double sum = 0;
      for (std::size_t k = r; k < order; ++k) sum += triangle[packed_index(k, r)] * triangle[packed_index(k, c)];
      inverse[packed_index(r, c)] = sum;
    }
  }
}

/// result = matrix vector.
inline void multiply_packed(const double* matrix, std::size_t order, const double* vector, double* result) {
  for (std::size_t r = 0; r < order; ++r) {
    result[r] = 0;
    for (std::size_t c = 0; c < order; ++c) result[r] += matrix[packed_index(r, c)] * vector[c];
  }
}

}  // namespace harmonograph
