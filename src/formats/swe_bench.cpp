// Results of SWE-bench: which instances were resolved. Several files say it in their own way:
// - {model: {instance: {"resolved": true, ..}}}: a leaderboard of several models;
// - {instance: {"resolved": true, ..}}: details of one model;
// - {"resolved": [..], "no_generation": [..], ..}: the results of one submission. What is in no list was not resolved:
//   the items are those that the file names, and the report says so;
// - {"resolved_ids": [..], "unresolved_ids": [..], ..}: a report of the harness. Submitted instances count, as its own
//   accuracy counts them: empty patches and errors are not resolved. An instance that stands there several times was
//   tried several times (Terminal-Bench): its score is the share of the trials that resolved it.
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "formats/lm_eval_names.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// "gpt-5.run_1.json" of the harness: <model>.<run id>; "20240402_sweagent_gpt4/results/results.json": the folder.
std::string model_of_path(std::string_view path) {
  const std::string stem = file_stem(path);
  if (stem == "results" || stem == "per_instance_details" || stem == "report") {
    std::string_view folder = folder_of(path);
    while (file_name_of(folder) == "results" || file_name_of(folder) == "logs") folder = folder_of(folder);
    return std::string(file_name_of(folder));
  }
  const std::size_t run = stem.find('.');
  return model_of_sanitized(run == std::string::npos ? stem : stem.substr(0, run));
}

bool is_instance(const JsonValue& value) {
  return value.is_object() && value.contains("resolved") && value["resolved"].is_boolean();
}

class SweBenchReader final : public RecordReader {
 public:
  explicit SweBenchReader(const FileSource& source) : RecordReader(source, options()) {}

 private:
  static JsonRecordOptions options() { return without_keys({"tests_status", "model_patch"}); }

  Result<void> take(const JsonRecord& record) override {
    const JsonValue& file = record.value;
    if (!file.is_object()) {
      skip("not_results", record.line);
      return {};
    }
    if (file.contains("resolved_ids") || file.contains("resolved")) {
      take_lists(file, record.line);
      return {};
    }
    for (const auto& [name, value] : file.members()) {
      if (is_instance(value)) {
        respond(collected().model(model_of_path(path())), name, value["resolved"].truth() ? 1 : 0, record.line);
      } else if (value.is_object() && !value.empty() && is_instance(value.front())) {
        stated_ = true;
        for (const auto& [instance, about] : value.members()) {
          if (is_instance(about)) {
            respond(collected().model(name), instance, about["resolved"].truth() ? 1 : 0, record.line);
          }
        }
      } else {
        skip("not_results", record.line);
      }
    }
    return {};
  }

  void take_lists(const JsonValue& file, std::uint64_t line) {
    const std::uint32_t model = collected().model(model_of_path(path()));
    const bool harness = file.contains("resolved_ids") || file.contains("unresolved_ids");
    if (harness) respond_to_trials(file, model, line);
    for (const char* key : {"resolved_ids", "resolved"}) respond_all(file, key, model, 1, line);
    for (const char* key :
         {"unresolved_ids", "empty_patch_ids", "error_ids", "no_generation", "no_logs", "no_apply", "reset_failed",
          "install_fail", "test_errored", "test_timeout", "applied", "generated", "with_logs", "unresolved"}) {
      respond_all(file, key, model, 0, line);
    }
    if (!harness) only_resolved_ = true;
  }

  void respond_to_trials(const JsonValue& file, std::uint32_t model, std::uint64_t line) {
    struct Trials {
      double resolved = 0;
      double all = 0;
    };
    std::vector<std::string> order;
    std::map<std::string, Trials> trials;
    for (const char* key : {"resolved_ids", "unresolved_ids"}) {
      const JsonValue* list = value_in(file, key);
      if (list == nullptr || !list->is_array()) continue;
      for (const JsonValue& id : *list) {
        if (!id.is_string()) continue;
        const auto [entry, fresh] = trials.try_emplace(std::string(id.text()));
        if (fresh) order.push_back(entry->first);
        entry->second.all += 1;
        entry->second.resolved += std::string_view(key) == "resolved_ids" ? 1 : 0;
      }
    }
    for (const std::string& id : order) {
      const Trials& each = trials[id];
      respond(model, id, each.resolved / each.all, line);
      if (each.all > 1) collected().notes().count("several_trials", Severity::info, 0);
    }
  }

  void respond_all(const JsonValue& file, const char* key, std::uint32_t model, double score, std::uint64_t line) {
    const JsonValue* list = value_in(file, key);
    if (list == nullptr || !list->is_array()) return;
    for (const JsonValue& id : *list) {
      if (id.is_string()) respond(model, std::string(id.text()), score, line);
    }
  }

  void respond(std::uint32_t model, const std::string& instance, double score, std::uint64_t line) {
    // "django__django-11532": repositories are the natural subdomains.
    const std::size_t dash = instance.rfind('-');
    const std::size_t owner = instance.find("__");
    FileItem item;
    // Other benchmarks report in the same way: their name is the file's.
    item.benchmark = collected().benchmark(owner == std::string::npos ? "" : "SWE-bench");
    item.native_id = instance;
    item.line = line;
    const std::uint32_t place = collected().item(std::move(item));
    if (owner != std::string::npos && dash != std::string::npos && dash > owner) {
      collected().attribute(place, "repository",
                            instance.substr(0, owner) + "/" + instance.substr(owner + 2, dash - owner - 2));
    }
    if (!seen_.insert({model, place}).second) return;  // lists overlap: resolved ones come first
    collected().respond(model, place, line);
    collected().score("resolved", score);
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("several_trials",
                   "{n} instances were tried several times: their scores are the shares of trials that resolved them.");
    notes.describe("not_results", "{n} entries of the file say nothing about an instance and were left out.");
    if (only_resolved_) {
      notes.add({"unresolved_implicit",
                 Severity::warning,
                 "This kind of file lists what was resolved and a part of what was not: instances of the benchmark "
                 "that it does not name count as unresolved where another file names them.",
                 collected().responses(),
                 {}});
    }
    return {};
  }

  void complete(FileObservations& file) override {
    file.model_is_stated = stated_;
    file.absent_is_wrong = only_resolved_;
  }

  bool stated_ = false;
  bool only_resolved_ = false;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  // Terminal-Bench: the trials themselves say more.
  const JsonOutlineKey* trials = outline.find("results");
  if (outline.has("n_resolved") && trials != nullptr && trials->first_element == JsonKind::object) return 0;
  if (outline.has("resolved_ids") && (outline.has("unresolved_ids") || outline.has("completed_ids"))) return 95;
  if (outline.has("resolved") && (outline.has("no_generation") || outline.has("no_logs"))) return 95;
  if (outline.keys.empty()) return 0;
  const JsonOutlineKey& first = outline.keys.front();
  if (first.kind != JsonKind::object) return 0;
  for (const std::string& key : first.keys) {
    if (key == "resolved") return 90;
    if (key.find("__") != std::string::npos && key.find('-') != std::string::npos) {
      return head.bytes.find("\"resolved\"") != std::string_view::npos ? 90 : 0;
    }
  }
  return 0;
}

}  // namespace

Format swe_bench_format() {
  return {"swe_bench", "SWE-bench results", recognise, open_reader<SweBenchReader>};
}

}  // namespace harmonograph
