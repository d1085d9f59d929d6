#include "irt/item_flags.hpp"

#include <cmath>
#include <utility>

#include "stats/multiple_testing.hpp"

namespace harmonograph {
namespace {

constexpr double normal_95 = 1.959963984540054;
constexpr double little_information = 0.01;
constexpr double misfit_level = 0.05;

template <class Rule>
ItemFlag flag(std::string code, std::string label, std::string rule, std::size_t items, Rule applies) {
  ItemFlag flagged{std::move(code), std::move(label), std::move(rule), {}, {}};
  for (std::size_t i = 0; i < items; ++i) {
    if (applies(i)) flagged.items.push_back(static_cast<std::uint32_t>(i));
  }
  return flagged;
}

}  // namespace

std::vector<ItemFlag> flag_items(const ItemResponseResult& result, const BenchmarkDirections& directions,
                                 const NearDuplicates& duplicates) {
  const std::size_t items = result.information.size();
  const std::vector<double> adjusted = benjamini_hochberg(result.item_fit_p);
  std::vector<ItemFlag> flags;
  flags.push_back(flag("negative_discrimination", "Negative discrimination",
                       "Better models are right less often: the slope along the benchmark's direction is below 0 by "
                       "more than 1.96 standard errors. Often a wrong key.",
                       items,
                       [&](std::size_t i) { return directions.slope[i] + normal_95 * directions.error[i] < 0; }));
  flags.push_back(flag("no_information", "No information",
                       "It tells less than .01 about the ability of a model here (an item of discrimination 1 at the "
                       "right difficulty tells .25).",
                       items, [&](std::size_t i) { return result.information[i] < little_information; }));
  flags.push_back(flag("misfit", "Misfit",
                       "Observed scores leave the item's curve over groups of models by more than chance allows "
                       "(Benjamini-Hochberg adjusted p below .05).",
                       items, [&](std::size_t i) { return adjusted[i] < misfit_level; }));
  ItemFlag near{"near_duplicate",
                "Near-duplicate in behaviour",
                "The same models are right on both items (95% or more), far more than difficulties and abilities "
                "explain.",
                {},
                {}};
  for (const NearDuplicate& pair : duplicates.pairs) {
    near.items.push_back(pair.other);
    near.others.push_back(pair.item);
  }
  flags.push_back(std::move(near));
  flags.push_back(flag("points_away", "Points away from its benchmark",
                       "Its direction is more than 90 degrees from the mean direction of its benchmark, and its "
                       "slopes differ from 0 (Wald's test, 5%).",
                       items, [&](std::size_t i) { return result.angle[i] > 90 && directions.informative[i] != 0; }));
  flags.push_back(flag("everybody_right", "Everybody right", "Every model that was scored on it has the full score.",
                       items, [&](std::size_t i) { return result.mean_score[i] == 1; }));
  flags.push_back(flag("nobody_right", "Nobody right", "No model that was scored on it has any score.", items,
                       [&](std::size_t i) { return result.mean_score[i] == 0; }));
  return flags;
}

}  // namespace harmonograph
