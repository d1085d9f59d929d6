#include "stats/mcnemar.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/summaries.hpp"

namespace harmonograph {

double mcnemar_exact(std::uint64_t first_only, std::uint64_t second_only) {
  const double trials = real(first_only) + real(second_only);
  const double smaller = real(std::min(first_only, second_only));
  if (first_only == second_only) return 1;
  constexpr double log_two = 0.69314718055994530942;
  const double log_largest = std::lgamma(trials + 1) - std::lgamma(smaller + 1) - std::lgamma(trials - smaller + 1);
  // P(X = smaller) times 1 + P(X = smaller - 1)/P(X = smaller) + ...: ratios below 1 that fall quickly.
  double sum = 1;
  double term = 1;
  for (double x = smaller; x > 0 && term > 1e-18 * sum; x -= 1) {
    term *= x / (trials - x + 1);
    sum += term;
  }
  return std::min(1.0, 2 * std::exp(log_largest - trials * log_two) * sum);
}

double discordant_odds_ratio(std::uint64_t first_only, std::uint64_t second_only) {
  if (first_only == 0 && second_only == 0) return std::numeric_limits<double>::quiet_NaN();
  const double added = first_only == 0 || second_only == 0 ? 0.5 : 0;
  return (real(first_only) + added) / (real(second_only) + added);
}

}  // namespace harmonograph
