#include "dataset/count_cells.hpp"

#include <algorithm>
#include <cmath>

namespace harmonograph {

void count_cells(const Benchmark& benchmark, BenchmarkReport& report) {
  report.models.clear();
  report.missing_cells = 0;
  std::vector<std::size_t> answers_of(benchmark.item_count(), 0);
  for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
    std::size_t answered = 0;
    for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
      if (std::isnan(benchmark.scores(m, i))) continue;
      ++answered;
      ++answers_of[i];
    }
    if (answered == 0) continue;
    report.models.push_back(m);
    report.missing_cells += benchmark.item_count() - answered;
  }
  report.items_shared_by_all =
      report.models.empty()
          ? 0
          : static_cast<std::size_t>(std::count(answers_of.begin(), answers_of.end(), report.models.size()));
}

}  // namespace harmonograph
