// Files as tools write them, of runs that shuffled the options: from the bytes to one data set.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "dataset/assemble.hpp"
#include "dataset/observations_builder.hpp"
#include "formats/format.hpp"

using namespace harmonograph;

namespace {

struct TextFile {
  std::string path;
  std::string bytes;
};

Assembly assembled(const std::vector<TextFile>& files) {
  std::vector<FileObservations> read;
  for (const TextFile& file : files) {
    INFO(file.path);
    const auto format = recognise_format({file.path, file.bytes, true});
    REQUIRE(format.ok());
    const auto reader = (*format)->open({file.path, file.bytes, {}});
    REQUIRE(reader->feed(std::span<const char>(file.bytes.data(), file.bytes.size())).ok());
    auto observations = reader->finish();
    REQUIRE(observations.ok());
    read.push_back(std::move(*observations));
  }
  std::vector<LoadedFile> loaded;
  for (std::size_t f = 0; f < files.size(); ++f) loaded.push_back({files[f].path, &read[f]});
  return assemble(loaded);
}

const Note* note_of(const Assembly& assembly, const std::string& code) {
  REQUIRE(assembly.report.benchmarks.size() == 1);
  return find_note(assembly.report.benchmarks[0].notes, code);
}

/// One multiple-choice sample: the continuations with their log-likelihoods.
std::string lm_eval_line(int doc_id, const std::string& hash, const std::string& doc, int target,
                         const std::vector<std::pair<std::string, std::string>>& options, int acc) {
  std::string arguments;
  std::string responses;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string separator = i > 0 ? ", " : "";
    arguments += separator + "\"gen_args_" + std::to_string(i) + R"(": {"arg_0": "Which?", "arg_1": ")" +
                 options[i].first + "\"}";
    responses += separator + "[\"" + options[i].second + "\", \"False\"]";
  }
  return R"({"doc_id": )" + std::to_string(doc_id) + R"(, "doc": )" + doc + R"(, "target": ")" +
         std::to_string(target) + R"(", "arguments": {)" + arguments + R"(}, "resps": [], "filtered_resps": [)" +
         responses + R"(], "filter": "none", "metrics": ["acc"], "doc_hash": ")" + hash + R"(", "acc": )" +
         std::to_string(acc) + "}\n";
}

std::vector<double> values_of(const Assembly& assembly, std::size_t model, std::size_t item) {
  const auto& sets = assembly.dataset.benchmarks[0].choices[model];
  REQUIRE_FALSE(sets.empty());
  const auto row = sets[0].values.row(item);
  return {row.begin(), row.end()};
}

}  // namespace

TEST_CASE("lm-evaluation-harness: letters whose texts were shuffled, without an id") {
  // gpqa: the model is asked for "(A)", the texts stand in the row, and shuffling changes the row's hash.
  const std::string first =
      lm_eval_line(0, "h0", R"({"question": "Which colour?", "choices": ["red", "green", "blue"]})", 1,
                   {{" (A)", "-3"}, {" (B)", "-1"}, {" (C)", "-2"}}, 1) +
      lm_eval_line(1, "h1", R"({"question": "Which number?", "choices": ["one", "two", "three"]})", 0,
                   {{" (A)", "-3"}, {" (B)", "-1"}, {" (C)", "-2"}}, 0);
  const std::string second =
      lm_eval_line(0, "x0", R"({"question": "Which colour?", "choices": ["blue", "red", "green"]})", 2,
                   {{" (A)", "-5"}, {" (B)", "-6"}, {" (C)", "-4"}}, 1) +
      lm_eval_line(1, "h1", R"({"question": "Which number?", "choices": ["one", "two", "three"]})", 0,
                   {{" (A)", "-4"}, {" (B)", "-5"}, {" (C)", "-6"}}, 1);
  const Assembly assembly = assembled({{"out/toy__a/samples_toy_2024-07-01T10-00-00.000000.jsonl", first},
                                       {"out/toy__b/samples_toy_2024-07-02T10-00-00.000000.jsonl", second}});
  const JoinCounts& joins = assembly.report.benchmarks[0].joins;
  CHECK(joins.question_text == 1);
  CHECK(joins.content_hash == 1);
  CHECK(joins.one_model == 0);
  CHECK(assembly.dataset.benchmarks[0].keys == std::vector<std::int32_t>{1, 0});
  CHECK(values_of(assembly, 0, 0) == std::vector<double>{-3, -1, -2});
  CHECK(values_of(assembly, 1, 0) == std::vector<double>{-6, -4, -5});
  CHECK(values_of(assembly, 1, 1) == std::vector<double>{-4, -5, -6});
  REQUIRE(note_of(assembly, "options_reordered") != nullptr);
  CHECK(note_of(assembly, "options_reordered")->count == 1);
}

