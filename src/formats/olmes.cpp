// Predictions of OLMES (oe-eval, olmo-eval): JSON lines with a native id, the metrics of the item and, for multiple
// choice, the log-likelihood of each option. Views of the options: raw, per token, per character, unconditional. The
// model and the task stand in the path; sum_logits of -999 means that an option was not among the best of an interface.
#include <cmath>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

constexpr double not_among_the_best = -999;
/// Longer lists are cut by the tool: they are not the options of an item.
constexpr std::size_t most_outputs = 100;

/// "task-000-arc_challenge-predictions.jsonl" -> "arc_challenge"; "arc_easy:mc_ab12cd_predictions.jsonl" ->
/// "arc_easy:mc"
std::string task_of_path(std::string_view path) {
  std::string stem = file_stem(path);
  const std::size_t end = stem.rfind("predictions");
  if (end != std::string::npos && end > 0) stem.erase(end - 1);
  if (stem.compare(0, 5, "task-") == 0) {
    const std::size_t number = stem.find('-', 5);
    return number == std::string::npos ? stem : stem.substr(number + 1);
  }
  const std::size_t hash = stem.rfind('_');
  if (hash != std::string::npos && stem.size() - hash == 7 &&
      stem.find_first_not_of("0123456789abcdef", hash + 1) == std::string::npos) {
    stem.erase(hash);
  }
  return stem;
}

class OlmesReader final : public RecordReader {
 public:
  explicit OlmesReader(const FileSource& source) : RecordReader(source, options()), task_(task_of_path(source.path)) {
    model_ = collected().model(last_folder(source.path));
  }

 private:
  static JsonRecordOptions options() { return without_keys({"continuation"}); }

  Result<void> take(const JsonRecord& record) override {
    const std::string id = text_in(record.value, "native_id");
    const JsonValue* metrics = value_in(record.value, "metrics");
    if (metrics == nullptr) metrics = value_in(record.value, "instance_metrics");
    const std::int64_t position = whole_number_in(record.value, "doc_id");
    if (metrics == nullptr || !metrics->is_object() || (id.empty() && position < 0)) {
      skip("no_metrics", record.line);
      return {};
    }
    if (const JsonValue* hash = value_in(record.value, "model_hash")) note_model(text_of(*hash), record.line);
    FileItem item;
    item.benchmark = collected().benchmark(task_);
    item.native_id = id;
    item.position = position;
    item.line = record.line;
    const JsonValue* outputs = value_in(record.value, "model_output");
    const bool is_choice = outputs != nullptr && outputs->is_array() && outputs->size() > 1 &&
                           outputs->size() < most_outputs && (*outputs)[0].contains("sum_logits");
    if (is_choice) {
      item.option_count = static_cast<std::uint32_t>(outputs->size());
      item.key = key_of(record.value, *metrics, outputs->size());
    }
    const std::uint32_t place = collected().item(std::move(item));
    collected().respond(model_, place, record.line);
    for (const auto& [name, value] : metrics->members()) add_metric(name, value);
    if (is_choice) add_options(*outputs, record.line);
    return {};
  }

  /// Numbers that are scores of the item; the others describe it.
  void add_metric(const std::string& name, const JsonValue& value) {
    if (value.is_object()) {  // instance_metrics: metric -> scorer -> value
      for (const auto& [scorer, inner] : value.members()) {
        if (inner.is_number() || inner.is_boolean()) collected().score(name + "." + scorer, number_of(inner));
      }
      return;
    }
    for (const std::string_view other :
         {"predicted_index", "correct_choice", "no_answer", "sum_logits", "logits_per", "bits_per_byte"}) {
      if (name.compare(0, other.size(), other) == 0) return;
    }
    if (value.is_number() || value.is_boolean() || value.is_null()) collected().score(name, number_of(value));
  }

  static std::int32_t key_of(const JsonValue& record, const JsonValue& metrics, std::size_t options) {
    std::int64_t key = whole_number_in(metrics, "correct_choice");
    if (key < 0) {
      const JsonValue* label = value_in(record, "label");
      if (label != nullptr && label->is_integer()) key = whole_number_in(record, "label");
    }
    return key >= 0 && key < static_cast<std::int64_t>(options) ? static_cast<std::int32_t>(key) : -1;
  }

  void add_options(const JsonValue& outputs, std::uint64_t line) {
    std::vector<double> raw;
    std::vector<double> per_token;
    std::vector<double> per_character;
    std::vector<double> unconditional;
    for (const JsonValue& output : outputs) {
      double sum = number_in(output, "sum_logits");
      if (sum == not_among_the_best) {
        collected().notes().count("not_among_the_best", Severity::info, line);
        sum = missing;
      }
      raw.push_back(sum);
      // Without a token or a character there is no mean.
      const auto per = [&](std::string_view length) {
        const double count = number_in(output, length);
        return count > 0 ? sum / count : missing;
      };
      per_token.push_back(per("num_tokens"));
      per_character.push_back(per("num_chars"));
      unconditional.push_back(sum - number_in(output, "sum_logits_uncond"));
    }
    collected().log_likelihoods("log-likelihood", raw);
    collected().log_likelihoods("log-likelihood per token", per_token);
    collected().log_likelihoods("log-likelihood per character", per_character);
    collected().log_likelihoods("log-likelihood minus unconditional", unconditional);
  }

  void note_model(const std::string& hash, std::uint64_t line) {
    if (model_hash_.empty()) model_hash_ = hash;
    if (hash != model_hash_) collected().notes().count("other_models", Severity::warning, line);
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_metrics", "{n} lines without metrics or an id were left out.");
    notes.describe("not_among_the_best", "{n} options have no log-likelihood: the interface gave only the best ones.");
    notes.describe("other_models", "{n} lines were made with another model or other settings than the first.");
    return {"acc_raw", "acc_per_char", "acc_per_token", "acc_uncond", "exact_match", "f1", "pass_at_1"};
  }

  std::string task_;
  std::uint32_t model_ = 0;
  std::string model_hash_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const bool is_prediction = outline.has("native_id") || outline.has("doc_id");
  if (!is_prediction || !outline.has("model_output")) return 0;
  return outline.has("metrics") || outline.has("instance_metrics") ? 95 : 0;
}

}  // namespace

Format olmes_format() {
  return {"olmes", "OLMES / oe-eval predictions (JSON lines)", recognise, open_reader<OlmesReader>};
}

}  // namespace harmonograph
