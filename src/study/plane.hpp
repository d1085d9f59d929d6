// The mean-variance plane: how high a benchmark's HARMONY is over models, and how much it depends on the model.
// Uncertainty by the jackknife over models; pairs of benchmarks compared over the models that both have.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "stats/accuracy.hpp"
#include "study/study_parameters.hpp"
#include "study/tested_pair.hpp"

namespace harmonograph {

inline constexpr std::size_t fewest_plane_models = 3;
/// Lines between the quadrants where there are too few benchmarks for medians.
inline constexpr double fixed_mean_line = 0.8;
inline constexpr double fixed_variance_line = 0.01;
inline constexpr std::size_t fewest_for_medians = 4;

struct PlanePoint {
  std::size_t benchmark = 0;
  std::size_t models = 0;  // with a HARMONY
  std::size_t items = 0;   // the largest of its cells
  // NaN where there is none:
  double mean_harmony = std::numeric_limits<double>::quiet_NaN();
  double variance = std::numeric_limits<double>::quiet_NaN();  // population variance over models
  Interval mean_interval;                                      // 95%, cut to [0, 1]
  Interval variance_interval;                                  // 95%, cut at 0
  double mean_error = std::numeric_limits<double>::quiet_NaN();
  double variance_error = std::numeric_limits<double>::quiet_NaN();
  double mean_accuracy = std::numeric_limits<double>::quiet_NaN();
  std::string quadrant;  // "even", "even varying", "uneven", "uneven varying"; "" without a variance
  bool certain = false;
  std::string reason;  // why there is no variance
};

struct PlaneDifference {
  std::size_t first = 0;  // benchmarks
  std::size_t second = 0;
  double difference = 0;   // mean HARMONY of the first - of the second, over the models that both have
  std::size_t models = 0;  // these
  TestedPair test;         // paired t-test
};

struct Plane {
  std::vector<PlanePoint> points;
  double mean_line = fixed_mean_line;
  double variance_line = fixed_variance_line;
  bool lines_are_medians = false;
  std::vector<PlaneDifference> differences;  // every pair with at least 3 models in common
};

/// Points in the order of benchmarks, with lines and quadrants; without differences.
/// Jackknife over the n models: sqrt((n - 1)/n sum (t_i - mean t)^2) with t_i the mean, or the population variance,
/// without model i (Efron and Tibshirani 1993, chapter 11); intervals: +- t_{.975, n - 1} errors.
Plane plane_of_cells(const std::vector<StudyCell>& cells);

/// Mean HARMONY of two benchmarks over the models that both have; models = 0 when these are fewer than 3. The lists
/// hold one HARMONY a model, NaN where there is none.
PlaneDifference harmony_difference(std::span<const double> first, std::span<const double> second);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const Plane& plane);

}  // namespace harmonograph
