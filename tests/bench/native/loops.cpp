#include "loops.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "core/random.hpp"
#include "core/vector_math.hpp"
#include "report.hpp"
#include "similarity/dense_affinity.hpp"
#include "similarity/divergence.hpp"
#include "similarity/tiled_affinity.hpp"

namespace harmonograph::bench {
namespace {

constexpr int runs = 15;

// What a loop computes goes here, so that no compiler leaves it out.
volatile double sink;

template <class Function>
double elements_a_second(const std::vector<float>& input, Function function) {
  constexpr int repeats = 400;
  std::vector<float> output(input.size());
  const double taken = shortest(runs, [&] {
    for (int repeat = 0; repeat < repeats; ++repeat) {
      for (std::size_t i = 0; i < input.size(); ++i) output[i] = function(input[i]);
      sink = static_cast<double>(output[static_cast<std::size_t>(repeat)]);
    }
  });
  return static_cast<double>(input.size()) * repeats / taken;
}

void measure_functions() {
  std::vector<float> exponents(4096);
  std::vector<float> numbers(4096);
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    exponents[i] = -20.0F * static_cast<float>(i) / 4096.0F;
    numbers[i] = 1e-6F + static_cast<float>(i) / 4096.0F;
  }
  Record("exp")
      .number("ours", elements_a_second(exponents, [](float x) { return vector_exp(x); }))
      .number("reference", elements_a_second(exponents, [](float x) { return std::exp(x); }))
      .print();
  Record("log")
      .number("ours", elements_a_second(numbers, [](float x) { return vector_log(x); }))
      .number("reference", elements_a_second(numbers, [](float x) { return std::log(x); }))
      .print();
}

/// Four options, between sure and unsure: the width of most benchmarks.
DivergenceFeatures sample_features(std::size_t items) {
  Random random(7, 0);
  Matrix probabilities(items, 4);
  for (std::size_t i = 0; i < items; ++i) {
    double total = 0;
    for (double& value : probabilities.row(i)) {
      value = std::exp(-6 * random.uniform());
      total += value;
    }
    for (double& value : probabilities.row(i)) value /= total;
  }
  return divergence_features(probabilities);
}

template <class Kernel>
double pass_seconds(const DivergenceFeatures& features) {
  double best = 1e300;
  for (int run = 0; run < 3; ++run) {
    Kernel kernel(features, 1.0);
    const double start = seconds();
    for (std::size_t piece = 0; piece < kernel.preparation_pieces(); ++piece) kernel.prepare(piece);
    const double taken = seconds() - start;
    if (taken < best) best = taken;
    sink = kernel.degrees()[0];
  }
  return best;
}

void measure_pairs() {
  constexpr std::size_t items = 3000;
  const DivergenceFeatures features = sample_features(items);
  // The same pairs as a plain loop with the standard exponential, in single precision.
  std::vector<float> p(4 * items);
  std::vector<float> l(4 * items);
  std::vector<float> a(items);
  for (std::size_t i = 0; i < items; ++i) {
    a[i] = static_cast<float>(features.a[i]);
    for (std::size_t w = 0; w < 4; ++w) {
      p[w * items + i] = static_cast<float>(features.p(w, i));
      l[w * items + i] = static_cast<float>(features.l(w, i));
    }
  }
  const double plain = shortest(3, [&] {
    double total = 0;
    for (std::size_t i = 0; i < items; ++i) {
      float row = 0;
      for (std::size_t j = i + 1; j < items; ++j) {
        float divergence = a[i] + a[j];
        for (std::size_t w = 0; w < 4; ++w) {
          divergence -= p[w * items + i] * l[w * items + j] + l[w * items + i] * p[w * items + j];
        }
        row += std::exp(-0.5F * divergence);
      }
      total += static_cast<double>(row);
    }
    sink = total;
  });
  const double pairs = 0.5 * static_cast<double>(items) * (items - 1);
  Record("pairs")
      .number("tiled", pairs / pass_seconds<TiledAffinity>(features))
      .number("dense", pairs / pass_seconds<DenseAffinity>(features))
      .number("reference", pairs / plain)
      .print();
}

/// x = x a + b on as many independent x as fill twelve registers of four floats: the most that the instructions of
/// this build allow.
template <class Number>
double multiply_adds() {
  constexpr std::size_t width = 12 * 16 / sizeof(Number);
  constexpr std::size_t steps = 1 << 20;
  std::array<Number, width> sums{};
  const auto factor = static_cast<Number>(0.999);
  const double taken = shortest(runs, [&] {
    std::array<Number, width> local = sums;
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < width; ++i) local[i] = local[i] * factor + static_cast<Number>(0.5);
    }
    sums = local;
    double total = 0;
    for (const Number value : sums) total += static_cast<double>(value);
    sink = total;
  });
  return 2.0 * width * steps / taken;
}

void measure_machine() {
  std::vector<float> values(std::size_t{64} << 20U, 1.0F);
  const double taken = shortest(5, [&] {
    std::array<float, 32> sums{};
    for (std::size_t i = 0; i < values.size(); i += 32) {
      for (std::size_t s = 0; s < 32; ++s) sums[s] += values[i + s];
    }
    double total = 0;
    for (const float value : sums) total += static_cast<double>(value);
    sink = total;
  });
  Record("machine")
      .number("float_flops", multiply_adds<float>())
      .number("double_flops", multiply_adds<double>())
      .number("read_bytes", static_cast<double>(values.size()) * 4 / taken)
      .print();
}

}  // namespace

int measure_loops() {
  measure_machine();
  measure_functions();
  measure_pairs();
  return 0;
}

}  // namespace harmonograph::bench
