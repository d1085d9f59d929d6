// Results of promptfoo as CSV: the variables of a test, then for each provider "[provider] prompt", Status, Score,
// Named Scores, "Metric: ..", Grader Reason and Comment, under the same names again. Older files have one column a
// provider, with cells "[PASS] answer". A test is asked once more in a row of its own with equal variables: rows of an
// item are averaged. Items are told apart as in promptfoo's JSON, by an id among the variables or by all of them.
#include <map>
#include <set>

#include "core/text.hpp"
#include "formats/csv_record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "formats/score_spelling.hpp"

namespace harmonograph {
namespace {

/// "[openai:gpt-4] Answer: {{question}}" -> "openai:gpt-4"; empty for other headers.
std::string provider_of(std::string_view header) {
  if (header.empty() || header.front() != '[') return {};
  const std::size_t end = header.find("] ");
  if (end == std::string_view::npos) {
    return header.back() == ']' ? std::string(header.substr(1, header.size() - 2)) : std::string();
  }
  return std::string(header.substr(1, end - 1));
}

enum class Verdict { pass, fail, error, unknown };

Verdict verdict_of(std::string_view text) {
  if (equals_ignoring_case(text, "PASS")) return Verdict::pass;
  if (equals_ignoring_case(text, "FAIL")) return Verdict::fail;
  if (equals_ignoring_case(text, "ERROR")) return Verdict::error;
  return Verdict::unknown;
}

/// "[PASS] answer" of older files.
Verdict verdict_in(std::string_view cell) {
  const std::size_t end = cell.find(']');
  if (cell.empty() || cell.front() != '[' || end == std::string_view::npos) return Verdict::unknown;
  return verdict_of(cell.substr(1, end - 1));
}

class PromptfooTableReader final : public CsvRecordReader {
 public:
  explicit PromptfooTableReader(const FileSource& source) : CsvRecordReader(source) {
    benchmark_ = collected().benchmark("");
  }

 private:
  struct Provider {
    std::uint32_t model = 0;
    std::size_t answer = 0;
    std::size_t status = 0;  // the answer's column where the status stands in the cell
    std::size_t score = 0;   // 0 = none: the first column never is one
    std::vector<std::pair<std::string, std::size_t>> metrics;
  };

  Result<void> begin(const std::vector<std::string>& header) override {
    header_ = header;
    std::map<std::string, std::size_t> prompts;
    std::size_t c = 0;
    while (c < header.size() && provider_of(header[c]).empty()) ++c;
    variables_ = c;
    for (; c < header.size(); ++c) {
      const std::string name = provider_of(header[c]);
      if (!name.empty()) {
        ++prompts[name];
        providers_.push_back({collected().model(name), c, c, 0, {}});
        continue;
      }
      if (providers_.empty()) continue;
      Provider& provider = providers_.back();
      constexpr std::string_view metric = "Metric: ";
      if (equals_ignoring_case(header[c], "Status")) {
        provider.status = c;
      } else if (equals_ignoring_case(header[c], "Score")) {
        provider.score = c;
      } else if (header[c].compare(0, metric.size(), metric) == 0) {
        provider.metrics.emplace_back(header[c].substr(metric.size()), c);
      }
    }
    for (const auto& [name, count] : prompts) {
      if (count < 2) continue;
      collected().notes().add(
          {"several_prompts",
           Severity::warning,
           name + " was asked with " + counted(count, "prompt") + "; its score on an item is the mean over them.",
           count,
           {}});
    }
    return {};
  }

