#include "irt/item_selection.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "irt/ability_alignment.hpp"
#include "irt/response_simulation.hpp"
#include "irt/selection_rules.hpp"

using namespace harmonograph;

namespace {

ItemResponseFit fit_with(const std::vector<std::vector<double>>& slopes, const std::vector<double>& intercepts,
                         const std::vector<std::vector<double>>& abilities) {
  ItemResponseFit fit;
  fit.dimensions = slopes[0].size();
  fit.slopes = Matrix(slopes.size(), fit.dimensions);
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    for (std::size_t d = 0; d < fit.dimensions; ++d) fit.slopes(i, d) = slopes[i][d];
  }
  fit.intercepts = intercepts;
  fit.guessing.assign(slopes.size(), 0);
  fit.abilities = Matrix(abilities.size(), fit.dimensions);
  for (std::size_t m = 0; m < abilities.size(); ++m) {
    for (std::size_t d = 0; d < fit.dimensions; ++d) fit.abilities(m, d) = abilities[m][d];
  }
  return fit;
}

SelectionResult run(const ResponseData& responses, const ItemResponseFit& fit, const VariationalOptions& options,
                    const SelectionParameters& parameters) {
  auto job = SelectionJob::create(responses, fit, options, std::vector<std::uint32_t>(fit.items(), 0), parameters);
  REQUIRE(job.ok());
  double progress = 0;
  for (;;) {
    const auto status = (*job)->step();
    REQUIRE(status.ok());
    CHECK(status->progress >= progress - 1e-9);
    progress = status->progress;
    if (status->done) break;
  }
  return (*job)->take_result();
}

}  // namespace

TEST_CASE("within bins of difficulty the most discriminating items are kept") {
  // Difficulties -2, -2.1, -1.9, 1, 1.1, .9: two bins of three; the steepest of each.
  const auto fit = fit_with({{1}, {2}, {.5}, {1}, {3}, {2}}, {2, 4.2, .95, -1, -3.3, -1.8}, {{0}});
  CHECK(most_discriminating(fit, no_change(1), 0, 2, 2) == std::vector<std::uint32_t>{1, 4});
  CHECK(most_discriminating(fit, no_change(1), 0, 2, 4) == std::vector<std::uint32_t>{0, 1, 4, 5});
  // A negative slope is no discrimination; a slope of 0 comes last of all.
  const auto odd = fit_with({{-3}, {.1}, {0}}, {0, 0, 1}, {{0}});
  CHECK(most_discriminating(odd, no_change(1), 0, 1, 1) == std::vector<std::uint32_t>{1});
  CHECK(most_discriminating(odd, no_change(1), 0, 1, 2) == std::vector<std::uint32_t>{0, 1});
  // Along one dimension of two.
  const auto plane = fit_with({{2, 0}, {0, 3}, {1, 1}}, {0, 0, 0}, {{0, 0}});
  CHECK(most_discriminating(plane, no_change(2), 1, 1, 1) == std::vector<std::uint32_t>{0});
  CHECK(most_discriminating(plane, no_change(2), 0, 1, 1) == std::vector<std::uint32_t>{1});
}

TEST_CASE("the informative order covers the abilities present and all dimensions") {
  // Two models, at -2 and 2; items with slope 2 at -2, -2, 2 and one at 0 with slope 1. Each of the first two helps one
  // model: they alternate.
  const auto fit = fit_with({{2}, {2}, {2}, {1}}, {4, 4, -4, 0}, {{-2}, {2}});
  InformativeOrder order(fit, no_change(1), 0);
  CHECK_FALSE(order.take(10));
  REQUIRE(order.order().size() == 4);
  CHECK(order.order()[0] == 0);
  CHECK(order.order()[1] == 2);
  CHECK(order.order()[2] != 2);
  // Two dimensions: the steepest first, then one on the other dimension although it is less steep than what is left.
  const auto plane = fit_with({{2, 0}, {1.9, 0}, {0, 1}}, {0, 0, 0}, {{0, 0}});
  InformativeOrder both(plane, no_change(2), 0);
  both.take(2);
  CHECK(both.order() == std::vector<std::uint32_t>{0, 2});
  InformativeOrder second(plane, no_change(2), 2);
  second.take(1);
  CHECK(second.order() == std::vector<std::uint32_t>{2});
}

