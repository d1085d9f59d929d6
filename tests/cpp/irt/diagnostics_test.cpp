#include "irt/diagnostics.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/differential_functioning.hpp"
#include "irt/simulated_responses.hpp"

using namespace harmonograph;

namespace {

struct Case {
  Dataset dataset;
  ResponseSet set;
  ItemResponseFit fit;
};

/// Two benchmarks of half the items each; responses from the fit, which is then refitted to them.
Case make_case(std::size_t models, std::size_t items, std::uint64_t seed, double observed = 1) {
  Random random(seed);
  Case each;
  each.fit = testing::random_items(items, testing::normal_abilities(models, 1, random), random);
  each.set.responses = testing::simulate(each.fit, random, observed);
  each.dataset.benchmarks.resize(2);
  for (std::size_t b = 0; b < 2; ++b) {
    each.dataset.benchmarks[b].name = "benchmark " + std::to_string(b);
    each.dataset.benchmarks[b].item_ids.resize(items / 2);
  }
  for (std::size_t m = 0; m < models; ++m) each.set.models.push_back(static_cast<std::uint32_t>(m + 3));
  for (std::size_t i = 0; i < items; ++i) {
    each.set.items.push_back({i < items / 2 ? 0U : 1U, static_cast<std::uint32_t>(i % (items / 2))});
  }
  return each;
}

/// Q3 of two items by its definition.
double q3_of(const Case& each, std::size_t a, std::size_t b) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t m = 0; m < each.fit.models(); ++m) {
    if (!each.set.responses.observed(m, a) || !each.set.responses.observed(m, b)) continue;
    const auto residual = [&](std::size_t item) {
      return static_cast<double>(each.set.responses.at(m, item)) -
             predicted_probability(each.fit, item, each.fit.abilities.row(m));
    };
    x.push_back(residual(a));
    y.push_back(residual(b));
  }
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / static_cast<double>(x.size());
    mean_y += y[i] / static_cast<double>(x.size());
  }
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return xy / std::sqrt(xx * yy);
}

}  // namespace

TEST_CASE("diagnostics find dependent items, a family of models, and what a model knows too well") {
  Case each = make_case(60, 400, 51);
  Random random(52);
  for (std::size_t m = 0; m < 60; ++m) {
    if (random.uniform() < 0.9) each.set.responses.set(m, 17, each.set.responses.at(m, 5));
  }
  each.fit.intercepts[17] = each.fit.intercepts[5] = 0;
  // Models 8 and 9 share many mistakes; model 20 has seen the second benchmark; model 31 is model 30.
  for (std::size_t i = 0; i < 400; ++i) {
    if (random.uniform() < 0.5) each.set.responses.set(9, i, each.set.responses.at(8, i));
    if (i >= 200) each.set.responses.set(20, i, 1);
    each.set.responses.set(31, i, each.set.responses.at(30, i));
  }
  for (std::size_t d = 0; d < 1; ++d) {
    each.fit.abilities(9, d) = each.fit.abilities(8, d);
    each.fit.abilities(31, d) = each.fit.abilities(30, d);
  }
  testing::refit_items(each.set.responses, each.fit);
  const auto result = diagnose(each.dataset, each.set, each.fit, "");
  REQUIRE(result.ok());
  CHECK(result->level == "benchmark");
  REQUIRE(result->local_dependence.size() == 200);
  CHECK(result->local_dependence[0].first == 5);
  CHECK(result->local_dependence[0].second == 17);
  CHECK(result->local_dependence[0].models == 60);
  for (std::size_t i = 0; i < 200; i += 20) {
    const DependentPair& pair = result->local_dependence[i];
    CHECK(pair.q3 == Approx(q3_of(each, pair.first, pair.second)).margin(1e-4));
  }
  CHECK(result->model_residuals(8, 9) > 0.3);
  CHECK(result->model_residuals(30, 31) == Approx(1).margin(1e-5));
  CHECK(std::abs(result->model_residuals(2, 3)) < 0.25);
  REQUIRE(result->identical_models.size() == 1);
  CHECK(result->identical_models[0] == std::vector<std::uint32_t>{33, 34});
  CHECK(result->residual_map(20, 1) > 0.15);
  CHECK(result->residual_z(20, 1) > 5);
  CHECK(std::abs(result->residual_z(2, 1)) < 4);
  const auto json = nlohmann::json::parse(to_json(*result));
  CHECK(json["modelResiduals"]["values"].size() == 60);
  CHECK(json["residualMap"]["groups"][1] == "benchmark 1");
  CHECK(json["localDependence"][0]["q3"].get<double>() > 0.5);
}

