// What marginal maximum likelihood does with data that are hard for it, and how the job behaves.
#include "irt/marginal_estimator.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"
#include "irt/person_scores.hpp"
#include "marginal_test_data.hpp"

using namespace harmonograph;
using namespace harmonograph::marginal_test;

namespace {

struct Simulated {
  ResponseData data;
  Matrix slopes;
  std::vector<double> intercepts;
  Matrix abilities;
};

/// Answers under the model, abilities ~ N(0, I), slopes between .6 and 1.8 each mainly on one axis.
Simulated simulate(std::size_t persons, std::size_t items, std::size_t dimensions, double guessing,
                   std::uint64_t seed) {
  Random random(seed);
  Simulated simulated{ResponseData(persons, items), Matrix(items, dimensions), {}, Matrix(persons, dimensions)};
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      simulated.slopes(i, d) = i % dimensions == d ? 0.6 + 1.2 * random.uniform() : 0.3 * random.uniform();
    }
    simulated.intercepts.push_back(1.2 * random.normal());
  }
  for (std::size_t m = 0; m < persons; ++m) {
    for (std::size_t d = 0; d < dimensions; ++d) simulated.abilities(m, d) = random.normal();
    for (std::size_t i = 0; i < items; ++i) {
      double eta = simulated.intercepts[i];
      for (std::size_t d = 0; d < dimensions; ++d) eta += simulated.slopes(i, d) * simulated.abilities(m, d);
      const double p = guessing + (1 - guessing) / (1 + std::exp(-eta));
      simulated.data.set(m, i, random.uniform() < p ? 1.0F : 0.0F);
    }
  }
  return simulated;
}

bool all_finite(const Matrix& matrix) {
  return std::all_of(matrix.values().begin(), matrix.values().end(), [](double x) { return std::isfinite(x); });
}

/// Everything but the covariances of items must be finite; those may be missing, never negative.
void check_finite(const ItemResponseFit& fit) {
  CHECK(all_finite(fit.slopes));
  CHECK(std::all_of(fit.intercepts.begin(), fit.intercepts.end(), [](double x) { return std::isfinite(x); }));
  CHECK(std::all_of(fit.guessing.begin(), fit.guessing.end(), [](double x) { return x >= 0 && x < 1; }));
  CHECK(all_finite(fit.abilities));
  CHECK(all_finite(fit.ability_covariances));
  CHECK(std::isfinite(fit.log_likelihood));
  for (std::size_t i = 0; i < fit.item_covariances.rows(); ++i) {
    for (std::size_t k = 0; k <= fit.dimensions; ++k) {
      const double variance = fit.item_covariances(i, packed_index(k, k));
      CHECK((std::isnan(variance) || variance >= 0));
    }
  }
}

bool has_note(const ItemResponseFit& fit, const std::string& code) {
  return std::any_of(fit.notes.begin(), fit.notes.end(), [&](const Note& note) { return note.code == code; });
}

double correlation(const Matrix& a, const Matrix& b, std::size_t column) {
  double ma = 0, mb = 0, saa = 0, sbb = 0, sab = 0;
  const auto n = static_cast<double>(a.rows());
  for (std::size_t r = 0; r < a.rows(); ++r) {
    ma += a(r, column) / n;
    mb += b(r, column) / n;
  }
  for (std::size_t r = 0; r < a.rows(); ++r) {
    saa += (a(r, column) - ma) * (a(r, column) - ma);
    sbb += (b(r, column) - mb) * (b(r, column) - mb);
    sab += (a(r, column) - ma) * (b(r, column) - mb);
  }
  return sab / std::sqrt(saa * sbb);
}

ResponseData with_items(const ResponseData& data, const std::vector<float>& constants) {
  ResponseData more(data.models(), data.items() + constants.size());
  for (std::size_t m = 0; m < data.models(); ++m) {
    for (std::size_t i = 0; i < data.items(); ++i) more.set(m, i, data.at(m, i));
    for (std::size_t k = 0; k < constants.size(); ++k) more.set(m, data.items() + k, constants[k]);
  }
  return more;
}

}  // namespace

