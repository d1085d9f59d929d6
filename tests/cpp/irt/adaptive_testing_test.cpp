#include "irt/adaptive_testing.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/response_simulation.hpp"

using namespace harmonograph;

namespace {

ItemResponseFit small_fit() {
  ItemResponseFit fit;
  fit.slopes = Matrix(4, 1);
  fit.slopes.values() = {1, 2, 2, .5};
  fit.intercepts = {0, 0, -6, 0};
  fit.guessing = {0, 0, 0, 0};
  fit.ability_correlations = Matrix(1, 1, 1);
  return fit;
}

template <class AnyJob>
void run(AnyJob& job) {
  for (;;) {
    const auto status = job.step();
    REQUIRE(status.ok());
    CHECK(status->progress >= 0);
    CHECK(status->progress <= 1);
    if (status->done) return;
  }
}

}  // namespace

TEST_CASE("the next item is the most informative one, and what is expected of it is right") {
  const auto state = adaptive_state(small_fit(), {0, {}, 4});
  REQUIRE(state.ok());
  REQUIRE(state->next.size() == 4);
  // Averages of a^2 sigma'(a theta + d) over N(0, 1), by sums over -8..8 in steps of .001 with numpy: .2066, .6057,
  // .0486, .0590.
  CHECK(state->next[0].item == 1);
  CHECK(state->next[0].information == Approx(.6057).epsilon(.005));
  CHECK(state->ability[0].value == 0);
  CHECK(state->ability[0].error == Approx(1));
  CHECK(state->ability[0].low == Approx(-1.96).margin(.001));
  // E sigma over N(0, 1), in the same way: .5, .5, .0142, .5.
  CHECK(state->expected_score == Approx((1.5 + .0142) / 4).margin(.001));
  REQUIRE(state->expected_errors.size() == 3);  // 0, 1 and 2 more; not 5
  CHECK(state->expected_errors[0].error == Approx(1));
  CHECK(state->expected_errors[1].error == Approx(std::sqrt(1 / (1 + .6057))).epsilon(.005));
}

TEST_CASE("all items answered: nothing is left to ask and the score is known") {
  const auto state = adaptive_state(small_fit(), {0, {{0, 1.0}, {1, 1.0}, {2, 0.0}, {3, 1.0}}, 10});
  REQUIRE(state.ok());
  CHECK(state->next.empty());
  CHECK(state->expected_score == Approx(.75));
  CHECK(state->expected_score_low == Approx(.75));
  CHECK(adaptive_state(small_fit(), {0, {{9, 1.0}}, 10}).error().code == ErrorCode::not_found);
  CHECK(adaptive_state(ItemResponseFit{}, {0, {}, 10}).error().code == ErrorCode::too_few_items);
}

TEST_CASE("with two dimensions the item is chosen that the covariance needs") {
  ItemResponseFit fit;
  fit.dimensions = 2;
  fit.slopes = Matrix(12, 2, 0);
  fit.intercepts.assign(12, 0);
  fit.guessing.assign(12, 0);
  for (std::size_t i = 0; i < 12; ++i) fit.slopes(i, i < 6 ? 0 : 1) = i < 6 ? 1.5 : 1.2;
  AdaptiveRequest request;
  for (std::uint32_t i = 0; i < 5; ++i) request.answers.push_back({i, i % 2 == 0 ? 1.0 : 0.0});
  const auto state = adaptive_state(fit, request);
  REQUIRE(state.ok());
  // The first dimension has been asked five times: the others come first although item 5 has the steeper slope.
  for (std::size_t i = 0; i < 3; ++i) CHECK(state->next[i].item >= 6);
}

TEST_CASE("adaptive testing needs fewer items than a random order") {
  SimulationOptions options;
  options.models = 40;
  options.items = 400;
  options.dimensions = 2;
  const auto simulated = simulate_responses(options);
  REQUIRE(simulated.ok());
  VariationalOptions fit;
  fit.dimensions = 2;
  auto job = AdaptiveSimulationJob::create(simulated->responses, fit, {0, 50, 4, 1});
  REQUIRE(job.ok());
  run(**job);
  const auto result = (*job)->take_result();
  CHECK(result.models == 40);
  REQUIRE(result.curve.back().items == 50);
  for (const auto& point : result.curve) {
    if (point.items < 10) continue;
    INFO(point.items << " items: " << point.adaptive << " against " << point.random << ", score "
                     << point.adaptive_score << " against " << point.random_score);
    CHECK(point.adaptive < point.random);
    CHECK(point.adaptive_score < point.random_score);
  }
  const auto json = nlohmann::json::parse(to_json(result));
  CHECK(json["curve"][0]["items"] == 1);
  CHECK(json["parameters"]["folds"] == 4);
}

TEST_CASE("requests for adaptive testing are checked") {
  const auto request = parse_adaptive_request(R"({"fit":3,"answers":[{"item":2,"score":0.5}],"next":4})");
  REQUIRE(request.ok());
  CHECK(request->fit == 3);
  CHECK(request->answers[0].item == 2);
  CHECK(request->answers[0].score == .5);
  CHECK_FALSE(parse_adaptive_request(R"({"answers":[{"item":-1,"score":1}]})").ok());
  CHECK_FALSE(parse_adaptive_request("[]").ok());
  CHECK_FALSE(parse_adaptive_simulation_parameters(R"({"folds":1})").ok());
  const ResponseData two(2, 5);
  CHECK(AdaptiveSimulationJob::create(two, {}, {}).error().code == ErrorCode::too_few_models);
}
