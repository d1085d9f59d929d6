// Predictions and judged results of VLMEvalKit: a table (TSV, or XLSX as CSV) or JSON records with the columns index,
// question, A, B ..., answer, prediction, and hit where it was judged. Without hit, multiple choice is read by the rule
// of the tool: one option letter in the prediction, or the text of one option. CircularEval asks an item once for each
// rotation of its options, the copies under index + k * 1,000,000: an item is right when all of its rotations are. The
// model stands in the file's name.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/csv_record_reader.hpp"
#include "formats/option_texts.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "formats/score_spelling.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

constexpr std::int64_t rotation_step = 1'000'000;
constexpr std::size_t most_options = 10;
constexpr std::string_view judges[] = {"openai", "exact_matching", "extract_matching", "gpt",    "chatgpt",
                                       "qwen",   "deepseek",       "claude",           "gemini", "llama"};

/// Names that VLMEvalKit's data sets begin with, where no folder tells the model from the data set.
constexpr std::string_view data_sets[] = {
    "MMBench",     "MMStar",  "MMMU",       "MMVet",        "MMT-Bench",  "MMVP",      "MME",      "MMLongBench",
    "SEEDBench",   "AI2D",    "ScienceQA",  "MathVista",    "MathVision", "MathVerse", "MATH-V",   "HallusionBench",
    "RealWorldQA", "POPE",    "OCRBench",   "OCRVQA",       "CCBench",    "BLINK",     "ChartQA",  "DocVQA",
    "InfoVQA",     "TextVQA", "LLaVABench", "A-Bench",      "Q-Bench",    "R-Bench",   "CRPE",     "TaskMeAnything",
    "A-OKVQA",     "GMAI",    "WorldMedQA", "NaturalBench", "VisOnly",    "VisuLogic", "AesBench", "LogicVista"};

struct OfPath {
  std::string model;
  std::string benchmark;
};

bool begins(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

/// Of a judged file the name of the judge comes last: "MMBench_DEV_EN_gpt-4o-mini" -> "MMBench_DEV_EN".
std::string without_judge(const std::string& name) {
  for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1)) {
    for (const std::string_view judge : judges) {
      if (begins(std::string_view(name).substr(at + 1), judge)) return name.substr(0, at);
    }
  }
  return name;
}

/// outputs/<model>/<time>/<model>_<data set>[_<judge>_result].xlsx
OfPath read_path(std::string_view path) {
  std::string stem = file_stem(path);
  constexpr std::string_view judged = "_result";
  const bool is_judged =
      stem.size() > judged.size() && stem.compare(stem.size() - judged.size(), judged.size(), judged) == 0;
  if (is_judged) stem.erase(stem.size() - judged.size());
  const auto benchmark_of = [&](const std::string& rest) { return is_judged ? without_judge(rest) : rest; };
  for (std::string_view folder = folder_of(path); !folder.empty(); folder = folder_of(folder)) {
    const std::string_view name = file_name_of(folder);
    if (!name.empty() && stem.size() > name.size() + 1 && stem.compare(0, name.size(), name) == 0 &&
        stem[name.size()] == '_') {
      return {std::string(name), benchmark_of(stem.substr(name.size() + 1))};
    }
  }
  std::size_t first = std::string::npos;
  for (const std::string_view known : data_sets) {
    const std::size_t at = stem.find("_" + std::string(known));
    if (at != std::string::npos && at > 0) first = std::min(first, at);
  }
  if (first != std::string::npos) return {stem.substr(0, first), benchmark_of(stem.substr(first + 1))};
  return {stem, {}};
}

struct Row {
  std::string index;
  std::string question;
  std::array<std::string, most_options> options;
  std::string answer;
  std::string prediction;
  std::string hit;
  std::string score;
  bool has_hit = false;    // there is such a column
  bool has_score = false;  //
  std::vector<std::pair<std::string, std::string>> attributes;
};

constexpr std::array<const char*, 7> attribute_columns{"category", "l2-category", "split",       "task",
                                                       "topic",    "subject",     "sub_category"};

bool is_separator(char c) {
  return std::string_view(".()[],:;!*#{} \t\r\n").find(c) != std::string_view::npos;
}

