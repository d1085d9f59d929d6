// tinyBenchmarks after unpickling: lb.json, {"data": {scenario: {"correctness": items x models}}, "models": [..]}, and
// the vector y of one model's scores in the fixed order of the items, as a JSON list of numbers or one number a line.
// Items have no ids: their place in the scenario tells them apart.
#include <cmath>
#include <map>
#include <new>
#include <set>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "formats/score_scale.hpp"
#include "ingest/csv_reader.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

Error not_enough_memory(const std::string& path) {
  return {ErrorCode::out_of_memory, "There is not enough memory to read the file.", path, 0,
          "Close other tabs, or bring fewer models at a time."};
}

/// Responses of matrices are kept as they will be handed out: there are millions.
class MatrixReader final : public FormatReader {
 public:
  explicit MatrixReader(const FileSource& source)
      : path_(source.path),
        options_(source.options),
        records_(record_options(), [this](JsonRecord&& record) { return take(record); }) {}

  [[nodiscard]] std::uint64_t rows() const override { return rows_; }

  Result<void> feed(std::span<const char> bytes) override {
    try {
      return records_.feed(bytes);
    } catch (const std::bad_alloc&) {
      return not_enough_memory(path_);
    }
  }

  Result<FileObservations> finish() override {
    if (auto read = records_.finish(); !read) return read.error();
    if (file_.responses.score.empty()) {
      return Error{ErrorCode::no_responses, "No scenario of the file has scores between 0 and 1.", path_, 0,
                   "Bring the content of lb.pickle as JSON: {\"data\": {scenario: {\"correctness\": [..]}}, "
                   "\"models\": [..]}."};
    }
    if (!has_frame_) {
      return Error{ErrorCode::truncated_file, "The file ends before its list of models is complete.", path_, 0,
                   "Download or copy it again: without the names of the models its scores belong to nobody."};
    }
    const bool named = !names_.empty();
    if (named && names_.size() != width_) {
      return Error{ErrorCode::malformed_file,
                   "The file names " + counted(names_.size(), "model") + ", but its rows hold " +
                       counted(width_, "score") + " each: rows must be items, and columns models.",
                   path_, 0, "Write each \"correctness\" as items x models, in the order of \"models\"."};
    }
    for (std::size_t m = 0; m < width_; ++m) {
      file_.models.push_back(named ? names_[m] : "model " + std::to_string(m + 1));
    }
    // Equal names would become one model.
    std::set<std::string> known;
    for (std::string& name : file_.models) {
      const std::string plain = name;
      for (std::size_t n = 2; !known.insert(name).second; ++n) name = plain + " (" + std::to_string(n) + ")";
      if (name != plain) notes_.count("repeated_models", Severity::warning, 0);
    }
    file_.model_is_stated = named;
    if (const auto name = options_.find("benchmark"); name != options_.end() && file_.benchmarks.size() == 1) {
      if (!name->second.empty()) file_.benchmarks = {name->second};
    }
    file_.metric = "correctness";
    file_.metrics = {{"correctness", scored_}};
    file_.rows_read = rows_;
    file_.rows_skipped = skipped_;
    if (!named) notes_.count("models_unnamed", Severity::warning, 0);
    notes_.describe("models_unnamed", "The file has no list of \"models\": they are numbered.");
    notes_.describe("repeated_models", "{n} models have the name of an earlier one and got a number.");
    notes_.describe("not_a_row", "{n} rows are no list of scores, or have another length than the first: left out.");
    notes_.describe("not_a_score", "{n} entries are no numbers between 0 and 1 and count as missing.");
    notes_.describe("missing_scores", "{n} entries are null or NaN and count as missing.");
    file_.notes = records_.take_notes();
    for (Note& note : notes_.take()) file_.notes.push_back(std::move(note));
    return std::move(file_);
  }

 private:
  static JsonRecordOptions record_options() {
    JsonRecordOptions options;
    options.element_paths = {"data.*.correctness"};
    return options;
  }

