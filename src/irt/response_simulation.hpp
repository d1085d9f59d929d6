// Responses drawn from a multidimensional two-parameter logistic model whose parameters are known: for checks of how
// well an estimation recovers them, and for demonstrations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct SimulationOptions {
  std::size_t models = 100;
  std::size_t items = 2000;
  std::size_t dimensions = 1;      // 1 .. 6
  double ability_correlation = 0;  // of every two abilities; above -1 / (D - 1), below 1
  /// Lengths |a| are lognormal: their median, and the standard deviation of log |a|.
  double discrimination_median = 1;
  double discrimination_spread = 0.5;
  /// Item i belongs to dimension i mod D. Its direction is that axis plus normal noise of this size on the others, cut
  /// to unit length: 0 = simple structure.
  double direction_spread = 0.5;
  double difficulty_mean = 0;  // of -d / |a|, normal
  double difficulty_spread = 1.2;
  double guessing = 0;       // the same for every item, in [0, 1)
  double missing_share = 0;  // cells left out at random, in [0, 1)
  /// 0: scores are 0 or 1. n > 0: the share of right answers in n independent tries.
  std::size_t tries = 0;
  std::uint64_t seed = 1;
};

struct SimulatedResponses {
  ResponseData responses;
  /// The parameters that the responses were drawn from, without covariances of items. The abilities are drawn, so their
  /// means and correlations in this sample differ from 0 and the given ones.
  ItemResponseFit truth;
  std::vector<std::uint32_t> axes;  // per item, the dimension that it belongs to
};

/// Errors: invalid_argument, naming the option and its range.
Result<SimulatedResponses> simulate_responses(const SimulationOptions& options);

}  // namespace harmonograph
