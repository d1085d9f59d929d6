// Results of OpenCompass: {"accuracy": 63.1, "details": {"0": {.., "correct": true}, ..}} or details as a list of
// {"example_abbr", "correct": [..]}, and predictions of perplexity type: {"0": {"label: A": {"PPL": ..}, .., "gold"}}.
// PPL is the mean negative log-likelihood of a whole prompt: smaller is better, so the view of the options is its
// negative. Model and data set stand in the path: <model>/<dataset>.json.
#include <cmath>
#include <map>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

constexpr std::string_view label_key = "label: ";

class OpenCompassReader final : public RecordReader {
 public:
  explicit OpenCompassReader(const FileSource& source) : RecordReader(source, options()) {
    model_ = collected().model(last_folder(source.path));
    benchmark_ = collected().benchmark(file_stem(source.path));
  }

 private:
  static JsonRecordOptions options() {
    return without_keys({"origin_prompt", "prompt", "in-context examples", "testing input", "origin_prediction"});
  }

  Result<void> take(const JsonRecord& record) override {
    const JsonValue& file = record.value;
    const JsonValue* details = value_in(file, "details");
    if (details != nullptr && details->is_array()) {
      std::size_t position = 0;
      for (const JsonValue& entry : *details) take_listed(entry, position++, record.line);
      note_stated(file);
      return {};
    }
    const JsonValue& entries = details == nullptr ? file : *details;
    if (!entries.is_object()) {
      skip("not_results", record.line);
      return {};
    }
    // Numbers as texts come in the order of the texts: "10" before "2".
    std::map<std::int64_t, const JsonValue*> in_order;
    for (const auto& [key, entry] : entries.members()) {
      if (key.empty() || key.size() > 15 || key.find_first_not_of("0123456789") != std::string::npos) continue;
      in_order[std::stoll(key)] = &entry;
    }
    if (in_order.empty() && details == nullptr && value_in(file, "accuracy") != nullptr) {
      return Error{ErrorCode::no_responses, "The file holds the mean of a run and no response to any item.", path(),
                   record.line,
                   "Let OpenCompass write the details of the evaluation (--dump-eval-details) and bring that file."};
    }
    for (const auto& [position, entry] : in_order) take_entry(position, *entry, record.line);
    note_stated(file);
    return {};
  }

  void take_entry(std::int64_t position, const JsonValue& entry, std::uint64_t line) {
    std::vector<double> perplexities;
    std::vector<std::string> labels;
    if (entry.is_object()) {
      for (const auto& [key, value] : entry.members()) {
        if (key.compare(0, label_key.size(), label_key) != 0) continue;
        labels.push_back(key.substr(label_key.size()));
        perplexities.push_back(number_in(value, "PPL"));
      }
    }
    const JsonValue* correct = value_in(entry, "correct");
    const JsonValue* gold = value_in(entry, "gold");
    if (gold == nullptr) gold = value_in(entry, "references");
    const std::string right = gold == nullptr ? std::string() : text_of(*gold);
    if (correct == nullptr && (labels.size() < 2 || right.empty())) {
      skip("no_verdict", line);
      return;
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.position = position;
    item.line = line;
    if (labels.size() > 1) {
      item.option_count = static_cast<std::uint32_t>(labels.size());
      item.key = place_of(right, labels);
    }
    const std::int32_t key = item.key;
    const std::uint32_t place = collected().item(std::move(item));
    collected().respond(model_, place, line);
    if (labels.size() > 1) {
      std::vector<double> values;
      for (const double perplexity : perplexities) values.push_back(-perplexity);
      collected().choices("negative perplexity", ChoiceKind::log_likelihood, values);
      const std::int32_t chosen = place_of(text_in(entry, "prediction"), labels);
      if (chosen >= 0) collected().chosen(chosen);
      if (correct == nullptr)
        collected().score("accuracy", chosen >= 0 && key >= 0 ? (chosen == key ? 1 : 0) : missing);
    }
    if (correct != nullptr) collected().score("accuracy", share_of(*correct, line));
  }

  void take_listed(const JsonValue& entry, std::size_t position, std::uint64_t line) {
    const JsonValue* correct = value_in(entry, "correct");
    if (correct == nullptr) {
      skip("no_verdict", line);
      return;
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = text_in(entry, "example_abbr");
    item.position = static_cast<std::int64_t>(position);
    item.line = line;
    const std::uint32_t place = collected().item(std::move(item));
    const std::string name = text_in(entry, "example_abbr");
    const std::size_t number = name.rfind('_');
    if (number != std::string::npos) collected().attribute(place, "subdivision", name.substr(0, number));
    collected().respond(model_, place, line);
    collected().score("accuracy", share_of(*correct, line));
  }

  /// One verdict, or the share of right ones among several runs.
  double share_of(const JsonValue& correct, std::uint64_t line) {
    if (!correct.is_array()) {
      const auto score = score_of(correct);
      if (!score) collected().notes().count("not_a_verdict", Severity::warning, line);
      return score.value_or(missing);
    }
    double sum = 0;
    std::size_t count = 0;
    for (const JsonValue& one : correct) {
      const auto score = score_of(one);
      if (!score || std::isnan(*score)) continue;
      sum += *score;
      ++count;
    }
    return count == 0 ? missing : sum / static_cast<double>(count);
  }

  static std::int32_t place_of(const std::string& label, const std::vector<std::string>& labels) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == label) return static_cast<std::int32_t>(i);
    }
    return -1;
  }

  void note_stated(const JsonValue& file) {
    const double accuracy = number_in(file, "accuracy");  // in percent
    if (!std::isnan(accuracy)) stated_ = accuracy / 100;
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("not_results", "{n} records are no results and were left out.");
    notes.describe(
        "no_verdict",
        "{n} entries say neither whether they are correct nor the perplexities of labels with the right one.");
    notes.describe("not_a_verdict", "{n} verdicts are no score and count as missing.");
    return {"accuracy"};
  }

  void complete(FileObservations& file) override {
    if (!std::isnan(stated_)) file.run.metrics.push_back({file.benchmarks.front(), "accuracy", stated_});
  }

  double stated_ = missing;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (outline.has("details") && outline.has("accuracy")) return 85;
  const JsonOutlineKey* first = outline.find("0");
  if (first == nullptr || first->kind != JsonKind::object) return 0;
  for (const std::string& key : first->keys) {
    if (key == "origin_prompt" || key == "in-context examples" || key.compare(0, label_key.size(), label_key) == 0) {
      return 90;
    }
  }
  return 0;
}

}  // namespace

Format opencompass_format() {
  return {"opencompass", "OpenCompass predictions and results", recognise, open_reader<OpenCompassReader>};
}

}  // namespace harmonograph
