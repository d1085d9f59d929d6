// How often the conclusion about one model's HARMONY would change: all combinations of tau, bandwidth, seed and k
// around the chosen one, each against shuffled scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harmony/parameters.hpp"
#include "study/study_parameters.hpp"

namespace harmonograph {

struct RobustnessParameters {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  AnalysisParameters analysis;
  std::uint32_t draws = 199;  // shuffles a setting
};

/// p < .05 against shuffled scores, or not; undefined: one subdomain.
enum class Conclusion { below_chance, like_chance, undefined };

struct RobustnessSetting {
  double tau = 1;
  double bandwidth = 0.1;
  std::uint64_t seed = 1;
  std::size_t k = 0;
  int k_shift = 0;
  // NaN with one subdomain:
  double harmony = std::numeric_limits<double>::quiet_NaN();
  double chance = std::numeric_limits<double>::quiet_NaN();  // mean of the shuffled
  double p_value = std::numeric_limits<double>::quiet_NaN();
  Conclusion conclusion = Conclusion::undefined;
};

/// Over all settings with one value of one parameter.
struct RobustnessSummary {
  const char* parameter = "";  // "tau", "bandwidth", "seed", "kShift"
  double value = 0;
  std::size_t settings = 0;
  std::size_t changed = 0;
  // Smallest, median and largest HARMONY; NaN where none is defined.
  double low = std::numeric_limits<double>::quiet_NaN();
  double median = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

struct Robustness {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  RobustnessSetting base;
  std::vector<RobustnessSetting> settings;  // by tau, bandwidth, seed, shift of k
  std::size_t changed = 0;
  std::vector<RobustnessSummary> by;
};

/// Counts the settings whose conclusion is not that of base, and sums them up by parameter and value.
void summarise(Robustness& robustness);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const Robustness& robustness);

}  // namespace harmonograph
