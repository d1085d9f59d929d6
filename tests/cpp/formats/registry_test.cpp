// A file is recognised by what is in it; what cannot be read is named, with what to do.
#include "formats/registry.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "lm_eval_reading.hpp"

using namespace harmonograph;
using namespace std::string_literals;

TEST_CASE("registry: formats have their own stable ids") {
  std::set<std::string_view> ids;
  for (const Format& format : all_formats()) {
    CHECK(ids.insert(format.id).second);
    CHECK_FALSE(format.label.empty());
    CHECK(find_format(format.id) == &format);
  }
  for (const char* id : {"harmonograph_json", "lm_eval_samples", "lm_eval_write_out", "lm_eval_results", "py_irt",
                         "json_records", "table"}) {
    CHECK(ids.count(id) == 1);
  }
  CHECK(find_format("nothing") == nullptr);
}

TEST_CASE("registry: every fixture is recognised under the name \"unknown\", whole and cut") {
  std::size_t files = 0;
  for (const auto& [folder, formats] : std::vector<std::pair<std::string, std::set<std::string>>>{
           {"lm_eval/v0.3", {"lm_eval_write_out"}},
           {"lm_eval/v0.4.0", {"lm_eval_samples"}},
           {"lm_eval/v0.4.3", {"lm_eval_samples"}},
           {"lm_eval/v0.4.7", {"lm_eval_samples", "lm_eval_results"}},
           {"py_irt", {"py_irt"}},
           {"harmonograph", {"harmonograph_json"}}}) {
    const auto path = std::filesystem::path(FIXTURES_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (!entry.is_regular_file()) continue;
      ++files;
      CAPTURE(entry.path().string());
      const std::string text = read_whole_file(entry.path());
      CHECK(formats.count(reading::format_of(text)) == 1);
      const bool results = entry.path().filename().string().rfind("results", 0) == 0;
      CHECK(reading::format_of(text) == (results ? "lm_eval_results" : reading::format_of(text)));
      // The head may end inside the first record.
      const std::string head = text.substr(0, text.size() * 9 / 10);
      const auto cut = recognise_format({"unknown", head, false});
      REQUIRE(cut.ok());
      CHECK(formats.count(std::string((*cut)->id)) == 1);
    }
  }
  CHECK(files == 19);
}

TEST_CASE("registry: a damaged first line does not hide the format") {
  const std::string text =
      reading::fixture("lm_eval/v0.4.3/Example__toy-1b/samples_toy_arc_2024-11-26T10-00-00.000000.jsonl");
  CHECK(reading::format_of("{\"doc_id\": 7, \"doc\": {\"q\n" + text) == "lm_eval_samples");
}

TEST_CASE("registry: what is not text is named") {
  const auto refused = [](const std::string& bytes) {
    const auto format = recognise_format({"unknown", bytes, true});
    REQUIRE_FALSE(format.ok());
    CHECK(format.error().code == ErrorCode::binary_file);
    CHECK_FALSE(format.error().hint.empty());
    return format.error().message;
  };
  using Catch::Contains;
  const std::string rest(100, '\0');
  CHECK_THAT(refused("PK\x03\x04" + rest), Contains("ZIP"));
  CHECK_THAT(refused("PAR1" + rest), Contains("Parquet"));
  CHECK_THAT(refused("\x80\x04\x95" + rest), Contains("pickle"));
  CHECK_THAT(refused("\x1f\x8b\x08" + rest), Contains("gzip"));
  CHECK_THAT(refused("\x28\xb5\x2f\xfd" + rest), Contains("Zstandard"));
  CHECK_THAT(refused("%PDF-1.7\n"), Contains("PDF"));
  CHECK_THAT(refused("\x93NUMPY\x01" + rest), Contains("NumPy"));
  CHECK_THAT(refused("SQLite format 3" + rest), Contains("SQLite"));
  CHECK_THAT(refused("{\"a\": 1}" + rest), Contains("binary"));
  std::string noise;
  for (int i = 0; i < 400; ++i) noise += static_cast<char>(1 + i % 8);
  CHECK_THAT(refused(noise), Contains("binary"));
}

TEST_CASE("registry: empty and unknown files") {
  for (const std::string text : {"", " \n\t\r\n", "\xEF\xBB\xBF\n"}) {
    const auto format = recognise_format({"unknown", text, true});
    REQUIRE_FALSE(format.ok());
    CHECK(format.error().code == ErrorCode::empty_file);
  }
  const auto unknown = [](const std::string& text) {
    const auto format = recognise_format({"unknown", text, true});
    REQUIRE_FALSE(format.ok());
    CHECK(format.error().code == ErrorCode::unknown_format);
    return format.error().message + " " + format.error().hint;
  };
  using Catch::Contains;
  CHECK_THAT(unknown("<!DOCTYPE html>\n<html><head></head></html>"), Contains("web page"));
  CHECK_THAT(unknown("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"), Contains("Git LFS"));
  const std::string json = unknown("{\"alpha\": {\"beta\": 1}, \"gamma\": \"x\"}");
  CHECK_THAT(json, Contains("alpha, gamma"));
  CHECK_THAT(json, Contains("as a list under any key"));
}

namespace {

/// What a whole file of this text is refused with: by the choice of a format, or by the reader that was chosen.
Error refusal(const std::string& text) {
  const auto format = recognise_format({"unknown", text, true});
  if (!format) return format.error();
  const auto reader = (*format)->open({"unknown", text, {}});
  if (auto fed = reader->feed({text.data(), text.size()}); !fed) return fed.error();
  const auto read = reader->finish();
  REQUIRE_FALSE(read.ok());
  return read.error();
}

}  // namespace

TEST_CASE("registry: JSON that ends inside its first record is cut, not unknown") {
  using Catch::Contains;
  for (const std::string text :
       {"{\"alpha\": {\"beta\": 1}, \"gam", "[{\"alpha\": \"an unfinished sentence", "\n\n  {\"alpha\": [1, 2,",
        "\xEF\xBB\xBF[\n {", "{\"alpha\": tru", "{\"doc_id\": 0, \"doc\": {\"question\": \"Why"}) {
    CAPTURE(text);
    const Error error = refusal(text);
    CHECK(error.code == ErrorCode::truncated_file);
    CHECK_THAT(error.message, Contains("ends in the middle"));
    CHECK_THAT(error.hint, Contains("again"));
  }
  CHECK(refusal("\n\n  {\"alpha\": [1, 2,").line == 3);
  // Whole or wrong JSON is not cut, and nothing is missing as long as more bytes are to come.
  CHECK(refusal("{\"alpha\": 1}").code == ErrorCode::unknown_format);
  CHECK(refusal("{\"alpha\" 1, \"beta\": 2").code == ErrorCode::unknown_format);
  const auto more_to_come = recognise_format({"unknown", "{\"alpha\": {\"beta\": 1}, \"gam", false});
  REQUIRE_FALSE(more_to_come.ok());
  CHECK(more_to_come.error().code == ErrorCode::unknown_format);
}

TEST_CASE("registry: a samples file that ends anywhere inside its first record says so") {
  const std::string text =
      reading::fixture("lm_eval/v0.4.3/Example__toy-1b/samples_toy_arc_2024-11-26T10-00-00.000000.jsonl");
  const std::size_t first_line = text.find('\n');
  for (std::size_t bytes = 1; bytes < first_line; bytes += 7) {
    CAPTURE(bytes);
    CHECK(refusal(text.substr(0, bytes)).code == ErrorCode::truncated_file);
  }
}
