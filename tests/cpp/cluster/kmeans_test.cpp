#include "cluster/kmeans.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"

using namespace harmonograph;

TEST_CASE("well separated groups are found, numbered by size and first item") {
  Matrix points(60, 2);
  Random random(3);
  for (std::size_t i = 0; i < 60; ++i) {
    const double centre = i < 10 ? 0 : i < 40 ? 10 : 20;
    points(i, 0) = centre + 0.1 * random.normal();
    points(i, 1) = -centre + 0.1 * random.normal();
  }
  const Labeling labeling = kmeans(points, 2, 3, 10, 1);
  CHECK(labeling.groups == 3);
  for (std::size_t i = 0; i < 60; ++i) CHECK(labeling.labels[i] == (i < 10 ? 2U : i < 40 ? 0U : 1U));
}

TEST_CASE("only the first columns count") {
  Matrix points(20, 2);
  for (std::size_t i = 0; i < 20; ++i) {
    points(i, 0) = i < 10 ? 0 : 1;
    points(i, 1) = i % 2 == 0 ? 0 : 1000;
  }
  const Labeling labeling = kmeans(points, 1, 2, 5, 1);
  for (std::size_t i = 0; i < 20; ++i) CHECK(labeling.labels[i] == (i < 10 ? 0U : 1U));
}

TEST_CASE("fewer distinct points than clusters: empty clusters vanish") {
  CHECK(kmeans(Matrix(12, 3, 0.5), 3, 4, 3, 1).groups == 1);
  Matrix two(12, 1);
  for (std::size_t i = 0; i < 12; ++i) two(i, 0) = i % 3 == 0 ? 1 : 0;
  CHECK(kmeans(two, 1, 5, 3, 1).groups == 2);
}

TEST_CASE("the same seed gives the same labels, and the inertia is that of the labels") {
  Matrix points(200, 3);
  Random random(4);
  for (double& value : points.values()) value = random.uniform();
  const KMeansStart first = kmeans_start(points, 3, 6, 9, 2);
  CHECK(first.labels == kmeans_start(points, 3, 6, 9, 2).labels);
  Matrix centres(6, 3);
  std::vector<double> sizes(6, 0);
  for (std::size_t i = 0; i < 200; ++i) {
    sizes[first.labels[i]] += 1;
    for (std::size_t d = 0; d < 3; ++d) centres(first.labels[i], d) += points(i, d);
  }
  double inertia = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t d = 0; d < 3; ++d) {
      inertia += std::pow(points(i, d) - centres(first.labels[i], d) / sizes[first.labels[i]], 2);
    }
  }
  CHECK(first.inertia == Approx(inertia).epsilon(1e-3));
}

TEST_CASE("canonical labels") {
  const Labeling labeling = canonical_labeling({7, 7, 2, 2, 2, 0, 0});
  CHECK(labeling.groups == 3);
  CHECK(labeling.labels == std::vector<std::uint32_t>{1, 1, 0, 0, 0, 2, 2});
}