  Result<void> take(const JsonRecord& record) {
    if (record.path.empty()) {
      has_frame_ = true;
      const JsonValue* models = value_in(record.value, "models");
      if (models != nullptr && models->is_array()) {
        for (const JsonValue& name : *models) names_.push_back(text_of(name));
      }
      return {};
    }
    ++rows_;
    const std::size_t begin = record.path.find('.') + 1;
    const std::string scenario(record.path.substr(begin, record.path.rfind('.') - begin));
    // A row that cannot be read keeps its place: the items after it must not move.
    const std::int64_t position = next_position_[scenario]++;
    const bool is_row =
        record.value.is_array() && !record.value.empty() && (width_ == 0 || record.value.size() == width_);
    if (!is_row) {
      ++skipped_;
      notes_.count("not_a_row", Severity::warning, record.line);
      return {};
    }
    width_ = record.value.size();
    const auto [benchmark, is_new] =
        benchmarks_.try_emplace(scenario, static_cast<std::uint32_t>(file_.benchmarks.size()));
    if (is_new) file_.benchmarks.push_back(scenario);
    FileItem item;
    item.benchmark = benchmark->second;
    item.position = position;
    item.line = record.line;
    const auto place = static_cast<std::uint32_t>(file_.items.size());
    file_.items.push_back(std::move(item));
    std::uint32_t model = 0;
    for (const JsonValue& entry : record.value) {
      const std::uint32_t column = model++;
      double score = number_of(entry);
      if (std::isnan(score)) {
        const bool said = entry.is_null() || (entry.is_string() && text_of(entry) == "NaN");
        notes_.count(said ? "missing_scores" : "not_a_score", said ? Severity::info : Severity::warning, record.line);
        continue;
      }
      if (!(score >= 0 && score <= 1)) {
        notes_.count("not_a_score", Severity::warning, record.line);
        continue;
      }
      ++scored_;
      file_.responses.model.push_back(column);
      file_.responses.item.push_back(place);
      file_.responses.score.push_back(score);
    }
    return {};
  }

  std::string path_;
  ReadOptions options_;
  FileObservations file_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> benchmarks_;
  std::map<std::string, std::int64_t> next_position_;
  std::size_t width_ = 0;
  bool has_frame_ = false;
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  std::uint64_t scored_ = 0;
  NoteCollector notes_;
  JsonRecordReader records_;
};

/// A number, or a truth value as JSON and Python write it; NaN for null and None.
std::optional<double> score_number(std::string_view text) {
  text = trim(text);
  if (text == "true" || text == "True") return 1.0;
  if (text == "false" || text == "False") return 0.0;
  if (text == "null" || text == "None") return missing;
  return parse_number(text);
}

bool starts_as_list(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  bytes = trim(bytes);
  return !bytes.empty() && bytes.front() == '[';
}

/// The scores of one model, one a line or one an element of a list.
class VectorReader final : public FormatReader {
 public:
  explicit VectorReader(const FileSource& source)
      : source_(source),
        is_list_(starts_as_list(source.head)),
        records_({},
                 [this](JsonRecord&& record) -> Result<void> {
                   // null is a missing score; other values that are no numbers have no reading.
                   const bool is_text = record.value.is_string() && text_of(record.value) != "NaN";
                   add(number_of(record.value), record.value.is_array() || record.value.is_object() || is_text,
                       record.line);
                   return {};
                 }),
        lines_(',', [this](std::span<const std::string_view> cells, std::uint64_t line) -> Result<void> {
          const auto number = cells.size() == 1 ? score_number(cells.front()) : std::nullopt;
          add(number.value_or(missing), !number, line);
          if (lines_.at_open_end()) notes_.count("no_final_line_end", Severity::info, line);
          return {};
        }) {}

  [[nodiscard]] std::uint64_t rows() const override { return scores_.size(); }

  Result<void> feed(std::span<const char> bytes) override {
    try {
      return is_list_ ? records_.feed(bytes) : lines_.feed(bytes);
    } catch (const std::bad_alloc&) {
      return not_enough_memory(source_.path);
    }
  }

