// Item fit: do the observed scores follow the item's curve, from the weakest to the strongest models?
#pragma once

#include <cstddef>
#include <vector>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

inline constexpr std::size_t fewest_items_for_fit = 20;

struct ItemFitStatistics {
  /// Chi-square of observed against expected scores over ability groups, made standard normal (Wilson and Hilferty
  /// 1931): large = misfit. NaN when the item cannot be tested (fewer than 2 groups, no degrees of freedom).
  std::vector<double> z;
  std::vector<double> p_value;
  std::vector<std::size_t> degrees_of_freedom;
};

/// A score test in the manner of Yen's Q1 (1981), made for few models and for estimated parameters. The models that
/// answered are ordered along the item's direction and cut into at most 10 groups, each with a variance sum p (1 - p)
/// of at least 1. The residual sums R of the groups have covariance B'WB - B'WX V X'WB, V being the covariance of the
/// item's parameters: what the item's own parameters have absorbed is taken out, and directions of which they absorbed
/// more than half are not tested. Each residual is taken at the ability without that item (one Newton step), with the
/// ability's uncertainty integrated out. Graded scores: variances times their dispersion.
/// Fits with fewer than 20 items are not tested (NaN): the groups of models would be made by the very answers that are
/// tested.
ItemFitStatistics item_fit(const ResponseData& responses, const ItemResponseFit& fit);

}  // namespace harmonograph
