#include "study/study_work.hpp"

namespace harmonograph {

Result<std::unique_ptr<StudyWork>> start_noise(const StudyData& /*data*/, const std::string& /*parameters_json*/) {
  return Error{ErrorCode::not_found, "Not there yet.", {}, 0, {}};
}

}  // namespace harmonograph