/// The option that a prediction names, -1 when it names none or several.
std::int32_t option_of_prediction(const Row& row, std::size_t options) {
  std::vector<std::string_view> words;
  const std::string_view text = row.prediction;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_separator(text[at])) ++at;
    std::size_t end = at;
    while (end < text.size() && !is_separator(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end;
  }
  std::int32_t found = -1;
  std::size_t named = 0;
  for (std::size_t o = 0; o < options; ++o) {
    const char letter = static_cast<char>('A' + o);
    for (const std::string_view word : words) {
      if (word.size() != 1 || word.front() != letter) continue;
      ++named;
      found = static_cast<std::int32_t>(o);
      break;
    }
  }
  if (named == 1) {
    // "A" among many words is an article.
    return found == 0 && words.size() > 3 ? -1 : found;
  }
  if (named > 1) return -1;
  const std::string lower = to_lower(text);
  for (std::size_t o = 0; o < options; ++o) {
    if (row.options[o].empty() || lower.find(to_lower(row.options[o])) == std::string::npos) continue;
    if (found >= 0) return -1;
    found = static_cast<std::int32_t>(o);
  }
  return found;
}

/// The rows of one file, whatever they are written in. Rotations are known only when all rows are there.
class VlmRows {
 public:
  VlmRows(ResponseCollector& collector, std::string_view path) : collector_(collector) {
    const OfPath of_path = read_path(path);
    model_ = collector_.model(of_path.model);
    benchmark_ = collector_.benchmark(of_path.benchmark);
  }

  /// False when the row has no index.
  bool add(const Row& row, std::uint64_t line) {
    const auto number = parse_number(row.index);
    const bool is_number = number && *number >= 0 && *number < 9e15 && *number == std::floor(*number);
    if (row.index.empty()) return false;
    Kept kept;
    kept.index = is_number ? static_cast<std::int64_t>(*number) : -1;
    kept.line = line;
    kept.hit = verdict(row, line);
    kept.score = row.has_score ? number_in_cell(row.score, line) : missing;
    has_score_ = has_score_ || row.has_score;
    std::size_t options = 0;
    while (options < most_options && !row.options[options].empty()) ++options;
    kept.item.benchmark = benchmark_;
    kept.item.native_id = is_number ? std::to_string(kept.index) : row.index;
    kept.item.text = row.question;
    kept.item.option_count = static_cast<std::uint32_t>(options);
    kept.item.key = options > 1 ? option_of_letter(row.answer) : -1;
    if (kept.item.key >= static_cast<std::int32_t>(options)) kept.item.key = -1;
    kept.item.line = line;
    std::vector<std::string_view> texts;
    for (std::size_t o = 0; o < options; ++o) texts.emplace_back(row.options[o]);
    kept.options = option_fingerprints(texts);
    kept.chosen = options > 1 ? option_of_prediction(row, options) : -1;
    kept.attributes = row.attributes;
    kept.item.text = std::string(truncate_utf8(kept.item.text, 4000));
    rows_.push_back(std::move(kept));
    return true;
  }

