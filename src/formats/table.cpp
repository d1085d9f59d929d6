// CSV, TSV and their relatives: recognises a table, reads it, hands it to the interpretation.
#include <algorithm>
#include <memory>
#include <new>
#include <set>
#include <utility>

#include "core/csv_text.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/registry.hpp"
#include "formats/table_layout.hpp"
#include "formats/table_names.hpp"
#include "formats/table_observations.hpp"
#include "formats/table_store.hpp"
#include "ingest/csv_dialect.hpp"
#include "ingest/csv_reader.hpp"

namespace harmonograph {
namespace {

using SampleRows = std::vector<std::vector<std::string>>;

bool is_data_cell(std::string_view cell, bool decimal_comma) {
  const ScoreSpelling spelling = read_score(cell, decimal_comma).spelling;
  return spelling == ScoreSpelling::score || spelling == ScoreSpelling::outside;
}

/// Rows of one cell before the table proper: a title, "sep=;".
std::size_t preamble_rows(const SampleRows& rows, std::size_t columns) {
  std::size_t count = 0;
  while (columns > 1 && count < rows.size() && count < 5 && rows[count].size() == 1) ++count;
  return count == rows.size() ? 0 : count;
}

/// "correct" above 0 and 1 is the name of a column; above "correct" and "wrong" it is a score.
bool names_scores_below(const SampleRows& rows, std::size_t first, std::size_t column, bool decimal_comma) {
  const std::string& cell = rows[first][column];
  if (parse_number(cell, decimal_comma) || role_of_name(cell).role != ColumnRole::score) return false;
  for (std::size_t row = first + 1; row < rows.size(); ++row) {
    if (column < rows[row].size() && equals_ignoring_case(trim(rows[row][column]), trim(cell))) return false;
  }
  return rows.size() > first + 1;
}

/// A first row of data only, or with repeated scores among its cells, is no header.
bool first_row_is_header(const SampleRows& rows, std::size_t first, bool decimal_comma) {
  if (first >= rows.size()) return true;
  const auto& row = rows[first];
  std::size_t data = 0;
  std::size_t text = 0;
  std::set<std::string> distinct;
  bool within = true;
  bool consecutive = true;
  double previous = 0;
  for (std::size_t c = 0; c < row.size(); ++c) {
    const std::string& cell = row[c];
    if (names_scores_below(rows, first, c, decimal_comma)) {
      ++text;
    } else if (is_data_cell(cell, decimal_comma)) {
      ++data;
      distinct.insert(std::string(trim(cell)));
      const auto number = parse_number(cell, decimal_comma);
      within = within && (!number || (*number >= 0 && *number <= 1));
      if (data > 1) consecutive = consecutive && number && *number == previous + 1;
      previous = number.value_or(0);
    } else if (!is_missing_spelling(cell)) {
      ++text;
    }
  }
  if (data == 0) return true;
  if (text == 0) {
    // Items numbered 0, 1, 2 ... head a table; an item id column's name may be empty.
    return data >= 3 && consecutive && distinct.size() == data && rows.size() > first + 1;
  }
  // "arc-1, 1, 0, 1, 1": column names would not repeat.
  return !(within && distinct.size() < data);
}

class TableReader final : public FormatReader {
 public:
  explicit TableReader(const FileSource& source) {
    settings_.path = source.path;
    settings_.options = source.options;
    const std::string separator = option("separator");
    char wanted = 0;
    if (separator == "tab" || separator == "\\t" || separator == "\t") {
      wanted = '\t';
    } else if (separator == "," || separator == ";" || separator == "|") {
      wanted = separator.front();
    } else if (!separator.empty()) {
      fail({ErrorCode::invalid_argument, "There is no separator \"" + separator + "\".", source.path, 0,
            "Separators are , ; | and tab."});
    }
    const CsvDialect dialect = guess_csv_dialect(source.head, false, wanted);
    settings_.separator = dialect.separator;
    settings_.decimal_comma = option("decimal").empty() ? dialect.decimal_comma : option("decimal") == ",";
    preamble_ = preamble_rows(dialect.rows, dialect.columns);
    settings_.has_header = option("header").empty()
                               ? first_row_is_header(dialect.rows, preamble_, settings_.decimal_comma)
                               : option("header") != "no";
    expected_columns_ = dialect.columns;
    // R leaves the name of its row names out: every row has one cell more than the header.
    if (dialect.rows.size() > preamble_ + 1) {
      const std::size_t header = dialect.rows[preamble_].size();
      header_lacks_one_ = settings_.has_header && header + 1 == dialect.columns &&
                          std::all_of(dialect.rows.begin() + static_cast<std::ptrdiff_t>(preamble_) + 1,
                                      dialect.rows.end(), [&](const auto& row) { return row.size() == header + 1; });
    }
    if (auto scale = parse_score_scale(option("scale"))) {
      settings_.scale = *scale;
    } else {
      fail(scale.error());
    }
    reader_ = std::make_unique<CsvReader>(
        settings_.separator,
        [this](std::span<const std::string_view> cells, std::uint64_t line) { return add_row(cells, line); });
  }

