// The analysis as a whole: edge cases, refusals, determinism, cancelling, JSON.
#include "harmony/analysis.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "harmony/available_partitions.hpp"
#include "harmony/redundant_qa.hpp"
#include "observations_dataset.hpp"
#include "run_job.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

/// models x items scores; no option values.
Dataset scores_only(const std::vector<std::vector<double>>& scores) {
  Dataset dataset;
  Benchmark benchmark;
  benchmark.name = "small";
  benchmark.scores = Matrix(scores.size(), scores.front().size());
  benchmark.choices.resize(scores.size());
  for (std::size_t m = 0; m < scores.size(); ++m) {
    dataset.models.push_back({"model " + std::to_string(m), {}});
    for (std::size_t i = 0; i < scores[m].size(); ++i) benchmark.scores(m, i) = scores[m][i];
  }
  for (std::size_t i = 0; i < scores.front().size(); ++i) {
    benchmark.item_ids.push_back("item " + std::to_string(i));
    benchmark.option_counts.push_back(0);
    benchmark.keys.push_back(-1);
  }
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

std::vector<double> random_scores(std::size_t items, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> scores(items);
  for (double& score : scores) score = random.uniform() < 0.6 ? 1 : 0;
  return scores;
}

void add_choices(Dataset& dataset, std::size_t model, Matrix values) {
  dataset.benchmarks[0].choices[model].push_back({"p", ChoiceKind::probability, std::move(values)});
}

Matrix two_groups(std::size_t items, std::size_t options) {
  Matrix values(items, options, 0.1);
  for (std::size_t i = 0; i < items; ++i) values(i, i < items / 2 ? 0 : 1) = 2 + 0.01 * static_cast<double>(i % 7);
  return values;
}

ErrorCode refusal(const Dataset& dataset, const AnalysisParameters& parameters = {}) {
  const auto job = HarmonyAnalysis::create(dataset, 0, 0, parameters);
  REQUIRE_FALSE(job.ok());
  CHECK_FALSE(job.error().message.empty());
  CHECK_FALSE(job.error().hint.empty());
  return job.error().code;
}

bool warned(const HarmonyResult& result, const std::string& code) {
  for (const Warning& warning : result.warnings) {
    if (warning.code == code) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("one model with only 0/1 scores: refused, with what to bring") {
  const Dataset dataset = scores_only({random_scores(50, 1)});
  const auto partitions = available_partitions(dataset, 0, 0);
  REQUIRE_FALSE(partitions.ok());
  CHECK(partitions.error().code == ErrorCode::needs_choice_distributions);
  CHECK(partitions.error().hint.find("log-likelihoods") != std::string::npos);
  CHECK(refusal(dataset) == ErrorCode::needs_choice_distributions);
  AnalysisParameters responses;
  responses.partition = PartitionSource::responses;
  CHECK(refusal(dataset, responses) == ErrorCode::too_few_models);
}

TEST_CASE("fewer than ten items: refused") {
  Dataset dataset = scores_only({random_scores(9, 1)});
  add_choices(dataset, 0, two_groups(9, 3));
  CHECK(available_partitions(dataset, 0, 0).error().code == ErrorCode::too_few_items);
  CHECK(refusal(dataset) == ErrorCode::too_few_items);
}

TEST_CASE("ten items are enough") {
  Dataset dataset = scores_only({{1, 0, 1, 0, 1, 0, 0, 0, 0, 1}});
  add_choices(dataset, 0, two_groups(10, 3));
  const HarmonyResult result = analyse(dataset, 0);
  CHECK(result.k == 2);
  CHECK(*result.harmony == Approx(1));
  CHECK(warned(result, "two_equal_subdomains"));
  CHECK(warned(result, "few_items"));
}

TEST_CASE("which partitions there are, best first") {
  Dataset dataset = scores_only({random_scores(40, 1), random_scores(40, 2), random_scores(40, 3)});
  CHECK(*available_partitions(dataset, 0, 0) == std::vector<std::string>{"responses"});
  add_choices(dataset, 0, two_groups(40, 3));
  add_choices(dataset, 1, two_groups(40, 3));
  dataset.benchmarks[0].attributes.push_back({"subject", std::vector<std::string>(40, "a")});
  dataset.benchmarks[0].attributes.push_back({"half", std::vector<std::string>(40, "a")});
  for (std::size_t i = 0; i < 20; ++i) dataset.benchmarks[0].attributes[1].values[i] = "b";
  CHECK(*available_partitions(dataset, 0, 0) ==
        std::vector<std::string>{"similarity", "similarity-shared", "responses", "attribute:half"});
  CHECK(*available_partitions(dataset, 0, 2) ==
        std::vector<std::string>{"similarity-shared", "responses", "attribute:half"});
}

TEST_CASE("all scores equal: H is H_size, with a warning; response patterns refuse") {
  const std::vector<double> ones(30, 1.0);
  Dataset dataset = scores_only({ones, ones, ones});
  add_choices(dataset, 0, two_groups(30, 3));
  const HarmonyResult result = analyse(dataset, 0);
  CHECK(*result.harmony == Approx(*result.harmony_of_sizes));
  CHECK(result.null_distribution->p_value == 1);
  CHECK(warned(result, "all_scores_equal"));
  AnalysisParameters responses;
  responses.partition = PartitionSource::responses;
  CHECK(refusal(dataset, responses) == ErrorCode::all_scores_equal);
}

TEST_CASE("identical distributions: degenerate, no number invented") {
  Dataset dataset = scores_only({random_scores(300, 1)});
  add_choices(dataset, 0, Matrix(300, 4, 0.25));
  const HarmonyResult result = analyse(dataset, 0);
  CHECK(result.degenerate);
  CHECK(result.k == 1);
  CHECK_FALSE(result.harmony);
  CHECK_FALSE(result.null_distribution);
  const auto json = nlohmann::json::parse(to_json(result));
  CHECK(json["harmony"].is_null());
  CHECK(json["degenerate"] == true);
}

TEST_CASE("missing scores and rows without values are left out, never counted as 0") {
  std::vector<double> scores = random_scores(60, 1);
  scores[3] = NAN;
  scores[40] = NAN;
  Dataset dataset = scores_only({scores});
  Matrix values = two_groups(60, 4);
  for (double& value : values.row(7)) value = NAN;
  add_choices(dataset, 0, std::move(values));
  const HarmonyResult result = analyse(dataset, 0);
  CHECK(result.items == 57);
  CHECK(result.items_left_out == 3);
  CHECK(result.accuracy.missing == 2);
  CHECK(result.labels.size() == 57);
  CHECK(result.used_items[3] == 4);
  CHECK(result.used_items[6] == 8);
  CHECK(warned(result, "items_left_out"));
  double mean_score = 0;
  for (const std::size_t item : result.used_items) mean_score += scores[item] / 57;
  CHECK(result.accuracy.value == Approx(mean_score));
}

TEST_CASE("response patterns with missing cells use the items that every model answered") {
  std::vector<std::vector<double>> scores;
  for (std::uint64_t m = 0; m < 6; ++m) scores.push_back(random_scores(100, m));
  scores[1][5] = NAN;
  scores[5] = std::vector<double>(100, NAN);
  scores[5][0] = 1;
  AnalysisParameters parameters;
  parameters.partition = PartitionSource::responses;
  const HarmonyResult result = analyse(scores_only(scores), 0, parameters);
  CHECK(result.items == 99);
  CHECK(warned(result, "models_left_out"));
  CHECK(result.audit.rows.size() >= 1);
}

TEST_CASE("a partition by a column") {
  Dataset dataset = scores_only({random_scores(40, 1)});
  dataset.benchmarks[0].attributes.push_back({"subject", std::vector<std::string>(40, "law")});
  for (std::size_t i = 0; i < 10; ++i) dataset.benchmarks[0].attributes[0].values[i] = "biology";
  dataset.benchmarks[0].attributes[0].values[39] = "";
  AnalysisParameters parameters;
  parameters.partition = PartitionSource::attribute;
  parameters.attribute = "subject";
  const HarmonyResult result = analyse(dataset, 0, parameters);
  CHECK(result.k == 2);
  CHECK(result.k_chosen_by == "attribute");
  CHECK(result.subdomains[0].name == "law");
  CHECK(result.subdomains[0].size == 29);
  CHECK(result.subdomains[1].name == "biology");
  CHECK(result.items_left_out == 1);
  CHECK(result.silhouette_curve.empty());
  CHECK_FALSE(result.affinity_map);
  CHECK(result.audit.explained_by.empty());
  parameters.attribute = "no such";
  CHECK(refusal(dataset, parameters) == ErrorCode::not_found);
}

TEST_CASE("k as the user wants it") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  AnalysisParameters parameters = quick();
  parameters.subdomains = 7;
  const HarmonyResult seven = analyse(dataset, 0, parameters);
  CHECK(seven.k == 7);
  CHECK(seven.k_chosen_by == "user");
  parameters.subdomains = 1;
  const HarmonyResult one = analyse(dataset, 0, parameters);
  CHECK(one.k == 1);
  CHECK_FALSE(one.harmony);
  parameters.subdomains = 25;  // beyond the curve
  CHECK(analyse(dataset, 0, parameters).k == 25);
}

TEST_CASE("the same parameters give the same text, another seed another stream") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  CHECK(to_json(analyse(dataset, 2)) == to_json(analyse(dataset, 2)));
  AnalysisParameters other;
  other.seed = 2;
  CHECK(analyse(dataset, 2, other).null_distribution->mean != analyse(dataset, 2).null_distribution->mean);
}

TEST_CASE("silhouettes on the divergence, and a bandwidth from the data") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  AnalysisParameters parameters = quick();
  parameters.silhouette = SilhouetteDistance::divergence;
  parameters.bandwidth = 0;
  const HarmonyResult result = analyse(dataset, 3, parameters);
  CHECK(result.k == 4);
  CHECK(result.bandwidth > 0.05);
  CHECK(result.parameters.bandwidth == 0);
}