TEST_CASE("items that all answer alike change nothing for the others", "[marginal]") {
  const ResponseData plain = expand(lsat7);
  const auto without = fit_marginal(plain, {});
  const auto with = fit_marginal(with_items(plain, {1, 0, 0.0F}), {});
  REQUIRE(without.ok());
  REQUIRE(with.ok());
  check_finite(*with);
  CHECK(has_note(*with, "constant_items"));
  CHECK(with->log_likelihood == without->log_likelihood);
  for (std::size_t i = 0; i < 5; ++i) CHECK(with->slopes(i, 0) == without->slopes(i, 0));
  CHECK(with->slopes(5, 0) == 0);
  CHECK(with->intercepts[5] == Approx(std::log(1000.5 / 0.5)));
  CHECK(with->intercepts[6] == Approx(-std::log(1000.5 / 0.5)));
  CHECK(std::isnan(with->item_covariances(5, 0)));
  // With a known guessing parameter of 1/4 the best that a model can do on an item that nobody got is 3/4 for each.
  MarginalOptions guessing;
  guessing.guessing = {0, 0, 0, 0, 0, 0, 0.25, 0};
  const auto guessed = fit_marginal(with_items(plain, {1, 0, 0.0F}), guessing);
  REQUIRE(guessed.ok());
  CHECK(guessed->log_likelihood == Approx(without->log_likelihood + 1000 * std::log(0.75)));
  // With priors on both, they have a posterior mode and a covariance like any other.
  MarginalOptions priors;
  priors.slope_prior = {PriorShape::lognormal, 0, 0.5};
  priors.intercept_prior = {PriorShape::normal, 0, 3};
  const auto kept = fit_marginal(with_items(plain, {1, 0}), priors);
  REQUIRE(kept.ok());
  check_finite(*kept);
  CHECK(kept->notes.empty());
  CHECK(kept->intercepts[5] > 4);
  CHECK(kept->intercepts[6] < -4);
  CHECK(std::isfinite(kept->item_covariances(5, 0)));
}

TEST_CASE("persons with all right, all wrong or nothing get finite abilities", "[marginal]") {
  ResponseData data = expand(lsat6);
  for (std::size_t i = 0; i < 5; ++i) data.set(500, i, ResponseData::missing);
  const auto fit = fit_marginal(data, {});
  REQUIRE(fit.ok());
  check_finite(*fit);
  CHECK(fit->abilities(500, 0) == Approx(0).margin(1e-12));
  CHECK(fit->ability_covariances(500, 0) == Approx(1).epsilon(1e-6));
  CHECK(fit->abilities(999, 0) > 0.6);  // all right
  CHECK(fit->abilities(0, 0) < -1.8);   // all wrong
}

TEST_CASE("slopes that run away stay finite and are named", "[marginal]") {
  // Two models: one right where the other is wrong.
  ResponseData two(2, 6);
  for (std::size_t i = 0; i < 6; ++i) {
    two.set(0, i, i < 4 ? 1.0F : 0.0F);
    two.set(1, i, i < 4 ? 0.0F : 1.0F);
  }
  // A Guttman scale: perfectly ordered.
  ResponseData guttman(9, 8);
  for (std::size_t m = 0; m < 9; ++m) {
    for (std::size_t i = 0; i < 8; ++i) guttman.set(m, i, i < m ? 1.0F : 0.0F);
  }
  for (const ResponseData* data : {&two, &guttman}) {
    for (const std::size_t dimensions : {1U, 2U}) {
      MarginalOptions options;
      options.dimensions = dimensions;
      options.most_passes = 300;
      const auto fit = fit_marginal(*data, options);
      REQUIRE(fit.ok());
      check_finite(*fit);
      CHECK_FALSE(fit->notes.empty());
    }
    MarginalOptions equal;
    equal.item_model = ItemModel::one_parameter;
    const auto fit = fit_marginal(*data, equal);
    REQUIRE(fit.ok());
    check_finite(*fit);
    MarginalOptions guessing;
    guessing.item_model = ItemModel::three_parameter;
    guessing.most_passes = 300;
    const auto guessed = fit_marginal(*data, guessing);
    REQUIRE(guessed.ok());
    check_finite(*guessed);
    MarginalOptions priors;
    priors.slope_prior = {PriorShape::lognormal, 0, 0.5};
    priors.intercept_prior = {PriorShape::normal, 0, 3};
    const auto calm = fit_marginal(*data, priors);
    REQUIRE(calm.ok());
    check_finite(*calm);
    CHECK(calm->converged);
    CHECK(calm->notes.empty());
  }
}

