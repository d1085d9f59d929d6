// *_eval_all.json of LiveCodeBench: an array of problems, each with the verdicts of several generations; tools built on
// it write {"eval": {problem: {"graded_list": [..]}}}. The score is
// the share of generations that pass (pass@1). The model is the folder, or what precedes "_Scenario" in the name.
#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

std::string model_of_path(std::string_view path) {
  const std::string stem = file_stem(path);
  const std::size_t scenario = stem.find("_Scenario.");
  if (scenario != std::string::npos && scenario > 0) return stem.substr(0, scenario);
  return last_folder(path);
}

class LiveCodeBenchReader final : public RecordReader {
 public:
  explicit LiveCodeBenchReader(const FileSource& source) : RecordReader(source, options()) {
    model_ = collected().model(model_of_path(source.path));
    benchmark_ = collected().benchmark("LiveCodeBench");
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"output_list", "code_list", "starter_code", "metadata"});

    options.rules.push_back({"question_content", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    const JsonValue* by_id = value_in(record.value, "eval");
    if (by_id == nullptr || !by_id->is_object()) {
      return take_problem(record.value, text_in(record.value, "question_id"), record.line);
    }
    for (const JsonValue& problem : *by_id) {
      if (auto taken = take_problem(problem, std::string(problem.key()), record.line); !taken) return taken;
    }
    return {};
  }

  Result<void> take_problem(const JsonValue& problem, const std::string& id, std::uint64_t line) {
    const JsonValue* graded = value_in(problem, "graded_list");
    if (id.empty() || graded == nullptr || !graded->is_array() || graded->empty()) {
      skip("no_verdicts", line);
      return {};
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id;
    item.text = text_in(problem, "question_content");
    if (item.text.empty()) item.text = text_in(problem, "question_title");
    item.line = line;
    const std::uint32_t place = collected().item(std::move(item));
    collected().attribute(place, "platform", text_in(problem, "platform"));
    collected().attribute(place, "difficulty", text_in(problem, "difficulty"));
    // Whether a problem is older than the model's data is the first thing that is asked of this benchmark.
    collected().attribute(place, "contest month", text_in(problem, "contest_date").substr(0, 7));
    double passed = 0;
    for (const JsonValue& verdict : *graded) {
      if (const auto value = score_of(verdict); value && *value == 1) ++passed;
    }
    collected().respond(model_, place, line);
    collected().score("pass@1", passed / static_cast<double>(graded->size()));
    return {};
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_verdicts", "{n} problems without a graded_list were left out.");
    return {};
  }

  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("eval") && head.bytes.find("\"graded_list\"") != std::string_view::npos) return 90;
  return outline.has("question_id") && outline.has("graded_list")                                     ? 95
         : outline.has("question_content") && outline.has("contest_date") && outline.has("code_list") ? 90
                                                                                                      : 0;
}

}  // namespace

Format livecodebench_format() {
  return {"livecodebench", "LiveCodeBench evaluation", recognise, open_reader<LiveCodeBenchReader>};
}

}  // namespace harmonograph
