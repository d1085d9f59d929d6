#include "irt/measures.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/item_directions.hpp"
#include "irt/item_levels.hpp"
#include "irt/rotation.hpp"
#include "irt/simulated_responses.hpp"
#include "stats/agreement.hpp"

using namespace harmonograph;

namespace {

/// Benchmarks of the given sizes; every item has a topic ("even" or "odd") and a serial number.
Dataset dataset_of(const std::vector<std::size_t>& sizes, std::size_t models) {
  Dataset dataset;
  for (std::size_t m = 0; m < models; ++m) dataset.models.push_back({"model " + std::to_string(m), {}});
  for (std::size_t b = 0; b < sizes.size(); ++b) {
    Benchmark benchmark;
    benchmark.name = "benchmark " + std::to_string(b);
    benchmark.attributes = {{"topic", {}}, {"serial", {}}};
    for (std::size_t i = 0; i < sizes[b]; ++i) {
      benchmark.item_ids.push_back(std::to_string(i));
      benchmark.attributes[0].values.push_back(i % 2 == 0 ? "even" : "odd");
      benchmark.attributes[1].values.push_back(std::to_string(b) + "/" + std::to_string(i));
    }
    benchmark.scores = Matrix(models, sizes[b], std::nan(""));
    dataset.benchmarks.push_back(benchmark);
  }
  return dataset;
}

ResponseSet set_of(const Dataset& dataset, ResponseData responses) {
  ResponseSet set;
  for (std::size_t m = 0; m < responses.models(); ++m) set.models.push_back(static_cast<std::uint32_t>(m));
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    for (std::size_t i = 0; i < dataset.benchmarks[b].item_ids.size(); ++i) {
      set.items.push_back({static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(i)});
    }
  }
  set.responses = std::move(responses);
  return set;
}

/// Directions in degrees, one an item, lengths about 1.5: a fit whose items were estimated from 60 models.
ItemResponseFit fit_pointing(const std::vector<double>& angles, std::size_t models, Random& random,
                             ResponseData& responses) {
  Matrix slopes(angles.size(), 2);
  std::vector<double> intercepts(angles.size());
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double length = 1.5 * std::exp(0.3 * random.normal());
    slopes(i, 0) = length * std::cos(angles[i] / 57.29577951308232);
    slopes(i, 1) = length * std::sin(angles[i] / 57.29577951308232);
    intercepts[i] = random.normal();
  }
  auto fit = testing::fit_of(slopes, intercepts, testing::normal_abilities(models, 2, random));
  responses = testing::simulate(fit, random);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(3);
  for (std::size_t i = 0; i < angles.size(); ++i) {
    mean(0) += slopes(i, 0) / static_cast<double>(angles.size());
    mean(1) += slopes(i, 1) / static_cast<double>(angles.size());
  }
  testing::refit_items(responses, fit, mean, Eigen::Vector3d(0.8, 0.8, 1).asDiagonal());
  return fit;
}

}  // namespace

TEST_CASE("benchmarks load on the dimension that they measure") {
  Random random(41);
  std::vector<double> angles(200, 0);
  std::fill(angles.begin() + 100, angles.end(), 90);
  ResponseData responses;
  const auto fit = fit_pointing(angles, 60, random, responses);
  const Dataset dataset = dataset_of({100, 100}, 60);
  const ResponseSet set = set_of(dataset, responses);
  const auto measures = measure_groups(dataset, set, fit, "benchmark");
  REQUIRE(measures.ok());
  REQUIRE(measures->groups.size() == 2);
  const MeasuredGroup& first = measures->groups[0];
  CHECK(first.items == 100);
  CHECK(first.models == 60);
  CHECK(first.loadings[0].correlation.value > 0.9);
  CHECK(first.loadings[0].adjusted_p < 1e-6);
  CHECK(first.stronger == 0);
  CHECK(first.stronger_p < 1e-6);
  CHECK(first.angle < 15);
  CHECK(first.mix.empty());
  CHECK(measures->groups[1].stronger == 1);
  CHECK(measures->groups[1].angle == Approx(90).margin(15));
  CHECK(measures->levels == std::vector<std::string>{"benchmark", "attribute:topic"});
  CHECK(measures->compass.size() == 2);
  // The topic cuts across: both dimensions measure it alike.
  const auto by_topic = measure_groups(dataset, set, fit, "attribute:topic");
  REQUIRE(by_topic.ok());
  CHECK(by_topic->groups[0].name == "even");
  CHECK(by_topic->groups[0].benchmark == -1);
  CHECK(by_topic->groups[0].stronger == -1);
  const auto json = nlohmann::json::parse(to_json(*measures));
  CHECK(json["groups"][0]["loadings"][1].contains("adjustedP"));
  CHECK(json["groups"][0]["mix"].is_null());
  CHECK(json["compass"][1]["items"].size() == 100);
  CHECK(measure_groups(dataset, set, fit, "attribute:absent").error().code == ErrorCode::not_found);
  CHECK(measure_groups(dataset, set, fit, "family").error().code == ErrorCode::invalid_argument);
}

