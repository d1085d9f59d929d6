// A fit of item response theory with everything that is shown beside it: a resumable job.
#pragma once

#include <memory>

#include "core/job.hpp"
#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/fit_parameters.hpp"
#include "irt/item_response_result.hpp"

namespace harmonograph {

class ItemResponseAnalysis : public Job {
 public:
  /// dataset must outlive the job. Errors: those of collect_responses, plan_fit and of the estimators.
  static Result<std::unique_ptr<ItemResponseAnalysis>> create(const Dataset& dataset,
                                                              const ItemResponseParameters& parameters);
  ~ItemResponseAnalysis() override;
  Result<JobStatus> step() override;
  /// The estimation ends at the next occasion with the parameters that it has.
  void stop();
  /// After done, once each.
  ItemResponseResult take_result();
  std::shared_ptr<const FittedResponses> take_fitted();

  struct State;  // only the implementation knows it

 private:
  explicit ItemResponseAnalysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
