// What is shown of a fit: the fields of ItemResponseResult in web/src/engine/item_response.ts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/note.hpp"
#include "irt/fit_parameters.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/parallel_analysis.hpp"
#include "irt/rank_intervals.hpp"
#include "irt/response_data.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph {

/// A fit with everything that rebuilds its predictions: what the other questions about it start from.
struct FittedResponses {
  ResponseSet set;
  ItemResponseParameters parameters;  // as used: dimensions filled in
  FitPlan plan;
  ItemResponseFit fit;
};

struct NamedScores {
  std::string name;  // "EAP", "MAP", "WLE"
  std::vector<double> values;
  std::vector<double> errors;
};

struct ItemFlag {
  std::string code;
  std::string label;
  std::string rule;
  std::vector<std::uint32_t> items;   // positions in the fit
  std::vector<std::uint32_t> others;  // near duplicates: the other item of each pair
};

struct FittedDimension {
  std::string name;
  std::string suggestion;  // the benchmark or category whose scores correlate most with it
  double suggestion_r = std::numeric_limits<double>::quiet_NaN();
  double variance = 0;     // share of the items' common variance
  double reliability = 0;  // 1 - mean squared error / variance of the abilities
};

struct ItemResponseResult {
  ItemResponseParameters parameters;
  Estimator estimator = Estimator::variational;
  std::string estimator_reason;
  std::size_t cells = 0;
  std::size_t missing_cells = 0;
  bool graded = false;
  std::vector<Note> notes;
  std::vector<FitWarning> warnings;
  double log_loss = 0;  // mean over the observed cells
  std::vector<FittedDimension> dimensions;
  std::optional<ParallelAnalysis> eigenvalues;
  double alpha = 0;

  // Models
  std::vector<Accuracy> accuracy;
  std::vector<std::vector<RankInterval>> ranks;  // dimension x model
  std::vector<double> person_fit;
  std::vector<NamedScores> scores;

  // Items
  std::vector<double> discrimination;
  std::vector<double> discrimination_error;
  std::vector<double> difficulty;
  std::vector<double> difficulty_error;
  std::vector<double> information;
  std::vector<double> mean_score;
  std::vector<std::size_t> scored;
  std::vector<double> item_rest;
  std::vector<double> item_fit;
  std::vector<double> item_fit_p;
  std::vector<double> angle;
  std::vector<ItemFlag> flags;
};

/// JSON of the result with the handle under which the fit is kept.
std::string to_json(const ItemResponseResult& result, const FittedResponses& fitted, std::uint32_t handle);

}  // namespace harmonograph