  Result<void> feed(std::span<const char> bytes) override {
    if (failed_) return error_;
    try {
      if (auto read = reader_->feed(bytes); !read) return fail(read.error());
    } catch (const std::bad_alloc&) {
      return fail(out_of_memory());
    }
    return {};
  }

  Result<FileObservations> finish() override {
    if (failed_) return error_;
    try {
      return interpret();
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  [[nodiscard]] std::uint64_t rows() const override { return table_.rows(); }

 private:
  [[nodiscard]] std::string option(const std::string& key) const {
    const auto found = settings_.options.find(key);
    return found == settings_.options.end() ? std::string{} : found->second;
  }

  Error fail(Error error) {
    if (error.file.empty()) error.file = settings_.path;
    failed_ = true;
    error_ = error;
    return error;
  }

  [[nodiscard]] Error out_of_memory() const {
    return {ErrorCode::out_of_memory, "The table does not fit into memory after " + in_groups(table_.rows()) + " rows.",
            settings_.path, 0, "Remove columns that are not needed, such as the full model outputs."};
  }

  Result<void> add_row(std::span<const std::string_view> cells, std::uint64_t line) {
    if (preamble_ > 0) {
      --preamble_;
      notes_.count("title_rows", Severity::info, line);
      return {};
    }
    if (table_.columns() == 0) {
      if (settings_.has_header) {
        if (header_lacks_one_) {
          if (auto added = table_.add_column(""); !added) return added;
        }
        for (const auto cell : cells) {
          if (auto added = table_.add_column(without_guard(cell, line)); !added) return added;
        }
        return {};
      }
      for (std::size_t c = 0; c < std::max<std::size_t>(expected_columns_, 1); ++c) {
        if (auto added = table_.add_column(""); !added) return added;
      }
    }
    std::size_t count = cells.size();
    while (count > table_.columns() && trim(cells[count - 1]).empty()) --count;
    if (count > table_.columns()) {
      notes_.count("rows_too_long", Severity::warning, line);
      ++skipped_;
      return {};
    }
    if (reader_->at_open_end()) {
      if (count < table_.columns()) {
        // The end of the file is the end of no row: its last cell may be the beginning of another number.
        cut_row_line_ = line;
        ++skipped_;
        return {};
      }
      notes_.count("no_final_line_end", Severity::info, line);
    }
    if (count < table_.columns()) notes_.count("rows_too_short", Severity::warning, line);
    table_.begin_row(line);
    for (std::size_t c = 0; c < count; ++c) {
      if (auto set = table_.set(c, without_guard(cells[c], line)); !set) return set;
    }
    return {};
  }

  /// Our own files, and those of others, keep spreadsheets from running a text with an apostrophe that is not its own.
  std::string_view without_guard(std::string_view cell, std::uint64_t line) {
    const std::string_view trimmed = trim(cell);
    const std::string_view without = without_formula_guard(trimmed);
    if (without.size() == trimmed.size()) return cell;
    notes_.count("formula_guards", Severity::info, line);
    return without;
  }

  Result<FileObservations> interpret() {
    if (auto read = reader_->finish(); !read) return fail(read.error());
    if (table_.rows() == 0) {
      if (reader_->unclosed_quote_line() > 0) {
        return Error{ErrorCode::truncated_file,
                     "A quote opens on this line and is never closed; no complete row comes before it.", settings_.path,
                     reader_->unclosed_quote_line(), "The file may have been cut: copy it again."};
      }
      if (cut_row_line_ > 0) {
        return Error{ErrorCode::truncated_file, "The file ends inside its first row below the header.", settings_.path,
                     cut_row_line_, "Copy it again; if the row is whole, end it with a line end."};
      }
      if (reader_->rows() == 0) {
        return Error{ErrorCode::empty_file, "The file holds no rows.", settings_.path, 0, "Choose another file."};
      }
      return Error{
          ErrorCode::no_responses,
          skipped_ > 0 ? "No row fits the header: all have more cells than it." : "The table has a header but no rows.",
          settings_.path, 0, "Check the separator and that the export was complete."};
    }
    auto read = interpret_table(table_, settings_);
    if (!read) return read;
    read->rows_read += skipped_;
    read->rows_skipped += skipped_;
    notes_.describe("title_rows", "Rows before the header, skipped: {n}.");
    notes_.describe("formula_guards",
                    "Cells whose first apostrophe only keeps spreadsheets from taking them for a formula, read without "
                    "it: {n}.");
    notes_.describe("rows_too_long", "Rows with more cells than the header, skipped: {n}.");
    notes_.describe(
        "rows_too_short",
        "Rows with fewer cells than the header: {n}. They are kept; the cells that lack at the end are missing.");
    if (header_lacks_one_) {
      notes_.add({"header_lacks_first",
                  Severity::info,
                  "The header has one cell less than the rows: the first column is taken as the names of the rows.",
                  1,
                  {}});
    }
    if (reader_->blank_lines() > 0) {
      notes_.add({"blank_lines",
                  Severity::info,
                  "Blank lines skipped: " + in_groups(reader_->blank_lines()) + ".",
                  reader_->blank_lines(),
                  {}});
    }
    if (reader_->stray_quotes() > 0) {
      notes_.add(
          {"stray_quotes",
           Severity::warning,
           "Cells with text after their closing quote: " + in_groups(reader_->stray_quotes()) + ". The text is kept.",
           reader_->stray_quotes(),
           {}});
    }
    notes_.describe("no_final_line_end",
                    "The last line has no line end. It was read; should the file have been cut there, its last cell is "
                    "incomplete.");
    if (cut_row_line_ > 0) {
      notes_.add({"truncated",
                  Severity::warning,
                  "The file ends inside the row on line " + std::to_string(cut_row_line_) +
                      ": it has fewer cells than the header and no line end, and was left out.",
                  1,
                  {cut_row_line_}});
    }
    if (reader_->unclosed_quote_line() > 0) {
      notes_.add({"unclosed_quote",
                  Severity::warning,
                  "The file ends inside a quote that opened on line " + std::to_string(reader_->unclosed_quote_line()) +
                      ": it was probably cut. The " + in_groups(table_.rows()) +
                      " rows before it are kept; what follows the quote is lost.",
                  1,
                  {reader_->unclosed_quote_line()}});
    }
    for (auto& note : notes_.take()) read->notes.push_back(std::move(note));
    return read;
  }

  TableSettings settings_;
  TableStore table_;
  std::unique_ptr<CsvReader> reader_;
  NoteCollector notes_;
  std::size_t preamble_ = 0;
  std::size_t expected_columns_ = 0;
  bool header_lacks_one_ = false;
  std::uint64_t skipped_ = 0;
  std::uint64_t cut_row_line_ = 0;
  bool failed_ = false;
  Error error_;
};

bool looks_like_other_syntax(std::string_view text) {
  const std::string_view start = trim(text.substr(0, 4096));
  if (start.empty()) return true;
  if (start.front() == '{' || start.front() == '<') return true;
  if (start.front() == '[') {
    const std::string_view rest = trim(start.substr(1));
    if (rest.empty() || std::string_view("{[\"]-0123456789").find(rest.front()) != std::string_view::npos) return true;
  }
  if (start.substr(0, 3) == "---" || start.substr(0, 2) == "# " || start.substr(0, 2) == "#!") return true;
  std::size_t controls = 0;
  const std::string_view sample = text.substr(0, 65'536);
  for (const char c : sample) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0) return true;
    if (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') ++controls;
  }
  return controls * 100 > sample.size();
}

int recognise_table(const FileHead& head) {
  const std::string_view text = head.bytes;
  if (looks_like_other_syntax(text)) return 0;
  const CsvDialect dialect = guess_csv_dialect(text, head.complete);
  const SampleRows& rows = dialect.rows;
  if (rows.size() == 1 && !head.complete) {
    // The next line, or this one, is longer than what is looked at here: a header with known names, or very many cells.
    bool identity = false;
    std::size_t named = 0;
    for (const auto& cell : rows.front()) {
      const ColumnRole role = role_of_name(cell).role;
      named += role == ColumnRole::unknown || role == ColumnRole::ignore ? 0U : 1U;
      identity = identity || role == ColumnRole::item || role == ColumnRole::model || role == ColumnRole::text;
    }
    if (identity && named >= 2) return 60;
    if (dialect.columns >= 1000) return 20;
  }
  if (rows.size() < 2) return 0;
  const std::size_t first = preamble_rows(rows, dialect.columns);
  const bool header = first_row_is_header(rows, first, dialect.decimal_comma);
  const std::size_t data_begin = first + (header ? 1 : 0);

  if (dialect.columns < 2) {
    // A single column of numbers is a table that can be refused in plain words.
    const bool numbers = rows.size() >= 3 && std::all_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
                           return row.size() == 1 && is_data_cell(row.front(), false);
                         });
    return numbers ? 20 : 0;
  }
  if (dialect.consistency < 0.5 || (!dialect.first_row_agrees && first == 0)) return 0;

