// Public files of lm-evaluation-harness. Expected counts were taken from the files with Python's json module; that the
// largest log-likelihood explains acc on every row is stated in the survey of the formats (1,280 of 1,280 rows).
#include <catch2/catch.hpp>

#include <filesystem>
#include <map>

#include "core/number.hpp"
#include "ingest/json_records.hpp"
#include "lm_eval_reading.hpp"

using namespace harmonograph;

namespace {

const std::string folder = "real/lm_eval/";
const std::string pythia = folder + "metabench/EleutherAI__pythia-14m/samples_metabench_";
const std::string late = "_2024-11-26T10-50-23.349203.jsonl";

Result<FileObservations> read_shared(const std::string& name, const ReadOptions& options = {}) {
  return reading::read(read_whole_file(shared_path(name)), name, options, 65536);
}

/// The file's own value of a metric by doc_id, read without the importer; the first line of each doc_id counts.
std::map<std::int64_t, double> stated(const std::string& name, const std::string& metric) {
  std::map<std::int64_t, double> values;
  JsonRecordReader reader({}, [&](JsonRecord&& record) {
    const auto& value = record.value[metric];
    double number = 0;
    if (value.is_string()) {
      const std::string_view text = value.text();
      number = text == "True" ? 1 : (text == "False" ? 0 : parse_number(text).value_or(-1));
    } else {
      number = value.number();
    }
    values.try_emplace(record.value["doc_id"].integer().value(), number);
    return Result<void>();
  });
  const std::string text = read_whole_file(shared_path(name));
  REQUIRE(reader.feed({text.data(), text.size()}).ok());
  REQUIRE(reader.finish().ok());
  return values;
}

void check_scores(const FileObservations& file, const std::map<std::int64_t, double>& expected) {
  REQUIRE(file.responses.score.size() == expected.size());
  std::size_t equal = 0;
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    if (expected.at(file.items[file.responses.item[r]].position) == file.responses.score[r]) ++equal;
  }
  CHECK(equal == expected.size());
}

}  // namespace

TEST_CASE("lm-eval, public files: acc on every row, and the largest log-likelihood explains it") {
  if (!shared_data_exists(folder)) return;
  struct Expected {
    std::string name;
    std::size_t items;
    std::uint32_t fewest_options;
    std::uint32_t most_options;
  };
  std::uint64_t compared = 0;
  for (const Expected& each :
       {Expected{pythia + "arc_permute_2024-11-26T10-47-32.305387.jsonl", 145, 4, 4},
        Expected{pythia + "arc_secondary" + late, 100, 4, 5}, Expected{pythia + "hellaswag_secondary" + late, 58, 4, 4},
        Expected{pythia + "mmlu_secondary" + late, 102, 4, 4},
        Expected{pythia + "truthfulqa_secondary" + late, 136, 2, 12},
        Expected{pythia + "winogrande_secondary" + late, 106, 2, 2}}) {
    CAPTURE(each.name);
    const auto file = read_shared(each.name);
    REQUIRE(file.ok());
    CHECK(file->models.front() == "EleutherAI/pythia-14m");
    CHECK(file->metric == "acc");
    CHECK(file->items.size() == each.items);
    check_scores(*file, stated(each.name, "acc"));
    std::uint32_t fewest = 99;
    std::uint32_t most = 0;
    std::size_t keys = 0;
    for (const FileItem& item : file->items) {
      fewest = std::min(fewest, item.option_count);
      most = std::max(most, item.option_count);
      if (item.key >= 0) ++keys;
    }
    CHECK(fewest == each.fewest_options);
    CHECK(most == each.most_options);
    CHECK(keys == each.items);
    CHECK(file->argmax_compared == each.items);
    CHECK(file->argmax_disagreements == 0);
    CHECK(file->rows_skipped == 0);
    compared += file->argmax_compared;
  }
  CHECK(compared == 647);
}

TEST_CASE("lm-eval, public files: the view per character reproduces acc_norm") {
  if (!shared_data_exists(folder)) return;
  std::size_t rows = 0;
  std::size_t agree = 0;
  for (const std::string& name : {pythia + "arc_permute_2024-11-26T10-47-32.305387.jsonl",
                                  pythia + "arc_secondary" + late, pythia + "hellaswag_secondary" + late}) {
    const auto file = read_shared(name, {{"metric", "acc_norm"}});
    REQUIRE(file.ok());
    REQUIRE(file->responses.choices.front().name == "log-likelihood per character");
    for (std::size_t r = 0; r < file->responses.score.size(); ++r) {
      ++rows;
      const bool right = reading::largest(reading::values(*file, 0, r)) == file->items[file->responses.item[r]].key;
      if (right == (file->responses.score[r] == 1)) ++agree;
    }
  }
  CHECK(rows == 303);
  CHECK(agree == rows);
}