  Result<FileObservations> finish() override {
    if (auto read = is_list_ ? records_.finish() : lines_.finish(); !read) return read.error();
    std::vector<Note> tolerated = is_list_ ? records_.take_notes() : std::vector<Note>{};
    for (const Note& note : tolerated) {
      if (note.code != "truncated" && note.code != "malformed_rest" && note.code != "malformed_lines") continue;
      return Error{ErrorCode::truncated_file, "The list of numbers is cut or damaged: " + note.message, source_.path, 0,
                   "Download or copy it again: the place of a number tells its item."};
    }
    const auto option = source_.options.find("scale");
    const auto scale = parse_score_scale(option == source_.options.end() ? "" : option->second);
    if (!scale) return scale.error();
    std::size_t scored = 0;
    for (double& score : scores_) {
      if (std::isnan(score)) continue;
      ++scored;
      score = scale->apply(score);
      if (score >= 0 && score <= 1) continue;
      return Error{ErrorCode::no_responses,
                   "The numbers are no scores between " + short_number(scale->low) + " and " +
                       short_number(scale->high) + ". " + spread_in_words(spread_),
                   source_.path, 0, scale_hint(spread_, *scale)};
    }
    if (scored == 0) {
      return Error{ErrorCode::no_responses, "The list holds no score.", source_.path, 0,
                   "Bring the score of each item, in the order of the items."};
    }
    FileObservations file;
    const auto given = [&](const char* option) {
      const auto found = source_.options.find(option);
      return found == source_.options.end() ? std::string() : found->second;
    };
    file.models = {given("model").empty() ? file_stem(source_.path) : given("model")};
    file.model_is_stated = !given("model").empty();
    file.benchmarks = {given("benchmark").empty() ? last_folder(source_.path) : given("benchmark")};
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      FileItem item;
      item.position = static_cast<std::int64_t>(i);
      item.line = source_lines_[i];
      file.items.push_back(std::move(item));
      if (std::isnan(scores_[i])) continue;
      file.responses.model.push_back(0);
      file.responses.item.push_back(static_cast<std::uint32_t>(i));
      file.responses.score.push_back(scores_[i]);
    }
    file.metric = "score";
    file.metrics = {{"score", scored}};
    file.rows_read = scores_.size();
    file.rows_skipped = scores_.size() - scored;
    notes_.add({"scores_in_order",
                Severity::info,
                "A list of " + counted(scores_.size(), "number") +
                    " is read as the scores of one model, in the order of the items: its items join others by their "
                    "place.",
                scores_.size(),
                {}});
    notes_.describe("missing_scores", "{n} entries are null or NaN and count as missing.");
    notes_.describe("not_a_score", "{n} entries are no numbers and count as missing.");
    notes_.describe("no_final_line_end",
                    "The last line has no line end. It was read; should the file have been cut there, its number is "
                    "incomplete.");
    file.notes = std::move(tolerated);
    for (Note& note : notes_.take()) file.notes.push_back(std::move(note));
    return file;
  }

 private:
  void add(double score, bool unreadable, std::uint64_t line) {
    if (unreadable) {
      notes_.count("not_a_score", Severity::warning, line);
      score = missing;
    } else if (std::isnan(score)) {
      notes_.count("missing_scores", Severity::info, line);
    } else {
      spread_.add(score, 1);
    }
    scores_.push_back(score);
    source_lines_.push_back(line);
  }

  FileSource source_;
  bool is_list_ = false;
  std::vector<double> scores_;
  std::vector<std::uint64_t> source_lines_;
  ScoreSpread spread_;
  NoteCollector notes_;
  JsonRecordReader records_;
  CsvReader lines_;
};

int recognise_matrix(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* data = outline.find("data");
  if (data == nullptr || data->kind != JsonKind::object) return 0;
  return head.bytes.find("\"correctness\"") != std::string_view::npos ? 90 : 0;
}

/// At least three numbers between 0 and 1, and nothing else in sight.
int recognise_vector(const FileHead& head) {
  std::string_view text = head.bytes;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  text = trim(text);
  if (text.empty()) return 0;
  const bool is_list = text.front() == '[';
  if (is_list) text.remove_prefix(1);
  if (is_list && head.complete) {
    if (text.empty() || text.back() != ']') return 0;
    text.remove_suffix(1);
  }
  std::size_t numbers = 0;
  while (!text.empty()) {
    const std::size_t end = text.find(is_list ? ',' : '\n');
    const std::string_view entry = trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (text.empty() && !head.complete) break;  // may be cut
    if (entry.empty() && !is_list) continue;
    const auto number = score_number(entry);
    if (!number || *number < 0 || *number > 1) return 0;
    if (!std::isnan(*number)) ++numbers;
  }
  return numbers >= 3 ? 70 : 0;
}

}  // namespace

Format tiny_benchmarks_format() {
  return {
      "tiny_benchmarks", "tinyBenchmarks scores of many models", recognise_matrix,
      [](const FileSource& source) -> std::unique_ptr<FormatReader> { return std::make_unique<MatrixReader>(source); }};
}

Format score_list_format() {
  return {
      "score_list", "List of scores of one model", recognise_vector,
      [](const FileSource& source) -> std::unique_ptr<FormatReader> { return std::make_unique<VectorReader>(source); }};
}

}  // namespace harmonograph
