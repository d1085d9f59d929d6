// Differential item functioning: items that one group of models finds harder than its ability explains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct DifferentialParameters {
  std::uint32_t fit = 0;             // the handle
  std::vector<std::uint32_t> first;  // models, indices in the dataset
  std::vector<std::uint32_t> second;
};

struct DifferentialItem {
  std::uint32_t position = 0;  // in the fit
  double difference = 0;       // mean residual of the first group - mean residual of the second
  double error = 0;
  double z = 0;
  double p_value = 1;
  double adjusted_p = 1;  // Benjamini-Hochberg over all items that could be tested
};

struct DifferentialResult {
  DifferentialParameters parameters;
  std::vector<DifferentialItem> items;  // by |z|, at most 500
  std::size_t significant = 0;          // adjusted p < .05
  std::size_t tested = 0;
};

/// A score test of an item-by-group interaction: the difference of the groups' mean residuals at the abilities without
/// the item (item_residuals.hpp), with the variance c'Wc - c'WX V X'Wc, c = 1 / n_1 for the first group and -1 / n_2
/// for the second: what the item's own parameters have absorbed is taken out. An item is tested when both groups have
/// two models or more on it. Errors: invalid_argument (a model in both groups), not_found (a model that was not
/// fitted), too_few_models (fewer than two in a group).
Result<DifferentialResult> differential_functioning(const ResponseSet& set, const ItemResponseFit& fit,
                                                    DifferentialParameters parameters);

/// {"fit": 1, "first": [..], "second": [..]}. Errors: invalid_argument.
Result<DifferentialParameters> parse_differential_parameters(const std::string& json);

std::string to_json(const DifferentialResult& result);

}  // namespace harmonograph
