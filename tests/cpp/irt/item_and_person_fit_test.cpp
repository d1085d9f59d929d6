#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_fit.hpp"
#include "irt/marginal_estimator.hpp"
#include "irt/near_duplicates.hpp"
#include "irt/person_fit.hpp"
#include "irt/response_simulation.hpp"
#include "irt/simulated_responses.hpp"
#include "irt/variational_estimator.hpp"

using namespace harmonograph;

namespace {

double share_below(const std::vector<double>& values, double limit) {
  const auto count = std::count_if(values.begin(), values.end(), [&](double value) { return value < limit; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("fitted probabilities are predicted_probability, whatever the dimension") {
  Random random(1);
  for (const std::size_t dimensions : {1U, 2U, 3U}) {
    auto fit = testing::random_items(600, testing::normal_abilities(9, dimensions, random), random);
    for (std::size_t i = 0; i < fit.items(); ++i) {
      fit.guessing[i] = i % 3 == 0 ? 0.25 : 0;
      for (std::size_t d = 0; d <= dimensions; ++d) fit.item_covariances(i, packed_index(d, d)) = 0.3;
      fit.item_covariances(i, packed_index(1, 0)) = -0.1;
    }
    fit.item_covariances(17, 0) = std::nan("");  // not estimated: the curve itself
    const FittedProbabilities probabilities(fit);
    std::vector<float> p(items_per_block);
    double largest = 0;
    for (std::size_t i = 0; i < fit.items(); ++i) {
      const std::size_t model = i % 9;
      probabilities.fill(i / items_per_block, model, p.data());
      const double expected = predicted_probability(fit, i, fit.abilities.row(model));
      const double difference = std::abs(expected - static_cast<double>(p[i % items_per_block]));
      if (i == 17) {
        // The mixture replaces the logistic function also where there is no covariance (error below 5e-4).
        CHECK(difference < 6e-4);
      } else {
        largest = std::max(largest, difference);
      }
    }
    CHECK(largest < 5e-6);
  }
}

TEST_CASE("item fit keeps its level when the model is right") {
  Random random(21);
  for (const std::size_t models : {30U, 120U}) {
    auto fit = testing::random_items(800, testing::normal_abilities(models, 1, random), random);
    const ResponseData responses = testing::simulate(fit, random);
    testing::refit_items(responses, fit);
    const ItemFitStatistics statistics = item_fit(responses, fit);
    std::vector<double> tested;
    for (const double p : statistics.p_value) {
      if (!std::isnan(p)) tested.push_back(p);
    }
    INFO(models);
    CHECK(tested.size() > 300);
    // 800 items: error of the share .008.
    CHECK(share_below(tested, 0.05) == Approx(0.05).margin(0.025));
    CHECK(share_below(tested, 0.5) == Approx(0.5).margin(0.08));
  }
}

TEST_CASE("item fit finds items that do not follow a curve") {
  Random random(22);
  auto fit = testing::random_items(300, testing::normal_abilities(120, 1, random), random);
  ResponseData responses = testing::simulate(fit, random);
  // Ten items that only the middle masters.
  for (std::size_t item = 0; item < 10; ++item) {
    for (std::size_t model = 0; model < 120; ++model) {
      const double p = std::abs(fit.abilities(model, 0)) < 0.7 ? 0.9 : 0.2;
      responses.set(model, item, random.uniform() < p ? 1.0F : 0.0F);
    }
  }
  testing::refit_items(responses, fit);
  const ItemFitStatistics statistics = item_fit(responses, fit);
  for (std::size_t item = 0; item < 10; ++item) {
    CHECK(statistics.z[item] > 3);
    CHECK(statistics.p_value[item] < 0.001);
  }
}

TEST_CASE("person fit keeps its level and finds answers that do not follow") {
  Random random(23);
  auto fit = testing::random_items(1000, testing::normal_abilities(80, 1, random), random);
  ResponseData responses = testing::simulate(fit, random);
  // The last model answers the hard items, not the easy ones.
  for (std::size_t item = 0; item < 1000; ++item) responses.set(79, item, fit.intercepts[item] < 0 ? 1.0F : 0.0F);
  const auto lz = person_fit(responses, FittedProbabilities(fit));
  CHECK(lz[79] < -10);
  double sum = 0;
  double squares = 0;
  for (std::size_t model = 0; model < 79; ++model) {
    sum += lz[model];
    squares += lz[model] * lz[model];
  }
  CHECK(sum / 79 == Approx(0).margin(0.35));                 // error .11
  CHECK(std::sqrt(squares / 79) == Approx(1).margin(0.25));  // error .08
}

TEST_CASE("fit statistics of degenerate responses are finite or absent, never wrong") {
  Random random(24);
  auto fit = testing::random_items(6, testing::normal_abilities(5, 1, random), random);
  ResponseData responses(5, 6);  // one cell only
  responses.set(0, 0, 1);
  const auto lz = person_fit(responses, FittedProbabilities(fit));
  CHECK(std::isfinite(lz[0]));
  CHECK(std::isnan(lz[1]));
  for (const double z : item_fit(responses, fit).z) CHECK(std::isnan(z));
  for (std::size_t model = 0; model < 5; ++model) {
    for (std::size_t item = 0; item < 6; ++item) responses.set(model, item, item % 2 == 0 ? 1.0F : 0.0F);
  }
  for (const double value : person_fit(responses, FittedProbabilities(fit))) CHECK(std::isfinite(value));
  CHECK(near_duplicates(responses, FittedProbabilities(fit)).pairs.empty());
}

TEST_CASE("near-duplicates: copies are found, chance is not") {
  Random random(25);
  auto fit = testing::random_items(900, testing::normal_abilities(100, 1, random), random);
  ResponseData responses = testing::simulate(fit, random);
  const auto copy = [&](std::size_t from, std::size_t to, std::size_t changed) {
    for (std::size_t model = 0; model < 100; ++model) responses.set(model, to, responses.at(model, from));
    for (std::size_t model = 0; model < changed; ++model) responses.set(7 * model, to, 1 - responses.at(7 * model, to));
  };
  fit.intercepts[10] = fit.intercepts[20] = fit.intercepts[30] = 0.1;
  for (std::size_t item : {10U, 20U, 30U}) {
    for (std::size_t model = 0; model < 100; ++model) {
      const double p = testing::logistic(linear_predictor(fit, item, fit.abilities.row(model)));
      responses.set(model, item, random.uniform() < p ? 1.0F : 0.0F);
    }
  }
  copy(10, 700, 0);
  copy(20, 800, 4);
  copy(30, 850, 12);  // 88%: not near enough
  testing::refit_items(responses, fit);
  const NearDuplicates found = near_duplicates(responses, FittedProbabilities(fit));
  CHECK(found.complete);
  REQUIRE(found.pairs.size() == 2);
  CHECK(found.pairs[0].item == 10);
  CHECK(found.pairs[0].other == 700);
  CHECK(found.pairs[0].agreement == 1);
  CHECK(found.pairs[1].item == 20);
  CHECK(found.pairs[1].other == 800);
  CHECK(found.pairs[1].agreement == Approx(0.96));
}

TEST_CASE("near-duplicates among more items than are compared with one another") {
  Random random(26);
  auto fit = testing::random_items(5000, testing::normal_abilities(100, 1, random), random);
  for (double& intercept : fit.intercepts) intercept *= 0.3;  // all of middling difficulty: all are candidates
  ResponseData responses = testing::simulate(fit, random);
  for (std::size_t model = 0; model < 100; ++model) {
    responses.set(model, 4321, model % 20 == 3 ? 1 - responses.at(model, 5) : responses.at(model, 5));
  }
  fit.intercepts[4321] = fit.intercepts[5];
  fit.slopes(4321, 0) = fit.slopes(5, 0);
  const NearDuplicates found = near_duplicates(responses, FittedProbabilities(fit));
  CHECK(found.complete);
  REQUIRE(found.pairs.size() == 1);
  CHECK(found.pairs[0].item == 5);
  CHECK(found.pairs[0].other == 4321);
}

TEST_CASE("probabilities without the own answer are those of a refit without it") {
  Random random(27);
  auto fit = testing::random_items(40, testing::normal_abilities(40, 1, random), random);
  const ResponseData responses = testing::simulate(fit, random);
  testing::refit_items(responses, fit);
  const FittedProbabilities probabilities(fit);
  std::vector<float> left_out(items_per_block);
  std::vector<float> fitted(items_per_block);
  double error = 0;
  double distance = 0;
  for (const std::size_t model : {0U, 7U, 20U}) {
    ResponseData without = responses;
    for (std::size_t i = 0; i < 40; ++i) without.set(model, i, ResponseData::missing);
    ItemResponseFit refit = fit;
    testing::refit_items(without, refit);
    probabilities.fill_left_out(0, model, responses.row(0, model), left_out.data());
    probabilities.fill(0, model, fitted.data());
    for (std::size_t i = 0; i < 40; ++i) {
      const double expected = predicted_probability(refit, i, refit.abilities.row(model));
      error += std::abs(expected - static_cast<double>(left_out[i])) / 120;
      distance += std::abs(expected - static_cast<double>(fitted[i])) / 120;
    }
  }
  CHECK(error < 0.2 * distance);
  // What was not observed has nothing to be taken out.
  probabilities.fill_left_out(0, 0, std::vector<float>(items_per_block, ResponseData::missing).data(), left_out.data());
  probabilities.fill(0, 0, fitted.data());
  CHECK(left_out == fitted);
}

TEST_CASE("person fit keeps its level when the items were fitted to the same answers") {
  Random random(28);
  const auto truth = testing::random_items(2000, testing::normal_abilities(30, 1, random), random);
  const ResponseData responses = testing::simulate(truth, random);
  const auto estimated = fit_variational(responses, {});
  REQUIRE(estimated.ok());
  const ItemResponseFit& fit = *estimated;
  const auto lz = person_fit(responses, FittedProbabilities(fit));
  double sum = 0;
  double squares = 0;
  for (const double value : lz) {
    sum += value;
    squares += value * value;
  }
  CHECK(sum / 30 == Approx(0).margin(0.6));                 // error .18
  CHECK(std::sqrt(squares / 30) == Approx(1).margin(0.4));  // error .13
}

TEST_CASE("Items of short tests are not tested for fit: their own answers would make the groups") {
  SimulationOptions options;
  options.models = 200;
  options.items = 5;
  auto data = simulate_responses(options);
  REQUIRE(data);
  auto fit = fit_marginal(data->responses, {});
  REQUIRE(fit);
  const ItemFitStatistics statistics = item_fit(data->responses, *fit);
  for (const double z : statistics.z) CHECK(std::isnan(z));
}
