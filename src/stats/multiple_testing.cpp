#include "stats/multiple_testing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace harmonograph {
namespace {

/// Indices of the p-values that are not NaN, the smallest first.
std::vector<std::size_t> ascending(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return p_values[a] != p_values[b] ? p_values[a] < p_values[b] : a < b;
  });
  return order;
}

}  // namespace

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size(), std::numeric_limits<double>::quiet_NaN());
  const auto tests = static_cast<double>(order.size());
  double smallest = 1;
  for (std::size_t place = order.size(); place-- > 0;) {
    smallest = std::min(smallest, p_values[order[place]] * tests / static_cast<double>(place + 1));
    adjusted[order[place]] = smallest;
  }
  return adjusted;
}

std::vector<double> holm(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size(), std::numeric_limits<double>::quiet_NaN());
  double largest = 0;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const auto remaining = static_cast<double>(order.size() - place);
    largest = std::max(largest, std::min(1.0, p_values[order[place]] * remaining));
    adjusted[order[place]] = largest;
  }
  return adjusted;
}

double largest_significant(std::span<const double> p_values, Correction correction, double level) {
  std::vector<double> small;  // only these can be significant, and those of rank 1 to small.size() they are
  std::size_t count = 0;
  for (const double p : p_values) {
    if (std::isnan(p)) continue;
    ++count;
    if (p < level) small.push_back(p);
  }
  std::sort(small.begin(), small.end());
  double largest = -1;
  for (std::size_t place = 0; place < small.size(); ++place) {
    if (correction == Correction::holm) {
      if (!(small[place] * static_cast<double>(count - place) < level)) break;
      largest = small[place];
    } else if (small[place] * static_cast<double>(count) / static_cast<double>(place + 1) < level) {
      largest = small[place];
    }
  }
  return largest;
}

}  // namespace harmonograph
