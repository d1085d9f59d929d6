// Details and results of lighteval in each shape it gave them; the numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

namespace {

const std::string since_011 =
    "lighteval/v0.11/details/toy-org/toy-7b/2025-06-01T10-00-00.000000/"
    "details_toy|arc:easy|0_2025-06-01T10-00-00.000000.jsonl";
const std::string as_texts =
    "lighteval/v0.6_texts/details/toy-7b/2024-07-01T10-00-00.000000/"
    "details_toy|mmlu:law|5_2024-07-01T10-00-00.000000.jsonl";
const std::string leaderboard =
    "lighteval/leaderboard_v1/details_toy-org__toy-13b/2023-08-10T10:00:00.000000/"
    "details_harness|arc:challenge|25_2023-08-10T10:00:00.000000.jsonl";

}  // namespace

TEST_CASE("lighteval: every generation is recognised by its content") {
  for (const std::string& fixture :
       {since_011, as_texts, leaderboard, std::string("lighteval/v0.11/generative.jsonl")}) {
    INFO(fixture);
    CHECK(reading::format_of(reading::fixture(fixture)) == "lighteval");
  }
}

TEST_CASE("lighteval since 0.11: doc, model_response and metric") {
  const auto file = good(since_011);
  CHECK(file.models == std::vector<std::string>{"toy-org/toy-7b"});
  CHECK_FALSE(file.model_is_stated);
  CHECK(file.benchmarks == std::vector<std::string>{"toy|arc:easy|0"});
  CHECK(file.run_key == "lighteval:2025-06-01T10-00-00.000000");
  CHECK(file.metric == "acc");
  CHECK(score(file, "e1") == 1);
  CHECK(score(file, "e2") == 0);
  CHECK(score(file, "2") == 1);  // the second "e2" is told apart by its position
  CHECK(std::isnan(score(file, "e5")));
  CHECK(file.rows_read == 5);
  CHECK(file.rows_skipped == 1);
  CHECK(noted(file, "no_metrics") == 1);
  CHECK(noted(file, "repeated_ids") == 1);
  CHECK(noted(file, "unscored") == 1);
  CHECK(file.items[0].key == 0);
  CHECK(file.items[0].text == "What says miaow?");
  CHECK(file.items[1].key == 2);
  CHECK(file.items[2].key == -1);          // two are right
  CHECK(file.items[3].option_count == 0);  // three numbers for two options are those of tokens
  REQUIRE(reading::set_names(file) == std::vector<std::string>{"log-likelihood", "log-likelihood per character",
                                                               "log-likelihood minus unconditional"});
  CHECK(reading::values(file, 0, 0) == std::vector<double>{-3, -5});
  CHECK(reading::values(file, 1, 0) == std::vector<double>{-3.0 / 3, -5.0 / 6});  // without the space before them
  CHECK(reading::values(file, 2, 0) == std::vector<double>{-1, -0.5});
  CHECK(reading::values(file, 0, 1)[2] == -std::numeric_limits<double>::infinity());
  CHECK(reading::values(file, 2, 1).empty());
  CHECK(reading::values(file, 0, 3).empty());
  const auto normalised = good(since_011, {{"metric", "acc_norm"}});
  CHECK(score(normalised, "e1") == 0);
  CHECK(score(normalised, "e5") == 0);
}

TEST_CASE("lighteval: the model stands in the path, as far as it was dropped") {
  const std::string text = reading::fixture(since_011);
  const auto model = [&](const std::string& path) {
    const auto file = reading::read(text, path);
    REQUIRE(file.ok());
    return file->models.front() + " " + file->benchmarks.front();
  };
  const std::string name = "details_toy|arc:easy|0_2025-06-01T10-00-00.000000.parquet";
  CHECK(model("out/details/org/m/2025-06-01T10-00-00.000000/" + name) == "org/m toy|arc:easy|0");
  CHECK(model("results.zip/details/m/2025-06-01T10-00-00.000000/" + name) == "m toy|arc:easy|0");
  CHECK(model("m/2025-06-01T10-00-00.000000/" + name) == "m toy|arc:easy|0");
  CHECK(model("details_org__m/2025-06-01T10-00-00.000000/" + name) == "org/m toy|arc:easy|0");
  CHECK(model(name) == " toy|arc:easy|0");
  CHECK(model("unknown") == " toy|arc:easy|0");  // the task stands in the rows, too
}

