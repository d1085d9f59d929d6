#include "session/overview.hpp"

#include <cmath>

#include "harmony/available_partitions.hpp"

namespace harmonograph {

std::vector<OverviewCell> make_overview(const Dataset& dataset) {
  std::vector<OverviewCell> cells;
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    const Benchmark& benchmark = dataset.benchmarks[b];
    for (std::size_t m = 0; m < dataset.models.size(); ++m) {
      OverviewCell cell;
      cell.benchmark = b;
      cell.model = m;
      cell.accuracy = measure_accuracy(benchmark.scores.row(m));
      if (cell.accuracy.items == 0) continue;
      auto partitions = available_partitions(dataset, b, m);
      if (partitions) {
        cell.partitions = std::move(*partitions);
      } else {
        cell.refusal = partitions.error();
      }
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

ItemScores item_scores(const Benchmark& benchmark, std::size_t item) {
  ItemScores result;
  double sum = 0;
  for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
    const double score = benchmark.scores(m, item);
    if (std::isnan(score)) continue;
    sum += score;
    ++result.models;
  }
  if (result.models > 0) result.mean = sum / static_cast<double>(result.models);
  return result;
}

}  // namespace harmonograph
