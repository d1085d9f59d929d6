// Outputs of BIG-Bench Hard: {"canary", "outputs": [{"input", "prediction", "target"}]}. No score is stored: a
// prediction is right when its last line ends with the target, as "So the answer is (B)." does, or is equal to it.
// Items are known by their place; the model and the task stand in the file's name. Files of the tasks alone hold no
// answers.
#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// "code-davinci-002-direct_salient_translation_error_detection" -> the model before "-direct" or "-cot", the task
/// after.
struct Names {
  std::string model;
  std::string task;
};

Names names_of_path(std::string_view path) {
  const std::string stem = file_stem(path);
  for (const std::string_view way : {"-direct_", "-cot_", "-direct-", "-cot-"}) {
    const std::size_t at = stem.find(way);
    if (at != std::string::npos && at > 0) return {stem.substr(0, at + way.size() - 1), stem.substr(at + way.size())};
  }
  return {last_folder(path), stem};
}

/// What follows "the answer is", without marks at the end; otherwise the whole text.
std::string answer_of(const std::string& prediction) {
  constexpr std::string_view announces = "the answer is";
  const std::string lower = to_lower(prediction);
  const std::size_t at = lower.rfind(announces);
  std::string_view answer = at == std::string::npos ? std::string_view(prediction)
                                                    : std::string_view(prediction).substr(at + announces.size());
  answer = trim(answer);
  if (at != std::string::npos) {
    while (!answer.empty() && (answer.back() == '.' || answer.back() == ':')) answer.remove_suffix(1);
  }
  return std::string(trim(answer));
}

class BbhReader final : public RecordReader {
 public:
  explicit BbhReader(const FileSource& source) : RecordReader(source, options()) {
    const Names names = names_of_path(source.path);
    model_ = collected().model(names.model);
    benchmark_ = collected().benchmark(names.task);
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options;
    options.element_paths = {"outputs"};
    options.rules.push_back({"input", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty()) {
      if (const JsonValue* examples = value_in(record.value, "examples"); examples != nullptr && examples->is_array()) {
        return Error{ErrorCode::no_responses, "The file holds the questions of a task and no model's answers.", path(),
                     record.line, "Bring the outputs of a model on this task."};
      }
      return {};
    }
    const JsonValue* target = value_in(record.value, "target");
    const JsonValue* prediction = value_in(record.value, "prediction");
    FileItem item;
    item.benchmark = benchmark_;
    item.position = position_++;
    item.line = record.line;
    if (target == nullptr || prediction == nullptr) {
      skip("no_prediction", record.line);
      return {};
    }
    item.text = text_in(record.value, "input");
    collected().respond(model_, collected().item(std::move(item)), record.line);
    collected().score("exact match", answer_of(text_of(*prediction)) == std::string(trim(text_of(*target))) ? 1 : 0);
    return {};
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_prediction", "{n} outputs without a prediction or a target were left out.");
    return {};
  }

  std::int64_t position_ = 0;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (!outline.has("canary")) return 0;
  return outline.has("outputs") || outline.has("examples") ? 95 : 0;
}

}  // namespace

Format bbh_format() {
  return {"bbh", "BIG-Bench Hard outputs", recognise, open_reader<BbhReader>};
}

}  // namespace harmonograph
