// Results of promptfoo as JSON (an object with results.results) or JSON lines (one result a line). Items are told apart
// by their variables, since every repetition has a test index of its own; models are the providers. success is the
// score, score and named scores can be chosen. A provider's error is no answer: missing.
#include <map>
#include <set>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

constexpr std::int64_t provider_error = 2;

class PromptfooReader final : public RecordReader {
 public:
  explicit PromptfooReader(const FileSource& source) : RecordReader(source, options()) {
    benchmark_ = collected().benchmark("");
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"response", "gradingResult", "tokenUsage", "table"});
    options.element_paths = {"results.results"};
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty() && record.value.contains("evalId")) {
      // The frame of the file, with its results taken out.
      if (const JsonValue* title = value_at(record.value, {"config", "description"})) title_ = text_of(*title);
      return {};
    }
    const JsonValue* provider = value_in(record.value, "provider");
    if (provider == nullptr || !record.value.contains("success")) {
      skip("no_result", record.line);
      return {};
    }
    std::string model = text_of(*provider);
    if (provider->is_object()) {
      model = text_in(*provider, "label");
      if (model.empty()) model = text_in(*provider, "id");
    }
    const JsonValue* test = value_in(record.value, "testCase");
    const JsonValue* variables = value_in(record.value, "vars");
    if (variables == nullptr && test != nullptr) variables = value_in(*test, "vars");
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id_of(variables, record.value);
    item.text = text_of_item(variables, test);
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    if (variables != nullptr && variables->is_object()) {
      for (const auto& [name, value] : variables->members()) {
        const std::string text = text_of(value);
        if (text.size() <= 60 && name != "id" && name.front() != '_') collected().attribute(place, name, text);
      }
    }
    if (const JsonValue* metadata = test == nullptr ? nullptr : value_in(*test, "metadata")) {
      for (const auto& [name, value] : metadata->members()) collected().attribute(place, name, text_of(value));
    }
    // Several prompts are several ways to ask the same model: each stands for itself.
    const std::int64_t prompt = whole_number_in(record.value, "promptIdx");
    if (prompt >= 0) prompts_[model].insert(prompt);
    collected().respond(collected().model(model), place, record.line);
    if (whole_number_in(record.value, "failureReason") == provider_error) {
      collected().notes().count("provider_errors", Severity::warning, record.line);
      collected().score("success", missing);
      return {};
    }
    collected().score("success", number_in(record.value, "success"));
    collected().score("score", number_in(record.value, "score"));
    if (const JsonValue* named = value_in(record.value, "namedScores"); named != nullptr && named->is_object()) {
      for (const auto& [name, value] : named->members()) collected().score(name, number_of(value));
    }
    return {};
  }

  static std::string id_of(const JsonValue* variables, const JsonValue& record) {
    if (variables != nullptr && variables->is_object() && !variables->empty()) {
      for (const char* key : {"id", "item_id", "question_id", "question", "prompt", "input"}) {
        if (const std::string id = text_in(*variables, key); !id.empty()) return id;
      }
      std::string shown;
      for (const auto& [name, value] : variables->members()) {
        if (name.front() == '_') continue;
        shown += (shown.empty() ? "{" : ",") + quoted_json(name) + ":" + json_text(value);
      }
      return shown.empty() ? "{}" : shown + "}";
    }
    return "test " + text_in(record, "testIdx");
  }

  static std::string text_of_item(const JsonValue* variables, const JsonValue* test) {
    if (variables != nullptr && variables->is_object()) {
      for (const char* key : {"question", "prompt", "input", "text", "query"}) {
        if (const std::string text = text_in(*variables, key); !text.empty()) return text;
      }
    }
    return test == nullptr ? std::string() : text_in(*test, "description");
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_result", "{n} entries without a provider and a success were left out.");
    notes.describe("provider_errors", "{n} calls ended with an error of the provider: no answer, so they are missing.");
    for (const auto& [model, prompts] : prompts_) {
      if (prompts.size() < 2) continue;
      notes.add({"several_prompts",
                 Severity::warning,
                 model + " was asked with " + counted(prompts.size(), "prompt") +
                     "; its score on an item is the mean over them.",
                 prompts.size(),
                 {}});
    }
    return {"success", "score"};
  }

  void complete(FileObservations& file) override {
    file.model_is_stated = true;
    if (file.benchmarks == std::vector<std::string>{""} && !title_.empty()) file.benchmarks = {title_};
  }

  std::uint32_t benchmark_ = 0;
  std::string title_;
  std::map<std::string, std::set<std::int64_t>> prompts_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("evalId") && outline.has("results")) return 95;
  const bool is_line = outline.has("promptIdx") && outline.has("testIdx") && outline.has("success");
  return is_line ? 95 : 0;
}

}  // namespace

Format promptfoo_format() {
  return {"promptfoo", "promptfoo results", recognise, open_reader<PromptfooReader>};
}

}  // namespace harmonograph
