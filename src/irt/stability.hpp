// Would the dimensions come out the same again? Refits from perturbed starts, from random halves of the items and from
// random halves of the models, aligned by Procrustes rotation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"

namespace harmonograph {

struct StabilityParameters {
  std::size_t fit = 0;  // the page's handle
  std::size_t seeds = 3;
  std::size_t halves = 5;  // random splits of the items, and as many of the models
  std::uint64_t seed = 1;
};

struct StabilityResult {
  struct Summary {
    double mean = 0;
    double low = 0;  // 2.5% and 97.5% of the replicates
    double high = 0;
  };
  struct Row {
    /// "seed": a refit from a perturbed start against the fit.
    /// "items": the fits of two halves of the items. Congruence of each half's slopes with those of the fit; abilities
    /// of one half against those of the other.
    /// "models": the fits of two halves of the models: slopes of one half against those of the other.
    std::string kind;
    std::size_t replicates = 0;
    std::vector<Summary> congruence;  // Tucker's, of slopes, per dimension
    std::vector<Summary> abilities;   // Pearson's r per dimension; of slopes for "models"
  };
  StabilityParameters parameters;
  std::vector<Row> rows;  // those that could be done
};

/// The slopes (items x D) and abilities (models x D) of another fit in the coordinates of a reference: the orthogonal
/// rotation that brings its slopes closest to the reference's slopes on uncorrelated abilities, then the reference's
/// own (maybe oblique) axes. items: for each item of `other` its position in the reference.
struct AlignedFit {
  Matrix slopes;
  Matrix abilities;
};
AlignedFit align_fit(const ItemResponseFit& other, const ItemResponseFit& reference,
                     const std::vector<std::uint32_t>& items);

class StabilityJob : public Job {
 public:
  /// responses and fit must outlive the job; fit is of these responses, options are those it was fitted with (the
  /// variational estimator does the refits). Errors: invalid_argument.
  static Result<std::unique_ptr<StabilityJob>> create(const ResponseData& responses, const ItemResponseFit& fit,
                                                      VariationalOptions options, StabilityParameters parameters);
  ~StabilityJob() override;
  Result<JobStatus> step() override;
  /// After done, once.
  StabilityResult take_result();

  struct State;  // only the implementation knows it

 private:
  explicit StabilityJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Errors: invalid_argument, naming the parameter and its allowed range.
Result<StabilityParameters> parse_stability_parameters(const std::string& json);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const StabilityResult& result);

}  // namespace harmonograph
