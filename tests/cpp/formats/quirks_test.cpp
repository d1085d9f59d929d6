// Quirks that were seen in real files and have no test with the reader of their tool; tests/fixtures/README.md lists
// all of them with their tests.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <string>

#include "lm_eval_reading.hpp"
#include "observation_checks.hpp"

using namespace harmonograph;
using Catch::Contains;

namespace {

FileObservations good(const std::string& text, const std::string& path = "unknown", const ReadOptions& options = {}) {
  auto file = reading::read(text, path, options);
  if (!file.ok()) FAIL(file.error().message);
  CHECK(observation_checks::fault(*file) == "");
  return std::move(*file);
}

/// Scores by native id, or by position.
std::map<std::string, double> scores(const FileObservations& file) {
  std::map<std::string, double> found;
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    const FileItem& item = file.items[file.responses.item[r]];
    found[item.native_id.empty() ? std::to_string(item.position) : item.native_id] = file.responses.score[r];
  }
  return found;
}

/// A generated answer as lm-evaluation-harness writes it; `metrics` are the members at its end.
std::string sample(int id, const std::string& metrics, const std::string& doc = "{\"question\": \"Q\"}") {
  return "{\"doc_id\": " + std::to_string(id) + ", \"doc\": " + doc +
         ", \"target\": \"1\", \"arguments\": {\"gen_args_0\": {\"arg_0\": \"Q\", \"arg_1\": {}}}, \"resps\": "
         "[[\"1\"]], "
         "\"filtered_resps\": [\"1\"], " +
         metrics + "}\n";
}

}  // namespace

TEST_CASE("quirk: numbers and truth of numpy are texts in quotes") {
  const auto file = good(sample(0, "\"acc\": \"0.5\"") + sample(1, "\"acc\": \"True\"") + sample(2, "\"acc\": \"0\"") +
                         sample(3, "\"acc\": \"nan\""));
  const auto found = scores(file);
  CHECK(found.at("0") == 0.5);
  CHECK(found.at("1") == 1);
  CHECK(found.at("2") == 0);
  CHECK(found.count("3") == 0);
  REQUIRE(reading::note(file, "metric_missing") != nullptr);
  CHECK(reading::note(file, "metric_missing")->count == 1);
}

TEST_CASE("quirk: an infinite error beside an accuracy") {
  const auto file = good(sample(0, "\"acc\": 1.0, \"mae\": Infinity") + sample(1, "\"acc\": 0.0, \"mae\": NaN") +
                         sample(2, "\"acc\": 1.0, \"mae\": -Infinity"));
  CHECK(file.metric == "acc");
  CHECK(scores(file) == std::map<std::string, double>{{"0", 1}, {"1", 0}, {"2", 1}});
  // With the error alone there is no score, and the reason names it.
  const auto refused = reading::read(sample(0, "\"mae\": Infinity") + sample(1, "\"mae\": Infinity"), "unknown");
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().message, Contains("mae"));
}

TEST_CASE("quirk: a metric that is a pair of texts is no score") {
  const auto refused = reading::read(
      sample(0, "\"exact_match\": [\"D. both\", \"B. none\"]") + sample(1, "\"exact_match\": [\"A\", \"A\"]"),
      "unknown");
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().message, Contains("exact_match"));
  CHECK_FALSE(refused.error().hint.empty());
}

TEST_CASE("quirk: documents without a text, as where images were removed") {
  const auto file =
      good(sample(0, "\"acc\": 1.0", "{\"id\": \"a\"}") +
           sample(1, "\"acc\": 0.0", "{\"id\": \"b\", \"image\": null}") + sample(2, "\"acc\": 1.0", "null"));
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
}

TEST_CASE("quirk: lines in the order of ranks, not of documents") {
  const auto sorted = good(sample(0, "\"acc\": 1.0") + sample(1, "\"acc\": 0.0") + sample(2, "\"acc\": 0.5"));
  const auto ranks = good(sample(1, "\"acc\": 0.0") + sample(2, "\"acc\": 0.5") + sample(0, "\"acc\": 1.0"));
  CHECK(scores(sorted) == scores(ranks));
}

TEST_CASE("quirk: Inspect's logs.json lists heads of logs and is none") {
  const auto refused = reading::read(
      "{\"2025-01-01T00-00-00_toy_abc.json\": {\"version\": 2, \"status\": \"success\", \"eval\": {\"task\": \"toy\", "
      "\"model\": \"m\"}, \"results\": {\"scores\": []}}}",
      "logs.json");
  REQUIRE_FALSE(refused.ok());
  CHECK_FALSE(refused.error().hint.empty());
}

