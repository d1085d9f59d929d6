// Drives a job to its end, as the session does.
#pragma once

#include <catch2/catch.hpp>

#include "harmony/analysis.hpp"
#include "harmony/sensitivity.hpp"

namespace harmonograph::testing {

inline void finish(Job& job) {
  double progress = 0;
  for (int step = 0; step < 10'000'000; ++step) {
    const auto status = job.step();
    REQUIRE(status.ok());
    REQUIRE(status->progress >= progress - 1e-9);
    REQUIRE(status->progress <= 1);
    progress = status->progress;
    if (status->done) return;
  }
  FAIL("the job does not end");
}

inline HarmonyResult analyse(const Dataset& dataset, std::size_t model, const AnalysisParameters& parameters = {}) {
  auto job = HarmonyAnalysis::create(dataset, 0, model, parameters);
  INFO((job.ok() ? "" : job.error().message));
  REQUIRE(job.ok());
  finish(**job);
  return (*job)->take_result();
}

inline AnalysisParameters quick(AnalysisParameters parameters = {}) {
  parameters.null_draws = 0;
  parameters.bootstrap_draws = 0;
  parameters.detail = false;
  return parameters;
}

}  // namespace harmonograph::testing
