// A file that is cut anywhere gives the whole rows before the cut and says so, or an error: never a crash and never
// another number. Every format of the registry must have a file here.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "format_examples.hpp"
#include "lm_eval_reading.hpp"
#include "observation_checks.hpp"

using namespace harmonograph;

namespace {

Result<FileObservations> read_as(const Format& format, const std::string& text) {
  const auto reader = format.open({"unknown", text, {}});
  const auto fed = reader->feed({text.data(), text.size()});
  if (!fed.ok()) return fed.error();
  return reader->finish();
}

/// Scores by names, however models and items are numbered. What the end of a file says (the model, the benchmark) a cut
/// file does not know: with one model it is no part of the name.
std::map<std::string, double> scores_of(const FileObservations& file, bool several_models) {
  std::map<std::string, double> scores;
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    const FileItem& item = file.items[file.responses.item[r]];
    std::string name = item.native_id + "|" + item.content_hash + "|" + std::to_string(item.position);
    if (several_models) name += " of " + file.models[file.responses.model[r]];
    scores.insert({name, file.responses.score[r]});
  }
  return scores;
}

/// The first thing that a cut file says wrongly, or nothing.
std::string wrong(const std::map<std::string, double>& some, const std::map<std::string, double>& all,
                  format_examples::Cut cut) {
  for (const auto& [name, score] : some) {
    const auto found = all.find(name);
    if (found == all.end()) return "a response that is not in the file: " + name;
    if (cut == format_examples::Cut::repeats) continue;
    if (!observation_checks::same_bits(score, found->second)) {
      return name + " has " + std::to_string(score) + ", not " + std::to_string(found->second);
    }
  }
  return {};
}

/// A cut between two rows cannot be seen; one anywhere else must be told.
bool is_told(const FileObservations& file, char before, char after) {
  if (before == '\n' || after == '\n' || after == '\r') return true;
  return std::any_of(file.notes.begin(), file.notes.end(), [](const Note& note) {
    return note.code == "truncated" || note.code == "unclosed_quote" || note.code == "no_final_line_end";
  });
}

}  // namespace

TEST_CASE("truncated: a file of every format, cut at every byte") {
  for (const Format& format : all_formats()) {
    INFO(format.id);
    const auto example = format_examples::all().find(std::string(format.id));
    if (example == format_examples::all().end()) {
      FAIL_CHECK("add a small file of this format to format_examples.hpp");
      continue;
    }
    const format_examples::Cut kind = example->second.cut;
    const std::string text = reading::fixture(example->second.file);
    const auto whole = read_as(format, text);
    if (format.id != "lighteval_results" && format.id != "helm_run") CHECK(reading::format_of(text) == format.id);
    REQUIRE(whole.ok());
    const bool several_models = whole->models.size() > 1;
    const auto all = scores_of(*whole, several_models);
    std::size_t read = 0;
    // The last byte that is no white space may be missing: without it nothing is complete.
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    for (std::size_t bytes = 0; bytes <= last; ++bytes) {
      INFO("at " << bytes);
      const auto cut = read_as(format, text.substr(0, bytes));
      if (!cut) {
        const std::string fault = observation_checks::fault(cut.error());
        if (!fault.empty()) FAIL_CHECK(fault);
        continue;
      }
      ++read;
      std::string fault = observation_checks::fault(*cut);
      const auto some = scores_of(*cut, several_models);
      if (fault.empty()) fault = wrong(some, all, kind);
      if (fault.empty() && some.size() < all.size() &&
          !is_told(*cut, bytes > 0 ? text[bytes - 1] : '\n', text[bytes])) {
        fault = "not told";
      }
      if (!fault.empty()) FAIL_CHECK(fault);
    }
    // Formats of rows keep what is before the cut.
    if (kind == format_examples::Cut::whole) {
      CHECK(read == 0);
    } else {
      CHECK(read > text.size() / 4);
    }
  }
}