TEST_CASE("a mixture of two directions is found, with what is typical of each; one direction is not split") {
  Random random(42);
  std::size_t false_mixes = 0;
  std::size_t true_mixes = 0;
  for (int replicate = 0; replicate < 5; ++replicate) {
    std::vector<double> angles(300, 30);
    for (std::size_t i = 100; i < 200; ++i) angles[i] = 45 + 20 * random.normal();  // one way, with a spread
    for (std::size_t i = 200; i < 300; ++i) angles[i] = i % 2 == 0 ? 5.0 : 85.0;    // even and odd items differ
    ResponseData responses;
    const auto fit = fit_pointing(angles, 60, random, responses);
    const Dataset dataset = dataset_of({100, 100, 100}, 60);
    const auto measures = measure_groups(dataset, set_of(dataset, responses), fit, "benchmark", 7);
    REQUIRE(measures.ok());
    false_mixes += measures->groups[0].mix.empty() ? 0U : 1U;
    false_mixes += measures->groups[1].mix.empty() ? 0U : 1U;
    if (measures->groups[2].mix.empty()) continue;
    ++true_mixes;
    CHECK(measures->groups[2].mix_angle == Approx(80).margin(20));
    for (const MixedGroup& part : measures->groups[2].mix) {
      REQUIRE_FALSE(part.typical.empty());
      CHECK(part.typical.front().find("topic: ") == 0);
    }
  }
  CHECK(false_mixes == 0);
  CHECK(true_mixes >= 4);
}

TEST_CASE("items that point away, tell nothing, or are negative are counted") {
  Random random(43);
  std::vector<double> angles(100, 20);
  for (std::size_t i = 0; i < 6; ++i) angles[i] = 200;
  ResponseData responses;
  auto fit = fit_pointing(angles, 100, random, responses);
  for (std::size_t item = 50; item < 54; ++item) {
    for (std::size_t model = 0; model < 100; ++model) responses.set(model, item, 1);  // everybody is right
  }
  const Dataset dataset = dataset_of({100}, 100);
  const auto measures = measure_groups(dataset, set_of(dataset, responses), fit, "benchmark");
  REQUIRE(measures.ok());
  CHECK(measures->groups[0].away == 6);
  CHECK(measures->groups[0].negative == 6);
  CHECK(measures->groups[0].no_information >= 4);
  CHECK(measures->groups[0].no_information <= 12);
  CHECK(measures->groups[0].angle == Approx(20).margin(6));
}

TEST_CASE("angles do not depend on the rotation") {
  Random random(44);
  std::vector<double> angles(120);
  for (std::size_t i = 0; i < 120; ++i) angles[i] = i % 2 == 0 ? 10 : 70;
  ResponseData responses;
  auto fit = fit_pointing(angles, 60, random, responses);
  const ItemDirections before(fit);
  const double angle = ItemDirections::angle_between(before.slope(0), before.slope(1));
  REQUIRE(rotate_fit(fit, {}).ok());
  CHECK(std::abs(fit.ability_correlations(0, 1)) > 0.2);  // 60 degrees apart: cos 60 = .5
  const ItemDirections after(fit);
  CHECK(ItemDirections::angle_between(after.slope(0), after.slope(1)) == Approx(angle).epsilon(1e-9));
}

TEST_CASE("groups of directions over all items") {
  Random random(45);
  std::vector<double> angles(300);
  std::vector<std::uint32_t> truth(300);
  for (std::size_t i = 0; i < 300; ++i) {
    truth[i] = i % 5 < 2 ? 0 : (i % 5 < 4 ? 1 : 2);
    angles[i] = 5 + 80.0 * truth[i] / 2.0 * 2;  // 5, 85, 165 degrees
  }
  ResponseData responses;
  const auto fit = fit_pointing(angles, 100, random, responses);
  const auto groups = direction_groups(fit, {});
  REQUIRE(groups.ok());
  CHECK(groups->k == 3);
  CHECK(adjusted_rand_index(groups->labels, truth) > 0.9);
  CHECK(groups->silhouettes.size() == 9);
  // The same seed, the same labels.
  CHECK(direction_groups(fit, {})->labels == groups->labels);
  const auto one = testing::random_items(10, testing::normal_abilities(5, 1, random), random);
  CHECK(direction_groups(one, {}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("one dimension, and groups too small for anything") {
  Random random(46);
  auto fit = testing::random_items(12, testing::normal_abilities(2, 1, random), random);
  const Dataset dataset = dataset_of({11, 1}, 2);
  const ResponseSet set = set_of(dataset, testing::simulate(fit, random));
  const auto measures = measure_groups(dataset, set, fit, "benchmark");
  REQUIRE(measures.ok());
  CHECK(measures->groups[0].direction.empty());
  CHECK(measures->groups[0].stronger == -1);
  CHECK(measures->compass.empty());
  CHECK(to_json(*measures).find("nan") == std::string::npos);
}
