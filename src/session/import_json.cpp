#include "session/import_json.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/json_values.hpp"
#include "core/text.hpp"

namespace harmonograph {
namespace {

using json_values::dump;
using json_values::Json;
using json_values::number;
using json_values::text;

Json texts(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(text(value));
  return list;
}

Json error_json(const Error& error) {
  return {{"code", to_string(error.code)},
          {"message", text(error.message)},
          {"file", text(error.file)},
          {"line", error.line},
          {"hint", text(error.hint)}};
}

Json error_json(const std::optional<Error>& error) {
  return error ? error_json(*error) : Json(nullptr);
}

Json format_json(const Format* format) {
  if (format == nullptr) return nullptr;
  return {{"id", format->id}, {"label", format->label}};
}

Json alternatives_json(const std::vector<Alternative>& alternatives) {
  Json list = Json::array();
  for (const auto& each : alternatives) list.push_back({{"name", text(each.name)}, {"rows", each.rows}});
  return list;
}

Json table_json(const std::optional<TableDescription>& table) {
  if (!table) return nullptr;
  Json columns = Json::array();
  for (const auto& column : table->columns) {
    columns.push_back({{"name", text(column.name)}, {"role", text(column.role)}, {"examples", texts(column.examples)}});
  }
  return {{"separator", std::string(1, table->separator)},
          {"decimalComma", table->decimal_comma},
          {"hasHeader", table->has_header},
          {"shape", table->shape},
          {"columns", std::move(columns)},
          {"columnCount", table->column_count}};
}

std::string_view role_name(FileRole role) {
  switch (role) {
    case FileRole::responses: return "responses";
    case FileRole::run: return "run";
    case FileRole::model_attributes: return "model attributes";
    case FileRole::item_attributes: return "item attributes";
    case FileRole::item_vectors: return "item vectors";
  }
  return "responses";
}

Json choice_set_names(const FileObservations& observations) {
  Json list = Json::array();
  for (const auto& set : observations.responses.choices) list.push_back(text(set.name));
  return list;
}

Json file_json(const SessionFile& file) {
  static const FileObservations nothing;
  const FileObservations& observations = file.observations ? *file.observations : nothing;
  Json options = Json::object();
  for (const auto& [name, value] : file.options) options[name] = text(value);
  return {{"id", file.id},
          {"path", text(file.path)},
          {"bytes", file.bytes},
          {"format", format_json(file.format)},
          {"role", role_name(observations.role)},
          {"models", texts(observations.models)},
          {"benchmarks", texts(observations.benchmarks)},
          {"rowsRead", observations.rows_read},
          {"rowsSkipped", observations.rows_skipped},
          {"items", observations.items.size()},
          {"responses", observations.responses.score.size()},
          {"filters", alternatives_json(observations.filters)},
          {"filter", text(observations.filter)},
          {"metrics", alternatives_json(observations.metrics)},
          {"metric", text(observations.metric)},
          {"choiceSets", choice_set_names(observations)},
          {"table", table_json(observations.table)},
          {"argmaxCompared", observations.argmax_compared},
          {"argmaxDisagreements", observations.argmax_disagreements},
          {"notes", json_values::notes(observations.notes)},
          {"options", std::move(options)},
          {"error", error_json(file.error)}};
}

/// Every choice set of the benchmark with the models that have it, in order of first appearance.
Json choice_sets_json(const Benchmark& benchmark) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> sets;
  for (std::size_t m = 0; m < benchmark.choices.size(); ++m) {
    for (const auto& choices : benchmark.choices[m]) {
      auto found = std::find_if(sets.begin(), sets.end(), [&](const auto& set) { return set.first == choices.name; });
      if (found == sets.end()) found = sets.insert(sets.end(), {choices.name, {}});
      found->second.push_back(m);
    }
  }
  Json list = Json::array();
  for (const auto& [name, models] : sets) list.push_back({{"name", text(name)}, {"models", models}});
  return list;
}

Json option_counts_json(const Benchmark& benchmark) {
  std::uint32_t smallest = 0;
  std::uint32_t largest = 0;
  for (const std::uint32_t count : benchmark.option_counts) {
    if (count == 0) continue;
    smallest = smallest == 0 ? count : std::min(smallest, count);
    largest = std::max(largest, count);
  }
  return largest == 0 ? Json(nullptr) : Json::array({smallest, largest});
}

Json attributes_json(const Benchmark& benchmark) {
  Json list = Json::array();
  for (const auto& attribute : benchmark.attributes) {
    std::set<std::string_view> levels;
    std::size_t items = 0;
    for (const auto& value : attribute.values) {
      if (value.empty()) continue;
      levels.insert(value);
      ++items;
    }
    list.push_back({{"name", text(attribute.name)}, {"levels", levels.size()}, {"items", items}});
  }
  return list;
}

Json vectors_json(const Benchmark& benchmark) {
  Json list = Json::array();
  for (const auto& vectors : benchmark.vectors) {
    std::size_t items = 0;
    for (std::size_t i = 0; i < vectors.values.rows(); ++i) items += std::isnan(vectors.values(i, 0)) ? 0 : 1;
    list.push_back({{"name", text(vectors.name)}, {"width", vectors.values.columns()}, {"items", items}});
  }
  return list;
}

Json benchmark_json(std::size_t index, const Benchmark& benchmark, const BenchmarkReport& report) {
  return {{"index", index},
          {"name", text(benchmark.name)},
          {"items", benchmark.item_count()},
          {"models", report.models},
          {"itemsSharedByAll", report.items_shared_by_all},
          {"missingCells", report.missing_cells},
          {"joinedBy", to_string(report.joined_by)},
          {"joins",
           {{"nativeId", report.joins.native_id},
            {"contentHash", report.joins.content_hash},
            {"questionText", report.joins.question_text},
            {"position", report.joins.position},
            {"oneFile", report.joins.one_file},
            {"oneModel", report.joins.one_model}}},
          {"optionCounts", option_counts_json(benchmark)},
          {"hasTexts", !benchmark.item_texts.empty()},
          {"attributes", attributes_json(benchmark)},
          {"vectors", vectors_json(benchmark)},
          {"choiceSets", choice_sets_json(benchmark)},
          {"notes", json_values::notes(report.notes)}};
}

/// The assembly counts the files that could be read; outside of it they go by their ids.
Json unnamed_models_json(const std::vector<SessionFile>& files, const std::vector<UnnamedModels>& collisions) {
  std::vector<std::uint32_t> ids;
  for (const auto& file : files) {
    if (file.observations) ids.push_back(file.id);
  }
  Json list = Json::array();
  for (const auto& collision : collisions) {
    Json members = Json::array();
    for (const std::size_t f : collision.files) members.push_back(ids[f]);
    list.push_back({{"name", text(collision.name)},
                    {"benchmark", text(collision.benchmark)},
                    {"files", std::move(members)},
                    {"lost", collision.lost}});
  }
  return list;
}

Json accuracy_json(const Accuracy& accuracy) {
  Json interval = nullptr;
  if (std::isfinite(accuracy.interval.low) && std::isfinite(accuracy.interval.high)) {
    interval = {{"low", accuracy.interval.low}, {"high", accuracy.interval.high}};
  }
  return {{"value", number(accuracy.value)},
          {"interval", std::move(interval)},
          {"items", accuracy.items},
          {"missing", accuracy.missing},
          {"method", accuracy.method}};
}

}  // namespace

