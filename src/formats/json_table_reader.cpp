#include "formats/json_table_reader.hpp"

#include <new>
#include <utility>

#include "core/text.hpp"
#include "formats/table_observations.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_string = 65'536;

JsonRecordOptions record_options(std::vector<std::string> element_paths) {
  JsonRecordOptions options;
  options.element_paths = std::move(element_paths);
  options.max_string_bytes = longest_string;
  return options;
}

}  // namespace

JsonTableReader::JsonTableReader(const FileSource& source, std::vector<std::string> element_paths)
    : reader_(record_options(std::move(element_paths)), [this](JsonRecord&& record) { return take(record); }) {
  settings_.path = source.path;
  settings_.options = source.options;
  settings_.from_records = true;
  const auto scale = source.options.find("scale");
  if (scale != source.options.end()) {
    if (auto parsed = parse_score_scale(scale->second)) {
      settings_.scale = *parsed;
    } else {
      refused_ = with_file(parsed.error());
    }
  }
}

Result<void> JsonTableReader::feed(std::span<const char> bytes) {
  if (refused_) return *refused_;
  try {
    auto read = reader_.feed(bytes);
    if (!read) return with_file(read.error());
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
  return {};
}

Result<FileObservations> JsonTableReader::finish() {
  if (refused_) return *refused_;
  try {
    if (auto read = reader_.finish(); !read) return with_file(read.error());
    if (auto settled = ended(); !settled) return with_file(settled.error());
    if (rows() == 0) {
      return Error{ErrorCode::no_responses, "The file holds JSON, but no records with fields.", settings_.path, 0,
                   "Bring an array, or lines, of objects with the fields model, item and score."};
    }
    auto read = interpret_table(rows_.table(), settings_);
    if (!read) return read;
    read->rows_read += skipped_;
    read->rows_skipped += skipped_;
    if (const std::uint64_t lists = rows_.averaged_verdicts(); lists > 0) {
      notes_.add({"verdicts_averaged",
                  Severity::info,
                  counted(static_cast<std::size_t>(lists), "list") +
                      " of several verdicts: the score is the share of them that are right.",
                  lists,
                  {}});
    }
    notes_.describe("records_without_fields", "Records that are not objects with fields, skipped: {n}.");
    for (auto& note : notes_.take()) read->notes.push_back(std::move(note));
    for (auto& note : reader_.take_notes()) read->notes.push_back(std::move(note));
    return read;
  } catch (const std::bad_alloc&) {
    return out_of_memory();
  }
}

Result<void> JsonTableReader::add_row(const JsonValue& record, std::uint64_t line, const JsonRows::Cells& beside) {
  if (!record.is_object() || record.empty()) {
    skip("records_without_fields", line);
    return {};
  }
  return rows_.add(record, line, beside);
}

void JsonTableReader::skip(const std::string& code, std::uint64_t line) {
  notes_.count(code, Severity::warning, line);
  ++skipped_;
}

Error JsonTableReader::with_file(Error error) const {
  if (error.file.empty()) error.file = settings_.path;
  return error;
}

Error JsonTableReader::out_of_memory() const {
  return {ErrorCode::out_of_memory, "The file does not fit into memory after " + in_groups(rows()) + " records.",
          settings_.path, 0, "Remove fields that are not needed, such as the full model outputs."};
}

}  // namespace harmonograph
