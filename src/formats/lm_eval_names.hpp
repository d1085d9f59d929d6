// What the paths of lm-evaluation-harness files say: model, task and time stamp.
#pragma once

#include <string>
#include <string_view>

namespace harmonograph {

struct LmEvalPath {
  std::string model;    // "EleutherAI/pythia-14m"; empty when the path does not say
  std::string task;     // "arc_easy"; empty when the path does not say
  std::string run_key;  // folder and time stamp, equal for the files of one run; empty when there is no time stamp
};

/// Reads <model>/samples_<task>_<time>.jsonl (0.4.3 and later) and <model arguments>_<task>.jsonl (0.4.0 to 0.4.2), in
/// which a slash of the model's name became two underscores.
LmEvalPath lm_eval_samples_path(std::string_view path);
/// Reads <model>/<task>_write_out_info.json (2023): any folder name is taken as the model.
LmEvalPath lm_eval_write_out_path(std::string_view path);
/// Reads <model>/results_<time>.json; the task stays empty.
LmEvalPath lm_eval_results_path(std::string_view path);
/// The model of "pretrained=EleutherAI/pythia-14m,dtype=float16"; empty when the arguments name none.
std::string model_of_arguments(std::string_view model_args);
/// "EleutherAI__pythia-14m" -> "EleutherAI/pythia-14m": the tool writes two underscores for what a path cannot hold.
std::string model_of_sanitized(std::string_view name);

}  // namespace harmonograph
