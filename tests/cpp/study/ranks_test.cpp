// Ranks with ties, and the noise of benchmarks. Expected numbers: tests/golden/study/comparison.json, or by hand.
#include "study/ranks.hpp"

#include <chrono>
#include <iostream>

#include "core/random.hpp"
#include "study/comparison_golden.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

void check_ranks(const Json& found, const Json& expected) {
  CHECK(found["distinguishable"] == expected["distinguishable"]);
  REQUIRE(found["models"].size() == expected["models"].size());
  for (std::size_t i = 0; i < expected["models"].size(); ++i) {
    const Json& row = found["models"][i];
    const Json& golden = expected["models"][i];
    for (const char* name : {"model", "rank", "lowestRank", "tiedWith"}) CHECK(row[name] == golden[name]);
    CHECK(row["accuracy"]["value"].get<double>() == Approx(golden["accuracy"].get<double>()));
    CHECK(row["standardError"].get<double>() == Approx(golden["standardError"].get<double>()));
  }
  REQUIRE(found["groups"].size() == expected["groups"].size());
  for (std::size_t g = 0; g < expected["groups"].size(); ++g) {
    CHECK(found["groups"][g]["first"] == expected["groups"][g][0]);
    CHECK(found["groups"][g]["last"] == expected["groups"][g][1]);
  }
}

/// Models of falling strength, a few of them twice.
Dataset simulated(std::size_t models, std::size_t items, bool graded, std::uint64_t seed) {
  Dataset dataset;
  Benchmark& benchmark = dataset.benchmarks.emplace_back();
  benchmark.name = "simulated";
  benchmark.item_ids.resize(items);
  benchmark.scores = Matrix(models, items);
  benchmark.choices.resize(models);
  for (std::size_t m = 0; m < models; ++m) {
    dataset.models.push_back({"model", {}});
    Random random(seed, m);
    const double level = 0.2 + 0.6 * static_cast<double>(m) / static_cast<double>(models);
    for (std::size_t i = 0; i < items; ++i) {
      const double drawn = random.uniform();
      benchmark.scores(m, i) = graded ? (drawn + level) / 2 : (drawn < level ? 1 : 0);
    }
  }
  return dataset;
}

double seconds_of_ranks(const Dataset& dataset) {
  const auto start = std::chrono::steady_clock::now();
  auto work = start_study("ranks", {dataset, nullptr}, R"({"benchmark": 0})");
  REQUIRE(work.ok());
  double longest = 0;
  for (bool done = false; !done;) {
    const auto before = std::chrono::steady_clock::now();
    done = (*work)->step()->done;
    longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
  }
  const std::string json = (*work)->result_json();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::cout << dataset.models.size() << " x " << dataset.benchmarks[0].item_count() << ": " << seconds
            << " s, longest step " << longest << " s, " << json.size() << " bytes\n";
  return seconds;
}

}  // namespace

TEST_CASE("ranks of 0/1 scores with missing cells, Holm and Benjamini-Hochberg") {
  const Json& golden = comparison_golden()["binary"];
  const Dataset dataset = dataset_of_rows(golden["scores"], Json::array());
  const Json by_holm = ask("ranks", dataset, {{"benchmark", 0}});
  CHECK(by_holm["correction"] == "holm");
  CHECK(by_holm["method"] == "McNemar, exact");
  CHECK(by_holm["pairs"] == 36);
  check_ranks(by_holm, golden["holm"]);
  check_ranks(ask("ranks", dataset, {{"benchmark", 0}, {"correction", "benjamini-hochberg"}}), golden["bh"]);
}

TEST_CASE("ranks of graded scores") {
  const Json& golden = comparison_golden()["graded"];
  const Json found = ask("ranks", dataset_of_rows(golden["scores"], Json::array()), {{"benchmark", 0}});
  CHECK(found["method"] == "paired t-test");
  check_ranks(found, golden["holm"]);
}

TEST_CASE("packed scores count what only one has right") {
  const Dataset dataset = simulated(5, 300, false, 3);
  Matrix scores = dataset.benchmarks[0].scores;
  Random random(9);
  for (double& score : scores.values()) {
    if (random.below(10) == 0) score = std::numeric_limits<double>::quiet_NaN();
  }
  const PackedScores packed(scores, {4, 1, 2});
  const std::size_t rows[] = {4, 1, 2};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      std::size_t first = 0;
      std::size_t second = 0;
      for (std::size_t i = 0; i < 300; ++i) {
        first += scores(rows[a], i) == 1 && scores(rows[b], i) == 0 ? 1U : 0U;
        second += scores(rows[a], i) == 0 && scores(rows[b], i) == 1 ? 1U : 0U;
      }
      CHECK(packed.discordant(a, b).first_only == first);
      CHECK(packed.discordant(a, b).second_only == second);
    }
  }
}

