// Person fit: do the answers of a model follow from its ability?
#pragma once

#include <vector>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

/// The standardised log-likelihood lz of each model's answers (Drasgow, Levine and Williams 1985):
/// sum (y - p) logit p / sqrt(sum Var(y) (logit p)^2) with the probabilities p that the fit gives
/// without the answer itself (FittedProbabilities::fill_left_out). Var(y) = p (1 - p), times the
/// dispersion of graded scores. Below -1.96: rights and wrongs do not follow the difficulties (guesses, leaked answers,
/// another key). Large positive values: more regular than chance allows. NaN without an observed cell, or when every
/// p is 1/2.
std::vector<double> person_fit(const ResponseData& responses, const FittedProbabilities& probabilities);

}  // namespace harmonograph
