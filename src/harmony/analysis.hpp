// HARMONY of one model on one benchmark, with everything that is shown beside it: a resumable job.
#pragma once

#include <cstddef>
#include <memory>

#include "core/job.hpp"
#include "dataset/dataset.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/harmony_result.hpp"
#include "harmony/parameters.hpp"

namespace harmonograph {

class HarmonyAnalysis : public Job {
 public:
  /// dataset must outlive the job. cache holds what earlier analyses of the same dataset found and takes in what this
  /// one finds (with detail only); it changes no result, and nullptr means none. Errors: those of prepare_analysis
  /// (analysis_input.hpp).
  static Result<std::unique_ptr<HarmonyAnalysis>> create(const Dataset& dataset, std::size_t benchmark,
                                                         std::size_t model, const AnalysisParameters& parameters,
                                                         std::shared_ptr<AnalysisCache> cache = nullptr);
  ~HarmonyAnalysis() override;
  Result<JobStatus> step() override;
  /// After done, once.
  HarmonyResult take_result();

 private:
  struct State;
  explicit HarmonyAnalysis(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