  // Columns of data: mostly numbers, scores or option letters.
  std::size_t data_columns = 0;
  for (std::size_t c = 0; c < dialect.columns; ++c) {
    std::size_t data = 0;
    std::size_t filled = 0;
    for (std::size_t r = data_begin; r < rows.size(); ++r) {
      if (c >= rows[r].size() || is_missing_spelling(rows[r][c])) continue;
      ++filled;
      if (is_data_cell(rows[r][c], dialect.decimal_comma) || option_letter(rows[r][c])) ++data;
    }
    if (filled > 0 && data * 5 >= filled * 4) ++data_columns;
  }
  bool identity = false;
  std::size_t named = 0;
  if (header && first < rows.size()) {
    for (const auto& cell : rows[first]) {
      const ColumnRole role = role_of_name(cell).role;
      if (role == ColumnRole::unknown || role == ColumnRole::ignore) continue;
      ++named;
      identity = identity || role == ColumnRole::item || role == ColumnRole::model || role == ColumnRole::text;
    }
  }
  if (identity && (data_columns > 0 || named >= 2)) return 60;
  if (dialect.consistency < 0.9) return 0;
  // A column that names items or models beside words of the user's own: "item_id,topic".
  if (identity && dialect.consistency == 1 && rows.size() >= 3) return 40;
  if (data_columns >= 2 || (data_columns >= 1 && named >= 1) ||
      (data_columns == 1 && dialect.columns <= 3 && rows.size() >= 4))
    return 45;
  if (dialect.consistency == 1 && dialect.columns >= 3 && rows.size() >= 10) return 20;
  return 0;
}

}  // namespace

Format table_format() {
  return {
      "table", "CSV, TSV or another table", recognise_table,
      [](const FileSource& source) -> std::unique_ptr<FormatReader> { return std::make_unique<TableReader>(source); }};
}

}  // namespace harmonograph
