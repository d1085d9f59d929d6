#include "irt/model_comparison.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "irt/parallel_analysis.hpp"
#include "irt/simulated_responses.hpp"

using namespace harmonograph;

namespace {

ResponseSet set_of(ResponseData responses) {
  ResponseSet set;
  for (std::size_t m = 0; m < responses.models(); ++m) set.models.push_back(static_cast<std::uint32_t>(10 + m));
  for (std::size_t i = 0; i < responses.items(); ++i) set.items.push_back({0, static_cast<std::uint32_t>(i)});
  set.responses = std::move(responses);
  return set;
}

/// Posterior modes of the abilities, the items given (their uncertainty left out), one dimension.
void refit_abilities(const ResponseData& responses, ItemResponseFit& fit) {
  for (std::size_t m = 0; m < fit.models(); ++m) {
    for (int step = 0; step < 20; ++step) {
      double gradient = -fit.abilities(m, 0);
      double curvature = 1;
      for (std::size_t i = 0; i < fit.items(); ++i) {
        if (!responses.observed(m, i)) continue;
        const double p = testing::logistic(linear_predictor(fit, i, fit.abilities.row(m)));
        gradient += (static_cast<double>(responses.at(m, i)) - p) * fit.slopes(i, 0);
        curvature += p * (1 - p) * fit.slopes(i, 0) * fit.slopes(i, 0);
      }
      fit.abilities(m, 0) += gradient / curvature;
    }
  }
}

}  // namespace

TEST_CASE("ability differences of two models: 95% intervals cover") {
  Random random(31);
  const auto truth = testing::random_items(300, testing::normal_abilities(60, 1, random), random);
  const ResponseSet set = set_of(testing::simulate(truth, random));
  auto fit = truth;
  refit_abilities(set.responses, fit);
  std::size_t covered = 0;
  std::size_t pairs = 0;
  for (std::uint32_t a = 0; a < 60; ++a) {
    for (std::uint32_t b = a + 1; b < 60; b += 7) {
      const auto comparison = compare_models(set, fit, 10 + a, 10 + b, 0);
      REQUIRE(comparison.ok());
      const double true_difference = truth.abilities(a, 0) - truth.abilities(b, 0);
      const double error = comparison->ability_difference_error[0];
      covered += std::abs(comparison->ability_difference[0] - true_difference) < 1.96 * error ? 1U : 0U;
      ++pairs;
    }
  }
  const double coverage = static_cast<double>(covered) / static_cast<double>(pairs);
  INFO(coverage);
  CHECK(coverage > 0.9);
  CHECK(coverage < 0.99);
}

TEST_CASE("a model that lost one dimension differs in the tail of that dimension") {
  Random random(32);
  Matrix abilities = testing::normal_abilities(20, 2, random);
  abilities(0, 0) = abilities(1, 0) = 0.5;
  abilities(0, 1) = 1.5;
  abilities(1, 1) = -1.5;
  Matrix slopes(600, 2);
  std::vector<double> intercepts(600);
  for (std::size_t i = 0; i < 600; ++i) {
    slopes(i, 0) = 1;
    slopes(i, 1) = 2.0 * static_cast<double>(i) / 600;  // from nothing to much
    intercepts[i] = random.normal();
  }
  const auto fit = testing::fit_of(slopes, intercepts, abilities);
  const ResponseSet set = set_of(testing::simulate(fit, random));
  const auto comparison = compare_models(set, fit, 10, 11, 1);
  REQUIRE(comparison.ok());
  CHECK(comparison->items == 600);
  REQUIRE(comparison->bins.size() == 10);
  CHECK(comparison->bins.front().items == 60);
  CHECK(comparison->bins.back().first - comparison->bins.back().second > 0.5);
  CHECK(std::abs(comparison->bins.front().first - comparison->bins.front().second) < 0.25);
  CHECK(comparison->bins.back().first_interval.low > comparison->bins.back().second_interval.high);
  REQUIRE(comparison->tails.size() == 2);
  CHECK_FALSE(comparison->tails[0].high);
  CHECK(comparison->tails[1].p_value < 1e-6);
  CHECK(comparison->tails[1].cohens_d > 1);
  CHECK(comparison->tails[0].p_value > 1e-3);
  CHECK(comparison->interval.low < comparison->difference);
  const auto json = nlohmann::json::parse(to_json(*comparison));
  CHECK(json["tails"][1]["tail"] == "high");
  CHECK(json["abilityDifference"].size() == 2);
  CHECK(json["bins"][0].contains("secondInterval"));
}

