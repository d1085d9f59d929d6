#include "similarity/cosine.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/random.hpp"
#include "similarity/low_rank_affinity.hpp"
#include "similarity/make_affinity.hpp"
#include "similarity/principal_components.hpp"
#include "similarity/tiled_affinity.hpp"

using namespace harmonograph;

namespace {

/// Vectors around a common one, as embedding models give them: mean cosine about common^2 / (1 + common^2).
Matrix embeddings(std::size_t items, std::size_t width, double common, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> centre(width);
  for (double& value : centre) value = common * random.normal();
  Matrix vectors(items, width);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t w = 0; w < width; ++w) vectors(i, w) = centre[w] + random.normal();
  }
  return vectors;
}

double cosine(const Matrix& vectors, std::size_t i, std::size_t j) {
  long double product = 0;
  long double squares_i = 0;
  long double squares_j = 0;
  for (std::size_t w = 0; w < vectors.columns(); ++w) {
    product += static_cast<long double>(vectors(i, w)) * static_cast<long double>(vectors(j, w));
    squares_i += static_cast<long double>(vectors(i, w)) * static_cast<long double>(vectors(i, w));
    squares_j += static_cast<long double>(vectors(j, w)) * static_cast<long double>(vectors(j, w));
  }
  return static_cast<double>(product / std::sqrt(squares_i * squares_j));
}

}  // namespace

TEST_CASE("J is proportional to 1 - cosine, and its mean over pairs is the constant") {
  for (const double common : {0.0, 1.0, 10.0}) {
    const Matrix vectors = embeddings(40, 24, common, 5);
    const DivergenceFeatures features = cosine_divergence_features(vectors);
    double total = 0;
    double distances = 0;
    for (std::size_t i = 0; i < 40; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        total += divergence(features, i, j);
        distances += 1 - cosine(vectors, i, j);
      }
    }
    CHECK(total / 780 == Approx(mean_cosine_divergence).epsilon(1e-10));
    const double s = mean_cosine_divergence / (distances / 780);
    for (std::size_t i = 0; i < 40; ++i) {
      for (std::size_t j = 0; j < 40; ++j) {
        CHECK(divergence(features, i, j) == Approx(s * (1 - cosine(vectors, i, j))).margin(1e-9));
      }
    }
  }
}

TEST_CASE("lengths of vectors do not matter, however large or small") {
  Matrix vectors = embeddings(12, 8, 1, 6);
  const DivergenceFeatures before = cosine_divergence_features(vectors);
  const double factors[] = {1e300, 1e-300, 1, 3, 1e-310, 0.1, 7, 1e10, 1e-10, 2, 5, 1e200};
  for (std::size_t i = 0; i < 12; ++i) {
    for (double& value : vectors.row(i)) value *= factors[i];
  }
  const DivergenceFeatures after = cosine_divergence_features(vectors);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 12; ++j) {
      // Subnormal numbers (1e-310) have only about 13 digits.
      CHECK(divergence(after, i, j) == Approx(divergence(before, i, j)).margin(1e-6));
    }
  }
}

TEST_CASE("vectors that are all alike have J = 0") {
  Matrix vectors(10, 3);
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t w = 0; w < 3; ++w) vectors(i, w) = static_cast<double>((i + 1) * (w + 1));
  }
  const DivergenceFeatures features = cosine_divergence_features(vectors);
  for (std::size_t i = 0; i < 10; ++i) CHECK(divergence(features, 0, i) == 0);
  const DivergenceFeatures single = cosine_divergence_features(Matrix(1, 2, 1.0));
  CHECK(divergence(single, 0, 0) == 0);
}

TEST_CASE("every way to hold S takes the features of cosines, nearly parallel vectors included") {
  const std::size_t n = 400;
  const Matrix vectors = embeddings(n, 32, 10, 7);  // cosines about .99
  const DivergenceFeatures features = cosine_divergence_features(vectors);
  TiledAffinity tiles(features, 1);
  LowRankAffinity low_rank(features, 1, {});
  auto stored = make_affinity(features, 1);
  REQUIRE(stored.ok());
  std::vector<AffinityOperator*> operators{stored->get(), &tiles, &low_rank};
  std::vector<double> expected(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) expected[i] += i == j ? 0 : std::exp(-divergence(features, i, j) / 2);
  }
  for (AffinityOperator* matrix : operators) {
    for (std::size_t piece = 0; piece < matrix->preparation_pieces(); ++piece) matrix->prepare(piece);
    for (std::size_t i = 0; i < n; i += 37) CHECK(matrix->degrees()[i] == Approx(expected[i]).epsilon(2e-3));
  }
}

