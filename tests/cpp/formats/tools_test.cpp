// Readers of evaluation tools on small files in the shape of each tool's own; the numbers follow from the fixtures by
// hand.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "tool_reading.hpp"

using namespace harmonograph;

using namespace tool_reading;

TEST_CASE("tools: every fixture is recognised by its content") {
  const std::map<std::string, std::string> expected{
      {"alpaca_eval/annotations.json", "alpaca_eval"},
      {"mmlu_pro/model_outputs_toy-7b_5shots.json", "mmlu_pro"},
      {"openai_evals/230101000000TOY_toy-model_toy-match.jsonl", "openai_evals"},
      {"openai_evals/metrics.jsonl", "openai_evals"},
      {"livecodebench/toy-7b_Scenario.codegeneration_2_0.2_eval_all.json", "livecodebench"},
      {"code_results/evalplus/toy-7b_humaneval_eval_results.json", "code_results"},
      {"code_results/evalplus_2023/eval_results.json", "code_results"},
      {"code_results/bigcodebench/toy-7b--bigcodebench-hard-instruct_eval_results.json", "code_results"},
      {"judgments/mt_bench/judge_single.jsonl", "mt_bench"},
      {"judgments/arena_hard/toy-7b.jsonl", "arena_hard"},
      {"judgments/arena_hard_2024/toy-7b.jsonl", "arena_hard"},
      {"every_eval_ever/0.3.0/toy_samples.jsonl", "every_eval_ever"},
      {"every_eval_ever/0.3.0/toy.json", "every_eval_ever"},
      {"olmes/toy-1b/task-000-toy_arc-predictions.jsonl", "olmes"},
      {"olmes/generation/task-001-toy_qa-predictions.jsonl", "olmes"},
      {"olmes/olmo_eval_2026/toy-1b/toy_qa_ab12cd_predictions.jsonl", "olmes"},
      {"inspect/2025/toy.json", "inspect"},
      {"inspect/several_scorers/toy.json", "inspect"},
      {"inspect/version_1/toy.json", "inspect"},
      {"promptfoo/results.json", "promptfoo"},
      {"promptfoo/results.jsonl", "promptfoo"},
      {"deepeval/test_run.json", "deepeval"},
      {"opencompass/results/toy-7b/toy_gen.json", "opencompass"},
      {"opencompass/predictions/toy-7b/toy_ppl.json", "opencompass"},
      {"opencompass/replicas/toy-7b/toy_aime.json", "opencompass"},
      {"bbh/toy-model-cot_toy_navigate.json", "bbh"},
      {"swe_bench/leaderboard.json", "swe_bench"},
      {"swe_bench/20250101_toy_agent/results/results.json", "swe_bench"},
      {"swe_bench/20250101_toy_agent/per_instance_details.json", "swe_bench"},
      {"swe_bench/toy__agent.run_1.json", "swe_bench"},
  };
  for (const auto& [fixture, format] : expected) {
    INFO(fixture);
    CHECK(reading::format_of(reading::fixture(fixture)) == format);
  }
  const std::string run = "helm/toy-bench:subject=toys,method=multiple_choice_joint,model=toy_toy-7b/";
  CHECK(reading::format_of(reading::fixture(run + "per_instance_stats.json")) == "helm_stats");
  CHECK(reading::format_of(reading::fixture(run + "scenario_state.json")) == "helm_scenario_state");
  CHECK(reading::format_of(reading::fixture(run + "instances.json")) == "helm_instances");
  for (const char* other : {"run_spec.json", "scenario.json", "stats.json", "display_predictions.json"}) {
    INFO(other);
    CHECK(reading::format_of(reading::fixture(run + other)) == "helm_run");
  }
}

