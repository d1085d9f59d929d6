// Event logs of OpenAI evals: JSON lines, the first with the run's spec, then events of samples. The score of a sample
// is the first event "match" (data.correct) or the numbers of an event "metrics"; the final report is compared with it.
#include <cmath>
#include <set>

#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

class OpenAiEvalsReader final : public RecordReader {
 public:
  explicit OpenAiEvalsReader(const FileSource& source) : RecordReader(source, options()) {}

 private:
  static JsonRecordOptions options() { return without_keys({"prompt", "sampled", "created_at", "created_by"}); }

  Result<void> take(const JsonRecord& record) override {
    if (const JsonValue* spec = value_in(record.value, "spec")) {
      if (const JsonValue* names = value_in(*spec, "completion_fns"); names != nullptr && names->is_array()) {
        if (!names->empty()) model_ = text_of((*names)[0]);
        if (names->size() > 1) collected().notes().count("more_models", Severity::warning, record.line);
      }
      eval_ = text_in(*spec, "base_eval");
      if (eval_.empty()) eval_ = text_in(*spec, "eval_name");
      return {};
    }
    if (const JsonValue* report = value_in(record.value, "final_report")) {
      if (report->is_object()) report_ = JsonDocument::copy_of(*report);
      return {};
    }
    const std::string type = text_in(record.value, "type");
    const std::string sample = text_in(record.value, "sample_id");
    const JsonValue* data = value_in(record.value, "data");
    if (sample.empty() || data == nullptr || (type != "match" && type != "metrics")) {
      ++other_events_;
      return {};
    }
    const std::uint32_t item = item_of(sample, record.line);
    std::vector<std::pair<std::string, double>> scores;
    if (type == "match") {
      if (!matched_.insert(item).second) {
        collected().notes().count("further_matches", Severity::info, record.line);
        return {};
      }
      if (const JsonValue* correct = value_in(*data, "correct")) {
        if (const auto value = score_of(*correct)) scores.emplace_back("match", *value);
      }
    } else if (data->is_object()) {
      for (const auto& [name, value] : data->members()) {
        if (value.is_number() || value.is_boolean()) scores.emplace_back(name, number_of(value));
      }
    }
    if (scores.empty()) {
      skip("no_score", record.line);
      return {};
    }
    collected().respond(collected().model(model_), item, record.line);
    for (const auto& [name, value] : scores) collected().score(name, value);
    return {};
  }

  std::uint32_t item_of(const std::string& sample, std::uint64_t line) {
    FileItem item;
    item.benchmark = collected().benchmark(eval_);
    item.native_id = sample;
    item.line = line;
    return collected().item(std::move(item));
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("more_models", "{n} runs used several completion functions; the first names the model.");
    notes.describe("further_matches", "{n} further matches of a sample were left out: the first is its score.");
    notes.describe("no_score", "{n} events have no number and were left out.");
    return {"match", "score", "correct", "accuracy"};
  }

  void complete(FileObservations& file) override {
    file.model_is_stated = !model_.empty();
    file.rows_skipped += other_events_;
    for (const auto& [name, value] : report_.root().members()) {
      if (value.is_number() && name == "accuracy") file.run.metrics.push_back({eval_, name, value.number()});
    }
  }

  std::string model_;
  std::string eval_;
  JsonDocument report_;
  std::set<std::uint32_t> matched_;
  std::uint64_t other_events_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (const JsonOutlineKey* spec = outline.find("spec"); spec != nullptr && spec->kind == JsonKind::object) {
    for (const std::string& key : spec->keys) {
      if (key == "completion_fns" || key == "base_eval") return 95;
    }
  }
  return outline.has("run_id") && outline.has("event_id") && outline.has("sample_id") ? 90 : 0;
}

}  // namespace

Format openai_evals_format() {
  return {"openai_evals", "OpenAI evals event log (JSON lines)", recognise, open_reader<OpenAiEvalsReader>};
}

}  // namespace harmonograph
