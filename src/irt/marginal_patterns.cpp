#include "irt/marginal_patterns.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace harmonograph {
namespace {

/// Per pattern, the items with a score above 0 and the items without a score.
void index_by_pattern(ResponsePatterns& patterns) {
  patterns.right_begin.push_back(0);
  patterns.missing_begin.push_back(0);
  for (std::size_t r = 0; r < patterns.patterns(); ++r) {
    const auto row = patterns.cells.row(r);
    for (std::uint32_t i = 0; i < patterns.items(); ++i) {
      if (row[i] < 0) {
        patterns.missing_items.push_back(i);
        patterns.complete = false;
      } else if (row[i] > 0) {
        patterns.right_items.push_back(i);
        patterns.right_scores.push_back(static_cast<double>(row[i]));
        patterns.binary = patterns.binary && row[i] == 1;
      }
    }
    patterns.right_begin.push_back(static_cast<std::uint32_t>(patterns.right_items.size()));
    patterns.missing_begin.push_back(static_cast<std::uint32_t>(patterns.missing_items.size()));
  }
}

/// Per tile and item, the patterns of the tile with a score above 0 and those without a score.
void index_by_tile(ResponsePatterns& patterns) {
  patterns.tile_right_begin.push_back(0);
  patterns.tile_missing_begin.push_back(0);
  for (std::size_t first = 0; first < patterns.patterns(); first += patterns_per_tile) {
    const std::size_t end = std::min(first + patterns_per_tile, patterns.patterns());
    for (std::size_t i = 0; i < patterns.items(); ++i) {
      for (std::size_t r = first; r < end; ++r) {
        const float cell = patterns.cells(r, i);
        const auto within = static_cast<std::uint32_t>(r - first);
        if (cell < 0) {
          patterns.tile_missing.push_back(within);
        } else if (cell > 0) {
          patterns.tile_right.push_back({within, static_cast<double>(cell)});
        }
      }
      patterns.tile_right_begin.push_back(static_cast<std::uint32_t>(patterns.tile_right.size()));
      patterns.tile_missing_begin.push_back(static_cast<std::uint32_t>(patterns.tile_missing.size()));
    }
  }
}

}  // namespace

ResponsePatterns collect_patterns(const ResponseData& responses, const std::vector<std::uint32_t>& items) {
  const std::size_t models = responses.models();
  FloatMatrix rows(models, items.size());
  for (std::size_t m = 0; m < models; ++m) {
    for (std::size_t i = 0; i < items.size(); ++i) rows(m, i) = responses.at(m, items[i]);
  }
  std::vector<std::uint32_t> order(models);
  std::iota(order.begin(), order.end(), 0U);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    const auto x = rows.row(a);
    const auto y = rows.row(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  };
  std::stable_sort(order.begin(), order.end(), before);

  // The first person of each run of equal rows stands for it; stable sorting makes it the one with the lowest index.
  std::vector<std::uint32_t> first_of(models);
  for (std::size_t k = 0; k < models; ++k) {
    const bool starts = k == 0 || before(order[k - 1], order[k]);
    first_of[order[k]] = starts ? order[k] : first_of[order[k - 1]];
  }
  ResponsePatterns patterns;
  patterns.pattern_of_model.resize(models);
  std::vector<std::uint32_t> distinct;
  for (std::uint32_t m = 0; m < models; ++m) {
    if (first_of[m] == m) {
      patterns.pattern_of_model[m] = static_cast<std::uint32_t>(distinct.size());
      distinct.push_back(m);
      patterns.counts.push_back(1);
    } else {
      patterns.pattern_of_model[m] = patterns.pattern_of_model[first_of[m]];
      patterns.counts[patterns.pattern_of_model[m]] += 1;
    }
  }
  patterns.cells = FloatMatrix(distinct.size(), items.size());
  for (std::size_t r = 0; r < distinct.size(); ++r) {
    const auto row = rows.row(distinct[r]);
    std::copy(row.begin(), row.end(), patterns.cells.row(r).begin());
  }
  index_by_pattern(patterns);
  index_by_tile(patterns);
  return patterns;
}

}  // namespace harmonograph
