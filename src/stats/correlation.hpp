// Correlations of two lists of numbers, with intervals and p-values, and the test of two correlations that share a
// variable. A pair of which one number is NaN is left out.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "stats/accuracy.hpp"

namespace harmonograph {

struct Correlation {
  double value = std::numeric_limits<double>::quiet_NaN();    // NaN: fewer than 2 pairs, or a constant list
  Interval interval;                                          // 95%; NaN with fewer than 4 pairs
  double p_value = std::numeric_limits<double>::quiet_NaN();  // two-sided, of no association; NaN with fewer than 3
  std::size_t pairs = 0;
};

/// Pearson's r. Interval: Fisher's z, standard error 1 / sqrt(n - 3). p: t with n - 2 degrees of freedom.
Correlation pearson_correlation(std::span<const double> x, std::span<const double> y);

/// Spearman's rho: Pearson's r of the ranks, ties at their mean rank. Interval: Fisher's z with the standard error
/// sqrt((1 + rho^2 / 2) / (n - 3)) (Bonett and Wright 2000). p: up to 9 pairs exact, over all orders of one list;
/// beyond t with n - 2 degrees of freedom, as scipy. With three pairs in perfect order t would say p = 0; the truth is
/// 1/3.
Correlation spearman_correlation(std::span<const double> x, std::span<const double> y);

/// Kendall's tau-b in O(n log n) (Knight 1966). p: normal, with the variance for ties (Kendall 1970), as scipy's
/// asymptotic method. No interval.
Correlation kendall_correlation(std::span<const double> x, std::span<const double> y);

/// Ranks from 1, ties at their mean rank. Values must not be NaN.
std::vector<double> mean_ranks(std::span<const double> values);

struct DependentCorrelationTest {
  double t = std::numeric_limits<double>::quiet_NaN();
  double degrees_of_freedom = 0;
  double p_value = std::numeric_limits<double>::quiet_NaN();  // two-sided
};

/// Williams' test that the correlations of one variable (1) with two others (2, 3) are equal, given r23 (Williams 1959,
/// as Steiger 1980, Psychological Bulletin 87, equation 7); n pairs. NaN with fewer than 4 pairs or when r23 = 1.
DependentCorrelationTest williams_test(double r12, double r13, double r23, std::size_t n);

}  // namespace harmonograph
