// Instance files of "every eval ever" (<uuid>_samples.jsonl): one line a sample of one model with its evaluation.score
// and is_correct. The aggregate file beside it holds no responses and says so.
#include <cmath>

#include "core/text.hpp"
#include "formats/option_texts.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

class EveryEvalEverReader final : public RecordReader {
 public:
  explicit EveryEvalEverReader(const FileSource& source) : RecordReader(source, options()) {}

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"formatted", "output", "answer_attribution", "token_usage", "messages"});

    options.rules.push_back({"raw", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.value.contains("evaluation_results")) {
      return Error{ErrorCode::no_responses,
                   "This is the summary of an evaluation: it has no response of a model to an item.", path(),
                   record.line, "Bring the file of its samples, whose name ends in _samples.jsonl."};
    }
    const std::string id = text_in(record.value, "sample_id");
    const JsonValue* evaluation = value_in(record.value, "evaluation");
    if (id.empty() || evaluation == nullptr) {
      skip("no_evaluation", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = collected().benchmark(text_in(record.value, "evaluation_name"));
    item.native_id = id;
    item.content_hash = text_in(record.value, "sample_hash");
    item.line = record.line;
    std::vector<std::uint64_t> options;
    if (const JsonValue* input = value_in(record.value, "input")) {
      item.text = text_in(*input, "raw");
      if (const JsonValue* choices = value_in(*input, "choices"); choices != nullptr && choices->is_array()) {
        item.option_count = static_cast<std::uint32_t>(choices->size());
        options = option_fingerprints(*choices);
      }
    }
    const std::uint32_t place = collected().item(std::move(item), options);
    if (const JsonValue* metadata = value_in(record.value, "metadata"); metadata != nullptr && metadata->is_object()) {
      for (const auto& [name, value] : metadata->members()) collected().attribute(place, name, text_of(value));
    }
    collected().respond(collected().model(text_in(record.value, "model_id")), place, record.line);
    const double score = number_in(*evaluation, "score");
    if (score != 0) all_zero_ = false;
    collected().score("score", score);
    if (const JsonValue* correct = value_in(*evaluation, "is_correct"))
      collected().score("is_correct", number_of(*correct));
    return {};
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_evaluation", "{n} lines without sample_id and evaluation were left out.");
    if (all_zero_ && collected().responses() > 0) {
      notes.add({"all_zero",
                 Severity::warning,
                 "Every score is 0: the converter writes that when the log of the tool had no metric that it knew.",
                 collected().responses(),
                 {}});
    }
    return {"score"};
  }

  void complete(FileObservations& file) override { file.model_is_stated = true; }

  bool all_zero_ = true;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (!outline.has("schema_version") || !outline.has("evaluation_id")) return 0;
  return outline.has("sample_id") ? 96 : outline.has("model_info") || outline.has("evaluation_timestamp") ? 80 : 0;
}

}  // namespace

Format every_eval_ever_format() {
  return {"every_eval_ever", "Every Eval Ever samples (JSON lines)", recognise, open_reader<EveryEvalEverReader>};
}

}  // namespace harmonograph
