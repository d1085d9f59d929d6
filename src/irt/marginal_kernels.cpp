#include "irt/marginal_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace harmonograph {
namespace {

/// Nodes that are worked on at a time, so that they and the rows stay in the first-level cache.
constexpr std::size_t nodes_per_block = 512;

inline double fast_exp(double x) {
  // exp(x) = 2^n exp(r), n = round(x / ln 2). Adding and taking away 1.5 * 2^52 rounds without a library call, and
  // leaves n in the low bits of the sum.
  constexpr double rounder = 6755399441055744.0;
  const double shifted = x * 1.4426950408889634074 + rounder;
  const double n = shifted - rounder;
  // ln 2 in two parts, the first with so few bits that n times it is exact (Cody and Waite).
  const double r = (x - n * 6.93145751953125e-1) - n * 1.42860682030941723212e-6;
  // Taylor series to the 13th power: |r| <= ln 2 / 2, so what is left out is below 5e-18.
  double sum = 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * (r * r) + r + 1.0;
  const std::uint64_t exponent = (__builtin_bit_cast(std::uint64_t, shifted) + 1023U) << 52U;
  return sum * __builtin_bit_cast(double, exponent);
}

template <class Step1, class Step4>
void for_blocks(const std::vector<const double*>& rows, std::size_t size, Step1 one, Step4 four) {
  for (std::size_t first = 0; first < size; first += nodes_per_block) {
    const std::size_t end = std::min(first + nodes_per_block, size);
    std::size_t k = 0;
    for (; k + 4 <= rows.size(); k += 4) four(k, first, end);
    for (; k < rows.size(); ++k) one(k, first, end);
  }
}

}  // namespace

void add_rows(const std::vector<const double*>& rows, std::size_t size, double* __restrict out) {
  for_blocks(
      rows, size,
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        for (std::size_t q = first; q < end; ++q) out[q] += a[q];
      },
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        const double* b = rows[k + 1];
        const double* c = rows[k + 2];
        const double* d = rows[k + 3];
        for (std::size_t q = first; q < end; ++q) out[q] += (a[q] + b[q]) + (c[q] + d[q]);
      });
}

void add_rows_weighted(const std::vector<const double*>& rows, const double* weights, std::size_t size,
                       double* __restrict out) {
  for_blocks(
      rows, size,
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        const double w = weights[k];
        for (std::size_t q = first; q < end; ++q) out[q] += w * a[q];
      },
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        const double* b = rows[k + 1];
        const double* c = rows[k + 2];
        const double* d = rows[k + 3];
        const double wa = weights[k];
        const double wb = weights[k + 1];
        const double wc = weights[k + 2];
        const double wd = weights[k + 3];
        for (std::size_t q = first; q < end; ++q) out[q] += (wa * a[q] + wb * b[q]) + (wc * c[q] + wd * d[q]);
      });
}

void subtract_rows(const std::vector<const double*>& rows, std::size_t size, double* __restrict out) {
  for_blocks(
      rows, size,
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        for (std::size_t q = first; q < end; ++q) out[q] -= a[q];
      },
      [&](std::size_t k, std::size_t first, std::size_t end) {
        const double* a = rows[k];
        const double* b = rows[k + 1];
        const double* c = rows[k + 2];
        const double* d = rows[k + 3];
        for (std::size_t q = first; q < end; ++q) out[q] -= (a[q] + b[q]) + (c[q] + d[q]);
      });
}

double exponentiate_and_normalise(double* values, std::size_t size) {
  double largest = values[0];
  for (std::size_t q = 1; q < size; ++q) largest = values[q] > largest ? values[q] : largest;
  for (std::size_t q = 0; q < size; ++q) {
    const double x = values[q] - largest;
    values[q] = fast_exp(x < -700 ? -700 : x);
  }
  double sums[4] = {0, 0, 0, 0};
  std::size_t q = 0;
  for (; q + 4 <= size; q += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += values[q + lane];
  }
  for (; q < size; ++q) sums[0] += values[q];
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  const double scale = 1 / sum;
  for (q = 0; q < size; ++q) values[q] *= scale;
  return largest + std::log(sum);
}

double exp_of_nonpositive(double x) {
  return fast_exp(x);
}

}  // namespace harmonograph
