#include "formats/csv_record_reader.hpp"

#include <new>
#include <utility>

#include "core/text.hpp"
#include "ingest/csv_dialect.hpp"

namespace harmonograph {

CsvHead csv_head(std::string_view bytes) {
  CsvHead head;
  const std::string_view start = trim(bytes.substr(0, 64));
  if (start.empty() || start.front() == '{') return head;
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
    for (const std::string_view cell : cells) header_.push_back(to_valid_utf8(trim(cell)));
    return begin(header_);
  }
  ++rows_;
  std::size_t count = cells.size();
  while (count > header_.size() && trim(cells[count - 1]).empty()) --count;
  if (count > header_.size()) {
    skip("rows_too_long", line);
    return {};
  }
  if (count < header_.size()) collector_.notes().count("rows_too_short", Severity::warning, line);
  cells_.assign(header_.size(), {});
  for (std::size_t c = 0; c < count; ++c) cells_[c] = to_valid_utf8(trim(cells[c]));
  take(cells_, line);
  return {};
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
  notes.describe("rows_too_short",
                 "Rows with fewer cells than the header: {n}. They are kept; the cells that lack at the end are "
                 "missing.");
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
