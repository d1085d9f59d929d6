// Outputs of MMLU-Pro's evaluation scripts: arrays of questions with the letter that was read off the model's answer.
// No score is stored: it is pred == answer. A null prediction is wrong, as a published accuracy counts it without the
// scripts' random guess; with the option "null" = "missing" it is missing. The model stands in the file's name.
#include <algorithm>

#include "core/text.hpp"
#include "formats/option_texts.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// "model_outputs_Llama-2-7b-hf_5shots" -> "Llama-2-7b-hf"; below a folder CoT/all, the folder above it.
std::string model_of_path(std::string_view path) {
  std::string stem = file_stem(path);
  constexpr std::string_view before = "model_outputs_";
  if (stem.compare(0, before.size(), before) == 0) {
    stem.erase(0, before.size());
    const std::size_t shots = stem.rfind("_5shots");
    if (shots != std::string::npos) stem.erase(shots);
    return stem;
  }
  std::string_view folder = folder_of(path);
  while (file_name_of(folder) == "all" || file_name_of(folder) == "CoT") folder = folder_of(folder);
  return std::string(file_name_of(folder));
}

class MmluProReader final : public RecordReader {
 public:
  explicit MmluProReader(const FileSource& source) : RecordReader(source, options()) {
    const auto null = source.options.find("null");
    null_is_missing_ = null != source.options.end() && null->second == "missing";
    model_ = collected().model(model_of_path(source.path));
    benchmark_ = collected().benchmark("MMLU-Pro");
  }

 private:
  static JsonRecordOptions options() {
    JsonRecordOptions options = without_keys({"cot_content", "model_outputs", "generated_text", "pred_text"});

    options.rules.push_back({"question", false, longest_question});
    return options;
  }

  Result<void> take(const JsonRecord& record) override {
    const std::string id = text_in(record.value, "question_id");
    const JsonValue* given = value_in(record.value, "options");
    const std::int32_t letter = option_of_letter(text_in(record.value, "answer"));
    const std::int64_t index = whole_number_in(record.value, "answer_index");
    const std::int32_t key = letter >= 0 ? letter : static_cast<std::int32_t>(std::min<std::int64_t>(index, 1000));
    if (id.empty() || given == nullptr || !given->is_array() || key < 0 || !record.value.contains("pred")) {
      skip("not_a_question", record.line);
      return {};
    }
    // The published data have such a question; the scripts compare letters.
    if (letter >= 0 && index >= 0 && letter != index) {
      collected().notes().count("two_keys", Severity::warning, record.line);
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id;
    item.key = key;
    item.option_count = static_cast<std::uint32_t>(given->size());
    item.text = text_in(record.value, "question");
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item), option_fingerprints(*given));
    collected().attribute(place, "category", text_in(record.value, "category"));
    collected().attribute(place, "src", text_in(record.value, "src"));
    collected().respond(model_, place, record.line);
    const std::int32_t chosen = option_of_letter(text_in(record.value, "pred"));
    if (chosen >= 0) {
      collected().chosen(chosen);
      collected().score("accuracy", chosen == key ? 1 : 0);
      return {};
    }
    collected().notes().count(null_is_missing_ ? "null_missing" : "null_wrong", Severity::warning, record.line);
    collected().score("accuracy", null_is_missing_ ? missing : 0);
    return {};
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("not_a_question", "{n} records have no question_id, options, answer or pred and were left out.");
    notes.describe("two_keys",
                   "{n} questions have a letter and a number of the right option that differ; the letter counts, as in "
                   "MMLU-Pro's own scripts.");
    notes.describe("null_wrong",
                   "{n} answers from which no letter could be read count as wrong (MMLU-Pro's own script guesses "
                   "them); they can be read as missing instead.");
    notes.describe("null_missing", "{n} answers from which no letter could be read count as missing.");
    return {};
  }

  bool null_is_missing_ = false;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const bool is_question = outline.has("question_id") && outline.has("options") && outline.has("answer_index");
  if (!is_question) return 0;
  return outline.has("pred") ? 95 : 80;
}

}  // namespace

Format mmlu_pro_format() {
  return {"mmlu_pro", "MMLU-Pro outputs", recognise, open_reader<MmluProReader>};
}

}  // namespace harmonograph
