#include "cluster/silhouette.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace harmonograph;

TEST_CASE("silhouettes by hand, an item alone has 0") {
  // Distances 1 - S: d(0,1) = .2, d(0,2) = .8, d(1,2) = .6; groups {0, 1} and {2}.
  const Labeling labeling{{0, 0, 1}, 2};
  Matrix sums(3, 2);
  sums(0, 0) = 0.8;
  sums(0, 1) = 0.2;
  sums(1, 0) = 0.8;
  sums(1, 1) = 0.4;
  sums(2, 0) = 0.6;
  const auto values = affinity_silhouettes(labeling, sums);
  CHECK(values[0] == Approx((0.8 - 0.2) / 0.8));
  CHECK(values[1] == Approx((0.6 - 0.2) / 0.6));
  CHECK(values[2] == 0);
}

TEST_CASE("one group has no silhouette, coinciding groups have 0") {
  CHECK(std::isnan(affinity_silhouettes({{0, 0}, 1}, Matrix(2, 1, 1.0))[0]));
  Matrix sums(4, 2);
  for (std::size_t i = 0; i < 4; ++i) {
    sums(i, 0) = i < 2 ? 1 : 2;
    sums(i, 1) = i < 2 ? 2 : 1;
  }
  for (const double value : affinity_silhouettes({{0, 0, 1, 1}, 2}, sums)) CHECK(value == 0);
}
