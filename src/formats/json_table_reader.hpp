// The frame of readers whose file is JSON without a format of its own: its records become the rows of a table, which
// is then understood as any other table.
#pragma once

#include <optional>

#include "core/note.hpp"
#include "formats/format.hpp"
#include "formats/json_rows.hpp"
#include "formats/table_layout.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {

class JsonTableReader : public FormatReader {
 public:
  Result<void> feed(std::span<const char> bytes) override;
  Result<FileObservations> finish() override;
  [[nodiscard]] std::uint64_t rows() const override { return rows_.table().rows(); }

 protected:
  /// element_paths as in JsonRecordOptions.
  explicit JsonTableReader(const FileSource& source, std::vector<std::string> element_paths = {});

  /// One record of the file, or an element of one of the paths. Errors end the reading.
  virtual Result<void> take(const JsonRecord& record) = 0;
  /// All records are rows: what only the whole can tell.
  virtual Result<void> ended() { return {}; }

  /// A record becomes a row; one that is no object with fields is counted and skipped.
  Result<void> add_row(const JsonValue& record, std::uint64_t line, const JsonRows::Cells& beside = {});

  /// A record is left out: counted under a code that the notes describe.
  void skip(const std::string& code, std::uint64_t line);

  [[nodiscard]] JsonRows& json_rows() { return rows_; }
  [[nodiscard]] const JsonRows& json_rows() const { return rows_; }
  [[nodiscard]] NoteCollector& notes() { return notes_; }
  [[nodiscard]] TableSettings& settings() { return settings_; }

 private:
  [[nodiscard]] Error with_file(Error error) const;
  [[nodiscard]] Error out_of_memory() const;

  TableSettings settings_;
  JsonRows rows_;
  NoteCollector notes_;
  std::uint64_t skipped_ = 0;
  std::optional<Error> refused_;  // for an option that cannot be met
  JsonRecordReader reader_;
};

}  // namespace harmonograph
