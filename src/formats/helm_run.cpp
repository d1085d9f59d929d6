// The files of a HELM run that hold no responses: run_spec.json names the model, instances.json describes the items
// (question, options, right one); predictions and requests as they are displayed, the scenario and the mean stats add
// nothing, and say so instead of failing.
#include <set>

#include "core/text.hpp"
#include "formats/helm_names.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// Reads one object and keeps what names the run.
class HelmRunSpecReader final : public FormatReader {
 public:
  explicit HelmRunSpecReader(const FileSource& source)
      : path_(source.path), records_({}, [this](JsonRecord&& record) -> Result<void> {
          ++rows_;
          for (const std::string_view key : {"model", "model_deployment"}) {
            const JsonValue* model = value_at(record.value, {"adapter_spec", key});
            if (model != nullptr && model_.empty()) model_ = text_of(*model);
          }
          return {};
        }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return rows_; }
  Result<FileObservations> finish() override {
    if (auto read = records_.finish(); !read) return read.error();
    FileObservations file;
    file.role = FileRole::run;
    file.run_key = "helm:" + std::string(folder_of(path_));
    file.run.model = model_;
    file.rows_read = rows_;
    file.notes = records_.take_notes();
    if (model_.empty()) {
      file.notes.push_back({"nothing_needed",
                            Severity::info,
                            "This file of a HELM run holds nothing that is needed beside per_instance_stats.json.",
                            1,
                            {}});
    }
    return file;
  }

 private:
  std::string path_;
  std::string model_;
  std::uint64_t rows_ = 0;
  JsonRecordReader records_;
};

class HelmInstancesReader final : public RecordReader {
 public:
  explicit HelmInstancesReader(const FileSource& source) : RecordReader(source, {}) {
    benchmark_ = collected().benchmark(helm_run_of_path(source.path).benchmark);
  }

 private:
  Result<void> take(const JsonRecord& record) override {
    const std::string id = text_in(record.value, "id");
    if (id.empty()) {
      skip("no_id", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = helm_item_id(id, record.value, record.value);
    item.line = record.line;
    if (const JsonValue* text = value_at(record.value, {"input", "text"})) item.text = text_of(*text);
    const JsonValue* references = value_in(record.value, "references");
    if (references != nullptr && references->is_array() && references->size() > 1) {
      item.option_count = static_cast<std::uint32_t>(references->size());
      item.key = helm_right_option(*references);
    }
    const std::string split = text_in(record.value, "split");
    collected().attribute(collected().item(std::move(item)), "split", split);
    return {};
  }

  [[nodiscard]] bool describes_items() const override { return true; }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_id", "{n} instances without an id were left out.");
    return {};
  }

  std::uint32_t benchmark_ = 0;
};

int recognise_run(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("adapter_spec") && outline.has("scenario_spec")) return 95;  // run_spec.json
  if (outline.has("definition_path") && outline.has("name")) return 80;        // scenario.json
  const bool of_instance = outline.has("instance_id") && outline.has("train_trial_index");
  if (of_instance && (outline.has("predicted_text") || outline.has("request"))) return 90;  // display_*.json
  const JsonOutlineKey* name = outline.find("name");
  const bool is_stat = name != nullptr && name->kind == JsonKind::object && outline.has("sum_squared");
  return is_stat ? 90 : 0;  // stats.json
}

int recognise_instances(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* input = outline.find("input");
  const bool is_instance =
      input != nullptr && input->kind == JsonKind::object && outline.has("references") && outline.has("id");
  return is_instance ? 90 : 0;
}

}  // namespace

Format helm_run_format() {
  return {"helm_run", "HELM run: its description", recognise_run,
          [](const FileSource& source) { return std::unique_ptr<FormatReader>(new HelmRunSpecReader(source)); }};
}

Format helm_instances_format() {
  return {"helm_instances", "HELM instances", recognise_instances, open_reader<HelmInstancesReader>};
}

}  // namespace harmonograph
