#include "stats/multiple_testing.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace harmonograph;

TEST_CASE("Benjamini-Hochberg, by hand") {
  // Ascending: .005 * 5 = .025, .01 * 5/2 = .025, .03 * 5/3 = .05, .04 * 5/4 = .05, .2.
  const auto adjusted = benjamini_hochberg(std::vector<double>{0.01, 0.04, 0.03, 0.2, 0.005});
  const std::vector<double> expected{0.025, 0.05, 0.05, 0.2, 0.025};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(adjusted[i] == Approx(expected[i]));
}

TEST_CASE("Benjamini-Hochberg: missing tests do not count, and p stays monotone") {
  const auto adjusted = benjamini_hochberg(std::vector<double>{0.02, NAN, 0.01});
  CHECK(adjusted[0] == Approx(0.02));
  CHECK(std::isnan(adjusted[1]));
  CHECK(adjusted[2] == Approx(0.02));
  // .5 * 2 = 1 is cut down by the larger p of the other test: .9.
  CHECK(benjamini_hochberg(std::vector<double>{0.5, 0.9})[0] == Approx(0.9));
  CHECK(benjamini_hochberg(std::vector<double>{}).empty());
}
