// The frame of readers whose file is a table of a known tool: a header, then one row at a time to take(), the
// observations of a ResponseCollector out. Tables that nobody knows are read in table.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/format.hpp"
#include "formats/response_collector.hpp"
#include "ingest/csv_reader.hpp"

namespace harmonograph {

/// The header of a table and its separator, as far as its first bytes show them; empty when they are no table.
struct CsvHead {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // the first rows below it
  char separator = ',';

  /// The first column of that name, in any case; -1 when there is none.
  [[nodiscard]] int column(std::string_view name) const;
};
CsvHead csv_head(std::string_view bytes);

class CsvRecordReader : public FormatReader {
 public:
  Result<void> feed(std::span<const char> bytes) override;
  [[nodiscard]] std::uint64_t rows() const override { return rows_; }
  Result<FileObservations> finish() override;

 protected:
  explicit CsvRecordReader(const FileSource& source);

  /// The names of the columns, before any row. Errors end the reading.
  virtual Result<void> begin(const std::vector<std::string>& header) = 0;
  /// One row: as many cells as the header has, trimmed, valid UTF-8.
  virtual void take(const std::vector<std::string>& cells, std::uint64_t line) = 0;
  /// As in RecordReader.
  virtual std::vector<std::string> ended() { return {}; }
  virtual void complete(FileObservations& /*file*/) {}
  void skip(const std::string& code, std::uint64_t line);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] ResponseCollector& collected() { return collector_; }

 private:
  std::string made_utf8(std::string_view text, std::uint64_t line);
  Result<void> add_row(std::span<const std::string_view> cells, std::uint64_t line);

  std::string path_;
  ResponseCollector collector_;
  std::vector<std::string> header_;
  std::vector<std::string> cells_;
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  CsvReader reader_;
};

}  // namespace harmonograph