TEST_CASE("the greedy order is the one of a full search") {
  SimulationOptions options;
  options.models = 20;
  options.items = 120;
  options.dimensions = 2;
  const auto truth = simulate_responses(options)->truth;
  InformativeOrder fast(truth, no_change(2), 0);
  fast.take(40);
  // The same greedy with every gain computed anew, in double precision, from the definition.
  std::vector<std::array<double, 3>> covariance(20, {1, 0, 1});
  std::vector<std::uint32_t> slow;
  std::set<std::uint32_t> taken;
  double reached = 0;
  const auto weight = [&](std::size_t i, std::size_t m) {
    const double p = characteristic_curve(truth, i, truth.abilities.row(m));
    return p * (1 - p);
  };
  const auto after = [&](const std::array<double, 3>& c, std::size_t i, std::size_t m) {
    const double a = truth.slopes(i, 0);
    const double b = truth.slopes(i, 1);
    const double determinant = c[0] * c[2] - c[1] * c[1];
    const double w = weight(i, m);
    const double k00 = c[2] / determinant + w * a * a;
    const double k01 = -c[1] / determinant + w * a * b;
    const double k11 = c[0] / determinant + w * b * b;
    const double k = k00 * k11 - k01 * k01;
    return std::array<double, 3>{k11 / k, -k01 / k, k00 / k};
  };
  const auto trace_of = [&](const std::vector<std::uint32_t>& items) {
    double trace = 0;
    for (std::size_t m = 0; m < 20; ++m) {
      std::array<double, 3> c{1, 0, 1};
      for (const auto i : items) c = after(c, i, m);
      trace += c[0] + c[2];
    }
    return trace;
  };
  for (int step = 0; step < 40; ++step) {
    std::uint32_t best = 0;
    double smallest = 1e300;
    for (std::uint32_t i = 0; i < 120; ++i) {
      if (taken.count(i) != 0) continue;
      double trace = 0;
      for (std::size_t m = 0; m < 20; ++m) {
        const auto c = after(covariance[m], i, m);
        trace += c[0] + c[2];
      }
      if (trace < smallest) {
        smallest = trace;
        best = i;
      }
    }
    taken.insert(best);
    slow.push_back(best);
    for (std::size_t m = 0; m < 20; ++m) covariance[m] = after(covariance[m], best, m);
    reached = smallest;
  }
  CHECK(std::vector<std::uint32_t>(slow.begin(), slow.begin() + 5) ==
        std::vector<std::uint32_t>(fast.order().begin(), fast.order().begin() + 5));
  CHECK(trace_of(fast.order()) == Approx(reached).epsilon(.005));
}

TEST_CASE("abilities in other coordinates are brought back") {
  const auto fit = fit_with({{1, .5}}, {.3}, {{0, 0}, {1, 0}, {0, 1}, {2, -1}});
  Matrix seen(4, 2);
  for (std::size_t m = 0; m < 4; ++m) {
    const double x = fit.abilities(m, 0);
    const double y = fit.abilities(m, 1);
    seen(m, 0) = 2 * x + y - 1;
    seen(m, 1) = -x + 3 * y + .5;
  }
  const std::vector<std::uint32_t> rows{0, 1, 2, 3};
  const auto map = align_abilities(fit.abilities, seen, rows);
  const auto mapped = map.apply(fit.abilities.row(3));
  CHECK(mapped[0] == Approx(seen(3, 0)));
  CHECK(mapped[1] == Approx(seen(3, 1)));
  const auto slopes = map.slopes(fit.slopes.row(0));
  const double intercept = map.intercept(slopes, .3);
  CHECK(slopes[0] * seen(3, 0) + slopes[1] * seen(3, 1) + intercept ==
        Approx(linear_predictor(fit, 0, fit.abilities.row(3))));
  // All abilities alike: no map.
  CHECK(align_abilities(Matrix(4, 2, 1), seen, rows).matrix.values() == no_change(2).matrix.values());
}

