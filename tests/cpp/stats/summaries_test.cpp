#include "stats/summaries.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace harmonograph;

TEST_CASE("weighted summaries, by hand") {
  const std::vector<double> values{0.9, 0.3, 0.2};
  const std::vector<double> weights{0.5, 0.3, 0.2};
  CHECK(weighted_mean(values, weights) == Approx(0.58));
  // .5 (.32)^2 + .3 (.28)^2 + .2 (.38)^2 = .1036
  CHECK(weighted_standard_deviation(values, weights) == Approx(std::sqrt(0.1036)));
  CHECK(weighted_mean_absolute_deviation(values, weights) == Approx(0.5 * 0.32 + 0.3 * 0.28 + 0.2 * 0.38));
  CHECK(range(values) == Approx(0.7));
}

TEST_CASE("the Gini coefficient") {
  const std::vector<double> equal(4, 1.0);
  CHECK(gini(std::vector<double>{0.3, 0.3, 0.3, 0.3}, equal) == 0);
  // One of four has everything: (n - 1) / n.
  CHECK(gini(std::vector<double>{0, 0, 0, 1}, equal) == Approx(0.75));
  CHECK(gini(std::vector<double>{0, 0, 0, 0}, equal) == 0);
  // A weight of 2 is the same as the value twice.
  CHECK(gini(std::vector<double>{0.2, 0.8}, std::vector<double>{2, 1}) ==
        Approx(gini(std::vector<double>{0.2, 0.2, 0.8}, std::vector<double>(3, 1.0))));
}

TEST_CASE("entropy of weights, in nats") {
  CHECK(entropy(std::vector<double>{1, 1, 1, 1}) == Approx(std::log(4.0)));
  CHECK(entropy(std::vector<double>{5, 0, 0}) == 0);
  CHECK(entropy(std::vector<double>{}) == 0);
}

TEST_CASE("quantiles as numpy's default") {
  const std::vector<double> sorted{1, 2, 3, 4};
  CHECK(quantile_of_sorted(sorted, 0.25) == Approx(1.75));  // numpy.quantile([1, 2, 3, 4], .25)
  CHECK(quantile_of_sorted(sorted, 0) == 1);
  CHECK(quantile_of_sorted(sorted, 1) == 4);
}

TEST_CASE("quantile groups keep equal values together and leave missing ones out") {
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(quantile_groups(values, 4) == std::vector<std::int32_t>{0, 0, 1, 1, 2, 2, 3, 3});
  const std::vector<double> tied{1, 1, 1, 1, 1, 1, 1, 2, NAN};
  CHECK(quantile_groups(tied, 4) == std::vector<std::int32_t>{0, 0, 0, 0, 0, 0, 0, 3, -1});
  CHECK(quantile_groups(std::vector<double>{NAN}, 4) == std::vector<std::int32_t>{-1});
}

TEST_CASE("empty input gives no number instead of a wrong one") {
  CHECK(std::isnan(mean(std::vector<double>{})));
  CHECK(std::isnan(mean_of_present(std::vector<double>{NAN, NAN})));
  CHECK(mean_of_present(std::vector<double>{NAN, 1, 0}) == 0.5);
  CHECK(standard_deviation(std::vector<double>{3}) == 0);
}
