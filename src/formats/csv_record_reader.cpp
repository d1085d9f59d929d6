#include "formats/csv_record_reader.hpp"

#include <new>
#include <utility>

#include "core/text.hpp"
#include "ingest/csv_dialect.hpp"
#include "ingest/text_encoding.hpp"

namespace harmonograph {

CsvHead csv_head(std::string_view bytes) {
  CsvHead head;
  const std::string_view start = trim(bytes.substr(0, 4096));
  if (start.empty() || start.front() == '{') return head;
  if (start.front() == '[') {
    // JSON, unless a column is called "[provider] prompt".
    const std::string_view rest = trim(start.substr(1));
    if (rest.empty() || std::string_view("{[\"]-0123456789").find(rest.front()) != std::string_view::npos) return head;
  }
  CsvDialect dialect = guess_csv_dialect(bytes, false);
  head.separator = dialect.separator;
  if (dialect.rows.empty() || dialect.rows.front().size() < 2) return head;
  head.header = std::move(dialect.rows.front());
  for (std::string& name : head.header) name = std::string(trim(name));
  dialect.rows.erase(dialect.rows.begin());
  head.rows = std::move(dialect.rows);
  return head;
}

int CsvHead::column(std::string_view name) const {
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (equals_ignoring_case(header[c], name)) return static_cast<int>(c);
  }
  return -1;
}

CsvRecordReader::CsvRecordReader(const FileSource& source)
    : path_(source.path),
      collector_(source.options),
      reader_(csv_head(source.head).separator,
              [this](std::span<const std::string_view> cells, std::uint64_t line) { return add_row(cells, line); }) {}

Result<void> CsvRecordReader::feed(std::span<const char> bytes) {
  try {
    return reader_.feed(bytes);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "There is not enough memory to read the file.", path_, 0,
                 "Close other tabs, or bring fewer models at a time."};
  }
}

Result<void> CsvRecordReader::add_row(std::span<const std::string_view> cells, std::uint64_t line) {
  if (header_.empty()) {
    for (const std::string_view cell : cells) header_.push_back(made_utf8(trim(cell), line));
    return begin(header_);
  }
  ++rows_;
  std::size_t count = cells.size();
  while (count > header_.size() && trim(cells[count - 1]).empty()) --count;
  if (count > header_.size()) {
    skip("rows_too_long", line);
    return {};
  }
  // Tools write every cell: this row was cut, and what is there may be, too.
  if (count < header_.size()) {
    skip(reader_.at_open_end() ? "truncated" : "rows_too_short", line);
    return {};
  }
  if (reader_.at_open_end()) collector_.notes().count("no_final_line_end", Severity::info, line);
  cells_.assign(header_.size(), {});
  for (std::size_t c = 0; c < count; ++c) cells_[c] = made_utf8(trim(cells[c]), line);
  take(cells_, line);
  return {};
}

std::string CsvRecordReader::made_utf8(std::string_view text, std::uint64_t line) {
  std::string valid(text);
  const TextRepair repair = make_utf8(valid);
  if (repair == TextRepair::windows1252) collector_.notes().count("windows1252", Severity::warning, line);
  if (repair == TextRepair::replaced) collector_.notes().count("invalid_utf8", Severity::warning, line);
  return valid;
}

Result<FileObservations> CsvRecordReader::finish() {
  if (auto read = reader_.finish(); !read) return read.error();
  if (rows_ == 0) {
    const std::uint64_t quote = reader_.unclosed_quote_line();
    if (quote > 0) {
      return Error{ErrorCode::truncated_file,
                   "A quote opens on this line and is never closed; no complete row comes before it.", path_, quote,
                   "The file may have been cut: copy it again."};
    }
    return Error{ErrorCode::no_responses, "The table has a header but no rows.", path_, 0,
                 "Check that the export was complete."};
  }
  const std::vector<std::string> preferred = ended();
  NoteCollector& notes = collector_.notes();
  notes.describe("rows_too_long", "Rows with more cells than the header, skipped: {n}.");
  notes.describe("windows1252", windows1252_sentence("{n} cells"));
  notes.describe("invalid_utf8",
                 "Cells that are not valid UTF-8: {n}. The bytes that could not be read were replaced.");
  notes.describe("truncated",
                 "The file ends inside a row: it has fewer cells than the header and no line end, and was left out.");
  notes.describe("no_final_line_end",
                 "The last line has no line end. It was read; should the file have been cut there, its last cell is "
                 "incomplete.");
  notes.describe("rows_too_short", "Rows with fewer cells than the header, skipped: {n}.");
  if (reader_.unclosed_quote_line() > 0) {
    notes.add({"unclosed_quote",
               Severity::warning,
               "The file ends inside a quote that opened on line " + std::to_string(reader_.unclosed_quote_line()) +
                   ": it was probably cut. The rows before it are kept; what follows the quote is lost.",
               1,
               {reader_.unclosed_quote_line()}});
  }
  auto file = collector_.finish(preferred);
  if (!file) {
    Error error = file.error();
    if (error.file.empty()) error.file = path_;
    return error;
  }
  file->rows_read = rows_;
  file->rows_skipped = skipped_;
  complete(*file);
  return file;
}

void CsvRecordReader::skip(const std::string& code, std::uint64_t line) {
  ++skipped_;
  collector_.notes().count(code, Severity::warning, line);
}

}  // namespace harmonograph
