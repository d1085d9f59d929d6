// Student's t-test of two means, paired and not, with Cohen's d.
#pragma once

#include <limits>
#include <span>

#include "stats/accuracy.hpp"

namespace harmonograph {

struct TTest {
  double difference = std::numeric_limits<double>::quiet_NaN();  // mean of the first - mean of the second
  Interval interval;                                             // 95%, of the difference
  double t = std::numeric_limits<double>::quiet_NaN();           // NaN when nothing varies
  double degrees_of_freedom = std::numeric_limits<double>::quiet_NaN();
  double p_value = std::numeric_limits<double>::quiet_NaN();  // two-sided
  /// Difference / sqrt((s1^2 + s2^2) / 2), Cohen (1988); NaN when nothing varies.
  double cohens_d = std::numeric_limits<double>::quiet_NaN();
};

/// Pairs first[i], second[i]; no NaN. With fewer than two pairs only the difference is given.
TTest paired_t_test(std::span<const double> first, std::span<const double> second);

/// Two independent groups of unequal variance, Welch (1947); no NaN. With fewer than two values in a group only the
/// difference is given.
TTest welch_t_test(std::span<const double> first, std::span<const double> second);

}  // namespace harmonograph
