// The options of one item in several files: brought into one order where their texts tell it.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/fingerprint.hpp"
#include "dataset/observations_builder.hpp"
#include "formats/option_texts.hpp"

using namespace harmonograph;

namespace {

std::vector<std::uint64_t> options(const std::vector<std::string>& texts) {
  std::vector<std::uint64_t> prints;
  for (const std::string& text : texts) prints.push_back(fingerprint(text));
  return prints;
}

/// One answer: the item, its options, their values, the chosen one and the key as the file counts them.
void answer(ObservationsBuilder& file, const std::string& id, const std::vector<std::string>& texts,
            const std::vector<double>& values, std::int32_t chosen, std::int32_t key, double score) {
  FileItem item = named(id);
  item.option_count = static_cast<std::uint32_t>(values.size());
  item.key = key;
  file.item(std::move(item), score, options(texts));
  FileResponses& responses = file.file().responses;
  if (responses.choices.empty()) responses.choices.push_back({"p", ChoiceKind::probability, {}, {}});
  responses.choices[0].first.push_back(static_cast<std::uint32_t>(responses.choices[0].values.size()));
  responses.choices[0].values.insert(responses.choices[0].values.end(), values.begin(), values.end());
  responses.chosen.push_back(chosen);
}

Assembly assembled(const std::vector<const ObservationsBuilder*>& files) {
  std::vector<LoadedFile> loaded;
  for (std::size_t f = 0; f < files.size(); ++f) {
    loaded.push_back({"runs/" + std::string(1, static_cast<char>('a' + f)) + ".jsonl", &files[f]->file()});
  }
  return assemble(loaded);
}

std::vector<double> values_of(const Assembly& assembly, std::size_t model, std::size_t item) {
  const auto& sets = assembly.dataset.benchmarks[0].choices[model];
  if (sets.empty()) return {};
  const auto row = sets[0].values.row(item);
  return {row.begin(), row.end()};
}

const Note* note_of(const Assembly& assembly, const std::string& code) {
  return find_note(assembly.report.benchmarks[0].notes, code);
}

}  // namespace

TEST_CASE("fingerprints tell texts apart") {
  CHECK(fingerprint("") == fingerprint(""));
  CHECK(fingerprint("") != 0);
  CHECK(fingerprint("a") != fingerprint(std::string_view("a\0", 2)));
  CHECK(fingerprint("abcdefgh") != fingerprint("abcdefghi"));
  CHECK(fingerprint("12345678abcdefgh") != fingerprint("abcdefgh12345678"));
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 100'000; ++i) all.push_back(fingerprint("item " + std::to_string(i)));
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
}

TEST_CASE("orders of options") {
  std::vector<std::uint32_t> order;
  const auto one = options({"red", "green", "blue"});
  CHECK(match_options(one, one, order) == OptionMatch::same);
  CHECK(match_options(one, options({"blue", "red", "green"}), order) == OptionMatch::reordered);
  CHECK(order == std::vector<std::uint32_t>{2, 0, 1});
  CHECK(match_options(one, options({"blue", "red", "grey"}), order) == OptionMatch::different);
  CHECK(match_options(one, options({"blue", "red"}), order) == OptionMatch::different);
  CHECK(order.empty());
  const auto twice = options({"0", "1", "0"});
  CHECK(match_options(twice, twice, order) == OptionMatch::same);
  CHECK(match_options(twice, options({"0", "0", "1"}), order) == OptionMatch::ambiguous);
  CHECK(match_options(twice, options({"0", "1", "1"}), order) == OptionMatch::different);
  CHECK(match_options({}, {}, order) == OptionMatch::same);
}

