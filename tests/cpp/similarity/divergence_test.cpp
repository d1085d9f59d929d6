#include "similarity/divergence.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"
#include "similarity/make_affinity.hpp"

using namespace harmonograph;

namespace {

Matrix random_distributions(std::size_t items, std::size_t options, std::uint64_t seed) {
  Random random(seed);
  Matrix result(items, options);
  for (std::size_t i = 0; i < items; ++i) {
    const auto row = random.dirichlet(std::vector<double>(options, 1.0));
    for (std::size_t c = 0; c < options; ++c) result(i, c) = row[c];
  }
  return result;
}

/// The definition, term by term.
double symmetric_divergence(std::span<const double> p, std::span<const double> q) {
  double total = 0;
  for (std::size_t c = 0; c < p.size(); ++c) total += p[c] * std::log(p[c] / q[c]) + q[c] * std::log(q[c] / p[c]);
  return total;
}

}  // namespace

TEST_CASE("J from features is KL(p||q) + KL(q||p)") {
  const Matrix p = random_distributions(30, 5, 1);
  const DivergenceFeatures features = divergence_features(p);
  for (std::size_t i = 0; i < 30; ++i) {
    for (std::size_t j = 0; j < 30; ++j) {
      CHECK(divergence(features, i, j) == Approx(symmetric_divergence(p.row(i), p.row(j))).margin(1e-12));
    }
  }
}

TEST_CASE("shared features give the mean over models, of any numbers of options") {
  const std::vector<Matrix> models{random_distributions(10, 3, 2), random_distributions(10, 6, 3)};
  const DivergenceFeatures features = shared_divergence_features(models);
  for (std::size_t i = 1; i < 10; ++i) {
    const double expected = (symmetric_divergence(models[0].row(0), models[0].row(i)) +
                             symmetric_divergence(models[1].row(0), models[1].row(i))) /
                            2;
    CHECK(divergence(features, 0, i) == Approx(expected).margin(1e-12));
  }
}

TEST_CASE("response patterns: the mean divergence of smoothed Bernoulli distributions") {
  Matrix scores(3, 2);
  scores(0, 0) = 1;
  scores(1, 0) = 1;
  scores(1, 1) = 1;
  scores(2, 1) = 0.5;
  const DivergenceFeatures features = response_divergence_features(scores, 0.05);
  const auto bernoulli = [](double a, double b) {
    return symmetric_divergence(std::vector<double>{a, 1 - a}, std::vector<double>{b, 1 - b});
  };
  CHECK(divergence(features, 0, 1) == Approx((bernoulli(0.95, 0.05) + 0 + bernoulli(0.05, 0.5)) / 3));
}

TEST_CASE("zero probabilities stay finite") {
  Matrix p(2, 2);
  p(0, 0) = 1;
  p(1, 1) = 1;
  CHECK(std::isfinite(divergence(divergence_features(p), 0, 1)));
}

TEST_CASE("too many items are refused with numbers") {
  const auto refused = check_affinity_size(250'000);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK(refused.error().message.find("250,000 items") != std::string::npos);
  CHECK(check_affinity_size(60'000).ok());
}
