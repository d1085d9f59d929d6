// Adaptive testing: what a model's answers so far say about it, and which items to run next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/ability_estimation.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"

namespace harmonograph {

struct AdaptiveRequest {
  std::size_t fit = 0;  // the page's handle
  std::vector<ItemAnswer> answers;
  std::size_t next = 10;  // items to propose, up to 1,000
};

struct NextItem {
  std::uint32_t item = 0;  // position in the fit
  double information = 0;  // trace of the expected Fisher information at the ability so far
};

struct AdaptiveState {
  struct Ability {
    double value = 0;
    double error = 0;  // standard error
    double low = 0;    // 95%
    double high = 0;
  };
  struct ExpectedError {
    std::size_t items = 0;
    double error = 0;
  };
  std::size_t answered = 0;
  std::vector<Ability> ability;
  /// Mean score over all items of the fit: what was answered, and for the rest what is expected. The interval (95%)
  /// holds the uncertainty of the ability and of the answers that were not given.
  double expected_score = 0;
  double expected_score_low = 0;
  double expected_score_high = 0;
  std::vector<NextItem> next;
  /// Expected standard error of the ability (root mean over dimensions) after so many more items, chosen this way.
  std::vector<ExpectedError> expected_errors;
};

/// The best items to run next, greedily: each makes the trace of the ability's expected covariance smallest, that is
/// A-optimal (Mulder and van der Linden 2009, Psychometrika 74); with one dimension the most informative item. The
/// information is averaged over what is still unknown of the ability and of the item.
/// available: one an item of the bank, 0 = not to be proposed. renew: average the information anew as the expected
/// covariance shrinks, after 1, 2, 4, 8 .. items; without, it stays as at the start. errors: when given, the expected
/// standard error (root mean over dimensions) before the first and after each item is appended.
std::vector<NextItem> most_informative_items(const ItemBank& bank, const AbilityEstimate& so_far,
                                             std::span<const char> available, std::size_t count, bool renew = true,
                                             std::vector<double>* errors = nullptr);

/// Errors: those of estimate_ability; too_few_items (a fit without items).
Result<AdaptiveState> adaptive_state(const ItemResponseFit& fit, const AdaptiveRequest& request);

/// Errors: invalid_argument, naming the parameter and its allowed range.
Result<AdaptiveRequest> parse_adaptive_request(const std::string& json);

struct AdaptiveSimulationParameters {
  std::size_t fit = 0;      // the page's handle
  std::size_t items = 200;  // asked at most
  std::size_t folds = 5;    // models left out in turn
  std::uint64_t seed = 1;
};

struct AdaptiveSimulation {
  struct Point {
    std::size_t items = 0;
    double adaptive = 0;        // root mean square difference to the ability from all items, over models and dimensions
    double random = 0;          // the same when items are asked in random order (5 orders)
    double adaptive_score = 0;  // root mean square error of the expected mean score over the model's items
    double random_score = 0;
  };
  AdaptiveSimulationParameters parameters;
  std::size_t models = 0;
  std::vector<Point> curve;
};

/// Plays adaptive testing on models that were left out of the fit: each fold of models is left out in turn, the others
/// are fitted, and each left-out model is asked only items that it has an answer to. Up to 20 answers items are chosen
/// one at a time, then in batches of a tenth of the answers so far.
class AdaptiveSimulationJob : public Job {
 public:
  /// responses must outlive the job. options: as in the fit. Errors: too_few_models, invalid_argument.
  static Result<std::unique_ptr<AdaptiveSimulationJob>> create(const ResponseData& responses,
                                                               VariationalOptions options,
                                                               AdaptiveSimulationParameters parameters);
  ~AdaptiveSimulationJob() override;
  Result<JobStatus> step() override;
  /// After done, once.
  AdaptiveSimulation take_result();

  struct State;  // only the implementation knows it

 private:
  explicit AdaptiveSimulationJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Errors: invalid_argument, naming the parameter and its allowed range.
Result<AdaptiveSimulationParameters> parse_adaptive_simulation_parameters(const std::string& json);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const AdaptiveState& state);
std::string to_json(const AdaptiveSimulation& simulation);

}  // namespace harmonograph
