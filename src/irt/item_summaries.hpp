// Numbers about each item that follow from a fit: discrimination and difficulty with their errors, and information.
#pragma once

#include <vector>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct Estimates {
  std::vector<double> values;
  std::vector<double> errors;  // NaN where there is none
};

/// Standard error of a slope (dimension < D) or of the intercept (dimension = D); NaN without a covariance.
double item_parameter_error(const ItemResponseFit& fit, std::size_t item, std::size_t parameter);

/// MDISC of every item (the signed slope with one dimension), errors by the delta method.
Estimates item_discriminations(const ItemResponseFit& fit);

/// MDIFF = -d / MDISC of every item, errors by the delta method. No error where the discrimination is less than 1.96
/// standard errors from 0: a difficulty means little there. NaN where the discrimination is 0.
Estimates item_difficulties(const ItemResponseFit& fit);

/// Fisher information of every item along its own direction, its mean over the fitted models:
/// MDISC^2 (dP/d eta)^2 / (P (1 - P)) with the item's own uncertainty integrated out.
std::vector<double> mean_information(const ItemResponseFit& fit, const FittedProbabilities& probabilities);

/// Mean score of each item over the models that were scored, and their number.
struct ItemMeans {
  std::vector<double> mean;
  std::vector<std::size_t> scored;
};
ItemMeans item_means(const ResponseData& responses);

}  // namespace harmonograph