TEST_CASE("selected items keep ranks and scores better than random ones") {
  SimulationOptions options;
  options.models = 40;
  options.items = 600;
  options.discrimination_spread = .8;
  const auto simulated = simulate_responses(options);
  const VariationalOptions one;
  const auto fit = fit_variational(simulated->responses, one);
  REQUIRE(fit.ok());
  SelectionParameters parameters;
  parameters.shares = {.05, .25};
  parameters.draws = 10;
  parameters.rule = SelectionRule::information;
  const auto result = run(simulated->responses, *fit, one, parameters);
  CHECK(result.kept.size() == 60);
  CHECK(std::is_sorted(result.kept.begin(), result.kept.end()));
  CHECK(result.by_benchmark[0].kept == 60);
  CHECK(result.by_benchmark[0].items == 600);
  REQUIRE(result.curve.size() == 2);
  for (const auto& point : result.curve) {
    INFO("share " << point.share << ": rank " << point.selected.score_rank << " against " << point.random.score_rank
                  << ", ability " << point.selected.ability_rank[0] << " against " << point.random.ability_rank[0]
                  << ", model error " << point.selected.model_error << " against " << point.random.model_error);
    CHECK(point.selected.score_rank > point.random.score_rank);
    CHECK(point.selected.ability_rank[0] > point.random.ability_rank[0]);
    CHECK(point.selected.model_error < point.random.model_error);
    CHECK(point.selected.model_error < point.random.mean_error);
    CHECK(point.selected_low.score_rank <= point.selected.score_rank);
    CHECK(point.selected_high.score_rank >= point.selected.score_rank);
    CHECK(point.random_low.model_error <= point.random.model_error);
  }
  parameters.rule = SelectionRule::discriminating;
  const auto other = run(simulated->responses, *fit, one, parameters);
  CHECK(other.curve[0].selected.score_rank > other.curve[0].random.score_rank);
  const auto json = nlohmann::json::parse(to_json(other));
  CHECK(json["parameters"]["rule"] == "discriminating");
  CHECK(json["curve"][1]["selected"]["abilityRank"].size() == 1);
  parameters.draws = 1;
  parameters.shares = {.1};
  CHECK(to_json(run(simulated->responses, *fit, one, parameters)) ==
        to_json(run(simulated->responses, *fit, one, parameters)));
}

TEST_CASE("selection on thin data, and what is refused") {
  SimulationOptions options;
  options.models = 9;
  options.items = 80;
  options.missing_share = .9;
  auto responses = simulate_responses(options)->responses;
  for (std::size_t i = 0; i < 80; ++i) responses.set(0, i, 1);
  for (std::size_t i = 0; i < 80; ++i) responses.set(1, i, 0);
  VariationalOptions two;
  two.dimensions = 2;
  const auto fit = fit_variational(responses, two);
  REQUIRE(fit.ok());
  SelectionParameters parameters;
  parameters.draws = 3;
  parameters.dimension = 2;
  for (const auto rule : {SelectionRule::discriminating, SelectionRule::information}) {
    parameters.rule = rule;
    const auto result = run(responses, *fit, two, parameters);
    for (const auto& point : result.curve) CHECK(std::isfinite(point.selected.model_error));
  }
  parameters.dimension = 3;
  CHECK(select_items(*fit, parameters).error().code == ErrorCode::invalid_argument);
  CHECK(select_items(ItemResponseFit{}, SelectionParameters{}).error().code == ErrorCode::too_few_items);
  CHECK_FALSE(parse_selection_parameters(R"({"rule":"best"})").ok());
  CHECK_FALSE(parse_selection_parameters(R"({"shares":[0.1,2]})").ok());
  CHECK(parse_selection_parameters(R"({"rule":"information","shares":[0.2]})")->shares == std::vector<double>{.2});
}
