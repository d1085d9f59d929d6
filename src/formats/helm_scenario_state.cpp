// scenario_state.json of a HELM run: every request and what came back. Multiple choice in one prompt: the letter is
// mapped to an option and the option is right or not. Options asked one by one (multiple_choice_separate_*): the mean
// log-probability of an option's tokens, less that of the same option alone where it was calibrated; the largest is
// chosen.
#include <cmath>
#include <map>
#include <optional>

#include "core/text.hpp"
#include "formats/helm_names.hpp"
#include "formats/option_texts.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

std::string text_of_reference(const JsonValue& reference) {
  const JsonValue* text = value_at(reference, {"output", "text"});
  return text == nullptr ? std::string() : text_of(*text);
}

/// Mean log-probability of the last tokens that make up `text`; NaN without tokens. HELM divides by their number, too.
double mean_log_probability(const JsonValue& completion, const std::string& text) {
  const JsonValue* tokens = value_in(completion, "tokens");
  if (tokens == nullptr || !tokens->is_array() || tokens->empty()) return missing;
  std::vector<const JsonValue*> in_order;
  for (const JsonValue& token : *tokens) in_order.push_back(&token);
  std::size_t length = 0;
  double sum = 0;
  std::size_t count = 0;
  for (; count < in_order.size() && length < text.size(); ++count) {
    const JsonValue& token = *in_order[in_order.size() - 1 - count];
    length += text_in(token, "text").size();
    sum += number_in(token, "logprob");
  }
  return count == 0 ? missing : sum / static_cast<double>(count);
}

