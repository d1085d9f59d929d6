// What the results of several questions of a study have in common, as JSON (web/src/engine/study.ts).
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "core/json_values.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph::json_values {

inline Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

/// null when there is none.
inline Json interval(const Interval& value) {
  if (!std::isfinite(value.low) || !std::isfinite(value.high)) return nullptr;
  return {{"low", value.low}, {"high", value.high}};
}

template <class T, class Write>
Json list_of(const std::vector<T>& values, Write write) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  return list;
}

}  // namespace harmonograph::json_values
