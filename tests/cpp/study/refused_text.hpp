// The error with which a question of the study refuses parameters, given as text that need not be JSON.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "study/study_work.hpp"

namespace harmonograph::testing {

/// At its start or in one of its steps.
inline Error refused_text(std::string_view question, const Dataset& dataset, const std::string& parameters) {
  auto work = start_study(question, StudyData{dataset, nullptr}, parameters);
  if (!work) return work.error();
  for (int step = 0; step < 1'000'000; ++step) {
    const auto status = (*work)->step();
    if (!status) return status.error();
    if (status->done) break;
  }
  FAIL("the question was answered");
  return {};
}

}  // namespace harmonograph::testing
