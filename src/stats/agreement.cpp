#include "stats/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

struct Contingency {
  std::size_t columns = 0;
  std::vector<double> cells;  // rows x columns
  std::vector<double> row_totals;
  std::vector<double> column_totals;
};

Contingency contingency_of(Groups a, Groups b) {
  std::size_t rows = 0;
  std::size_t columns = 0;
  for (const auto group : a) rows = std::max<std::size_t>(rows, group + std::size_t{1});
  for (const auto group : b) columns = std::max<std::size_t>(columns, group + std::size_t{1});
  Contingency table;
  table.columns = columns;
  table.cells.assign(rows * columns, 0);
  table.row_totals.assign(rows, 0);
  table.column_totals.assign(columns, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    table.cells[a[i] * columns + b[i]] += 1;
    table.row_totals[a[i]] += 1;
    table.column_totals[b[i]] += 1;
  }
  return table;
}

double pairs(double count) {
  return count * (count - 1) / 2;
}

}  // namespace

double adjusted_rand_index(Groups a, Groups b) {
  const Contingency table = contingency_of(a, b);
  double together = 0;
  double in_rows = 0;
  double in_columns = 0;
  for (const double cell : table.cells) together += pairs(cell);
  for (const double total : table.row_totals) in_rows += pairs(total);
  for (const double total : table.column_totals) in_columns += pairs(total);
  const double all = pairs(real(a.size()));
  const double expected = all > 0 ? in_rows * in_columns / all : 0;
  const double largest = (in_rows + in_columns) / 2;
  if (largest == expected) return 1;
  return (together - expected) / (largest - expected);
}

double normalised_mutual_information(Groups a, Groups b) {
  const Contingency table = contingency_of(a, b);
  const double entropy_a = entropy(table.row_totals);
  const double entropy_b = entropy(table.column_totals);
  if (entropy_a == 0 && entropy_b == 0) return 1;
  if (entropy_a == 0 || entropy_b == 0) return 0;
  const double joint = entropy(table.cells);
  const double information = std::max(0.0, entropy_a + entropy_b - joint);
  return std::min(1.0, information / ((entropy_a + entropy_b) / 2));
}

}  // namespace harmonograph
