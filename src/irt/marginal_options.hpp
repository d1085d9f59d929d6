// What can be asked of marginal maximum likelihood: the model, priors, the grid and when to stop.
#pragma once

#include <cstddef>
#include <vector>

#include "irt/item_response_fit.hpp"

namespace harmonograph {

enum class PriorShape {
  none,
  normal,
  lognormal  // of a positive number: log x ~ normal(mean, deviation)
};

/// Which of the rotations that fit equally well is taken (more than one dimension).
enum class MarginalAxes {
  principal,  // principal axes of the loadings: variance explained descending, sums of slopes positive
  last_items  // the last item has a slope on the first axis only, the one before on the first two (as in R's mirt)
};

struct ParameterPrior {
  PriorShape shape = PriorShape::none;
  double mean = 0;       // of x, or of log x
  double deviation = 1;  // standard deviation of x, or of log x
};

struct MarginalOptions {
  ItemModel item_model = ItemModel::two_parameter;
  std::size_t dimensions = 1;    // 1 .. 3; more than one (exploratory) with the two-parameter model only
  std::vector<double> guessing;  // empty = none; else the known c_i in [0, 1) per item (1PL and 2PL)

  /// Priors make the estimate the posterior mode. Slopes: normal or lognormal (one dimension); with more dimensions
  /// normal with mean 0, which does not depend on the rotation. Intercepts: normal.
  ParameterPrior slope_prior;
  ParameterPrior intercept_prior;
  /// Prior of logit c, 3PL only. The default (c about .25, between .01 and .94) is that of the reference fit of SAT12.
  ParameterPrior guessing_prior{PriorShape::normal, -1.1, 2};

  MarginalAxes axes = MarginalAxes::principal;

  std::size_t quadrature_points = 0;  // per dimension; 0 = 61, 31, 15 with 1, 2, 3 dimensions
  double quadrature_limit = 6;
  /// Stop when no parameter changes by more and the expected gain of the log-posterior is negligible.
  double tolerance = 1e-5;
  std::size_t most_passes = 2000;  // over the data
  bool standard_errors = true;
};

}  // namespace harmonograph
