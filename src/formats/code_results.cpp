// *_eval_results.json of EvalPlus and BigCodeBench: {"eval": {task: [one result a sample]}}. EvalPlus has two metrics:
// base (the tests of the original benchmark) and plus (base and the added tests); BigCodeBench has one status. Before
// 2024 a task was one object {nfiles, base: [[status, ..] ..], plus: ..}. Samples of a task are averaged: pass@1.
#include <cmath>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

std::string benchmark_of_task(const std::string& task) {
  const std::size_t slash = task.find('/');
  return slash == std::string::npos ? "code" : task.substr(0, slash);
}

/// "deepseek--humaneval_vllm_temp_0.0.eval_results" -> what the file's name says before its known ending.
std::string model_of_path(std::string_view path) {
  std::string stem = file_stem(path);
  for (const std::string_view ending : {"_eval_results", ".eval_results"}) {
    const std::size_t at = stem.rfind(ending);
    if (at != std::string::npos && at > 0) stem.erase(at);
  }
  for (const std::string_view marker : {"--bigcodebench", "--humaneval", "--mbpp", "_humaneval", "_mbpp"}) {
    const std::size_t at = stem.find(marker);
    if (at != std::string::npos && at > 0) stem.erase(at);
  }
  const bool says_nothing = stem == "eval_results" || stem == "samples" || stem == "results";
  return says_nothing ? last_folder(path) : stem;
}

class CodeResultsReader final : public RecordReader {
 public:
  explicit CodeResultsReader(const FileSource& source) : RecordReader(source, options()) {
    model_ = collected().model(model_of_path(source.path));
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"solution", "base_fail_tests", "plus_fail_tests", "details",
                                              "base_details", "plus_details", "base_files", "plus_files"});
    options.element_paths = {"eval.*"};

    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty()) {
      if (const JsonValue* eval = value_in(record.value, "eval"); eval != nullptr && eval->is_object()) {
        for (const auto& [task, result] : eval->members()) {
          if (result.is_object()) take_old(task, result, record.line);
        }
      }
      return {};
    }
    std::string task = text_in(record.value, "task_id");
    if (task.empty()) task = record.path.substr(record.path.find('.') + 1);
    const std::string base = text_in(record.value, "base_status");
    const std::string status = base.empty() ? text_in(record.value, "status") : base;
    if (status.empty()) {
      skip("no_status", record.line);
      return {};
    }
    begin(task, record.line);
    const double passed = verdict(status, record.line);
    if (base.empty()) {
      collected().score("pass@1", passed);
      return {};
    }
    collected().score("base", passed);
    const std::string plus = text_in(record.value, "plus_status");
    if (!plus.empty()) collected().score("plus", passed * verdict(plus, record.line));
    return {};
  }

  /// The lists of statuses that EvalPlus wrote before 2024.
  void take_old(const std::string& task, const JsonValue& result, std::uint64_t line) {
    const JsonValue* base = value_in(result, "base");
    const JsonValue* plus = value_in(result, "plus");
    if (base == nullptr || !base->is_array()) return skip("no_status", line);
    const auto status_of = [](const JsonValue& entry) {
      return entry.is_array() && !entry.empty() ? text_of(entry[0]) : text_of(entry);
    };
    for (std::size_t i = 0; i < base->size(); ++i) {
      begin(task, line);
      const double passed = verdict(status_of((*base)[i]), line);
      collected().score("base", passed);
      if (plus != nullptr && plus->is_array() && i < plus->size()) {
        collected().score("plus", passed * verdict(status_of((*plus)[i]), line));
      }
    }
  }

  void begin(const std::string& task, std::uint64_t line) {
    FileItem item;
    item.benchmark = collected().benchmark(benchmark_of_task(task));
    item.native_id = task;
    item.line = line;
    collected().respond(model_, collected().item(std::move(item)), line);
  }

  double verdict(const std::string& status, std::uint64_t line) {
    if (equals_ignoring_case(status, "pass") || equals_ignoring_case(status, "success")) return 1;
    if (equals_ignoring_case(status, "fail") || equals_ignoring_case(status, "failed")) return 0;
    if (equals_ignoring_case(status, "timeout") || equals_ignoring_case(status, "timed out")) {
      collected().notes().count("timeouts", Severity::info, line);
      return 0;
    }
    collected().notes().count("unknown_status", Severity::warning, line);
    return missing;
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_status", "{n} results without a status were left out.");
    notes.describe("timeouts", "{n} results ran out of time and count as wrong, as the tools count them.");
    notes.describe("unknown_status", "{n} results have a status that is not known and count as missing.");
    return {"plus", "base", "pass@1"};
  }

  std::uint32_t model_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* eval = outline.find("eval");
  if (eval == nullptr || eval->kind != JsonKind::object) return 0;
  for (const std::string& task : eval->keys) {
    if (task.find('/') != std::string::npos) return outline.has("date") || outline.has("hash") ? 95 : 85;
  }
  return 0;
}

}  // namespace

Format code_results_format() {
  return {"code_results", "EvalPlus / BigCodeBench results", recognise, open_reader<CodeResultsReader>};
}

}  // namespace harmonograph
