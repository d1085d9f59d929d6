#include "formats/files_without_scores.hpp"

#include "core/text.hpp"
#include "formats/csv_record_reader.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

Error refusal(std::string message, std::string hint) {
  return {ErrorCode::no_responses, std::move(message), {}, 0, std::move(hint)};
}

bool holds(std::string_view bytes, std::string_view text) {
  return bytes.find(text) != std::string_view::npos;
}

/// promptfoo writes YAML, too: "evalId: eval-abc" and the results below it.
bool is_promptfoo_yaml(std::string_view text) {
  return text.substr(0, 7) == "evalId:" && (holds(text, "\nresults:") || holds(text, "\r\nresults:"));
}

std::optional<Error> json_without_scores(std::string_view bytes) {
  const JsonOutline outline = json_outline(bytes);
  // Pages of HTML may fill the head: what follows them is not looked for.
  const bool simple_evals = outline.has("htmls") && outline.has("metrics") && outline.has("score");
  if (simple_evals) {
    return refusal(
        "This is a result of simple-evals: it holds the mean score and the conversations, and the score of an item "
        "stands only inside of HTML pages.",
        "Let the eval write the scores of its items: in the sampler loop, save SingleEvalResult.score with an id of "
        "the question as one line a question, {\"item\": .., \"model\": .., \"score\": ..}.");
  }
  const bool patches = outline.has("instance_id") && outline.has("model_patch");
  bool keyed_patches = false;  // {instance: {"model_patch": ..}}
  if (!outline.keys.empty() && outline.keys.front().kind == JsonKind::object) {
    for (const std::string& key : outline.keys.front().keys) keyed_patches = keyed_patches || key == "model_patch";
  }
  const bool resolved = outline.has("resolved");
  if ((patches || keyed_patches) && !resolved) {
    return refusal(
        "These are the patches that a model wrote for SWE-bench (preds.json, all_preds.jsonl): whether they solve "
        "their "
        "instances is not in the file.",
        "Run the harness on them and bring its report <model>.<run>.json, or results.json or "
        "per_instance_details.json.");
  }
  const bool big_bench = outline.has("scores") && outline.has("task") && outline.has("model");
  if (big_bench && holds(bytes, "\"score_dict\"")) {
    return refusal("This is a summary of BIG-bench: it holds the means of a task, no item.",
                   "Bring the scores of the examples, one row an example with the columns item, model and score.");
  }
  return std::nullopt;
}

/// AlpacaEval's leaderboard: a first column without a name, and the means of each model.
bool is_alpaca_leaderboard(std::string_view bytes) {
  if (!holds(bytes.substr(0, 4096), "win_rate")) return false;
  const CsvHead table = csv_head(bytes);
  return table.column("win_rate") >= 0 && table.column("n_wins") >= 0 && table.column("n_total") >= 0 &&
         table.column("instruction") < 0;
}

}  // namespace

std::optional<Error> known_without_scores(const FileHead& head) {
  std::string_view text = head.bytes;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  if (is_promptfoo_yaml(text)) {
    return refusal("These are results of promptfoo as YAML, which is not read here.",
                   "Export them as JSON: promptfoo export eval <eval id> -o results.json, or promptfoo eval -o "
                   "results.json.");
  }
  const std::string_view start = trim(text.substr(0, 4096));
  const bool is_json = !start.empty() && (start.front() == '{' || start.front() == '[');
  if (is_json) return json_without_scores(head.bytes);
  if (is_alpaca_leaderboard(text)) {
    return refusal("This is a leaderboard of AlpacaEval: it holds the mean of each model, no item.",
                   "Bring the annotations.json of each model (results/<model>/<annotator>/).");
  }
  return std::nullopt;
}

}  // namespace harmonograph