std::string formats_to_json() {
  Json list = Json::array();
  for (const auto& format : all_formats()) list.push_back(format_json(&format));
  return dump(list);
}

std::string file_to_json(const SessionFile& file) {
  return dump(file_json(file));
}

std::string report_to_json(const std::vector<SessionFile>& files, const Assembly& assembly) {
  const Dataset& dataset = assembly.dataset;
  Json file_list = Json::array();
  for (const auto& file : files) file_list.push_back(file_json(file));
  Json benchmarks = Json::array();
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    benchmarks.push_back(benchmark_json(b, dataset.benchmarks[b], assembly.report.benchmarks[b]));
  }
  Json models = Json::array();
  for (std::size_t m = 0; m < dataset.models.size(); ++m) {
    models.push_back(
        {{"index", m}, {"name", text(dataset.models[m].name)}, {"attributes", texts(dataset.models[m].attributes)}});
  }
  Json groups = Json::array();
  for (const TaskGroup& group : assembly.report.task_groups) {
    groups.push_back({{"name", text(group.name)},
                      {"tasks", texts(group.tasks)},
                      {"merged", group.merged},
                      {"source", group.source == GroupSource::results_file ? "results file" : "names"}});
  }
  Json checks = Json::array();
  for (const auto& check : assembly.report.metric_checks) {
    checks.push_back({{"model", text(check.model)},
                      {"benchmark", text(check.benchmark)},
                      {"metric", text(check.metric)},
                      {"stated", check.stated},
                      {"computed", check.computed},
                      {"agrees", check.agrees}});
  }
  return dump({{"files", std::move(file_list)},
               {"unnamedModels", unnamed_models_json(files, assembly.report.unnamed_models)},
               {"benchmarks", std::move(benchmarks)},
               {"models", std::move(models)},
               {"modelAttributeNames", texts(dataset.model_attribute_names)},
               {"groups", std::move(groups)},
               {"metricChecks", std::move(checks)},
               {"notes", json_values::notes(assembly.report.notes)}});
}

