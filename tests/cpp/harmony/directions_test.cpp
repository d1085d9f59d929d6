// Partitions by directions of discrimination: recovered where they are known, refused where they cannot be found, and
// shown like any other partition; and all partitions side by side.
#include <catch2/catch.hpp>
#include <cmath>

#include "harmony/angle_affinity.hpp"
#include "harmony/available_partitions.hpp"
#include "harmony/partition_sources.hpp"
#include "irt/response_simulation.hpp"
#include "run_job.hpp"
#include "stats/agreement.hpp"

using namespace harmonograph;
using harmonograph::testing::finish;

namespace {

/// Responses from two abilities, each item with one of them only (direction_spread 0), as a data set with one benchmark
/// and the column "ability"; every tenth item has an empty value there.
struct Simulated {
  Dataset dataset;
  std::vector<std::uint32_t> axes;
};

Simulated two_abilities(std::size_t models, std::size_t items) {
  SimulationOptions options;
  options.models = models;
  options.items = items;
  options.dimensions = 2;
  options.discrimination_median = 2;
  options.discrimination_spread = 0.2;
  options.direction_spread = 0;
  options.difficulty_spread = 0.7;
  options.seed = 7;
  const auto drawn = simulate_responses(options);
  REQUIRE(drawn.ok());
  Simulated simulated;
  simulated.axes = drawn->axes;
  Benchmark benchmark;
  benchmark.name = "two abilities";
  benchmark.scores = Matrix(models, items, missing);
  benchmark.attributes.push_back({"ability", {}});
  for (std::size_t m = 0; m < models; ++m) {
    simulated.dataset.models.push_back({"model " + std::to_string(m + 1), {}});
    benchmark.choices.emplace_back();
    for (std::size_t i = 0; i < items; ++i) benchmark.scores(m, i) = static_cast<double>(drawn->responses.at(m, i));
  }
  for (std::size_t i = 0; i < items; ++i) {
    benchmark.item_ids.push_back("item " + std::to_string(i + 1));
    benchmark.option_counts.push_back(0);
    benchmark.keys.push_back(-1);
    benchmark.attributes[0].values.push_back(i % 10 == 9 ? "" : drawn->axes[i] == 0 ? "first" : "second");
  }
  simulated.dataset.benchmarks.push_back(std::move(benchmark));
  return simulated;
}

AnalysisParameters by_directions() {
  AnalysisParameters parameters;
  parameters.partition = PartitionSource::directions;
  parameters.null_draws = 99;
  parameters.bootstrap_draws = 99;
  return parameters;
}

}  // namespace

TEST_CASE("two abilities are found again in the directions of the items") {
  const Simulated simulated = two_abilities(60, 200);
  Dataset dataset = simulated.dataset;
  // The analysed model has no score on three items: they are left out of its subdomains, not of the fit.
  for (const std::size_t item : {4, 50, 199}) dataset.benchmarks[0].scores(3, item) = missing;
  auto cache = std::make_shared<AnalysisCache>();
  auto job = HarmonyAnalysis::create(dataset, 0, 3, by_directions(), cache);
  REQUIRE(job.ok());
  finish(**job);
  const HarmonyResult result = (*job)->take_result();

  CHECK(result.k == 2);
  CHECK(result.k_chosen_by == "silhouette");
  CHECK(result.items == 197);
  CHECK(result.items_left_out == 3);
  std::vector<std::uint32_t> truth;
  for (const std::size_t item : result.used_items) truth.push_back(simulated.axes[item]);
  CHECK(adjusted_rand_index(result.labels, truth) >= 0.9);

  // Everything that other partitions show.
  REQUIRE(result.harmony.has_value());
  CHECK((*result.harmony > 0 && *result.harmony <= 1));
  REQUIRE(result.null_distribution.has_value());
  REQUIRE(result.bootstrap.has_value());
  CHECK(result.bootstrap->kind == BootstrapKind::within);
  CHECK(result.silhouette_curve.size() == 19);
  REQUIRE(result.stability.has_value());
  CHECK(result.stability->over_halves);
  CHECK(result.stability->seeds == 5);
  CHECK(result.stability->adjusted_rand > 0.7);
  CHECK(result.stability->adjusted_rand <= 1);
  REQUIRE(result.similarity.has_value());
  CHECK(result.similarity->path == "angles");
  REQUIRE(result.affinity_map.has_value());
  REQUIRE(result.subdomains.size() == 2);
  for (const Subdomain& subdomain : result.subdomains) {
    CHECK(subdomain.central_items.size() == 10);
    REQUIRE(subdomain.cohesion.has_value());
    CHECK(*subdomain.cohesion > 0.9);  // (1 + cos) / 2 inside a group of parallel items
    REQUIRE(subdomain.silhouette.has_value());
    CHECK(*subdomain.silhouette > 0.5);
  }
  CHECK(result.other_models.size() == 60);
  const auto row = std::find_if(result.audit.rows.begin(), result.audit.rows.end(),
                                [](const AuditRow& one) { return one.variable == "ability"; });
  REQUIRE(row != result.audit.rows.end());
  CHECK(row->adjusted_rand >= 0.9);

  // The fit is there for the next model: not one step of an estimation, and the same result as without it.
  const auto steps_with = [&](std::shared_ptr<AnalysisCache> used, std::string& text) {
    auto next = HarmonyAnalysis::create(dataset, 0, 5, by_directions(), std::move(used));
    REQUIRE(next.ok());
    bool fitted = false;
    for (;;) {
      const auto status = (*next)->step();
      REQUIRE(status.ok());
      fitted = fitted || status->stage.rfind("Abilities and slopes", 0) == 0;
      if (status->done) break;
    }
    text = to_json((*next)->take_result());
    return fitted;
  };
  std::string from_cache;
  std::string anew;
  CHECK_FALSE(steps_with(cache, from_cache));
  CHECK(steps_with(nullptr, anew));
  CHECK(from_cache == anew);
}

