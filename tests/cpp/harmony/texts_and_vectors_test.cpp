// Partitions by the texts of the items and by vectors that the user brought.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "harmony/available_partitions.hpp"
#include "harmony/induced_partition.hpp"
#include "harmony/partition_sources.hpp"
#include "run_job.hpp"
#include "similarity/cosine.hpp"
#include "stats/agreement.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

constexpr std::size_t topics = 3;
constexpr std::size_t items_of_topic = 40;

/// Items of three topics with texts of topic words and common words, vectors around the topic's, and two models with
/// scores alone.
Dataset topic_dataset() {
  static const char* const topic_words[topics][8] = {
      {"enzyme", "cell", "protein", "membrane", "gene", "mitosis", "tissue", "organ"},
      {"treaty", "empire", "revolution", "king", "war", "senate", "colony", "dynasty"},
      {"price", "market", "demand", "inflation", "tax", "trade", "currency", "budget"}};
  static const char* const common[] = {"describe", "name", "main", "cause", "effect", "example", "period", "role"};
  Random random(11);
  Dataset dataset;
  dataset.models = {{"a", {}}, {"b", {}}};
  Benchmark benchmark;
  benchmark.name = "topics";
  const std::size_t n = topics * items_of_topic;
  benchmark.scores = Matrix(2, n);
  benchmark.choices.resize(2);
  benchmark.keys.assign(n, -1);
  benchmark.option_counts.assign(n, 0);
  benchmark.attributes.push_back({"topic", {}});
  Matrix embedding(n, 16);
  Matrix distribution(n, 30);
  std::vector<std::vector<double>> centres(topics, std::vector<double>(16));
  for (auto& centre : centres) {
    for (double& value : centre) value = 1 + 0.8 * random.normal();
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t topic = i % topics;  // so that neighbours differ
    benchmark.item_ids.push_back("q" + std::to_string(i));
    std::string text;
    for (int w = 0; w < 6; ++w) text += std::string(topic_words[topic][random.below(8)]) + " ";
    for (int w = 0; w < 4; ++w) text += std::string(common[random.below(8)]) + " ";
    benchmark.item_texts.push_back(text);
    benchmark.attributes[0].values.push_back(std::to_string(topic));
    for (std::size_t w = 0; w < 16; ++w) embedding(i, w) = centres[topic][w] + 0.3 * random.normal();
    std::vector<double> concentration(30, 0.2);
    for (std::size_t w = 0; w < 10; ++w) concentration[10 * topic + w] = 3;
    const auto row = random.dirichlet(concentration);
    std::copy(row.begin(), row.end(), distribution.row(i).begin());
    for (std::size_t m = 0; m < 2; ++m) {
      benchmark.scores(m, i) = random.uniform() < 0.4 + 0.2 * static_cast<double>(topic) ? 1 : 0;
    }
  }
  benchmark.vectors = {{"minilm", std::move(embedding)}, {"vocabulary", std::move(distribution)}};
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

double agreement_with_topics(const Dataset& dataset, const HarmonyResult& result) {
  std::vector<std::uint32_t> topic;
  for (const std::size_t item : result.used_items) {
    topic.push_back(static_cast<std::uint32_t>(dataset.benchmarks[0].attributes[0].values[item][0] - '0'));
  }
  return adjusted_rand_index(result.labels, topic);
}

AnalysisParameters by(const std::string& partition) {
  AnalysisParameters parameters;
  REQUIRE(set_partition(partition, parameters));
  return parameters;
}

/// One model with scores, and vectors of `groups` groups of unequal sizes in `width` dimensions around a common centre.
Dataset embedded_dataset(std::size_t items, std::size_t width, std::size_t groups, std::uint64_t seed) {
  Random random(seed);
  Dataset dataset;
  dataset.models = {{"a", {}}};
  Benchmark benchmark;
  benchmark.name = "embedded";
  benchmark.scores = Matrix(1, items);
  benchmark.choices.resize(1);
  benchmark.keys.assign(items, -1);
  benchmark.option_counts.assign(items, 0);
  benchmark.item_texts.assign(items, "");
  benchmark.attributes.push_back({"topic", {}});
  Matrix centres(groups + 1, width);
  for (std::size_t g = 0; g <= groups; ++g) {
    for (double& value : centres.row(g)) value = (g < groups ? 0.6 : 1.0) * random.normal();
  }
  Matrix vectors(items, width);
  for (std::size_t i = 0; i < items; ++i) {
    // The first group is the smallest, the last one the largest.
    const auto group = static_cast<std::size_t>(static_cast<double>(groups) * std::sqrt(random.uniform()));
    benchmark.item_ids.push_back("q" + std::to_string(i));
    benchmark.attributes[0].values.push_back(std::to_string(group));
    benchmark.scores(0, i) = random.uniform() < 0.5 ? 1 : 0;
    for (std::size_t w = 0; w < width; ++w) {
      vectors(i, w) = centres(groups, w) + centres(group, w) + random.normal();
    }
  }
  benchmark.vectors = {{"wide", std::move(vectors)}};
  dataset.benchmarks.push_back(std::move(benchmark));
  return dataset;
}

}  // namespace

