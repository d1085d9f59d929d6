// Damaged files of every JSON format: a value or an error, never a crash, and the same for every chunking.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include "core/random.hpp"
#include "formats/harmonograph_json.hpp"
#include "lm_eval_reading.hpp"

using namespace harmonograph;

namespace {

std::string trace(const std::string& text, std::size_t piece) {
  const auto file = reading::read(text, "unknown", {}, piece);
  if (!file.ok()) return std::string(to_string(file.error().code)) + " " + file.error().message;
  std::string said = write_harmonograph_json(*file) + std::to_string(file->rows_read) + " " +
                     std::to_string(file->rows_skipped) + " " + std::to_string(file->argmax_disagreements);
  for (const Note& note : file->notes) said += note.code + " " + note.message;
  return said;
}

/// Sizes that must agree, whatever was read.
bool is_consistent(const FileObservations& file) {
  const FileResponses& responses = file.responses;
  bool good = responses.item.size() == responses.score.size() && responses.model.size() == responses.score.size() &&
              (responses.chosen.empty() || responses.chosen.size() == responses.score.size());
  for (const double score : responses.score) good = good && (std::isnan(score) || (score >= 0 && score <= 1));
  for (const ItemAttribute& attribute : file.attributes) good = good && attribute.values.size() == file.items.size();
  for (const FileItem& item : file.items) good = good && item.benchmark < file.benchmarks.size();
  for (const std::uint32_t model : responses.model) good = good && model < file.models.size();
  for (const ChoiceSet& set : responses.choices) {
    good = good && set.first.size() == responses.score.size();
    for (std::size_t r = 0; good && r < set.first.size(); ++r) {
      if (set.first[r] == no_index) continue;
      good = set.first[r] + file.items[responses.item[r]].option_count <= set.values.size();
    }
  }
  return good;
}

/// Swaps or replaces whole JSON tokens, so that many damaged files are still JSON with unexpected types.
std::string retype(std::string text, Random& random) {
  static const std::vector<std::string> tokens{
      "null", "true", "-1",  "1e400", "NaN",   "[]",        "{}",
      "\"\"", "[[]]", "3.5", "\"B\"", "\"7\"", "{\"a\":1}", "99999999999999999999"};
  const std::uint64_t count = 1 + random.below(3);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto from = static_cast<std::size_t>(random.below(text.size()));
    const std::size_t colon = text.find(": ", from);
    if (colon == std::string::npos) continue;
    const std::size_t end = text.find_first_of(",}]\n", colon);
    if (end == std::string::npos) continue;
    text.replace(colon + 2, end - colon - 2, tokens[static_cast<std::size_t>(random.below(tokens.size()))]);
  }
  if (random.below(4) == 0) text.resize(static_cast<std::size_t>(1 + random.below(text.size())));
  return text;
}

}  // namespace

TEST_CASE("damaged files of every JSON format give a value or an error") {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"lm_eval", "py_irt", "harmonograph"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(FIXTURES_DIR) / folder)) {
      if (entry.is_regular_file() && entry.path().extension() != ".md") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::size_t read = 0;
  std::size_t refused = 0;
  for (std::size_t f = 0; f < paths.size(); ++f) {
    const std::string original = read_whole_file(paths[f]);
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      Random random(seed, f);
      const std::string text = retype(original, random);
      const auto file = reading::read(text, "unknown");
      if (file.ok()) {
        ++read;
        if (!is_consistent(*file)) FAIL_CHECK(paths[f].string() << " seed " << seed << " is inconsistent");
      } else {
        ++refused;
        CHECK_FALSE(file.error().message.empty());
      }
      if (seed % 8 == 0 && trace(text, 1) != trace(text, 100000)) {
        FAIL_CHECK(paths[f].string() << " seed " << seed << " depends on the chunking");
      }
    }
  }
  CHECK(read + refused == paths.size() * 80);
  CHECK(read > refused);
}
