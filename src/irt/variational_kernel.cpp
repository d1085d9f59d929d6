#include "irt/variational_kernel.hpp"

#include <utility>

#include "irt/expected_logistic.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t lanes = items_per_block;

/// sum_p rows[p][lane] factors[p] without a loop: compilers give up on vectors where an inner loop is left.
template <std::size_t... P>
inline float weighted_sum(const ItemLanes* rows, const float* factors, std::size_t lane, std::index_sequence<P...>) {
  return (... + (rows[P][lane] * factors[P]));
}

/// (V x)_r of the block's item; x_D = 1.
template <std::size_t R, std::size_t... C>
inline float row_times_terms(const ItemLanes* covariance, const float* x, std::size_t lane, std::index_sequence<C...>) {
  return (... + (covariance[packed_index(R, C)][lane] * x[C]));
}

/// Mean and variance of eta = m'x under q, for each item of the block.
template <std::size_t D>
inline void predictor_moments(const ItemLanes* parameters, const ModelTerms& terms, std::size_t lane, float& mean,
                              float& variance) {
  mean = weighted_sum(parameters, terms.x, lane, std::make_index_sequence<D + 1>());
  variance = weighted_sum(parameters + D + 1, terms.doubled, lane, std::make_index_sequence<packed_size(D + 1)>());
}

/// The score's gradient (y - p) a - w (V x)_a, into gradient[0 .. D - 1][lane].
template <std::size_t D, std::size_t... R>
inline void store_gradient(const ItemLanes* parameters, const ModelTerms& terms, std::size_t lane, float residual,
                           float weight, ItemLanes* gradient, std::index_sequence<R...>) {
  ((gradient[R][lane] =
        residual * parameters[R][lane] -
        weight * row_times_terms<R>(parameters + D + 1, terms.x, lane, std::make_index_sequence<D + 1>())),
   ...);
}

/// Sum of 64 numbers in a fixed tree.
inline float tree_sum(float* values) {
  for (std::size_t half = lanes / 2; half >= 4; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return (values[0] + values[2]) + (values[1] + values[3]);
}

/// The share of an answer that is not owed to guessing: y p / (c + (1 - c) p), and the probability of a right answer.
struct Answer {
  float score;
  float probability;
};

template <bool Guessing>
inline Answer without_guessing(float score, float p, const float* guessing, std::size_t lane) {
  if constexpr (Guessing) {
    const float c = guessing[lane];
    const float probability = c + (1.0F - c) * p;
    // p is at least 1e-39; the quotient of two tiny numbers stays below 1.
    return {score * p / (probability + 1e-30F), probability};
  } else {
    return {score, p};
  }
}

template <std::size_t D, bool Guessing>
void add_items(const ItemLanes* parameters, const ModelTerms& terms, const float* row, const float* guessing,
               ItemLanes* sums) {
  alignas(64) float residual[lanes];
  alignas(64) float weight[lanes];
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    float mean = 0;
    float variance = 0;
    predictor_moments<D>(parameters, terms, lane, mean, variance);
    const ExpectedLogistic expected = expected_logistic(mean, variance);
    const float present = row[lane] < 0.0F ? 0.0F : 1.0F;
    const Answer answer = without_guessing<Guessing>(row[lane], expected.probability, guessing, lane);
    residual[lane] = present * (answer.score - expected.probability);
    weight[lane] = present * expected.slope;
  }
  for (std::size_t r = 0; r <= D; ++r) {
    const float x = terms.x[r];
    float* gradient = sums[r];
    for (std::size_t lane = 0; lane < lanes; ++lane) gradient[lane] += residual[lane] * x;
  }
  for (std::size_t p = 0; p < packed_size(D + 1); ++p) {
    const float product = terms.product[p];
    float* curvature = sums[D + 1 + p];
    for (std::size_t lane = 0; lane < lanes; ++lane) curvature[lane] += weight[lane] * product;
  }
}

template <std::size_t D, bool Guessing>
AbilitySums sum_items(const ItemLanes* parameters, const ModelTerms& terms, const float* row, const float* guessing,
                      bool with_influence) {
  alignas(64) float gradient[D][lanes];
  alignas(64) float weight[lanes];
  alignas(64) float scratch[lanes];
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    float mean = 0;
    float variance = 0;
    predictor_moments<D>(parameters, terms, lane, mean, variance);
    const ExpectedLogistic expected = expected_logistic(mean, variance);
    const float present = row[lane] < 0.0F ? 0.0F : 1.0F;
    const Answer answer = without_guessing<Guessing>(row[lane], expected.probability, guessing, lane);
    const float residual = present * (answer.score - expected.probability);
    const float w = present * expected.slope;
    const float error = present * (row[lane] - answer.probability);
    weight[lane] = w;
    scratch[lane] = error * error;
    store_gradient<D>(parameters, terms, lane, residual, w, gradient, std::make_index_sequence<D>());
  }
  AbilitySums sums;
  sums.squared_residual = tree_sum(scratch);
  for (std::size_t r = 0; r < D; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      const std::size_t p = packed_index(r, c);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        scratch[lane] = weight[lane] * (parameters[r][lane] * parameters[c][lane] + parameters[D + 1 + p][lane]);
      }
      sums.curvature[p] = tree_sum(scratch);
      sums.influence[p] = 0;
      if (with_influence) {
        for (std::size_t lane = 0; lane < lanes; ++lane) scratch[lane] = gradient[r][lane] * gradient[c][lane];
        sums.influence[p] = tree_sum(scratch);
      }
    }
  }
  for (std::size_t r = 0; r < D; ++r) sums.gradient[r] = tree_sum(gradient[r]);
  return sums;
}

template <std::size_t D>
void add_to_item_sums(const ItemLanes* parameters, const ModelTerms& terms, const float* row, const float* guessing,
                      ItemLanes* sums) {
  if (guessing == nullptr) {
    add_items<D, false>(parameters, terms, row, guessing, sums);
  } else {
    add_items<D, true>(parameters, terms, row, guessing, sums);
  }
}

template <std::size_t D>
AbilitySums ability_sums(const ItemLanes* parameters, const ModelTerms& terms, const float* row, const float* guessing,
                         bool with_influence) {
  return guessing == nullptr ? sum_items<D, false>(parameters, terms, row, guessing, with_influence)
                             : sum_items<D, true>(parameters, terms, row, guessing, with_influence);
}

template <std::size_t D>
constexpr VariationalKernel kernel_of() {
  return {&add_to_item_sums<D>, &ability_sums<D>};
}

}  // namespace

const VariationalKernel& variational_kernel(std::size_t dimensions) {
  static constexpr VariationalKernel kernels[largest_dimensions] = {kernel_of<1>(), kernel_of<2>(), kernel_of<3>(),
                                                                    kernel_of<4>(), kernel_of<5>(), kernel_of<6>()};
  return kernels[dimensions - 1];
}

}  // namespace harmonograph
