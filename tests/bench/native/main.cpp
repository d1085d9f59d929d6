// The native half of the bench: harmonograph_bench <work> <arguments>; one line of JSON a measurement.
#include <cstdio>
#include <string>
#include <vector>

#include "item_response.hpp"
#include "loops.hpp"
#ifndef __EMSCRIPTEN__
#include "files.hpp"
#endif

int main(int count, char** values) {
  using namespace harmonograph::bench;
  const std::vector<std::string> arguments(values + 1, values + count);
  const std::string work = arguments.empty() ? "" : arguments[0];
  if (work == "loops") return measure_loops();
  const auto size = [&](std::size_t place) { return static_cast<std::size_t>(std::stoul(arguments[place])); };
  if (work == "item-response" && arguments.size() == 5) {
    return measure_item_response(size(1), size(2), size(3), std::stoi(arguments[4]));
  }
  if (work == "marginal" && arguments.size() == 6) {
    return measure_marginal(size(1), size(2), size(3), arguments[4] == "priors", std::stoi(arguments[5]));
  }
#ifndef __EMSCRIPTEN__
  if (work == "read" && arguments.size() == 3) return measure_reading(arguments[1], std::stoi(arguments[2]));
  if (work == "harmony" && arguments.size() == 4) {
    return measure_harmony(arguments[1], std::stoi(arguments[2]), arguments[3]);
  }
  if (work == "similarity" && arguments.size() == 3) {
    return measure_similarity(arguments[1], arguments[2] == "exact");
  }
  if (work == "agreement" && arguments.size() == 2) return measure_agreement(arguments[1]);
#endif
  std::fprintf(
      stderr,
      "harmonograph_bench loops | item-response MODELS ITEMS DIMENSIONS RUNS | marginal PERSONS ITEMS DIMENSIONS "
      "priors|free RUNS | read FILE RUNS | harmony FILE RUNS PARAMETERS | similarity FILE exact|fast "
      "| agreement FILE\n");
  return 2;
}
