#include "irt/variational_estimator.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "irt/expected_logistic.hpp"
#include "irt/response_simulation.hpp"
#include "stats/correlation.hpp"

using namespace harmonograph;

namespace {

/// E sigma(eta), eta ~ N(mean, variance), by the trapezoidal rule on 4,001 points over 8 standard deviations.
double expected_logistic_by_integration(double mean, double variance) {
  const double deviation = std::sqrt(variance);
  double sum = 0;
  double weights = 0;
  for (int i = -2000; i <= 2000; ++i) {
    const double z = i / 250.0;
    const double weight = std::exp(-z * z / 2);
    sum += weight / (1 + std::exp(-(mean + deviation * z)));
    weights += weight;
  }
  return sum / weights;
}

SimulatedResponses simulated(std::size_t models, std::size_t items, std::size_t dimensions, std::uint64_t seed) {
  SimulationOptions options;
  options.models = models;
  options.items = items;
  options.dimensions = dimensions;
  options.seed = seed;
  auto responses = simulate_responses(options);
  REQUIRE(responses);
  return std::move(*responses);
}

/// Multiple correlation of each true ability with all estimated ones: rotation does not matter.
double worst_recovery(const Matrix& truth, const Matrix& estimated) {
  const auto rows = static_cast<Eigen::Index>(truth.rows());
  const auto columns = static_cast<Eigen::Index>(estimated.columns());
  Eigen::MatrixXd x(rows, columns + 1);
  for (Eigen::Index r = 0; r < rows; ++r) {
    x(r, columns) = 1;
    for (Eigen::Index c = 0; c < columns; ++c) {
      x(r, c) = estimated(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
    }
  }
  double worst = 1;
  for (std::size_t d = 0; d < truth.columns(); ++d) {
    Eigen::VectorXd y(rows);
    for (Eigen::Index r = 0; r < rows; ++r) y(r) = truth(static_cast<std::size_t>(r), d);
    const Eigen::VectorXd fitted = x * x.colPivHouseholderQr().solve(y);
    const double spread = (y.array() - y.mean()).square().sum();
    worst = std::min(worst, std::sqrt(1 - (y - fitted).squaredNorm() / spread));
  }
  return worst;
}

bool all_finite(const ItemResponseFit& fit) {
  const auto finite = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  };
  return finite(fit.slopes.values()) && finite(fit.intercepts) && finite(fit.item_covariances.values()) &&
         finite(fit.abilities.values()) && finite(fit.ability_covariances.values()) && finite(fit.history);
}

ItemResponseFit fitted(const ResponseData& responses, std::size_t dimensions) {
  VariationalOptions options;
  options.dimensions = dimensions;
  auto fit = fit_variational(responses, options);
  REQUIRE(fit);
  return std::move(*fit);
}

}  // namespace

TEST_CASE("The expected logistic function and its slope are right to the error of the probit mixture") {
  for (const double variance : {0.0, 0.1, 1.0, 4.0, 25.0}) {
    for (double mean = -8; mean <= 8; mean += 0.5) {
      const ExpectedLogistic expected = expected_logistic(static_cast<float>(mean), static_cast<float>(variance));
      CHECK(std::abs(static_cast<double>(expected.probability) - expected_logistic_by_integration(mean, variance)) <
            1e-3);
      const double step = 1e-3;
      const double slope = (expected_logistic_by_integration(mean + step, variance) -
                            expected_logistic_by_integration(mean - step, variance)) /
                           (2 * step);
      CHECK(std::abs(static_cast<double>(expected.slope) - slope) < 5e-3);
    }
  }
}

TEST_CASE("Abilities of 100 models are recovered with correlations of .98 or more, in one to three dimensions") {
  for (const std::size_t dimensions : {1U, 2U, 3U}) {
    const SimulatedResponses data = simulated(100, 500, dimensions, 7);
    const ItemResponseFit fit = fitted(data.responses, dimensions);
    CHECK(fit.converged);
    CHECK(worst_recovery(data.truth.abilities, fit.abilities) >= (dimensions == 1 ? .98 : .96));
  }
  const SimulatedResponses data = simulated(100, 2000, 2, 8);
  CHECK(worst_recovery(data.truth.abilities, fitted(data.responses, 2).abilities) >= .98);
}

