#include "stats/sign_flips.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t in_table = 8;
constexpr std::size_t sign_choices = 256;

void append_table(std::vector<double>& tables, std::span<const double> differences) {
  for (std::size_t flips = 0; flips < sign_choices; ++flips) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += (flips >> i & 1U) != 0 ? -differences[i] : differences[i];
    }
    tables.push_back(sum);
  }
}

}  // namespace

SignFlipTest::SignFlipTest(std::span<const double> differences, std::size_t draws, std::uint64_t seed,
                           std::uint64_t stream)
    : random_(seed, stream) {
  double total = 0;
  double absolute = 0;
  std::array<double, in_table> block{};
  for (const double difference : differences) {
    if (difference == 0) continue;
    total += difference;
    absolute += std::fabs(difference);
    block[size_++ % in_table] = difference;
    if (size_ % in_table == 0) append_table(tables_, block);
  }
  if (const std::size_t rest = size_ % in_table; rest > 0) append_table(tables_, std::span(block).first(rest));
  // Equal sums of other signs may differ by rounding: they count as equal.
  threshold_ = std::fabs(total) - 1e-12 * absolute;
  exact_ = size_ <= most_enumerated;
  wanted_ = exact_ ? (size_ == 0 ? 0 : std::size_t{1} << size_) : draws;
}

double SignFlipTest::sum_with_signs(std::uint64_t flips, std::size_t table) const {
  return tables_[table * sign_choices + (flips & (sign_choices - 1))];
}

void SignFlipTest::advance(std::size_t draws) {
  const std::size_t tables = tables_.size() / sign_choices;
  const std::size_t end = drawn_ + std::min(draws, wanted_ - drawn_);
  for (; drawn_ < end; ++drawn_) {
    double sum = 0;
    if (exact_) {
      std::uint64_t flips = drawn_;
      for (std::size_t t = 0; t < tables; ++t, flips >>= in_table) sum += sum_with_signs(flips, t);
    } else {
      std::uint64_t flips = 0;
      for (std::size_t t = 0; t < tables; ++t, flips >>= in_table) {
        if (t % (64 / in_table) == 0) flips = random_.next();
        sum += sum_with_signs(flips, t);
      }
    }
    if (std::fabs(sum) >= threshold_) ++as_far_;
  }
}

double SignFlipTest::p_value() const {
  if (size_ == 0) return 1;
  if (exact_) return drawn_ == 0 ? 1 : real(as_far_) / real(drawn_);
  return (1 + real(as_far_)) / (1 + real(drawn_));
}

double sign_flip_p_value(std::span<const double> differences, std::size_t draws, std::uint64_t seed,
                         std::uint64_t stream) {
  SignFlipTest test(differences, draws, seed, stream);
  test.advance(test.wanted());
  return test.p_value();
}

}  // namespace harmonograph
