// Scores of models on items as the estimators of item response theory read them: four bytes a cell, in blocks of items,
// so that one pass over a block keeps its items' parameters in the cache and runs through memory in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

/// Items of a block. The last block is padded with items that nobody answered.
inline constexpr std::size_t items_per_block = 64;

class ResponseData {
 public:
  /// The value of a cell that was not observed.
  static constexpr float missing = -1;

  ResponseData() = default;
  /// All cells missing.
  ResponseData(std::size_t models, std::size_t items)
      : models_(models),
        items_(items),
        blocks_((items + items_per_block - 1) / items_per_block),
        cells_(models * blocks_ * items_per_block, missing) {}

  [[nodiscard]] std::size_t models() const { return models_; }
  [[nodiscard]] std::size_t items() const { return items_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_; }

  /// A score in [0, 1], or `missing`.
  [[nodiscard]] float at(std::size_t model, std::size_t item) const { return cells_[position(model, item)]; }
  void set(std::size_t model, std::size_t item, float score) { cells_[position(model, item)] = score; }
  [[nodiscard]] bool observed(std::size_t model, std::size_t item) const { return at(model, item) >= 0; }

  /// The items_per_block scores of one model on one block of items.
  [[nodiscard]] const float* row(std::size_t block, std::size_t model) const {
    return cells_.data() + (block * models_ + model) * items_per_block;
  }

  /// Observed cells.
  [[nodiscard]] std::size_t observed_count() const;
  /// True when every observed score is 0 or 1.
  [[nodiscard]] bool binary() const;

 private:
  [[nodiscard]] std::size_t position(std::size_t model, std::size_t item) const {
    return (item / items_per_block * models_ + model) * items_per_block + item % items_per_block;
  }

  std::size_t models_ = 0;
  std::size_t items_ = 0;
  std::size_t blocks_ = 0;
  std::vector<float> cells_;
};

/// The responses of a data set, or of some of its benchmarks, side by side.
struct ResponseSet {
  ResponseData responses;
  std::vector<std::uint32_t> models;  // index in the dataset, per row
  std::vector<ItemReference> items;   // per column
  std::vector<Note> notes;            // models and items left out, scores outside 0..1
};

/// Collects the responses on the given benchmarks (indices; empty = all). Models without any score on them and items
/// that no model was scored on are left out and counted in notes, as are scores outside [0, 1]. With count_once, models
/// whose answers are the same on every item (the same cells observed) count once, the first of them; the rest is named
/// in a note. Errors: not_found (benchmark), no_responses, too_few_models (fewer than 2), all_scores_equal.
Result<ResponseSet> collect_responses(const Dataset& dataset, std::vector<std::uint32_t> benchmarks, bool count_once);

/// Groups of models with the same answers on every item, each with at least two rows of responses; rows ascending,
/// groups in the order of their first row.
std::vector<std::vector<std::uint32_t>> identical_models(const ResponseData& responses);

}  // namespace harmonograph
