// A test of many: its p as it is, and adjusted for all tests of its list.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "core/json_values.hpp"
#include "stats/multiple_testing.hpp"

namespace harmonograph {

/// NaN where nothing could be tested.
struct TestedPair {
  double p_value = std::numeric_limits<double>::quiet_NaN();
  double adjusted = std::numeric_limits<double>::quiet_NaN();
};

/// Fills in the adjusted p of a list whose entries hold a test (test(entry) is a TestedPair&): Benjamini and Hochberg
/// (1995).
template <class Entries, class Test>
void adjust_tests(Entries& entries, Test test) {
  std::vector<double> p_values;
  for (auto& entry : entries) p_values.push_back(test(entry).p_value);
  const std::vector<double> adjusted = benjamini_hochberg(p_values);
  std::size_t place = 0;
  for (auto& entry : entries) test(entry).adjusted = adjusted[place++];
}

inline json_values::Json to_json_value(const TestedPair& test) {
  return {{"pValue", json_values::number(test.p_value)}, {"adjusted", json_values::number(test.adjusted)}};
}

}  // namespace harmonograph
