// Against scikit-learn 1.2.1 (versions in the golden files): similarity, Laplacian, labels, silhouettes.
#include "golden.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "cluster/partition_sweep.hpp"
#include "cluster/silhouette.hpp"
#include "similarity/dense_affinity.hpp"
#include "similarity/divergence.hpp"
#include "similarity/tiled_affinity.hpp"
#include "stats/agreement.hpp"
#include "stats/summaries.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

void finish(Job& job) {
  while (!job.step()->done) {
  }
}

void compare(const std::string& name) {
  INFO(name);
  const auto golden = read_golden(name);
  const DivergenceFeatures features = divergence_features(golden_probabilities(golden));
  const double tau = golden["tau"].get<double>();
  DenseAffinity affinity(features, tau);
  prepare(affinity);
  for (const auto& entry : golden["entries"]) {
    const auto i = entry[0].get<std::size_t>();
    const auto j = entry[1].get<std::size_t>();
    CHECK(divergence(features, i, j) == Approx(entry[2].get<double>()).epsilon(1e-9).margin(1e-12));
    if (i != j) CHECK(affinity.row(i)[j] == Approx(entry[3].get<double>()).epsilon(1e-6));
  }

  SpectralEmbeddingJob embedding_job(affinity, 20);
  finish(embedding_job);
  const SpectralEmbedding embedding = embedding_job.take_result();
  CHECK(embedding.converged);
  for (std::size_t c = 0; c < 20; ++c) {
    CHECK(1 - embedding.eigenvalues[c] == Approx(golden["laplacian_eigenvalues"][c].get<double>()).margin(1e-6));
  }

  SweepOptions options;
  for (const auto& partition : golden["partitions"]) options.k.push_back(partition["k"].get<std::size_t>());
  PartitionSweepJob sweep(affinity, features, embedding, options);
  finish(sweep);
  const auto partitions = sweep.take_result();

  std::vector<Labeling> theirs;
  std::vector<Matrix> sums;
  for (const auto& partition : golden["partitions"]) {
    theirs.push_back(golden_labeling(partition));
    sums.emplace_back(features.items(), theirs.back().groups);
  }
  for (std::size_t piece = 0; piece < affinity.pieces(); ++piece) affinity.add_group_sums(piece, theirs, sums);

  std::size_t stable = 0;
  for (std::size_t t = 0; t < theirs.size(); ++t) {
    const auto& expected = golden["partitions"][t];
    INFO("k = " << theirs[t].groups);
    // The silhouettes of their labels, whatever ours are.
    CHECK(mean(affinity_silhouettes(theirs[t], sums[t])) ==
          Approx(expected["silhouette_affinity"].get<double>()).margin(1e-4));
    CHECK(mean(divergence_silhouettes(theirs[t], features)) ==
          Approx(expected["silhouette_divergence"].get<double>()).margin(1e-4));
    // Where scikit-learn finds the same from three seeds, so must we.
    if (expected["agreement_over_seeds"].get<double>() < 0.999) continue;
    ++stable;
    CHECK(adjusted_rand_index(partitions[t].labeling.labels, theirs[t].labels) >= 0.99);
    CHECK(partitions[t].silhouette == Approx(expected["silhouette_affinity"].get<double>()).margin(1e-3));
  }
  CHECK(stable >= 3);

  const auto& agreement = golden["agreement_of_first_and_last"];
  CHECK(adjusted_rand_index(theirs.front().labels, theirs.back().labels) ==
        Approx(agreement["adjusted_rand"].get<double>()));
  CHECK(normalised_mutual_information(theirs.front().labels, theirs.back().labels) ==
        Approx(agreement["normalised_mutual_information"].get<double>()));
}

}  // namespace

TEST_CASE("scikit-learn: 300 items with four options") {
  compare("letters_300");
}
TEST_CASE("scikit-learn: 1,000 items of seven uneven groups, eight options") {
  compare("mixture_1000");
}
TEST_CASE("scikit-learn: 2,000 items with four options") {
  compare("letters_2000");
}

TEST_CASE("the tiled operator gives what the stored matrix gives") {
  const auto golden = read_golden("mixture_1000");
  const DivergenceFeatures features = divergence_features(golden_probabilities(golden));
  DenseAffinity dense(features, 0.5);
  TiledAffinity tiled(features, 0.5);
  prepare(dense);
  prepare(tiled);
  for (std::size_t i = 0; i < features.items(); ++i) {
    CHECK(tiled.degrees()[i] == Approx(dense.degrees()[i]).epsilon(1e-5));
  }
  SpectralEmbeddingJob dense_job(dense, 8);
  SpectralEmbeddingJob tiled_job(tiled, 8);
  finish(dense_job);
  finish(tiled_job);
  const auto dense_values = dense_job.take_result().eigenvalues;
  const auto tiled_values = tiled_job.take_result().eigenvalues;
  for (std::size_t c = 0; c < 8; ++c) CHECK(tiled_values[c] == Approx(dense_values[c]).margin(1e-5));
  const std::vector<Labeling> labelings{golden_labeling(golden["partitions"][5])};
  std::vector<Matrix> dense_sums{Matrix(features.items(), labelings[0].groups)};
  std::vector<Matrix> tiled_sums = dense_sums;
  for (std::size_t piece = 0; piece < dense.pieces(); ++piece) dense.add_group_sums(piece, labelings, dense_sums);
  for (std::size_t piece = 0; piece < tiled.pieces(); ++piece) tiled.add_group_sums(piece, labelings, tiled_sums);
  CHECK(mean(affinity_silhouettes(labelings[0], tiled_sums[0])) ==
        Approx(mean(affinity_silhouettes(labelings[0], dense_sums[0]))).margin(1e-5));
}
