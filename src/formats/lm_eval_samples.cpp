// samples_<task>_<time>.jsonl of lm-evaluation-harness 0.4.0 and later: JSON lines or one JSON array.
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

using RecordReader = void (*)(const JsonValue&, std::uint64_t, LmEvalSample&);

class SamplesReader : public FormatReader {
 public:
  SamplesReader(const FileSource& source, LmEvalPath path, RecordReader read_record)
      : options_(source.options),
        path_(std::move(path)),
        records_(lm_eval_record_options(), [this, read_record](JsonRecord&& record) {
          read_record(record.value, record.line, sample_);
          collector_.add({}, sample_);
          return Result<void>();
        }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return collector_.rows(); }

  Result<FileObservations> finish() override {
    const Result<void> ended = records_.finish();
    if (!ended.ok()) return ended.error();
    if (collector_.rows() == 0) return Error{ErrorCode::no_responses, "The file holds no sample.", {}, 0, {}};
    Result<FileObservations> result = collector_.finish(options_);
    if (!result.ok()) return result;
    const auto named = [&](const char* option, const std::string& otherwise) {
      const auto found = options_.find(option);
      return found == options_.end() || found->second.empty() ? otherwise : found->second;
    };
    result->models = {named("model", path_.model)};
    result->benchmarks = {named("benchmark", path_.task)};
    result->run_key = path_.run_key;
    std::vector<Note> notes = records_.take_notes();
    notes.insert(notes.end(), result->notes.begin(), result->notes.end());
    result->notes = std::move(notes);
    return result;
  }

 private:
  ReadOptions options_;
  LmEvalPath path_;
  LmEvalSample sample_;
  LmEvalCollector collector_;
  JsonRecordReader records_;
};

int recognise_samples(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("doc_id") && outline.has("filtered_resps")) return 95;
  if (outline.has("doc_id") && outline.has("doc") && (outline.has("resps") || outline.has("arguments"))) return 85;
  // The first document may be longer than what is looked at here.
  if (!head.complete && !outline.first_record_complete && outline.has("doc_id") && outline.has("doc")) return 60;
  // The first line may be damaged while the others are not.
  const bool is_json = outline.container != JsonOutline::Container::none;
  if (is_json && outline.record == JsonKind::object && !outline.has("samples") &&
      head.bytes.find("\"filtered_resps\"") != std::string_view::npos &&
      head.bytes.find("\"doc_id\"") != std::string_view::npos && !outline.has("results")) {
    return 50;
  }
  return 0;
}

int recognise_write_out(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("doc_id") && outline.has("logit_0")) return 95;
  if (outline.has("doc_id") && outline.has("prompt_0")) return 85;
  return 0;
}

}  // namespace

Format lm_eval_samples_format() {
  return {"lm_eval_samples", "lm-evaluation-harness samples", recognise_samples, [](const FileSource& source) {
            return std::unique_ptr<FormatReader>(
                new SamplesReader(source, lm_eval_samples_path(source.path), read_lm_eval_sample));
          }};
}

Format lm_eval_write_out_format() {
  return {"lm_eval_write_out", "lm-evaluation-harness write-out (2023)", recognise_write_out,
          [](const FileSource& source) {
            return std::unique_ptr<FormatReader>(
                new SamplesReader(source, lm_eval_write_out_path(source.path), read_lm_eval_write_out));
          }};
}

}  // namespace harmonograph
