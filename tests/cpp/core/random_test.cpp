#include "core/random.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

using harmonograph::Random;

TEST_CASE("splitmix64 seeding and xoshiro256** give the published sequence") {
  // Recomputed with an independent Python implementation of the authors' C code, seed 0.
  Random random(0);
  CHECK(random.next() == 0x99ec5f36cb75f2b4ULL);
  CHECK(random.next() == 0xbf6e1f784956452aULL);
}

TEST_CASE("draws have the moments of their distribution") {
  Random random(7);
  constexpr int draws = 200000;
  double sum = 0, squares = 0, gamma_sum = 0, small_gamma_sum = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = random.normal();
    sum += z;
    squares += z * z;
    gamma_sum += random.gamma(2.5);
    small_gamma_sum += random.gamma(0.3);
  }
  // Five standard errors: 1/sqrt(n), sqrt(2/n), sqrt(shape/n).
  CHECK(std::abs(sum / draws) < 5 / std::sqrt(draws));
  CHECK(std::abs(squares / draws - 1) < 5 * std::sqrt(2.0 / draws));
  CHECK(std::abs(gamma_sum / draws - 2.5) < 5 * std::sqrt(2.5 / draws));
  CHECK(std::abs(small_gamma_sum / draws - 0.3) < 5 * std::sqrt(0.3 / draws));
}

TEST_CASE("below is uniform and a shuffle is a permutation") {
  Random random(3);
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts[static_cast<std::size_t>(random.below(7))];
  for (const int count : counts) CHECK(std::abs(count - 10000) < 5 * std::sqrt(10000 * 6.0 / 7));

  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  random.shuffle(std::span<int>(values));
  std::vector<int> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(sorted == expected);
  CHECK(values != expected);
}

TEST_CASE("streams of one seed differ and repeat") {
  Random a(1, 0), b(1, 1), again(1, 0);
  const auto first = a.next();
  CHECK(first != b.next());
  CHECK(first == again.next());
}

TEST_CASE("a Dirichlet draw is a point on the simplex, even where every gamma underflows") {
  Random random(5);
  const std::vector<double> tiny(4, 1e-320);
  for (const auto& point : {random.dirichlet(std::vector<double>{1, 2, 3}), random.dirichlet(tiny)}) {
    double total = 0;
    for (const double value : point) {
      CHECK(value >= 0);
      total += value;
    }
    CHECK(total == Approx(1));
  }
}
