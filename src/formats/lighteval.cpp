// Details of lighteval, one row an item, from Parquet as JSON records. Since 0.11 a row has doc, model_response and
// metric (also written __doc__ ...); before, and in the details of the first Open LLM Leaderboard, it has predictions,
// choices, gold_index and metrics. Until 2025 every column was str() of a Python object. The log-likelihoods of the
// options are the numbers of the response when there are as many as options; views as in lighteval: raw, per character,
// less the unconditional ones. Model, task and time stamp stand in the path.
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "formats/lm_eval_names.hpp"
#include "formats/option_texts.hpp"
#include "formats/python_literal.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// What details/<model>/<time>/details_<task>_<time>.parquet and results/<model>/results_<time>.json say.
struct LightevalPath {
  std::string model;
  std::string task;
  std::string run_key;
};

/// "2024-05-01T10-00-00.123456", also with colons, and with underscores for what a path cannot hold.
bool is_time_stamp(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd";
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const char wanted = shape[i] == '-' && text[i] == '_' ? '_' : shape[i];
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (wanted == 'd' ? !digit : text[i] != wanted) return false;
  }
  return true;
}

LightevalPath read_path(std::string_view path) {
  LightevalPath result;
  std::string_view stem = file_name_of(path);
  for (const std::string_view ending : {".gz", ".parquet", ".jsonl", ".json"}) {
    if (stem.size() > ending.size() && stem.substr(stem.size() - ending.size()) == ending) {
      stem.remove_suffix(ending.size());
    }
  }
  std::string_view stamp;
  for (std::size_t at = stem.find('_'); at != std::string_view::npos; at = stem.find('_', at + 1)) {
    if (!is_time_stamp(stem.substr(at + 1))) continue;
    stamp = stem.substr(at + 1);
    stem = stem.substr(0, at);
    break;
  }
  constexpr std::string_view prefix = "details_";
  if (stem.size() > prefix.size() && stem.substr(0, prefix.size()) == prefix)
    result.task = std::string(stem.substr(prefix.size()));
  if (!stamp.empty()) result.run_key = "lighteval:" + std::string(stamp);

  std::string_view folder = folder_of(path);
  const bool in_run = is_time_stamp(file_name_of(folder));
  if (in_run) folder = folder_of(folder);
  const std::string_view last = file_name_of(folder);
  if (last.size() > prefix.size() && last.substr(0, prefix.size()) == prefix) {
    // The repository of the first leaderboard: details_<organisation>__<model>/<time>/
    result.model = model_of_sanitized(last.substr(prefix.size()));
    return result;
  }
  // Everything between "details" (or "results") and the time: the name may hold a slash.
  std::string model;
  for (std::string_view rest = folder; !rest.empty(); rest = folder_of(rest)) {
    const std::string_view name = file_name_of(rest);
    if (name == "details" || name == "results") {
      result.model = model;
      return result;
    }
    model = std::string(name) + (model.empty() ? "" : "/") + model;
    if (rest == name) break;
  }
  if (in_run) result.model = std::string(last);  // the folder of the model was dropped alone
  return result;
}

