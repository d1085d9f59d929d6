// Test runs of deepeval (.latest_run_full.json, test_run_*.json, and what evaluate() returns, written by
// .model_dump_json()): test cases with the scores of several metrics. The
// model stands only among the hyperparameters; without it the file's name is the model. Metrics are named as in the
// file; "success" (all metrics over their thresholds) can be chosen too.
#include <cmath>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

class DeepEvalReader final : public RecordReader {
 public:
  explicit DeepEvalReader(const FileSource& source) : RecordReader(source, options()) {
    model_ = collected().model("");
    benchmark_ = collected().benchmark("");
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"actualOutput", "actual_output", "reason", "retrievalContext",
                                              "retrieval_context", "context", "verboseLogs", "verbose_logs", "trace"});
    options.element_paths = {"testCases", "conversationalTestCases", "testRunData.testCases", "test_results"};
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty()) {
      for (const char* place : {"hyperparameters", "testRunData"}) {
        const JsonValue* found = value_in(record.value, place);
        if (found != nullptr && value_in(*found, "hyperparameters") != nullptr) {
          found = value_in(*found, "hyperparameters");
        }
        for (const char* key : {"model", "Model", "model_name"}) {
          if (found != nullptr && name_.empty()) name_ = text_in(*found, key);
        }
      }
      return {};
    }
    const JsonValue* metrics = value_in(record.value, "metricsData");
    if (metrics == nullptr) metrics = value_in(record.value, "metrics_data");
    const std::string input = text_in(record.value, "input");
    const std::string name = text_in(record.value, "name");
    if (metrics == nullptr || !metrics->is_array() || metrics->empty() || (input.empty() && name.empty())) {
      skip("no_metrics", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = benchmark_;
    // Names are numbered in the order of the run: where the input is known, it says what the item is.
    item.native_id = input.empty() ? name : input;
    item.position = whole_number_in(record.value, record.value.contains("order") ? "order" : "index");
    item.text = input;
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    if (const JsonValue* tags = value_in(record.value, "tags"); tags != nullptr && tags->is_array() && !tags->empty()) {
      collected().attribute(place, "tag", text_of((*tags)[0]));
    }
    collected().respond(model_, place, record.line);
    for (const JsonValue& metric : *metrics) {
      const std::string metric_name = text_in(metric, "name");
      if (metric_name.empty()) continue;
      if (value_in(metric, "error") != nullptr) {
        collected().notes().count("metric_errors", Severity::warning, record.line);
      }
      collected().score(metric_name, number_in(metric, "score"));
    }
    if (const JsonValue* success = value_in(record.value, "success")) collected().score("success", number_of(*success));
    return {};
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_metrics", "{n} test cases without metrics or an input were left out.");
    notes.describe("metric_errors", "{n} metrics ended with an error; without a score they are missing.");
    return {};
  }

  void complete(FileObservations& file) override {
    file.model_is_stated = !name_.empty();
    if (!name_.empty() && file.models == std::vector<std::string>{""}) file.models = {name_};
  }

  std::string name_;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("testCases") || outline.has("conversationalTestCases")) {
    return head.bytes.find("\"metricsData\"") != std::string_view::npos ? 95 : 70;
  }
  if (outline.has("test_results") && head.bytes.find("\"metrics_data\"") != std::string_view::npos) return 95;
  const JsonOutlineKey* run = outline.find("testRunData");
  return run != nullptr && run->kind == JsonKind::object ? 90 : 0;
}

}  // namespace

Format deepeval_format() {
  return {"deepeval", "deepeval test run", recognise, open_reader<DeepEvalReader>};
}

}  // namespace harmonograph
