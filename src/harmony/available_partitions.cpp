#include "harmony/available_partitions.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "core/words.hpp"
#include "harmony/analysis_input.hpp"
#include "harmony/direction_partition.hpp"

namespace harmonograph {
namespace {

bool scores_vary(const Benchmark& benchmark, std::size_t model) {
  double first = missing;
  for (const double score : benchmark.scores.row(model)) {
    if (std::isnan(score)) continue;
    if (std::isnan(first)) first = score;
    if (score != first) return true;
  }
  return false;
}

/// Enough of the items satisfy has.
template <class Has>
bool enough(const std::vector<std::size_t>& items, Has has) {
  std::size_t found = 0;
  for (const std::size_t item : items) {
    if (has(item) && ++found == fewest_items) return true;
  }
  return false;
}

/// A vector that points somewhere.
bool has_direction(std::span<const double> vector) {
  return !vector.empty() && !std::isnan(vector.front()) &&
         std::any_of(vector.begin(), vector.end(), [](double value) { return value != 0; });
}

Error refuse(ErrorCode code, std::string message, std::string hint) {
  return Error{code, std::move(message), "", 0, std::move(hint)};
}

}  // namespace

Result<std::vector<std::string>> available_partitions(const Dataset& dataset, std::size_t benchmark_index,
                                                      std::size_t model) {
  if (benchmark_index >= dataset.benchmarks.size() || model >= dataset.models.size()) {
    return refuse(ErrorCode::not_found, "That benchmark or model is not loaded.", "Choose one from the table.");
  }
  const Benchmark& benchmark = dataset.benchmarks[benchmark_index];
  const std::string& model_name = dataset.models[model].name;
  std::vector<std::size_t> scored;
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    if (!std::isnan(benchmark.scores(model, i))) scored.push_back(i);
  }
  if (scored.empty()) {
    return refuse(ErrorCode::no_responses, "\"" + model_name + "\" has no score on \"" + benchmark.name + "\".",
                  "Add its results on this benchmark.");
  }
  if (scored.size() < fewest_items) {
    return refuse(ErrorCode::too_few_items,
                  "\"" + model_name + "\" has scores on " + counted(scored.size(), "item") + " of \"" + benchmark.name +
                      "\"; at least " + std::to_string(fewest_items) + " are needed to find subdomains.",
                  "Add files with more items of this benchmark.");
  }

  std::vector<std::string> result;
  const ModelChoices* own = find_choices(benchmark, model, "");
  if (own != nullptr) result.emplace_back("similarity");
  if (own != nullptr ? models_with_choices(benchmark, own->name).size() >= 2
                     : models_with_choices(benchmark, "").size() >= 2) {
    result.emplace_back("similarity-shared");
  }
  const std::vector<std::size_t> models = models_with_scores(benchmark);
  const bool vary = std::any_of(models.begin(), models.end(), [&](std::size_t m) { return scores_vary(benchmark, m); });
  // The user brought them for this: they tell items apart by more than who got them right.
  for (const ItemVectors& vectors : benchmark.vectors) {
    if (enough(scored, [&](std::size_t item) { return has_direction(vectors.values.row(item)); })) {
      result.push_back("vectors:" + vectors.name);
    }
  }
  if (models.size() >= 3 && vary) result.emplace_back("responses");
  if (vary && check_directions(benchmark)) result.emplace_back("directions");
  if (benchmark.item_texts.size() == benchmark.item_count() &&
      enough(scored, [&](std::size_t item) { return !words_of(benchmark.item_texts[item]).empty(); })) {
    result.emplace_back("texts");
  }
  for (const ItemAttribute& attribute : benchmark.attributes) {
    std::vector<std::string> values;
    for (const std::size_t item : scored) {
      if (!attribute.values[item].empty()) values.push_back(attribute.values[item]);
    }
    const std::size_t levels = level_count(values);
    if (values.size() >= fewest_items && levels >= 2 && levels <= values.size() / 2) {
      result.push_back("attribute:" + attribute.name);
    }
  }
  if (result.empty()) {
    const std::string why = models.size() >= 3 ? "every model has the same score on all items"
                                               : "with the scores of " + counted(models.size(), "model") +
                                                     " alone, the only groups would be \"right\" and \"wrong\"";
    return refuse(ErrorCode::needs_choice_distributions,
                  "Subdomains of \"" + benchmark.name + "\" cannot be found for \"" + model_name + "\": " + why + ".",
                  "Bring per-option log-likelihoods or probabilities (lm-evaluation-harness writes them with "
                  "--log_samples), results of at least 3 models, or a column such as subject or category.");
  }
  return result;
}

}  // namespace harmonograph
