#include "irt/fit_parameters.hpp"

#include <algorithm>
#include <utility>

#include "core/parameter_reader.hpp"
#include "core/text.hpp"
#include "irt/item_levels.hpp"
#include "irt/variational_kernel.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t fewest_marginal_persons = 200;
constexpr std::size_t most_marginal_items = 150;
constexpr std::size_t persons_per_item = 5;
constexpr std::size_t fewest_models_for_two = 10;
constexpr std::size_t fewest_items_for_two = 50;
constexpr std::size_t most_marginal_dimensions = 3;
constexpr const char* attribute_prefix = "attribute:";

template <class Value>
void choice(ParameterReader& reader, const char* name, const std::vector<std::pair<const char*, Value>>& values,
            Value& target) {
  std::string given;
  reader.text(name, given);
  if (given.empty()) return;
  std::string allowed;
  for (const auto& [text, value] : values) {
    if (given == text) {
      target = value;
      return;
    }
    allowed += (allowed.empty() ? "\"" : ", \"") + std::string(text) + "\"";
  }
  reader.complain(name, "one of " + allowed);
}

void benchmark_list(ParameterReader& reader, std::vector<std::uint32_t>& benchmarks) {
  const auto* list = reader.find("benchmarks");
  if (list == nullptr) return;
  const std::string range = "a list of benchmarks by their index";
  if (!list->is_array()) return reader.complain("benchmarks", range);
  for (const auto& value : *list) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 4294967294ULL) {
      return reader.complain("benchmarks", range);
    }
    benchmarks.push_back(value.get<std::uint32_t>());
  }
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool suits_marginal(const ResponseSet& set) {
  const std::size_t persons = set.responses.models();
  const std::size_t items = set.responses.items();
  return persons >= fewest_marginal_persons && items <= most_marginal_items && persons >= persons_per_item * items;
}

std::string shape_in_words(const ResponseSet& set) {
  return counted(set.responses.models(), "model") + " and " + counted(set.responses.items(), "item");
}

Result<Estimator> choose_estimator(const ResponseSet& set, const ItemResponseParameters& parameters,
                                   std::string& reason) {
  const bool three = parameters.item_model == ItemModel::three_parameter;
  switch (parameters.estimator) {
    case EstimatorChoice::marginal: reason = "Marginal maximum likelihood was asked for."; return Estimator::marginal;
    case EstimatorChoice::variational:
      if (three) {
        return Error{ErrorCode::invalid_argument,
                     "A guessing parameter is estimated by marginal maximum likelihood only: with few models it cannot "
                     "be told from an easy item.",
                     {},
                     0,
                     "Choose the 2PL with guessing fixed at 1 / options, or marginal maximum likelihood."};
      }
      reason = "The variational estimator was asked for.";
      return Estimator::variational;
    case EstimatorChoice::automatic: break;
  }
  if (three) {
    reason = "A guessing parameter is estimated: that needs marginal maximum likelihood.";
    return Estimator::marginal;
  }
  if (suits_marginal(set)) {
    reason = "Many persons and few items (" + shape_in_words(set) + "): marginal maximum likelihood.";
    return Estimator::marginal;
  }
  reason = "Few models for so many items (" + shape_in_words(set) +
           "): the variational estimator, which shrinks the items' parameters.";
  return Estimator::variational;
}

std::size_t choose_dimensions(const ResponseSet& set, const ItemResponseParameters& parameters, Estimator estimator,
                              std::vector<FitWarning>& warnings) {
  std::size_t wanted = parameters.dimensions;
  const std::size_t models = set.responses.models();
  if (wanted == 0) {
    const bool two = estimator == Estimator::variational && models >= fewest_models_for_two &&
                     set.responses.items() >= fewest_items_for_two && parameters.item_model == ItemModel::two_parameter;
    return two ? 2 : 1;
  }
  std::size_t most = estimator == Estimator::marginal ? most_marginal_dimensions : largest_dimensions;
  std::string why = estimator == Estimator::marginal ? "marginal maximum likelihood has at most 3" : "6 are the most";
  if (parameters.item_model != ItemModel::two_parameter) {
    most = 1;
    why = "the 1PL and the 3PL have one";
  }
  if (models - 1 < most) {
    most = models - 1;
    why = counted(models, "model") + " tell no more apart";
  }
  if (wanted > most) {
    warnings.push_back(
        {"fewer_dimensions", counted(most, "dimension") + " instead of " + std::to_string(wanted) + ": " + why + "."});
  }
  return std::min(wanted, most);
}

/// 1 / options where the number is known; 0 elsewhere, counted.
std::vector<double> guessing_of(const Dataset& dataset, const ResponseSet& set, std::vector<FitWarning>& warnings) {
  std::vector<double> guessing(set.items.size(), 0);
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < set.items.size(); ++i) {
    const auto& counts = dataset.benchmarks[set.items[i].benchmark].option_counts;
    const std::uint32_t options = set.items[i].item < counts.size() ? counts[set.items[i].item] : 0;
    if (options >= 2) {
      guessing[i] = 1.0 / options;
    } else {
      ++unknown;
    }
  }
  if (unknown > 0) {
    warnings.push_back({"guessing_unknown", "The files do not say how many options " + counted(unknown, "item") +
                                                (unknown == 1 ? " has" : " have") + ": no guessing parameter there."});
  }
  return guessing;
}

}  // namespace