TEST_CASE("a job can be left at any step") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  for (const int steps : {0, 1, 5, 50}) {
    auto job = HarmonyAnalysis::create(dataset, 0, 0, {});
    REQUIRE(job.ok());
    for (int step = 0; step < steps; ++step) CHECK((*job)->step().ok());
  }
}

TEST_CASE("sensitivity: every sweep, and the defaults agree with the analysis") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  auto job = SensitivityAnalysis::create(dataset, 0, 2, {});
  REQUIRE(job.ok());
  finish(**job);
  const SensitivityResult result = (*job)->take_result();
  const HarmonyResult analysis = analyse(dataset, 2, quick());
  REQUIRE(result.bandwidth.size() == 6);
  REQUIRE(result.tau.size() == 4);
  REQUIRE(result.subdomains.size() == 19);
  REQUIRE(result.seeds.size() == 5);
  CHECK(*result.bandwidth[1].harmony == Approx(*analysis.harmony));
  CHECK(*result.tau[1].harmony == Approx(*analysis.harmony));
  CHECK(*result.subdomains[analysis.k - 2].harmony == Approx(*analysis.harmony));
  CHECK(result.seeds[0].adjusted_rand == 1);
  const auto json = nlohmann::json::parse(to_json(result));
  CHECK(json["tau"][3]["tau"] == 4);
}

TEST_CASE("invalid text in the data does not break the JSON") {
  Dataset dataset = scores_only({random_scores(20, 1)});
  add_choices(dataset, 0, two_groups(20, 3));
  dataset.benchmarks[0].item_ids[0] = "\xff\xfe broken";
  dataset.benchmarks[0].item_texts.assign(20, "\xc3 half a letter");
  const auto json = nlohmann::json::parse(to_json(analyse(dataset, 0)), nullptr, false);
  CHECK(json.is_object());
}
