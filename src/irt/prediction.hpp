// How well are answers predicted that were held back? Item response models of several numbers of dimensions, with one
// prior for all items and with one for each group, beside the plain predictors that they have to beat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/response_data.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph {

struct PredictionParameters {
  std::string fit = "{}";      // JSON text of the fit's parameters, handed through
  std::size_t folds = 5;       // 2 .. 100, over cells
  std::size_t folds_used = 0;  // how many of them are held out in turn; 0 = all
  std::size_t largest_dimension = 4;
  std::uint64_t seed = 1;
};

/// What the items are, beside their scores.
struct PredictionData {
  const ResponseData* responses = nullptr;  // must outlive the job
  std::vector<std::uint32_t> benchmarks;    // 0, 1, .. per item
  std::vector<std::uint32_t> categories;    // 0, 1, .. per item, or empty
  std::vector<std::uint32_t> groups;        // 0, 1, .. per item: the grouping of the prior that is tried; or empty
  std::string grouping = "none";            // its name, for chosenGrouping
  std::vector<double> guessing;             // empty, or one an item
};

struct PredictionMethod {
  struct CalibrationPoint {
    double predicted = 0;  // mean probability
    double observed = 0;   // mean score
    std::size_t cells = 0;
    Interval interval;  // 95% of observed: Wilson for 0/1 scores, normal for graded ones
  };
  std::string code;
  std::string label;
  bool item_response = false;
  std::size_t dimensions = 0;
  bool grouped = false;
  double accuracy = 0;          // share of cells whose score and probability lie on the same side of 1/2
  double log_loss = 0;          // probabilities cut to 1e-6 .. 1 - 1e-6 for this alone
  double brier = 0;             // mean squared difference
  double rank_correlation = 0;  // Spearman over models of predicted and observed means of the held-out cells
  std::vector<CalibrationPoint> calibration;  // 20 bins of equal width, those with cells
  double calibration_error = 0;               // sum over bins of share * |predicted - observed|
  double z = std::numeric_limits<double>::quiet_NaN();
};

struct PredictionResult {
  PredictionParameters parameters;
  std::size_t cells = 0;  // held out
  std::vector<PredictionMethod> methods;
  std::size_t chosen_dimensions = 1;
  std::string chosen_grouping = "none";
  std::string best;
};

/// z above this: a dimension, or a grouping, predicts better than chance allows.
inline constexpr double significant_gain = 3;

/// Gain in log-loss of one method over another, as a multiple of its standard error with items as clusters: total
/// difference / sqrt(sum over items of (difference - cells * mean difference)^2). 0 when nothing differs.
/// losses: sum over the held-out cells of each item.
double clustered_z(const std::vector<double>& simpler, const std::vector<double>& richer,
                   const std::vector<double>& cells);

class PredictionJob : public Job {
 public:
  /// Errors: invalid_argument (lengths), too_few_models (fewer than 2), no_responses (no cell can be held out).
  static Result<std::unique_ptr<PredictionJob>> create(PredictionData data, PredictionParameters parameters);
  ~PredictionJob() override;
  Result<JobStatus> step() override;
  /// After done, once. chosen_dimensions is the smallest D after which the next dimension gains less than z = 3 (with
  /// the chosen grouping); the grouping is chosen when at its own D it beats the one prior at its own D by z of 3 or
  /// more.
  PredictionResult take_result();

  struct State;  // only the implementation knows it

 private:
  explicit PredictionJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Errors: invalid_argument, naming the parameter and its allowed range. The object "fit" is handed through unread.
Result<PredictionParameters> parse_prediction_parameters(const std::string& json);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const PredictionResult& result);

}  // namespace harmonograph
