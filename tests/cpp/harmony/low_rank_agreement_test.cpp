// The low-rank path must give the exact path's answer on real predictions: the same subdomains and the same HARMONY
// at the chosen k, with the same k-means starts.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "cluster/partition_sweep.hpp"
#include "cluster/spectral_embedding.hpp"
#include "harmony/harmony_index.hpp"
#include "shared_data.hpp"
#include "similarity/dense_affinity.hpp"
#include "similarity/low_rank_affinity.hpp"
#include "stats/agreement.hpp"

using namespace harmonograph;

namespace {

constexpr std::size_t file_items = 10'000;
constexpr std::size_t file_models = 25;
constexpr std::size_t file_options = 6;
const std::string folder = "datasets/llm_uncertainty_bench/";

/// The four real options of one model on the first items, floored and normalised.
Matrix real_predictions(std::size_t model, std::size_t items) {
  const std::string bytes = read_whole_file(shared_path(folder + "mmlu_10k_probs.f32"));
  REQUIRE(bytes.size() == file_items * file_models * file_options * sizeof(float));
  const auto* values = reinterpret_cast<const float*>(bytes.data());
  Matrix p(items, 4);
  for (std::size_t i = 0; i < items; ++i) {
    double total = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      p(i, c) = std::fmax(1e-6, static_cast<double>(values[(i * file_models + model) * file_options + c]));
      total += p(i, c);
    }
    for (std::size_t c = 0; c < 4; ++c) p(i, c) /= total;
  }
  return p;
}

std::vector<SweptPartition> partitions_of(AffinityOperator& affinity, const DivergenceFeatures& features) {
  for (std::size_t piece = 0; piece < affinity.preparation_pieces(); ++piece) affinity.prepare(piece);
  SpectralEmbeddingJob embedding_job(affinity, 20);
  while (!embedding_job.step()->done) {
  }
  const SpectralEmbedding embedding = embedding_job.take_result();
  SweepOptions options;
  for (std::size_t k = 2; k <= 20; ++k) options.k.push_back(k);
  PartitionSweepJob sweep(affinity, features, embedding, options);
  while (!sweep.step()->done) {
  }
  return sweep.take_result();
}

void compare(std::size_t model, std::size_t items) {
  INFO("model " << model << ", " << items << " items");
  const Matrix p = real_predictions(model, items);
  const DivergenceFeatures features = divergence_features(p);
  // Confidence stands in for a score: any quantity that varies over the items shows a difference of partitions.
  std::vector<double> scores(items);
  for (std::size_t i = 0; i < items; ++i) scores[i] = *std::max_element(p.row(i).begin(), p.row(i).end());

  DenseAffinity exact(features, 1);
  LowRankAffinity low_rank(features, 1);
  const auto expected = partitions_of(exact, features);
  const auto found = partitions_of(low_rank, features);
  REQUIRE(low_rank.reached_tolerance());
  CHECK(low_rank.largest_error() < 5e-4);
  const std::size_t best = best_partition(expected);
  CHECK(found[best_partition(found)].k == expected[best].k);
  const Labeling& a = expected[best].labeling;
  const Labeling& b = found[best].labeling;
  CHECK(adjusted_rand_index(a.labels, b.labels) >= 0.99);
  CHECK(found[best].silhouette == Approx(expected[best].silhouette).margin(1e-3));
  const auto harmony_a = harmony(subdomain_scores(a.labels, a.groups, scores), 0.1);
  const auto harmony_b = harmony(subdomain_scores(b.labels, b.groups, scores), 0.1);
  REQUIRE((harmony_a && harmony_b));
  CHECK(std::fabs(*harmony_a - *harmony_b) <= 0.002);
}

}  // namespace

TEST_CASE("low rank and exact similarity agree on 6,000 real items of two models", "[slow]") {
  if (!shared_data_exists(folder + "mmlu_10k_probs.f32")) return;
  for (const std::size_t model : {3U, 9U}) compare(model, 6'000);
}

// Run by name: the exact matrix takes 400 MB and a minute.
TEST_CASE("low rank and exact similarity agree on 10,000 real items", "[.large]") {
  if (!shared_data_exists(folder + "mmlu_10k_probs.f32")) return;
  compare(3, 10'000);
}
