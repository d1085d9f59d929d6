// Expected numbers: tests/golden/study/plane.json, made with numpy and scipy (its script says how), or by hand.
#include "study/plane.hpp"

#include <cmath>

#include "shared_data.hpp"
#include "study/refused_text.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

Dataset dataset_of(std::size_t benchmarks, std::size_t models) {
  Dataset dataset;
  for (std::size_t b = 0; b < benchmarks; ++b) dataset.benchmarks.emplace_back().name = "B" + std::to_string(b);
  for (std::size_t m = 0; m < models; ++m) dataset.models.push_back({"M" + std::to_string(m), {}});
  return dataset;
}

/// Rows are benchmarks, columns models; a null HARMONY is no cell.
Json cells_of(const Json& table) {
  Json cells = Json::array();
  for (std::size_t b = 0; b < table.size(); ++b) {
    for (std::size_t m = 0; m < table[b].size(); ++m) {
      if (table[b][m].is_null()) continue;
      cells.push_back(
          {{"benchmark", b}, {"model", m}, {"harmony", table[b][m]}, {"accuracy", 0.5}, {"items", 100 * b + m}});
    }
  }
  return cells;
}

Json ask_plane(const Json& cells, std::size_t benchmarks = 10, std::size_t models = 40) {
  return ask("plane", dataset_of(benchmarks, models), {{"cells", cells}});
}

}  // namespace

TEST_CASE("Plane: moments, jackknife, intervals and paired tests as numpy and scipy give them") {
  const Json golden = Json::parse(read_whole_file(std::string(GOLDEN_DIR) + "/study/plane.json"));
  const Json plane = ask_plane(cells_of(golden["harmony"]));
  REQUIRE(plane["points"].size() == golden["points"].size());
  for (std::size_t b = 0; b < golden["points"].size(); ++b) {
    const Json& point = plane["points"][b];
    const Json& expected = golden["points"][b];
    CHECK(point["benchmark"] == b);
    CHECK(point["meanHarmony"].get<double>() == Approx(expected["mean"].get<double>()).epsilon(1e-12));
    if (expected["variance"].is_null()) {
      for (const char* name :
           {"variance", "meanInterval", "varianceInterval", "meanError", "varianceError", "quadrant"}) {
        CHECK(point[name].is_null());
      }
      CHECK(point["reason"] == "A variance over models needs at least 3 models with a HARMONY; this benchmark has 2.");
      CHECK(point["certain"] == false);
      continue;
    }
    CHECK(point["reason"] == "");
    CHECK(point["variance"].get<double>() == Approx(expected["variance"].get<double>()).epsilon(1e-10));
    CHECK(point["meanError"].get<double>() == Approx(expected["mean_error"].get<double>()).epsilon(1e-10));
    CHECK(point["varianceError"].get<double>() == Approx(expected["variance_error"].get<double>()).epsilon(1e-10));
    for (const char* name : {"mean", "variance"}) {
      const Json& interval = point[std::string(name) + "Interval"];
      const Json& bounds = expected[std::string(name) + "_interval"];
      CHECK(interval["low"].get<double>() ==
            Approx(std::max(0.0, bounds[0].get<double>())).epsilon(1e-9).margin(1e-12));
      // HARMONY lies between 0 and 1, and so do intervals of its mean; those of the golden file are not cut.
      const double high = bounds[1].get<double>();
      CHECK(interval["high"].get<double>() ==
            Approx(std::string(name) == "mean" ? std::min(1.0, high) : high).epsilon(1e-9));
    }
  }
  CHECK(plane["lines"] == "medians");
  CHECK(plane["meanLine"].get<double>() == Approx(golden["mean_line"].get<double>()));
  CHECK(plane["varianceLine"].get<double>() == Approx(golden["variance_line"].get<double>()));
  REQUIRE(plane["differences"].size() == golden["differences"].size());
  for (std::size_t d = 0; d < golden["differences"].size(); ++d) {
    const Json& difference = plane["differences"][d];
    const Json& expected = golden["differences"][d];
    CHECK(difference["first"] == expected["first"]);
    CHECK(difference["second"] == expected["second"]);
    CHECK(difference["models"] == expected["models"]);
    CHECK(difference["difference"].get<double>() == Approx(expected["difference"].get<double>()).epsilon(1e-10));
    CHECK(difference["pValue"].get<double>() == Approx(expected["p"].get<double>()).epsilon(1e-8));
    CHECK(difference["adjusted"].get<double>() == Approx(expected["adjusted"].get<double>()).epsilon(1e-8));
  }
}

