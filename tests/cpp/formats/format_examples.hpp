// A small file of every format of the registry, for what must hold for all of them: cut files, other encodings.
#pragma once

#include <map>
#include <string>

namespace format_examples {

/// What the end of a file can change in the rows before it, and why.
enum class Cut {
  rows,     // nothing: every response of the beginning is one of the whole file
  repeats,  // responses are means of repeats, of which some may be behind the cut
  whole     // only the whole file has a meaning: a cut one is refused
};

struct Example {
  std::string file;  // in tests/fixtures
  Cut cut = Cut::rows;
  std::string word;  // occurs in a text, a name or an id that is read
};

inline const std::map<std::string, Example>& all() {
  static const std::string helm_run = "helm/toy-bench:subject=toys,method=multiple_choice_joint,model=toy_toy-7b/";
  static const std::map<std::string, Example> files{
      {"alpaca_eval", {"alpaca_eval/annotations.json", Cut::rows, "toy-7b"}},
      {"arena_hard", {"judgments/arena_hard/toy-7b.jsonl", Cut::rows, "toy-7b"}},
      {"bbh", {"bbh/toy-model-cot_toy_navigate.json", Cut::rows, "turn"}},
      {"code_results", {"code_results/evalplus/toy-7b_humaneval_eval_results.json", Cut::repeats, "HumanEval"}},
      {"crux_eval", {"crux_eval/toy-7b_scored.json", Cut::whole, "sample_0"}},
      {"deepeval", {"deepeval/test_run.json", Cut::rows, "What"}},
      {"evalscope", {"evalscope/outputs/20250101_100000/reviews/toy-7b/toy_mmlu_law.jsonl", Cut::repeats, "art"}},
      {"every_eval_ever", {"every_eval_ever/0.3.0/toy_samples.jsonl", Cut::rows, "toy-7b"}},
      {"harmonograph_json", {"harmonograph/example.json", Cut::whole, "Ada"}},
      {"helm_instances", {helm_run + "instances.json", Cut::rows, "colour"}},
      {"helm_run", {helm_run + "run_spec.json", Cut::whole, "toy-7b"}},
      {"helm_scenario_state", {helm_run + "scenario_state.json", Cut::rows, "colour"}},
      {"helm_stats", {helm_run + "per_instance_stats.json", Cut::rows, "typos"}},
      {"human_eval", {"human_eval/toy-7b/samples.jsonl_results.jsonl", Cut::repeats, "HumanEval"}},
      {"inspect", {"inspect/2025/toy.json", Cut::repeats, "toys"}},
      {"json_object", {"json_object/wrapped.json", Cut::rows, "toy facts"}},
      {"json_records", {"json_records/lines.jsonl", Cut::rows, "alpha"}},
      {"lighteval", {"lighteval/v0.11/generative.jsonl", Cut::rows, "toy"}},
      {"lighteval_results",
       {"lighteval/v0.11/results/toy-org/toy-7b/results_2025-06-01T10-00-00.000000.json", Cut::whole, "toy-7b"}},
      {"livecodebench", {"livecodebench/toy-7b_Scenario.codegeneration_2_0.2_eval_all.json", Cut::rows, "hard"}},
      {"lm_eval_results", {"lm_eval/v0.4.7/results.json", Cut::rows, "toy"}},
      {"lm_eval_samples",
       {"lm_eval/v0.4.7/Example__toy-1b/samples_toy_several_2026-01-21T03-44-18.458309.jsonl", Cut::rows, "Q"}},
      {"lm_eval_write_out", {"lm_eval/v0.3/toy-1b/toy_winogrande_write_out_info.json", Cut::rows, "Question"}},
      {"mmlu_pro", {"mmlu_pro/model_outputs_toy-7b_5shots.json", Cut::rows, "law"}},
      {"mt_bench", {"judgments/mt_bench/judge_single.jsonl", Cut::repeats, "toy-7b"}},
      {"multipl_e", {"multipl_e/toy-7b_humaneval-lua_details.json", Cut::whole, "HumanEval"}},
      {"olmes", {"olmes/toy-1b/task-000-toy_arc-predictions.jsonl", Cut::rows, "Toy_"}},
      {"openai_evals", {"openai_evals/230101000000TOY_toy-model_toy-match.jsonl", Cut::rows, "toy-model"}},
      {"opencompass", {"opencompass/replicas/toy-7b/toy_aime.json", Cut::whole, "geometry"}},
      {"promptfoo", {"promptfoo/results.jsonl", Cut::repeats, "easy"}},
      {"promptfoo_table", {"promptfoo/results.csv", Cut::repeats, "math"}},
      {"py_irt", {"py_irt/responses.jsonlines", Cut::rows, "cleo"}},
      {"score_list", {"tiny_benchmarks/toy_arc/toy-7b.json", Cut::whole, ""}},
      {"swe_bench", {"swe_bench/leaderboard.json", Cut::whole, "toy-7b"}},
      {"table", {"table/long_scores.tsv", Cut::rows, "alpha"}},
      {"tiny_benchmarks", {"tiny_benchmarks/lb.json", Cut::whole, "toy"}},
      {"vlmevalkit", {"vlmevalkit/toy-vl-7b_MMStar_gpt-4o-mini_result.csv", Cut::rows, "Third"}},
  };
  return files;
}

}  // namespace format_examples
