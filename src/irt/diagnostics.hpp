// What is left when the model has explained what it can: pairs of items and of models that go together beyond their
// parameters, and where each model is better or worse than its ability.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/matrix.hpp"
#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct DependentPair {
  std::uint32_t first = 0;  // positions in the fit
  std::uint32_t second = 0;
  double q3 = 0;
  std::size_t models = 0;  // that answered both
};

struct Diagnostics {
  std::uint32_t fit = 0;  // the handle; set by whoever keeps the fits
  std::vector<DependentPair> local_dependence;
  std::size_t items_compared = 0;
  std::vector<std::uint32_t> residual_models;  // indices in the dataset
  Matrix model_residuals;                      // of these; NaN where two share no item
  std::string level;
  std::vector<std::string> groups;
  std::vector<std::uint32_t> map_models;  // indices in the dataset
  Matrix residual_map;                    // models x groups; NaN without a score
  Matrix residual_z;
  std::vector<std::vector<std::uint32_t>> identical_models;  // indices in the dataset
};

/// - Local dependence: Yen's Q3 (1984), the correlation over models of the residuals of two items; the 200 largest
/// |Q3|.
///   Items whose expected variance sum p (1 - p) is below 2 are left out (a single answer would decide), and of more
///   than 5,000 those with the largest. Pairs need 10 models. Without missing cells all pairs are exact; with them, the
///   4,000 most promising pairs by a product of zero-filled residuals are computed exactly.
/// - Correlation of the residuals of every two models (at most 300, those with the most answers): it finds families.
///   By construction they average about -1 / (models - 1).
///   These and the map take residuals at the probabilities that the fit gives without the answer itself.
/// - Mean residual of each model on each group of a level, with z = sum of residuals / root of the sum of variances.
/// - Models with identical answers.
class DiagnosticsJob : public Job {
 public:
  /// set, fit and dataset must outlive the job. level: see item_levels.hpp; empty = "benchmark", or the first attribute
  /// when there is one benchmark. Errors: as group_items; invalid_argument when the fit is not of these responses.
  static Result<std::unique_ptr<DiagnosticsJob>> create(const Dataset& dataset, const ResponseSet& set,
                                                        const ItemResponseFit& fit, const std::string& level);
  ~DiagnosticsJob() override;
  Result<JobStatus> step() override;
  /// After done, once.
  Diagnostics take_result();

 private:
  struct State;
  explicit DiagnosticsJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// All steps at once.
Result<Diagnostics> diagnose(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                             const std::string& level);

std::string to_json(const Diagnostics& diagnostics);

}  // namespace harmonograph
