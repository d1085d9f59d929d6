#include "irt/response_simulation.hpp"

#include <cmath>
#include <string>

#include "core/random.hpp"

namespace harmonograph {
namespace {

Error out_of_range(const std::string& name, const std::string& range) {
  return Error{ErrorCode::invalid_argument, "The simulation's " + name + " must be " + range + ".", "", 0,
               "Choose another value."};
}

/// Negated comparisons, so that NaN is refused too.
Result<void> check(const SimulationOptions& options) {
  if (options.models < 1 || options.items < 1) return out_of_range("number of models and items", "at least 1");
  if (options.dimensions < 1 || options.dimensions > 6) return out_of_range("number of dimensions", "1 to 6");
  const double lowest = options.dimensions > 1 ? -1.0 / static_cast<double>(options.dimensions - 1) : -1;
  if (!(options.ability_correlation > lowest && options.ability_correlation < 1)) {
    return out_of_range("correlation of the abilities", "above -1 / (dimensions - 1) and below 1");
  }
  if (!(options.discrimination_median > 0) || !(options.discrimination_spread >= 0) ||
      !(options.direction_spread >= 0) || !(options.difficulty_spread >= 0) ||
      !std::isfinite(options.difficulty_mean)) {
    return out_of_range("median discrimination", "above 0, and its spreads 0 or more");
  }
  if (!(options.guessing >= 0 && options.guessing < 1)) return out_of_range("guessing", "from 0 to below 1");
  if (!(options.missing_share >= 0 && options.missing_share < 1)) {
    return out_of_range("share of missing cells", "from 0 to below 1");
  }
  return {};
}

/// Lower triangle L with L L' = the matrix with ones on the diagonal and r elsewhere.
Matrix cholesky_of_equal_correlations(std::size_t order, double r) {
  Matrix lower(order, order);
  for (std::size_t i = 0; i < order; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = i == j ? 1 : r;
      for (std::size_t k = 0; k < j; ++k) sum -= lower(i, k) * lower(j, k);
      lower(i, j) = i == j ? std::sqrt(sum) : sum / lower(j, j);
    }
  }
  return lower;
}

void draw_item(const SimulationOptions& options, std::size_t item, std::size_t axis, Random& random,
               ItemResponseFit& truth) {
  const double length = options.discrimination_median * std::exp(options.discrimination_spread * random.normal());
  const auto slopes = truth.slopes.row(item);
  double squares = 0;
  for (std::size_t d = 0; d < options.dimensions; ++d) {
    slopes[d] = d == axis ? 1 : options.direction_spread * random.normal();
    squares += slopes[d] * slopes[d];
  }
  for (double& slope : slopes) slope *= length / std::sqrt(squares);
  truth.intercepts[item] = -length * (options.difficulty_mean + options.difficulty_spread * random.normal());
}

double draw_score(const SimulationOptions& options, double probability, Random& random) {
  if (options.tries == 0) return random.uniform() < probability ? 1 : 0;
  std::size_t right = 0;
  for (std::size_t t = 0; t < options.tries; ++t) right += random.uniform() < probability ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(options.tries);
}

}  // namespace

Result<SimulatedResponses> simulate_responses(const SimulationOptions& options) {
  if (auto checked = check(options); !checked) return checked.error();
  const std::size_t dimensions = options.dimensions;
  SimulatedResponses simulated;
  simulated.responses = ResponseData(options.models, options.items);
  ItemResponseFit& truth = simulated.truth;
  truth.dimensions = dimensions;
  truth.slopes = Matrix(options.items, dimensions);
  truth.intercepts.resize(options.items);
  truth.guessing.assign(options.items, options.guessing);
  truth.abilities = Matrix(options.models, dimensions);
  truth.ability_correlations = Matrix(dimensions, dimensions, options.ability_correlation);
  for (std::size_t d = 0; d < dimensions; ++d) truth.ability_correlations(d, d) = 1;

  Random items(options.seed, 1);
  for (std::size_t i = 0; i < options.items; ++i) {
    simulated.axes.push_back(static_cast<std::uint32_t>(i % dimensions));
    draw_item(options, i, i % dimensions, items, truth);
  }
  Random models(options.seed, 2);
  const Matrix lower = cholesky_of_equal_correlations(dimensions, options.ability_correlation);
  for (std::size_t m = 0; m < options.models; ++m) {
    std::vector<double> independent(dimensions);
    for (double& value : independent) value = models.normal();
    for (std::size_t i = 0; i < dimensions; ++i) {
      for (std::size_t j = 0; j <= i; ++j) truth.abilities(m, i) += lower(i, j) * independent[j];
    }
  }
  Random cells(options.seed, 3);
  Random holes(options.seed, 4);
  for (std::size_t m = 0; m < options.models; ++m) {
    for (std::size_t i = 0; i < options.items; ++i) {
      const double score = draw_score(options, characteristic_curve(truth, i, truth.abilities.row(m)), cells);
      const bool hidden = options.missing_share > 0 && holes.uniform() < options.missing_share;
      if (!hidden) simulated.responses.set(m, i, static_cast<float>(score));
    }
  }
  return simulated;
}

}  // namespace harmonograph
