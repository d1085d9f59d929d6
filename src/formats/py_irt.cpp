// Response files of py-irt: JSON lines {"subject_id": .., "responses": {item: 0 or 1, ..}}, one line a subject.
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

std::string text_of(const JsonValue& value) {
  return value.is_string() ? std::string(value.text()) : json_text(value);
}

class PyIrtReader : public FormatReader {
 public:
  explicit PyIrtReader(const FileSource& source)
      : options_(source.options), records_({}, [this](JsonRecord&& record) {
          take(record);
          return Result<void>();
        }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return rows_; }

  Result<FileObservations> finish() override {
    const Result<void> ended = records_.finish();
    if (!ended.ok()) return ended.error();
    FileResponses& responses = observations_.responses;
    if (responses.score.empty()) {
      const std::string why = notes_.counted("no_responses_key") > 0
                                  ? "Its lines have a subject_id but no responses, like the list of pairs to predict."
                                  : "No subject has a response between 0 and 1.";
      return Error{ErrorCode::no_responses, why, {}, 0, "Choose the file with a line of responses for each subject."};
    }
    const auto benchmark = options_.find("benchmark");
    observations_.benchmarks = {benchmark == options_.end() ? std::string() : benchmark->second};
    observations_.rows_read = rows_;
    observations_.rows_skipped = skipped_;
    notes_.describe("no_responses_key", "{n} lines without subject_id and responses were left out.");
    notes_.describe("not_a_score", "{n} responses are not numbers between 0 and 1 and count as missing.");
    notes_.describe("missing_responses", "{n} responses are null or NaN and count as missing.");
    notes_.describe("duplicates", "{n} responses repeat a subject and item; the first was kept.");
    observations_.notes = records_.take_notes();
    for (Note& note : notes_.take()) observations_.notes.push_back(std::move(note));
    return std::move(observations_);
  }

 private:
  void take(const JsonRecord& record) {
    ++rows_;
    const JsonValue& value = record.value;
    const bool complete = value.is_object() && value.contains("subject_id") && value.contains("responses") &&
                          value["responses"].is_object();
    if (!complete) {
      ++skipped_;
      notes_.count("no_responses_key", Severity::warning, record.line);
      return;
    }
    const std::string subject(trim(text_of(value["subject_id"])));
    const auto [model, new_model] =
        models_.try_emplace(subject, static_cast<std::uint32_t>(observations_.models.size()));
    if (new_model) {
      observations_.models.push_back(subject);
      answered_.emplace_back();
    }
    std::vector<bool>& answered = answered_[model->second];
    const std::size_t before = observations_.responses.score.size();
    for (const auto& [name, response] : value["responses"].members()) {
      const auto [item, new_item] = items_.try_emplace(name, static_cast<std::uint32_t>(observations_.items.size()));
      if (new_item) {
        FileItem entry;
        entry.native_id = name;
        entry.line = record.line;
        // The keys of amortized files are the texts themselves.
        if (name.find(' ') != std::string::npos) entry.text = std::string(truncate_utf8(name, 4000));
        observations_.items.push_back(std::move(entry));
      }
      const std::optional<double> score = score_of(response, record.line);
      if (!score) continue;
      if (answered.size() <= item->second) answered.resize(observations_.items.size(), false);
      if (answered[item->second]) {
        notes_.count("duplicates", Severity::warning, record.line);
        continue;
      }
      answered[item->second] = true;
      observations_.responses.model.push_back(model->second);
      observations_.responses.item.push_back(item->second);
      observations_.responses.score.push_back(*score);
    }
    if (observations_.responses.score.size() == before) ++skipped_;
  }

  std::optional<double> score_of(const JsonValue& response, std::uint64_t line) {
    std::optional<double> score;
    if (response.is_boolean()) {
      score = response.truth() ? 1.0 : 0.0;
    } else if (response.is_number()) {
      score = response.number();
    } else if (response.is_string()) {
      score = parse_number(response.text());
    }
    if (response.is_null() || (score && std::isnan(*score))) {
      notes_.count("missing_responses", Severity::info, line);
      return std::nullopt;
    }
    if (!score || *score < 0 || *score > 1) {
      notes_.count("not_a_score", Severity::warning, line);
      return std::nullopt;
    }
    return score;
  }

  ReadOptions options_;
  FileObservations observations_;
  std::map<std::string, std::uint32_t> models_;
  std::map<std::string, std::uint32_t> items_;
  std::vector<std::vector<bool>> answered_;  // per model
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  NoteCollector notes_;
  JsonRecordReader records_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  if (!outline.has("subject_id")) return 0;
  const JsonOutlineKey* responses = outline.find("responses");
  if (responses != nullptr && responses->kind == JsonKind::object) return 95;
  // The pairs to predict: ours, so that the reader can say what is missing.
  return outline.has("item_id") && outline.keys.size() == 2 ? 60 : 0;
}

}  // namespace

Format py_irt_format() {
  return {"py_irt", "py-irt responses (JSON lines)", recognise,
          [](const FileSource& source) { return std::unique_ptr<FormatReader>(new PyIrtReader(source)); }};
}

}  // namespace harmonograph
