#include "study/validation.hpp"

#include <iostream>
#include <numeric>

#include "harmony/redundant_qa.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

const Json& measure_of(const Json& found, const char* name) {
  for (const Json& measure : found["measures"]) {
    if (measure["measure"] == name) return measure;
  }
  FAIL("no such measure");
  return found;
}

}  // namespace

TEST_CASE("validation: predictive similarity finds the domains at low noise, chance does not") {
  const Json parameters{{"domains", 4},     {"entries", 12}, {"noise", 0.1},
                        {"imbalance", 0.3}, {"models", 12},  {"seed", 2}};
  const Json found = ask("validation", {}, parameters);
  CHECK(found["parameters"] == parameters);
  CHECK(found["domainNames"] == Json{"biology", "history", "economics", "pop culture"});
  const auto sizes = found["sizes"].get<std::vector<std::size_t>>();
  CHECK(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == found["items"]);
  REQUIRE(found["measures"].size() == 4);
  const Json& predictive = measure_of(found, "predictive similarity");
  CHECK(predictive["error"].is_null());
  CHECK(predictive["points"].size() == 12);
  CHECK(predictive["pearson"]["value"] >= 0.8);
  CHECK(predictive["adjustedRand"] > 0.8);
  CHECK(predictive["slope"] > 0.5);
  double lowest = 1;
  double error = 0;
  for (const Json& point : predictive["points"]) {
    lowest = std::min(lowest, point["trueHarmony"].get<double>());
    error += std::fabs(point["trueHarmony"].get<double>() - point["harmony"].get<double>()) / 12;
  }
  CHECK(lowest < 0.8);  // the truth varies, or the correlation would mean nothing
  CHECK(predictive["meanError"].get<double>() == Approx(error));
  const Json& random = measure_of(found, "random partition");
  CHECK(std::fabs(random["adjustedRand"].get<double>()) < 0.02);
  CHECK(random["mutualInformation"] < 0.15);
  CHECK(random["points"][3]["k"] == predictive["points"][3]["k"]);
  CHECK(measure_of(found, "response patterns")["error"].is_null());
}

TEST_CASE("validation: at full noise no domain is recovered") {
  const Json parameters{{"domains", 3}, {"entries", 12}, {"noise", 1}, {"models", 5}, {"seed", 1}};
  const Json found = ask("validation", {}, parameters);
  CHECK(ask("validation", {}, parameters) == found);
  CHECK(std::fabs(measure_of(found, "predictive similarity")["adjustedRand"].get<double>()) < 0.1);
}

TEST_CASE("validation: two equal domains have nothing to correlate") {
  const Json found = ask("validation", {}, {{"domains", 2}, {"entries", 4}, {"models", 5}});
  for (const Json& measure : found["measures"]) {
    if (!measure["error"].is_null()) continue;
    for (const Json& point : measure["points"]) CHECK(point["trueHarmony"].get<double>() == Approx(1));
    CHECK(measure["pearson"]["value"].is_null());
    CHECK(measure["pearson"]["pairs"] == 5);
    CHECK(measure["slope"].is_null());
  }
}

TEST_CASE("validation: what is refused") {
  for (const Json& bad : {Json{{"domains", 1}}, Json{{"domains", 9}}, Json{{"noise", 1.1}}, Json{{"entries", 2}},
                          Json{{"models", 2}}, Json{{"imbalance", -1}}, Json{{"seed", 0.5}}}) {
    CHECK(refusal("validation", {}, bad).code == ErrorCode::invalid_argument);
  }
  CHECK(refusal("validation", {}, {{"domains", 8}, {"entries", 101}}).code == ErrorCode::invalid_argument);
}

TEST_CASE("unequal domains") {
  CHECK(unequal_entries(4, 30, 0) == std::vector<std::size_t>{30, 30, 30, 30});
  // Shares 1, .1: 60 * 10/11 and 60/11.
  CHECK(unequal_entries(2, 30, 1) == std::vector<std::size_t>{55, 5});
  for (const std::size_t entries : unequal_entries(8, 4, 1)) CHECK(entries >= 2);
}

TEST_CASE("validation in full", "[.large]") {
  for (const double noise : {0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0}) {
    const Json found = ask("validation", {}, {{"noise", noise}});
    std::cout << "noise " << noise << "\n";
    for (const Json& measure : found["measures"]) {
      std::cout << "  " << measure["measure"] << " r " << measure["pearson"]["value"] << " ARI "
                << measure["adjustedRand"] << " NMI " << measure["mutualInformation"] << " slope " << measure["slope"]
                << " error " << measure["meanError"] << " " << measure["error"] << "\n";
    }
  }
  const Json eight = ask("validation", {}, {{"domains", 8}, {"imbalance", 1}});
  CHECK(measure_of(eight, "predictive similarity")["adjustedRand"] > 0.7);
}
