// annotations.json of AlpacaEval: a judge prefers the answer of a model or that of a baseline. preference is 1 when the
// baseline wins, 2 when the model wins, between for a weighted judge, null where it could not decide; old files have 0
// for a tie. The score is preference - 1. One model a file, instructions are the items.
#include <cmath>

#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

constexpr std::string_view win = "win rate against the baseline";

class AlpacaEvalReader final : public RecordReader {
 public:
  explicit AlpacaEvalReader(const FileSource& source) : RecordReader(source, options()) {}

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options =
        without_keys({"output_1", "output_2", "raw_completion", "price_per_example", "time_per_example"});

    options.rules.push_back({"instruction", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    const std::string instruction = text_in(record.value, "instruction");
    const std::string model = text_in(record.value, "generator_2");
    if (instruction.empty() || model.empty() || !record.value.contains("preference")) {
      skip("no_preference", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = collected().benchmark("AlpacaEval");
    item.native_id = instruction;
    item.text = instruction;
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    collected().attribute(place, "dataset", text_in(record.value, "dataset"));
    const std::string baseline = text_in(record.value, "generator_1");
    if (baseline_.empty()) baseline_ = baseline;
    if (baseline != baseline_) collected().notes().count("other_baseline", Severity::warning, record.line);
    collected().respond(collected().model(model), place, record.line);
    collected().score(win, score(record));
    return {};
  }

  double score(const JsonRecord& record) {
    const double preference = number_in(record.value, "preference");
    if (preference == 0) {  // as old files write a tie
      collected().notes().count("ties", Severity::info, record.line);
      return 0.5;
    }
    if (std::isnan(preference)) return missing;
    if (preference < 1 || preference > 2) {
      collected().notes().count("not_a_preference", Severity::warning, record.line);
      return missing;
    }
    return preference - 1;
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_preference", "{n} records without an instruction, a model or a preference were left out.");
    notes.describe("other_baseline", "{n} records compare with another baseline than the first one.");
    notes.describe("ties", "{n} preferences are written as 0 and count as ties (0.5).");
    notes.describe("not_a_preference", "{n} preferences are not between 1 and 2 and count as missing.");
    return {};
  }

  void complete(FileObservations& file) override { file.model_is_stated = true; }

  std::string baseline_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  return outline.has("generator_2") && outline.has("preference") && outline.has("instruction")    ? 95
         : outline.has("generator_1") && outline.has("generator_2") && outline.has("instruction") ? 85
                                                                                                  : 0;
}

}  // namespace

Format alpaca_eval_format() {
  return {"alpaca_eval", "AlpacaEval annotations", recognise, open_reader<AlpacaEvalReader>};
}

}  // namespace harmonograph
