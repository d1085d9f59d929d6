#include "formats/decoded_reader.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "ingest/text_encoding.hpp"

namespace harmonograph {
namespace {

class DecodedReader final : public FormatReader {
 public:
  explicit DecodedReader(std::unique_ptr<FormatReader> reader) : reader_(std::move(reader)) {}

  Result<void> feed(std::span<const char> bytes) override { return pass(decoder_.convert(bytes)); }

  Result<FileObservations> finish() override {
    if (auto passed = pass(decoder_.finish()); !passed) return passed.error();
    auto file = reader_->finish();
    if (!file) return file;
    if (decoder_.is_utf16()) {
      file->notes.push_back({"utf16", Severity::info, "The file is encoded as UTF-16 and was converted.", 1, {}});
    }
    if (decoder_.lone_surrogates() > 0) {
      file->notes.push_back(
          {"lone_surrogates",
           Severity::warning,
           "Halves of characters in UTF-16, replaced by U+FFFD: " + in_groups(decoder_.lone_surrogates()) + ".",
           decoder_.lone_surrogates(),
           {}});
    }
    const bool noted =
        std::any_of(file->notes.begin(), file->notes.end(), [](const Note& note) { return note.code == "truncated"; });
    if (decoder_.ended_inside_character() && !noted) {
      file->notes.push_back(
          {"truncated", Severity::warning, "The file ends inside a character: it was probably cut.", 1, {}});
    }
    return file;
  }

  [[nodiscard]] std::uint64_t rows() const override { return reader_->rows(); }

 private:
  Result<void> pass(std::string_view text) {
    if (text.empty()) return {};
    return reader_->feed({text.data(), text.size()});
  }

  std::unique_ptr<FormatReader> reader_;
  Utf8Decoder decoder_;
};

}  // namespace

std::string decoded_head(std::string_view bytes) {
  Utf8Decoder decoder;
  std::string text(decoder.convert({bytes.data(), bytes.size()}));
  text += decoder.finish();
  return text;
}

Format of_any_encoding(Format format) {
  format.open = [open = std::move(format.open)](const FileSource& source) -> std::unique_ptr<FormatReader> {
    return std::make_unique<DecodedReader>(open({source.path, decoded_head(source.head), source.options}));
  };
  return format;
}

}  // namespace harmonograph
