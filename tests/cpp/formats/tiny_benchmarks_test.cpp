// tinyBenchmarks' matrices as JSON, and lists of scores of one model; the numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

TEST_CASE("tinyBenchmarks: items x models of every scenario") {
  const std::string fixture = "tiny_benchmarks/lb.json";
  CHECK(reading::format_of(reading::fixture(fixture)) == "tiny_benchmarks");
  const auto file = good(fixture);
  CHECK(file.models == std::vector<std::string>{"toy-org/toy-7b", "toy-org/toy-13b", "toy-org/toy-70b"});
  CHECK(file.model_is_stated);
  CHECK(file.benchmarks == std::vector<std::string>{"harness_toy_arc_25", "harness_toy_truthfulqa_0"});
  REQUIRE(file.items.size() == 5);
  CHECK(file.items[1].position == 1);
  CHECK(file.items[4].position == 3);  // the row of another length keeps its place
  CHECK(file.responses.score == std::vector<double>{1, 0, 1, 0, 0, 1, 0.25, 1, 0.5, 1, 1, 0});
  CHECK(file.responses.model == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 2, 0, 0, 1, 2});
  CHECK(noted(file, "missing_scores") == 2);  // NaN and null
  CHECK(noted(file, "not_a_score") == 1);     // 7
  CHECK(noted(file, "not_a_row") == 1);
  CHECK(file.rows_read == 6);
  CHECK(file.rows_skipped == 1);
}

TEST_CASE("tinyBenchmarks: a matrix the wrong way round is refused") {
  const Error error = bad("tiny_benchmarks/wrong_way_round.json");
  CHECK(error.code == ErrorCode::malformed_file);
  CHECK(error.message.find("2 models") != std::string::npos);
  CHECK(error.message.find("3 scores") != std::string::npos);
}

TEST_CASE("a list of scores of one model, as JSON and one a line") {
  const auto list = good("tiny_benchmarks/toy_arc/toy-7b.json");
  CHECK(reading::format_of(reading::fixture("tiny_benchmarks/toy_arc/toy-7b.json")) == "score_list");
  CHECK(list.models == std::vector<std::string>{"toy-7b"});
  CHECK_FALSE(list.model_is_stated);
  CHECK(list.benchmarks == std::vector<std::string>{"toy_arc"});
  CHECK(list.items.size() == 6);
  CHECK(list.responses.score == std::vector<double>{1, 0, 0.5, 1, 1});
  CHECK(list.responses.item == std::vector<std::uint32_t>{0, 1, 2, 4, 5});
  CHECK(noted(list, "missing_scores") == 1);
  CHECK(noted(list, "scores_in_order") == 6);
  const auto saved = good("tiny_benchmarks/toy_arc/toy-13b.csv");
  CHECK(saved.models == std::vector<std::string>{"toy-13b"});
  CHECK(saved.responses.score == std::vector<double>{1, 0, 0.5});
  CHECK(saved.responses.item == std::vector<std::uint32_t>{0, 1, 3});
}

TEST_CASE("lists that are no scores are not taken for some") {
  for (const std::string text : {"[1, 2, 3, 4]", "[1, 0]", "1\n0\n", "[1, 0, \"x\", 1]", "0.5\n0.2\n-1\n",
                                 "1,0\n0,1\n1,1\n", "[1, 0, 1, 1", "[[1, 0, 1], [0, 1, 1]]", "null\nnull\nnull\n"}) {
    CAPTURE(text);
    CHECK(reading::format_of(text) != "score_list");
  }
  // What only shows beyond the beginning is refused, on the scale that would help.
  const Format* format = find_format("score_list");
  REQUIRE(format != nullptr);
  const std::string numbers = "1\n0\n55\n";
  const auto reader = format->open({"scores.txt", numbers, {}});
  REQUIRE(reader->feed({numbers.data(), numbers.size()}).ok());
  const auto read = reader->finish();
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == ErrorCode::no_responses);
  const auto scaled = format->open({"scores.txt", numbers, {{"scale", "0..100"}}});
  REQUIRE(scaled->feed({numbers.data(), numbers.size()}).ok());
  const auto percent = scaled->finish();
  REQUIRE(percent.ok());
  CHECK(percent->responses.score[2] == 0.55);
}

TEST_CASE("tinyBenchmarks: a file that is cut anywhere never gives a wrong number") {
  CHECK(readable_cuts("tiny_benchmarks/lb.json") == 0);  // the names of the models come last
  readable_cuts("tiny_benchmarks/toy_arc/toy-13b.csv");
}
