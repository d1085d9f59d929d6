// Damaged files never crash the parser, and what comes out does not depend on how the bytes were cut into pieces.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/random.hpp"
#include "ingest/json_records.hpp"
#include "shared_data.hpp"

using namespace harmonograph;

namespace {

/// Everything that reading says, as one text.
std::string trace(const std::string& text, const JsonRecordOptions& options, const std::vector<std::size_t>& pieces) {
  std::string said;
  JsonRecordReader reader(options, [&](JsonRecord&& record) {
    said += std::to_string(record.line) + std::string(record.path) + json_text(record.value) + "\n";
    return Result<void>();
  });
  std::size_t at = 0;
  std::size_t turn = 0;
  std::optional<Error> error;
  while (at < text.size() && !error) {
    const std::size_t length = std::min(pieces[turn++ % pieces.size()], text.size() - at);
    const Result<void> fed = reader.feed({text.data() + at, length});
    if (!fed.ok()) error = fed.error();
    at += length;
  }
  if (!error) {
    const Result<void> ended = reader.finish();
    if (!ended.ok()) error = ended.error();
  }
  if (error)
    said += "error " + std::string(to_string(error->code)) + " " + std::to_string(error->line) + " " + error->message;
  for (const Note& note : reader.take_notes()) {
    said += "note " + note.code + " " + note.message;
    for (const std::uint64_t line : note.lines) said += " " + std::to_string(line);
  }
  return said;
}

std::string mutate(std::string text, Random& random) {
  static const std::string tokens = "{}[]\",:\\\n\r u0eE-+.9ntf\xC3\xA9\xFF";
  const std::uint64_t count = 1 + random.below(4);
  for (std::uint64_t i = 0; i < count && !text.empty(); ++i) {
    const auto at = static_cast<std::size_t>(random.below(text.size()));
    switch (random.below(5)) {
      case 0: text[at] = tokens[static_cast<std::size_t>(random.below(tokens.size()))]; break;
      case 1: text.insert(at, 1, tokens[static_cast<std::size_t>(random.below(tokens.size()))]); break;
      case 2: text.erase(at, static_cast<std::size_t>(1 + random.below(20))); break;
      case 3: text.resize(at); break;
      default: {
        const auto from = static_cast<std::size_t>(random.below(text.size()));
        text.insert(at, text.substr(from, static_cast<std::size_t>(random.below(60))));
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("damaged files give the same outcome in every chunking") {
  JsonRecordOptions plain;
  JsonRecordOptions filtered;
  filtered.element_paths = {"samples.*", "items"};
  filtered.rules = {{"resps", true, 0}, {"arg_0", false, 5}, {"question", false, 7, true}, {"arg_1", false, 0, true}};
  filtered.max_string_bytes = 20;

  std::vector<std::string> texts;
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"lm_eval", "py_irt", "harmonograph"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(FIXTURES_DIR) / folder)) {
      if (entry.is_regular_file() && entry.path().extension() != ".md") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) texts.push_back(read_whole_file(path).substr(0, 3000));
  REQUIRE(texts.size() >= 15);

  std::size_t cases = 0;
  for (std::size_t f = 0; f < texts.size(); ++f) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed, f);
      const std::string text = seed == 0 ? texts[f] : mutate(texts[f], random);
      for (const JsonRecordOptions& options : {plain, filtered}) {
        const std::string whole = trace(text, options, {std::max<std::size_t>(1, text.size())});
        const std::vector<std::size_t> ragged{1, 7, 2, 64, 3, static_cast<std::size_t>(1 + random.below(200))};
        const bool same = trace(text, options, {1}) == whole && trace(text, options, {2}) == whole &&
                          trace(text, options, ragged) == whole;
        if (!same) FAIL_CHECK(paths[f].string() << " seed " << seed << " differs between chunkings");
        // Nor on which of the two parsers read a record.
        JsonRecordOptions tolerant = options;
        tolerant.byte_by_byte = true;
        const std::string slowly = trace(text, tolerant, {std::max<std::size_t>(1, text.size())});
        if (slowly != whole) FAIL_CHECK(paths[f].string() << " seed " << seed << " differs byte by byte");
        ++cases;
      }
    }
  }
  CHECK(cases == texts.size() * 120);
}
