#include "irt/stability.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/response_simulation.hpp"
#include "irt/rotation.hpp"

using namespace harmonograph;

namespace {

StabilityResult run(const ResponseData& responses, const ItemResponseFit& fit, const VariationalOptions& options,
                    const StabilityParameters& parameters) {
  auto job = StabilityJob::create(responses, fit, options, parameters);
  REQUIRE(job.ok());
  for (;;) {
    const auto status = (*job)->step();
    REQUIRE(status.ok());
    CHECK(status->progress <= 1);
    if (status->done) break;
  }
  return (*job)->take_result();
}

}  // namespace

TEST_CASE("another fit is brought into the axes of the first") {
  SimulationOptions options;
  options.models = 30;
  options.items = 40;
  options.dimensions = 2;
  const auto truth = simulate_responses(options)->truth;
  // Oblique axes: theta* = T' theta with columns of T of length 1.
  ItemResponseFit oblique = truth;
  oblique.item_covariances = Matrix(40, packed_size(3), 0);
  oblique.ability_covariances = Matrix(30, packed_size(2), 0);
  ItemResponseFit turned = oblique;
  Matrix transformation(2, 2);
  transformation.values() = {1, .6, 0, .8};
  transform_fit(oblique, transformation);
  REQUIRE(oblique.ability_correlations(0, 1) == Approx(.6));
  Matrix rotation(2, 2);
  rotation.values() = {std::cos(1.0), std::sin(1.0), -std::sin(1.0), std::cos(1.0)};
  transform_fit(turned, rotation);
  std::vector<std::uint32_t> items(40);
  for (std::uint32_t i = 0; i < 40; ++i) items[i] = i;
  const auto aligned = align_fit(turned, oblique, items);
  for (std::size_t i = 0; i < 40; ++i) CHECK(aligned.slopes(i, 1) == Approx(oblique.slopes(i, 1)).margin(1e-9));
  for (std::size_t m = 0; m < 30; ++m) CHECK(aligned.abilities(m, 0) == Approx(oblique.abilities(m, 0)).margin(1e-9));
}

TEST_CASE("two true dimensions come out again from other starts and from halves") {
  SimulationOptions simulation;
  simulation.models = 60;
  simulation.items = 400;
  simulation.dimensions = 2;
  simulation.direction_spread = .2;
  const auto responses = simulate_responses(simulation)->responses;
  StabilityParameters parameters;
  parameters.seeds = 2;
  parameters.halves = 2;
  VariationalOptions options;
  options.dimensions = 2;
  auto fit = fit_variational(responses, options);
  REQUIRE(fit.ok());
  REQUIRE(rotate_fit(*fit, {}).ok());
  const auto stable = run(responses, *fit, options, parameters);
  REQUIRE(stable.rows.size() == 3);
  for (const auto& row : stable.rows) {
    INFO(row.kind);
    CHECK(row.replicates == 2);
    REQUIRE(row.congruence.size() == 2);
    for (std::size_t d = 0; d < 2; ++d) {
      // Lorenzo-Seva and ten Berge (2006): above .85 is fair, above .95 good. Slopes from 30 models have more error.
      CHECK(row.congruence[d].mean > (row.kind == "models" ? .8 : .95));
      CHECK(row.abilities[d].mean > (row.kind == "models" ? .6 : .9));
      CHECK(row.congruence[d].low <= row.congruence[d].mean);
      CHECK(row.congruence[d].high >= row.congruence[d].mean);
    }
  }
  CHECK(stable.rows[0].abilities[0].mean > .99);

  const auto json = nlohmann::json::parse(to_json(stable));
  CHECK(json["rows"][1]["kind"] == "items");
  CHECK(json["rows"][1]["congruence"][0]["mean"].is_number());
  parameters.seeds = 1;
  parameters.halves = 0;
  CHECK(to_json(run(responses, *fit, options, parameters)) == to_json(run(responses, *fit, options, parameters)));
}

TEST_CASE("halves that cannot be fitted are left out") {
  SimulationOptions simulation;
  simulation.models = 3;
  simulation.items = 30;
  const auto responses = simulate_responses(simulation)->responses;
  const auto fit = fit_variational(responses, {});
  REQUIRE(fit.ok());
  const auto result = run(responses, *fit, {}, {});
  // A half of 1 of 3 models is no data.
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[1].kind == "items");
  VariationalOptions two;
  two.dimensions = 2;
  CHECK(StabilityJob::create(responses, *fit, two, {}).error().code == ErrorCode::invalid_argument);
  CHECK_FALSE(parse_stability_parameters(R"({"halves":-1})").ok());
}
