#include "irt/response_data.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "irt/rank_intervals.hpp"

using namespace harmonograph;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Benchmark benchmark(const std::string& name, const std::vector<std::vector<double>>& scores) {
  Benchmark made;
  made.name = name;
  made.scores = Matrix(scores.size(), scores.front().size());
  for (std::size_t m = 0; m < scores.size(); ++m) {
    for (std::size_t i = 0; i < scores[m].size(); ++i) made.scores(m, i) = scores[m][i];
  }
  for (std::size_t i = 0; i < scores.front().size(); ++i) made.item_ids.push_back(name + std::to_string(i));
  return made;
}

Dataset two_benchmarks() {
  Dataset dataset;
  for (const char* name : {"a", "b", "c", "d"}) dataset.models.push_back({name, {}});
  dataset.benchmarks.push_back(benchmark("x", {{1, 0, none}, {1, 0, none}, {0, .5, none}, {none, none, none}}));
  dataset.benchmarks.push_back(benchmark("y", {{1, 3}, {1, none}, {0, 1}, {none, none}}));
  return dataset;
}

}  // namespace

TEST_CASE("Responses of several benchmarks stand side by side; what is left out is counted") {
  auto set = collect_responses(two_benchmarks(), {}, false);
  REQUIRE(set);
  CHECK(set->models == std::vector<std::uint32_t>{0, 1, 2});
  REQUIRE(set->items.size() == 4);
  CHECK(set->items[2].benchmark == 1);
  CHECK(set->responses.at(2, 1) == .5F);
  CHECK_FALSE(set->responses.observed(0, 3));  // a score of 3
  CHECK(set->responses.observed_count() == 10);
  CHECK_FALSE(set->responses.binary());
  REQUIRE(set->notes.size() == 3);
  CHECK(set->notes[0].code == "items_without_score");
  CHECK(set->notes[0].count == 1);
  CHECK(set->notes[1].code == "scores_outside_unit_interval");
  CHECK(set->notes[1].count == 1);
  CHECK(set->notes[2].code == "models_without_score");
  CHECK(set->notes[2].count == 1);
}

TEST_CASE("Models with the same answers count once when that is asked for") {
  auto set = collect_responses(two_benchmarks(), {0}, true);
  REQUIRE(set);
  CHECK(set->models == std::vector<std::uint32_t>{0, 2});
  CHECK(set->notes.back().code == "identical_models");
  CHECK(set->notes.back().count == 1);
  CHECK(set->notes.back().message.find("b") != std::string::npos);

  auto all = collect_responses(two_benchmarks(), {0}, false);
  REQUIRE(all);
  CHECK(identical_models(all->responses) == std::vector<std::vector<std::uint32_t>>{{0, 1}});
}

TEST_CASE("Responses that say nothing are refused") {
  Dataset dataset = two_benchmarks();
  CHECK(collect_responses(dataset, {7}, false).error().code == ErrorCode::not_found);
  dataset.benchmarks = {benchmark("x", {{1, 1}, {1, 1}, {none, none}, {none, none}})};
  CHECK(collect_responses(dataset, {}, false).error().code == ErrorCode::all_scores_equal);
  dataset.benchmarks = {benchmark("x", {{1, 0}, {none, none}, {none, none}, {none, none}})};
  CHECK(collect_responses(dataset, {}, false).error().code == ErrorCode::too_few_models);
  dataset.benchmarks = {benchmark("x", {{none}, {none}, {none}, {none}})};
  CHECK(collect_responses(dataset, {}, false).error().code == ErrorCode::no_responses);
}

TEST_CASE("Rank intervals are as wide as the errors make them") {
  const std::vector<double> values = {3, 2, 2, -4};
  const auto sure = rank_intervals(values, std::vector<double>(4, 0), 200, 1);
  CHECK(sure[0].rank == 1);
  CHECK(sure[1].rank == 2);
  CHECK(sure[2].rank == 2);
  CHECK(sure[3].rank == 4);
  CHECK(sure[3].low == 4);
  CHECK(sure[3].high == 4);
  const auto unsure = rank_intervals(values, std::vector<double>{2, 2, 2, none}, 1000, 1);
  CHECK(unsure[0].low == 1);
  CHECK(unsure[0].high >= 3);
  CHECK(unsure[3].low >= 3);
  CHECK(unsure[3].high == 4);
}
