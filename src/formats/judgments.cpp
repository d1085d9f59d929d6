// Judgments of MT-bench (grades 1 to 10 of a turn, -1 where none could be read) and of Arena-Hard (two games against a
// baseline, from "A>>B" to "B>>A"). Grades become (grade - 1) / 9; a game becomes 0, 1/4, 1/2, 3/4 or 1 for the model,
// and both games of a question are averaged.
#include <array>
#include <cmath>

#include "core/text.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

JsonRecordOptions without_prose() {
  return without_keys({"user_prompt", "judgment", "prompt", "judge"});
}

class MtBenchReader final : public RecordReader {
 public:
  explicit MtBenchReader(const FileSource& source) : RecordReader(source, without_prose()) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    const std::string question = text_in(record.value, "question_id");
    const std::string model = text_in(record.value, "model");
    if (question.empty() || model.empty() || !record.value.contains("score")) {
      skip("no_grade", record.line);
      return {};
    }
    const std::int64_t turn = whole_number_in(record.value, "turn");
    FileItem item;
    item.benchmark = collected().benchmark("MT-bench");
    item.native_id = turn > 0 ? question + ", turn " + std::to_string(turn) : question;
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    if (turn > 0) collected().attribute(place, "turn", std::to_string(turn));
    collected().respond(collected().model(model), place, record.line);
    const double grade = number_in(record.value, "score");
    if (grade == -1) collected().notes().count("no_grade_read", Severity::warning, record.line);
    collected().score("grade, 1 to 10", grade == -1 ? missing : (grade - 1) / 9);
    return {};
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_grade", "{n} lines without question_id, model and score were left out.");
    notes.describe("no_grade_read", "{n} grades are -1: none could be read off the judge's answer. They are missing.");
    return {};
  }

  void complete(FileObservations& file) override { file.model_is_stated = true; }
};

class ArenaHardReader final : public RecordReader {
 public:
  explicit ArenaHardReader(const FileSource& source) : RecordReader(source, without_prose()) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    std::string question = text_in(record.value, "uid");
    if (question.empty()) question = text_in(record.value, "question_id");
    const std::string model = text_in(record.value, "model");
    const JsonValue* games = value_in(record.value, "games");
    if (question.empty() || model.empty() || games == nullptr || !games->is_array()) {
      skip("no_games", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = collected().benchmark("Arena-Hard");
    item.native_id = question;
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    collected().attribute(place, "category", text_in(record.value, "category"));
    collected().respond(collected().model(model), place, record.line);
    double total = 0;
    int played = 0;
    for (std::size_t g = 0; g < games->size() && g < 2; ++g) {
      // In the first game the baseline is A, in the second the model is.
      const double for_second = result_of(text_in((*games)[g], "score"));
      if (std::isnan(for_second)) {
        collected().notes().count("no_verdict", Severity::warning, record.line);
        continue;
      }
      total += g == 0 ? for_second : 1 - for_second;
      ++played;
    }
    collected().score("win rate against the baseline", played > 0 ? total / played : missing);
    return {};
  }

  /// What B gets.
  static double result_of(const std::string& verdict) {
    constexpr std::array<std::string_view, 5> verdicts{"A>>B", "A>B", "A=B", "B>A", "B>>A"};
    for (std::size_t v = 0; v < verdicts.size(); ++v) {
      if (verdict == verdicts[v]) return 0.25 * static_cast<double>(v);
    }
    return missing;
  }

  std::vector<std::string> ended() override {
    NoteCollector& notes = collected().notes();
    notes.describe("no_games", "{n} lines without a question, a model and games were left out.");
    notes.describe("no_verdict", "{n} games have no verdict; the other game of the question stands alone.");
    return {};
  }

  void complete(FileObservations& file) override { file.model_is_stated = true; }
};

int recognise_mt_bench(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  return outline.has("question_id") && outline.has("judge") && outline.has("score") && outline.has("turn") ? 95 : 0;
}

int recognise_arena_hard(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  return outline.has("games") && outline.has("model") && (outline.has("uid") || outline.has("question_id")) ? 95 : 0;
}

}  // namespace

Format mt_bench_format() {
  return {"mt_bench", "MT-bench judgments (JSON lines)", recognise_mt_bench, open_reader<MtBenchReader>};
}

Format arena_hard_format() {
  return {"arena_hard", "Arena-Hard judgments (JSON lines)", recognise_arena_hard, open_reader<ArenaHardReader>};
}

}  // namespace harmonograph
