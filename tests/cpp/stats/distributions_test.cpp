// Expected values: scipy 1.10.1, each beside its command.
#include "stats/distributions.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace harmonograph;

namespace {
Approx close(double value) {
  return Approx(value).epsilon(1e-11).margin(0);
}
}  // namespace

TEST_CASE("normal distribution and its quantiles") {
  CHECK(normal_distribution(1.3) == close(0.9031995154143897));    // stats.norm.cdf(1.3)
  CHECK(normal_distribution(-6) == close(9.865876450376946e-10));  // stats.norm.cdf(-6)
  CHECK(normal_two_sided(1.959963984540054) == close(0.05));       // by definition of the quantile
  CHECK(normal_quantile(0.975) == close(1.959963984540054));       // stats.norm.ppf(.975)
  CHECK(normal_quantile(1e-10) == close(-6.361340902404056));      // stats.norm.ppf(1e-10)
  CHECK(normal_quantile(0.3) == close(-0.5244005127080409));       // stats.norm.ppf(.3)
  CHECK(normal_quantile(0.07) == close(-1.4757910281791706));      // stats.norm.ppf(.07)
  CHECK(std::isinf(normal_quantile(0)));
  CHECK(std::isnan(normal_quantile(1.5)));
}

TEST_CASE("incomplete beta and gamma functions") {
  CHECK(incomplete_beta(2, 3, 0.4) == close(0.5248));                  // special.betainc(2, 3, .4)
  CHECK(incomplete_beta(0.5, 40, 0.01) == close(0.6286139767460155));  // special.betainc(.5, 40, .01)
  // Parameters of a t-test over 30,000 items; lgamma of 15,000 leaves about 11 digits.
  CHECK(incomplete_beta(15000, 0.5, 0.9999) == Approx(0.08325937706198461).epsilon(1e-9));  // special.betainc
  CHECK(incomplete_gamma_upper(2.5, 1) == close(0.8491450360846096));                       // special.gammaincc(2.5, 1)
  CHECK(incomplete_gamma_upper(3, 20) == close(4.5551495055892125e-07));                    // special.gammaincc(3, 20)
  CHECK(incomplete_gamma_upper(200, 190) == close(0.7566525728993763));  // special.gammaincc(200, 190)
  CHECK(incomplete_beta(2, 3, 0) == 0);
  CHECK(incomplete_beta(2, 3, 1) == 1);
  CHECK(std::isnan(incomplete_beta(-1, 3, 0.5)));
  CHECK(std::isnan(incomplete_gamma_upper(0, 1)));
}

TEST_CASE("Student's t") {
  CHECK(student_two_sided(2.1, 5) == close(0.08975324988459868));  // 2 * stats.t.sf(2.1, 5)
  CHECK(student_two_sided(-2.1, 5) == close(0.08975324988459868));
  CHECK(student_two_sided(0.01, 3) == close(0.992649111412852));                       // 2 * stats.t.sf(.01, 3)
  CHECK(student_two_sided(8, 30) == close(6.265822475700772e-09));                     // 2 * stats.t.sf(8, 30)
  CHECK(student_two_sided(1.96, 33998) == Approx(0.05000394641887417).epsilon(1e-9));  // 2 * stats.t.sf(1.96, 33998)
  CHECK(student_two_sided(1, 1) == close(0.5));                                        // Cauchy: 1/2 by hand
  CHECK(student_two_sided(0, 7) == 1);
  // scipy's stats.t.ppf stops at about 1e-10 (its own sf of its ppf is off by that much), hence the tolerance; with 1
  // and 2 degrees of freedom the quantile is known: tan(pi (p - 1/2)) and (2 p - 1) / sqrt(2 p (1 - p)).
  CHECK(student_quantile(0.975, 4) == Approx(2.7764451051977987).epsilon(1e-9));    // stats.t.ppf(.975, 4)
  CHECK(student_quantile(0.025, 98) == Approx(-1.9844674544266925).epsilon(1e-9));  // stats.t.ppf(.025, 98)
  CHECK(student_quantile(0.9, 2.5) == Approx(1.730250928807177).epsilon(1e-9));     // stats.t.ppf(.9, 2.5)
  CHECK(student_quantile(0.9, 1) == close(std::tan(0.4 * 3.14159265358979323846)));
  CHECK(student_quantile(0.975, 2) == close(0.95 / std::sqrt(2 * 0.975 * 0.025)));
  CHECK(std::isnan(student_two_sided(1, 0)));
}

TEST_CASE("chi-square and F") {
  CHECK(chi_square_upper(11.07, 5) == close(0.050009618622405425));  // stats.chi2.sf(11.07, 5)
  CHECK(chi_square_upper(0.3, 1) == close(0.583882420770365));       // stats.chi2.sf(.3, 1)
  CHECK(chi_square_upper(900, 800) == close(0.007774644192745909));  // stats.chi2.sf(900, 800)
  CHECK(chi_square_upper(0, 3) == 1);
  CHECK(f_upper(3.2, 3, 20) == close(0.045467229916248915));  // stats.f.sf(3.2, 3, 20)
  CHECK(f_upper(0.5, 10, 7) == close(0.8454966997285922));    // stats.f.sf(.5, 10, 7)
  CHECK(std::isnan(chi_square_upper(NAN, 3)));
}