TEST_CASE("shuffled options are brought into the order of the first file") {
  ObservationsBuilder a("A"), b("B");
  answer(a, "q1", {"red", "green", "blue"}, {0.5, 0.3, 0.2}, 0, 1, 0);
  answer(a, "q2", {"yes", "no"}, {0.9, 0.1}, 0, 0, 1);
  answer(b, "q1", {"blue", "red", "green"}, {0.1, 0.2, 0.7}, 2, 2, 1);
  answer(b, "q2", {"yes", "no"}, {0.6, 0.4}, 0, 0, 1);
  const Assembly assembly = assembled({&a, &b});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  CHECK(values_of(assembly, 0, 0) == std::vector<double>{0.5, 0.3, 0.2});
  CHECK(values_of(assembly, 1, 0) == std::vector<double>{0.2, 0.7, 0.1});
  CHECK(benchmark.chosen(1, 0) == 1);
  CHECK(benchmark.keys == std::vector<std::int32_t>{1, 0});
  CHECK(note_of(assembly, "keys_differ") == nullptr);
  const Note* note = note_of(assembly, "options_reordered");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK(note->severity == Severity::info);
  CHECK(
      note->message ==
      "The options of 1 item (q1) stand in another order in b.jsonl: they were brought into one order by their texts.");
}

TEST_CASE("other options are not compared: the scores stay") {
  ObservationsBuilder a("A"), b("B"), c("C");
  answer(a, "q1", {"red", "green", "blue"}, {0.5, 0.3, 0.2}, 0, 1, 0);
  answer(b, "q1", {"red", "green", "pink", "grey"}, {0.1, 0.2, 0.3, 0.4}, 3, 3, 1);
  answer(c, "q1", {"red", "green", "pink", "grey"}, {0.4, 0.3, 0.2, 0.1}, 0, 3, 0);
  const Assembly assembly = assembled({&a, &b, &c});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  CHECK(benchmark.option_counts == std::vector<std::uint32_t>{3});
  CHECK(benchmark.keys == std::vector<std::int32_t>{1});
  CHECK(benchmark.scores(1, 0) == 1);
  CHECK(benchmark.chosen(0, 0) == 0);
  CHECK(benchmark.chosen(1, 0) == -1);
  CHECK(benchmark.choices[1].empty());
  CHECK(benchmark.choices[2].empty());
  const Note* note = note_of(assembly, "options_differ");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK(note->severity == Severity::warning);
  CHECK_THAT(note->message, Catch::Contains("1 item (q1) has other options in 2 files (b.jsonl, c.jsonl)"));
  CHECK(note_of(assembly, "keys_differ") == nullptr);
}

TEST_CASE("options with equal texts cannot be told apart in another order") {
  ObservationsBuilder a("A"), b("B"), c("C");
  answer(a, "q1", {"0", "1", "0"}, {0.5, 0.3, 0.2}, 0, 1, 0);
  answer(b, "q1", {"0", "0", "1"}, {0.1, 0.2, 0.7}, 2, 2, 1);
  answer(c, "q1", {"0", "1", "0"}, {0.2, 0.7, 0.1}, 1, 1, 1);
  const Assembly assembly = assembled({&a, &b, &c});
  CHECK(values_of(assembly, 1, 0).empty());
  CHECK(values_of(assembly, 2, 0) == std::vector<double>{0.2, 0.7, 0.1});
  CHECK(assembly.dataset.benchmarks[0].scores(1, 0) == 1);
  const Note* note = note_of(assembly, "options_ambiguous");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK_THAT(note->message, Catch::Contains("in b.jsonl, but some have equal texts"));
}

TEST_CASE("where orders differ, a file without texts of options is named") {
  ObservationsBuilder plain("P"), a("A"), b("B");
  answer(plain, "q1", {}, {0.5, 0.5}, 0, -1, 0);
  answer(plain, "q2", {}, {0.5, 0.5}, 0, -1, 0);
  answer(a, "q1", {"red", "green"}, {0.9, 0.1}, 0, 0, 1);
  answer(a, "q2", {"red", "green"}, {0.9, 0.1}, 0, 0, 1);
  answer(b, "q1", {"green", "red"}, {0.2, 0.8}, 1, 1, 1);
  answer(b, "q2", {"red", "green"}, {0.8, 0.2}, 0, 0, 1);
  const Assembly assembly = assembled({&plain, &a, &b});
  CHECK(values_of(assembly, 2, 0) == std::vector<double>{0.8, 0.2});
  const Note* note = note_of(assembly, "option_order_unknown");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK_THAT(note->message, Catch::Contains("a.jsonl does not hold the texts of the options of 1 item"));
  CHECK(note_of(assembled({&plain, &a}), "option_order_unknown") == nullptr);
}
