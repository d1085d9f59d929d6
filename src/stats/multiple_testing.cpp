#include "stats/multiple_testing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace harmonograph {

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return p_values[a] != p_values[b] ? p_values[a] < p_values[b] : a < b;
  });
  std::vector<double> adjusted(p_values.size(), std::numeric_limits<double>::quiet_NaN());
  const auto tests = static_cast<double>(order.size());
  double smallest = 1;
  for (std::size_t place = order.size(); place-- > 0;) {
    smallest = std::min(smallest, p_values[order[place]] * tests / static_cast<double>(place + 1));
    adjusted[order[place]] = smallest;
  }
  return adjusted;
}

}  // namespace harmonograph