class HelmScenarioStateReader final : public RecordReader {
 public:
  explicit HelmScenarioStateReader(const FileSource& source) : RecordReader(source, options()) {
    const HelmRunName run = helm_run_of_path(source.path);
    model_ = collected().model("");
    benchmark_ = collected().benchmark(run.benchmark);
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"prompt", "top_logprobs"});
    options.element_paths = {"request_states"};
    return options;
  }

  struct Options {
    std::uint32_t item = 0;
    std::uint64_t line = 0;
    std::vector<double> values;
    std::vector<double> calibration;
    std::int32_t key = -1;
  };

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty()) {
      head_ = JsonDocument::copy_of(record.value);
      return {};
    }
    const JsonValue* instance = value_in(record.value, "instance");
    const std::string id = instance == nullptr ? std::string() : text_in(*instance, "id");
    const JsonValue* references = instance == nullptr ? nullptr : value_in(*instance, "references");
    const JsonValue* completions = value_at(record.value, {"result", "completions"});
    if (id.empty() || references == nullptr || !references->is_array() || completions == nullptr ||
        !completions->is_array() || completions->empty()) {
      skip("no_answer", record.line);
      return {};
    }
    const std::uint32_t place = item_of(record, *instance, id, *references);
    if (value_in(record.value, "reference_index") != nullptr) {
      take_option(record, place, *references, whole_number_in(record.value, "reference_index"), (*completions)[0]);
      return {};
    }
    const JsonValue* mapping = value_in(record.value, "output_mapping");
    if (mapping == nullptr || !mapping->is_object()) {
      skip("not_multiple_choice", record.line);
      return {};
    }
    const std::string answer(trim(text_in((*completions)[0], "text")));
    const JsonValue* mapped = value_in(*mapping, answer);
    std::int32_t chosen = -1;
    for (std::size_t r = 0; mapped != nullptr && r < references->size(); ++r) {
      if (text_of_reference((*references)[r]) == text_of(*mapped)) chosen = static_cast<std::int32_t>(r);
    }
    collected().respond(model_, place, record.line);
    if (chosen < 0) {
      collected().notes().count("no_option", Severity::info, record.line);
      collected().score("exact_match", 0);
      return {};
    }
    collected().chosen(chosen);
    collected().score("exact_match", helm_is_correct((*references)[static_cast<std::size_t>(chosen)]) ? 1 : 0);
    return {};
  }

  std::uint32_t item_of(const JsonRecord& record, const JsonValue& instance, const std::string& id,
                        const JsonValue& references) {
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = helm_item_id(id, record.value, instance);
    item.option_count = static_cast<std::uint32_t>(references.size());
    item.key = helm_right_option(references);
    if (const JsonValue* text = value_at(instance, {"input", "text"})) item.text = text_of(*text);
    item.line = record.line;
    std::vector<std::string_view> options;
    for (const JsonValue& reference : references) {
      const JsonValue* text = value_at(reference, {"output", "text"});
      options.push_back(text == nullptr ? std::string_view() : text->text());
    }
    return collected().item(std::move(item), option_fingerprints(options));
  }

  void take_option(const JsonRecord& record, std::uint32_t place, const JsonValue& references, std::int64_t index,
                   const JsonValue& completion) {
    if (index < 0 || index >= static_cast<std::int64_t>(references.size())) return skip("no_answer", record.line);
    Options& options = options_[place];
    if (options.values.empty()) {
      options.item = place;
      options.line = record.line;
      options.values.assign(references.size(), missing);
      options.calibration.assign(references.size(), missing);
      for (std::size_t r = 0; r < references.size(); ++r) {
        if (helm_is_correct(references[r])) options.key = static_cast<std::int32_t>(r);
      }
    }
    const auto r = static_cast<std::size_t>(index);
    const double value = mean_log_probability(completion, text_of_reference(references[r]));
    const bool calibrates = text_in(record.value, "request_mode") == "calibration";
    (calibrates ? options.calibration : options.values)[r] = value;
  }

  std::vector<std::string> ended() override {
    for (const auto& [place, options] : options_) {
      std::vector<double> values = options.values;
      for (std::size_t r = 0; r < values.size(); ++r) {
        if (!std::isnan(options.calibration[r])) values[r] -= options.calibration[r];
      }
      bool all_zero = true;
      std::int32_t best = 0;
      bool known = true;
      for (std::size_t r = 0; r < values.size(); ++r) {
        known = known && !std::isnan(values[r]);
        all_zero = all_zero && values[r] == 0;
        if (values[r] > values[static_cast<std::size_t>(best)]) best = static_cast<std::int32_t>(r);
      }
      collected().respond(model_, place, options.line);
      if (!known || all_zero) {
        collected().notes().count("placeholders", Severity::warning, options.line);
        collected().score("exact_match", missing);
        continue;
      }
      collected().choices("log-likelihood per token", ChoiceKind::log_likelihood, values);
      collected().chosen(best);
      collected().score("exact_match", best == options.key ? 1 : 0);
    }
    NoteCollector& notes = collected().notes();
    notes.describe("no_answer", "{n} requests without an instance or an answer were left out.");
    notes.describe("not_multiple_choice",
                   "{n} requests are not multiple choice: their scores stand in per_instance_stats.json.");
    notes.describe("no_option", "{n} answers name no option and count as wrong, as HELM counts them.");
    notes.describe("placeholders",
                   "{n} items have log-probabilities that are absent or all 0, as written where there were none.");
    return {};
  }

  void complete(FileObservations& file) override {
    const JsonValue* model = value_at(head_.root(), {"adapter_spec", "model"});
    if (model == nullptr) model = value_at(head_.root(), {"adapter_spec", "model_deployment"});
    if (model != nullptr && file.models == std::vector<std::string>{""}) {
      file.models = {text_of(*model)};
      file.model_is_stated = true;
    }
    file.run_key = "helm:" + std::string(folder_of(path()));
  }

  JsonDocument head_;
  std::map<std::uint32_t, Options> options_;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  return outline.has("request_states") || (outline.has("adapter_spec") && !outline.has("scenario_spec")) ? 95 : 0;
}

}  // namespace

Format helm_scenario_state_format() {
  return {"helm_scenario_state", "HELM scenario state", recognise, open_reader<HelmScenarioStateReader>};
}

}  // namespace harmonograph