TEST_CASE("directions: a given k, other seeds, no tau, and no clustering of resampled items") {
  const Simulated simulated = two_abilities(30, 80);
  AnalysisParameters parameters = by_directions();
  parameters.subdomains = 3;
  parameters.dimensions = 3;
  parameters.bootstrap = BootstrapKind::reclustered;
  parameters.silhouette = SilhouetteDistance::divergence;  // there is no divergence here: the angles stand in
  parameters.detail = false;
  const HarmonyResult result = testing::analyse(simulated.dataset, 0, parameters);
  CHECK(result.k == 3);
  CHECK(result.k_chosen_by == "user");
  REQUIRE(result.bootstrap.has_value());
  CHECK(result.bootstrap->kind == BootstrapKind::within);
  CHECK_FALSE(result.stability.has_value());  // ten more fits are for whoever looks at the details

  auto sensitivity = SensitivityAnalysis::create(simulated.dataset, 0, 0, parameters);
  REQUIRE(sensitivity.ok());
  finish(**sensitivity);
  const SensitivityResult sweep = (*sensitivity)->take_result();
  CHECK(sweep.bandwidth.size() == 6);
  CHECK(sweep.tau.empty());
  CHECK(sweep.subdomains.size() == 15);  // 2 .. 80 / 5
  REQUIRE(sweep.seeds.size() == 5);
  CHECK(sweep.seeds[0].adjusted_rand == 1);
  REQUIRE(sweep.seeds[0].harmony.has_value());
  CHECK(*sweep.seeds[0].harmony == *result.harmony);
}

TEST_CASE("directions are refused, with the reason, below 10 models and below 50 items") {
  const auto refusal = [](std::size_t models, std::size_t items) {
    const Simulated simulated = two_abilities(models, items);
    const auto available = available_partitions(simulated.dataset, 0, 0);
    REQUIRE(available.ok());
    const bool offered = std::find(available->begin(), available->end(), "directions") != available->end();
    const auto job = HarmonyAnalysis::create(simulated.dataset, 0, 0, by_directions());
    CHECK(offered == job.ok());
    return job.ok() ? std::string() : job.error().message;
  };
  CHECK(refusal(10, 50).empty());
  CHECK(refusal(9, 50) ==
        "Directions of discrimination need at least 10 models with scores on \"two abilities\"; there are 9.");
  CHECK(refusal(10, 49) ==
        "Directions of discrimination need at least 50 items with scores; \"two abilities\" has 49.");
}

TEST_CASE("directions of models that all answer alike, or nearly so, end in finite numbers or a refusal") {
  Simulated simulated = two_abilities(12, 60);
  Matrix& scores = simulated.dataset.benchmarks[0].scores;
  for (std::size_t m = 1; m < 12; ++m) {
    for (std::size_t i = 0; i < 60; ++i) scores(m, i) = scores(0, i);
  }
  const HarmonyResult alike = testing::analyse(simulated.dataset, 0, by_directions());
  for (const Subdomain& subdomain : alike.subdomains) CHECK(std::isfinite(subdomain.accuracy));
  if (alike.harmony) CHECK(std::isfinite(*alike.harmony));

  for (std::size_t m = 0; m < 12; ++m) {
    for (std::size_t i = 0; i < 60; ++i) scores(m, i) = 1;
  }
  const auto available = available_partitions(simulated.dataset, 0, 0);
  REQUIRE(available.ok());
  CHECK(*available == std::vector<std::string>{"attribute:ability"});
  auto job = HarmonyAnalysis::create(simulated.dataset, 0, 0, by_directions());
  REQUIRE(job.ok());
  const auto status = (*job)->step();
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == ErrorCode::all_scores_equal);
}