TEST_CASE("AlpacaEval: preference less one; 0 is a tie, null is missing") {
  const auto file = good("alpaca_eval/annotations.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.model_is_stated);
  CHECK(score(file, "Write about number 1.") == 0);
  CHECK(score(file, "Write about number 2.") == 1);
  CHECK(score(file, "Write about number 3.") == 0.25);
  CHECK(std::isnan(score(file, "Write about number 4.")));
  CHECK(score(file, "Write about number 5.") == 0.5);
  CHECK(std::isnan(score(file, "Write about number 6.")));
  CHECK(file.rows_read == 8);
  CHECK(file.rows_skipped == 1);
  CHECK(noted(file, "ties") == 1);
  CHECK(noted(file, "unscored") == 2);
  CHECK(noted(file, "not_a_preference") == 1);
  CHECK(noted(file, "other_baseline") == 1);
  CHECK(attribute(file, "dataset", 1) == "toy_koala");
}

TEST_CASE("MMLU-Pro: the letter against the key; no letter is wrong, or missing on request") {
  const auto file = good("mmlu_pro/model_outputs_toy-7b_5shots.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK_FALSE(file.model_is_stated);
  CHECK(score(file, "70") == 1);
  CHECK(score(file, "71") == 0);
  CHECK(score(file, "72") == 0);
  CHECK(noted(file, "null_wrong") == 1);
  CHECK(score(file, "73") == 1);  // its letter and its number name different options: MMLU-Pro compares letters
  CHECK(noted(file, "two_keys") == 1);
  CHECK(file.rows_skipped == 0);
  CHECK(file.items[0].key == 2);
  CHECK(file.items[1].option_count == 4);
  CHECK(file.responses.chosen == std::vector<std::int32_t>{2, 1, -1, 0});
  CHECK(attribute(file, "category", 1) == "law");
  const auto missing_file = good("mmlu_pro/model_outputs_toy-7b_5shots.json", {{"null", "missing"}});
  CHECK(std::isnan(score(missing_file, "72")));
  CHECK(noted(missing_file, "null_missing") == 1);
}

TEST_CASE("OpenAI evals: the first match of a sample; numbers of metrics") {
  const auto file = good("openai_evals/230101000000TOY_toy-model_toy-match.jsonl");
  CHECK(file.models == std::vector<std::string>{"toy-model"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy-match"});
  CHECK(score(file, "toy-match.s1.1") == 1);
  CHECK(score(file, "toy-match.s1.0") == 0);
  CHECK(noted(file, "further_matches") == 1);
  REQUIRE(file.run.metrics.size() == 1);
  CHECK(file.run.metrics[0].value == 0.5);
  const auto graded = good("openai_evals/metrics.jsonl");
  CHECK(score(graded, "toy-graded.1") == 0.25);
  CHECK(score(graded, "toy-graded.3") == 1);
  CHECK(graded.rows_skipped == 1);
}

TEST_CASE("LiveCodeBench: share of passing generations, month of the contest") {
  const auto file = good("livecodebench/toy-7b_Scenario.codegeneration_2_0.2_eval_all.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(score(file, "1_A") == 1);
  CHECK(score(file, "2_A") == 0.5);
  CHECK(score(file, "3_A") == 0);
  CHECK(file.rows_skipped == 1);
  CHECK(attribute(file, "contest month", 0) == "2024-03");
  CHECK(attribute(file, "difficulty", 1) == "hard");
}

TEST_CASE("LiveCodeBench: problems by their ids") {
  const auto file = good("livecodebench/toy-8b/results.json");
  CHECK(file.models == std::vector<std::string>{"toy-8b"});
  CHECK(score(file, "toy_1") == 0.5);
  CHECK(score(file, "toy_2") == 1);
}

TEST_CASE("EvalPlus and BigCodeBench: base, plus and status; both shapes of EvalPlus") {
  const auto file = good("code_results/evalplus/toy-7b_humaneval_eval_results.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.metric == "plus");
  CHECK(score(file, "HumanEval/0") == 0.5);  // two samples, one passes both
  CHECK(score(file, "HumanEval/1") == 0);    // plus without base is none
  CHECK(score(file, "HumanEval/2") == 1);
  CHECK(noted(file, "timeouts") == 1);
  const auto base = good("code_results/evalplus/toy-7b_humaneval_eval_results.json", {{"metric", "base"}});
  CHECK(score(base, "HumanEval/0") == 1);
  const auto old = good("code_results/evalplus_2023/eval_results.json");
  CHECK(old.models == std::vector<std::string>{"evalplus_2023"});
  CHECK(score(old, "HumanEval/0") == 0);
  CHECK(score(old, "HumanEval/1") == 1);
  const auto big = good("code_results/bigcodebench/toy-7b--bigcodebench-hard-instruct_eval_results.json");
  CHECK(big.models == std::vector<std::string>{"toy-7b"});
  CHECK(score(big, "BigCodeBench/13") == 1);
  CHECK(score(big, "BigCodeBench/17") == 0);
  CHECK(std::isnan(score(big, "BigCodeBench/19")));
  CHECK(noted(big, "unknown_status") == 1);
}

TEST_CASE("Judgments: grades of MT-bench, games of Arena-Hard") {
  const auto grades = good("judgments/mt_bench/judge_single.jsonl");
  CHECK(score(grades, "81, turn 1", "toy-7b") == 1);
  CHECK(score(grades, "81, turn 2", "toy-7b") == 0);
  CHECK(score(grades, "81, turn 1", "toy-13b") == 0.5);  // the one without a grade does not count
  CHECK(noted(grades, "no_grade_read") == 1);
  const auto games = good("judgments/arena_hard/toy-7b.jsonl");
  CHECK(score(games, "u1") == 0.875);  // 1 and, as A, 3/4
  CHECK(score(games, "u2") == 0.5);
  CHECK(std::isnan(score(games, "u3")));
  CHECK(noted(games, "no_verdict") == 3);
  CHECK(score(good("judgments/arena_hard_2024/toy-7b.jsonl"), "q1") == 0);
}

TEST_CASE("Every Eval Ever: samples; the summary is refused with the reason") {
  const auto file = good("every_eval_ever/0.3.0/toy_samples.jsonl");
  CHECK(file.models == std::vector<std::string>{"toy-org/toy-7b"});
  CHECK(score(file, "s1") == 1);
  CHECK(score(file, "s2") == 0);
  CHECK(file.rows_skipped == 1);
  CHECK(file.items[0].option_count == 2);
  CHECK(attribute(file, "subject", 0) == "sums");
  const Error error = bad("every_eval_ever/0.3.0/toy.json");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.hint.find("_samples.jsonl") != std::string::npos);
}

TEST_CASE("OLMES: views of the options, options that an interface left out, generation") {
  const auto file = good("olmes/toy-1b/task-000-toy_arc-predictions.jsonl");
  CHECK(file.models == std::vector<std::string>{"toy-1b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy_arc"});
  CHECK(file.metric == "acc_raw");
  CHECK(score(file, "Toy_0") == 1);
  CHECK(score(file, "Toy_1") == 0);
  CHECK(reading::set_names(file) == std::vector<std::string>{"log-likelihood", "log-likelihood per token",
                                                             "log-likelihood per character",
                                                             "log-likelihood minus unconditional"});
  const std::size_t first = response_of(file, "Toy_0");
  CHECK(reading::values(file, 0, first) == std::vector<double>{-4, -2});
  CHECK(reading::values(file, 1, first) == std::vector<double>{-2, -2});
  CHECK(reading::values(file, 2, first) == std::vector<double>{-0.5, -1});
  CHECK(reading::values(file, 3, first) == std::vector<double>{6, 8});
  CHECK(std::isnan(reading::values(file, 0, response_of(file, "Toy_1"))[2]));
  CHECK(noted(file, "not_among_the_best") == 1);
  CHECK(file.items[0].key == 1);
  CHECK(file.rows_skipped == 1);
  const auto generated = good("olmes/generation/task-001-toy_qa-predictions.jsonl", {{"metric", "f1"}});
  CHECK(score(generated, "g1") == 0.25);
  CHECK(noted(generated, "other_models") == 1);
  const auto recent = good("olmes/olmo_eval_2026/toy-1b/toy_qa_ab12cd_predictions.jsonl");
  CHECK(recent.benchmarks == std::vector<std::string>{"toy_qa"});
  CHECK(score(recent, "g0") == 1);
}

TEST_CASE("Inspect: grades, epochs, errors, several scorers, version 1") {
  const auto file = good("inspect/2025/toy.json");
  CHECK(file.models == std::vector<std::string>{"toy-org/toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy_task"});
  CHECK(score(file, "1") == 0.5);  // epochs: right, wrong
  CHECK(noted(file, "repeats_averaged") == 1);
  CHECK(score(file, "2") == 0.5);
  CHECK(score(file, "three") == 0);
  CHECK(file.items[2].text == "Parts?");
  CHECK(std::isnan(score(file, "4")));
  CHECK(noted(file, "errors") == 1);
  CHECK(file.items[0].key == 0);
  CHECK(attribute(file, "subject", 0) == "toys");
  REQUIRE(file.run.metrics.size() == 1);
  CHECK(file.run.metrics[0].metric == "choice");

  const auto several = good("inspect/several_scorers/toy.json");
  CHECK(several.metric == "graders.harmless");
  CHECK(noted(several, "incomplete_run") == 1);
  CHECK(noted(several, "not_a_score") == 1);
  const auto helpful = good("inspect/several_scorers/toy.json", {{"metric", "graders.helpful"}});
  CHECK(score(helpful, "1") == 0.5);
  CHECK(score(helpful, "2") == 1);
  const Error absent = bad("inspect/several_scorers/toy.json", {{"metric", "nothing"}});
  CHECK(absent.code == ErrorCode::not_found);
  CHECK(score(good("inspect/version_1/toy.json"), "1") == 1);
}

TEST_CASE("promptfoo: items by their variables, errors of the provider are no answers") {
  for (const char* name : {"promptfoo/results.json", "promptfoo/results.jsonl"}) {
    const auto file = good(name);
    CHECK(file.models == std::vector<std::string>{"custom:a", "custom:b"});
    CHECK(score(file, "q0", "custom:a") == 0.5);  // tests 0 and 3 are the same question
    CHECK(score(file, "q1", "custom:a") == 0);
    CHECK(std::isnan(score(file, "q2", "custom:a")));
    CHECK(score(file, "q1", "custom:b") == 1);
    CHECK(noted(file, "provider_errors") == 1);
    CHECK(attribute(file, "category", 0) == "math");
    CHECK(attribute(file, "level", 0) == "easy");
  }
  CHECK(good("promptfoo/results.json").benchmarks == std::vector<std::string>{"toy questions"});
  CHECK(score(good("promptfoo/results.json", {{"metric", "score"}}), "q1", "custom:a") == 0.5);
}

TEST_CASE("deepeval: each metric can be the score; the model is a hyperparameter") {
  const auto file = good("deepeval/test_run.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.metric == "Answer Relevancy");
  CHECK(score(file, "What?") == 0.75);
  CHECK(std::isnan(score(file, "Who?")));
  CHECK(noted(file, "metric_errors") == 1);
  CHECK(file.rows_skipped == 1);
  CHECK(score(good("deepeval/test_run.json", {{"metric", "Bias"}}), "Who?") == 1);
}

TEST_CASE("deepeval: what evaluate() returns") {
  CHECK(reading::format_of(reading::fixture("deepeval/evaluation_result.json")) == "deepeval");
  const auto file = good("deepeval/evaluation_result.json");
  CHECK(file.metric == "Relevancy");
  CHECK(score(file, "What is a toy?") == 0.9);
  CHECK(score(file, "Who plays?") == 0.2);
  CHECK(score(good("deepeval/evaluation_result.json", {{"metric", "success"}}), "Who plays?") == 0);
}

TEST_CASE("OpenCompass: details by number, lists of replicas, perplexities; a mean alone is refused") {
  const auto file = good("opencompass/results/toy-7b/toy_gen.json");
  CHECK(file.models == std::vector<std::string>{"toy-7b"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy_gen"});
  REQUIRE(file.items.size() == 4);
  CHECK(file.items[1].position == 2);
  CHECK(file.items[2].position == 10);
  CHECK(score(file, "0") == 1);
  CHECK(score(file, "2") == 0);
  CHECK(noted(file, "no_verdict") == 1);
  REQUIRE(file.run.metrics.size() == 1);
  CHECK(file.run.metrics[0].value == 0.5);
  const auto options = good("opencompass/predictions/toy-7b/toy_ppl.json");
  CHECK(score(options, "0") == 1);
  CHECK(score(options, "1") == 0);
  CHECK(reading::values(options, 0, 0) == std::vector<double>{-1.5, -2.5});
  const auto replicas = good("opencompass/replicas/toy-7b/toy_aime.json");
  CHECK(score(replicas, "algebra_0") == 0.5);
  CHECK(attribute(replicas, "subdivision", 1) == "geometry");
  CHECK(bad("opencompass/summary_only/toy-7b/toy_gen.json").hint.find("--dump-eval-details") != std::string::npos);
}

TEST_CASE("BIG-Bench Hard: the answer is compared with the target; questions alone are refused") {
  const auto file = good("bbh/toy-model-cot_toy_navigate.json");
  CHECK(file.models == std::vector<std::string>{"toy-model-cot"});
  CHECK(file.benchmarks == std::vector<std::string>{"toy_navigate"});
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  CHECK(bad("bbh/tasks/toy_navigate.json").code == ErrorCode::no_responses);
}

TEST_CASE("HELM: stats, perturbations and trials apart, placeholders left out, the run's other files") {
  const std::string run = "helm/toy-bench:subject=toys,method=multiple_choice_joint,model=toy_toy-7b/";
  const auto stats = good(run + "per_instance_stats.json");
  CHECK(stats.models == std::vector<std::string>{"toy_toy-7b"});
  CHECK_FALSE(stats.model_is_stated);  // run_spec.json spells it
  CHECK(stats.benchmarks == std::vector<std::string>{"toy-bench:subject=toys"});
  CHECK(stats.metric == "exact_match");
  CHECK(score(stats, "id1") == 1);
  CHECK(score(stats, "id1, trial 2") == 0);
  CHECK(score(stats, "id1, typos") == 0);
  CHECK(score(stats, "id2") == 0);
  CHECK(stats.rows_skipped == 1);
  for (const Alternative& metric : stats.metrics) {
    CHECK(metric.name != "logprob");
    CHECK(metric.name != "max_prob");
    CHECK(metric.name != "exact_match@5");
  }
  CHECK(score(good(run + "per_instance_stats.json", {{"metric", "f1_score"}}), "id2") == 0.5);

  const auto described = good(run + "run_spec.json");
  CHECK(described.role == FileRole::run);
  CHECK(described.run.model == "toy/toy-7b");
  CHECK(noted(good(run + "stats.json"), "nothing_needed") == 1);

  const auto instances = good(run + "instances.json");
  CHECK(instances.role == FileRole::item_attributes);
  CHECK(instances.items[0].key == 1);
  CHECK(instances.items[1].key == -1);  // two are right
  CHECK(instances.items[0].text == "Which colour?");
  CHECK(instances.benchmarks == stats.benchmarks);

  const auto state = good(run + "scenario_state.json");
  CHECK(state.models == std::vector<std::string>{"toy/toy-7b"});
  CHECK(score(state, "id1") == 1);
  CHECK(score(state, "id2") == 0);
  CHECK(score(state, "id3") == 0);
  CHECK(noted(state, "no_option") == 1);
  CHECK(state.responses.choices.empty());
}

TEST_CASE("HELM: options asked one by one have log-probabilities, zeros are placeholders") {
  const auto state =
      good("helm/toy-bench:method=multiple_choice_separate_calibrated,model=toy_toy-7b/scenario_state.json");
  CHECK(state.benchmarks == std::vector<std::string>{"toy-bench"});
  CHECK(score(state, "id1") == 1);
  // red: -1 less -0.5; blue: mean of -1 and -0.5, less the mean of -2 and -1.5.
  CHECK(reading::values(state, 0, response_of(state, "id1")) == std::vector<double>{-0.5, 1});
  CHECK(std::isnan(score(state, "id2")));
  CHECK(noted(state, "placeholders") == 1);
}

TEST_CASE("SWE-bench: instances that were tried several times have the share of their trials") {
  const auto file = good("swe_bench/trials.json");
  CHECK(score(file, "hello") == 1);
  CHECK(score(file, "sort") == 0.5);
  CHECK(score(file, "zip") == 0);
  CHECK(score(file, "walk") == 0);
  CHECK(noted(file, "several_trials") == 3);
  CHECK(file.benchmarks == std::vector<std::string>{""});  // none of SWE-bench's own instances
}

TEST_CASE("SWE-bench: leaderboards, details, results and reports") {
  const auto board = good("swe_bench/leaderboard.json");
  CHECK(board.models == std::vector<std::string>{"toy-13b", "toy-7b"});
  CHECK(score(board, "django__django-2", "toy-7b") == 0);
  CHECK(score(board, "pytest-dev__pytest-3", "toy-13b") == 1);
  CHECK(std::isnan(score(board, "pytest-dev__pytest-3", "toy-7b")));
  CHECK(attribute(board, "repository", 0) == "django/django");
  const auto details = good("swe_bench/20250101_toy_agent/per_instance_details.json");
  CHECK(details.models == std::vector<std::string>{"20250101_toy_agent"});
  CHECK(score(details, "a__b-2") == 0);
  const auto report = good("swe_bench/toy__agent.run_1.json");
  CHECK(report.models == std::vector<std::string>{"toy/agent"});
  CHECK(report.responses.score.size() == 4);
  CHECK(score(report, "a__b-1") == 1);
  CHECK(score(report, "a__b-4") == 0);
  CHECK_FALSE(report.absent_is_wrong);
  const auto results = good("swe_bench/20250101_toy_agent/results/results.json");
  CHECK(results.models == std::vector<std::string>{"20250101_toy_agent"});
  CHECK(score(results, "django__django-1") == 1);
  CHECK(results.absent_is_wrong);
  CHECK(noted(results, "unresolved_implicit") == 2);
}