  void take(const std::vector<std::string>& cells, std::uint64_t line) override {
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = id_of(cells);
    item.line = line;
    for (const char* name : {"question", "prompt", "input", "text", "query"}) {
      if (item.text.empty()) item.text = variable(cells, name);
    }
    if (item.native_id.empty()) return skip("no_variables", line);
    const std::uint32_t place = collected().item(std::move(item));
    for (std::size_t c = 0; c < variables_; ++c) {
      const bool is_attribute = cells[c].size() <= 60 && !header_[c].empty() && header_[c].front() != '_' &&
                                header_[c] != "id" && !equals_ignoring_case(header_[c], "Description");
      if (is_attribute) collected().attribute(place, header_[c], cells[c]);
    }
    for (const Provider& provider : providers_) {
      const bool in_cell = provider.status == provider.answer;
      const Verdict verdict = in_cell ? verdict_in(cells[provider.answer]) : verdict_of(cells[provider.status]);
      collected().respond(provider.model, place, line);
      if (verdict == Verdict::error || verdict == Verdict::unknown) {
        collected().notes().count(verdict == Verdict::error ? "provider_errors" : "no_status", Severity::warning, line);
        collected().score("success", missing);
        continue;
      }
      collected().score("success", verdict == Verdict::pass ? 1 : 0);
      if (provider.score > 0) add("score", cells[provider.score], line);
      for (const auto& [name, column] : provider.metrics) {
        if (!cells[column].empty()) add(name, cells[column], line);
      }
    }
  }

  void add(const std::string& metric, const std::string& cell, std::uint64_t line) {
    const ScoreCell score = read_score(cell);
    const bool number = score.spelling == ScoreSpelling::score || score.spelling == ScoreSpelling::outside;
    if (!number && score.spelling != ScoreSpelling::missing) {
      collected().notes().count("not_a_number", Severity::warning, line);
    }
    collected().score(metric, number ? score.value : missing);
  }

  [[nodiscard]] std::string variable(const std::vector<std::string>& cells, std::string_view name) const {
    for (std::size_t c = 0; c < variables_; ++c) {
      if (header_[c] == name) return cells[c];
    }
    return {};
  }

  [[nodiscard]] std::string id_of(const std::vector<std::string>& cells) const {
    for (const char* name : {"id", "item_id", "question_id", "question", "prompt", "input"}) {
      if (std::string id = variable(cells, name); !id.empty()) return id;
    }
    std::map<std::string, std::string> shown;  // as promptfoo's JSON is read
    for (std::size_t c = 0; c < variables_; ++c) {
      if (header_[c].empty() || header_[c].front() == '_' || equals_ignoring_case(header_[c], "Description")) continue;
      if (!cells[c].empty()) shown.try_emplace(header_[c], cells[c]);
    }
    std::string id;
    for (const auto& [name, value] : shown) {
      id += (id.empty() ? "{" : ",") + quoted_json(name) + ":" + quoted_json(value);
    }
    return id.empty() ? id : id + "}";
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_variables", "{n} rows without any variable of a test were left out.");
    notes.describe("provider_errors", "{n} calls ended with an error of the provider: no answer, so they are missing.");
    notes.describe("no_status", "{n} cells of providers say neither PASS nor FAIL and count as missing.");
    notes.describe("not_a_number", "{n} scores are no numbers and count as missing.");
    return {"success", "score"};
  }

  void complete(FileObservations& file) override { file.model_is_stated = true; }

  std::uint32_t benchmark_ = 0;
  std::vector<std::string> header_;
  std::size_t variables_ = 0;
  std::vector<Provider> providers_;
};

int recognise(const FileHead& head) {
  if (head.bytes.find("] ") == std::string_view::npos) return 0;
  const CsvHead table = csv_head(head.bytes);
  bool statuses = false;
  bool verdicts = false;
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    if (provider_of(table.header[c]).empty()) continue;
    statuses = statuses || (c + 2 < table.header.size() && equals_ignoring_case(table.header[c + 1], "Status") &&
                            equals_ignoring_case(table.header[c + 2], "Score"));
    for (const auto& row : table.rows) {
      verdicts = verdicts || (c < row.size() && verdict_in(row[c]) != Verdict::unknown);
    }
  }
  return statuses ? 95 : verdicts ? 90 : 0;
}

}  // namespace

Format promptfoo_table_format() {
  return {"promptfoo_table", "promptfoo results as CSV", recognise,
          [](const FileSource& source) -> std::unique_ptr<FormatReader> {
            return std::make_unique<PromptfooTableReader>(source);
          }};
}

}  // namespace harmonograph