TEST_CASE("5 per cent of the cells", "[marginal]") {
  Simulated simulated = simulate(400, 40, 1, 0, 5);
  Random random(11);
  for (std::size_t m = 0; m < 400; ++m) {
    for (std::size_t i = 0; i < 40; ++i) {
      if (random.uniform() > 0.05) simulated.data.set(m, i, ResponseData::missing);
    }
  }
  MarginalOptions short_climb;
  short_climb.most_passes = 60;
  const auto fit = fit_marginal(simulated.data, short_climb);
  REQUIRE(fit.ok());
  check_finite(*fit);
  MarginalOptions priors;
  priors.slope_prior = {PriorShape::lognormal, 0, 0.5};
  priors.intercept_prior = {PriorShape::normal, 0, 3};
  const auto calm = fit_marginal(simulated.data, priors);
  REQUIRE(calm.ok());
  check_finite(*calm);
  CHECK(calm->converged);
  CHECK(correlation(calm->abilities, simulated.abilities, 0) > 0.5);
}

TEST_CASE("what cannot be estimated is refused with its reason", "[marginal]") {
  const ResponseData data = expand(lsat7);
  const auto code_of = [](const ResponseData& responses, const MarginalOptions& options) {
    const auto job = MarginalEstimation::create(responses, options);
    REQUIRE_FALSE(job.ok());
    CHECK_FALSE(job.error().message.empty());
    CHECK_FALSE(job.error().hint.empty());
    return job.error().code;
  };
  MarginalOptions options;
  options.dimensions = 4;
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options.dimensions = 3;  // five items carry at most two factors
  CHECK(code_of(data, options) == ErrorCode::too_few_items);
  options = {};
  options.dimensions = 2;
  options.item_model = ItemModel::three_parameter;
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options = {};
  options.guessing = {0.2, 0.2};
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options.guessing = {0.2, 0.2, 1, 0, 0};
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options = {};
  options.slope_prior = {PriorShape::normal, 0, 0};
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options.slope_prior = {PriorShape::lognormal, 0, 1};
  options.dimensions = 2;
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);
  options = {};
  options.quadrature_points = 1;
  CHECK(code_of(data, options) == ErrorCode::invalid_argument);

  ResponseData one_item(10, 1);
  for (std::size_t m = 0; m < 10; ++m) one_item.set(m, 0, m < 4 ? 1.0F : 0.0F);
  CHECK(code_of(one_item, {}) == ErrorCode::too_few_items);
  ResponseData one_model(1, 10);
  for (std::size_t i = 0; i < 10; ++i) one_model.set(0, i, i < 4 ? 1.0F : 0.0F);
  CHECK(code_of(one_model, {}) == ErrorCode::too_few_models);
  ResponseData equal(5, 5);
  for (std::size_t m = 0; m < 5; ++m) {
    for (std::size_t i = 0; i < 5; ++i) equal.set(m, i, 1.0F);
  }
  CHECK(code_of(equal, {}) == ErrorCode::all_scores_equal);
  CHECK(code_of(ResponseData(3, 0), {}) == ErrorCode::too_few_items);
  MarginalOptions three;
  three.dimensions = 3;
  CHECK(code_of(ResponseData(2, 10000), three) == ErrorCode::too_large);
  // One item with a prior has a posterior mode.
  MarginalOptions priors;
  priors.slope_prior = {PriorShape::lognormal, 0, 0.5};
  const auto fit = fit_marginal(one_item, priors);
  REQUIRE(fit.ok());
  check_finite(*fit);
  priors.slope_prior = {PriorShape::normal, 0, 1};
  priors.dimensions = 2;
  CHECK(code_of(one_item, priors) == ErrorCode::too_few_items);
}

TEST_CASE("two dimensions: principal axes, the same likelihood, finite covariances", "[marginal]") {
  const Simulated simulated = simulate(400, 14, 2, 0, 21);
  MarginalOptions options;
  options.dimensions = 2;
  const auto fit = fit_marginal(simulated.data, options);
  REQUIRE(fit.ok());
  check_finite(*fit);
  CHECK(fit->converged);
  // Loadings at right angles, the first axis the longer, sums positive.
  double products[3] = {0, 0, 0};
  double sums[2] = {0, 0};
  for (std::size_t i = 0; i < 14; ++i) {
    const double x = fit->slopes(i, 0) / 1.702;
    const double y = fit->slopes(i, 1) / 1.702;
    const double scale = 1 + x * x + y * y;
    products[0] += x * x / scale;
    products[1] += x * y / scale;
    products[2] += y * y / scale;
    sums[0] += x;
    sums[1] += y;
  }
  CHECK(products[1] == Approx(0).margin(1e-3));
  CHECK(products[0] > products[2]);
  CHECK(sums[0] > 0);
  CHECK(sums[1] > 0);
  options.axes = MarginalAxes::last_items;
  const auto turned = fit_marginal(simulated.data, options);
  REQUIRE(turned.ok());
  CHECK(turned->slopes(13, 1) == 0);
  CHECK(turned->log_likelihood == Approx(fit->log_likelihood).epsilon(0).margin(1e-3));
  for (std::size_t i = 0; i < 14; ++i) {
    CHECK(multidimensional_discrimination(*turned, i) == Approx(multidimensional_discrimination(*fit, i)).margin(1e-2));
  }
  // Of all ways to hold the axes, the best rotation onto the truth leaves the smallest total variance.
  double spread = 0;
  double turned_spread = 0;
  for (std::size_t i = 0; i < 14; ++i) {
    spread += fit->item_covariances(i, 0) + fit->item_covariances(i, 2);
    turned_spread += turned->item_covariances(i, 0) + turned->item_covariances(i, 2);
  }
  CHECK(spread < turned_spread);
}

