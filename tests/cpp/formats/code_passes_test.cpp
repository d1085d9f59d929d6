// human-eval, MultiPL-E, CRUXEval and EvalScope; the numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

namespace {

const std::string human_eval = "human_eval/toy-7b/samples.jsonl_results.jsonl";
const std::string details = "multipl_e/toy-7b_humaneval-lua_details.json";
const std::string problem = "multipl_e/humaneval-lua-toy_7b-0.2-reworded/HumanEval_3_x.results.json";
const std::string scored = "crux_eval/toy-7b_scored.json";
const std::string reviews = "evalscope/outputs/20250101_100000/reviews/toy-7b/toy_mmlu_law.jsonl";

}  // namespace

TEST_CASE("code: files are recognised by their content") {
  CHECK(reading::format_of(reading::fixture(human_eval)) == "human_eval");
  CHECK(reading::format_of(reading::fixture(details)) == "multipl_e");
  CHECK(reading::format_of(reading::fixture(problem)) == "multipl_e");
  CHECK(reading::format_of(reading::fixture(scored)) == "crux_eval");
  CHECK(reading::format_of(reading::fixture(reviews)) == "evalscope");
}

TEST_CASE("human-eval: the lines of a task are averaged") {
  const auto file = good(human_eval);
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"HumanEval"});
  CHECK(score(file, "HumanEval/0") == 0.5);
  CHECK(score(file, "HumanEval/1") == 1);
  CHECK(std::isnan(score(file, "HumanEval/2")));
  CHECK(noted(file, "timeouts") == 1);
  CHECK(noted(file, "no_verdict") == 1);
  CHECK(noted(file, "repeats_averaged") == 3);
  CHECK(file.rows_read == 7);
  CHECK(file.rows_skipped == 1);
}

TEST_CASE("MultiPL-E: both shapes") {
  const auto file = good(details);
  CHECK(file.models == std::vector<std::string>{"toy-7b_humaneval-lua"});
  CHECK(score(file, "HumanEval_0") == 0.5);
  CHECK(score(file, "HumanEval_1") == 0);
  CHECK(noted(file, "no_task") == 1);
  CHECK(noted(file, "timeouts") == 1);
  const auto one = good(problem);
  CHECK(one.models == std::vector<std::string>{"humaneval-lua-toy_7b-0.2-reworded"});
  CHECK(one.benchmarks == std::vector<std::string>{"MultiPL-E lua"});
  CHECK(score(one, "HumanEval_3_x") == 0.5);  // OK, and exit code 0, of four
}

TEST_CASE("CRUXEval: scored generations") {
  const auto file = good(scored);
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(score(file, "sample_0") == 0.5);
  CHECK(score(file, "sample_1") == 1);
  CHECK(std::isnan(score(file, "sample_2")));
  CHECK(noted(file, "no_verdict") == 1);
}

TEST_CASE("EvalScope: repetitions of a group are averaged; the main score is the metric") {
  const auto file = good(reviews);
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy_mmlu_law"});
  CHECK(file.metric == "acc");
  CHECK(score(file, "0") == 0.5);
  CHECK(score(file, "1") == 1);
  CHECK(attribute(file, "subject", 1) == "law");
  CHECK(file.items[1].text == "Question 1");
  CHECK(file.rows_skipped == 1);
  CHECK(score(good(reviews, {{"metric", "f1"}}), "0") == 0.5);
}

TEST_CASE("code: files that are cut anywhere never give a wrong number") {
  for (const std::string& fixture : {human_eval, details, problem, scored, reviews}) readable_cuts(fixture);
}
