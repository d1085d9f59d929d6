#include "session/model_items.hpp"

#include <algorithm>

#include "dataset/choice_distributions.hpp"
#include "harmony/analysis_input.hpp"

namespace harmonograph {

Result<ModelItems> model_items(const Dataset& dataset, std::size_t benchmark_index, std::size_t model,
                               const std::string& choices) {
  if (benchmark_index >= dataset.benchmarks.size() || model >= dataset.models.size()) {
    return Error{
        ErrorCode::not_found,
        "There is no model " + std::to_string(model) + " on a benchmark " + std::to_string(benchmark_index) + ".",
        {},
        0,
        "Choose one of the loaded benchmarks and models."};
  }
  const Benchmark& benchmark = dataset.benchmarks[benchmark_index];
  ModelItems result;
  result.model = model;
  const auto scores = benchmark.scores.row(model);
  result.scores.assign(scores.begin(), scores.end());
  result.chosen.assign(benchmark.item_count(), -1);

  const ModelChoices* set = find_choices(benchmark, model, choices);
  if (set == nullptr) set = find_choices(benchmark, model, "");
  if (set != nullptr) {
    const auto distributions = choice_distributions(*set, benchmark.option_counts, 0, false);
    if (!distributions) return distributions.error();
    result.choices = set->name;
    for (std::size_t r = 0; r < distributions->items.size(); ++r) {
      const auto row = distributions->probabilities.row(r);
      result.chosen[distributions->items[r]] =
          static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin());
    }
  }
  if (!benchmark.chosen.empty()) {
    for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
      if (result.chosen[i] < 0) result.chosen[i] = benchmark.chosen(model, i);
    }
  }
  return result;
}

}  // namespace harmonograph