TEST_CASE("lm-eval, public files: write-out of three models on Winogrande") {
  if (!shared_data_exists(folder)) return;
  for (const std::string model : {"llama", "llama13", "mistral"}) {
    const std::string name = folder + "old_write_out_info/" + model + "/winogrande_write_out_info.json";
    const auto file = read_shared(name);
    REQUIRE(file.ok());
    CHECK(file->models.front() == model);
    CHECK(file->items.size() == 1267);
    check_scores(*file, stated(name, "acc"));
    CHECK(file->argmax_compared == 1267);
    CHECK(file->argmax_disagreements == 0);
  }
  const std::string gen = folder + "old_write_out_info/llama/truthfulqa_gen_write_out_info.json";
  const auto file = read_shared(gen, {{"metric", "rougeL_acc"}});
  REQUIRE(file.ok());
  check_scores(*file, stated(gen, "rougeL_acc"));
}

TEST_CASE("lm-eval, public files: GSM8K with two filters that no line names") {
  if (!shared_data_exists(folder)) return;
  const auto file = read_shared(pythia + "gsm8k_secondary" + late);
  REQUIRE(file.ok());
  CHECK(file->items.size() == 249);
  CHECK(file->rows_read == 498);
  REQUIRE(file->filters.size() == 2);
  CHECK(file->filters[0].rows == 249);
  CHECK(file->filters[1].rows == 249);
  check_scores(*file, stated(pythia + "gsm8k_secondary" + late, "exact_match"));
}

TEST_CASE("lm-eval, public files: generation and the first builds of 0.4.0") {
  if (!shared_data_exists(folder)) return;
  for (const auto& [name, metric, items] :
       {std::tuple<std::string, std::string, std::size_t>{"misc/samples_asdiv_2024-08-21T03-44-09.494230.jsonl", "acc",
                                                          50},
        {"eee_math_perturbed/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl", "exact_match", 10},
        {"v0.4.0_array/pretrained=EleutherAI__pythia-2.8b_trivia_qa_unfiltered.nocontext.jsonl", "acc", 2},
        {"v0.4.0_array/pretrained=EleutherAI__pythia-2.8b_winogrande.jsonl", "acc", 4}}) {
    CAPTURE(name);
    const auto file = read_shared(folder + name);
    REQUIRE(file.ok());
    CHECK(file->metric == metric);
    CHECK(file->items.size() == items);
    check_scores(*file, stated(folder + name, metric));
    CHECK(file->argmax_disagreements == 0);
  }
}

TEST_CASE("lm-eval, public files: metrics that are no scores are refused by name") {
  if (!shared_data_exists(folder)) return;
  const auto pairs =
      read_shared(folder + "masakhaner/samples_masakhaner_luo_prompt_4_2026-01-16T20-57-28.313639.jsonl");
  REQUIRE_FALSE(pairs.ok());
  CHECK(pairs.error().code == ErrorCode::no_responses);
  CHECK(pairs.error().message.find("f1 (") != std::string::npos);
  CHECK(pairs.error().message.find("185 rows") != std::string::npos);
  const auto error = read_shared(folder + "misc/samples_polymer_tg_prediction_2025-06-30T19-40-09.461247.jsonl");
  REQUIRE_FALSE(error.ok());
  CHECK(error.error().message.find("mae (lower is better)") != std::string::npos);
}

TEST_CASE("lm-eval, public files: results with and without samples") {
  if (!shared_data_exists(folder)) return;
  for (const std::string run : {"Qwen3-8B_2025-07-11_113749", "Qwen3-8B_2025-10-09_150315"}) {
    const auto file = read_shared(folder + "mattdepaolis/" + run + "/results.json");
    REQUIRE(file.ok());
    CHECK(file->role == FileRole::responses);
    CHECK(file->models.front() == "Qwen/Qwen3-8B");
    CHECK(file->benchmarks.size() == 39);
    CHECK(file->items.size() == 39);
    CHECK(file->argmax_compared == 31);
    CHECK(file->argmax_disagreements == 0);
    // One item a task: its score is the metric that the file states for the task.
    std::size_t equal = 0;
    for (std::size_t r = 0; r < file->responses.score.size(); ++r) {
      const std::string& task = file->benchmarks[file->items[file->responses.item[r]].benchmark];
      for (const StatedMetric& metric : file->run.metrics) {
        const std::string name = metric.metric.substr(0, metric.metric.find(','));
        if (metric.benchmark == task && (", " + file->metric + ",").find(" " + name + ",") != std::string::npos &&
            metric.value == file->responses.score[r]) {
          ++equal;
          break;
        }
      }
    }
    CHECK(equal == 39);
  }
  const auto gemma = read_shared(folder + "masakhaner/sw_mmlu_0shot_2026-01-26T15-00-37.633186.json");
  REQUIRE(gemma.ok());
  CHECK(gemma->role == FileRole::run);
  CHECK(gemma->run.model == "google/gemma-2b");
  CHECK(gemma->run.groups.at("global_mmlu_sw").size() == 6);
  CHECK(gemma->run.metrics.size() == 7);
  const auto math = read_shared(folder + "eee_math_perturbed/results_2026-01-21T03-44-18.458309.json");
  REQUIRE(math.ok());
  CHECK(math->run.model == "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1");
}

TEST_CASE("lm-eval, public files: every file is recognised by its content alone") {
  if (!shared_data_exists(folder)) return;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_path(folder))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    CAPTURE(entry.path().string());
    CHECK(reading::format_of(read_whole_file(entry.path())).rfind("lm_eval_", 0) == 0);
  }
  CHECK(files == 23);
}
