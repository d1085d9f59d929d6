#include "stats/correlation.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"

using namespace harmonograph;

namespace {
const std::vector<double> x{1, 2, 2, 4, 5, 7, 7, 7, 9, 3};
const std::vector<double> y{2, 1, 3, 3, 6, 8, 5, 7, 7, 1};
}  // namespace

TEST_CASE("Pearson's r with interval and p") {
  const Correlation r = pearson_correlation(x, y);
  CHECK(r.pairs == 10);
  CHECK(r.value == Approx(0.8724996834291999).epsilon(1e-12));  // scipy 1.10.1: stats.pearsonr(x, y)
  CHECK(r.p_value == Approx(0.0009885051390146034).epsilon(1e-10));
  CHECK(r.interval.low == Approx(0.5389386622975048).epsilon(1e-10));  // .confidence_interval()
  CHECK(r.interval.high == Approx(0.9695208944932311).epsilon(1e-10));
}

TEST_CASE("Spearman's rho and Kendall's tau-b with ties") {
  const Correlation rho = spearman_correlation(x, y);
  CHECK(rho.value == Approx(0.8323141916249217).epsilon(1e-12));  // scipy 1.10.1: stats.spearmanr(x, y)
  CHECK(rho.p_value == Approx(0.0028105181688367342).epsilon(1e-10));
  CHECK(rho.interval.low < rho.value);
  CHECK(rho.interval.high > rho.value);
  const Correlation tau = kendall_correlation(x, y);
  CHECK(tau.value == Approx(0.6747477697966319).epsilon(1e-12));  // stats.kendalltau(x, y, method='asymptotic')
  CHECK(tau.p_value == Approx(0.009823274507519249).epsilon(1e-10));
  CHECK(mean_ranks(std::vector<double>{5, 1, 5, 3}) == std::vector<double>{3.5, 1, 3.5, 2});
}

TEST_CASE("Kendall's tau-b equals the count of pairs") {
  Random random(5);
  std::vector<double> a(60);
  std::vector<double> b(60);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<double>(random.below(12));
    b[i] = static_cast<double>(random.below(9)) + 0.3 * a[i];
  }
  double difference = 0;
  double in_a = 0;
  double in_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double da = a[i] - a[j];
      const double db = b[i] - b[j];
      difference += da * db > 0 ? 1 : (da * db < 0 ? -1 : 0);
      in_a += da != 0 ? 1 : 0;
      in_b += db != 0 ? 1 : 0;
    }
  }
  CHECK(kendall_correlation(a, b).value == Approx(difference / std::sqrt(in_a * in_b)).epsilon(1e-12));
}

TEST_CASE("correlations where there is nothing to correlate") {
  const std::vector<double> flat{1, 1, 1};
  const std::vector<double> rising{1, 2, 3};
  CHECK(std::isnan(pearson_correlation(flat, rising).value));
  CHECK(std::isnan(spearman_correlation(flat, rising).value));
  CHECK(std::isnan(kendall_correlation(flat, rising).value));
  CHECK(std::isnan(pearson_correlation(std::vector<double>{}, std::vector<double>{}).value));
  const Correlation exact = pearson_correlation(std::vector<double>{1, 2, 3, 4}, std::vector<double>{2, 4, 6, 8});
  CHECK(exact.value == 1);
  CHECK(exact.p_value == 0);
  CHECK(exact.interval.low == 1);
  // The pair with a missing number does not count.
  CHECK(pearson_correlation(std::vector<double>{1, 2, NAN, 3}, std::vector<double>{1, 2, 9, NAN}).pairs == 2);
}

TEST_CASE("Williams' test of two correlations that share a variable") {
  // Steiger (1980), the example that psych::r.test(103, .4, .5, .1) prints: t = -0.89, p = .37.
  const auto test = williams_test(0.4, 0.5, 0.1, 103);
  CHECK(test.t == Approx(-0.8912799047605414).epsilon(1e-10));  // equation 7 in Python; 2 * stats.t.sf(.8913, 100)
  CHECK(test.degrees_of_freedom == 100);
  CHECK(test.p_value == Approx(0.3749185174912557).epsilon(1e-9));
  CHECK(std::isnan(williams_test(0.4, 0.4, 1, 50).t));
  CHECK(std::isnan(williams_test(0.4, 0.2, 0.3, 3).t));
}

TEST_CASE("Williams' test keeps its level") {
  // Two variables equally correlated with the first: p < .05 in about 5% of 2,000 draws of 25 (error .005).
  Random random(11);
  std::size_t rejected = 0;
  constexpr std::size_t draws = 2000;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    std::vector<double> first;
    std::vector<double> second;
    std::vector<double> third;
    for (int i = 0; i < 25; ++i) {
      const double shared = random.normal();
      first.push_back(shared + 0.8 * random.normal());
      second.push_back(shared + 0.8 * random.normal());
      third.push_back(shared + 0.8 * random.normal());
    }
    const auto test = williams_test(pearson_correlation(first, second).value, pearson_correlation(first, third).value,
                                    pearson_correlation(second, third).value, 25);
    rejected += test.p_value < 0.05 ? 1U : 0U;
  }
  CHECK(static_cast<double>(rejected) / draws == Approx(0.05).margin(0.02));
}
