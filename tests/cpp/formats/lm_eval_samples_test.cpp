// samples_*.jsonl of every generation. The numbers of the fixtures were chosen by hand (tests/fixtures/lm_eval).
#include <catch2/catch.hpp>

#include <limits>

#include "lm_eval_reading.hpp"

using namespace harmonograph;
using reading::read_fixture;

namespace {

const std::string v040 = "lm_eval/v0.4.0/pretrained=Example__toy-1b_";
const std::string v043 = "lm_eval/v0.4.3/Example__toy-1b/samples_toy_";
const std::string v047 = "lm_eval/v0.4.7/Example__toy-1b/samples_toy_";
const std::string end043 = "_2024-11-26T10-00-00.000000.jsonl";
const std::string end047 = "_2026-01-21T03-44-18.458309.jsonl";

std::vector<std::int32_t> keys_of(const FileObservations& file) {
  std::vector<std::int32_t> keys;
  for (const FileItem& item : file.items) keys.push_back(item.key);
  return keys;
}

}  // namespace

TEST_CASE("lm-eval 0.4.3: numbers as text, views of the options, key, ids and attributes") {
  const auto file = read_fixture(v043 + "arc" + end043);
  REQUIRE(file.ok());
  CHECK(file->models == std::vector<std::string>{"Example/toy-1b"});
  CHECK(file->benchmarks == std::vector<std::string>{"toy_arc"});
  CHECK(file->run_key == "lm_eval/v0.4.3/Example__toy-1b/2024-11-26T10-00-00.000000");
  CHECK(file->metric == "acc");
  CHECK(file->filter.empty());
  CHECK(file->filters.empty());
  REQUIRE(file->metrics.size() == 2);
  CHECK(file->metrics[1].name == "acc_norm");
  CHECK(file->metrics[1].rows == 4);
  CHECK(file->responses.score == std::vector<double>{1, 0, 1, 0});
  CHECK(keys_of(*file) == std::vector<std::int32_t>{1, 1, 2, 0});
  CHECK(file->items[0].native_id == "toy_100");
  CHECK(file->items[3].position == 3);
  CHECK(file->items[0].content_hash.size() == 64);
  CHECK(file->items[1].option_count == 2);
  CHECK(file->items[0].text == "Question 0?");
  CHECK(file->items[2].line == 3);
  REQUIRE(file->attributes.size() == 1);
  CHECK(file->attributes[0].name == "subject");
  CHECK(file->attributes[0].values == std::vector<std::string>{"biology", "biology", "physics", "physics"});

  CHECK(reading::set_names(*file) == std::vector<std::string>{"log-likelihood", "log-likelihood per character"});
  CHECK(reading::values(*file, 0, 1) == std::vector<double>{-6, -8});
  CHECK(reading::values(*file, 1, 1) == std::vector<double>{-3, -1});
  CHECK(reading::values(*file, 0, 2)[0] == -std::numeric_limits<double>::infinity());
  // Three characters, not five bytes, and the space before the option does not count.
  CHECK(reading::values(*file, 1, 3)[0] == Approx(-7.0 / 3));
  CHECK(file->argmax_compared == 4);
  CHECK(file->argmax_disagreements == 0);
  CHECK(file->rows_read == 4);
  CHECK(file->rows_skipped == 0);
  CHECK(file->notes.empty());
}

TEST_CASE("lm-eval: with acc_norm the view per character comes first") {
  const auto file = read_fixture(v043 + "arc" + end043, {{"metric", "acc_norm"}});
  REQUIRE(file.ok());
  CHECK(file->metric == "acc_norm");
  CHECK(file->responses.score == std::vector<double>{1, 1, 1, 0});
  CHECK(reading::set_names(*file) == std::vector<std::string>{"log-likelihood per character", "log-likelihood"});
  // Hand-computed: largest per character is the key except on the last item.
  for (std::size_t r = 0; r < 4; ++r) {
    const bool right = reading::largest(reading::values(*file, 0, r)) == file->items[r].key;
    CHECK(right == (file->responses.score[r] == 1));
  }
  const auto chosen = read_fixture(v043 + "arc" + end043, {{"choices", "log-likelihood per character"}});
  REQUIRE(chosen.ok());
  CHECK(reading::set_names(*chosen).front() == "log-likelihood per character");
}

TEST_CASE("lm-eval: names of model and benchmark can be given") {
  const auto file = read_fixture(v043 + "arc" + end043, {{"model", "Mine"}, {"benchmark", "ARC"}});
  REQUIRE(file.ok());
  CHECK(file->models.front() == "Mine");
  CHECK(file->benchmarks.front() == "ARC");
}

