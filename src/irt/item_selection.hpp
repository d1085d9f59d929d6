// Fewer items: which ones to keep, and how well scores, ranks and abilities survive, with models left out of the fit
// and of the selection, beside random subsets of the same size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"

namespace harmonograph {

enum class SelectionRule {
  discriminating,  // within difficulty bins
  information      // greedily by expected information
};

struct SelectionParameters {
  std::size_t fit = 0;  // the page's handle
  SelectionRule rule = SelectionRule::discriminating;
  std::size_t dimension = 0;  // 0 = all; else counted from 1
  double share = .1;
  std::vector<double> shares{.05, .1, .25, .5};
  std::size_t bins = 10;
  std::size_t draws = 50;
  std::size_t folds = 5;
  std::uint64_t seed = 1;
};

/// NaN where there is none.
struct SurvivalMetrics {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  /// Spearman and Kendall (tau-b) over the left-out models of the mean score on the subset with that on all items.
  /// Folds may keep different items: scores on the subset are first shifted by how much easier it is for the fold's
  /// other models.
  double score_rank = none;
  double score_kendall = none;
  std::vector<double> ability_rank;  // per dimension, Spearman with the ability from all items
  double mean_error = none;   // root mean square error of the mean on the subset as an estimate of that on all items
  double model_error = none;  // the same for the observed part + the part that the model predicts
};

struct SelectionResult {
  struct Point {
    double share = 0;
    std::size_t items = 0;
    SurvivalMetrics selected;
    SurvivalMetrics selected_low;  // 95%, left-out models resampled 500 times
    SurvivalMetrics selected_high;
    SurvivalMetrics random;      // mean over draws
    SurvivalMetrics random_low;  // 2.5% and 97.5% of the draws
    SurvivalMetrics random_high;
  };
  struct BenchmarkCount {
    std::uint32_t benchmark = 0;
    std::size_t kept = 0;
    std::size_t items = 0;
  };
  SelectionParameters parameters;
  std::size_t items = 0;
  std::vector<std::uint32_t> kept;  // positions, ascending, at parameters.share, chosen with all models
  std::vector<Point> curve;
  std::vector<BenchmarkCount> by_benchmark;
};

/// Positions of the items to keep, ascending, by the rule of the parameters at parameters.share.
/// Errors: invalid_argument (dimension above the fit's, share outside (0, 1]), too_few_items.
Result<std::vector<std::uint32_t>> select_items(const ItemResponseFit& fit, const SelectionParameters& parameters);

class SelectionJob : public Job {
 public:
  /// responses and fit must outlive the job; fit is of these responses, options are those it was fitted with.
  /// benchmarks: index of each item's benchmark. Errors: those of select_items; too_few_models (folds).
  static Result<std::unique_ptr<SelectionJob>> create(const ResponseData& responses, const ItemResponseFit& fit,
                                                      VariationalOptions options, std::vector<std::uint32_t> benchmarks,
                                                      SelectionParameters parameters);
  ~SelectionJob() override;
  Result<JobStatus> step() override;
  /// After done, once.
  SelectionResult take_result();

  struct State;  // only the implementation knows it

 private:
  explicit SelectionJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Errors: invalid_argument, naming the parameter and its allowed range.
Result<SelectionParameters> parse_selection_parameters(const std::string& json);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const SelectionResult& result);

}  // namespace harmonograph
