// Rotation of factors: the axes of the abilities are free, so they are turned to where items load on few of them.
// Gradient projection (Jennrich 2001, 2002; Bernaards and Jennrich 2005) with several starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"

namespace harmonograph {

enum class RotationCriterion {
  none,     // the axes stay; only their signs and order are made canonical
  oblimin,  // oblique; gamma 0 = quartimin
  varimax,  // orthogonal
  geomin,   // oblique (Yates 1987), epsilon .01
  target    // oblique, least squares to given loadings
};

struct RotationOptions {
  RotationCriterion criterion = RotationCriterion::oblimin;
  double gamma = 0;       // of oblimin
  double epsilon = 0.01;  // of geomin
  bool kaiser = false;    // rows are divided by the root of their communality for the rotation
  std::size_t starts = 10;
  std::uint64_t seed = 1;
  Matrix target;          // items x D; NaN = free
  bool canonical = true;  // order and signs as below; false for a target, whose order is meant
};

struct Rotation {
  Matrix loadings;        // L = A (T')^-1, items x D
  Matrix correlations;    // Phi = T'T
  Matrix transformation;  // T; its columns have length 1
  double criterion = 0;   // value at the optimum, summed over items (as GPArotation prints it)
  bool converged = true;
  std::size_t starts_at_best = 1;  // how many starts ended there: few = other axes describe the data nearly as well
  /// An oblique criterion made two axes one, from every start: the varimax axes were taken.
  bool collapsed = false;
};

/// Rotates loadings A (items x D, on uncorrelated factors). The first start is A itself, the others random rotations of
/// it. Oblimin and varimax work on the moments of the rows, whatever their number; the others, with more than 1,000
/// items, run their starts on every n-th of them, and the best is finished on all. Canonical result: columns by
/// variance explained (diagonal of Phi L'L), largest first; the sum of each column positive. Errors: invalid_argument
/// (no items or dimensions, numbers that are not finite, a target of another shape).
Result<Rotation> rotate_loadings(const Matrix& loadings, const RotationOptions& options);

/// lambda = (a / 1.702) / sqrt(1 + sum (a / 1.702)^2): the loadings of the factor analysis of the latent responses
/// (Takane and de Leeuw 1987), bounded where slopes are not. Slopes on uncorrelated abilities.
Matrix standardised_loadings(const ItemResponseFit& fit);

/// Rotates a fit: T from the standardised loadings (so that a few very steep items do not decide), then slopes
/// a (T')^-1, abilities T' theta, and the covariances, priors and ability_correlations with them. Predictions do not
/// change. A fit that is rotated already is made orthogonal first. One dimension: sign only.
Result<Rotation> rotate_fit(ItemResponseFit& fit, const RotationOptions& options);

/// Applies a given non-singular T (D x D) to a fit, as rotate_fit does: theta becomes T' theta.
void transform_fit(ItemResponseFit& fit, const Matrix& transformation);

/// Share of the common variance that each factor explains: diagonal of Phi L'L over its sum; sums to 1. Zeros when
/// there are no loadings.
std::vector<double> variance_shares(const Matrix& loadings, const Matrix& correlations);

/// The orthogonal T with the least sum of squares of A T - B (Schoenemann 1966); A and B of one shape.
Matrix orthogonal_procrustes(const Matrix& from, const Matrix& to);

/// The signed permutation P for which the columns of A P are most congruent with those of B (all orders are tried).
Matrix match_factors(const Matrix& from, const Matrix& to);

/// Tucker's coefficient of congruence (1951): sum xy / sqrt(sum x^2 sum y^2). NaN when a list is all 0.
double tucker_congruence(std::span<const double> x, std::span<const double> y);
/// Of the columns of two matrices of one shape.
std::vector<double> tucker_congruences(const Matrix& a, const Matrix& b);

}  // namespace harmonograph
