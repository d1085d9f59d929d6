// Scaling trends: HARMONY or accuracy against the logarithm of a model's size or of its pretraining tokens, family by
// family.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "stats/correlation.hpp"
#include "stats/linear_regression.hpp"
#include "study/study_parameters.hpp"

namespace harmonograph {

inline constexpr std::size_t fewest_scaling_models = 3;

struct ScalingModel {
  std::size_t model = 0;
  std::string family;
  double x = std::numeric_limits<double>::quiet_NaN();  // parameters or tokens; NaN = not known
};

struct ScalingPoint {
  std::size_t model = 0;
  std::string family;
  double x = 0;
  double y = 0;
  std::size_t benchmarks = 0;  // that y is the mean of
};

struct ScalingTrend {
  std::string family;
  std::size_t models = 0;
  LinearRegression line;  // of y on log10 x
  Correlation pearson;    // of log10 x and y
  Correlation spearman;
  std::string reason;  // why there is no line; "" when there is
};

struct ModelLeftOut {
  std::size_t model = 0;
  std::string reason;
};

struct ScalingTrends {
  std::vector<ScalingPoint> points;    // in the order of models
  std::vector<ScalingTrend> families;  // by name; models without a family last
  ScalingTrend all;
  std::vector<std::size_t> benchmarks;  // that the means run over, ascending
  bool shared = false;                  // every point has all of these
  std::vector<ModelLeftOut> left_out;
};

struct ScalingQuestion {
  std::vector<StudyCell> cells;
  std::vector<ScalingModel> models;
  bool tokens = false;    // x: tokens, else parameters
  bool accuracy = false;  // y: accuracy, else HARMONY
};

/// y of a model: the mean over the benchmarks on which every point has a value; where there is none, over those that
/// the model itself has (shared = false). A trend needs 3 models of 2 different sizes.
ScalingTrends scaling_trends(const ScalingQuestion& question);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const ScalingTrends& trends);

}  // namespace harmonograph
