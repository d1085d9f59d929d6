// Reviews of EvalScope: reviews/<model>/<data set>[_<subset>].jsonl, one sample a line with its scores under
// sample_score.score.value. Repetitions of a sample share a group_id and are averaged.
#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

class EvalScopeReader final : public RecordReader {
 public:
  explicit EvalScopeReader(const FileSource& source)
      : RecordReader(source, without_keys({"messages", "explanation", "prediction", "model_output", "task_state"})) {
    benchmark_ = collected().benchmark(file_stem(source.path));
    model_ = collected().model(last_folder(source.path));
  }

 private:
  Result<void> take(const JsonRecord& record) override {
    const JsonValue* scored = value_in(record.value, "sample_score");
    const JsonValue* value = scored == nullptr ? nullptr : value_at(*scored, {"score", "value"});
    std::string id = scored == nullptr ? std::string() : text_in(*scored, "group_id");
    if (id.empty() && scored != nullptr) id = text_in(*scored, "sample_id");
    if (id.empty()) id = text_in(record.value, "index");
    if (value == nullptr || !value->is_object() || id.empty()) {
      skip("no_score", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id;
    item.text = text_in(record.value, "input");
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    if (const JsonValue* metadata = value_in(*scored, "sample_metadata");
        metadata != nullptr && metadata->is_object()) {
      for (const auto& [name, entry] : metadata->members()) {
        const std::string text = text_of(entry);
        if (text.size() <= 60) collected().attribute(place, name, text);
      }
    }
    collected().respond(model_, place, record.line);
    for (const auto& [name, entry] : value->members()) {
      const auto score = score_of(entry);
      if (score) collected().score(name, *score);
    }
    if (first_metric_.empty()) first_metric_ = text_in(*value_in(*scored, "score"), "main_score_name");
    return {};
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_score", "{n} lines without a score or an id were left out.");
    return {first_metric_, "acc", "exact_match", "em"};
  }

  std::uint32_t benchmark_ = 0;
  std::uint32_t model_ = 0;
  std::string first_metric_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* scored = outline.find("sample_score");
  return scored != nullptr && scored->kind == JsonKind::object ? 92 : 0;
}

}  // namespace

Format evalscope_format() {
  return {"evalscope", "EvalScope reviews (JSON lines)", recognise, open_reader<EvalScopeReader>};
}

}  // namespace harmonograph
