#include "stats/t_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

double variance(std::span<const double> values) {
  const double deviation = standard_deviation(values);
  return deviation * deviation;
}

void finish(TTest& test, double error, double first_variance, double second_variance) {
  const double pooled = std::sqrt((first_variance + second_variance) / 2);
  if (pooled > 0) test.cohens_d = test.difference / pooled;
  if (!(error > 0)) return;
  test.t = test.difference / error;
  test.p_value = student_two_sided(test.t, test.degrees_of_freedom);
  const double half = student_quantile(0.975, test.degrees_of_freedom) * error;
  test.interval = {test.difference - half, test.difference + half};
}

}  // namespace

TTest paired_t_test(std::span<const double> first, std::span<const double> second) {
  TTest test;
  const std::size_t count = std::min(first.size(), second.size());
  if (count == 0) return test;
  std::vector<double> differences(count);
  for (std::size_t i = 0; i < count; ++i) differences[i] = first[i] - second[i];
  test.difference = mean(differences);
  if (count < 2) return test;
  test.degrees_of_freedom = real(count - 1);
  const double error = standard_deviation(differences) / std::sqrt(real(count));
  finish(test, error, variance(first.first(count)), variance(second.first(count)));
  return test;
}

TTest welch_t_test(std::span<const double> first, std::span<const double> second) {
  TTest test;
  if (first.empty() || second.empty()) return test;
  test.difference = mean(first) - mean(second);
  if (first.size() < 2 || second.size() < 2) return test;
  const double first_part = variance(first) / real(first.size());
  const double second_part = variance(second) / real(second.size());
  const double sum = first_part + second_part;
  // Welch and Satterthwaite; with no variance the value does not matter, for nothing is tested.
  test.degrees_of_freedom =
      sum > 0
          ? sum * sum /
                (first_part * first_part / real(first.size() - 1) + second_part * second_part / real(second.size() - 1))
          : real(first.size() + second.size() - 2);
  finish(test, std::sqrt(sum), variance(first), variance(second));
  return test;
}

}  // namespace harmonograph
