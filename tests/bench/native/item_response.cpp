#include "item_response.hpp"

#include <string>
#include <vector>

#include "core/vector_math.hpp"
#include "irt/marginal_estimator.hpp"
#include "irt/response_simulation.hpp"
#include "irt/variational_estimator.hpp"
#include "report.hpp"

namespace harmonograph::bench {
namespace {

volatile double sink;

/// What every estimator must at least do in a pass: the curve of each cell, one exponential and one division, and the
/// residual's products with the abilities. Items in rows of 64, structure of arrays, as in the core.
double plain_loop_seconds(const ResponseData& responses, const ItemResponseFit& fit, int runs) {
  const std::size_t dimensions = fit.dimensions;
  std::vector<float> parameters(responses.blocks() * (dimensions + 1) * items_per_block, 0);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    float* block = parameters.data() + i / items_per_block * (dimensions + 1) * items_per_block;
    for (std::size_t d = 0; d < dimensions; ++d) {
      block[d * items_per_block + i % items_per_block] = static_cast<float>(fit.slopes(i, d));
    }
    block[dimensions * items_per_block + i % items_per_block] = static_cast<float>(fit.intercepts[i]);
  }
  return shortest(runs, [&] {
    double total = 0;
    alignas(64) float gradient[items_per_block];
    alignas(64) float eta[items_per_block];
    for (std::size_t b = 0; b < responses.blocks(); ++b) {
      const float* block = parameters.data() + b * (dimensions + 1) * items_per_block;
      for (float& value : gradient) value = 0;
      for (std::size_t m = 0; m < responses.models(); ++m) {
        const float* row = responses.row(b, m);
        const float* intercepts = block + dimensions * items_per_block;
        for (std::size_t lane = 0; lane < items_per_block; ++lane) eta[lane] = intercepts[lane];
        for (std::size_t d = 0; d < dimensions; ++d) {
          const auto ability = static_cast<float>(fit.abilities(m, d));
          const float* slopes = block + d * items_per_block;
          for (std::size_t lane = 0; lane < items_per_block; ++lane) eta[lane] += slopes[lane] * ability;
        }
        for (std::size_t lane = 0; lane < items_per_block; ++lane) {
          const float probability = 1.0F / (1.0F + vector_exp(-eta[lane]));
          gradient[lane] += row[lane] < 0.0F ? 0.0F : row[lane] - probability;
        }
      }
      for (const float value : gradient) total += static_cast<double>(value);
    }
    sink = total;
  });
}

Result<SimulatedResponses> simulated(std::size_t models, std::size_t items, std::size_t dimensions) {
  SimulationOptions options;
  options.models = models;
  options.items = items;
  options.dimensions = dimensions;
  return simulate_responses(options);
}

}  // namespace

int measure_item_response(std::size_t models, std::size_t items, std::size_t dimensions, int runs) {
  auto data = simulated(models, items, dimensions);
  if (!data) return 1;
  VariationalOptions options;
  options.dimensions = dimensions;
  std::size_t passes = 0;
  const double taken = shortest(runs, [&] {
    auto fit = fit_variational(data->responses, options);
    passes = fit ? fit->passes : 0;
  });
  const double cells = static_cast<double>(models) * static_cast<double>(items);
  const double loop = plain_loop_seconds(data->responses, data->truth, 5);
  const double order = static_cast<double>(dimensions + 1);
  Record("item response")
      .number("models", static_cast<double>(models))
      .number("items", static_cast<double>(items))
      .number("dimensions", static_cast<double>(dimensions))
      .number("seconds", taken)
      .number("passes", static_cast<double>(passes))
      .number("nanoseconds", 1e9 * taken / (cells * static_cast<double>(passes)))
      .number("loop_nanoseconds", 1e9 * loop / cells)
      .number("bytes_a_cell", 4 + 4 * (order + order * (order + 1) / 2) / static_cast<double>(models))
      .print();
  return 0;
}

int measure_marginal(std::size_t persons, std::size_t items, std::size_t dimensions, bool priors, int runs) {
  auto data = simulated(persons, items, dimensions);
  if (!data) return 1;
  MarginalOptions options;
  options.dimensions = dimensions;
  if (priors) {
    options.slope_prior = {PriorShape::lognormal, 0, .5};
    options.intercept_prior = {PriorShape::normal, 0, 3};
  }
  std::size_t passes = 0;
  const double taken = shortest(runs, [&] {
    auto fit = fit_marginal(data->responses, options);
    passes = fit ? fit->passes : 0;
  });
  Record("marginal").number("seconds", taken).number("passes", static_cast<double>(passes)).print();
  return 0;
}

}  // namespace harmonograph::bench