TEST_CASE("principal components stand for wide vectors of more than 2,000 items, and a warning says so") {
  for (const std::size_t items : {2'000U, 2'001U}) {
    for (const std::size_t width : {48U, 60U}) {
      INFO(items << " items of width " << width);
      const Dataset dataset = embedded_dataset(items, width, 4, 5);
      const auto input = prepare_analysis(dataset, 0, 0, by("vectors:wide"));
      REQUIRE(input.ok());
      REQUIRE(input->features.has_value());
      CHECK(input->features->width() == 48 + (items == 2'000 && width == 60 ? 12 : 0));
      const bool projected = items == 2'001 && width == 60;
      CHECK(input->features->projected == projected);
      REQUIRE(input->warnings.size() == (projected ? 1 : 0));
      if (!projected) continue;
      CHECK(input->warnings[0].code == "principal_components");
      const std::string& message = input->warnings[0].message;
      const std::string before =
          "For more than 2,000 items 48 principal components stand for the 60 numbers of each vector; they hold ";
      REQUIRE_THAT(message, Catch::StartsWith(before) && Catch::EndsWith("% of the variance."));
      // The leading 48 of 60 hold more than their number's share, and here there is noise in all 60.
      const int share = std::stoi(message.substr(before.size()));
      CHECK(share > 100 * 48 / 60);
      CHECK(share < 100);
    }
  }
}

TEST_CASE("beyond 2,000 items the partition of embeddings is that of the vectors as they are", "[.large]") {
  for (const std::size_t groups : {5U, 12U}) {
    const Dataset dataset = embedded_dataset(3'000, 384, groups, 40 + groups);
    AnalysisParameters parameters = by("vectors:wide");
    const HarmonyResult projected = analyse(dataset, 0, quick(parameters));
    REQUIRE(projected.warnings.size() == 1);
    fill_starts(parameters, 3'000);
    auto prepared = prepare_analysis(dataset, 0, 0, parameters);
    REQUIRE(prepared.ok());
    auto part = std::make_shared<InputPart>();
    part->input = std::move(*prepared);
    part->input.features = cosine_divergence_features(dataset.benchmarks[0].vectors[0].values);
    auto exact = InducedPartitionJob::create(std::make_shared<AnalysisCache>(), part, "exact", parameters.tau,
                                             parameters, Keep::nothing);
    REQUIRE(exact.ok());
    finish(**exact);
    CHECK((*exact)->embedding().similarity.path == "stored");
    const SweptPartition& chosen = (*exact)->sweep().partitions[(*exact)->chosen()];
    INFO(groups << " groups: agreement " << adjusted_rand_index(projected.labels, chosen.labeling.labels));
    CHECK(projected.k == chosen.k);
    CHECK(projected.k == groups);
    CHECK(adjusted_rand_index(projected.labels, chosen.labeling.labels) >= 0.99);
  }
}

TEST_CASE("texts and vectors find the topics at the default temperature, without any distribution") {
  const Dataset dataset = topic_dataset();
  for (const char* partition : {"texts", "vectors:minilm", "vectors:vocabulary"}) {
    INFO(partition);
    const HarmonyResult result = analyse(dataset, 0, quick(by(partition)));
    CHECK(result.k == topics);
    CHECK(agreement_with_topics(dataset, result) > 0.9);
    CHECK(result.items == 120);
    CHECK(partition_name(result.parameters) == partition);
    CHECK(result.harmony.has_value());
  }
}

TEST_CASE("both are listed after what the models give and before columns, in the order of the files") {
  const Dataset dataset = topic_dataset();
  const auto available = available_partitions(dataset, 0, 1);
  REQUIRE(available.ok());
  CHECK(*available == std::vector<std::string>{"vectors:minilm", "vectors:vocabulary", "texts", "attribute:topic"});
}

TEST_CASE("fewer than ten items with words, or with a vector, are none to partition") {
  Dataset dataset = topic_dataset();
  Benchmark& benchmark = dataset.benchmarks[0];
  for (std::size_t i = 9; i < benchmark.item_count(); ++i) {
    benchmark.item_texts[i] = "12 + " + std::to_string(i);
    for (double& value : benchmark.vectors[0].values.row(i)) value = i % 2 == 0 ? missing : 0;
  }
  const auto available = available_partitions(dataset, 0, 0);
  REQUIRE(available.ok());
  CHECK(*available == std::vector<std::string>{"vectors:vocabulary", "attribute:topic"});
  for (const char* partition : {"texts", "vectors:minilm"}) {
    const auto refused = HarmonyAnalysis::create(dataset, 0, 0, by(partition));
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::too_few_items);
  }
  benchmark.item_texts.clear();
  CHECK(HarmonyAnalysis::create(dataset, 0, 0, by("texts")).error().code == ErrorCode::not_found);
  CHECK(HarmonyAnalysis::create(dataset, 0, 0, by("vectors:other")).error().code == ErrorCode::not_found);
}

TEST_CASE("items without a direction are left out and counted") {
  Dataset dataset = topic_dataset();
  Benchmark& benchmark = dataset.benchmarks[0];
  benchmark.item_texts[7] = "?";
  for (double& value : benchmark.vectors[0].values.row(3)) value = 0;
  for (double& value : benchmark.vectors[0].values.row(5)) value = missing;
  const HarmonyResult texts = analyse(dataset, 0, quick(by("texts")));
  CHECK(texts.items == 119);
  CHECK(texts.items_left_out == 1);
  REQUIRE_FALSE(texts.warnings.empty());
  CHECK(texts.warnings[0].code == "items_without_words");
  const HarmonyResult vectors = analyse(dataset, 0, quick(by("vectors:minilm")));
  CHECK(vectors.items == 118);
  CHECK(vectors.items_left_out == 2);
  CHECK(vectors.warnings[0].code == "items_without_direction");
}

TEST_CASE("every model gets the same partition, and the second one from the cache") {
  const Dataset dataset = topic_dataset();
  for (const char* partition : {"texts", "vectors:minilm", "vectors:vocabulary"}) {
    CHECK(shared_by_models(by(partition)));
    auto cache = std::make_shared<AnalysisCache>();
    std::vector<HarmonyResult> results;
    for (const std::size_t model : {0U, 1U}) {
      auto job = HarmonyAnalysis::create(dataset, 0, model, quick(by(partition)), cache);
      REQUIRE(job.ok());
      finish(**job);
      results.push_back((*job)->take_result());
    }
    CHECK(results[0].labels == results[1].labels);
    const HarmonyResult alone = analyse(dataset, 1, quick(by(partition)));
    CHECK(alone.labels == results[1].labels);
    CHECK(alone.harmony == results[1].harmony);
  }
  CHECK(input_key(0, 0, by("vectors:minilm")) != input_key(0, 0, by("vectors:vocabulary")));
  CHECK(input_key(0, 0, by("vectors:minilm")) != input_key(0, 0, by("attribute:minilm")));
}

TEST_CASE("texts and vectors can be re-clustered, and their temperature varied") {
  const Dataset dataset = topic_dataset();
  AnalysisParameters parameters = by("texts");
  parameters.null_draws = 0;
  parameters.detail = false;
  parameters.bootstrap = BootstrapKind::reclustered;
  parameters.bootstrap_draws = 5;
  const HarmonyResult result = analyse(dataset, 0, parameters);
  REQUIRE(result.bootstrap.has_value());
  CHECK(result.bootstrap->kind == BootstrapKind::reclustered);
  auto job = SensitivityAnalysis::create(dataset, 0, 0, quick(by("vectors:minilm")));
  REQUIRE(job.ok());
  finish(**job);
  const SensitivityResult sensitivity = (*job)->take_result();
  REQUIRE(sensitivity.tau.size() == 4);
  for (const auto& point : sensitivity.tau) CHECK(point.k == topics);
}

TEST_CASE("the comparison of partitions holds them, with their agreement with the columns") {
  const Dataset dataset = topic_dataset();
  auto job = PartitionSources::create(dataset, 0, 0, AnalysisParameters{});
  REQUIRE(job.ok());
  finish(**job);
  const auto json = nlohmann::json::parse(to_json((*job)->take_result()));
  REQUIRE(json["partitions"].size() == 4);
  CHECK(json["partitions"][0]["partition"] == "vectors:minilm");
  CHECK(json["partitions"][2]["partition"] == "texts");
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(json["partitions"][row]["bestLabel"]["variable"] == "topic");
    CHECK(json["partitions"][row]["bestLabel"]["mutualInformation"].get<double>() > 0.85);
    CHECK(json["partitions"][row]["stability"].is_null());
  }
  CHECK(json["partitions"][2]["stabilityReason"] == "The texts are what they are, whatever the models.");
  CHECK(json["partitions"][0]["stabilityReason"] == "The vectors are what they are, whatever the models.");
}

TEST_CASE("names of partitions are read and written alike") {
  for (const char* name :
       {"similarity", "similarity-shared", "responses", "directions", "texts", "vectors:a:b", "attribute:vectors:x"}) {
    AnalysisParameters parameters;
    REQUIRE(set_partition(name, parameters));
    CHECK(partition_name(parameters) == name);
    const auto parsed = parse_analysis_parameters("{\"partition\":\"" + std::string(name) + "\"}");
    REQUIRE(parsed.ok());
    CHECK(partition_name(*parsed) == name);
  }
  for (const char* name : {"vectors:", "vectors", "attribute:", "text", ""}) {
    AnalysisParameters parameters;
    CHECK_FALSE(set_partition(name, parameters));
    CHECK_FALSE(parse_analysis_parameters("{\"partition\":\"" + std::string(name) + "\"}").ok());
  }
}
