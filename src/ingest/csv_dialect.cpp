#include "ingest/csv_dialect.hpp"

#include <algorithm>
#include <map>

#include "core/number.hpp"
#include "core/text.hpp"
#include "ingest/csv_reader.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t sampled_rows = 200;
constexpr std::size_t sampled_cells = 400'000;
constexpr std::size_t piece = 16'384;

std::vector<std::vector<std::string>> sample_rows(std::string_view head, bool complete, char separator) {
  std::vector<std::vector<std::string>> rows;
  std::size_t cells_seen = 0;
  CsvReader reader(separator, [&](std::span<const std::string_view> cells, std::uint64_t) -> Result<void> {
    if (rows.size() < sampled_rows && cells_seen < sampled_cells) {
      rows.emplace_back(cells.begin(), cells.end());
      cells_seen += cells.size();
    }
    return {};
  });
  bool stopped_early = false;
  for (std::size_t start = 0; start < head.size(); start += piece) {
    if (rows.size() >= sampled_rows || cells_seen >= sampled_cells) {
      stopped_early = true;
      break;
    }
    if (!reader.feed(head.substr(start, piece))) return rows;
  }
  // The last row of an incomplete head may be cut; it is used only when there is no other.
  if (!stopped_early && (complete || rows.empty())) static_cast<void>(reader.finish());
  return rows;
}

double plausibility(CsvDialect& dialect) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& row : dialect.rows) ++counts[row.size()];
  std::size_t most = 0;
  for (const auto& [columns, rows] : counts) {
    if (rows > most || (rows == most && columns > dialect.columns)) {
      most = rows;
      dialect.columns = columns;
    }
  }
  if (dialect.rows.empty()) return 0;
  const std::size_t first = dialect.rows.front().size();
  const bool lacks_one = dialect.rows.size() > 2 && first > 0 && first + 1 == dialect.columns;
  dialect.first_row_agrees = first == dialect.columns || lacks_one;
  if (lacks_one) ++most;
  dialect.consistency = static_cast<double>(most) / static_cast<double>(dialect.rows.size());
  if (dialect.columns < 2) return 0;
  // A cell that holds another separator next to a digit was probably cut at the wrong sign.
  std::size_t cells = 0;
  std::size_t suspicious = 0;
  for (const auto& row : dialect.rows) {
    for (const auto& cell : row) {
      ++cells;
      for (std::size_t i = 0; i < cell.size(); ++i) {
        const char c = cell[i];
        if (c == dialect.separator || (c != ';' && c != '\t' && c != '|')) continue;
        const bool digit_before = i > 0 && cell[i - 1] >= '0' && cell[i - 1] <= '9';
        const bool digit_after = i + 1 < cell.size() && cell[i + 1] >= '0' && cell[i + 1] <= '9';
        if (digit_before || digit_after) {
          ++suspicious;
          break;
        }
      }
    }
  }
  const double clean = 1 - static_cast<double>(suspicious) / static_cast<double>(std::max<std::size_t>(cells, 1));
  return dialect.consistency * dialect.consistency * (0.4 + 0.6 * clean) * (dialect.first_row_agrees ? 1.0 : 0.6);
}

bool has_decimal_commas(const CsvDialect& dialect) {
  std::size_t commas = 0;
  std::size_t points = 0;
  for (const auto& row : dialect.rows) {
    for (const auto& cell : row) {
      if (cell.find(',') != std::string::npos) {
        if (!parse_number(cell) && parse_number(cell, true)) ++commas;
      } else if (cell.find('.') != std::string::npos && parse_number(cell)) {
        ++points;
      }
    }
  }
  return commas > points;
}

}  // namespace

CsvDialect guess_csv_dialect(std::string_view head, bool complete, char separator) {
  CsvDialect best;
  double best_score = -1;
  for (const char candidate : {',', '\t', ';', '|'}) {
    if (separator != 0 && candidate != separator) continue;
    CsvDialect dialect;
    dialect.separator = candidate;
    dialect.rows = sample_rows(head, complete, candidate);
    const double score = plausibility(dialect);
    // On equal terms the separator that gives more columns.
    if (score > best_score + 1e-9 || (score > best_score - 1e-9 && dialect.columns > best.columns)) {
      best = std::move(dialect);
      best_score = score;
    }
  }
  if (best.separator != ',') best.decimal_comma = has_decimal_commas(best);
  return best;
}

}  // namespace harmonograph
