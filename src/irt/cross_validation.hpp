// Parts of responses: models left out in turn, some of the items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

/// A fold 0 .. folds - 1 for each model: models in the order of their mean score are dealt in groups of `folds` in
/// random order, so that every fold holds weak and strong ones.
std::vector<std::uint32_t> balanced_model_folds(const ResponseData& responses, std::size_t folds, std::uint64_t seed);

/// Rows whose fold is (inside = true) or is not (false) the given one, ascending.
std::vector<std::uint32_t> models_of_fold(std::span<const std::uint32_t> folds, std::uint32_t fold, bool inside);

ResponseData some_models(const ResponseData& responses, std::span<const std::uint32_t> models);
ResponseData some_items(const ResponseData& responses, std::span<const std::uint32_t> items);

/// The scores of one model, one an item; negative = missing.
std::vector<float> scores_of_model(const ResponseData& responses, std::size_t model);

/// Mean observed score of a row; NaN when there is none.
double mean_score(std::span<const float> scores);

/// Refuses what cannot be cross-validated over models. Errors: too_few_models.
Result<void> check_model_folds(const ResponseData& responses, std::size_t folds, std::size_t dimensions);

}  // namespace harmonograph
