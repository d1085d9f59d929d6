// Seeded random numbers that are the same with every compiler and in every browser.
// The standard library's distributions differ between implementations, so these are our own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace harmonograph {

/// xoshiro256** 1.0 (Blackman and Vigna, 2018), seeded through splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed);
  /// An independent stream for one replicate, so that results do not depend on who computes it.
  Random(std::uint64_t seed, std::uint64_t stream);

  std::uint64_t next();
  /// Uniform on [0, 1) with 53 random bits.
  double uniform();
  /// Uniform on {0, .., bound - 1}, without bias. bound must be positive.
  std::uint64_t below(std::uint64_t bound);
  /// Standard normal (Marsaglia's polar method).
  double normal();
  /// Gamma with the given shape > 0 and scale 1 (Marsaglia and Tsang, 2000).
  double gamma(double shape);
  /// A point on the simplex from a Dirichlet distribution; concentration[i] > 0.
  std::vector<double> dirichlet(std::span<const double> concentration);

  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      const auto j = static_cast<std::size_t>(below(i));
      std::swap(values[i - 1], values[j]);
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
  double spare_normal_ = 0;
  bool has_spare_normal_ = false;
};

}  // namespace harmonograph
