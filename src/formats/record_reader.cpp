#include "formats/record_reader.hpp"

#include <algorithm>
#include <new>

namespace harmonograph {

RecordReader::RecordReader(const FileSource& source, JsonRecordOptions options)
    : path_(source.path), collector_(source.options), records_(std::move(options), [this](JsonRecord&& record) {
        ++rows_;
        return take(record);
      }) {}

Result<void> RecordReader::feed(std::span<const char> bytes) {
  try {
    return records_.feed(bytes);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "There is not enough memory to read the file.", path_, 0,
                 "Close other tabs, or bring fewer models at a time."};
  }
}

Result<FileObservations> RecordReader::finish() {
  if (auto read = records_.finish(); !read) return read.error();
  const std::vector<std::string> preferred = ended();
  auto file = describes_items() ? collector_.finish_items() : collector_.finish(preferred);
  if (!file) return file;
  // Where one record holds many responses, these are the rows.
  file->rows_read = std::max(rows_, collector_.responses() + skipped_);
  file->rows_skipped = skipped_;
  for (Note& note : records_.take_notes()) file->notes.push_back(std::move(note));
  complete(*file);
  return file;
}

void RecordReader::skip(const std::string& code, std::uint64_t line) {
  ++skipped_;
  collector_.notes().count(code, Severity::warning, line);
}

JsonRecordOptions without_keys(std::initializer_list<const char*> keys) {
  JsonRecordOptions options;
  for (const char* key : keys) options.rules.push_back({key, true, 0});
  return options;
}

}  // namespace harmonograph
