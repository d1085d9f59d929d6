#include "stats/t_test.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace harmonograph;

namespace {
const std::vector<double> first{0.3, 0.5, 0.9, 0.2, 0.7, 0.4};
const std::vector<double> second{0.1, 0.6, 0.5, 0.1, 0.4, 0.2};
}  // namespace

TEST_CASE("paired t-test") {
  const TTest test = paired_t_test(first, second);  // scipy 1.10.1: stats.ttest_rel(first, second)
  CHECK(test.t == Approx(2.6072500472698747).epsilon(1e-12));
  CHECK(test.p_value == Approx(0.04782842959629918).epsilon(1e-11));
  CHECK(test.interval.low == Approx(0.002578389170541623).epsilon(1e-7));  // its quantile of t has 10 digits
  CHECK(test.interval.high == Approx(0.36408827749612505).epsilon(1e-8));
  CHECK(test.degrees_of_freedom == 5);
  CHECK(test.cohens_d == Approx(0.7690239589651062).epsilon(1e-12));  // numpy: mean difference / pooled deviation
}

TEST_CASE("Welch's t-test") {
  // scipy 1.10.1: stats.ttest_ind(first, [.1, .6, .5, .9], equal_var=False)
  const TTest test = welch_t_test(first, std::vector<double>{0.1, 0.6, 0.5, 0.9});
  CHECK(test.t == Approx(-0.12720546282869621).epsilon(1e-11));
  CHECK(test.p_value == Approx(0.903343242148223).epsilon(1e-11));
}

TEST_CASE("t-tests where nothing varies") {
  const std::vector<double> ones{1, 1, 1};
  const std::vector<double> zeros{0, 0, 0};
  const TTest paired = paired_t_test(ones, zeros);
  CHECK(paired.difference == 1);
  CHECK(std::isnan(paired.t));
  CHECK(std::isnan(paired.cohens_d));
  CHECK(std::isnan(welch_t_test(ones, zeros).p_value));
  CHECK(std::isnan(paired_t_test(std::vector<double>{1}, std::vector<double>{0}).t));
  CHECK(std::isnan(paired_t_test(std::vector<double>{}, std::vector<double>{}).difference));
}
