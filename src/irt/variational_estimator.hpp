// Empirical-Bayes variational EM over the items: few models, very many items (what a benchmark is).
// Abilities are points with prior N(0, I); the items' parameters b_i = (a_i, d_i) ~ N(mu_g, Sigma_g) are integrated out
// with q(b_i) = N(m_i, V_i). E sigma(eta) is the two-component probit mixture. Deterministic: the same numbers
// whatever the block size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct VariationalOptions {
  std::size_t dimensions = 1;              // 1 .. 6
  std::vector<std::uint32_t> item_groups;  // empty = one prior for all items; else a group (0, 1, ..) per item
  std::vector<double> guessing;            // empty = none; else the known c_i in [0, 1) per item
  std::size_t most_passes = 100;
  std::size_t fewest_passes = 5;
  double ability_tolerance = 2e-3;   // largest change of an ability in a pass
  double residual_tolerance = 1e-6;  // change of the mean squared residual
  /// Equal slopes (Rasch): D = 1 and every item has the same slope; the intercepts keep their prior.
  bool equal_slopes = false;
  /// Work of a step, about 20 ms. The result does not depend on it.
  std::size_t cells_per_step = 500'000;
  /// 0 = the starting abilities follow from the responses alone; else as much random noise from this seed is mixed in,
  /// to see whether another start leads elsewhere.
  std::uint64_t start_seed = 0;
};

class VariationalEstimation : public Job {
 public:
  /// responses must outlive the job. Errors: invalid_argument (dimensions outside 1 .. 6 or not below the number of
  /// models, groups or guessing of the wrong length), too_few_models (fewer than 2), too_few_items (none),
  /// all_scores_equal.
  static Result<std::unique_ptr<VariationalEstimation>> create(const ResponseData& responses,
                                                               VariationalOptions options);
  ~VariationalEstimation() override;
  Result<JobStatus> step() override;
  /// The pass under way becomes the last one; its parameters are the result.
  void stop();
  /// After done, once.
  ItemResponseFit take_result();

  struct State;  // only the implementation knows it

 private:
  explicit VariationalEstimation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// All steps at once.
Result<ItemResponseFit> fit_variational(const ResponseData& responses, const VariationalOptions& options);

}  // namespace harmonograph