TEST_CASE("lm-evaluation-harness: options in the continuations, an item without any, and an id") {
  const auto doc = [](const std::string& id) { return R"({"question": "Which?", "id": ")" + id + "\"}"; };
  const std::string first = lm_eval_line(0, "h0", doc("q-a"), 0, {}, 1) +
                            lm_eval_line(1, "h1", doc("q-b"), 0, {{" red", "-1"}, {" dark green", "-2"}}, 1);
  const std::string second = lm_eval_line(0, "h0", doc("q-a"), 0, {}, 1) +
                             lm_eval_line(1, "x1", doc("q-b"), 1, {{" dark green", "-4"}, {" red", "-3"}}, 1);
  const Assembly assembly = assembled({{"out/toy__a/samples_toy_2024-07-01T10-00-00.000000.jsonl", first},
                                       {"out/toy__b/samples_toy_2024-07-02T10-00-00.000000.jsonl", second}});
  CHECK(assembly.report.benchmarks[0].joins.native_id == 2);
  CHECK(values_of(assembly, 0, 1) == std::vector<double>{-1, -2});
  CHECK(values_of(assembly, 1, 1) == std::vector<double>{-3, -4});
  CHECK(assembly.dataset.benchmarks[0].keys[1] == 0);
  CHECK(note_of(assembly, "options_reordered")->count == 1);
  CHECK(note_of(assembly, "content_differs")->count == 1);
}

TEST_CASE("MMLU-Pro: chosen letters follow the texts, and other options are no options of the item") {
  const auto line = [](int id, const std::string& options, const std::string& answer, int index,
                       const std::string& pred) {
    return R"({"question_id": )" + std::to_string(id) + R"(, "question": "Which of )" + std::to_string(id) +
           R"(?", "options": )" + options + R"(, "answer": ")" + answer + R"(", "answer_index": )" +
           std::to_string(index) + R"(, "cot_content": "", "category": "toys", "src": "toys", "pred": ")" + pred +
           "\"}";
  };
  const std::string first = "[" + line(1, R"(["red", "green", "blue"])", "B", 1, "B") + "," +
                            line(2, R"(["one"])", "A", 0, "A") + "," + line(3, R"(["x", "y"])", "A", 0, "B") + "]";
  const std::string second = "[" + line(1, R"(["green", "blue", " red"])", "A", 0, "C") + "," +
                             line(2, R"(["one", "two"])", "A", 0, "B") + "," + line(3, R"(["x", "y"])", "A", 0, "A") +
                             "]";
  const Assembly assembly =
      assembled({{"model_outputs_A_5shots.json", first}, {"model_outputs_B_5shots.json", second}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  CHECK(benchmark.keys == std::vector<std::int32_t>{1, 0, 0});
  CHECK(benchmark.option_counts == std::vector<std::uint32_t>{3, 1, 2});
  CHECK(benchmark.chosen(0, 0) == 1);
  CHECK(benchmark.chosen(1, 0) == 0);  // " red", the first option of the first file
  CHECK(benchmark.chosen(1, 1) == -1);
  CHECK(benchmark.chosen(1, 2) == 0);
  CHECK(benchmark.scores(1, 0) == 0);
  CHECK(benchmark.scores(1, 2) == 1);
  CHECK(note_of(assembly, "options_reordered")->count == 1);
  CHECK(note_of(assembly, "options_differ")->count == 1);
  CHECK(note_of(assembly, "keys_differ") == nullptr);
}

TEST_CASE("Inspect: epochs of one log whose options are shuffled are brought into the order of the first") {
  const auto sample = [](int epoch, const std::string& choices, const std::string& target, const std::string& answer,
                         const std::string& value) {
    return R"({"id": "s1", "epoch": )" + std::to_string(epoch) + R"(, "input": "Which?", "choices": )" + choices +
           R"(, "target": ")" + target + R"(", "scores": {"choice": {"value": ")" + value + R"(", "answer": ")" +
           answer + R"("}}})";
  };
  const std::string log =
      R"({"version": 2, "status": "success", "eval": {"task": "toy", "model": "toy/a"}, "samples": [)" +
      sample(1, R"(["red", "green"])", "A", "", "I") + "," + sample(2, R"(["green", "red"])", "B", "B", "C") + "]}";
  const Assembly assembly = assembled({{"log.json", log}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  REQUIRE(benchmark.item_count() == 1);
  CHECK(benchmark.keys == std::vector<std::int32_t>{0});
  REQUIRE_FALSE(benchmark.chosen.empty());
  CHECK(benchmark.chosen(0, 0) == 0);
  CHECK(benchmark.scores(0, 0) == 0.5);
}
