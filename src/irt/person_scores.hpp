// Abilities of persons with given item parameters: posterior mean (EAP), posterior mode (MAP), weighted likelihood
// (WLE, Warm 1989) and maximum likelihood, each with its standard error.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

enum class PersonScore {
  posterior_mean,       // EAP on the grid of marginal maximum likelihood; SE = standard deviation of the posterior
  posterior_mode,       // MAP; SE from minus the second derivative of the log-posterior
  weighted_likelihood,  // WLE: no prior, bias of order 1/n removed. One dimension. SE from the curvature of the
                        // weighted log-likelihood at its maximum, as R's mirt has it; 1 / sqrt(test information) is
                        // larger where there is little information
  maximum_likelihood    // one dimension; SE from the curvature of the log-likelihood
};

struct PersonScores {
  Matrix abilities;          // persons x D; NaN where there is no finite estimate
  Matrix standard_errors;    // persons x D
  std::size_t infinite = 0;  // persons without a finite estimate (all right, all wrong, nothing answered)
};

/// Scores of the rows of responses (same items as the fit). The prior of abilities is N(0, I), or N(0, R) with the
/// fit's ability correlations R when it was rotated obliquely. Items without a finite parameter are left out.
/// Weighted and maximum likelihood are sought between -20 and 20; among several maxima the highest counts.
/// Errors: invalid_argument (other number of items; WLE or ML with more than one dimension; EAP with more than three).
Result<PersonScores> person_scores(const ItemResponseFit& fit, const ResponseData& responses, PersonScore kind);

/// Sum of the items' informations at an ability (D numbers): packed, order D. Items without finite parameters count 0.
std::vector<double> test_information(const ItemResponseFit& fit, std::span<const double> ability);

/// The expected sum of scores at an ability (D numbers): the test characteristic curve.
double expected_score(const ItemResponseFit& fit, std::span<const double> ability);

}  // namespace harmonograph
