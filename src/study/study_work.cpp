#include "study/study_work.hpp"

#include <array>

namespace harmonograph {
namespace {

struct Question {
  std::string_view name;
  Result<std::unique_ptr<StudyWork>> (*start)(const StudyData&, const std::string&);
};

constexpr std::array questions{Question{"plane", start_plane},           Question{"models", start_model_facts},
                               Question{"scaling", start_scaling},       Question{"rebalancing", start_rebalancing},
                               Question{"robustness", start_robustness}, Question{"compare", start_comparison},
                               Question{"ranks", start_ranks},           Question{"noise", start_noise},
                               Question{"validation", start_validation}};

}  // namespace

Result<std::unique_ptr<StudyWork>> start_study(std::string_view question, const StudyData& data,
                                               const std::string& parameters_json) {
  for (const Question& each : questions) {
    if (each.name == question) return each.start(data, parameters_json);
  }
  return Error{ErrorCode::not_found,
               "There is no question named \"" + std::string(question) + "\".",
               {},
               0,
               "Reload the page: it and the engine may be of different versions."};
}

}  // namespace harmonograph