  std::vector<std::string> ended() {
    // Copies of an item share what is left of index / 1,000,000, and the question.
    std::map<std::int64_t, std::vector<std::size_t>> groups;
    bool rotated = false;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r].index < 0) continue;
      auto& group = groups[rows_[r].index % rotation_step];
      group.push_back(r);
      rotated = rotated || group.size() > 1;
    }
    bool same_questions = true;
    for (const auto& [index, group] : groups) {
      for (const std::size_t r : group) {
        same_questions = same_questions && rows_[r].item.text == rows_[group.front()].item.text &&
                         rows_[r].item.option_count == rows_[group.front()].item.option_count;
      }
    }
    rotated = rotated && same_questions;
    if (!rotated) {
      for (const Kept& row : rows_) respond(row, row.hit, missing, false);
    } else {
      std::vector<bool> done(rows_.size(), false);
      std::size_t copies = 0;
      std::size_t items = 0;
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (rows_[r].index < 0) {
          respond(rows_[r], rows_[r].hit, rows_[r].hit, true);
          continue;
        }
        if (done[r]) continue;
        const auto& group = groups[rows_[r].index % rotation_step];
        std::size_t original = group.front();
        double all = 1;
        double sum = 0;
        std::size_t answered = 0;
        for (const std::size_t other : group) {
          done[other] = true;
          if (rows_[other].index < rows_[original].index) original = other;
          const double hit = rows_[other].hit;
          if (std::isnan(hit)) continue;
          ++answered;
          sum += hit;
          all = std::min(all, hit);
        }
        // One wrong rotation decides; without one, all must be known.
        const bool unknown = answered == 0 || (answered < group.size() && all == 1);
        Kept& first = rows_[original];
        first.item.native_id = std::to_string(first.index % rotation_step);
        respond(first, unknown ? missing : all, answered == 0 ? missing : sum / static_cast<double>(answered), true);
        copies += group.size();
        ++items;
      }
      collector_.notes().add({"rotations",
                              Severity::info,
                              counted(copies, "row") + " are " + counted(items, "item") +
                                  " asked with their options rotated (CircularEval): an item is right when all of its "
                                  "rotations are, as VLMEvalKit counts. The mean of the rotations can be chosen as the "
                                  "metric.",
                              items,
                              {}});
    }
    NoteCollector& notes = collector_.notes();
    notes.describe("judged_by_letter",
                   "{n} rows without hit: the option that the prediction names was compared with the answer.");
    notes.describe("no_option_named",
                   "{n} predictions name no option, or several: the tool asks a judge model there; they are missing.");
    notes.describe("no_prediction", "{n} rows have no prediction and are missing.");
    notes.describe("no_answer", "{n} rows have no answer to compare with and are missing.");
    notes.describe("not_a_verdict", "{n} cells of hit or score are no numbers and are missing.");
    return {"hit", "score"};
  }

 private:
  struct Kept {
    std::int64_t index = -1;  // -1 when it is no number
    std::uint64_t line = 0;
    double hit = missing;
    double score = missing;
    std::int32_t chosen = -1;
    FileItem item;
    std::vector<std::uint64_t> options;  // fingerprints of their texts
    std::vector<std::pair<std::string, std::string>> attributes;
  };

  double number_in_cell(const std::string& cell, std::uint64_t line) {
    const ScoreCell read = read_score(cell);
    if (read.spelling == ScoreSpelling::score || read.spelling == ScoreSpelling::outside) return read.value;
    if (read.spelling != ScoreSpelling::missing) {
      collector_.notes().count("not_a_verdict", Severity::warning, line);
    }
    return missing;
  }

  double verdict(const Row& row, std::uint64_t line) {
    if (row.has_hit) return number_in_cell(row.hit, line);
    std::size_t options = 0;
    while (options < most_options && !row.options[options].empty()) ++options;
    if (row.has_score && options < 2) return missing;
    const std::int32_t key = option_of_letter(row.answer);
    if (is_missing_spelling(row.prediction)) {
      collector_.notes().count("no_prediction", Severity::warning, line);
      return missing;
    }
    const bool yes_or_no = equals_ignoring_case(row.answer, "yes") || equals_ignoring_case(row.answer, "no");
    if (options < 2 && yes_or_no) {
      const std::string first =
          to_lower(std::string_view(row.prediction).substr(0, row.prediction.find_first_of(" .,!")));
      if (first == "yes" || first == "no") {
        collector_.notes().count("judged_by_letter", Severity::info, line);
        return first == to_lower(row.answer) ? 1 : 0;
      }
    }
    if (options < 2 || key < 0 || key >= static_cast<std::int32_t>(options)) {
      collector_.notes().count(options < 2 && !row.answer.empty() ? "no_option_named" : "no_answer", Severity::warning,
                               line);
      return missing;
    }
    const std::int32_t chosen = option_of_prediction(row, options);
    if (chosen < 0) {
      collector_.notes().count("no_option_named", Severity::warning, line);
      return missing;
    }
    collector_.notes().count("judged_by_letter", Severity::info, line);
    return chosen == key ? 1 : 0;
  }

  void respond(const Kept& row, double hit, double mean, bool rotated) {
    const std::uint32_t place = collector_.item(row.item, row.options);
    for (const auto& [name, value] : row.attributes) collector_.attribute(place, name, value);
    collector_.respond(model_, place, row.line);
    collector_.score("hit", hit);
    if (rotated) collector_.score("hit, mean of the rotations", mean);
    if (has_score_) collector_.score("score", row.score);
    if (row.chosen >= 0) collector_.chosen(row.chosen);
  }

  ResponseCollector& collector_;
  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
  bool has_score_ = false;
  std::vector<Kept> rows_;
};