class LightevalReader final : public RecordReader {
 public:
  explicit LightevalReader(const FileSource& source) : RecordReader(source, options()), of_path_(read_path(path())) {
    model_ = collected().model(of_path_.model);
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"full_prompt",
                                              "instruction",
                                              "input_tokens",
                                              "cont_tokens",
                                              "output_tokens",
                                              "pred_logits",
                                              "prediction_logits",
                                              "logits",
                                              "truncated",
                                              "padded",
                                              "input",
                                              "text",
                                              "text_post_processed",
                                              "reasonings",
                                              "fewshot_samples",
                                              "specific",
                                              "specifics",
                                              "sampling_methods",
                                              "generation_grammar",
                                              "stop_sequences",
                                              "images",
                                              "gold",
                                              "unconditioned_query"});
    options.rules.push_back({"example", false, longest_question});
    options.rules.push_back({"query", false, longest_question});
    return options;
  }

  /// A column of the row, also when it is str() of what it holds; none where there is no such column or no value.
  PythonValue column(const JsonValue& row, std::initializer_list<std::string_view> names, std::uint64_t line) {
    for (const std::string_view name : names) {
      const JsonValue* found = value_in(row, name);
      if (found == nullptr) continue;
      PythonValue value = python_value_of(*found);
      if (!value.is_text()) return value;
      if (auto parsed = parse_python_literal(value.text)) return std::move(*parsed);
      collected().notes().count("unreadable_columns", Severity::warning, line);
      return {};
    }
    return {};
  }

  Result<void> take(const JsonRecord& record) override {
    const bool is_new = value_in(record.value, "doc") != nullptr || value_in(record.value, "__doc__") != nullptr;
    const PythonValue doc = is_new ? column(record.value, {"doc", "__doc__"}, record.line) : PythonValue{};
    const PythonValue response =
        is_new ? column(record.value, {"model_response", "__model_response__"}, record.line) : PythonValue{};
    const PythonValue metrics = column(record.value, {"metric", "__metric__", "metrics"}, record.line);
    const std::int64_t row = rows_seen_++;
    if (metrics.kind != PythonValue::Kind::dictionary) {
      skip("no_metrics", record.line);
      return {};
    }
    const PythonValue choices = is_new ? part(doc, "choices") : column(record.value, {"choices"}, record.line);
    const PythonValue gold = is_new ? part(doc, "gold_index") : column(record.value, {"gold_index"}, record.line);
    std::vector<double> raw;
    std::vector<double> unconditional;
    if (is_new) {
      raw = numbers_in(part(response, "logprobs"));
      unconditional = numbers_in(part(response, "unconditioned_logprobs"));
    } else {
      raw = numbers_in(column(record.value, {"predictions"}, record.line));
      // A pointwise mutual information asks for every option twice: with the question, then without.
      if (!choices.items.empty() && raw.size() == 2 * choices.items.size()) {
        unconditional.assign(raw.begin() + static_cast<std::ptrdiff_t>(choices.items.size()), raw.end());
        raw.resize(choices.items.size());
      }
    }
    // Of generated texts the numbers are those of tokens, and their count is another one.
    const std::size_t options = choices.is_list() ? choices.items.size() : 0;
    const bool is_choice = options > 1 && raw.size() == options;

    FileItem item;
    item.benchmark = collected().benchmark(task_of(doc));
    item.position = row;
    item.line = record.line;
    item.text = is_new ? text_part(doc, "query") : text_in(record.value, "example");
    identify(item, is_new ? text_part(doc, "id") : std::string(), record.value);
    if (is_choice) {
      item.option_count = static_cast<std::uint32_t>(options);
      item.key = key_of(gold, options);
    }
    std::vector<std::string_view> texts;
    if (is_choice) {
      for (const PythonValue& choice : choices.items) texts.push_back(choice.text);
    }
    const std::uint32_t place = collected().item(std::move(item), option_fingerprints(texts));
    collected().respond(model_, place, record.line);
    for (std::size_t i = 0; i < metrics.keys.size(); ++i) {
      const PythonValue& value = metrics.items[i];
      const bool is_number = value.kind == PythonValue::Kind::number || value.kind == PythonValue::Kind::boolean;
      if (is_number || value.kind == PythonValue::Kind::none) collected().score(metrics.keys[i], value.as_number());
    }
    if (is_choice) add_options(raw, unconditional, choices);
    return {};
  }

  static PythonValue part(const PythonValue& whole, std::string_view key) {
    const PythonValue* found = whole.find(key);
    return found == nullptr ? PythonValue{} : *found;
  }

  static std::string text_part(const PythonValue& whole, std::string_view key) {
    const PythonValue* found = whole.find(key);
    if (found == nullptr) return {};
    if (found->is_text()) return found->text;
    const double number = found->as_number();
    const bool whole_number = number == std::floor(number) && std::fabs(number) < 9e15;
    return whole_number ? std::to_string(static_cast<std::int64_t>(number)) : std::string();
  }

  /// [-3.2, -1.5] or [(-3.2, False), (-1.5, True)]; empty when anything else stands among them.
  static std::vector<double> numbers_in(const PythonValue& list) {
    std::vector<double> numbers;
    for (const PythonValue& entry : list.items) {
      const bool is_pair = entry.is_list() && entry.items.size() == 2 && entry.items[1].kind != PythonValue::Kind::text;
      const PythonValue& value = is_pair ? entry.items[0] : entry;
      if (value.kind == PythonValue::Kind::none) {
        numbers.push_back(missing);
      } else if (value.kind == PythonValue::Kind::number) {
        numbers.push_back(value.number);
      } else {
        return {};
      }
    }
    return numbers;
  }

  std::string task_of(const PythonValue& doc) const {
    return of_path_.task.empty() ? text_part(doc, "task_name") : of_path_.task;
  }

  /// The id of the data set, or the hash of the question that the first leaderboard wrote. Of what occurs twice in the
  /// file, the row alone identifies the second: one row is one item.
  void identify(FileItem& item, const std::string& id, const JsonValue& row) {
    const JsonValue* hashes = value_in(row, "hashes");
    const std::string hash = hashes == nullptr ? std::string() : text_in(*hashes, "hash_examples");
    const std::string other = hashes == nullptr ? std::string() : text_in(*hashes, "example");
    const std::string& of_question = hash.empty() ? other : hash;
    const bool new_id = !id.empty() && id != "None" && ids_.insert({item.benchmark, "i" + id}).second;
    if (new_id) item.native_id = id;
    if (!id.empty() && id != "None" && !new_id) {
      collected().notes().count("repeated_ids", Severity::warning, item.line);
    }
    if (!of_question.empty() && ids_.insert({item.benchmark, "h" + of_question}).second) {
      item.content_hash = of_question;
    }
  }

  static std::int32_t key_of(const PythonValue& gold, std::size_t options) {
    if (gold.is_list() && gold.items.size() != 1) return -1;
    const double key = gold.is_list() ? gold.items[0].as_number() : gold.as_number();
    const bool is_option = key >= 0 && key < static_cast<double>(options) && key == std::floor(key);
    return is_option ? static_cast<std::int32_t>(key) : -1;
  }

  void add_options(const std::vector<double>& raw, const std::vector<double>& unconditional,
                   const PythonValue& choices) {
    std::vector<double> per_character(raw.size(), missing);
    std::vector<double> without_prior(raw.size(), missing);
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (choices.items[i].is_text()) {
        std::string_view text = choices.items[i].text;
        if (!text.empty() && text.front() == ' ') text.remove_prefix(1);  // parts it from the question
        const std::size_t characters = count_characters(text);
        if (characters > 0) per_character[i] = raw[i] / static_cast<double>(characters);
      }
      if (unconditional.size() == raw.size()) without_prior[i] = raw[i] - unconditional[i];
    }
    collected().log_likelihoods("log-likelihood", raw);
    collected().log_likelihoods("log-likelihood per character", per_character);
    collected().log_likelihoods("log-likelihood minus unconditional", without_prior);
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_metrics", "{n} rows without metrics that could be read were left out.");
    notes.describe(
        "unreadable_columns",
        "{n} cells hold the text of a Python object that is no list, dictionary, number or text, or was cut: "
        "they count as empty.");
    notes.describe("repeated_ids", "{n} rows have the id of an earlier row: they are told apart by their position.");
    return {"acc", "loglikelihood_acc", "acc_norm", "exact_match", "em", "extractive_match", "qem", "pqem", "f1"};
  }

  void complete(FileObservations& file) override { file.run_key = of_path_.run_key; }

  LightevalPath of_path_;
  std::uint32_t model_ = 0;
  std::int64_t rows_seen_ = 0;
  std::set<std::pair<std::uint32_t, std::string>> ids_;
};