TEST_CASE("diagnostics with missing cells: the pairs shown are exact") {
  Case each = make_case(40, 160, 53, 0.6);
  testing::refit_items(each.set.responses, each.fit);
  const auto result = diagnose(each.dataset, each.set, each.fit, "benchmark");
  REQUIRE(result.ok());
  REQUIRE_FALSE(result->local_dependence.empty());
  for (std::size_t i = 0; i < result->local_dependence.size(); i += 25) {
    const DependentPair& pair = result->local_dependence[i];
    CHECK(pair.models >= 10);
    CHECK(pair.q3 == Approx(q3_of(each, pair.first, pair.second)).margin(1e-4));
  }
}

TEST_CASE("diagnostics of next to nothing") {
  Case each = make_case(2, 2, 54);
  const auto result = diagnose(each.dataset, each.set, each.fit, "");
  REQUIRE(result.ok());
  CHECK(result->local_dependence.empty());
  CHECK(result->items_compared == 0);
  CHECK(to_json(*result).find("nan") == std::string::npos);
  CHECK_FALSE(diagnose(each.dataset, each.set, each.fit, "attribute:x").ok());
  each.set.responses = ResponseData(2, 3);
  CHECK(diagnose(each.dataset, each.set, each.fit, "").error().code == ErrorCode::invalid_argument);
}

TEST_CASE("differential functioning keeps its level and finds what one group cannot do") {
  Case each = make_case(60, 500, 55);
  Random random(56);
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> second;
  for (std::uint32_t m = 0; m < 60; ++m) (m % 2 == 0 ? first : second).push_back(m + 3);
  // 5 items are 2 logits harder for the first group.
  for (std::size_t i = 0; i < 5; ++i) {
    each.fit.intercepts[i] = 0.5;
    for (std::size_t m = 0; m < 60; ++m) {
      const double shift = m % 2 == 0 ? -2.5 : 0;
      const double p = testing::logistic(linear_predictor(each.fit, i, each.fit.abilities.row(m)) + shift);
      each.set.responses.set(m, i, random.uniform() < p ? 1.0F : 0.0F);
    }
  }
  testing::refit_items(each.set.responses, each.fit);
  const auto result = differential_functioning(each.set, each.fit, {1, first, second});
  REQUIRE(result.ok());
  CHECK(result->tested > 450);
  std::size_t found = 0;
  std::size_t below = 0;
  for (const DifferentialItem& item : result->items) {
    if (item.position < 5) {
      found += item.z < -2.5 ? 1U : 0U;
    } else {
      below += item.p_value < 0.05 ? 1U : 0U;
    }
  }
  CHECK(found >= 4);
  CHECK(result->significant >= 2);
  CHECK(result->significant <= 8);
  // 495 true nulls: error of the share .01.
  CHECK(static_cast<double>(below) / 495 == Approx(0.05).margin(0.03));
  CHECK(nlohmann::json::parse(to_json(*result))["items"][0].contains("adjustedP"));
}

TEST_CASE("differential functioning: groups that make no sense") {
  Case each = make_case(6, 10, 57);
  CHECK(differential_functioning(each.set, each.fit, {1, {3, 4}, {4, 5}}).error().code == ErrorCode::invalid_argument);
  CHECK(differential_functioning(each.set, each.fit, {1, {3, 4}, {5, 99}}).error().code == ErrorCode::not_found);
  CHECK(differential_functioning(each.set, each.fit, {1, {3}, {5, 6}}).error().code == ErrorCode::too_few_models);
  const auto parsed = parse_differential_parameters(R"({"fit": 2, "first": [1, 2], "second": [3]})");
  REQUIRE(parsed.ok());
  CHECK(parsed->first == std::vector<std::uint32_t>{1, 2});
  CHECK(parse_differential_parameters(R"({"first": [1.5], "second": []})").error().message.find("first") !=
        std::string::npos);
  CHECK_FALSE(parse_differential_parameters("[").ok());
}
