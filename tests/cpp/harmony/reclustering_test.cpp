// The bootstrap that clusters every draw anew, beside the one that keeps the partition.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "harmony/resampling.hpp"
#include "run_job.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

Dataset dataset_with(Matrix probabilities, std::vector<double> scores) {
  Dataset dataset;
  dataset.models.push_back({"model", {}});
  Benchmark benchmark;
  benchmark.name = "small";
  benchmark.scores = Matrix(1, scores.size());
  benchmark.attributes.push_back({"half", {}});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    benchmark.scores(0, i) = scores[i];
    benchmark.item_ids.push_back("item " + std::to_string(i));
    benchmark.option_counts.push_back(static_cast<std::uint32_t>(probabilities.columns()));
    benchmark.keys.push_back(-1);
    benchmark.attributes[0].values.push_back(i % 2 == 0 ? "even" : "odd");
  }
  benchmark.choices.push_back({{"p", ChoiceKind::probability, std::move(probabilities)}});
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

/// Three groups of distributions that nobody can mistake, with accuracies .9, .7 and .5.
Dataset separated() {
  constexpr std::size_t items = 150;
  Random random(11);
  Matrix probabilities(items, 3);
  std::vector<double> scores;
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t group = i / 50;
    for (std::size_t c = 0; c < 3; ++c) probabilities(i, c) = c == group ? 0.96 : 0.02;
    probabilities(i, group) += 0.01 * random.uniform();
    scores.push_back(random.uniform() < 0.9 - 0.2 * static_cast<double>(group) ? 1 : 0);
  }
  return dataset_with(std::move(probabilities), std::move(scores));
}

/// Distributions spread evenly over the simplex: any split is arbitrary. The score is one of the probabilities, so that
/// within a kept subdomain hardly anything varies: what varies is where the borders fall.
Dataset without_structure() {
  constexpr std::size_t items = 200;
  Random random(12);
  Matrix probabilities(items, 4);
  std::vector<double> scores;
  for (std::size_t i = 0; i < items; ++i) {
    const auto p = random.dirichlet(std::vector<double>(4, 1.0));
    for (std::size_t c = 0; c < 4; ++c) probabilities(i, c) = p[c];
    scores.push_back(p[0]);
  }
  return dataset_with(std::move(probabilities), std::move(scores));
}

HarmonyResult with_bootstrap(const Dataset& dataset, BootstrapKind kind, std::uint32_t k = 0) {
  AnalysisParameters parameters = quick();
  parameters.bootstrap = kind;
  parameters.bootstrap_draws = 99;
  parameters.starts = 10;
  parameters.subdomains = k;
  return analyse(dataset, 0, parameters);
}

}  // namespace

TEST_CASE("on separated clusters, clustering anew gives about the interval of the kept partition") {
  const Dataset dataset = separated();
  const HarmonyResult within = with_bootstrap(dataset, BootstrapKind::within);
  const HarmonyResult reclustered = with_bootstrap(dataset, BootstrapKind::reclustered);
  REQUIRE(within.k == 3);
  REQUIRE(reclustered.k == 3);
  CHECK(within.bootstrap->kind == BootstrapKind::within);
  CHECK(reclustered.bootstrap->kind == BootstrapKind::reclustered);
  CHECK(reclustered.bootstrap->draws == 99);
  // Drawing from all items moves the sizes a little too; the percentiles are of 99 draws.
  CHECK(reclustered.bootstrap->low == Approx(within.bootstrap->low).margin(0.08));
  CHECK(reclustered.bootstrap->high == Approx(within.bootstrap->high).margin(0.03));
  CHECK(reclustered.bootstrap->sd / within.bootstrap->sd > 0.6);
  CHECK(reclustered.bootstrap->sd / within.bootstrap->sd < 1.6);
}

TEST_CASE("without structure, the interval with re-clustering is the wider one") {
  const Dataset dataset = without_structure();
  const HarmonyResult within = with_bootstrap(dataset, BootstrapKind::within, 5);
  const HarmonyResult reclustered = with_bootstrap(dataset, BootstrapKind::reclustered, 5);
  CHECK(*within.harmony == *reclustered.harmony);
  CHECK(reclustered.bootstrap->high - reclustered.bootstrap->low > within.bootstrap->high - within.bootstrap->low);
  CHECK(reclustered.bootstrap->sd > within.bootstrap->sd);
}

TEST_CASE("re-clustered draws: the same every time, one by one or after a Cancel") {
  const Dataset dataset = without_structure();
  AnalysisParameters parameters = quick();
  parameters.detail = true;
  parameters.starts = 5;
  parameters.subdomains = 4;
  parameters.bootstrap = BootstrapKind::reclustered;
  parameters.bootstrap_draws = 12;
  const std::string expected = to_json(analyse(dataset, 0, parameters));
  CHECK(to_json(analyse(dataset, 0, parameters)) == expected);
  CHECK(nlohmann::json::parse(expected)["bootstrap"]["kind"] == "reclustered");

  const auto cache = std::make_shared<AnalysisCache>();
  {
    auto cancelled = HarmonyAnalysis::create(dataset, 0, 0, parameters, cache);
    REQUIRE(cancelled.ok());
    for (std::string stage; stage != "Re-clustered draw 7 of 12";) {
      const auto status = (*cancelled)->step();
      REQUIRE(status.ok());
      REQUIRE_FALSE(status->done);
      stage = status->stage;
    }
  }
  auto again = HarmonyAnalysis::create(dataset, 0, 0, parameters, cache);
  REQUIRE(again.ok());
  const auto first = (*again)->step();
  REQUIRE(first.ok());
  CHECK(first->stage == "Re-clustered draw 7 of 12");
  finish(**again);
  CHECK(to_json((*again)->take_result()) == expected);
}

TEST_CASE("a draw keeps its own sizes and scores") {
  const Dataset dataset = separated();
  const auto input = prepare_analysis(dataset, 0, 0, {});
  REQUIRE(input.ok());
  AnalysisParameters parameters;
  parameters.starts = 3;
  const auto draw = [&](std::uint64_t number) {
    auto job = ReclusteredDraw::create(*input->features, input->scores, 3, parameters, number);
    REQUIRE(job.ok());
    finish(**job);
    return (*job)->take_result();
  };
  const SubdomainScores one = draw(0);
  REQUIRE(one.weights.size() == 3);
  double total = 0;
  for (const double weight : one.weights) {
    total += weight;
    // 50 of 150 expected, binomial standard deviation 5.8.
    CHECK(weight * 150 == Approx(50).margin(4 * 5.8));
  }
  CHECK(total == Approx(1));
  CHECK(draw(1).weights != one.weights);
  CHECK(draw(0).weights == one.weights);
}

TEST_CASE("a partition by a column is not clustered anew, and says so") {
  AnalysisParameters parameters;
  parameters.partition = PartitionSource::attribute;
  parameters.attribute = "half";
  parameters.bootstrap = BootstrapKind::reclustered;
  parameters.bootstrap_draws = 20;
  const HarmonyResult result = analyse(separated(), 0, parameters);
  REQUIRE(result.bootstrap);
  CHECK(result.bootstrap->kind == BootstrapKind::within);
  CHECK(result.bootstrap->draws == 20);
}
