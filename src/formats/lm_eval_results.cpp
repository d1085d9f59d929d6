// results_<time>.json of lm-evaluation-harness: the description of a run, and the samples when they are embedded.
#include <algorithm>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "formats/lm_eval_collector.hpp"
#include "formats/lm_eval_names.hpp"
#include "formats/lm_eval_sample.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

std::string text_member(const JsonValue& object, const char* name) {
  const JsonValue* value = object.find(name);
  return value != nullptr && value->is_string() ? std::string(value->text()) : std::string();
}

/// model_name, or the model among the arguments. config.model is the kind of back end ("hf"), not a model.
std::string model_of(const JsonValue& results) {
  std::string model = text_member(results, "model_name");
  const JsonValue* config = results.find("config");
  if (model.empty() && config != nullptr) {
    model = text_member(*config, "model_name");
    if (const JsonValue* arguments = config->find("model_args"); model.empty() && arguments != nullptr) {
      if (arguments->is_string()) model = model_of_arguments(arguments->text());
      for (const char* name : {"pretrained", "model", "path", "engine"}) {
        if (model.empty()) model = text_member(*arguments, name);
      }
    }
  }
  if (const JsonValue* config_general = results.find("config_general"); model.empty() && config_general != nullptr) {
    model = text_member(*config_general, "model_name");  // lighteval writes the same file with another header
  }
  if (model.empty()) {
    model = model_of_sanitized(text_member(results, "model_name_sanitized"));
  }
  return model;
}

void add_metrics(const JsonValue& tasks, std::vector<StatedMetric>& metrics) {
  if (!tasks.is_object()) return;
  std::set<std::string> known;
  for (const StatedMetric& metric : metrics) known.insert(metric.benchmark);
  for (const auto& [task, values] : tasks.members()) {
    if (!values.is_object() || known.count(task) > 0) continue;
    for (const auto& [name, value] : values.members()) {
      const bool is_score = value.is_number() && name != "alias" && name != "sample_len" && name != "samples" &&
                            name.find("_stderr") == std::string::npos;
      if (is_score) metrics.push_back({task, name, value.number()});
    }
  }
}

RunDescription describe_run(const JsonValue& results) {
  RunDescription run;
  run.model = model_of(results);
  if (const JsonValue* tasks = results.find("results")) add_metrics(*tasks, run.metrics);
  if (const JsonValue* groups = results.find("groups")) add_metrics(*groups, run.metrics);
  if (const JsonValue* groups = results.find("group_subtasks"); groups != nullptr && groups->is_object()) {
    for (const auto& [group, tasks] : groups->members()) {
      if (!tasks.is_array() || tasks.empty()) continue;
      std::vector<std::string> names;
      for (const JsonValue& task : tasks) {
        if (task.is_string()) names.emplace_back(task.text());
      }
      if (!names.empty()) run.groups[group] = std::move(names);
    }
  }
  return run;
}

class ResultsReader : public FormatReader {
 public:
  explicit ResultsReader(const FileSource& source)
      : options_(source.options),
        path_(lm_eval_results_path(source.path)),
        records_(record_options(), [this](JsonRecord&& record) {
          take(record);
          return Result<void>();
        }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return collector_.rows(); }

  Result<FileObservations> finish() override {
    const Result<void> ended = records_.finish();
    if (!ended.ok()) return ended.error();
    if (!has_run_ && collector_.rows() == 0) {
      return Error{
          ErrorCode::malformed_file, "The file has neither results nor samples that could be read.", {}, 0, {}};
    }
    std::vector<Note> notes = records_.take_notes();
    FileObservations observations;
    if (collector_.rows() == 0) {
      observations.role = FileRole::run;
    } else {
      Result<FileObservations> samples = collector_.finish(options_);
      if (samples.ok()) {
        observations = std::move(*samples);
      } else if (has_run_ && samples.error().code == ErrorCode::no_responses) {
        observations.role = FileRole::run;
        observations.rows_read = collector_.rows();
        observations.rows_skipped = collector_.rows();
        notes.push_back({"samples_without_score",
                         Severity::warning,
                         samples.error().message + " Only the description of the run was read.",
                         collector_.rows(),
                         {}});
      } else {
        return samples;
      }
    }
    observations.run = std::move(run_);
    observations.run_key = path_.run_key;
    const auto model = options_.find("model");
    if (observations.run.model.empty()) observations.run.model = path_.model;
    if (model != options_.end() && !model->second.empty()) observations.run.model = model->second;
    if (observations.role == FileRole::responses) observations.models = {observations.run.model};
    const auto benchmark = options_.find("benchmark");
    if (benchmark != options_.end() && !benchmark->second.empty() && observations.benchmarks.size() == 1) {
      observations.benchmarks = {benchmark->second};
    }
    notes.insert(notes.end(), observations.notes.begin(), observations.notes.end());
    observations.notes = std::move(notes);
    return observations;
  }

 private:
  static JsonRecordOptions record_options() {
    JsonRecordOptions options = lm_eval_record_options();
    options.element_paths = {"samples.*"};
    return options;
  }

  void take(const JsonRecord& record) {
    if (record.path.empty()) {
      if (has_run_ || !record.value.is_object()) return;
      has_run_ = true;
      run_ = describe_run(record.value);
    } else {
      read_lm_eval_sample(record.value, record.line, sample_);
      collector_.add(record.path.substr(record.path.find('.') + 1), sample_);
    }
  }

  ReadOptions options_;
  LmEvalPath path_;
  bool has_run_ = false;
  RunDescription run_;
  LmEvalSample sample_;
  LmEvalCollector collector_;
  JsonRecordReader records_;
};

int recognise_results(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.container != JsonOutline::Container::object) return 0;
  const JsonOutlineKey* results = outline.find("results");
  if (results == nullptr || results->kind != JsonKind::object) return 0;
  if (outline.has("configs") || outline.has("versions") || outline.has("group_subtasks")) return 90;
  // The metric names of 0.4 carry their filter: "acc,none".
  if (head.bytes.find(",none\":") != std::string_view::npos) return 80;
  return 0;
}

}  // namespace

Format lm_eval_results_format() {
  return {"lm_eval_results", "lm-evaluation-harness results", recognise_results,
          [](const FileSource& source) { return std::unique_ptr<FormatReader>(new ResultsReader(source)); }};
}

}  // namespace harmonograph