int recognise_details(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const bool response = outline.has("model_response") || outline.has("__model_response__");
  const bool metric = outline.has("metric") || outline.has("__metric__");
  if ((outline.has("doc") || outline.has("__doc__")) && response && metric) return 95;
  if (!outline.has("predictions") || !outline.has("metrics")) return 0;
  return outline.has("num_asked_few_shots") || outline.has("full_prompt") ? 95 : outline.has("gold_index") ? 90 : 0;
}

/// results_<time>.json: the model, and the mean metrics of each task.
class LightevalResultsReader final : public FormatReader {
 public:
  explicit LightevalResultsReader(const FileSource& source)
      : of_path_(read_path(source.path)), records_({}, [this](JsonRecord&& record) -> Result<void> {
          ++rows_;
          if (record.value.is_object() && run_.metrics.empty()) describe(record.value);
          return {};
        }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return rows_; }
  Result<FileObservations> finish() override {
    if (auto read = records_.finish(); !read) return read.error();
    FileObservations file;
    file.role = FileRole::run;
    file.run = std::move(run_);
    if (file.run.model.empty()) file.run.model = of_path_.model;
    file.run_key = of_path_.run_key;
    file.rows_read = rows_;
    file.notes = records_.take_notes();
    file.notes.push_back({"means_only",
                          Severity::info,
                          "This file holds the means of tasks, no items: they are compared with the details of the "
                          "same run (lighteval --save-details, details_<task>_<time>.parquet).",
                          1,
                          {}});
    return file;
  }

