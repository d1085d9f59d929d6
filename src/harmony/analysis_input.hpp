// What an analysis works on: the items that can be used, the model's scores on them, and the features or the column
// that the partition comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "harmony/harmony_result.hpp"
#include "harmony/parameters.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

inline constexpr std::size_t fewest_items = 10;

struct AnalysisInput {
  AnalysisParameters parameters;   // choices filled in
  std::vector<std::size_t> items;  // used ones, indices in the benchmark, ascending
  std::vector<double> scores;      // of the model on the used items
  /// Features of the used items; none for directions and for an attribute partition of a model without distributions.
  std::optional<DivergenceFeatures> features;
  std::vector<std::string> attribute_values;  // per used item, for an attribute partition
  std::vector<std::int32_t> chosen;           // option with the largest probability, or as the file says; -1 unknown
  std::vector<double> confidence;             // largest probability; NaN unknown
  std::size_t floored_cells = 0;
  std::size_t floored_items = 0;
  std::size_t padded_items = 0;
  std::vector<Warning> warnings;
};

/// among: of the models that make a partition together only these (ascending) take part; nullptr = all.
/// Errors: not_found (benchmark, model, choice set, column, vectors, texts), needs_choice_distributions,
/// missing_values, too_few_models, too_few_items (fewer than 10 usable), too_large, all_scores_equal (response patterns
/// only), invalid_argument.
Result<AnalysisInput> prepare_analysis(const Dataset& dataset, std::size_t benchmark, std::size_t model,
                                       const AnalysisParameters& parameters,
                                       const std::vector<std::size_t>* among = nullptr);

/// invalid_argument when more subdomains are asked for than half the number of items.
Result<void> check_subdomain_count(std::size_t items, const AnalysisParameters& parameters);

/// Starts of k-means where none are asked for: 40 up to 2,000 items, 10 from 8,000 on, between them so that the work
/// stays the same. Few items have many local optima that are nearly as good.
std::uint32_t automatic_starts(std::size_t items);

/// Fills in the starts of k-means where none are asked for.
void fill_starts(AnalysisParameters& parameters, std::size_t items);

/// The choice set of that name, or the first that has any value when name is empty; nullptr when there is none.
const ModelChoices* find_choices(const Benchmark& benchmark, std::size_t model, const std::string& name);

/// Models that have a choice set of that name with values on some item.
std::vector<std::size_t> models_with_choices(const Benchmark& benchmark, const std::string& name);

/// Models with at least one score on the benchmark.
std::vector<std::size_t> models_with_scores(const Benchmark& benchmark);

/// Number of distinct values that are not empty.
std::size_t level_count(const std::vector<std::string>& values);

}  // namespace harmonograph
