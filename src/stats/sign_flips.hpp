// The paired permutation test: is the mean of paired differences 0? Under that hypothesis the sign of every difference
// is a coin's toss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"

namespace harmonograph {

/// Two-sided test of the sum of differences (Fisher 1935). Differences of 0 do not count. Up to 16 others all sign
/// combinations are taken and p is their share at least as far from 0 as the sum; with more, random signs are drawn and
/// p = (1 + those) / (1 + draws). Resumable, because many draws over many items take long.
class SignFlipTest {
 public:
  static constexpr std::size_t most_enumerated = 16;

  /// No NaN. draws: of random signs, from this stream of random numbers.
  SignFlipTest(std::span<const double> differences, std::size_t draws, std::uint64_t seed, std::uint64_t stream);

  /// At most this many draws more.
  void advance(std::size_t draws);
  [[nodiscard]] bool done() const { return drawn_ >= wanted_; }
  [[nodiscard]] std::size_t drawn() const { return drawn_; }
  [[nodiscard]] std::size_t wanted() const { return wanted_; }
  [[nodiscard]] bool exact() const { return exact_; }
  /// Differences that are not 0: what a draw costs.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Of the draws so far; 1 when every difference is 0.
  [[nodiscard]] double p_value() const;

 private:
  [[nodiscard]] double sum_with_signs(std::uint64_t flips, std::size_t table) const;

  std::size_t size_ = 0;
  bool exact_ = true;
  std::size_t wanted_ = 0;
  std::size_t drawn_ = 0;
  std::size_t as_far_ = 0;
  double threshold_ = 0;
  /// For every eight differences their sum under each of the 256 choices of signs: a draw adds one number for eight.
  std::vector<double> tables_;
  Random random_;
};

/// All draws at once.
double sign_flip_p_value(std::span<const double> differences, std::size_t draws, std::uint64_t seed,
                         std::uint64_t stream);

}  // namespace harmonograph
