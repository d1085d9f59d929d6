// The frame of readers whose file is a sequence of JSON records: bytes in, each record to take(), the observations of a
// ResponseCollector out, with the notes of both.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/format.hpp"
#include "formats/response_collector.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {

class RecordReader : public FormatReader {
 public:
  Result<void> feed(std::span<const char> bytes) override;
  [[nodiscard]] std::uint64_t rows() const override { return rows_; }
  Result<FileObservations> finish() override;

 protected:
  RecordReader(const FileSource& source, JsonRecordOptions options);

  /// One record of the file, or an element of one of the options' element_paths. Errors end the reading.
  virtual Result<void> take(const JsonRecord& record) = 0;
  /// All records are read: what only the whole can tell. Metrics in the order of preference for the score.
  virtual std::vector<std::string> ended() { return {}; }
  /// True for files that describe items and have no responses.
  [[nodiscard]] virtual bool describes_items() const { return false; }
  /// After the observations are there: model_is_stated, run_key, stated metrics ...
  virtual void complete(FileObservations& /*file*/) {}

  /// The current record gave no response: counted with its line under a code that describe() explains.
  void skip(const std::string& code, std::uint64_t line);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] ResponseCollector& collected() { return collector_; }

 private:
  std::string path_;
  ResponseCollector collector_;
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  JsonRecordReader records_;
};

/// Options that read over the values of these keys: prompts and answers that nobody asked for.
JsonRecordOptions without_keys(std::initializer_list<const char*> keys);

/// A question is kept as far as an item's text may go, with room for what is cut between characters.
inline constexpr std::size_t longest_question = 16384;

/// A format whose reader is of this class.
template <class Reader>
std::unique_ptr<FormatReader> open_reader(const FileSource& source) {
  return std::make_unique<Reader>(source);
}

}  // namespace harmonograph
