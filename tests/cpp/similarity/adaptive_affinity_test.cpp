// The three ways of holding S must say the same, and the choice among them must be told.
#include "similarity/adaptive_affinity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "similarity/dense_affinity.hpp"
#include "similarity/make_affinity.hpp"
#include "similarity/random_distributions.hpp"
#include "similarity/tiled_affinity.hpp"

using namespace harmonograph;

namespace {

struct Outcome {
  std::vector<double> degrees;
  Matrix product;
  std::vector<Matrix> sums;
};

Outcome use(AffinityOperator& affinity) {
  for (std::size_t piece = 0; piece < affinity.preparation_pieces(); ++piece) affinity.prepare(piece);
  const std::size_t items = affinity.size();
  Random random(11);
  Matrix x(items, 11);
  for (auto& value : x.values()) value = random.normal();
  Labeling labeling{std::vector<std::uint32_t>(items), 5};
  for (auto& label : labeling.labels) label = static_cast<std::uint32_t>(random.below(5));
  Outcome outcome{affinity.degrees(), Matrix(items, 11), {Matrix(items, 5)}};
  for (std::size_t piece = 0; piece < affinity.pieces(); ++piece) {
    affinity.add_product(piece, x, outcome.product);
    affinity.add_group_sums(piece, {labeling}, outcome.sums);
  }
  return outcome;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::fmax(largest, std::fabs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("tiles compute what the stored matrix holds") {
  // 700 items: several tiles in both directions, the last ones not full.
  const auto features = divergence_features(random_distributions(700, 4, 1));
  DenseAffinity dense(features, 1);
  TiledAffinity tiled(features, 1);
  const Outcome expected = use(dense);
  const Outcome found = use(tiled);
  // Sums over 700 entries in single precision inside tiles.
  CHECK(largest_difference(expected.degrees, found.degrees) < 2e-3);
  CHECK(largest_difference(expected.product.values(), found.product.values()) < 2e-3);
  CHECK(largest_difference(expected.sums[0].values(), found.sums[0].values()) < 2e-3);
  CHECK(tiled.describe().path == "tiles");
  CHECK(dense.describe().path == "stored");
}

TEST_CASE("low rank is taken where it reaches its tolerance") {
  const auto features = divergence_features(random_distributions(900, 4, 2));
  AdaptiveAffinity adaptive(features, 1, 10'000);
  DenseAffinity dense(features, 1);
  const Outcome expected = use(dense);
  const Outcome found = use(adaptive);
  const AffinityDescription description = adaptive.describe();
  CHECK(description.path == "low rank");
  CHECK(description.rank > 0);
  CHECK(description.largest_error < 3e-4);
  CHECK(description.checked_pairs > 1000);
  CHECK(largest_difference(expected.degrees, found.degrees) < 0.02);
  CHECK(largest_difference(expected.sums[0].values(), found.sums[0].values()) < 0.02);
}

TEST_CASE("where the rank would be too high the exact matrix is taken") {
  const auto features = divergence_features(random_distributions(600, 6, 3));
  const LowRankLimits limits{1e-4, 16};
  AdaptiveAffinity stored(features, 4, 600, limits);
  AdaptiveAffinity tiles(features, 4, 100, limits);
  DenseAffinity dense(features, 4);
  const Outcome expected = use(dense);
  const Outcome from_stored = use(stored);
  const Outcome from_tiles = use(tiles);
  CHECK(stored.describe().path == "stored");
  CHECK(tiles.describe().path == "tiles");
  CHECK(from_stored.degrees == expected.degrees);
  CHECK(from_stored.product.values() == expected.product.values());
  CHECK(largest_difference(expected.degrees, from_tiles.degrees) < 2e-3);
}

TEST_CASE("few items are never approximated") {
  const auto features = divergence_features(random_distributions(largest_exact_size, 4, 4));
  const auto affinity = make_affinity(features, 1);
  REQUIRE(affinity.ok());
  CHECK((*affinity)->describe().path == "stored");
}
