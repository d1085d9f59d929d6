// Marginal maximum likelihood (Bock and Aitkin 1981): abilities ~ N(0, I) are integrated out on a fixed grid; 1PL, 2PL
// (1 to 3 dimensions, exploratory) and 3PL with a prior on logit c. For many persons and few items.
//
// The E-step gives expected counts; by Fisher's identity they hold the exact gradient of the marginal likelihood. The
// M-step is one Newton (scoring) step an item on them (the EM gradient algorithm, Lange 1995a), which quasi-Newton
// updates accelerate (Lange 1995b; Jamshidian and Jennrich 1997): limited-memory BFGS with the complete-data
// information as its first guess, every step with a line search, so that the objective never falls. At the end
// Newton steps with the exact observed information (Louis 1982), which also gives the standard errors.
//
// More than one dimension: rotations leave the likelihood as it is, up to the grid (a coarse grid looks different from
// every side: slopes of 5 on 31 x 31 points move the log-likelihood by half a unit). So steps are taken at right angles
// to rotations, and at the maximum the axes are turned as asked for and the climb goes on. With principal axes
// covariances are those after the best rotation of the estimate onto the truth; with last_items those given the zeros.
#pragma once

#include <memory>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/marginal_options.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

class MarginalEstimation : public Job {
 public:
  /// Items whose answers are all 0 or all 1 have no maximum: they are left out of the estimation (unless both slopes
  /// and intercepts have priors), get slope 0, the intercept logit((right + 1/2) / (persons + 1)), no covariance and a
  /// note; their likelihood counts at its limit. Errors: invalid_argument (dimensions, priors or guessing that do not
  /// fit), too_few_models (fewer than 2), too_few_items (parameters that these items cannot identify),
  /// all_scores_equal, too_large (items x nodes).
  static Result<std::unique_ptr<MarginalEstimation>> create(const ResponseData& responses,
                                                            const MarginalOptions& options);
  ~MarginalEstimation() override;
  Result<JobStatus> step() override;
  /// The best parameters so far become the result, without standard errors: the next step() is the last.
  void stop();
  /// After done, once. fit.notes: constant_items, runaway_slopes, information_singular, information_by_item.
  ItemResponseFit take_result();

 private:
  struct State;
  explicit MarginalEstimation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// All steps at once.
Result<ItemResponseFit> fit_marginal(const ResponseData& responses, const MarginalOptions& options);

}  // namespace harmonograph
