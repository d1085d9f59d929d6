// A correlation as JSON: StudyCorrelation in web/src/engine/study.ts.
#pragma once

#include "stats/correlation.hpp"
#include "study/study_json.hpp"

namespace harmonograph::json_values {

inline Json correlation(const Correlation& value) {
  return {{"value", number(value.value)},
          {"interval", interval(value.interval)},
          {"pValue", number(value.p_value)},
          {"pairs", value.pairs}};
}

}  // namespace harmonograph::json_values
