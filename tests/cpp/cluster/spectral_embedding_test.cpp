#include "cluster/spectral_embedding.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "cluster/kmeans.hpp"
#include "cluster/partition_sweep.hpp"
#include "core/random.hpp"
#include "golden.hpp"
#include "similarity/dense_affinity.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

SpectralEmbedding embed(const AffinityOperator& affinity, std::size_t pairs) {
  SpectralEmbeddingJob job(affinity, pairs);
  while (!job.step()->done) {
  }
  return job.take_result();
}

/// blocks groups of identical items; items of different groups put their mass on different options.
Matrix blocks_of_duplicates(std::size_t blocks, std::size_t each) {
  Matrix probabilities(blocks * each, blocks, 1e-6);
  for (std::size_t i = 0; i < probabilities.rows(); ++i) {
    probabilities(i, i / each) = 1 - 1e-6 * static_cast<double>(blocks - 1);
  }
  return probabilities;
}

}  // namespace

TEST_CASE("separate blocks of duplicates: the eigenvalue near 1 has their number as multiplicity") {
  const std::size_t blocks = 12;
  const DivergenceFeatures features = divergence_features(blocks_of_duplicates(blocks, 40));
  DenseAffinity affinity(features, 4);  // S between blocks is about 1e-24
  prepare(affinity);
  const SpectralEmbedding embedding = embed(affinity, 14);
  for (std::size_t c = 0; c < blocks; ++c) CHECK(embedding.eigenvalues[c] == Approx(1).epsilon(1e-9));
  CHECK(embedding.eigenvalues[blocks] < 0.01);
  const Labeling labeling = kmeans(embedding.vectors, blocks, blocks, 10, 1);
  CHECK(labeling.groups == blocks);
  for (std::size_t i = 0; i < labeling.labels.size(); ++i) CHECK(labeling.labels[i] == i / 40);
}

TEST_CASE("the residuals are what they are said to be") {
  Random random(1);
  Matrix probabilities(600, 5);
  for (std::size_t i = 0; i < 600; ++i) {
    const auto row = random.dirichlet(std::vector<double>(5, 0.5));
    double total = 0;
    for (std::size_t c = 0; c < 5; ++c) total += probabilities(i, c) = std::max(row[c], 1e-6);
    for (double& p : probabilities.row(i)) p /= total;
  }
  const DivergenceFeatures features = divergence_features(probabilities);
  DenseAffinity affinity(features, 1);
  prepare(affinity);
  const SpectralEmbedding embedding = embed(affinity, 20);
  CHECK(embedding.converged);
  Matrix image(600, 20);
  for (std::size_t piece = 0; piece < affinity.pieces(); ++piece) affinity.add_product(piece, embedding.vectors, image);
  for (std::size_t c = 0; c < 20; ++c) {
    if (embedding.eigenvalues[c] <= 0) continue;
    // u = D^-1/2 v: S u = lambda D u; |D^-1/2 (S u - lambda D u)| is the residual of v.
    double residual = 0;
    double norm = 0;
    for (std::size_t i = 0; i < 600; ++i) {
      const double degree = affinity.degrees()[i];
      const double u = embedding.vectors(i, c);
      residual += std::pow(image(i, c) - embedding.eigenvalues[c] * degree * u, 2) / degree;
      norm += degree * u * u;
    }
    CHECK(norm == Approx(1).epsilon(1e-9));
    CHECK(std::sqrt(residual) <= 2e-8);
  }
}

TEST_CASE("ten identical items are one group") {
  const DivergenceFeatures features = divergence_features(Matrix(10, 4, 0.25));
  DenseAffinity affinity(features, 1);
  prepare(affinity);
  const SpectralEmbedding embedding = embed(affinity, 2);
  CHECK(embedding.eigenvalues[0] == Approx(1));
  CHECK(embedding.eigenvalues[1] == Approx(-1.0 / 9));  // of the complete graph without loops
}

TEST_CASE("an isolated item does no harm") {
  Matrix probabilities(24, 4, 1e-6);
  for (std::size_t i = 0; i < 24; ++i) probabilities(i, i == 23 ? 3 : i / 8) = 1 - 3e-6;
  const DivergenceFeatures features = divergence_features(probabilities);
  DenseAffinity affinity(features, 1000);
  prepare(affinity);
  CHECK(affinity.degrees()[23] == 0);
  const SpectralEmbedding embedding = embed(affinity, 4);
  for (const double value : embedding.vectors.values()) CHECK(std::isfinite(value));
}
