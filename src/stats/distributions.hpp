// Distribution functions of the tests and intervals: normal, Student's t, chi-square, F.
// Written here because the library of the WebAssembly compiler has no special functions beyond erfc and lgamma.
#pragma once

namespace harmonograph {

/// P(Z <= x) of the standard normal distribution.
double normal_distribution(double x);
/// P(|Z| >= |z|).
double normal_two_sided(double z);
/// The x with P(Z <= x) = probability (Wichura 1988, algorithm AS 241, about 16 digits); -inf at 0, inf at 1, NaN
/// outside [0, 1].
double normal_quantile(double probability);

/// Regularised incomplete beta function I_x(a, b), a, b > 0, 0 <= x <= 1 (continued fraction, Lentz 1976); NaN outside.
double incomplete_beta(double a, double b, double x);
/// Regularised upper incomplete gamma function Q(a, x), a > 0, x >= 0 (series or continued fraction); NaN outside.
double incomplete_gamma_upper(double a, double x);

/// P(|T| >= |t|) of Student's t; degrees > 0, need not be whole. NaN for NaN; 0 for infinite t.
double student_two_sided(double t, double degrees);
/// The t with P(T <= t) = probability; degrees > 0. -inf at 0, inf at 1.
double student_quantile(double probability, double degrees);

/// P(X >= x) of the chi-square distribution; 1 for x <= 0.
double chi_square_upper(double x, double degrees);
/// P(F >= f) of the F distribution; 1 for f <= 0.
double f_upper(double f, double numerator_degrees, double denominator_degrees);

}  // namespace harmonograph