 private:
  void describe(const JsonValue& file) {
    if (const JsonValue* config = value_in(file, "config_general")) {
      run_.model = text_in(*config, "model_name");
      const JsonValue* model = value_at(*config, {"model_config", "model_name"});
      if (run_.model.empty() && model != nullptr) run_.model = text_of(*model);
    }
    const JsonValue* results = value_in(file, "results");
    if (results == nullptr || !results->is_object()) return;
    for (const auto& [task, metrics] : results->members()) {
      if (task == "all" || task.find(":_average") != std::string::npos || !metrics.is_object()) continue;
      const std::size_t colon = task.find(':');
      const std::size_t bar = task.find('|');
      if (colon != std::string::npos) {  // "leaderboard|mmlu:astronomy|5" is a part of mmlu
        const std::size_t from = bar != std::string::npos && bar < colon ? bar + 1 : 0;
        run_.groups[task.substr(from, colon - from)].push_back(task);
      }
      for (const auto& [name, value] : metrics.members()) {
        const bool is_error = name.find("_stderr") != std::string::npos;
        const double number = number_of(value);
        if (!is_error && std::isfinite(number)) run_.metrics.push_back({task, name, number});
      }
    }
    for (auto group = run_.groups.begin(); group != run_.groups.end();) {
      group = group->second.size() < 2 ? run_.groups.erase(group) : std::next(group);
    }
  }

  LightevalPath of_path_;
  RunDescription run_;
  std::uint64_t rows_ = 0;
  JsonRecordReader records_;
};

int recognise_results(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.container != JsonOutline::Container::object) return 0;
  const JsonOutlineKey* results = outline.find("results");
  const bool tasks = results != nullptr && results->kind == JsonKind::object;
  // The first leaderboard kept the header of lighteval's predecessor.
  return tasks && (outline.has("config_general") || outline.has("config_tasks")) ? 95 : 0;
}

}  // namespace

Format lighteval_format() {
  return {"lighteval", "lighteval details", recognise_details, open_reader<LightevalReader>};
}

Format lighteval_results_format() {
  return {"lighteval_results", "lighteval results", recognise_results, open_reader<LightevalResultsReader>};
}

}  // namespace harmonograph
