// A file of every format in every encoding that is read: the same observations, and notes about what was assumed.
#include <catch2/catch.hpp>

#include <string>

#include "core/text.hpp"
#include "format_examples.hpp"
#include "formats/decoded_reader.hpp"
#include "lm_eval_reading.hpp"
#include "observation_checks.hpp"

using namespace harmonograph;

namespace {

/// UTF-8 as UTF-16 with its mark.
std::string utf16(const std::string& text, bool big) {
  std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
  const auto put = [&](std::uint32_t unit) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    bytes += big ? high : low;
    bytes += big ? low : high;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence_length(std::string_view(text).substr(at));
    REQUIRE(length > 0);
    std::uint32_t code = static_cast<unsigned char>(text[at]);
    if (length > 1) code &= 0x7FU >> length;
    for (std::size_t i = 1; i < length; ++i) code = code << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    at += length;
    if (code < 0x10000) {
      put(code);
    } else {
      put(0xD800 + ((code - 0x10000) >> 10U));
      put(0xDC00 + ((code - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

FileObservations good(const std::string& text, std::size_t piece) {
  auto file = reading::read(text, "unknown", {}, piece);
  if (!file.ok()) FAIL(file.error().message);
  return std::move(*file);
}

std::uint64_t take_note(FileObservations& file, const std::string& code) {
  for (std::size_t n = 0; n < file.notes.size(); ++n) {
    if (file.notes[n].code != code) continue;
    const std::uint64_t count = file.notes[n].count;
    file.notes.erase(file.notes.begin() + static_cast<std::ptrdiff_t>(n));
    return count;
  }
  return 0;
}

}  // namespace

TEST_CASE("encodings: UTF-8 with a byte order mark, UTF-16 of both byte orders, in pieces of any size") {
  for (const auto& [format, example] : format_examples::all()) {
    CAPTURE(format);
    const std::string text = reading::fixture(example.file);
    const FileObservations plain = good(text, 4096);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
      CHECK(observation_checks::difference(plain, good("\xEF\xBB\xBF" + text, piece)) == "");
      for (const bool big : {false, true}) {
        FileObservations converted = good(utf16(text, big), piece);
        CHECK(take_note(converted, "utf16") == 1);
        CHECK(observation_checks::difference(plain, converted) == "");
      }
    }
    CHECK(reading::format_of(utf16(text, false)) == reading::format_of(text));
  }
}

TEST_CASE("encodings: texts of Windows-1252 are read as such, with a notice") {
  for (const auto& [format, example] : format_examples::all()) {
    if (example.word.empty()) continue;
    CAPTURE(format);
    const std::string text = reading::fixture(example.file);
    REQUIRE(text.find(example.word) != std::string::npos);
    const FileObservations plain = good(text, 4096);
    // "é" and a dash, as Windows writes them and as UTF-8.
    FileObservations windows = good(replaced(text, example.word, example.word + "\xE9\x96"), 1000);
    const FileObservations utf8 = good(replaced(text, example.word, example.word + "\xC3\xA9\xE2\x80\x93"), 1000);
    CHECK(observation_checks::difference(plain, utf8) != "");
    CHECK(take_note(windows, "windows1252") > 0);
    CHECK(observation_checks::difference(utf8, windows) == "");
  }
}

TEST_CASE("encodings: the first byte that is no UTF-8 may come late, and mixed files are read row by row") {
  std::string text;
  for (int i = 0; i < 40'000; ++i) {
    text +=
        "{\"subject_id\": \"m" + std::to_string(i % 7) + "\", \"responses\": {\"q" + std::to_string(i) + "\": 1}}\n";
  }
  REQUIRE(text.size() > 1'500'000);
  const FileObservations file = good(text +
                                         "{\"subject_id\": \"Zo\xEB\", \"responses\": {\"q1\": 0}}\n{\"subject_id\": "
                                         "\"Chlo\xC3\xA9\", \"responses\": {\"q1\": 0}}\n",
                                     65536);
  REQUIRE(file.models.size() == 9);
  CHECK(file.models[7] == "Zo\xC3\xAB");
  CHECK(file.models[8] == "Chlo\xC3\xA9");
  const Note* note = reading::note(file, "windows1252");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK(note->lines == std::vector<std::uint64_t>{40'001});
  CHECK(note->message.find("GBK") != std::string::npos);
}

TEST_CASE("encodings: what is neither is named") {
  const std::string text = reading::fixture("py_irt/responses.jsonlines");
  const auto refused = [](const std::string& bytes) {
    const auto format = recognise_format({"unknown", bytes, true});
    REQUIRE_FALSE(format.ok());
    CHECK(format.error().code == ErrorCode::binary_file);
    CHECK(format.error().hint == "Save it as UTF-8.");
    return format.error().message;
  };
  CHECK(refused(utf16(text, false).substr(2)) == "The file is encoded as UTF-16 without its byte order mark.");
  CHECK(refused(utf16(text, true).substr(2)) == "The file is encoded as UTF-16 without its byte order mark.");
  std::string utf32 = std::string("\xFF\xFE\0\0", 4);
  for (const char c : text) utf32 += std::string(1, c) + std::string(3, '\0');
  CHECK(refused(utf32) == "The file is encoded as UTF-32.");
}

TEST_CASE("encodings: UTF-16 that ends inside a character is cut") {
  const std::string text = reading::fixture("py_irt/responses.jsonlines");
  const std::string bytes = utf16(text, false);
  const FileObservations file = good(bytes + "{", 4096);
  const Note* note = reading::note(file, "truncated");
  REQUIRE(note != nullptr);
  CHECK(note->message.find("inside a character") != std::string::npos);
  CHECK(file.models.size() == 3);
}
