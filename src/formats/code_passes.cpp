// Programs that passed their tests or did not, as three tools write it:
// - human-eval, samples.jsonl_results.jsonl: {"task_id", "completion", "result", "passed"}, k lines a task;
// - MultiPL-E and its kin: {task: [[n, {"task_id", "completion_id", "passed"}], ..]}, or one file a problem
//   {"name", "language", "results": [{"status", "exit_code"}, ..]};
// - CRUXEval: {"raw_generations", "raw_scored_generations": {sample: [true, ..]}, "pass_at_1"}.
// Samples of a task are averaged: pass@1.
#include <cmath>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

std::string model_of_path(std::string_view path) {
  std::string stem = file_stem(path);
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view ending :
         {"_results", ".results", ".jsonl", ".json", "_scored", "_eval", "_details", "_samples", "-samples"}) {
      if (stem.size() > ending.size() && stem.compare(stem.size() - ending.size(), ending.size(), ending) == 0) {
        stem.erase(stem.size() - ending.size());
        cut = true;
      }
    }
  }
  const bool says_nothing = stem == "samples" || stem == "results" || stem == "details" || stem == "scored" ||
                            stem == "generations" || stem == "evaluation_results";
  return says_nothing ? last_folder(path) : stem;
}

std::string benchmark_of_task(const std::string& task, const char* fallback) {
  const std::size_t slash = task.find('/');
  return slash == std::string::npos ? fallback : task.substr(0, slash);
}

class CodePassesReader : public RecordReader {
 protected:
  CodePassesReader(const FileSource& source, JsonRecordOptions options)
      : RecordReader(source, std::move(options)), model_(model_of_path(source.path)) {}

  void respond(const std::string& task, const std::string& benchmark, double passed, std::uint64_t line) {
    FileItem item;
    item.benchmark = collected().benchmark(benchmark);
    item.native_id = task;
    item.line = line;
    collected().respond(collected().model(model_), collected().item(std::move(item)), line);
    collected().score("pass@1", passed);
    if (std::isnan(passed)) collected().notes().count("no_verdict", Severity::warning, line);
  }

  /// {"passed": true, "result": "passed"}; NaN when it says neither.
  double verdict_of(const JsonValue& result, std::uint64_t line) {
    const JsonValue* passed = value_in(result, "passed");
    const std::string text = text_in(result, "result");
    if (text.compare(0, 9, "timed out") == 0) collected().notes().count("timeouts", Severity::info, line);
    if (passed != nullptr) {
      const auto score = score_of(*passed);
      return score && (*score == 0 || *score == 1) ? *score : missing;
    }
    if (text.compare(0, 6, "passed") == 0) return 1;
    return text.compare(0, 6, "failed") == 0 || text.compare(0, 9, "timed out") == 0 ? 0 : missing;
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_task", "{n} entries without a task or a verdict were left out.");
    notes.describe("no_verdict", "{n} entries say neither passed nor failed and count as missing.");
    notes.describe("timeouts", "{n} programs ran out of time and count as wrong, as the tools count them.");
    return {"pass@1"};
  }

  [[nodiscard]] const std::string& model() const { return model_; }
  void name_model(std::string name) { model_ = std::move(name); }

 private:
  std::string model_;
};

class HumanEvalReader final : public CodePassesReader {
 public:
  explicit HumanEvalReader(const FileSource& source) : CodePassesReader(source, without_keys({"completion"})) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    const std::string task = text_in(record.value, "task_id");
    if (task.empty()) {
      skip("no_task", record.line);
    } else {
      respond(task, benchmark_of_task(task, "HumanEval"), verdict_of(record.value, record.line), record.line);
    }
    return {};
  }
};

class MultipleReader final : public CodePassesReader {
 public:
  explicit MultipleReader(const FileSource& source) : CodePassesReader(source, options()) {}

 private:
  static JsonRecordOptions options() {
    return without_keys({"program", "prompt", "tests", "stdout", "stderr", "completion", "completions", "stop_tokens"});
  }

