// Which models answered a benchmark, which items all of them answered, and what is missing.
#pragma once

#include "dataset/dataset.hpp"
#include "dataset/import_report.hpp"

namespace harmonograph {

/// Fills models, items_shared_by_all and missing_cells of the report from the benchmark's scores.
void count_cells(const Benchmark& benchmark, BenchmarkReport& report);

}  // namespace harmonograph
