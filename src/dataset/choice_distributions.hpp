// Option values become distributions p(f, i, .): softmax or normalisation, a floor, and equal width.
#pragma once

#include "core/matrix.hpp"
#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

inline constexpr double default_floor = 1e-6;

struct ChoiceDistributions {
  Matrix probabilities;            // items x options; rows sum to 1, every entry >= about floor
  std::vector<std::size_t> items;  // the items that have a distribution, ascending (others are left out)
  std::size_t floored_cells = 0;   // probabilities of real options that were below the floor or missing
  std::size_t floored_items = 0;   // items with at least one such cell
  std::size_t padded_items = 0;    // items with fewer options than the largest count
};

/// Distributions of one model over the options of each item (methods: floor 1e-6, renormalise,
/// pad to the largest count with the floor). order_free sorts each row descending first.
/// Row r of probabilities belongs to item items[r]. Errors: invalid_argument when floor is not in [0, 0.1].
Result<ChoiceDistributions> choice_distributions(const ModelChoices& choices,
                                                 const std::vector<std::uint32_t>& option_counts, double floor,
                                                 bool order_free);

}  // namespace harmonograph
