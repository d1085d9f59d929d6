// Rebalancing of one benchmark: items that are too similar leave the subdomains that are over-represented. How HARMONY,
// the models' accuracies and their order move with it, against random removals of as many items; and beside pruning
// the macro-average, in which every subdomain counts the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harmony/harmony_result.hpp"
#include "harmony/parameters.hpp"
#include "stats/accuracy.hpp"
#include "stats/paired_differences.hpp"
#include "study/kept_scores.hpp"
#include "study/study_parameters.hpp"
#include "study/tested_pair.hpp"

namespace harmonograph {

/// Below this adjusted p a shift counts.
inline constexpr double rebalancing_level = 0.05;
inline constexpr std::size_t most_listed_swaps = 100;

struct RebalancingParameters {
  std::size_t benchmark = 0;
  std::size_t model = 0;  // whose partition it is, where the partition belongs to one model
  AnalysisParameters analysis;
  std::uint32_t draws = 1000;
  std::uint32_t points = 41;
  double budget = 0.5;  // the largest share that may be pruned
  std::uint64_t seed = 1;
};

/// The difference of the mean of the subdomains' means from the mean of all items, of one model.
struct MacroAverage {
  double value = std::numeric_limits<double>::quiet_NaN();  // NaN: a subdomain has no scored item
  double difference = std::numeric_limits<double>::quiet_NaN();
  Interval interval;  // 95%, of the difference; NaN when a subdomain has a single scored item, or nothing varies
  double p_value = std::numeric_limits<double>::quiet_NaN();  // two-sided z-test of the difference
};

/// scores: of the model on all items, NaN = missing. Subdomains are strata: with w_a the share of the scored items,
/// n_a their number and s_a^2 their variance (n_a - 1), the difference sum (1/k - w_a) mean_a has the variance
/// sum (1/k - w_a)^2 s_a^2 / n_a (Cochran 1977, chapter 5).
MacroAverage macro_average(const Labeling& labeling, std::span<const double> scores);

struct RebalancedModel {
  std::size_t model = 0;
  // Per point; NaN where there is nothing.
  std::vector<double> accuracy;
  std::vector<double> harmony;
  std::vector<double> accuracy_low;
  std::vector<double> accuracy_high;
  std::vector<double> harmony_low;
  std::vector<double> harmony_high;
  std::vector<TestedPair> tests;
  MacroAverage macro;
  TestedPair macro_test;
};

struct RebalancedPoint {
  std::size_t pruned = 0;
  double share = 0;
  std::vector<std::size_t> sizes;
  double harmony_of_sizes = std::numeric_limits<double>::quiet_NaN();
  double mean_harmony = std::numeric_limits<double>::quiet_NaN();
  double kendall = std::numeric_limits<double>::quiet_NaN();  // tau-b with the accuracies of the full benchmark
  std::vector<ModelPair> swaps;                               // models that change places; the first 100
  std::size_t swap_count = 0;
  std::size_t significant = 0;
  double detectable = std::numeric_limits<double>::quiet_NaN();
};

enum class RemovalOrderSource { similarity, responses, random };
enum class RebalancingVerdict { fragile, stable, unknown };

struct Rebalancing {
  RebalancingParameters parameters;  // as used
  std::size_t items = 0;
  std::size_t k = 0;
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> order;  // indices in the benchmark
  std::vector<std::uint32_t> subdomains;
  std::vector<std::size_t> used_items;
  RemovalOrderSource ordered_by = RemovalOrderSource::random;
  bool level = false;  // at the last point
  std::vector<RebalancedPoint> points;
  std::vector<RebalancedModel> models;
  RebalancingVerdict verdict = RebalancingVerdict::unknown;
  std::string rule;
  double smallest_adjusted = std::numeric_limits<double>::quiet_NaN();
  std::vector<Warning> warnings;
};

/// Reads the parameters from JSON text with the names of web/src/engine/study.ts.
Result<RebalancingParameters> parse_rebalancing_parameters(const std::string& json, const Dataset& dataset);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const Rebalancing& rebalancing);

}  // namespace harmonograph
