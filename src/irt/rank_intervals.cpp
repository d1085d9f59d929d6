#include "irt/rank_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"

namespace harmonograph {
namespace {

/// Ranks from 1 for the largest; equal values share the better rank.
void ranks_of(const std::vector<double>& values, std::vector<std::size_t>& order, std::vector<std::size_t>& ranks) {
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] != values[b] ? values[a] > values[b] : a < b; });
  for (std::size_t place = 0; place < order.size(); ++place) {
    const bool tied = place > 0 && values[order[place]] == values[order[place - 1]];
    ranks[order[place]] = tied ? ranks[order[place - 1]] : place + 1;
  }
}

}  // namespace

std::vector<RankInterval> rank_intervals(std::span<const double> values, std::span<const double> errors,
                                         std::size_t draws, std::uint64_t seed) {
  const std::size_t count = values.size();
  std::vector<double> drawn(values.begin(), values.end());
  std::vector<std::size_t> order(count);
  std::vector<std::size_t> ranks(count);
  ranks_of(drawn, order, ranks);
  std::vector<RankInterval> intervals(count);
  for (std::size_t m = 0; m < count; ++m) intervals[m] = {ranks[m], ranks[m], ranks[m]};
  if (draws == 0) return intervals;

  Random random(seed);
  std::vector<std::uint32_t> drawn_ranks(count * draws);  // model x draw
  for (std::size_t draw = 0; draw < draws; ++draw) {
    for (std::size_t m = 0; m < count; ++m) {
      const double error = std::isfinite(errors[m]) ? errors[m] : 0;
      drawn[m] = values[m] + error * random.normal();
    }
    ranks_of(drawn, order, ranks);
    for (std::size_t m = 0; m < count; ++m) drawn_ranks[m * draws + draw] = static_cast<std::uint32_t>(ranks[m]);
  }
  const std::size_t tail = draws / 40;  // 2.5% on each side
  for (std::size_t m = 0; m < count; ++m) {
    const auto first = drawn_ranks.begin() + static_cast<std::ptrdiff_t>(m * draws);
    std::sort(first, first + static_cast<std::ptrdiff_t>(draws));
    intervals[m].low = std::min<std::size_t>(drawn_ranks[m * draws + tail], intervals[m].rank);
    intervals[m].high = std::max<std::size_t>(drawn_ranks[m * draws + draws - 1 - tail], intervals[m].rank);
  }
  return intervals;
}

}  // namespace harmonograph
