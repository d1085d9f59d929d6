// The mean score of a model with its 95% interval: what every table shows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace harmonograph {

struct Interval {
  double low = 0;
  double high = 0;
};

struct Accuracy {
  double value = 0;                  // mean score; NaN when no item is scored
  std::optional<Interval> interval;  // 95%; none when no item is scored
  std::size_t items = 0;             // scored
  std::size_t missing = 0;           // NaN
  std::string method;                // "Wilson" for 0/1 scores, "normal" for graded ones
};

/// Wilson's score interval (Wilson 1927) of a proportion, 95%. trials > 0.
Interval wilson_interval(double successes, double trials);
/// mean +- 1.96 s / sqrt(n), cut to [0, 1]; [0, 1] for a single value.
Interval normal_interval(std::span<const double> values);

/// Mean of the scores in [0, 1] that are not NaN.
Accuracy accuracy_of(std::span<const double> scores);

}  // namespace harmonograph
