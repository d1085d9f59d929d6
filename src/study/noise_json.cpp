// The JSON of Noise in web/src/engine/study.ts.
#include "study/noise.hpp"
#include "study/study_json.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json noise_json(const BenchmarkNoise& noise) {
  return {{"benchmark", noise.benchmark},
          {"models", noise.models},
          {"items", noise.items},
          {"standardError", number(noise.standard_error)},
          {"detectable", number(noise.detectable)},
          {"detectableLargest", number(noise.detectable_largest)},
          {"withPower", number(noise.with_power)},
          {"itemsForOnePoint", number(noise.items_for_one_point)},
          {"pairs", noise.pairs}};
}

}  // namespace

std::string to_json(const std::vector<BenchmarkNoise>& noise) {
  return json_values::dump({{"benchmarks", json_values::list_of(noise, noise_json)}});
}

}  // namespace harmonograph