TEST_CASE("ranks: few models, models without scores, equal differences, and what is refused") {
  const Json one =
      ask("ranks", dataset_of_rows(Json{{1, 0, 1}, {nullptr, nullptr, nullptr}}, Json::array()), {{"benchmark", 0}});
  REQUIRE(one["models"].size() == 1);
  CHECK(one["models"][0]["rank"] == 1);
  CHECK(one["models"][0]["lowestRank"] == 1);
  CHECK(one["pairs"] == 0);
  CHECK(one["groups"] == Json{{{"first", 0}, {"last", 0}}});
  CHECK(one["leftOut"][0]["model"] == 1);
  // Always .25 better: no doubt. Never on the same item: nothing to test.
  const Json graded = ask(
      "ranks", dataset_of_rows(Json{{0.25, 0.5, 0.5, 0.75}, {0.5, 0.75, 0.75, 1}, {0.5, 0.75, 0.75, 1}}, Json::array()),
      {{"benchmark", 0}});
  CHECK(graded["distinguishable"] == 2);
  CHECK(graded["models"][2]["rank"] == 3);
  CHECK(graded["models"][0]["tiedWith"] == Json{2});
  const Json apart =
      ask("ranks", dataset_of_rows(Json{{1, 1, nullptr}, {nullptr, nullptr, 0}}, Json::array()), {{"benchmark", 0}});
  CHECK(apart["distinguishable"] == 0);
  CHECK(apart["models"][1]["standardError"].is_null());
  const Dataset empty = dataset_of_rows(Json{{nullptr, nullptr}}, Json::array());
  CHECK(refusal("ranks", empty, {{"benchmark", 0}}).code == ErrorCode::no_responses);
  CHECK(refusal("ranks", empty, {{"benchmark", 1}}).code == ErrorCode::invalid_argument);
  CHECK(refusal("ranks", empty, {{"benchmark", 0}, {"correction", "none"}}).code == ErrorCode::invalid_argument);
}

TEST_CASE("ranks: no true difference, hardly a false one") {
  // Eight equal models, 40 benchmarks: Holm finds a difference in at most 5% of benchmarks, the exact test in fewer.
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Dataset dataset = simulated(8, 200, false, seed);
    Random random(seed, 77);
    for (double& score : dataset.benchmarks[0].scores.values()) score = random.uniform() < 0.6 ? 1 : 0;
    found += ask("ranks", dataset, {{"benchmark", 0}})["distinguishable"] > 0 ? 1U : 0U;
  }
  CHECK(found <= 5);  // P(X > 5) of 40 at .05 is .014
}

TEST_CASE("ranks: ties are named up to 500") {
  const Json found = ask("ranks", simulated(510, 4, false, 1), {{"benchmark", 0}});
  CHECK(found["distinguishable"] == 0);
  for (const Json& model : found["models"]) CHECK(model["tiedWith"].size() == most_ties_named);
  CHECK(found["groups"] == Json{{{"first", 0}, {"last", 509}}});
}

TEST_CASE("time of ranks", "[.large]") {
  CHECK(seconds_of_ranks(simulated(29, 12032, false, 1)) < 1);
  CHECK(seconds_of_ranks(simulated(118, 450, false, 1)) < 1);
  CHECK(seconds_of_ranks(simulated(118, 450, true, 1)) < 1);
  CHECK(seconds_of_ranks(simulated(2001, 1075, false, 1)) < 10);
}

TEST_CASE("noise of a benchmark") {
  const Json& golden = comparison_golden()["binary"];
  Dataset dataset = dataset_of_rows(golden["scores"], Json::array());
  dataset.benchmarks.push_back(dataset.benchmarks[0]);
  dataset.benchmarks[1].scores = Matrix(9, 150, std::numeric_limits<double>::quiet_NaN());
  dataset.benchmarks.push_back(dataset.benchmarks[0]);
  dataset.benchmarks[2].scores = Matrix(9, 150, 1.0);
  const Json found = ask("noise", dataset)["benchmarks"];
  REQUIRE(found.size() == 3);
  CHECK(found[0]["models"] == 9);
  CHECK(found[0]["items"] == 150);
  CHECK(found[0]["pairs"] == 36);
  for (const char* name : {"standardError", "detectable", "detectableLargest", "withPower", "itemsForOnePoint"}) {
    CHECK(found[0][name].get<double>() == Approx(golden["noise"][name].get<double>()).epsilon(1e-9));
    CHECK(found[1][name].is_null());
  }
  CHECK(found[1]["models"] == 0);
  CHECK(found[1]["benchmark"] == 1);
  CHECK(found[2]["detectable"] == 0);
  CHECK(found[2]["itemsForOnePoint"].is_null());
  CHECK(ask("noise", Dataset{})["benchmarks"].empty());
}