TEST_CASE("lighteval: numbers of tokens are not those of options") {
  const auto file = good("lighteval/v0.11/generative.jsonl");
  CHECK(file.benchmarks == std::vector<std::string>{"toy_gsm|4"});
  CHECK(file.metric == "extractive_match");
  CHECK(score(file, "0") == 1);
  CHECK(score(file, "1") == 0);
  CHECK(file.responses.choices.empty());
  CHECK(file.items[0].key == -1);
}

TEST_CASE("lighteval until 2025: every column is the text of a Python object") {
  const auto file = good(as_texts);
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy|mmlu:law|5"});
  CHECK(file.rows_read == 6);
  CHECK(file.rows_skipped == 1);
  CHECK(noted(file, "no_metrics") == 1);
  CHECK(noted(file, "unreadable_columns") == 2);  // metrics that were cut, predictions that would call a function
  CHECK(score(file, "0") == 1);
  CHECK(score(file, "2") == 0);
  CHECK(score(file, "4") == 0);
  CHECK(score(file, "5") == 1);
  CHECK(file.items[0].text == "It's \"law\"?");
  CHECK(file.items[0].key == 0);
  CHECK(file.items[1].key == 1);
  CHECK(file.items[3].position == 4);  // the row that was left out keeps its place
  REQUIRE(file.responses.choices.size() == 3);
  CHECK(reading::values(file, 0, 0) == std::vector<double>{-1.5, -2.5});
  CHECK(reading::values(file, 1, 0) == std::vector<double>{-1.5, -2.5 / 3});  // "A" and "B's"
  CHECK(reading::values(file, 0, 1) == std::vector<double>{-4, -0.5});
  CHECK(reading::values(file, 0, 2) == std::vector<double>{-1, -3});
  CHECK(reading::values(file, 2, 2) == std::vector<double>{-0.5, -0.25});
  CHECK(reading::values(file, 0, 3).empty());
  CHECK(reading::values(file, 0, 4).empty());
  const auto normalised = good(as_texts, {{"metric", "acc_norm"}});
  CHECK(score(normalised, "0") == 0.5);
  CHECK(std::isnan(score(normalised, "1")));
}

TEST_CASE("lighteval: details of the first Open LLM Leaderboard have hashes of the questions") {
  const auto file = good(leaderboard);
  CHECK(file.models == std::vector<std::string>{"toy-org/toy-13b"});
  CHECK(file.benchmarks == std::vector<std::string>{"harness|arc:challenge|25"});
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[0].content_hash == "aa11");
  CHECK(file.items[1].content_hash == "bb22");
  CHECK(file.items[2].content_hash.empty());  // the same question once more: another item
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  CHECK(reading::values(file, 1, 1) == std::vector<double>{-5.0 / 5, -6.0 / 8});
}

TEST_CASE("lighteval results describe the run and hold no items") {
  const std::string fixture = "lighteval/v0.11/results/toy-org/toy-7b/results_2025-06-01T10-00-00.000000.json";
  CHECK(reading::format_of(reading::fixture(fixture)) == "lighteval_results");
  const auto file = good(fixture);
  CHECK(file.role == FileRole::run);
  CHECK(file.run.model == "toy-org/toy-7b");
  CHECK(file.run_key == good(since_011).run_key);
  REQUIRE(file.run.metrics.size() == 4);  // without errors, the means of groups and of all
  CHECK(file.run.groups.at("mmlu") == std::vector<std::string>{"toy|mmlu:art|5", "toy|mmlu:law|5"});
  CHECK(file.run.groups.size() == 1);
  CHECK(noted(file, "means_only") == 1);
}

TEST_CASE("lighteval: a file that is cut anywhere gives its whole rows") {
  CHECK(readable_cuts(since_011) > 100);
  CHECK(readable_cuts(as_texts) > 100);
}