Result<ItemResponseParameters> parse_item_response_parameters(const std::string& json) {
  ParameterReader reader(json, "The parameters of the fit");
  ItemResponseParameters parameters;
  benchmark_list(reader, parameters.benchmarks);
  choice<EstimatorChoice>(reader, "estimator",
                          {{"automatic", EstimatorChoice::automatic},
                           {"variational", EstimatorChoice::variational},
                           {"marginal", EstimatorChoice::marginal}},
                          parameters.estimator);
  choice<ItemModel>(
      reader, "itemModel",
      {{"1PL", ItemModel::one_parameter}, {"2PL", ItemModel::two_parameter}, {"3PL", ItemModel::three_parameter}},
      parameters.item_model);
  reader.integer("dimensions", 0, 6, parameters.dimensions, "0 (automatic) or a whole number from 1 to 6");
  reader.boolean("guessing", parameters.guessing);
  reader.text("grouping", parameters.grouping);
  if (parameters.grouping != "none" && parameters.grouping != "benchmark" &&
      !starts_with(parameters.grouping, attribute_prefix)) {
    reader.complain("grouping", "\"none\", \"benchmark\" or \"attribute:\" with a column's name");
  }
  choice<FitRotation>(reader, "rotation",
                      {{"oblimin", FitRotation::oblimin},
                       {"varimax", FitRotation::varimax},
                       {"geomin", FitRotation::geomin},
                       {"none", FitRotation::none}},
                      parameters.rotation);
  reader.boolean("kaiser", parameters.kaiser);
  reader.boolean("countOnce", parameters.count_once);
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  return parameters;
}

Result<PriorGroups> prior_groups(const Dataset& dataset, const ResponseSet& set, const std::string& grouping) {
  PriorGroups groups;
  groups.group.assign(set.items.size(), 0);
  if (grouping == "none") return groups;
  auto level = group_items(dataset, set, grouping);
  if (!level) return level.error();
  groups.count = level->names.size();
  bool without_value = false;
  for (std::size_t i = 0; i < set.items.size(); ++i) {
    without_value = without_value || level->group[i] < 0;
    groups.group[i] = level->group[i] < 0 ? static_cast<std::uint32_t>(level->names.size())
                                          : static_cast<std::uint32_t>(level->group[i]);
  }
  if (without_value) ++groups.count;
  return groups;
}

Result<FitPlan> plan_fit(const Dataset& dataset, const ResponseSet& set, const ItemResponseParameters& parameters) {
  FitPlan plan;
  auto estimator = choose_estimator(set, parameters, plan.reason);
  if (!estimator) return estimator.error();
  plan.estimator = *estimator;
  const std::size_t dimensions = choose_dimensions(set, parameters, plan.estimator, plan.warnings);
  std::vector<double> guessing;
  if (parameters.guessing && parameters.item_model != ItemModel::three_parameter) {
    guessing = guessing_of(dataset, set, plan.warnings);
  }
  auto groups = prior_groups(dataset, set, parameters.grouping);
  if (!groups) return groups.error();

  const bool grouped = groups->count > 1;
  plan.variational.dimensions = dimensions;
  plan.variational.equal_slopes = parameters.item_model == ItemModel::one_parameter;
  plan.variational.guessing = guessing;
  if (grouped) plan.variational.item_groups = std::move(groups->group);
  if (plan.estimator == Estimator::variational) return plan;
  plan.marginal.item_model = parameters.item_model;
  plan.marginal.dimensions = dimensions;
  plan.marginal.guessing = std::move(guessing);
  if (grouped) {
    plan.warnings.push_back({"grouping_unused",
                             "Marginal maximum likelihood has no prior that groups of items could "
                             "share: the grouping is not used."});
  }
  if (parameters.item_model == ItemModel::three_parameter) {
    // Without a prior of the slopes some run away (SAT12, item 12).
    plan.marginal.slope_prior = {PriorShape::lognormal, 0, .5};
  }
  if (set.responses.models() < fewest_marginal_persons) {
    plan.marginal.slope_prior =
        dimensions == 1 ? ParameterPrior{PriorShape::lognormal, 0, .5} : ParameterPrior{PriorShape::normal, 0, 1.5};
    plan.marginal.intercept_prior = {PriorShape::normal, 0, 3};
    plan.warnings.push_back({"priors", "Only " + counted(set.responses.models(), "model") +
                                           ": slopes and intercepts have priors, which keep them finite (slopes " +
                                           (dimensions == 1 ? "lognormal with mean 0 and deviation .5 of the logarithm"
                                                            : "normal with mean 0 and deviation 1.5") +
                                           ", intercepts normal with mean 0 and deviation 3)."});
  }
  return plan;
}

}  // namespace harmonograph
