#include "stats/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_exact_ranks = 9;  // 362,880 orders
constexpr double two_sided_95 = 1.959963984540054;

struct Pairs {
  std::vector<double> x;
  std::vector<double> y;
};

Pairs present_pairs(std::span<const double> x, std::span<const double> y) {
  Pairs pairs;
  const std::size_t count = std::min(x.size(), y.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isnan(x[i]) || std::isnan(y[i])) continue;
    pairs.x.push_back(x[i]);
    pairs.y.push_back(y[i]);
  }
  return pairs;
}

bool constant(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// r of complete pairs, neither constant.
double product_moment(const std::vector<double>& x, const std::vector<double>& y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (!(xx > 0 && yy > 0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

/// numerator = 1 for Pearson's r: variance numerator / (n - 3) of Fisher's z.
void add_inference(Correlation& correlation, double variance_numerator) {
  if (std::isnan(correlation.value)) return;
  const double n = real(correlation.pairs);
  const double r = correlation.value;
  if (correlation.pairs >= 3) {
    const double rest = (1 - r) * (1 + r);
    correlation.p_value = rest > 0 ? student_two_sided(r * std::sqrt((n - 2) / rest), n - 2) : 0;
  }
  if (correlation.pairs >= 4) {
    const double z = std::atanh(r);  // infinite for r = +-1: the interval is that point
    const double error = two_sided_95 * std::sqrt(variance_numerator / (n - 3));
    correlation.interval = {std::tanh(z - error), std::tanh(z + error)};
  }
}

/// Share of all orders of y whose |sum of products| with x is as large. The means must be the same in every order.
double exact_two_sided(const std::vector<double>& x, const std::vector<double>& y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  const auto product = [&](const std::vector<std::size_t>& order) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - mean_x) * (y[order[i]] - mean_y);
    return std::abs(sum);
  };
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const double least = product(order) - 1e-9;  // sums of halves: anything between is rounding
  double as_large = 0;
  double all = 0;
  do {
    as_large += product(order) >= least ? 1 : 0;
    all += 1;
  } while (std::next_permutation(order.begin(), order.end()));
  return as_large / all;
}

/// Inversions of values, which are sorted on return.
std::uint64_t sort_counting_inversions(std::vector<double>& values) {
  std::vector<double> other(values.size());
  std::uint64_t inversions = 0;
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t start = 0; start < values.size(); start += 2 * width) {
      const std::size_t middle = std::min(start + width, values.size());
      const std::size_t end = std::min(start + 2 * width, values.size());
      std::size_t left = start;
      std::size_t right = middle;
      for (std::size_t place = start; place < end; ++place) {
        if (left < middle && (right >= end || values[left] <= values[right])) {
          other[place] = values[left++];
        } else {
          other[place] = values[right++];
          inversions += middle - left;
        }
      }
    }
    values.swap(other);
  }
  return inversions;
}

/// Sums over groups of t equal values.
struct Ties {
  double pairs = 0;     // t (t - 1) / 2
  double second = 0;    // t (t - 1) (t - 2)
  double weighted = 0;  // t (t - 1) (2 t + 5)
};

void add_tie(Ties& ties, std::size_t size) {
  const double t = real(size);
  ties.pairs += t * (t - 1) / 2;
  ties.second += t * (t - 1) * (t - 2);
  ties.weighted += t * (t - 1) * (2 * t + 5);
}

template <class Equal>
Ties count_ties(std::size_t count, Equal equal) {
  Ties ties;
  std::size_t run = 1;
  for (std::size_t i = 1; i <= count; ++i) {
    if (i < count && equal(i - 1, i)) {
      ++run;
    } else {
      add_tie(ties, run);
      run = 1;
    }
  }
  return ties;
}

}  // namespace

std::vector<double> mean_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] != values[b] ? values[a] < values[b] : a < b; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = real(first + last) / 2 + 1;
    first = last + 1;
  }
  return ranks;
}

