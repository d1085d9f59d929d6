// The facts about HARMONY that were computed independently of this code (by hand from its definition).
#include "harmony/harmony_index.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/random.hpp"

using namespace harmonograph;

TEST_CASE("equal accuracies give the entropy of the sizes, not 1") {
  const SubdomainScores four{{0.7, 0.1, 0.1, 0.1}, {0.6, 0.6, 0.6, 0.6}};
  CHECK(*harmony(four, 0.1) == Approx(0.678).margin(0.0005));
  CHECK(*harmony_of_sizes(four.weights) == Approx(*harmony(four, 0.1)));
  const SubdomainScores two{{0.8, 0.2}, {0.3, 0.3}};
  CHECK(*harmony(two, 0.1) == Approx(0.722).margin(0.0005));
  CHECK(*harmony(two, 3) == Approx(0.722).margin(0.0005));
}

TEST_CASE("two subdomains of equal size: 1 whatever the gap and the bandwidth") {
  for (const double gap : {0.0, 0.1, 0.5, 1.0}) {
    for (const double bandwidth : {0.01, 0.1, 0.5}) {
      CHECK(*harmony({{0.5, 0.5}, {0.0, gap}}, bandwidth) == Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("HARMONY is not monotone in dispersion") {
  const SubdomainScores scores{{0.45, 0.45, 0.05, 0.05}, {0.2, 0.8, 0.5, 0.5}};
  CHECK(*harmony(scores, 0.25) == Approx(0.952).margin(0.0005));
  // -(.9 log .45 + .1 log .05) / log 4 = .7345
  CHECK(*harmony_of_sizes(scores.weights) == Approx(0.7345).margin(0.00005));
}

TEST_CASE("a tiny bandwidth stays finite") {
  const SubdomainScores scores{{0.5, 0.3, 0.2}, {0.9, 0.3, 0.2}};
  const auto value = harmony(scores, 0.01);
  REQUIRE(value);
  CHECK(std::isfinite(*value));
  CHECK(*value >= 0);
  CHECK(*value <= 1);
  double total = 0;
  for (const double mass : subdomain_masses(scores, 0.01)) total += mass;
  CHECK(total == Approx(1));
  CHECK(std::isfinite(*harmony(scores, 0.001)));
}

TEST_CASE("a bandwidth proportional to the dispersion does not see the size of the gap: hence the floor") {
  const SubdomainScores wide{{0.8, 0.2}, {0.9, 0.1}};      // gap .8: weighted mean absolute deviation .256
  const SubdomainScores narrow{{0.8, 0.2}, {0.52, 0.50}};  // gap .02: .0064
  CHECK(*harmony(wide, 0.256) == Approx(*harmony(narrow, 0.0064)));
  CHECK(bandwidth_from_data(wide) == Approx(0.256));
  CHECK(bandwidth_from_data(narrow) == Approx(0.05));
  CHECK(*harmony(narrow, bandwidth_from_data(narrow)) == Approx(*harmony_of_sizes(narrow.weights)).margin(0.05));
}

TEST_CASE("noise alone lowers HARMONY when subdomains are small") {
  // Eight equal subdomains, every true accuracy .7; expected about .81, .97, .997 for 10, 50, 200 items each.
  const auto mean_harmony = [](std::size_t items) {
    Random random(5, items);
    double total = 0;
    constexpr std::size_t draws = 2000;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      SubdomainScores scores{std::vector<double>(8, 0.125), std::vector<double>(8, 0.0)};
      for (double& accuracy : scores.accuracies) {
        for (std::size_t i = 0; i < items; ++i) accuracy += random.uniform() < 0.7 ? 1 : 0;
        accuracy /= static_cast<double>(items);
      }
      total += *harmony(scores, 0.1);
    }
    return total / draws;
  };
  CHECK(mean_harmony(10) == Approx(0.81).margin(0.01));
  CHECK(mean_harmony(50) == Approx(0.97).margin(0.005));
  CHECK(mean_harmony(200) == Approx(0.997).margin(0.001));
}

TEST_CASE("fewer than two subdomains: undefined") {
  CHECK_FALSE(harmony({{1.0}, {0.5}}, 0.1));
  CHECK_FALSE(harmony_of_sizes(std::vector<double>{1.0}));
}

TEST_CASE("there is no 1/2 in the exponent") {
  // By hand: w = 1/3 each, Psi = .2, .3, .4, mu = .3, b = .1: p = (e^-1, 1, e^-1) / (1 + 2/e).
  const auto masses = subdomain_masses({{1.0 / 3, 1.0 / 3, 1.0 / 3}, {0.2, 0.3, 0.4}}, 0.1);
  CHECK(masses[0] == Approx(std::exp(-1.0) / (1 + 2 * std::exp(-1.0))));
  CHECK(masses[1] == Approx(1 / (1 + 2 * std::exp(-1.0))));
}

TEST_CASE("spread of the subdomains' accuracies") {
  const Spread spread = spread_of({{0.5, 0.3, 0.2}, {0.9, 0.3, 0.2}});
  CHECK(spread.weighted_sd == Approx(std::sqrt(0.1036)));
  CHECK(spread.range == Approx(0.7));
  CHECK(spread.macro_average == Approx(1.4 / 3));
  CHECK(*spread.coefficient_of_variation == Approx(std::sqrt(0.1036) / 0.58));
  CHECK_FALSE(spread_of({{0.5, 0.5}, {0, 0}}).coefficient_of_variation);
}
