// Logs of Inspect as JSON: {version, status, eval, results, samples: [..]}; an .eval archive arrives as the same text,
// put together from its members. Scores of one or several scorers: C, I, P, N, numbers, truth values, dictionaries and
// lists (each entry a metric of its own). Epochs of a sample are averaged.
#include <cmath>

#include "core/text.hpp"
#include "formats/option_texts.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// The text of a sample's input: as it is, or of the last message of a user.
std::string text_of_input(const JsonValue& input) {
  if (!input.is_array()) return text_of(input);
  std::string last;
  for (const JsonValue& message : input) {
    if (text_in(message, "role") != "user") continue;
    const JsonValue* content = value_in(message, "content");
    if (content == nullptr) continue;
    if (content->is_string()) last = content->text();
    if (!content->is_array()) continue;
    for (const JsonValue& part : *content) {
      if (std::string text = text_in(part, "text"); !text.empty()) {
        last = std::move(text);
        break;
      }
    }
  }
  return last;
}

class InspectReader final : public RecordReader {
 public:
  explicit InspectReader(const FileSource& source) : RecordReader(source, options()) {
    // The file names them in its head, which comes here at its end.
    model_ = collected().model("");
    benchmark_ = collected().benchmark("");
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options =
        without_keys({"messages", "output", "store", "events", "attachments", "explanation", "model_usage", "plan",
                      "stats", "history", "reductions", "sample_reductions", "timelines"});
    options.element_paths = {"samples"};

    options.rules.push_back({"input", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty()) {
      head_ = JsonDocument::copy_of(record.value);
      return {};
    }
    const JsonValue& sample = record.value;
    const std::string id = text_in(sample, "id");
    if (id.empty()) {
      skip("no_id", record.line);
      return {};
    }
    const JsonValue* scores = value_in(sample, "scores");
    const JsonValue* single = value_in(sample, "score");  // version 1
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id;
    item.line = record.line;
    if (const JsonValue* input = value_in(sample, "input")) item.text = text_of_input(*input);
    const JsonValue* choices = value_in(sample, "choices");
    if (choices != nullptr && choices->is_array() && choices->size() > 1) {
      item.option_count = static_cast<std::uint32_t>(choices->size());
      item.key = option_within(text_in(sample, "target"), item.option_count);
    }
    const std::uint32_t options = item.option_count;
    const auto texts = options > 0 ? option_fingerprints(*choices) : std::vector<std::uint64_t>();
    const std::uint32_t place = collected().item(std::move(item), texts);
    if (const JsonValue* metadata = value_in(sample, "metadata"); metadata != nullptr && metadata->is_object()) {
      for (const auto& [name, value] : metadata->members()) collected().attribute(place, name, text_of(value));
    }
    collected().respond(model_, place, record.line);
    if (value_in(sample, "error") != nullptr) collected().notes().count("errors", Severity::warning, record.line);
    if (scores != nullptr && scores->is_object()) {
      for (const auto& [scorer, score] : scores->members()) add_score(scorer, score, options, record.line);
    } else if (single != nullptr) {
      add_score("score", *single, options, record.line);
    }
    return {};
  }

  static std::int32_t option_within(const std::string& letter, std::uint32_t options) {
    const std::int32_t option = option_of_letter(letter);
    return option >= 0 && option < static_cast<std::int32_t>(options) ? option : -1;
  }

  void add_score(const std::string& scorer, const JsonValue& score, std::uint32_t options, std::uint64_t line) {
    const JsonValue* value = value_in(score, "value");
    if (options > 0) {
      const std::int32_t answer = option_within(text_in(score, "answer"), options);
      if (answer >= 0) collected().chosen(answer);
    }
    if (value == nullptr) return collected().score(scorer, missing);
    if (value->is_object()) {
      for (const auto& [name, inner] : value->members()) add_value(scorer + "." + name, inner, line);
    } else if (value->is_array()) {
      for (std::size_t i = 0; i < value->size(); ++i)
        add_value(scorer + "." + std::to_string(i + 1), (*value)[i], line);
    } else {
      add_value(scorer, *value, line);
    }
  }

  void add_value(const std::string& metric, const JsonValue& value, std::uint64_t line) {
    const auto score = score_of(value);
    if (!score) collected().notes().count("not_a_score", Severity::warning, line);
    collected().score(metric, score.value_or(missing));
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_id", "{n} samples without an id were left out.");
    notes.describe("errors", "{n} samples ended with an error; without a score they count as missing.");
    notes.describe("not_a_score", "{n} values of scorers are texts that are no score and count as missing.");
    const std::string status = text_in(head_.root(), "status");
    if (!status.empty() && status != "success") {
      notes.add({"incomplete_run",
                 Severity::warning,
                 "The run ended with the status \"" + status + "\": samples may be absent.",
                 1,
                 {}});
    }
    return {};
  }

  void complete(FileObservations& file) override {
    const JsonValue* eval = value_in(head_.root(), "eval");
    if (eval == nullptr) return;
    if (file.models == std::vector<std::string>{""}) file.models = {text_in(*eval, "model")};
    file.model_is_stated = !file.models.front().empty();
    if (file.benchmarks == std::vector<std::string>{""}) file.benchmarks = {text_in(*eval, "task")};
    add_stated_metrics(file);
  }

  /// The scorers' own accuracy or mean, for comparison with ours.
  void add_stated_metrics(FileObservations& file) const {
    const JsonValue* results = value_at(head_.root(), {"results", "scores"});
    if (results == nullptr || !results->is_array()) return;
    for (const JsonValue& scorer : *results) {
      const JsonValue* metrics = value_in(scorer, "metrics");
      if (metrics == nullptr) continue;
      for (const std::string_view name : {"accuracy", "mean"}) {
        const JsonValue* metric = value_in(*metrics, name);
        if (metric == nullptr) continue;
        file.run.metrics.push_back({file.benchmarks.front(), text_in(scorer, "name"), number_in(*metric, "value")});
        break;
      }
    }
  }

  JsonDocument head_;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* eval = outline.find("eval");
  if (eval == nullptr || eval->kind != JsonKind::object) return 0;
  for (const std::string& key : eval->keys) {
    if (key == "task" || key == "run_id" || key == "eval_id" || key == "task_id") {
      return outline.has("samples") || outline.has("status") || outline.has("version") ? 95 : 0;
    }
  }
  return 0;
}

}  // namespace

Format inspect_format() {
  return {"inspect", "Inspect log", recognise, open_reader<InspectReader>};
}

}  // namespace harmonograph
