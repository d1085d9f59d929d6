// The ability of a model that was not part of a fit, from its answers to some of the fitted items.
// Used by adaptive testing, by the selection of items and by their checks on models left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "irt/item_bank.hpp"
#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// Covariances come from the answers' own influence when there are at least this many for each dimension.
inline constexpr std::size_t answers_for_influence = 100;

struct ItemAnswer {
  std::uint32_t item = 0;  // position in the fit
  double score = 0;        // in [0, 1]
};

struct AbilityEstimate {
  std::vector<double> ability;     // D
  std::vector<double> covariance;  // packed, order D
  std::size_t answers = 0;
  bool converged = true;
};

/// Inverse of the correlations of the fit's abilities (D x D); the identity when there are none or they have no
/// inverse.
Matrix ability_prior_precision(const ItemResponseFit& fit);

/// The ability that maximises the expected log-likelihood of the answers (the items' parameters integrated out, as the
/// variational estimator does) plus the log-density of the prior N(0, precision^-1): Newton steps, each cut to length 1
/// in every dimension. Without answers: 0 with the prior's covariance. Finite also when all answers are right or wrong.
/// Covariance: (sum g g' + precision)^-1 from the influence g of each answer when there are answers_for_influence for
/// each dimension; else (I + precision)^-1 with Fisher's information I.
/// scores: one an item of the bank, negative = not answered. start: D numbers, or empty for 0.
AbilityEstimate estimate_ability(const ItemBank& bank, std::span<const float> scores, const Matrix& precision,
                                 std::span<const double> start = {});

/// The same for a list of answers. Errors: not_found (an item that the fit does not have), invalid_argument (a score
/// outside 0 .. 1, an item answered twice).
Result<AbilityEstimate> estimate_ability(const ItemResponseFit& fit, std::span<const ItemAnswer> answers);

/// A fit's item positions and scores, checked: errors as above.
Result<void> check_answers(const ItemResponseFit& fit, std::span<const ItemAnswer> answers);

}  // namespace harmonograph