std::string overview_to_json(const std::vector<OverviewCell>& cells) {
  Json list = Json::array();
  for (const auto& cell : cells) {
    list.push_back({{"benchmark", cell.benchmark},
                    {"model", cell.model},
                    {"accuracy", accuracy_json(cell.accuracy)},
                    {"partitions", texts(cell.partitions)},
                    {"refusal", error_json(cell.refusal)}});
  }
  return dump(list);
}

Result<std::string> items_to_json(const Dataset& dataset, std::size_t index) {
  if (index >= dataset.benchmarks.size()) {
    return Error{ErrorCode::not_found,
                 "There is no benchmark " + std::to_string(index) + ".",
                 {},
                 0,
                 "Choose one of the loaded benchmarks."};
  }
  const Benchmark& benchmark = dataset.benchmarks[index];
  Json list = Json::array();
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    const ItemScores scores = item_scores(benchmark, i);
    Json attributes = Json::array();
    for (const auto& attribute : benchmark.attributes) attributes.push_back(text(attribute.values[i]));
    list.push_back({{"item", i},
                    {"id", text(benchmark.item_ids[i])},
                    {"text", text(benchmark.item_texts.empty() ? std::string_view{} : benchmark.item_texts[i])},
                    {"key", benchmark.keys[i]},
                    {"options", benchmark.option_counts[i]},
                    {"attributes", std::move(attributes)},
                    {"meanScore", number(scores.mean)},
                    {"scored", scores.models}});
  }
  return dump(list);
}

std::string model_items_to_json(const ModelItems& items) {
  Json scores = Json::array();
  for (const double score : items.scores) scores.push_back(number(score));
  return dump({{"model", items.model},
               {"choices", text(items.choices)},
               {"scores", std::move(scores)},
               {"chosen", items.chosen}});
}

std::string error_to_json(const Error& error) {
  return dump(error_json(error));
}

std::string status_to_json(const JobStatus& status) {
  return dump({{"done", status.done}, {"progress", status.progress}, {"stage", text(status.stage)}});
}

Result<std::vector<std::string>> parse_names(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  const Error refusal{
      ErrorCode::invalid_argument, "The names are not a JSON list of texts.", {}, 0, "Pass a list such as [\"mmlu\"]."};
  if (!parsed.is_array()) return refusal;
  std::vector<std::string> names;
  for (const auto& name : parsed) {
    if (!name.is_string()) return refusal;
    names.push_back(name.get<std::string>());
  }
  return names;
}

Result<ReadOptions> parse_read_options(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  const Error refusal{ErrorCode::invalid_argument,
                      "The read options are not a JSON object of texts.",
                      {},
                      0,
                      "Pass an object such as {\"filter\": \"strict-match\"}."};
  if (!parsed.is_object()) return refusal;
  ReadOptions options;
  for (const auto& [name, value] : parsed.items()) {
    if (!value.is_string()) return refusal;
    options[name] = value.get<std::string>();
  }
  return options;
}

}  // namespace harmonograph
