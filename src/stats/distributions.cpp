#include "stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double root_half = 0.70710678118654752440;
// The terms needed grow like the root of the larger parameter: enough for millions of observations.
constexpr std::size_t most_terms = 100000;
constexpr double precision = 1e-16;
constexpr double tiny = 1e-300;

double away_from_zero(double x) {
  return std::abs(x) < tiny ? tiny : x;
}

/// Continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8).
double beta_fraction(double a, double b, double x) {
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double result = d;
  for (std::size_t term = 1; term < most_terms; ++term) {
    const auto m = static_cast<double>(term);
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    const double change = d * c;
    result *= change;
    if (std::abs(change - 1) < precision) break;
  }
  return result;
}

/// I_x(a, b) with the complement y = 1 - x given apart, so that neither tail loses digits.
double beta_with_complement(double a, double b, double x, double y) {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const double log_front = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log(y);
  const double front = std::exp(log_front);
  if (x < (a + 1) / (a + b + 2)) return std::min(1.0, front * beta_fraction(a, b, x) / a);
  return std::max(0.0, 1 - front * beta_fraction(b, a, y) / b);
}

template <std::size_t N>
double polynomial(const double (&coefficients)[N], double x) {
  double sum = 0;
  for (std::size_t i = N; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

}  // namespace

double normal_distribution(double x) {
  return 0.5 * std::erfc(-x * root_half);
}

double normal_two_sided(double z) {
  return std::erfc(std::abs(z) * root_half);
}

double normal_quantile(double probability) {
  if (!(probability >= 0 && probability <= 1)) return not_a_number;
  if (probability == 0) return -infinity;
  if (probability == 1) return infinity;
  // Coefficients of AS 241, PPND16.
  constexpr double a[] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                          1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                          3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr double b[] = {1.0,
                          4.2313330701600911252e1,
                          6.8718700749205790830e2,
                          5.3941960214247511077e3,
                          2.1213794301586595867e4,
                          3.9307895800092710610e4,
                          2.8729085735721942674e4,
                          5.2264952788528545610e3};
  constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                          3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[] = {1.0,
                          2.05319162663775882187e0,
                          1.67638483018380384940e0,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                          2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[] = {1.0,
                          5.99832206555887937690e-1,
                          1.36929880922735805310e-1,
                          1.48753612908506148525e-2,
                          7.86869131145613259100e-4,
                          1.84631831751005468180e-5,
                          1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const double q = probability - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  const double r = std::sqrt(-std::log(q < 0 ? probability : 1 - probability));
  const double value =
      r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6) : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -value : value;
}

double incomplete_beta(double a, double b, double x) {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return not_a_number;
  return beta_with_complement(a, b, x, 1 - x);
}

double incomplete_gamma_upper(double a, double x) {
  if (!(a > 0 && x >= 0)) return not_a_number;
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (std::size_t n = 1; n < most_terms; ++n) {
      term *= x / (a + static_cast<double>(n));
      sum += term;
      if (term < sum * precision) break;
    }
    return std::max(0.0, 1 - front * sum);
  }
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / away_from_zero(b);
  double result = d;
  for (std::size_t n = 1; n < most_terms; ++n) {
    const auto i = static_cast<double>(n);
    const double numerator = -i * (i - a);
    b += 2;
    d = 1 / away_from_zero(numerator * d + b);
    c = away_from_zero(b + numerator / c);
    const double change = d * c;
    result *= change;
    if (std::abs(change - 1) < precision) break;
  }
  return std::min(1.0, front * result);
}

double student_two_sided(double t, double degrees) {
  if (std::isnan(t) || !(degrees > 0)) return not_a_number;
  if (std::isinf(t)) return 0;
  if (std::isinf(degrees)) return normal_two_sided(t);
  const double square = t * t;
  return beta_with_complement(degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square));
}

double student_quantile(double probability, double degrees) {
  if (!(probability >= 0 && probability <= 1) || !(degrees > 0)) return not_a_number;
  if (probability == 0) return -infinity;
  if (probability == 1) return infinity;
  if (probability == 0.5) return 0;
  const double two_sided = 2 * std::min(probability, 1 - probability);
  double low = 0;
  double high = 1;
  while (student_two_sided(high, degrees) > two_sided && high < 1e300) high *= 2;
  // Bisection down to the resolution of a double: called a few times a table, never in a loop over cells.
  for (int step = 0; step < 200; ++step) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (student_two_sided(middle, degrees) > two_sided ? low : high) = middle;
  }
  const double t = 0.5 * (low + high);
  return probability < 0.5 ? -t : t;
}

double chi_square_upper(double x, double degrees) {
  if (std::isnan(x) || !(degrees > 0)) return not_a_number;
  return x <= 0 ? 1 : incomplete_gamma_upper(degrees / 2, x / 2);
}

double f_upper(double f, double numerator_degrees, double denominator_degrees) {
  if (std::isnan(f) || !(numerator_degrees > 0 && denominator_degrees > 0)) return not_a_number;
  if (f <= 0) return 1;
  if (std::isinf(f)) return 0;
  const double scaled = numerator_degrees * f;
  const double sum = scaled + denominator_degrees;
  return beta_with_complement(denominator_degrees / 2, numerator_degrees / 2, denominator_degrees / sum, scaled / sum);
}

}  // namespace harmonograph
