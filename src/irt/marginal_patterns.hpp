// Persons with the same answers are one pattern with a count: 19,601 persons on 5 items are at most 32 rows of work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/matrix.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

/// Patterns that are worked on together, so that their posterior distributions stay in the cache.
inline constexpr std::size_t patterns_per_tile = 32;

/// A score above 0 of one pattern of a tile on one item.
struct TileScore {
  std::uint32_t pattern = 0;  // within the tile
  double score = 0;
};

struct ResponsePatterns {
  FloatMatrix cells;           // patterns x items: a score in [0, 1] or ResponseData::missing
  std::vector<double> counts;  // persons with the pattern
  std::vector<std::uint32_t> pattern_of_model;
  bool binary = true;
  bool complete = true;

  // The same by pattern: items with a score above 0, and items without a score.
  std::vector<std::uint32_t> right_begin, right_items;
  std::vector<double> right_scores;
  std::vector<std::uint32_t> missing_begin, missing_items;

  // The same by tile and item; begin has tiles x items + 1 entries.
  std::vector<std::uint32_t> tile_right_begin;
  std::vector<TileScore> tile_right;
  std::vector<std::uint32_t> tile_missing_begin;
  std::vector<std::uint32_t> tile_missing;  // pattern within the tile

  [[nodiscard]] std::size_t patterns() const { return counts.size(); }
  [[nodiscard]] std::size_t items() const { return cells.columns(); }
  [[nodiscard]] std::size_t tiles() const { return (patterns() + patterns_per_tile - 1) / patterns_per_tile; }
};

/// The patterns of the responses on the given items, in the order of their first person.
ResponsePatterns collect_patterns(const ResponseData& responses, const std::vector<std::uint32_t>& items);

}  // namespace harmonograph
