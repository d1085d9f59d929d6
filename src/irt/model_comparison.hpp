// Two models side by side: where along the items' discrimination do they differ, and is it more than chance?
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph {

struct ComparisonBin {
  double low = 0;  // slopes
  double high = 0;
  double slope = 0;  // mean
  std::size_t items = 0;
  double first = 0;  // mean scores
  double second = 0;
  Interval first_interval;
  Interval second_interval;
};

struct ComparisonTail {
  bool high = false;
  std::size_t items = 0;
  double first = 0;
  double second = 0;
  double t = 0;  // paired t-test; NaN when nothing varies
  double degrees_of_freedom = 0;
  double p_value = 0;
  double cohens_d = 0;  // mean difference / pooled standard deviation
};

struct ModelComparison {
  std::uint32_t first = 0;  // indices in the dataset
  std::uint32_t second = 0;
  std::size_t dimension = 0;
  std::size_t items = 0;  // answered by both
  double difference = 0;  // mean score, first - second
  Interval interval;      // 95%, paired over items
  std::vector<double> ability_difference;
  std::vector<double> ability_difference_error;
  std::vector<ComparisonBin> bins;
  std::vector<ComparisonTail> tails;
};

/// The comparison of a model with its variant in BenchMIRT, with intervals: items binned by their slope on a dimension
/// (up to 10 bins of equal size, 20 items or more each), and the share of items with the smallest and the largest
/// slopes. Error of the ability difference from paired item influences: with g_i = (y - p) a_i - w (V_i x)_a of each
/// model, C = (sum g g' + Phi^-1)^-1, it is the root of the diagonal of C_1 + C_2 - C_1 S C_2 - C_2 S' C_1, S = sum
/// over the items that both answered of g_1 g_2': what the same item does to both models cancels. first and second are
/// indices in the dataset. Errors: not_found (a model without responses), invalid_argument (the same model twice, no
/// such dimension, a share outside (0, 0.5]), no_shared_items.
Result<ModelComparison> compare_models(const ResponseSet& set, const ItemResponseFit& fit, std::uint32_t first,
                                       std::uint32_t second, std::size_t dimension, double tail_share = 0.1);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const ModelComparison& comparison);

}  // namespace harmonograph
