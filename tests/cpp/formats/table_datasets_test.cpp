// Public response matrices. Models, items, density and mean as the README of the collection states them
// (five decimals); where it states none, numpy 1.24.2 (numpy.nanmean of the score columns) gave the mean.
#include <cstdio>

#include "formats/table_reading.hpp"

using namespace table_reading;

namespace {

struct Expected {
  std::string path;
  std::string shape;
  std::size_t models;
  std::size_t items;
  double density;
  double mean;
  std::string benchmark;
};

const std::vector<Expected> matrices{
    {"alpaca_eval2/preference.csv", "items x models", 58, 805, 0.99979, 0.12782, "preference"},
    {"alpaca_eval2/responses.csv", "items x models", 58, 805, 0.99979, 0.11654, "alpaca_eval2"},
    {"bfcl_2024_08/responses.csv", "items x models", 71, 1700, 1.0, 0.72563, "bfcl_2024_08"},
    {"farel_bench/responses.csv", "items x models", 118, 450, 1.0, 0.68139, "farel_bench"},
    {"livecodebench/pass1_2025-04-22.csv", "items x models", 16, 1055, 1.0, 0.62353, "pass1_2025-04-22"},
    {"livecodebench/pass1_2025-01-15.csv", "items x models", 19, 880, 1.0, 0.50354, "pass1_2025-01-15"},
    {"livecodebench/pass1_2024-04-17.csv", "items x models", 45, 400, 1.0, 0.19923, "pass1_2024-04-17"},
    {"livecodebench/pass1_union.csv", "items x models", 71, 1055, 0.60236, 0.44346, "pass1_union"},
    {"livecodebench/responses.csv", "items x models", 71, 1055, 0.60236, 0.43839, "livecodebench"},
    {"livecodebench/responses_common.csv", "items x models", 71, 400, 1.0, 0.38479, "responses_common"},
    {"llm_uncertainty_bench/mmlu_10k_responses_inferred_key.csv", "items x models", 25, 10000, 1.0, 0.52906,
     "mmlu_10k_responses_inferred_key"},
    {"metabench/arc.csv", "items x models", 4280, 100, 1.0, 0.61219, "arc"},
    {"metabench/mix150.csv", "items x models", 2001, 150, 1.0, 0.60164, "mix150"},
    {"metabench/mix40.csv", "items x models", 2001, 40, 1.0, 0.57879, "mix40"},
    {"metabench/sample300.csv", "items x models", 300, 1075, 1.0, 0.55776, "sample300"},
    {"mmlu_pro/responses.csv", "items x models", 29, 12032, 0.99509, 0.40245, "mmlu_pro"},
    {"naep_cmcqrd_probs/responses.csv", "items x models", 18, 1063, 1.0, 0.86548, "naep_cmcqrd_probs"},
    {"naep_cmcqrd_probs/responses_first_order.csv", "items x models", 18, 1063, 1.0, 0.82941, "responses_first_order"},
    {"naep_cmcqrd_probs/prob_correct.csv", "items x models", 18, 1063, 1.0, 0.81359, "prob_correct"},
    {"psn_irt_12/responses.csv", "items x models", 12, 41871, 1.0, 0.66268, "psn_irt_12"},
    {"swebench_verified/responses.csv", "items x models", 24, 500, 1.0, 0.54008, "swebench_verified"},
    {"zeroeval_crux/responses.csv", "items x models", 51, 800, 1.0, 0.63225, "zeroeval_crux"},
    {"zeroeval_gsm8k/responses.csv", "items x models", 43, 1319, 1.0, 0.87233, "zeroeval_gsm8k"},
    // The option order of the file's columns: the same scores as responses_first_order.csv.
    {"naep_cmcqrd_probs/option_probs.csv", "long", 18, 1063, 1.0, 0.82941, "option_probs"},
    // numpy
    {"classical/SAT12_binary.csv", "models x items", 600, 32, 1.000000, 0.568802, "SAT12_binary"},
    {"classical/SAT12_binary_missing10.csv", "models x items", 600, 32, 0.900000, 0.568808, "SAT12_binary_missing10"},
    {"classical/icar_ability.csv", "models x items", 1509, 16, 0.963262, 0.513136, "icar_ability"},
    {"classical/icar_ability_raw.csv", "models x items", 1525, 16, 0.953156, 0.513136, "icar_ability_raw"},
    {"classical/LSAT7_missing_rows.csv", "models x items", 1000, 5, 0.999600, 0.741697, "LSAT7_missing_rows"},
    {"classical/ltm_Abortion.csv", "models x items", 379, 4, 1.000000, 0.571240, "ltm_Abortion"},
    {"classical/ltm_LSAT.csv", "models x items", 1000, 5, 1.000000, 0.763800, "ltm_LSAT"},
    {"classical/ltm_Mobility.csv", "models x items", 8445, 8, 1.000000, 0.318680, "ltm_Mobility"},
    {"classical/ltm_WIRS.csv", "models x items", 1005, 6, 1.000000, 0.330514, "ltm_WIRS"},
    {"simulated/uni2pl_1000x40.csv", "models x items", 1000, 40, 1.000000, 0.499750, "uni2pl_1000x40"},
    {"simulated/m2pl_2f_2000x30.csv", "models x items", 2000, 30, 1.000000, 0.496367, "m2pl_2f_2000x30"},
    {"simulated/m2pl_3f_2000x45.csv", "models x items", 2000, 45, 1.000000, 0.493278, "m2pl_3f_2000x45"},
    {"farel_bench/sub72.csv", "items x models", 118, 60, 1.0, 0.594209, "sub72"},
};

Result<FileObservations> read_dataset(const std::string& path, const ReadOptions& options = {}) {
  const std::string text = read_whole_file(shared_path("datasets/" + path));
  CHECK(certainty(table_format(), text, "unknown") >= 20);
  return read_text(table_format(), text, path, options);
}

void check_matrix(const FileObservations& file, const Expected& expected) {
  check_shape(file);
  CHECK(file.role == FileRole::responses);
  CHECK(file.table->shape == expected.shape);
  CHECK(file.models.size() == expected.models);
  CHECK(file.items.size() == expected.items);
  const double cells = static_cast<double>(expected.models) * static_cast<double>(expected.items);
  CHECK(static_cast<double>(scored(file)) / cells == Approx(expected.density).margin(6e-6).epsilon(0));
  CHECK(mean_score(file) == Approx(expected.mean).margin(6e-6).epsilon(0));
  CHECK(file.benchmarks == std::vector<std::string>{expected.benchmark});
}

}  // namespace

