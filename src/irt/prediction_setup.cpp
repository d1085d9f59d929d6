#include "irt/prediction_setup.hpp"

#include <utility>

#include "irt/item_levels.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_categories = 100;
constexpr std::size_t items_per_category = 5;
const std::string attribute_prefix = "attribute:";

bool is_attribute(const std::string& grouping) {
  return grouping.compare(0, attribute_prefix.size(), attribute_prefix) == 0;
}

}  // namespace

std::string category_level(const Dataset& dataset, const ResponseSet& set) {
  for (const std::string& level : item_levels(dataset, set)) {
    if (!is_attribute(level)) continue;
    const auto groups = group_items(dataset, set, level);
    if (!groups) continue;
    const std::size_t count = groups->names.size();
    if (count <= most_categories && set.items.size() >= items_per_category * count) return level;
  }
  return {};
}

Result<PredictionSetup> set_up_prediction(const Dataset& dataset, const ItemResponseParameters& parameters) {
  auto collected = collect_responses(dataset, parameters.benchmarks, parameters.count_once);
  if (!collected) return collected.error();
  PredictionSetup setup;
  setup.set = std::make_shared<const ResponseSet>(std::move(*collected));
  auto plan = plan_fit(dataset, *setup.set, parameters);
  if (!plan) return plan.error();
  setup.data.responses = &setup.set->responses;
  setup.data.guessing = plan->variational.guessing;
  auto benchmarks = prior_groups(dataset, *setup.set, "benchmark");
  if (!benchmarks) return benchmarks.error();
  setup.data.benchmarks = benchmarks->group;

  const std::string categories =
      is_attribute(parameters.grouping) ? parameters.grouping : category_level(dataset, *setup.set);
  if (!categories.empty()) {
    auto groups = prior_groups(dataset, *setup.set, categories);
    if (!groups) return groups.error();
    setup.data.categories = std::move(groups->group);
  }
  std::string grouping = parameters.grouping;
  if (grouping == "none") grouping = benchmarks->count > 1 ? "benchmark" : categories;
  if (grouping.empty()) return setup;
  auto groups = prior_groups(dataset, *setup.set, grouping);
  if (!groups) return groups.error();
  if (groups->count < 2) return setup;
  setup.data.groups = std::move(groups->group);
  setup.data.grouping = grouping;
  return setup;
}

}  // namespace harmonograph