TEST_CASE("vectors of few dimensions lose nothing by projection") {
  // 8 dimensions inside 64.
  const Matrix inner = embeddings(300, 8, 3, 21);
  const Matrix frame = embeddings(8, 64, 0, 22);
  Matrix vectors(300, 64, 0.0);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t d = 0; d < 8; ++d) {
      for (std::size_t w = 0; w < 64; ++w) vectors(i, w) += inner(i, d) * frame(d, w);
    }
  }
  const DivergenceFeatures exact = cosine_divergence_features(vectors);
  const ProjectedFeatures projected = projected_cosine_features(vectors);
  CHECK(projected.components == principal_component_count);
  CHECK(projected.kept_variance == Approx(1).margin(1e-5));
  CHECK(projected.features.projected);
  CHECK_FALSE(exact.projected);
  for (std::size_t i = 0; i < 300; i += 7) {
    for (std::size_t j = 0; j < 300; ++j) {
      CHECK(divergence(projected.features, i, j) == Approx(divergence(exact, i, j)).margin(1e-4));
    }
  }
}

TEST_CASE("the mean J of projected vectors is the constant, and vectors that are all alike have none") {
  const ProjectedFeatures projected = projected_cosine_features(embeddings(200, 150, 2, 23));
  double total = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < i; ++j) total += divergence(projected.features, i, j);
  }
  CHECK(total / 19'900 == Approx(mean_cosine_divergence).epsilon(1e-4));
  CHECK(projected.kept_variance > 0.3);
  CHECK(projected.kept_variance < 0.7);
  const ProjectedFeatures alike = projected_cosine_features(Matrix(20, 60, 1.0));
  for (std::size_t i = 0; i < 20; ++i) CHECK(divergence(alike.features, 0, i) == 0);
}

TEST_CASE("a factorisation of wide features is taken where its errors are small off the diagonal") {
  const std::size_t n = 900;
  const DivergenceFeatures features = projected_cosine_features(embeddings(n, 200, 1, 24)).features;
  std::vector<double> expected(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) expected[i] += i == j ? 0 : std::exp(-divergence(features, i, j) / 2);
  }
  LowRankLimits strict = wide_limits;
  strict.acceptable_typical = LowRankLimits{}.acceptable_typical;
  for (const bool wide : {false, true}) {
    LowRankAffinity matrix(features, 1, wide ? wide_limits : strict);
    for (std::size_t piece = 0; piece < matrix.preparation_pieces(); ++piece) matrix.prepare(piece);
    CHECK(matrix.acceptable() == wide);
    CHECK(matrix.rank() == wide_limits.largest_rank);
    CHECK(matrix.typical_error() < wide_limits.acceptable_typical);
    for (std::size_t i = 0; i < n; i += 37) CHECK(matrix.degrees()[i] == Approx(expected[i]).epsilon(0.02));
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) total += matrix.degrees()[i] - expected[i];
    // A mean is at most the root mean square; 1.1 for the pairs that were drawn.
    CHECK(std::fabs(total) <= 1.1 * matrix.typical_error() * static_cast<double>(n * (n - 1)));
  }
}

TEST_CASE("rows without a direction") {
  Matrix vectors(5, 2, 0.0);
  vectors(1, 1) = -1e-320;
  vectors(2, 0) = std::numeric_limits<double>::quiet_NaN();
  vectors(3, 0) = std::numeric_limits<double>::infinity();
  vectors(4, 0) = 1;
  CHECK(rows_with_direction(vectors) == std::vector<std::size_t>{1, 4});
}

TEST_CASE("distributions are told from embeddings") {
  Matrix rows(3, 3, 1.0 / 3);
  CHECK(are_distributions(rows));
  rows(1, 0) = 1.0 / 3 + 9e-4;  // rounded in the file
  CHECK(are_distributions(rows));
  rows(1, 0) = 1.0 / 3 + 2e-3;
  CHECK_FALSE(are_distributions(rows));
  rows(1, 0) = std::numeric_limits<double>::quiet_NaN();  // no vector
  CHECK(are_distributions(rows));
  rows(2, 0) = -1.0 / 3;
  rows(2, 1) = 1;
  CHECK_FALSE(are_distributions(rows));
  CHECK_FALSE(are_distributions(Matrix(2, 2, std::numeric_limits<double>::quiet_NaN())));
  CHECK_FALSE(are_distributions(Matrix()));
}
