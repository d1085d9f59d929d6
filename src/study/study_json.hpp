// What the results of several questions of a study have in common, as JSON (web/src/engine/study.ts).
#pragma once

#include <cmath>

#include "core/json_values.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph::json_values {

/// null when there is none.
inline Json interval(const Interval& value) {
  if (!std::isfinite(value.low) || !std::isfinite(value.high)) return nullptr;
  return {{"low", value.low}, {"high", value.high}};
}

}  // namespace harmonograph::json_values
