// Predictors of cells that were not observed: the plain ones that an item response model has to beat, and the item
// response models themselves behind the same face.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"

namespace harmonograph {

/// Learns from responses in bounded pieces, then predicts whole rows.
class CellPredictor {
 public:
  virtual ~CellPredictor() = default;
  /// A piece of the learning: the share that is done, 1 = ready to predict.
  virtual Result<double> step() = 0;
  /// Probability of a right answer of one model to every item. Only when ready.
  virtual void predict(std::size_t model, std::span<float> probability) const = 0;
};

// The responses must outlive the predictor.

/// The model's mean score in the item's group (a group per item, or empty: over all items), drawn to a wider mean:
/// (sum + s wider) / (n + s). The model's mean over all items is drawn to the mean of all models in the same way.
/// Both s are those of 1/4, 1/2, 1, .. 1024 with the smallest leave-one-out log-loss on the given responses.
std::unique_ptr<CellPredictor> make_mean_predictor(const ResponseData& responses, std::vector<std::uint32_t> groups);

/// Additive on the logit scale: model x category effect u_mc + item effect d_i. d_i ~ N(mean of the category, sigma^2)
/// is integrated out, u_mc ~ N(theta_m, tau^2), theta_m ~ N(0, s^2); the variances are estimated (empirical Bayes). The
/// means of categories are drawn to the common mean by 10 items. Without categories: a penalised Rasch model.
std::unique_ptr<CellPredictor> make_additive_predictor(const ResponseData& responses,
                                                       std::vector<std::uint32_t> categories);

/// The item response model of the variational estimator. The abilities' covariance is
/// integrated out too. Errors: those of VariationalEstimation::create.
Result<std::unique_ptr<CellPredictor>> make_item_response_predictor(const ResponseData& responses,
                                                                    VariationalOptions options);

/// A one-dimensional item response model for each part of the items on its own (a part per item, 0, 1, ..). Where one
/// cannot be fitted, for all its scores are equal, the smoothed mean of the model in that part. guessing: empty, or
/// one an item.
std::unique_ptr<CellPredictor> make_separate_predictor(const ResponseData& responses, std::vector<std::uint32_t> parts,
                                                       std::vector<double> guessing);

}  // namespace harmonograph