TEST_CASE("quirk: AlpacaEval writes whole numbers in some files and fractions in others") {
  const auto annotation = [](const std::string& instruction, const std::string& preference) {
    return "{\"instruction\": \"" + instruction +
           "\", \"output_1\": \"a\", \"generator_1\": \"base\", \"output_2\": \"b\", \"generator_2\": \"toy-40b\", "
           "\"preference\": " +
           preference + "}";
  };
  const std::string whole = "[" + annotation("one", "1") + "," + annotation("two", "2") + "]";
  const std::string fractions = "[" + annotation("one", "1.0") + "," + annotation("two", "2.0") + "]";
  // The folder names another model than the records: these count.
  const auto first = good(whole, "results/toy-7b/annotations.json");
  CHECK(first.models == std::vector<std::string>{"toy-40b"});
  CHECK(scores(first) == std::map<std::string, double>{{"one", 0}, {"two", 1}});
  CHECK(observation_checks::difference(first, good(fractions, "results/toy-7b/annotations.json")) == "");
}

TEST_CASE("quirk: MMLU-Pro names its answers model_outputs or generated_text, and some files lack questions") {
  const auto question = [](int id, const std::string& key) {
    return "{\"question_id\": " + std::to_string(id) +
           ", \"question\": \"Q\", \"options\": [\"x\", \"y\"], \"answer\": \"A\", \"answer_index\": 0, \"category\": "
           "\"law\", \"src\": \"own\", \"pred\": \"A\", \"" +
           key + "\": \"The answer is (A)\"}";
  };
  const std::string twice = "[" + question(1, "model_outputs") + "," + question(2, "model_outputs") + "]";
  const std::string other = "[" + question(1, "generated_text") + "," + question(2, "generated_text") + "]";
  const std::string shorter = "[" + question(1, "generated_text") + "]";
  const auto first = good(twice);
  CHECK(observation_checks::difference(first, good(other)) == "");
  // Items are known by their number in the benchmark, so that those of a shorter file find the others.
  CHECK(scores(first) == std::map<std::string, double>{{"1", 1}, {"2", 1}});
  CHECK(scores(good(shorter)) == std::map<std::string, double>{{"1", 1}});
}

TEST_CASE("quirk: EvalPlus writes its tasks in the order in which they ended") {
  const auto task = [](const std::string& id, const std::string& status) {
    return "\"" + id + "\": [{\"task_id\": \"" + id + "\", \"solution\": \"\", \"base_status\": \"" + status +
           "\", \"plus_status\": \"" + status + "\"}]";
  };
  const auto file = [](const std::string& tasks) {
    return "{\"date\": \"d\", \"hash\": \"h\", \"eval\": {" + tasks + "}}";
  };
  const std::map<std::string, double> expected{{"Mbpp/2", 1}, {"Mbpp/56", 0}, {"Mbpp/9", 1}};
  CHECK(scores(good(file(task("Mbpp/56", "fail") + "," + task("Mbpp/2", "pass") + "," + task("Mbpp/9", "pass")))) ==
        expected);
  CHECK(scores(good(file(task("Mbpp/2", "pass") + "," + task("Mbpp/9", "pass") + "," + task("Mbpp/56", "fail")))) ==
        expected);
}

TEST_CASE("quirk: results that state N/A for the error of a group") {
  const auto file = good(
      "{\"results\": {\"toy\": {\"acc,none\": 0.5, \"acc_stderr,none\": \"N/A\", \"alias\": \"toy\"}, \"all\": "
      "{\"acc,none\": "
      "\"N/A\"}}, \"config\": {\"model\": \"hf\", \"model_args\": \"pretrained=toy/toy-7b\"}, \"versions\": {}, "
      "\"n-shot\": "
      "{}, \"configs\": {}}");
  CHECK(file.role == FileRole::run);
  REQUIRE(file.run.metrics.size() == 1);
  CHECK(file.run.metrics[0].value == 0.5);
}

TEST_CASE("quirk: a table that a spreadsheet emptied cells of") {
  // Cells that begin with an address, or are too long, are empty after a save as workbook.
  const auto file =
      good("index\tquestion\tprediction\thit\n0\tFirst?\t\t1\n1\t\tB\t0\n2\tThird?\tC\t\n3\tFourth?\tD\t1\n",
           "toy-7b_Toy_result.tsv");
  std::size_t scored = 0;
  for (const double score : file.responses.score) scored += std::isnan(score) ? 0U : 1U;
  CHECK(scored == 3);
}
