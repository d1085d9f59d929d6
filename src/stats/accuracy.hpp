// The mean score of a model with its 95% interval: what every table shows.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>

namespace harmonograph {

/// NaN when there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct Accuracy {
  double value = std::numeric_limits<double>::quiet_NaN();  // mean score; NaN when no item is scored
  Interval interval;                                        // 95%; NaN when no item is scored
  std::size_t items = 0;                                    // scored
  std::size_t missing = 0;                                  // NaN
  std::string method;                                       // "Wilson" for 0/1 scores, "normal" for graded ones
};

/// Wilson's score interval (Wilson 1927) of a proportion, 95%. trials > 0.
Interval wilson_interval(double successes, double trials);
/// mean +- 1.96 s / sqrt(n), cut to [0, 1]; [0, 1] for a single value.
Interval normal_interval(std::span<const double> values);

/// Mean of the scores in [0, 1] that are not NaN.
Accuracy measure_accuracy(std::span<const double> scores);

}  // namespace harmonograph