  Result<void> take(const JsonRecord& record) override {
    const std::string name = text_in(record.value, "name");
    const JsonValue* results = value_in(record.value, "results");
    if (!name.empty() && results != nullptr && results->is_array()) {
      take_problem(name, *results, record);
      return {};
    }
    if (!record.value.is_object()) {
      skip("no_task", record.line);
      return {};
    }
    for (const auto& [task, samples] : record.value.members()) {
      if (!samples.is_array()) {
        skip("no_task", record.line);
        continue;
      }
      for (const JsonValue& sample : samples) {  // [number, {..}]
        const JsonValue* result = nullptr;
        if (sample.is_object()) result = &sample;
        if (sample.is_array()) {
          for (const JsonValue& part : sample) {
            if (part.is_object()) result = &part;
          }
        }
        if (result == nullptr) {
          skip("no_task", record.line);
        } else {
          respond(task, benchmark_of_task(task, "MultiPL-E"), verdict_of(*result, record.line), record.line);
        }
      }
    }
    return {};
  }

  /// One problem a file: the folder is the run.
  void take_problem(const std::string& name, const JsonValue& results, const JsonRecord& record) {
    name_model(last_folder(path()));
    const std::string language = text_in(record.value, "language");
    for (const JsonValue& result : results) {
      const std::string status = text_in(result, "status");
      const double exit_code = number_in(result, "exit_code");
      if (status == "Timeout") collected().notes().count("timeouts", Severity::info, record.line);
      const double passed = !status.empty()         ? (status == "OK" ? 1 : 0)
                            : std::isnan(exit_code) ? missing
                                                    : (exit_code == 0 ? 1 : 0);
      respond(name, language.empty() ? "MultiPL-E" : "MultiPL-E " + language, passed, record.line);
    }
  }
};

class CruxEvalReader final : public CodePassesReader {
 public:
  explicit CruxEvalReader(const FileSource& source) : CodePassesReader(source, without_keys({"raw_generations"})) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    const JsonValue* scored = value_in(record.value, "raw_scored_generations");
    if (scored == nullptr || !scored->is_object()) {
      skip("no_task", record.line);
      return {};
    }
    for (const auto& [sample, verdicts] : scored->members()) {
      if (!verdicts.is_array()) {
        skip("no_task", record.line);
        continue;
      }
      for (const JsonValue& verdict : verdicts) {
        const auto score = score_of(verdict);
        respond(sample, "CRUXEval", score && (*score == 0 || *score == 1) ? *score : missing, record.line);
      }
    }
    return {};
  }
};

int recognise_human_eval(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const bool verdict = outline.has("passed") && (outline.has("result") || outline.has("completion"));
  return outline.has("task_id") && verdict && !outline.has("model") ? 92 : 0;
}

bool is_problem(const JsonOutline& outline, std::string_view bytes) {
  const JsonOutlineKey* results = outline.find("results");
  return results != nullptr && results->kind == JsonKind::array && outline.has("name") && outline.has("language") &&
         bytes.find("\"exit_code\"") != std::string_view::npos;
}

int recognise_multiple(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (is_problem(outline, head.bytes)) return 92;
  if (outline.keys.empty() || outline.container != JsonOutline::Container::object) return 0;
  const JsonOutlineKey& first = outline.keys.front();
  const bool pairs = first.kind == JsonKind::array && first.first_element == JsonKind::array;
  return pairs && head.bytes.find("\"completion_id\"") != std::string_view::npos &&
                 head.bytes.find("\"passed\"") != std::string_view::npos
             ? 90
             : 0;
}

int recognise_crux_eval(const FileHead& head) {
  // The generations come first and may fill the head.
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("raw_scored_generations")) return 95;
  return outline.has("raw_generations") && !head.complete ? 70 : 0;
}

}  // namespace

Format human_eval_format() {
  return {"human_eval", "human-eval results (JSON lines)", recognise_human_eval, open_reader<HumanEvalReader>};
}

Format multipl_e_format() {
  return {"multipl_e", "MultiPL-E results", recognise_multiple, open_reader<MultipleReader>};
}

Format crux_eval_format() {
  return {"crux_eval", "CRUXEval scored generations", recognise_crux_eval, open_reader<CruxEvalReader>};
}

}  // namespace harmonograph
