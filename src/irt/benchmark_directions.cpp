#include "irt/benchmark_directions.hpp"

#include <limits>
#include <map>

#include "irt/item_directions.hpp"

namespace harmonograph {

BenchmarkDirections benchmark_directions(const ResponseSet& set, const ItemResponseFit& fit) {
  const ItemDirections directions(fit);
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t i = 0; i < fit.items(); ++i) members[set.items[i].benchmark].push_back(i);
  BenchmarkDirections result;
  result.angle.assign(fit.items(), std::numeric_limits<double>::quiet_NaN());
  result.slope.assign(fit.items(), 0);
  result.error.assign(fit.items(), 0);
  for (std::uint32_t i = 0; i < fit.items(); ++i) result.informative.push_back(directions.informative(i) ? 1 : 0);
  for (const auto& [benchmark, items] : members) {
    std::vector<std::uint32_t> informative;
    for (const auto item : items) {
      if (directions.informative(item)) informative.push_back(item);
    }
    std::vector<double> mean = directions.mean_direction(informative);
    if (fit.dimensions == 1) mean.assign(1, 1);
    const std::vector<double> weights = directions.weights_along(mean);
    for (const auto item : items) {
      if (fit.dimensions > 1) result.angle[item] = directions.angle(item, mean);
      const SlopeAlong along = slope_along(fit, item, weights);
      result.slope[item] = along.slope;
      result.error[item] = along.error;
    }
  }
  return result;
}

}  // namespace harmonograph