TEST_CASE("every public matrix has its models, items, density and mean", "[table][shared]") {
  for (const auto& expected : matrices) {
    if (!shared_data_exists("datasets/" + expected.path)) continue;
    INFO(expected.path);
    auto file = read_dataset(expected.path);
    if (!file) FAIL(file.error().message);
    check_matrix(*file, expected);
  }
}

TEST_CASE("option probabilities of NAEP: accuracy by the order chosen", "[table][shared]") {
  const std::string path = "naep_cmcqrd_probs/option_probs.csv";
  if (!shared_data_exists("datasets/" + path)) return;
  auto file = read_dataset(path);
  REQUIRE(file.ok());
  REQUIRE(file->responses.choices.size() == 2);
  CHECK(file->responses.choices[0].name == "p0");
  CHECK(file->responses.choices[1].name == "pm");
  CHECK(file->responses.choices[0].kind == ChoiceKind::probability);
  // numpy: argmax of p0_A..p0_D, and of pm_A..pm_D, equal to the key: 924 and 947 of 1,063.
  CHECK(mean_score(*file, "Llama-3.1-8B") == Approx(924.0 / 1063).margin(1e-9));
  auto averaged = read_dataset(path, {{"choices", "pm"}});
  REQUIRE(averaged.ok());
  CHECK(averaged->responses.choices[0].name == "pm");
  CHECK(mean_score(*averaged, "Llama-3.1-8B") == Approx(947.0 / 1063).margin(1e-9));
}

TEST_CASE("attribute columns are told from models", "[table][shared]") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> attributes{
      {"farel_bench/responses.csv", {"category", "distance", "key"}},
      {"livecodebench/responses.csv", {"category", "difficulty", "date"}},
      {"llm_uncertainty_bench/mmlu_10k_responses_inferred_key.csv", {"category", "key_inferred", "key_confidence"}},
      {"naep_cmcqrd_probs/responses.csv",
       {"category", "subcategory", "difficulty_label", "grade", "human_p_correct", "human_p_options", "naep_a",
        "naep_b", "naep_c", "naep_year", "naep_grade"}},
      {"psn_irt_12/responses.csv", {"category", "psn_b", "psn_a", "psn_c", "psn_d"}},
      {"mmlu_pro/responses.csv", {"category", "src"}},
      {"swebench_verified/responses.csv", {"category", "repo"}},
      {"zeroeval_gsm8k/responses.csv", {}}};
  for (const auto& [path, names] : attributes) {
    if (!shared_data_exists("datasets/" + path)) continue;
    INFO(path);
    auto file = read_dataset(path);
    REQUIRE(file.ok());
    std::vector<std::string> found;
    for (const auto& attribute : file->attributes) found.push_back(attribute.name);
    CHECK(found == names);
  }
}