TEST_CASE("a known guessing parameter is taken into account", "[marginal]") {
  const Simulated simulated = simulate(4000, 12, 1, 0.25, 31);
  MarginalOptions options;
  options.guessing.assign(12, 0.25);
  const auto fit = fit_marginal(simulated.data, options);
  REQUIRE(fit.ok());
  for (std::size_t i = 0; i < 12; ++i) {
    CAPTURE(i);
    CHECK(fit->guessing[i] == 0.25);
    // Within four standard errors of the truth.
    CHECK(std::abs(fit->slopes(i, 0) - simulated.slopes(i, 0)) < 4 * std::sqrt(fit->item_covariances(i, 0)));
    CHECK(std::abs(fit->intercepts[i] - simulated.intercepts[i]) < 4 * std::sqrt(fit->item_covariances(i, 2)));
  }
}

TEST_CASE("graded scores: a maximum with the slopes of the answers that they stand for", "[marginal]") {
  // Scores that are the probabilities of a 2PL themselves: with the same abilities, answers drawn from them have the
  // same expected quasi-likelihood, so that slopes are of the same size.
  ResponseData data(400, 4);
  Random random(2);
  for (std::size_t m = 0; m < 400; ++m) {
    const double theta = random.normal();
    for (std::size_t i = 0; i < 4; ++i) {
      data.set(m, i, static_cast<float>(1 / (1 + std::exp(-(1.5 * theta + 0.2 * random.normal())))));
    }
  }
  const auto fit = fit_marginal(data, {});
  REQUIRE(fit.ok());
  check_finite(*fit);
  CHECK(fit->converged);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(fit->slopes(i, 0) > 0);
    CHECK(std::abs(fit->intercepts[i]) < 0.2);
  }
}

TEST_CASE("the objective never falls, the job ends, and the same data give the same numbers", "[marginal]") {
  const Simulated simulated = simulate(500, 20, 1, 0, 41);
  auto job = MarginalEstimation::create(simulated.data, {});
  REQUIRE(job.ok());
  double progress = 0;
  std::size_t steps = 0;
  while (true) {
    const auto status = (*job)->step();
    REQUIRE(status.ok());
    CHECK(status->progress >= progress);
    progress = status->progress;
    REQUIRE(++steps < 10000);
    if (status->done) break;
  }
  CHECK(progress == 1);
  CHECK((*job)->step()->done);
  const ItemResponseFit stepped = (*job)->take_result();
  CHECK(
      std::is_sorted(stepped.history.begin(), stepped.history.end(), [](double a, double b) { return a < b - 1e-8; }));
  CHECK(stepped.history.size() <= stepped.passes);
  const auto again = fit_marginal(simulated.data, {});
  REQUIRE(again.ok());
  CHECK(again->slopes.values() == stepped.slopes.values());
  CHECK(again->abilities.values() == stepped.abilities.values());
  CHECK(again->item_covariances.values() == stepped.item_covariances.values());
}

TEST_CASE("stopped: the best parameters so far, without standard errors", "[marginal]") {
  const Simulated simulated = simulate(600, 24, 2, 0, 51);
  MarginalOptions options;
  options.dimensions = 2;
  for (const int before : {0, 6}) {
    auto job = MarginalEstimation::create(simulated.data, options);
    REQUIRE(job.ok());
    for (int k = 0; k < before; ++k) REQUIRE_FALSE((*job)->step()->done);
    (*job)->stop();
    CHECK((*job)->step()->done);
    const ItemResponseFit fit = (*job)->take_result();
    CHECK(fit.stopped);
    CHECK_FALSE(fit.converged);
    CHECK(fit.item_covariances.empty());
    check_finite(fit);
  }
}