TEST_CASE("Abilities are standardised and their intervals hold") {
  const SimulatedResponses data = simulated(60, 800, 1, 3);
  const ItemResponseFit fit = fitted(data.responses, 1);
  double sum = 0;
  double squares = 0;
  for (std::size_t m = 0; m < 60; ++m) {
    sum += fit.abilities(m, 0);
    squares += fit.abilities(m, 0) * fit.abilities(m, 0);
  }
  CHECK(sum == Approx(0).margin(1e-6));
  CHECK(squares / 60 == Approx(1).epsilon(1e-6));
  // The truth on the scale of the estimates.
  double mean = 0;
  double second = 0;
  for (std::size_t m = 0; m < 60; ++m) {
    mean += data.truth.abilities(m, 0) / 60;
    second += data.truth.abilities(m, 0) * data.truth.abilities(m, 0) / 60;
  }
  const double deviation = std::sqrt(second - mean * mean);
  int covered = 0;
  for (std::size_t m = 0; m < 60; ++m) {
    const double truth = (data.truth.abilities(m, 0) - mean) / deviation;
    const double error = std::sqrt(fit.ability_covariances(m, 0));
    covered += std::abs(fit.abilities(m, 0) - truth) < 1.96 * error ? 1 : 0;
  }
  CHECK(covered >= 50);  // 57 are expected
}

TEST_CASE("Fits do not depend on how the work is cut into steps") {
  const SimulatedResponses data = simulated(30, 700, 2, 5);
  VariationalOptions whole;
  whole.dimensions = 2;
  VariationalOptions pieces = whole;
  pieces.cells_per_step = 1;
  auto a = fit_variational(data.responses, whole);
  auto b = fit_variational(data.responses, pieces);
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->slopes.values() == b->slopes.values());
  CHECK(a->abilities.values() == b->abilities.values());
  CHECK(a->ability_covariances.values() == b->ability_covariances.values());
}

TEST_CASE("Shrinkage beats the raw maximum: held-out cells are predicted nearly as well as by the truth") {
  SimulatedResponses data = simulated(100, 1000, 1, 11);
  ResponseData training = data.responses;
  for (std::size_t m = 0; m < training.models(); ++m) {
    for (std::size_t i = m % 10; i < training.items(); i += 10) training.set(m, i, ResponseData::missing);
  }
  const ItemResponseFit fit = fitted(training, 1);
  double ours = 0;
  double best = 0;
  double cells = 0;
  for (std::size_t m = 0; m < training.models(); ++m) {
    for (std::size_t i = m % 10; i < training.items(); i += 10) {
      const bool right = data.responses.at(m, i) > 0;
      const double p = predicted_probability(fit, i, fit.abilities.row(m));
      const double q = predicted_probability(data.truth, i, data.truth.abilities.row(m));
      ours -= std::log(right ? p : 1 - p);
      best -= std::log(right ? q : 1 - q);
      cells += 1;
    }
  }
  // Design figures of the estimator: .0091 above the truth with 100 models and one dimension.
  CHECK((ours - best) / cells < .0125);
  CHECK((ours - best) / cells > 0);
}

TEST_CASE("Equal slopes: one slope for all items") {
  const SimulatedResponses data = simulated(40, 300, 1, 2);
  VariationalOptions options;
  options.equal_slopes = true;
  auto fit = fit_variational(data.responses, options);
  REQUIRE(fit);
  CHECK(fit->item_model == ItemModel::one_parameter);
  for (std::size_t i = 1; i < 300; ++i) CHECK(fit->slopes(i, 0) == fit->slopes(0, 0));
  CHECK(fit->slopes(0, 0) > .6);
  CHECK(fit->slopes(0, 0) < 1.6);
  CHECK(all_finite(*fit));
}

TEST_CASE("A known guessing parameter is taken into account") {
  SimulationOptions simulation;
  simulation.models = 100;
  simulation.items = 600;
  simulation.guessing = .25;
  simulation.seed = 4;
  auto data = simulate_responses(simulation);
  REQUIRE(data);
  VariationalOptions options;
  options.guessing.assign(600, .25);
  auto with = fit_variational(data->responses, options);
  auto without = fit_variational(data->responses, {});
  REQUIRE(with);
  REQUIRE(without);
  CHECK(all_finite(*with));
  // Closer to the true curves on average.
  double error_with = 0;
  double error_without = 0;
  for (std::size_t m = 0; m < 100; ++m) {
    for (std::size_t i = 0; i < 600; ++i) {
      const double truth = predicted_probability(data->truth, i, data->truth.abilities.row(m));
      const double a = predicted_probability(*with, i, with->abilities.row(m)) - truth;
      const double b = predicted_probability(*without, i, without->abilities.row(m)) - truth;
      error_with += a * a;
      error_without += b * b;
    }
  }
  CHECK(error_with < error_without);
}

TEST_CASE("Groups of items have priors of their own") {
  const SimulatedResponses data = simulated(40, 400, 1, 9);
  VariationalOptions options;
  options.item_groups.assign(400, 0);
  for (std::size_t i = 200; i < 400; ++i) options.item_groups[i] = 1;
  auto fit = fit_variational(data.responses, options);
  REQUIRE(fit);
  REQUIRE(fit->priors.size() == 2);
  CHECK(fit->priors[0].items == 200);
  CHECK(fit->priors[1].items == 200);
  CHECK(fit->priors[0].mean != fit->priors[1].mean);
  CHECK(all_finite(*fit));
}