TEST_CASE("lm-eval before 0.4.7: lines without a filter are told apart by their order") {
  const auto first = read_fixture(v043 + "gsm" + end043);
  REQUIRE(first.ok());
  CHECK(first->items.size() == 3);
  CHECK(first->filter == "first");
  REQUIRE(first->filters.size() == 2);
  CHECK(first->filters[1].name == "second");
  CHECK(first->filters[1].rows == 3);
  CHECK(first->responses.score == std::vector<double>{0, 1, 0});
  CHECK(first->rows_read == 6);
  CHECK(first->rows_skipped == 3);
  CHECK(reading::note(*first, "filters_by_occurrence") != nullptr);
  REQUIRE(reading::note(*first, "other_filters") != nullptr);
  CHECK(reading::note(*first, "other_filters")->count == 3);
  CHECK(first->responses.choices.empty());
  CHECK(first->items[0].option_count == 0);

  const auto second = read_fixture(v043 + "gsm" + end043, {{"filter", "second"}});
  REQUIRE(second.ok());
  CHECK(second->responses.score == std::vector<double>{1, 1, 0});

  const auto wrong = read_fixture(v043 + "gsm" + end043, {{"filter", "strict-match"}});
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.error().code == ErrorCode::invalid_argument);
  CHECK(wrong.error().hint.find("first, second") != std::string::npos);
}

TEST_CASE("lm-eval: a run that was appended to itself is counted and read once") {
  const auto file = read_fixture(v043 + "twice" + end043);
  REQUIRE(file.ok());
  CHECK(file->items.size() == 4);
  CHECK(file->responses.score == std::vector<double>{1, 0, 1, 0});
  CHECK(file->filters.empty());
  CHECK(file->rows_read == 8);
  CHECK(file->rows_skipped == 4);
  REQUIRE(reading::note(*file, "duplicates") != nullptr);
  CHECK(reading::note(*file, "duplicates")->count == 4);

  // One line repeated with another answer: not a filter, because the other questions stand once.
  const std::string text = reading::fixture(v043 + "arc" + end043);
  std::string changed = text.substr(0, text.find('\n') + 1);
  changed.replace(changed.find("\"acc\": 1.0"), 10, "\"acc\": 0.0");
  const auto differs = reading::read(text + changed, "unknown");
  REQUIRE(differs.ok());
  CHECK(differs->responses.score == std::vector<double>{1, 0, 1, 0});
  REQUIRE(reading::note(*differs, "conflicting_duplicates") != nullptr);
  CHECK(reading::note(*differs, "conflicting_duplicates")->lines == std::vector<std::uint64_t>{5});
}

TEST_CASE("lm-eval: options that differ in the context have no view per character") {
  const auto file = read_fixture(v043 + "winogrande" + end043);
  REQUIRE(file.ok());
  CHECK(reading::set_names(*file) == std::vector<std::string>{"log-likelihood"});
  // doc.answer counts from one; the target is the text that follows both options.
  CHECK(keys_of(*file) == std::vector<std::int32_t>{0, 1, 0});
  CHECK(file->argmax_compared == 3);
  CHECK(file->argmax_disagreements == 0);
  CHECK(file->items[0].text == "Sentence 0 with _ in it.");

  const auto keyless = read_fixture(v043 + "keyless" + end043);
  REQUIRE(keyless.ok());
  CHECK(keys_of(*keyless) == std::vector<std::int32_t>{0, 1});
  REQUIRE(reading::note(*keyless, "keys_from_score") != nullptr);
  CHECK(reading::note(*keyless, "keys_from_score")->count == 2);
  CHECK(keyless->argmax_compared == 0);  // agreeing with itself proves nothing
}

TEST_CASE("lm-eval 0.4.0: an array in a .jsonl file, and one flat list of arguments") {
  const auto array = read_fixture(v040 + "toy_qa.jsonl");
  REQUIRE(array.ok());
  CHECK(array->models.front() == "Example/toy-1b");
  CHECK(array->benchmarks.front() == "toy_qa");
  CHECK(array->run_key.empty());
  CHECK(array->responses.score == std::vector<double>{1, 0, 1});
  CHECK(keys_of(*array) == std::vector<std::int32_t>{1, 2, 0});
  CHECK(array->items[0].content_hash.empty());
  CHECK(array->argmax_compared == 3);
  CHECK(array->argmax_disagreements == 0);
  CHECK(reading::set_names(*array).size() == 2);
  CHECK(reading::values(*array, 1, 0)[1] == Approx(-2.0 / 5));  // "green"

  const auto flat = read_fixture(v040 + "toy_winogrande.jsonl");
  REQUIRE(flat.ok());
  CHECK(flat->benchmarks.front() == "toy_winogrande");
  CHECK(keys_of(*flat) == std::vector<std::int32_t>{1, 1, 0});
  CHECK(flat->responses.score == std::vector<double>{0, 1, 1});
  CHECK(reading::set_names(*flat) == std::vector<std::string>{"log-likelihood"});
}

