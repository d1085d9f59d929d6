// Items that behave as one: nearly the same models are right on both, more than their difficulties and the models'
// abilities explain. Copies and re-wordings of a question look like this.
#pragma once

#include <cstdint>
#include <vector>

#include "irt/fitted_probabilities.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct NearDuplicate {
  std::uint32_t item = 0;
  std::uint32_t other = 0;   // item < other
  double agreement = 0;      // share of the models that answered both and have the same score (graded: rounded)
  std::uint32_t models = 0;  // that answered both
};

struct NearDuplicates {
  std::vector<NearDuplicate> pairs;  // by item, then other; each `other` once, with its most surprising partner
  /// False when the limit of compared pairs was reached before all candidates were looked at.
  bool complete = true;
};

inline constexpr double near_duplicate_agreement = 0.95;
inline constexpr double near_duplicate_chance = 0.01;

/// Pairs that agree on at least 95% of the models (10 or more) that answered both, although, were the two independent
/// given the fitted probabilities, fewer than 0.01 pairs of the whole fit would agree so often (the exact distribution
/// of the number of disagreements, times the number of pairs). Easy, hard, or rarely answered items cannot reach that.
/// Up to 3,000 candidates are compared with one another; of more, those that agree on all models of one of a few bands
/// (the models are dealt to so many bands that two items with 5% disagreements agree on at least one of them).
NearDuplicates near_duplicates(const ResponseData& responses, const FittedProbabilities& probabilities);

}  // namespace harmonograph