TEST_CASE("Degenerate responses give finite estimates") {
  SECTION("all right and all wrong items and models") {
    ResponseData responses = simulated(12, 40, 1, 1).responses;
    for (std::size_t m = 0; m < 12; ++m) {
      responses.set(m, 0, 1);
      responses.set(m, 1, 0);
    }
    for (std::size_t i = 0; i < 40; ++i) {
      responses.set(0, i, 1);
      responses.set(1, i, 0);
    }
    for (const std::size_t dimensions : {1U, 2U, 6U}) CHECK(all_finite(fitted(responses, dimensions)));
  }
  SECTION("two models") {
    CHECK(all_finite(fitted(simulated(2, 50, 1, 1).responses, 1)));
  }
  SECTION("one item") {
    ResponseData responses(5, 1);
    for (std::size_t m = 0; m < 5; ++m) responses.set(m, 0, m < 2 ? 1.0F : 0.0F);
    CHECK(all_finite(fitted(responses, 1)));
    CHECK(all_finite(fitted(responses, 2)));
  }
  SECTION("5% of the cells, and a model and an item without any") {
    SimulationOptions options;
    options.models = 30;
    options.items = 400;
    options.missing_share = .95;
    auto data = simulate_responses(options);
    REQUIRE(data);
    for (std::size_t i = 0; i < 400; ++i) data->responses.set(3, i, ResponseData::missing);
    for (std::size_t m = 0; m < 30; ++m) data->responses.set(m, 5, ResponseData::missing);
    const ItemResponseFit fit = fitted(data->responses, 2);
    CHECK(all_finite(fit));
    CHECK(fit.ability_covariances(3, 0) == Approx(1));  // nothing is known: the prior
  }
  SECTION("identical models") {
    ResponseData responses(6, 30);
    for (std::size_t m = 0; m < 6; ++m) {
      for (std::size_t i = 0; i < 30; ++i) responses.set(m, i, i % 3 == 0 ? 1.0F : 0.0F);
    }
    CHECK(all_finite(fitted(responses, 1)));
    CHECK(all_finite(fitted(responses, 3)));
  }
  SECTION("graded scores") {
    SimulationOptions options;
    options.models = 20;
    options.items = 100;
    options.tries = 10;
    auto data = simulate_responses(options);
    REQUIRE(data);
    CHECK(all_finite(fitted(data->responses, 1)));
  }
}

TEST_CASE("What cannot be estimated is refused") {
  const SimulatedResponses data = simulated(4, 20, 1, 1);
  const auto code = [&](const ResponseData& responses, VariationalOptions options) {
    auto fit = fit_variational(responses, options);
    REQUIRE_FALSE(fit);
    CHECK_FALSE(fit.error().hint.empty());
    return fit.error().code;
  };
  VariationalOptions options;
  options.dimensions = 4;  // as many as models
  CHECK(code(data.responses, options) == ErrorCode::invalid_argument);
  options.dimensions = 7;
  CHECK(code(data.responses, options) == ErrorCode::invalid_argument);
  options.dimensions = 0;
  CHECK(code(data.responses, options) == ErrorCode::invalid_argument);
  CHECK(code(ResponseData(1, 5), {}) == ErrorCode::too_few_models);
  CHECK(code(ResponseData(3, 0), {}) == ErrorCode::too_few_items);
  ResponseData equal(3, 5);
  for (std::size_t m = 0; m < 3; ++m) equal.set(m, m, 1);
  CHECK(code(equal, {}) == ErrorCode::all_scores_equal);
  VariationalOptions wrong;
  wrong.item_groups = {0, 1};
  CHECK(code(data.responses, wrong) == ErrorCode::invalid_argument);
  wrong.item_groups.clear();
  wrong.guessing.assign(20, 1.0);
  CHECK(code(data.responses, wrong) == ErrorCode::invalid_argument);
}

TEST_CASE("Stop keeps the parameters of the pass under way") {
  const SimulatedResponses data = simulated(30, 640, 1, 6);
  VariationalOptions options;
  options.cells_per_step = 1;
  auto job = VariationalEstimation::create(data.responses, options);
  REQUIRE(job);
  for (int i = 0; i < 14; ++i) REQUIRE((*job)->step());
  (*job)->stop();
  for (;;) {
    auto status = (*job)->step();
    REQUIRE(status);
    if (status->done) break;
  }
  const ItemResponseFit fit = (*job)->take_result();
  CHECK(fit.stopped);
  CHECK(fit.passes == 2);
  CHECK(all_finite(fit));
}
