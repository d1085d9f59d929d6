// Edge cases of the tests of pairs, of the line and of heterogeneity; their values are in golden_test.cpp.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "stats/heterogeneity.hpp"
#include "stats/linear_regression.hpp"
#include "stats/mcnemar.hpp"
#include "stats/multiple_testing.hpp"
#include "stats/sign_flips.hpp"

using namespace harmonograph;
using Numbers = std::vector<double>;

TEST_CASE("odds ratio of discordant items") {
  CHECK(discordant_odds_ratio(6, 3) == 2);
  CHECK(discordant_odds_ratio(4, 0) == 9);  // 4.5 / .5
  CHECK(discordant_odds_ratio(0, 4) == Approx(1.0 / 9));
  CHECK(std::isnan(discordant_odds_ratio(0, 0)));
}

TEST_CASE("McNemar by hand, and no number is lost far out") {
  CHECK(mcnemar_exact(0, 1) == 1);
  CHECK(mcnemar_exact(0, 5) == Approx(2.0 / 32));
  CHECK(mcnemar_exact(1, 5) == Approx(2 * 7.0 / 64));
  CHECK(mcnemar_exact(0, 20000) == 0);  // 2^-19999 is below the smallest double
}

TEST_CASE("Holm by hand") {
  // Ascending .005 * 5, .01 * 4, .03 * 3, .04 * 2 (raised to .09), .2.
  const Numbers adjusted = holm(Numbers{0.01, 0.04, 0.03, NAN, 0.2, 0.005});
  CHECK(adjusted[0] == Approx(0.04));
  CHECK(adjusted[1] == Approx(0.09));
  CHECK(adjusted[2] == Approx(0.09));
  CHECK(std::isnan(adjusted[3]));
  CHECK(adjusted[4] == Approx(0.2));
  CHECK(adjusted[5] == Approx(0.025));
  CHECK(largest_significant(Numbers{NAN}, Correction::holm, 0.05) == -1);
  CHECK(largest_significant(Numbers{}, Correction::benjamini_hochberg, 0.05) == -1);
}

TEST_CASE("sign flips by hand, in pieces, and their level") {
  CHECK(sign_flip_p_value(Numbers{}, 99, 1, 1) == 1);
  CHECK(sign_flip_p_value(Numbers{0, 0, 0}, 99, 1, 1) == 1);
  CHECK(sign_flip_p_value(Numbers{0.1, 0.1, 0.1}, 99, 1, 1) == 0.25);  // 2 of 8 combinations
  // .1 + .2 - .3 is not exactly 0: equal sums in other orders still count as equal.
  CHECK(sign_flip_p_value(Numbers{0.1, 0.2, -0.3}, 99, 1, 1) == 1);
  Random random(3);
  Numbers differences(300);
  for (double& value : differences) value = random.normal();
  SignFlipTest test(differences, 999, 7, 2);
  while (!test.done()) test.advance(70);
  CHECK(test.p_value() == sign_flip_p_value(differences, 999, 7, 2));
  CHECK_FALSE(test.exact());
  // Without a difference p < .05 in 5% of 1,000 lists (error .007).
  std::size_t rejected = 0;
  for (std::size_t list = 0; list < 1000; ++list) {
    Numbers drawn(30);
    for (double& value : drawn) value = random.normal();
    rejected += sign_flip_p_value(drawn, 199, 1, list) <= 0.05 ? 1U : 0U;
  }
  CHECK(static_cast<double>(rejected) / 1000 == Approx(0.05).margin(0.028));
}

TEST_CASE("a line through too little") {
  CHECK(std::isnan(linear_regression(Numbers{}, Numbers{}).slope));
  CHECK(std::isnan(linear_regression(Numbers{1}, Numbers{2}).slope));
  CHECK(std::isnan(linear_regression(Numbers{9.9, 9.9, 9.9}, Numbers{1, 2, 3}).slope));
  const LinearRegression two = linear_regression(Numbers{1, 2, NAN}, Numbers{1, 3, 5});
  CHECK(two.points == 2);
  CHECK(two.slope == 2);
  CHECK(two.intercept == -1);
  CHECK(std::isnan(two.slope_interval.low));
  const LinearRegression flat = linear_regression(Numbers{1, 2, 3}, Numbers{4, 4, 4});
  CHECK(flat.slope == 0);
  CHECK(flat.slope_interval.low == 0);
  CHECK(flat.slope_interval.high == 0);
}

TEST_CASE("heterogeneity of too few groups") {
  CHECK(std::isnan(cochran_q(Numbers{0.1}, Numbers{0.01}).p_value));
  CHECK(std::isnan(cochran_q(Numbers{0.1, 0.2}, Numbers{0.01, 0}).p_value));
  CHECK(cochran_q(Numbers{0.1, 0.1}, Numbers{0.01, 0.02}).p_value == Approx(1));
}