TEST_CASE("the similarity by angle adds up as the sum over pairs") {
  Matrix vectors(5, 2);
  const double values[5][2] = {{2, 0}, {0, 3}, {1, 1}, {-1, 0}, {0, 0}};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t d = 0; d < 2; ++d) vectors(i, d) = values[i][d];
  }
  const AngleAffinity affinity(vectors);
  // By hand: (1 + cos) / 2 with cos 0, cos 45 degrees, cos 180 degrees, and 0 for the vector of zeros.
  const double diagonal = (1 + std::sqrt(0.5)) / 2;
  const double opposite = (1 - std::sqrt(0.5)) / 2;
  const double expected[5][5] = {{0, 0.5, diagonal, 0, 0.5},
                                 {0.5, 0, diagonal, 0.5, 0.5},
                                 {diagonal, diagonal, 0, opposite, 0.5},
                                 {0, 0.5, opposite, 0, 0.5},
                                 {0.5, 0.5, 0.5, 0.5, 0}};
  const std::vector<Labeling> labelings{{{0, 1, 0, 1, 0}, 2}};
  std::vector<Matrix> sums{Matrix(5, 2)};
  affinity.add_group_sums(0, labelings, sums);
  Matrix x(5, 1);
  for (std::size_t i = 0; i < 5; ++i) x(i, 0) = static_cast<double>(i) - 1.5;
  Matrix product(5, 1);
  affinity.add_product(0, x, product);
  for (std::size_t i = 0; i < 5; ++i) {
    double group[2] = {0, 0};
    double along = 0;
    for (std::size_t j = 0; j < 5; ++j) {
      group[labelings[0].labels[j]] += expected[i][j];
      along += expected[i][j] * x(j, 0);
    }
    CHECK(sums[0](i, 0) == Approx(group[0]).margin(1e-12));
    CHECK(sums[0](i, 1) == Approx(group[1]).margin(1e-12));
    CHECK(product(i, 0) == Approx(along).margin(1e-12));
    CHECK(affinity.degrees()[i] == Approx(group[0] + group[1]).margin(1e-12));
  }
}

TEST_CASE("every partition that the data allow stands in one table") {
  Simulated simulated = two_abilities(40, 100);
  Benchmark& benchmark = simulated.dataset.benchmarks[0];
  // A column with 51 values is a label to compare with, but no partition of the table.
  benchmark.attributes.push_back({"many", {}});
  for (std::size_t i = 0; i < 100; ++i) benchmark.attributes[1].values.push_back("v" + std::to_string(i % 51));
  // A column that cannot be: it is not offered at all.
  benchmark.attributes.push_back({"one", std::vector<std::string>(100, "same")});
  AnalysisParameters parameters;
  parameters.null_draws = 99;
  parameters.detail = true;
  auto job = PartitionSources::create(simulated.dataset, 0, 0, parameters);
  REQUIRE(job.ok());
  finish(**job);
  const PartitionSourcesResult result = (*job)->take_result();
  REQUIRE(result.partitions.size() == 3);

  const ComparedPartition& responses = result.partitions[0];
  CHECK(responses.parameters.partition == PartitionSource::responses);
  REQUIRE(responses.stability.has_value());
  CHECK(responses.stability->models == 40);
  CHECK(responses.stability->splits == 5);

  const ComparedPartition& directions = result.partitions[1];
  CHECK(directions.parameters.partition == PartitionSource::directions);
  CHECK_FALSE(directions.error.has_value());
  CHECK(directions.k == 2);
  CHECK(directions.items == 100);
  CHECK(directions.null_p_value.has_value());
  REQUIRE(directions.best_label.has_value());
  CHECK(directions.best_label->variable == "ability");
  CHECK(directions.best_label->adjusted_rand > 0.8);
  CHECK(directions.best_label->baseline < 0.1);
  REQUIRE(directions.best_artefact.has_value());
  CHECK(directions.best_artefact->variable == "difficulty quartile");
  REQUIRE(directions.stability.has_value());
  CHECK(directions.stability->adjusted_rand > 0.5);

  const ComparedPartition& column = result.partitions[2];
  CHECK(column.parameters.attribute == "ability");
  CHECK(column.k == 2);
  CHECK(column.items == 90);
  CHECK_FALSE(column.stability.has_value());
  CHECK_FALSE(column.stability_reason.empty());
  for (const AuditRow& row : column.agreement) CHECK(row.variable != "ability");

  // The same numbers as the analysis of that partition gives.
  AnalysisParameters alone = by_directions();
  const HarmonyResult analysis = testing::analyse(simulated.dataset, 0, alone);
  REQUIRE(directions.harmony.has_value());
  CHECK(*directions.harmony == *analysis.harmony);
  CHECK(*directions.null_p_value == analysis.null_distribution->p_value);
  CHECK(directions.stability->adjusted_rand == analysis.stability->adjusted_rand);
}

TEST_CASE("too few models for two halves is said, not guessed") {
  const Simulated simulated = two_abilities(5, 60);
  AnalysisParameters parameters;
  parameters.null_draws = 0;
  auto job = PartitionSources::create(simulated.dataset, 0, 0, parameters);
  REQUIRE(job.ok());
  finish(**job);
  const PartitionSourcesResult result = (*job)->take_result();
  REQUIRE(result.partitions.size() == 2);
  CHECK_FALSE(result.partitions[0].stability.has_value());
  CHECK(result.partitions[0].stability_reason == "Needs at least 6 models to be split into two halves; there are 5.");
  CHECK_FALSE(result.partitions[0].null_p_value.has_value());
}
