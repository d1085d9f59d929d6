// Asks a question of a study with its JSON and gives back the parsed answer, as the page does.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harmony/run_job.hpp"
#include "study/study_work.hpp"

namespace harmonograph::testing {

using Json = nlohmann::json;

inline Json ask(std::string_view question, const Dataset& dataset, const Json& parameters,
                std::shared_ptr<AnalysisCache> cache = nullptr) {
  auto work = start_study(question, StudyData{dataset, std::move(cache)}, parameters.dump());
  INFO((work.ok() ? "" : work.error().message));
  REQUIRE(work.ok());
  finish(**work);
  return Json::parse((*work)->result_json());
}

/// The error that the question is refused with, at its start or in its steps.
inline Error refusal(std::string_view question, const Dataset& dataset, const std::string& parameters) {
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
