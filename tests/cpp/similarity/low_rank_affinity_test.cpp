#include "similarity/low_rank_affinity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"
#include "similarity/random_distributions.hpp"

using namespace harmonograph;

namespace {

void prepare_all(AffinityOperator& affinity) {
  for (std::size_t piece = 0; piece < affinity.preparation_pieces(); ++piece) affinity.prepare(piece);
}

double exact_entry(const DivergenceFeatures& features, double tau, std::size_t i, std::size_t j) {
  return i == j ? 0 : std::exp(-0.5 * tau * divergence(features, i, j));
}

}  // namespace

TEST_CASE("the factorisation reaches its tolerance and says how far off it is") {
  const auto features = divergence_features(random_distributions(600, 4, 1));
  double previous_rank = 0;
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    LowRankAffinity affinity(features, 1, {tolerance, 600});
    prepare_all(affinity);
    INFO("tolerance " << tolerance << ", rank " << affinity.rank());
    CHECK(affinity.reached_tolerance());
    CHECK(affinity.largest_error() < 3 * tolerance);
    CHECK(affinity.typical_error() < tolerance);
    CHECK(static_cast<double>(affinity.rank()) > previous_rank);
    CHECK(affinity.rank() < 400);
    previous_rank = static_cast<double>(affinity.rank());
  }
}

TEST_CASE("products, degrees and group sums equal those of the exact matrix") {
  constexpr std::size_t items = 300;
  const double tau = 1;
  const auto features = divergence_features(random_distributions(items, 3, 2));
  LowRankAffinity affinity(features, tau, {1e-4, items});
  prepare_all(affinity);
  REQUIRE(affinity.reached_tolerance());

  Random random(3);
  Matrix x(items, 3);
  for (auto& value : x.values()) value = random.normal();
  Matrix y(items, 3);
  for (std::size_t piece = 0; piece < affinity.pieces(); ++piece) affinity.add_product(piece, x, y);

  std::vector<Labeling> labelings(2);
  labelings[0].groups = 2;
  labelings[1].groups = 7;
  for (std::size_t i = 0; i < items; ++i) {
    labelings[0].labels.push_back(static_cast<std::uint32_t>(i % 2));
    labelings[1].labels.push_back(static_cast<std::uint32_t>(random.below(7)));
  }
  std::vector<Matrix> sums{Matrix(items, 2), Matrix(items, 7)};
  for (std::size_t piece = 0; piece < affinity.pieces(); ++piece) affinity.add_group_sums(piece, labelings, sums);

  for (std::size_t i = 0; i < items; ++i) {
    double degree = 0;
    double product = 0;
    double group = 0;
    for (std::size_t j = 0; j < items; ++j) {
      const double s = exact_entry(features, tau, i, j);
      degree += s;
      product += s * x(j, 1);
      if (labelings[1].labels[j] == 3) group += s;
    }
    // Errors of single entries below 3e-4, of either sign, over 300 items.
    CHECK(affinity.degrees()[i] == Approx(degree).margin(1e-2));
    CHECK(y(i, 1) == Approx(product).margin(1e-2));
    CHECK(sums[1](i, 3) == Approx(group).margin(1e-2));
  }
}

TEST_CASE("items that are all alike have rank one") {
  Matrix p(50, 4, 0.25);
  const auto features = divergence_features(p);
  LowRankAffinity affinity(features, 1);
  prepare_all(affinity);
  CHECK(affinity.rank() == 1);
  CHECK(affinity.largest_error() < 1e-6);
  CHECK(affinity.degrees()[7] == Approx(49).epsilon(1e-5));
}

TEST_CASE("a rank that is too small is reported, not hidden") {
  const auto features = divergence_features(random_distributions(400, 6, 5));
  LowRankAffinity affinity(features, 4, {1e-4, 8});
  prepare_all(affinity);
  CHECK_FALSE(affinity.reached_tolerance());
  CHECK(affinity.rank() == 8);
  CHECK(affinity.largest_error() > 1e-3);
}