TEST_CASE("lm-eval 0.4.7: filters, metrics of several kinds, missing values") {
  const auto file = read_fixture(v047 + "math" + end047);
  REQUIRE(file.ok());
  CHECK(file->filter == "strict-match");
  REQUIRE(file->filters.size() == 2);
  CHECK(file->filters[0].rows == 4);
  CHECK(file->metric == "exact_match");
  CHECK(file->responses.score == std::vector<double>{1, 0, 1});  // the fourth is NaN
  REQUIRE(reading::note(*file, "metric_missing") != nullptr);
  CHECK(reading::note(*file, "metric_missing")->lines == std::vector<std::uint64_t>{7});
  CHECK(file->rows_read == 8);
  CHECK(file->rows_skipped == 5);
  // "id" repeats the row number: a position, not an id of the data set.
  CHECK(file->items[1].native_id.empty());
  REQUIRE(file->attributes.size() == 2);
  CHECK(file->attributes[0].name == "level");
  CHECK(file->attributes[1].name == "type");

  const auto flexible = read_fixture(v047 + "math" + end047, {{"filter", "flexible-extract"}});
  REQUIRE(flexible.ok());
  CHECK(flexible->responses.score == std::vector<double>{1, 1, 1, 0});

  const auto mae = read_fixture(v047 + "math" + end047, {{"metric", "mae"}});
  REQUIRE_FALSE(mae.ok());
  CHECK(mae.error().code == ErrorCode::invalid_argument);
  CHECK(mae.error().message.find("lower is better") != std::string::npos);
  const auto none = read_fixture(v047 + "math" + end047, {{"metric", "acc"}});
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().hint.find("exact_match") != std::string::npos);
}

TEST_CASE("lm-eval: without a usable metric the error names the metrics and says why") {
  const auto file = read_fixture(v047 + "ner" + end047);
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == ErrorCode::no_responses);
  CHECK(file.error().message.find("f1 (a text or a pair of target and prediction, not a number, in 3 rows)") !=
        std::string::npos);
  CHECK(file.error().message.find("bleu (values from 20.5 to 22.5, not within 0 to 1)") != std::string::npos);
}

TEST_CASE("lm-eval: a list of Booleans is their share") {
  const auto file = read_fixture(v047 + "ifeval" + end047);
  REQUIRE(file.ok());
  CHECK(file->responses.score == std::vector<double>{0.5, 1, 0});
  CHECK(file->items[2].native_id == "1014");
  CHECK(file->items[1].text == "Write 1.");
}

TEST_CASE("lm-eval: unconditional log-likelihoods are the second half of the requests") {
  const auto file = read_fixture(v047 + "mutual" + end047, {{"metric", "acc_mutual_info"}});
  REQUIRE(file.ok());
  // Options of one character each: a view per character would repeat the first view.
  CHECK(reading::set_names(*file) == std::vector<std::string>{"log-likelihood minus unconditional", "log-likelihood"});
  CHECK(file->items[0].option_count == 3);
  CHECK(reading::values(*file, 0, 0) == std::vector<double>{0, 2, 0.5});
  CHECK(reading::values(*file, 1, 0) == std::vector<double>{-1, -2, -3});
  CHECK(keys_of(*file) == std::vector<std::int32_t>{1, 0});  // letters
  CHECK(file->argmax_compared == 2);
  CHECK(file->argmax_disagreements == 0);
  const auto by_acc = read_fixture(v047 + "mutual" + end047);
  REQUIRE(by_acc.ok());
  CHECK(by_acc->metric == "acc");
  CHECK(reading::set_names(*by_acc).front() == "log-likelihood");
}

TEST_CASE("lm-eval: several right options give no single key and still explain the score") {
  const auto file = read_fixture(v047 + "several" + end047);
  REQUIRE(file.ok());
  CHECK(keys_of(*file) == std::vector<std::int32_t>{-1, -1, -1});
  CHECK(file->argmax_compared == 3);
  CHECK(file->argmax_disagreements == 0);
}

TEST_CASE("lm-eval: damaged lines are skipped, the others are read") {
  const std::string text = reading::fixture(v043 + "arc" + end043);
  const std::size_t second = text.find('\n') + 1;
  const auto cut = reading::read(text.substr(0, text.size() - 50), "unknown");
  REQUIRE(cut.ok());
  CHECK(cut->items.size() == 3);
  CHECK(reading::note(*cut, "truncated") != nullptr);
  const auto broken = reading::read("{\"doc_id\": 7, \"doc\": {\"q\n" + text, "unknown");
  REQUIRE(broken.ok());
  CHECK(broken->items.size() == 4);
  REQUIRE(reading::note(*broken, "malformed_lines") != nullptr);
  CHECK(broken->items[0].line == 2);
  const auto without_id = reading::read(text + "{\"doc\": {}, \"filtered_resps\": [], \"acc\": 1.0}\n", "unknown");
  REQUIRE(without_id.ok());
  CHECK(without_id->rows_skipped == 1);
  CHECK(reading::note(*without_id, "no_doc_id") != nullptr);
  const auto unnamed = reading::read(text.substr(0, second), "unknown");
  REQUIRE(unnamed.ok());
  CHECK(unnamed->models.front().empty());
  CHECK(unnamed->benchmarks.front().empty());
}