TEST_CASE("files that are no responses become attributes or are refused", "[table][shared]") {
  const std::vector<std::pair<std::string, FileRole>> lists{
      {"alpaca_eval2/items_text.csv", FileRole::item_attributes},
      {"farel_bench/items_text.csv", FileRole::item_attributes},
      {"zeroeval_crux/items_text.csv", FileRole::item_attributes},
      {"zeroeval_gsm8k/items_text.csv", FileRole::item_attributes},
      {"metabench/arc_published_fit.csv", FileRole::item_attributes},
      {"simulated/uni2pl_true.csv", FileRole::item_attributes},
      {"simulated/m2pl_2f_true.csv", FileRole::item_attributes},
      {"simulated/m2pl_3f_true.csv", FileRole::item_attributes},
      {"metabench/arc_published_theta.csv", FileRole::model_attributes},
      {"metabench/models.csv", FileRole::model_attributes}};
  for (const auto& [path, role] : lists) {
    if (!shared_data_exists("datasets/" + path)) continue;
    INFO(path);
    auto file = read_dataset(path);
    if (!file) FAIL(file.error().message);
    CHECK(file->role == role);
    CHECK(file->responses.score.empty());
  }
  for (const std::string path :
       {"classical/LSAT6_patterns.csv", "classical/LSAT7_patterns.csv", "classical/deAyala_patterns.csv",
        "classical/SAT12_raw.csv", "classical/Science.csv", "classical/ltm_Environment.csv",
        "simulated/uni2pl_theta.csv", "simulated/m2pl_2f_theta.csv", "simulated/m2pl_3f_theta.csv",
        "swebench_verified/cost_usd.csv", "swebench_verified/api_calls.csv", "mmlu_pro/predictions.csv"}) {
    if (!shared_data_exists("datasets/" + path)) continue;
    INFO(path);
    auto file = read_dataset(path);
    REQUIRE_FALSE(file.ok());
    CHECK(file.error().code == ErrorCode::no_responses);
    CHECK_FALSE(file.error().hint.empty());
  }
}

TEST_CASE("the large metabench matrix, unpacked", "[table][shared]") {
  if (!shared_data_exists("datasets/metabench/all_common.csv.gz")) return;
  const auto unpacked = std::filesystem::temp_directory_path() / "harmonograph_all_common.csv";
  const std::string command = "zcat '" + shared_path("datasets/metabench/all_common.csv.gz").string() + "' > '" +
                              unpacked.string() + "' 2>/dev/null";
  if (std::system(command.c_str()) != 0) {
    std::cout << "[skipped] all_common.csv.gz: zcat is not there\n";
    return;
  }
  const std::string text = read_whole_file(unpacked);
  std::filesystem::remove(unpacked);
  auto file = read_text(table_format(), text, "all_common.csv");
  if (!file) FAIL(file.error().message);
  check_matrix(*file, {"", "items x models", 2001, 1075, 1.0, 0.55737, "all_common"});
}

TEST_CASE("twelve rows of 41,871 numbers without a header", "[table][shared]") {
  // The layout of the PSN-IRT source file: the score columns of its matrix turned into rows.
  if (!shared_data_exists("datasets/psn_irt_12/responses.csv")) return;
  auto matrix = read_dataset("psn_irt_12/responses.csv");
  REQUIRE(matrix.ok());
  std::vector<std::string> rows(matrix->models.size());
  for (std::size_t r = 0; r < matrix->responses.score.size(); ++r) {
    std::string& row = rows[matrix->responses.model[r]];
    row += row.empty() ? "" : ",";
    row += matrix->responses.score[r] == 1 ? "1.0" : "0.0";
  }
  std::string text;
  for (const auto& row : rows) text += row + "\n";
  CHECK(certainty(table_format(), text, "unknown") >= 20);
  auto file = read_text(table_format(), text, "psn/combine.csv");
  if (!file) FAIL(file.error().message);
  check_matrix(*file, {"", "models x items", 12, 41871, 1.0, 0.66268, "psn"});
  CHECK_FALSE(file->table->has_header);
}

TEST_CASE("letters without a key, and leaderboards of other tools", "[table][shared]") {
  if (shared_data_exists("real/helm/mmlu_redux_original_helm/combined_econometrics.csv")) {
    const std::string text =
        read_whole_file(shared_path("real/helm/mmlu_redux_original_helm/combined_econometrics.csv"));
    auto file = read_text(table_format(), text, "combined_econometrics.csv");
    REQUIRE_FALSE(file.ok());
    CHECK(file.error().code == ErrorCode::no_responses);
    CHECK(file.error().hint.find("key") != std::string::npos);
  }
  if (shared_data_exists("real/arena_hard/arena_hard_leaderboard_20240731.csv")) {
    const std::string text = read_whole_file(shared_path("real/arena_hard/arena_hard_leaderboard_20240731.csv"));
    auto file = read_text(table_format(), text, "arena.csv");
    REQUIRE(file.ok());
    CHECK(file->role == FileRole::model_attributes);
  }
}
