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

/// Fold of a cell that is never held out (missing, or all that is known of its item or model).
inline constexpr std::uint8_t never_held_out = 255;

/// A fold 0 .. folds - 1 for each observed cell, models x items. Each item's cells are spread evenly over the folds,
/// and each model's as far as that allows, so that items and models keep cells when a fold is held out; the only cell
/// of an item or of a model, and the first cell of a model that would lose all of them, are never held out. folds: 2 ..
/// 254.
RowMajorMatrix<std::uint8_t> cell_folds(const ResponseData& responses, std::size_t folds, std::uint64_t seed);

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
