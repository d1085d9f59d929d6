// JSON records read as a table. Expected numbers are counted by hand from the fixtures.
#include "formats/table_reading.hpp"

using namespace table_reading;

namespace {

FileObservations read_fixture(const std::string& name, const ReadOptions& options = {}) {
  const Format format = json_records_format();
  const std::string text = fixture("json_records/" + name);
  CHECK(certainty(format, text, "unknown") >= 30);
  CHECK(certainty(table_format(), text, "unknown") == 0);
  auto read = read_text(format, text, name, options);
  if (!read) FAIL(read.error().message);
  check_shape(*read);
  auto bytes = read_text(format, text, "unknown", options, 1);
  REQUIRE(bytes.ok());
  CHECK(same(*read, *bytes));
  return std::move(*read);
}

}  // namespace

TEST_CASE("lines of records with nested scores", "[json records]") {
  const FileObservations file = read_fixture("lines.jsonl");
  CHECK(file.table->shape == "long");
  CHECK(file.models == std::vector<std::string>{"alpha", "beta"});
  CHECK(file.items.size() == 2);
  CHECK(file.metric == "scores.accuracy");
  CHECK(score_of(file, "alpha", "q1") == 1);
  CHECK(score_of(file, "alpha", "q2") == 0);
  CHECK(std::isnan(score_of(file, "beta", "q1")));
  CHECK(score_of(file, "beta", "q2") == 1);
  REQUIRE(find_attribute(file, "metadata.topic") != nullptr);
  CHECK(find_attribute(file, "metadata.topic")->values == std::vector<std::string>{"algebra", "geometry"});
  const FileObservations brevity = read_fixture("lines.jsonl", {{"metric", "scores.brevity"}});
  CHECK(mean_score(brevity) == Approx((0.5 + 0.25 + 1 + 1) / 4));
}

TEST_CASE("an array of wide records keeps the order of the first record's fields", "[json records]") {
  const FileObservations file = read_fixture("wide_array.json");
  CHECK(file.table->shape == "items x models");
  CHECK(file.models == std::vector<std::string>{"qwen-1", "alpha-llama"});
  CHECK(file.items[0].native_id == "b");
  CHECK(scored(file) == 5);  // one NaN
  CHECK(mean_score(file, "qwen-1") == 1);
  CHECK(mean_score(file, "alpha-llama") == Approx(0.5 / 3));
}

TEST_CASE("a first record about the run is a heading", "[json records]") {
  const FileObservations file = read_fixture("heading.jsonl");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy facts"});
  CHECK(file.items.size() == 3);
  CHECK(mean_score(file) == Approx(2.0 / 3));
}

TEST_CASE("verdicts in lists: one is the score, of several the share", "[json records]") {
  const FileObservations file = read_fixture("verdict_lists.jsonl");
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[1].text == "1+2?");
  CHECK(file.items[0].native_id.empty());  // "idx" only counts them
  CHECK(mean_score(file) == Approx((1 + 0 + 2.0 / 3) / 3));
}

TEST_CASE("the fields of an item and of its sample stand inside of the record", "[json records]") {
  const FileObservations file = read_fixture("nested_items.jsonl");
  CHECK(file.models == std::vector<std::string>{"toy-4o", "toy-5"});
  REQUIRE(file.items.size() == 2);
  CHECK(file.items[0].native_id == "q1");
  CHECK(file.items[0].text == "1+1?");
  CHECK(file.metric == "passed");
  CHECK(score_of(file, "toy-4o", "q2") == 0);
  CHECK(score_of(file, "toy-5", "q2") == 1);
  const FileObservations grade = read_fixture("nested_items.jsonl", {{"metric", "grades.close"}});
  CHECK(score_of(grade, "toy-4o", "q2") == 0.5);
}

TEST_CASE("lists of numbers are option values", "[json records]") {
  const FileObservations file = read_fixture("probabilities.jsonl");
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].name == "probs");
  CHECK(file.items[0].option_count == 3);
  CHECK(file.items[1].option_count == 2);
  CHECK(score_of(file, "m1", "i1") == 1);
  CHECK(score_of(file, "m2", "i1") == 0);
  CHECK(mean_score(file) == 0.75);
}

TEST_CASE("records of an unknown tool give no invented scores", "[json records]") {
  const std::string text =
      "[{\"id\": \"a\", \"train_trial_index\": 0, \"stats\": {\"tokens\": 1, \"num\": 12}},"
      " {\"id\": \"b\", \"train_trial_index\": 0, \"stats\": {\"tokens\": 0, \"num\": 17}}]";
  auto read = read_text(json_records_format(), text, "unknown");
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::no_responses);
  CHECK_FALSE(read.error().hint.empty());
}

TEST_CASE("what is not a list of records is not claimed, or refused", "[json records]") {
  const Format format = json_records_format();
  CHECK(certainty(format, "a,b\n1,2\n", "x.json") == 0);
  CHECK(certainty(format, "[1, 2, 3]", "x.json") == 0);
  CHECK(certainty(format, "", "x.json") == 0);
  CHECK_FALSE(read_text(format, "[1, 2, 3]", "x.json").ok());
  CHECK_FALSE(read_text(format, "[{\"item\": 1, \"model\"", "x.json").ok());
}

TEST_CASE("HELM and promptfoo files of other shapes are refused, never misread", "[json records][shared]") {
  const std::string helm =
      "real/helm/safety_v4/bbq:subject=all,method=multiple_choice_joint,model=qwen_qwen2-72b-instruct/";
  for (const std::string& name :
       {helm + "per_instance_stats.json", helm + "stats.json", helm + "display_requests.json",
        helm + "display_predictions.json", std::string("real/alpaca_eval/phi-2/annotations.json"),
        std::string("real/promptfoo/promptfoo-0.121.20_out.jsonl")}) {
    if (!shared_data_exists(name)) continue;
    INFO(name);
    auto read = read_text(json_records_format(), read_whole_file(shared_path(name)), "unknown");
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == ErrorCode::no_responses);
  }
}
