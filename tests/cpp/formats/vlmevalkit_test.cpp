// Tables and records of VLMEvalKit; the numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

namespace {

const std::string rotated = "vlmevalkit/toy-vl-7b/T20250101_Gabc/toy-vl-7b_MMBench_DEV_EN.tsv";
const std::string judged = "vlmevalkit/toy-vl-7b_MMStar_gpt-4o-mini_result.csv";
const std::string records = "vlmevalkit/yes_or_no/toy-vl-7b_POPE.json";

}  // namespace

TEST_CASE("VLMEvalKit: tables and records are recognised by their columns") {
  for (const std::string& fixture : {rotated, judged, records}) {
    INFO(fixture);
    CHECK(reading::format_of(reading::fixture(fixture)) == "vlmevalkit");
  }
  // With a column of models it is somebody's own table.
  CHECK(reading::format_of("index,question,model,answer,prediction,hit\n1,a,m,A,A,1\n2,b,m,A,B,0\n") == "table");
}

TEST_CASE("VLMEvalKit: an item is right when all of its rotations are") {
  const auto file = good(rotated);
  CHECK(file.models == std::vector<std::string>{"toy-vl-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"MMBench_DEV_EN"});
  CHECK(file.items.size() == 5);
  CHECK(file.metric == "hit");
  CHECK(score(file, "241") == 1);         // B, (A), and "The answer is C."
  CHECK(score(file, "252") == 0);         // right once of two times
  CHECK(std::isnan(score(file, "263")));  // "A cat and ..." names no option, the text "three" does
  CHECK(score(file, "274") == 0);         // one answer names two options; the other one is wrong
  CHECK(std::isnan(score(file, "285")));  // no prediction
  CHECK(file.items[0].key == 1);          // of the row that is not rotated
  CHECK(file.items[0].option_count == 3);
  CHECK(file.items[1].option_count == 4);
  CHECK(file.items[0].text == "Which animal?");
  CHECK(attribute(file, "l2-category", 0) == "perception");
  CHECK(attribute(file, "category", 2) == "numbers");
  CHECK(noted(file, "rotations") == 5);
  CHECK(noted(file, "judged_by_letter") == 7);
  CHECK(noted(file, "no_option_named") == 2);
  CHECK(noted(file, "no_prediction") == 1);
  const auto mean = good(rotated, {{"metric", "hit, mean of the rotations"}});
  CHECK(score(mean, "241") == 1);
  CHECK(score(mean, "252") == 0.5);
  CHECK(score(mean, "263") == 1);
  CHECK(score(mean, "274") == 0);
}

TEST_CASE("VLMEvalKit: hit where the file was judged; indices that only look rotated stay apart") {
  const auto file = good(judged);
  CHECK(file.models == std::vector<std::string>{"toy-vl-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"MMStar"});
  CHECK(score(file, "0") == 1);
  CHECK(score(file, "1") == 0);
  CHECK(std::isnan(score(file, "2")));
  CHECK(std::isnan(score(file, "4")));  // "perhaps"
  CHECK(score(file, "1000000") == 1);
  CHECK(noted(file, "rotations") == 0);
  CHECK(noted(file, "not_a_verdict") == 1);
  CHECK(noted(file, "no_index") == 1);
  CHECK(file.rows_read == 6);
  CHECK(file.rows_skipped == 1);
}

TEST_CASE("VLMEvalKit: JSON records") {
  const auto file = good(records);
  CHECK(file.models == std::vector<std::string>{"toy-vl-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"POPE"});
  CHECK(file.responses.score == std::vector<double>{1, 0});
  CHECK(attribute(file, "category", 0) == "random");
}

TEST_CASE("VLMEvalKit: without hit and without options there is no score, and the error says what to bring") {
  const std::string text =
      "index\tquestion\tA\tB\tanswer\tprediction\n0\tWhat is it?\t\t\ta cat\tA cat.\n1\tAnd that?\t\t\ta dog\ta cow\n";
  const auto file = reading::read(text, "toy_LLaVABench.tsv");
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == ErrorCode::no_responses);
  CHECK_FALSE(file.error().hint.empty());
}

TEST_CASE("VLMEvalKit: a file that is cut anywhere never gives a wrong number") {
  readable_cuts(judged);
  readable_cuts(records);
}
