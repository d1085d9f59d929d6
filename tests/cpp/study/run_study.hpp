// Asks a question of a study with its JSON and gives back the parsed answer, as the page does.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harmony/run_job.hpp"
#include "study/refused_text.hpp"
#include "study/study_work.hpp"

namespace harmonograph::testing {

using Json = nlohmann::json;

inline Json ask(std::string_view question, const Dataset& dataset, const Json& parameters = Json::object(),
                std::shared_ptr<AnalysisCache> cache = nullptr) {
  auto work = start_study(question, StudyData{dataset, std::move(cache)}, parameters.dump());
  INFO((work.ok() ? "" : work.error().message));
  REQUIRE(work.ok());
  finish(**work);
  return Json::parse((*work)->result_json());
}

/// The error that the question is refused with, at its start or in its steps.
inline Error refusal(std::string_view question, const Dataset& dataset, const Json& parameters) {
  return refused_text(question, dataset, parameters.dump());
}

}  // namespace harmonograph::testing