Correlation pearson_correlation(std::span<const double> x, std::span<const double> y) {
  const Pairs pairs = present_pairs(x, y);
  Correlation correlation;
  correlation.pairs = pairs.x.size();
  if (correlation.pairs < 2 || constant(pairs.x) || constant(pairs.y)) return correlation;
  correlation.value = product_moment(pairs.x, pairs.y);
  add_inference(correlation, 1);
  return correlation;
}

Correlation spearman_correlation(std::span<const double> x, std::span<const double> y) {
  const Pairs pairs = present_pairs(x, y);
  Correlation correlation;
  correlation.pairs = pairs.x.size();
  if (correlation.pairs < 2 || constant(pairs.x) || constant(pairs.y)) return correlation;
  const std::vector<double> x_ranks = mean_ranks(pairs.x);
  const std::vector<double> y_ranks = mean_ranks(pairs.y);
  correlation.value = product_moment(x_ranks, y_ranks);
  add_inference(correlation, 1 + correlation.value * correlation.value / 2);
  if (correlation.pairs >= 3 && correlation.pairs <= most_exact_ranks) {
    correlation.p_value = exact_two_sided(x_ranks, y_ranks);
  }
  return correlation;
}

Correlation kendall_correlation(std::span<const double> x, std::span<const double> y) {
  const Pairs pairs = present_pairs(x, y);
  Correlation correlation;
  correlation.pairs = pairs.x.size();
  if (correlation.pairs < 2 || constant(pairs.x) || constant(pairs.y)) return correlation;
  const std::size_t count = pairs.x.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (pairs.x[a] != pairs.x[b]) return pairs.x[a] < pairs.x[b];
    return pairs.y[a] != pairs.y[b] ? pairs.y[a] < pairs.y[b] : a < b;
  });
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = pairs.y[order[i]];
  const Ties x_ties =
      count_ties(count, [&](std::size_t a, std::size_t b) { return pairs.x[order[a]] == pairs.x[order[b]]; });
  const Ties both_ties = count_ties(count, [&](std::size_t a, std::size_t b) {
    return pairs.x[order[a]] == pairs.x[order[b]] && pairs.y[order[a]] == pairs.y[order[b]];
  });
  const double discordant = real(sort_counting_inversions(values));
  const Ties y_ties = count_ties(count, [&](std::size_t a, std::size_t b) { return values[a] == values[b]; });
  const double n = real(count);
  const double all = n * (n - 1) / 2;
  const double difference = all - x_ties.pairs - y_ties.pairs + both_ties.pairs - 2 * discordant;
  correlation.value = std::clamp(difference / std::sqrt(all - x_ties.pairs) / std::sqrt(all - y_ties.pairs), -1.0, 1.0);
  if (count < 3) return correlation;
  const double square = n * (n - 1);
  const double variance = (square * (2 * n + 5) - x_ties.weighted - y_ties.weighted) / 18 +
                          2 * x_ties.pairs * y_ties.pairs / square +
                          x_ties.second * y_ties.second / (9 * square * (n - 2));
  if (variance > 0) correlation.p_value = normal_two_sided(difference / std::sqrt(variance));
  return correlation;
}

DependentCorrelationTest williams_test(double r12, double r13, double r23, std::size_t n) {
  DependentCorrelationTest test;
  if (n < 4) return test;
  const double count = real(n);
  test.degrees_of_freedom = count - 3;
  const double determinant = std::max(0.0, 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23);
  const double middle = (r12 + r13) / 2;
  const double rest = 1 - r23;
  const double denominator = 2 * (count - 1) / (count - 3) * determinant + middle * middle * rest * rest * rest;
  // With r23 = 1 the two variables are one: there is nothing to compare.
  if (!(rest > 1e-12) || !(denominator > 0)) return test;
  test.t = (r12 - r13) * std::sqrt((count - 1) * (1 + r23) / denominator);
  test.p_value = student_two_sided(test.t, test.degrees_of_freedom);
  return test;
}

}  // namespace harmonograph
