// How fine a difference of two models each benchmark can tell.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "dataset/dataset.hpp"

namespace harmonograph {

struct BenchmarkNoise {
  std::size_t benchmark = 0;
  std::size_t models = 0;  // with scores
  std::size_t items = 0;   // with a score of any model
  // NaN where there is none:
  double standard_error = std::numeric_limits<double>::quiet_NaN();  // of one accuracy, median over models
  double detectable = std::numeric_limits<double>::quiet_NaN();      // 1.96 median errors of the paired difference
  double detectable_largest = std::numeric_limits<double>::quiet_NaN();
  double with_power = std::numeric_limits<double>::quiet_NaN();           // (1.96 + 0.84) of them
  double items_for_one_point = std::numeric_limits<double>::quiet_NaN();  // whole
  std::size_t pairs = 0;                                                  // of models that share at least 2 items
};

/// Over at most 2,000 pairs of models, evenly taken. The error of a paired difference falls with the root of the items
/// that both have: items_for_one_point = (1.96 error / 0.01)^2 times those, median over pairs, for as varied items.
BenchmarkNoise noise_of(const Benchmark& benchmark, std::size_t index);

/// Standard error s / sqrt(n) of the mean of the scores that are not NaN, s with n - 1; NaN with fewer than 2.
double standard_error_of_mean(std::span<const double> scores);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const std::vector<BenchmarkNoise>& noise);

}  // namespace harmonograph
