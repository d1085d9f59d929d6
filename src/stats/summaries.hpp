// Summaries of numbers: means, spread, inequality, entropy, quantiles.
// Every sum runs in index order, so that results are the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace harmonograph {

/// A count as a number for arithmetic.
inline double real(std::uint64_t count) {
  return static_cast<double>(count);
}

/// Arithmetic mean; NaN when empty.
double mean(std::span<const double> values);
/// Mean of the values that are not NaN; NaN when there is none.
double mean_of_present(std::span<const double> values);
/// sum w x / sum w; weights >= 0. NaN when the weights sum to 0.
double weighted_mean(std::span<const double> values, std::span<const double> weights);
/// Population standard deviation with weights: sqrt(sum w (x - mean)^2 / sum w).
double weighted_standard_deviation(std::span<const double> values, std::span<const double> weights);
/// sum w |x - mean| / sum w.
double weighted_mean_absolute_deviation(std::span<const double> values, std::span<const double> weights);
/// Standard deviation with n - 1; 0 for fewer than two values.
double standard_deviation(std::span<const double> values);
/// Weighted Gini coefficient: sum_ij w_i w_j |x_i - x_j| / (2 mean (sum w)^2) for x >= 0; 0 when the mean is 0.
double gini(std::span<const double> values, std::span<const double> weights);
/// Largest minus smallest; 0 when empty.
double range(std::span<const double> values);
/// Shannon entropy in nats of weights >= 0, which are normalised first; 0 log 0 = 0.
double entropy(std::span<const double> weights);

/// Quantile with linear interpolation between order statistics (Hyndman and Fan 1996, type 7, the default of numpy
/// and R). sorted is ascending and not empty; probability in [0, 1].
double quantile_of_sorted(std::span<const double> sorted, double probability);
/// Median of the values that are not NaN (the mean of the middle two of an even number); NaN when there is none.
double median_of_present(std::span<const double> values);

/// Cuts values at their quantiles into groups 0 .. groups - 1; equal values share a group, so that groups may be
/// empty. A value belongs to group g when it exceeds exactly g of the groups - 1 cut points. NaN gives -1.
std::vector<std::int32_t> quantile_groups(std::span<const double> values, std::size_t groups);

}  // namespace harmonograph