TEST_CASE("Plane: quadrants against fixed lines, and what is certain") {
  // Three benchmarks: fixed lines .8 and .01. Jackknife errors of the mean are s / sqrt(n), t(.975, 3) = 3.18.
  const Json plane = ask_plane(cells_of({
      {0.95, 0.95, 0.96, 0.96},  // mean .955, variance .000025: far from both lines
      {0.79, 0.80, 0.80, 0.82},  // mean .8025: even, but the interval .8025 +- .02 reaches over .8
      {0.10, 0.90, 0.20, 0.30},  // mean .375, variance .0969: uneven, varying; variance interval reaches down to 0
  }));
  CHECK(plane["lines"] == "fixed");
  CHECK(plane["meanLine"] == 0.8);
  CHECK(plane["varianceLine"] == 0.01);
  const Json& points = plane["points"];
  CHECK(points[0]["quadrant"] == "even");
  CHECK(points[0]["certain"] == true);
  CHECK(points[1]["quadrant"] == "even");
  CHECK(points[1]["certain"] == false);
  CHECK(points[2]["quadrant"] == "uneven varying");
  CHECK(points[2]["certain"] == false);
  CHECK(points[2]["varianceInterval"]["low"] == 0);
  CHECK(points[2]["items"] == 203);
  CHECK(points[2]["models"] == 4);
  CHECK(points[2]["meanAccuracy"] == 0.5);
}

TEST_CASE("Plane: the order of the cells changes nothing") {
  const Json golden = Json::parse(read_whole_file(std::string(GOLDEN_DIR) + "/study/plane.json"));
  Json cells = cells_of(golden["harmony"]);
  const Json forwards = ask_plane(cells);
  std::reverse(cells.begin(), cells.end());
  CHECK(ask_plane(cells) == forwards);
}

TEST_CASE("Plane: edge cases give numbers, null or a reason") {
  CHECK(ask_plane(Json::array())["points"].empty());
  // Without any HARMONY, with one, with equal ones; constant differences have no spread to be tested against.
  Json cells = cells_of({{0.5, 0.5, 0.5, 0.5}, {0.7, 0.7, 0.7, 0.7}, {0.3}});
  cells.push_back({{"benchmark", 3}, {"model", 0}, {"harmony", nullptr}, {"accuracy", nullptr}, {"items", 10}});
  const Json plane = ask_plane(cells);
  CHECK(plane["points"][0]["variance"] == 0);
  CHECK(plane["points"][0]["meanError"] == 0);
  CHECK(plane["points"][0]["quadrant"] == "uneven");
  CHECK(plane["points"][0]["certain"] == true);
  CHECK(plane["points"][2]["meanHarmony"] == 0.3);
  CHECK(plane["points"][2]["reason"] ==
        "A variance over models needs at least 3 models with a HARMONY; this benchmark has 1.");
  CHECK(plane["points"][3]["meanHarmony"].is_null());
  CHECK(plane["points"][3]["meanAccuracy"].is_null());
  CHECK(plane["points"][3]["reason"] == "No model has a HARMONY on this benchmark.");
  REQUIRE(plane["differences"].size() == 1);
  CHECK(plane["differences"][0]["difference"].get<double>() == Approx(-0.2));
  CHECK(plane["differences"][0]["pValue"].is_null());
  CHECK(plane["differences"][0]["adjusted"].is_null());
}

TEST_CASE("Plane: parameters that are wrong are named") {
  const Dataset dataset = dataset_of(1, 1);
  for (const char* text :
       {"", "[]", "{}", R"({"cells": 3})", R"({"cells": [1]})", R"({"cells": [{"benchmark": 1, "model": 0}]})",
        R"({"cells": [{"benchmark": 0, "model": -1}]})", R"({"cells": [{"benchmark": 0, "model": 0, "harmony": 2}]})",
        R"({"cells": [{"benchmark": 0, "model": 0, "harmony": "x"}]})",
        R"({"cells": [{"benchmark": 0, "model": 0}, {"benchmark": 0, "model": 0}]})"}) {
    const Error error = refused_text("plane", dataset, text);
    CHECK(error.code == ErrorCode::invalid_argument);
    CHECK_FALSE(error.message.empty());
  }
}
