// How sure is a rank? Intervals of ranks from estimates with their standard errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace harmonograph {

struct RankInterval {
  std::size_t rank = 0;  // 1 = best
  std::size_t low = 0;   // 95% by simulation
  std::size_t high = 0;
};

/// Ranks of values (1 = largest, ties at the better rank) and their 95% intervals: 2.5% and 97.5% of the ranks over
/// `draws` independent draws from N(value, error^2). An error that is NaN counts as 0.
std::vector<RankInterval> rank_intervals(std::span<const double> values, std::span<const double> errors,
                                         std::size_t draws, std::uint64_t seed);

}  // namespace harmonograph
