#include "irt/ability_estimation.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "irt/response_simulation.hpp"

using namespace harmonograph;

namespace {

std::vector<float> row_of(const ResponseData& responses, std::size_t model) {
  std::vector<float> row(responses.items());
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = responses.at(model, i);
  return row;
}

ItemResponseFit one_dimensional(const std::vector<double>& slopes, const std::vector<double>& intercepts) {
  ItemResponseFit fit;
  fit.slopes = Matrix(slopes.size(), 1);
  fit.slopes.values() = slopes;
  fit.intercepts = intercepts;
  fit.guessing.assign(slopes.size(), 0);
  fit.ability_correlations = Matrix(1, 1, 1);
  return fit;
}

bool all_finite(const AbilityEstimate& estimate) {
  for (const double value : estimate.ability) {
    if (!std::isfinite(value)) return false;
  }
  for (const double value : estimate.covariance) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the ability solves its score equation") {
  // One item, a = 1, d = 0, right: theta = 1 - sigma(theta), that is theta = .401058 (solved by hand with Newton);
  // covariance 1 / (1 + sigma (1 - sigma)) = 1 / (1 + .401058 * .598942).
  const auto estimate = estimate_ability(one_dimensional({1}, {0}), std::vector<ItemAnswer>{{0, 1.0}});
  REQUIRE(estimate.ok());
  // The mixture of two probits is within 5e-4 of the logistic function.
  CHECK(estimate->ability[0] == Approx(.401058).margin(1e-3));
  CHECK(estimate->covariance[0] == Approx(1 / (1 + .401058 * .598942)).margin(2e-3));
  CHECK(estimate->converged);
}

TEST_CASE("no answers, all right, all wrong: finite") {
  const auto fit = one_dimensional({1, 8, .2, -1, 0}, {0, 3, -2, 1, 2});
  const auto none = estimate_ability(fit, {});
  REQUIRE(none.ok());
  CHECK(none->ability[0] == 0);
  CHECK(none->covariance[0] == Approx(1));
  for (const double score : {0.0, 1.0}) {
    std::vector<ItemAnswer> answers;
    for (std::uint32_t i = 0; i < 5; ++i) answers.push_back({i, score});
    const auto estimate = estimate_ability(fit, answers);
    REQUIRE(estimate.ok());
    CHECK(all_finite(*estimate));
    CHECK(estimate->converged);
    CHECK(estimate->covariance[0] <= 1);
  }
  // Steep items far from the start, and many of them: the step must not swing over the top for ever.
  const auto steep = one_dimensional(std::vector<double>(300, 30), std::vector<double>(300, -60));
  std::vector<ItemAnswer> answers;
  for (std::uint32_t i = 0; i < 300; ++i) answers.push_back({i, i % 2 == 0 ? 1.0 : 0.0});
  const auto estimate = estimate_ability(steep, answers);
  REQUIRE(estimate.ok());
  CHECK(estimate->converged);
  CHECK(estimate->ability[0] == Approx(2).margin(.01));  // half of them right: where the curve is at one half
}

TEST_CASE("answers that do not fit the items are refused") {
  const auto fit = one_dimensional({1, 1}, {0, 0});
  CHECK(estimate_ability(fit, std::vector<ItemAnswer>{{2, 1.0}}).error().code == ErrorCode::not_found);
  CHECK(estimate_ability(fit, std::vector<ItemAnswer>{{0, 1.5}}).error().code == ErrorCode::invalid_argument);
  CHECK(estimate_ability(fit, std::vector<ItemAnswer>{{0, 1.0}, {0, 1.0}}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("abilities are recovered and their intervals cover") {
  for (const double guessing : {0.0, 0.25}) {
    for (const std::size_t items : {std::size_t{40}, std::size_t{600}}) {
      SimulationOptions options;
      options.models = 400;
      options.items = items;
      options.dimensions = 2;
      options.ability_correlation = .5;
      options.guessing = guessing;
      const auto simulated = simulate_responses(options);
      REQUIRE(simulated.ok());
      const ItemBank bank(simulated->truth);
      const Matrix precision = ability_prior_precision(simulated->truth);
      std::size_t covered = 0;
      double squares = 0;
      double expected = 0;
      for (std::size_t m = 0; m < options.models; ++m) {
        const auto estimate = estimate_ability(bank, row_of(simulated->responses, m), precision);
        REQUIRE(estimate.converged);
        for (std::size_t d = 0; d < 2; ++d) {
          const double error = estimate.ability[d] - simulated->truth.abilities(m, d);
          const double variance = estimate.covariance[packed_index(d, d)];
          covered += std::abs(error) < 1.96 * std::sqrt(variance) ? 1 : 0;
          squares += error * error;
          expected += variance;
        }
      }
      INFO("items " << items << ", guessing " << guessing << ", covered " << covered << " of 800, mean squared error "
                    << squares / 800 << " expected " << expected / 800);
      // 800 intervals at 95%: 760 with a standard deviation of 6.2. With 40 answers the normal approximation round the
      // most probable ability is known to be a little too narrow: at least 90% there.
      CHECK(covered > (items == 40 ? 720 : 735));
      CHECK(covered < 785);
      CHECK(squares / expected == Approx(1).margin(.2));
    }
  }
}

TEST_CASE("a simulation keeps to its options") {
  SimulationOptions options;
  options.models = 2000;
  options.items = 50;
  options.dimensions = 3;
  options.ability_correlation = .6;
  options.missing_share = .3;
  options.tries = 4;
  const auto simulated = simulate_responses(options);
  REQUIRE(simulated.ok());
  // 100,000 cells: the share of observed ones has a standard deviation of .0015.
  CHECK(static_cast<double>(simulated->responses.observed_count()) / 100000 == Approx(.7).margin(.006));
  CHECK_FALSE(simulated->responses.binary());
  double product = 0;
  for (std::size_t m = 0; m < options.models; ++m) {
    product += simulated->truth.abilities(m, 0) * simulated->truth.abilities(m, 2);
  }
  CHECK(product / 2000 == Approx(.6).margin(.08));
  const auto again = simulate_responses(options);
  CHECK(again->responses.at(7, 7) == simulated->responses.at(7, 7));
  options.guessing = 1;
  CHECK(simulate_responses(options).error().code == ErrorCode::invalid_argument);
}