class VlmTableReader final : public CsvRecordReader {
 public:
  explicit VlmTableReader(const FileSource& source) : CsvRecordReader(source), rows_(collected(), source.path) {}

 private:
  Result<void> begin(const std::vector<std::string>& header) override {
    header_ = header;
    return {};
  }

  void take(const std::vector<std::string>& cells, std::uint64_t line) override {
    Row row;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string& name = header_[c];
      if (name.size() == 1 && name[0] >= 'A' && name[0] < static_cast<char>('A' + most_options)) {
        row.options[static_cast<std::size_t>(name[0] - 'A')] = cells[c];
      } else if (name == "index") {
        row.index = cells[c];
      } else if (name == "question") {
        row.question = cells[c];
      } else if (name == "answer") {
        row.answer = cells[c];
      } else if (name == "prediction") {
        row.prediction = cells[c];
      } else if (name == "hit") {
        row.hit = cells[c];
        row.has_hit = true;
      } else if (name == "score") {
        row.score = cells[c];
        row.has_score = true;
      } else {
        for (const char* attribute : attribute_columns) {
          if (name == attribute) row.attributes.emplace_back(name, cells[c]);
        }
      }
    }
    if (!rows_.add(row, line)) skip("no_index", line);
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_index", "{n} rows without an index were left out.");
    return rows_.ended();
  }

  std::vector<std::string> header_;
  VlmRows rows_;
};

class VlmRecordReader final : public RecordReader {
 public:
  explicit VlmRecordReader(const FileSource& source)
      : RecordReader(source, without_keys({"image", "image_path", "log"})), rows_(collected(), source.path) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    Row row;
    row.index = text_in(record.value, "index");
    row.question = text_in(record.value, "question");
    row.answer = text_in(record.value, "answer");
    row.prediction = text_in(record.value, "prediction");
    row.hit = text_in(record.value, "hit");
    row.score = text_in(record.value, "score");
    row.has_hit = record.value.is_object() && record.value.contains("hit");
    row.has_score = record.value.is_object() && record.value.contains("score");
    for (std::size_t o = 0; o < most_options; ++o) {
      row.options[o] = text_in(record.value, std::string(1, static_cast<char>('A' + o)));
    }
    for (const char* attribute : attribute_columns) {
      if (std::string value = text_in(record.value, attribute); !value.empty()) {
        row.attributes.emplace_back(attribute, std::move(value));
      }
    }
    if (!rows_.add(row, record.line)) skip("no_index", record.line);
    return {};
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_index", "{n} records without an index were left out.");
    return rows_.ended();
  }

  VlmRows rows_;
};

bool is_json(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xEF\xBB\xBF") bytes.remove_prefix(3);
  bytes = trim(bytes.substr(0, 4096));
  return !bytes.empty() && (bytes.front() == '[' || bytes.front() == '{');
}

int recognise(const FileHead& head) {
  if (is_json(head.bytes)) {
    const JsonOutline outline = json_outline(head.bytes);
    const bool options = outline.has("A") && outline.has("B");
    return outline.has("index") && outline.has("question") && outline.has("prediction") &&
                   (outline.has("hit") || (outline.has("answer") && options))
               ? 80
               : 0;
  }
  if (head.bytes.find("prediction") == std::string_view::npos) return 0;
  const CsvHead table = csv_head(head.bytes);
  const bool prediction =
      table.column("index") >= 0 && table.column("question") >= 0 && table.column("prediction") >= 0;
  const bool options = table.column("A") >= 0 && table.column("B") >= 0;
  if (!prediction || table.column("model") >= 0) return 0;
  return table.column("hit") >= 0 ? 80 : table.column("answer") >= 0 && options ? 75 : 0;
}

}  // namespace

Format vlmevalkit_format() {
  return {"vlmevalkit", "VLMEvalKit predictions and results", recognise,
          [](const FileSource& source) -> std::unique_ptr<FormatReader> {
            if (is_json(source.head)) return std::make_unique<VlmRecordReader>(source);
            return std::make_unique<VlmTableReader>(source);
          }};
}

}  // namespace harmonograph
