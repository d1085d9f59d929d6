// Everything that a user can choose about a fit of item response theory, with its default, and what that means for the
// responses at hand: which estimator, how many dimensions, which prior groups and guessing parameters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/marginal_options.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"

namespace harmonograph {

enum class EstimatorChoice { automatic, variational, marginal };
enum class FitRotation { oblimin, varimax, geomin, none };

struct ItemResponseParameters {
  std::vector<std::uint32_t> benchmarks;  // indices; empty = all
  EstimatorChoice estimator = EstimatorChoice::automatic;
  ItemModel item_model = ItemModel::two_parameter;
  std::uint32_t dimensions = 0;   // 0 = automatic, else 1 .. 6
  bool guessing = false;          // fixed at 1 / number of options, where the files say how many
  std::string grouping = "none";  // of the items' prior: "none", "benchmark" or "attribute:<name>"
  FitRotation rotation = FitRotation::oblimin;
  bool kaiser = false;      // Kaiser normalisation before rotation
  bool count_once = false;  // models with identical answers
  std::uint64_t seed = 1;   // of the rotation's random starts and of the simulated rank intervals
};

/// Reads parameters from JSON text with the names of web/src/engine/item_response.ts; what is absent keeps its default.
/// Errors: invalid_argument, naming the parameter and its allowed range.
Result<ItemResponseParameters> parse_item_response_parameters(const std::string& json);

struct FitWarning {
  std::string code;
  std::string message;
};

/// What the parameters mean for these responses.
struct FitPlan {
  Estimator estimator = Estimator::variational;
  std::string reason;  // why this estimator, in a sentence
  /// Filled in either case: studies that fit again and again (stability, fewer items) use this estimator.
  VariationalOptions variational;
  MarginalOptions marginal;
  std::vector<FitWarning> warnings;
};

/// Marginal maximum likelihood where there are at least 200 persons, at most 150 items, and 5 persons or more an item;
/// else the variational estimator. Automatic dimensions: 1 for marginal, 2 for variational with at least 10 models and
/// 50 items (the analysis goes back to 1 where the second is empty). More dimensions than the models or the item model
/// allow are cut with a warning. Marginal with fewer than 200 persons has priors (slopes lognormal(0, .5), or
/// N(0, 1.5^2) with several dimensions; intercepts N(0, 3^2)) with a warning. Errors: not_found (grouping attribute),
/// invalid_argument (3PL with the variational estimator).
Result<FitPlan> plan_fit(const Dataset& dataset, const ResponseSet& set, const ItemResponseParameters& parameters);

/// Groups of items with a prior each: one for all when grouping is "none"; else those of the level (item_levels.hpp),
/// items without a value in a last one of their own. Errors: not_found (attribute), invalid_argument.
struct PriorGroups {
  std::vector<std::uint32_t> group;  // 0, 1, .. per item of the set
  std::size_t count = 1;
};
Result<PriorGroups> prior_groups(const Dataset& dataset, const ResponseSet& set, const std::string& grouping);

}  // namespace harmonograph
