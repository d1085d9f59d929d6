// The public files of evaluation tools: read as what they are, with the models, items and mean scores that a few lines
// of Python count in them (tests/golden/real_files/count_real_files.py), or refused for the reason given.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "lm_eval_reading.hpp"

using namespace harmonograph;

namespace {

struct RealFile {
  std::string path;
  std::string format;
  std::size_t models = 0;
  std::size_t items = 0;
  double mean = 0;
};

const std::string bbq = "helm/safety_v4/bbq:subject=all,method=multiple_choice_joint,model=";
const std::string hellaswag =
    "helm/commonsense-dataset=hellaswag,method=multiple_choice_joint,model=eleutherai_pythia-1b-v0/";
const std::string redux = "helm/mmlu_redux_original_helm/";

const std::vector<RealFile> files{
    {"alpaca_eval/alpaca-7b/annotations.json", "alpaca_eval", 1, 805, 0.264596273},
    {"alpaca_eval/phi-2/annotations.json", "alpaca_eval", 1, 805, 0.306633292},
    {bbq + "anthropic_claude-3-5-sonnet-20240620/per_instance_stats.json", "helm_stats", 1, 100, 0.93},
    {bbq + "meta_llama-3-8b-chat/per_instance_stats.json", "helm_stats", 1, 100, 0.74},
    {bbq + "openai_gpt-4o-2024-05-13/per_instance_stats.json", "helm_stats", 1, 100, 0.95},
    {bbq + "qwen_qwen2-72b-instruct/per_instance_stats.json", "helm_stats", 1, 100, 0.95},
    // The same runs from their requests: HELM's own stats are the expected numbers.
    {bbq + "anthropic_claude-3-5-sonnet-20240620/scenario_state.json", "helm_scenario_state", 1, 100, 0.93},
    {bbq + "meta_llama-3-8b-chat/scenario_state.json", "helm_scenario_state", 1, 100, 0.74},
    {bbq + "openai_gpt-4o-2024-05-13/scenario_state.json", "helm_scenario_state", 1, 100, 0.95},
    {bbq + "qwen_qwen2-72b-instruct/scenario_state.json", "helm_scenario_state", 1, 100, 0.95},
    {hellaswag + "per_instance_stats.json", "helm_stats", 1, 10, 0.3},
    {hellaswag + "scenario_state.json", "helm_scenario_state", 1, 10, 0.3},
    {redux + "anthropic_claude-3-opus-20240229/econometrics.json", "helm_scenario_state", 1, 114, 0.789473684},
    {redux + "anthropic_claude-3-opus-20240229/global_facts.json", "helm_scenario_state", 1, 100, 0.66},
    {redux + "meta_llama-3-70b/econometrics.json", "helm_scenario_state", 1, 114, 0.692982456},
    {redux + "meta_llama-3-70b/global_facts.json", "helm_scenario_state", 1, 100, 0.49},
    {"inspect_ai/json/2025-05-12T20-28-13-04-00_popularity.json", "inspect", 1, 3, 0.666666667},
    {"inspect_ai/json/data_arc_qwen.json", "inspect", 1, 3, 0.333333333},
    {"inspect_ai/json/data_arc_sonnet.json", "inspect", 1, 5, 1},
    {"inspect_ai/json/data_pubmedqa_gpt4o_mini.json", "inspect", 1, 2, 1},
    {"inspect_ai/json/log_formats.json", "inspect", 1, 1, 0},
    {"olmes/task-000-arc_easy-predictions.jsonl", "olmes", 1, 5, 0.4},
    {"openai_evals/230417220821DPM75QNS_auto_gpt_completion_fn_test-match.jsonl", "openai_evals", 1, 3, 0.333333333},
    {"livecodebench/O1-Mini-2024-09-12_Scenario.codegeneration_eval_all.json", "livecodebench", 1, 880, 0.684090909},
    {"swe_bench/info_for_leaderboard.json", "swe_bench", 4, 500, 0.6505},
    {"promptfoo/promptfoo-0.121.20_out.json", "promptfoo", 2, 3, 0.5},
    {"promptfoo/promptfoo-0.121.20_out.jsonl", "promptfoo", 2, 3, 0.5},
    {"promptfoo/promptfoo-0.121.20_out.csv", "promptfoo_table", 2, 3, 0.5},
    {"every_eval_ever/demo/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40_samples.jsonl", "every_eval_ever", 1, 1, 1},
    {"bbh/code-davinci-002-direct_salient_translation_error_detection.json", "bbh", 1, 250, 0.62},
};

struct Refused {
  std::string path;
  std::string because;  // a part of the message
};

const std::vector<Refused> refused{
    {"bbh/boolean_expressions.json", "no model's answers"},
    {"every_eval_ever/98ea850e-7019-4728-a558-8b1819ec47c2.json", "summary of an evaluation"},
    {"inspect_ai/json/data_with_llm_scoring.json", "no score"},
    {"promptfoo/promptfoo-0.121.20_out.yaml", "as YAML"},
    {"opencompass/predictions_qwen-7b-chat-hf_COREV2_6A_.json", "no score"},
    {"opencompass/results_baichuan2-7b-chat-hf_qwen-7b-chat-hf_COREV2_6A_.json", "no score"},
};

double mean_of(const FileObservations& file) {
  double sum = 0;
  double count = 0;
  for (const double score : file.responses.score) {
    if (std::isnan(score)) continue;
    sum += score;
    ++count;
  }
  return sum / count;
}

}  // namespace

TEST_CASE("public files of the tools: models, items and mean scores as counted by another program") {
  if (!shared_data_exists("real")) return;
  for (const RealFile& expected : files) {
    INFO(expected.path);
    const std::string text = read_whole_file(shared_path("real/" + expected.path));
    CHECK(reading::format_of(text) == expected.format);  // under the name "unknown"
    const auto file = reading::read(text, expected.path);
    REQUIRE(file.ok());
    std::printf("%-72.72s %-20s %2zu models %4zu items, mean %.4f, expected %.4f\n", expected.path.c_str(),
                expected.format.c_str(), file->models.size(), file->items.size(), mean_of(*file), expected.mean);
    CHECK(file->models.size() == expected.models);
    CHECK(file->items.size() == expected.items);
    CHECK(mean_of(*file) == Approx(expected.mean).margin(1e-9));
    // Without its name the numbers are the same; only names that stand nowhere else are lost.
    const auto unnamed = reading::read(text, "unknown");
    REQUIRE(unnamed.ok());
    CHECK(unnamed->items.size() == expected.items);
    CHECK(mean_of(*unnamed) == Approx(expected.mean).margin(1e-9));
  }
}

TEST_CASE("public files without scores are refused with the reason") {
  if (!shared_data_exists("real")) return;
  for (const Refused& expected : refused) {
    INFO(expected.path);
    const auto file = reading::read(read_whole_file(shared_path("real/" + expected.path)), expected.path);
    REQUIRE_FALSE(file.ok());
    INFO(file.error().message);
    CHECK(file.error().message.find(expected.because) != std::string::npos);
    CHECK_FALSE(file.error().hint.empty());
  }
}
