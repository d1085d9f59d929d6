// How HARMONY depends on what no source fixes: the bandwidth b, tau, k, and the seed.
#pragma once

#include <cstddef>
#include <memory>

#include "core/job.hpp"
#include "dataset/dataset.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/harmony_result.hpp"
#include "harmony/parameters.hpp"

namespace harmonograph {

/// b in {.05, .1, .15, .2, .25, .5} on the partition of the parameters; tau in {.5, 1, 2, 4}, each with its own
/// partition; every k of the silhouette curve; the seed and the four after it (k chosen anew). For a partition by
/// directions tau does not apply, for one by a column only b does; the other lists are empty.
class SensitivityAnalysis : public Job {
 public:
  /// dataset must outlive the job; cache as for HarmonyAnalysis. Errors: those of prepare_analysis
  /// (analysis_input.hpp).
  static Result<std::unique_ptr<SensitivityAnalysis>> create(const Dataset& dataset, std::size_t benchmark,
                                                             std::size_t model, const AnalysisParameters& parameters,
                                                             std::shared_ptr<AnalysisCache> cache = nullptr);
  ~SensitivityAnalysis() override;
  Result<JobStatus> step() override;
  /// After done, once.
  SensitivityResult take_result();

 private:
  struct State;
  explicit SensitivityAnalysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
