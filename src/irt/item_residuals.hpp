// The residuals of one item, each at what the other items say of the model: what item fit and differential functioning
// test.
#pragma once

#include <cstddef>
#include <vector>

#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct ItemResidual {
  double position = 0;    // of the model along the item's direction: a . theta
  std::size_t model = 0;  // row of the responses
  double residual = 0;    // score - expected
  double variance = 0;    // of the score: dispersion p (1 - p), at least 1e-9
  double slope = 0;       // d p / d eta
};

/// Every model that was scored on the item, by row. The ability is taken without the item (one Newton step away from
/// the fitted one), and the uncertainty of item and ability is integrated out. dispersion: see score_dispersion.
void item_residuals(const ResponseData& responses, const ItemResponseFit& fit, std::size_t item, double dispersion,
                    std::vector<ItemResidual>& residuals);

}  // namespace harmonograph
