// What a prediction study works on: the responses, and the groups of items that baselines and priors use.
#pragma once

#include <memory>
#include <string>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/fit_parameters.hpp"
#include "irt/prediction.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct PredictionSetup {
  std::shared_ptr<const ResponseSet> set;  // must outlive the job
  PredictionData data;
};

/// The level that makes categories: "attribute:<name>" of the first column with at least 2 values, at most 100, and 5
/// items a value on average. Empty when there is none.
std::string category_level(const Dataset& dataset, const ResponseSet& set);

/// Collects the responses of the fit's benchmarks. Categories: the column of the grouping, else category_level. The
/// grouped prior that is tried: the one asked for; else benchmarks when there are several, else the categories. Errors:
/// those of collect_responses and prior_groups.
Result<PredictionSetup> set_up_prediction(const Dataset& dataset, const ItemResponseParameters& parameters);

}  // namespace harmonograph