TEST_CASE("comparisons that cannot be made say why") {
  Random random(33);
  auto fit = testing::random_items(5, testing::normal_abilities(3, 1, random), random);
  ResponseSet set = set_of(testing::simulate(fit, random));
  CHECK(compare_models(set, fit, 10, 10, 0).error().code == ErrorCode::invalid_argument);
  CHECK(compare_models(set, fit, 10, 11, 1).error().code == ErrorCode::invalid_argument);
  CHECK(compare_models(set, fit, 10, 99, 0).error().code == ErrorCode::not_found);
  CHECK(compare_models(set, fit, 10, 11, 0, 0.9).error().code == ErrorCode::invalid_argument);
  for (std::size_t i = 0; i < 5; ++i) set.responses.set(i % 2, i, ResponseData::missing);
  CHECK(compare_models(set, fit, 10, 11, 0).error().code == ErrorCode::no_shared_items);
  // Two models with the same answers: no difference, no t, finite intervals.
  for (std::size_t i = 0; i < 5; ++i) {
    set.responses.set(0, i, 1);
    set.responses.set(1, i, 1);
  }
  const auto equal = compare_models(set, fit, 10, 11, 0);
  REQUIRE(equal.ok());
  CHECK(equal->difference == 0);
  CHECK(equal->interval.low == 0);
  CHECK(std::isnan(equal->tails[0].t));
  CHECK(std::isfinite(equal->ability_difference_error[0]));
  CHECK(to_json(*equal).find("nan") == std::string::npos);
}

TEST_CASE("parallel analysis counts the dimensions of simulated responses") {
  Random random(34);
  for (const std::size_t dimensions : {1U, 2U, 3U}) {
    const Matrix abilities = testing::normal_abilities(80, dimensions, random);
    Matrix slopes(900, dimensions, 0);
    std::vector<double> intercepts(900);
    for (std::size_t i = 0; i < 900; ++i) {
      slopes(i, i % dimensions) = 1.5;
      intercepts[i] = random.normal();
    }
    const ResponseData responses = testing::simulate(testing::fit_of(slopes, intercepts, abilities), random);
    const ParallelAnalysis analysis = parallel_analysis(responses, 20, 1);
    INFO(dimensions);
    CHECK(analysis.dimensions == dimensions);
    CHECK(analysis.items == 900);
    CHECK(analysis.parallel.size() == analysis.observed.size());
  }
}

TEST_CASE("parallel analysis: eigenvalues of the items' correlations") {
  // Items 0 and 1 are the same, item 2 is uncorrelated with them, item 3 does not vary: 2, 1, 0.
  ResponseData responses(4, 4);
  const float scores[4][4] = {{1, 1, 1, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}};
  for (std::size_t m = 0; m < 4; ++m) {
    for (std::size_t i = 0; i < 4; ++i) responses.set(m, i, scores[m][i]);
  }
  const ParallelAnalysis analysis = parallel_analysis(responses, 10, 1);
  REQUIRE(analysis.observed.size() == 3);
  CHECK(analysis.items == 3);
  CHECK(analysis.observed[0] == Approx(2));
  CHECK(analysis.observed[1] == Approx(1));
  CHECK(analysis.observed[2] == Approx(0).margin(1e-6));
  CHECK(parallel_analysis(ResponseData(3, 5), 10, 1).observed.empty());
  CHECK(parallel_analysis(ResponseData(), 10, 1).observed.empty());
}
