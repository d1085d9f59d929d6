// The derivatives of the marginal likelihood against differences of the likelihood itself, and the collapsing of equal
// answers.
#include "irt/marginal_likelihood.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/marginal_kernels.hpp"
#include "marginal_test_data.hpp"

using namespace harmonograph;

namespace {

/// Answers of any kind: some missing, some graded.
ResponseData any_responses(std::size_t persons, std::size_t items, bool graded, bool missing) {
  Random random(7);
  ResponseData data(persons, items);
  for (std::size_t m = 0; m < persons; ++m) {
    for (std::size_t i = 0; i < items; ++i) {
      const double u = random.uniform();
      if (missing && u < 0.2) continue;
      data.set(m, i, graded ? static_cast<float>(random.uniform()) : random.uniform() < 0.6 ? 1.0F : 0.0F);
    }
  }
  return data;
}

ResponsePatterns all_patterns(const ResponseData& data) {
  std::vector<std::uint32_t> items(data.items());
  std::iota(items.begin(), items.end(), 0U);
  return collect_patterns(data, items);
}

struct Evaluation {
  ExpectedCounts counts;
  ItemDerivatives derivatives;
  Matrix information;
  Matrix own_information;
};

Evaluation evaluate(const ResponsePatterns& patterns, const MarginalParameters& parameters,
                    const Quadrature& quadrature, bool with_information) {
  const ItemTables tables(parameters, quadrature);
  Evaluation result{ExpectedCounts(parameters.items(), quadrature.size(), patterns.complete), {}, {}, {}};
  TilePosterior posterior;
  for (std::size_t tile = 0; tile < patterns.tiles(); ++tile) {
    add_tile(patterns, tile, tables, posterior, result.counts);
  }
  result.derivatives = item_derivatives(tables, result.counts);
  if (!with_information) return result;
  for (const bool whole : {true, false}) {
    ObservedInformation information(patterns, tables, whole);
    for (std::size_t piece = 0; piece < information.pieces(); ++piece) information.add_piece(piece);
    (whole ? result.information : result.own_information) = information.finish(result.counts);
  }
  return result;
}

/// The log-likelihood as a plain double loop, term by term.
double plain_log_likelihood(const ResponseData& data, const MarginalParameters& parameters,
                            const Quadrature& quadrature) {
  double sum = 0;
  for (std::size_t m = 0; m < data.models(); ++m) {
    double likelihood = 0;
    for (std::size_t q = 0; q < quadrature.size(); ++q) {
      double log_term = quadrature.log_weights[q];
      for (std::size_t i = 0; i < data.items(); ++i) {
        if (!data.observed(m, i)) continue;
        double eta = parameters.values(i, parameters.dimensions);
        for (std::size_t d = 0; d < parameters.dimensions; ++d) eta += parameters.values(i, d) * quadrature.nodes(d, q);
        const double c = parameters.guessing_of(i);
        const double p = c + (1 - c) / (1 + std::exp(-eta));
        const double y = static_cast<double>(data.at(m, i));
        log_term += y * std::log(p) + (1 - y) * std::log(1 - p);
      }
      likelihood += std::exp(log_term);
    }
    sum += std::log(likelihood);
  }
  return sum;
}

void check_derivatives(std::size_t dimensions, bool estimates_guessing, double guessing, bool graded, bool missing) {
  CAPTURE(dimensions, estimates_guessing, guessing, graded, missing);
  const std::size_t items = 5;
  const ResponseData data = any_responses(40, items, graded, missing);
  const ResponsePatterns patterns = all_patterns(data);
  CHECK(patterns.binary == !graded);
  CHECK(patterns.complete == !missing);
  const Quadrature quadrature = normal_quadrature(dimensions, dimensions == 1 ? 31 : 11, 5);
  MarginalParameters parameters;
  parameters.dimensions = dimensions;
  parameters.estimates_guessing = estimates_guessing;
  parameters.guessing.assign(items, guessing);
  parameters.values = Matrix(items, parameters.columns());
  Random random(3);
  for (double& value : parameters.values.values()) value = 0.8 * random.normal();

  const Evaluation at = evaluate(patterns, parameters, quadrature, true);
  CHECK(at.counts.log_likelihood == Approx(plain_log_likelihood(data, parameters, quadrature)).epsilon(1e-12));
  const std::size_t columns = parameters.columns();
  constexpr double step = 1e-5;
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t c = 0; c < columns; ++c) {
      CAPTURE(i, c);
      MarginalParameters up = parameters;
      MarginalParameters down = parameters;
      up.values(i, c) += step;
      down.values(i, c) -= step;
      const Evaluation above = evaluate(patterns, up, quadrature, false);
      const Evaluation below = evaluate(patterns, down, quadrature, false);
      const double slope = (above.counts.log_likelihood - below.counts.log_likelihood) / (2 * step);
      CHECK(at.derivatives.gradient(i, c) == Approx(slope).margin(1e-6));
      for (std::size_t j = 0; j < items; ++j) {
        for (std::size_t b = 0; b < columns; ++b) {
          const double bend = -(above.derivatives.gradient(j, b) - below.derivatives.gradient(j, b)) / (2 * step);
          CHECK(at.information(i * columns + c, j * columns + b) == Approx(bend).margin(1e-6));
          if (i == j) CHECK(at.own_information(i, c * columns + b) == Approx(bend).margin(1e-6));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("gradient and observed information are the derivatives of the likelihood", "[marginal]") {
  check_derivatives(1, false, 0, false, false);
  check_derivatives(1, false, 0, false, true);
  check_derivatives(1, false, 0, true, true);
  check_derivatives(1, false, 0.25, false, true);
  check_derivatives(1, true, 0, false, false);
  check_derivatives(1, true, 0, true, true);
  check_derivatives(2, false, 0, false, false);
  check_derivatives(2, false, 0.2, false, true);
  check_derivatives(3, false, 0, false, true);
}

TEST_CASE("persons with the same answers become one pattern", "[marginal]") {
  const ResponseData data = marginal_test::expand(marginal_test::lsat6);
  const ResponsePatterns patterns = all_patterns(data);
  CHECK(patterns.patterns() == 30);  // two of the 32 patterns do not occur
  for (std::size_t m = 0; m < data.models(); ++m) {
    for (std::size_t i = 0; i < 5; ++i) CHECK(patterns.cells(patterns.pattern_of_model[m], i) == data.at(m, i));
  }
  CHECK(std::accumulate(patterns.counts.begin(), patterns.counts.end(), 0.0) == 1000);
  CHECK(patterns.counts.back() == 298);
}

TEST_CASE("the grid stands for the standard normal distribution", "[marginal]") {
  for (std::size_t dimensions = 1; dimensions <= 3; ++dimensions) {
    const Quadrature grid = normal_quadrature(dimensions, default_quadrature_points(dimensions), 6);
    CHECK(grid.size() == (dimensions == 1 ? 61 : dimensions == 2 ? 961 : 3375));
    double total = 0;
    double mean = 0;
    double variance = 0;
    double cross = 0;
    for (std::size_t q = 0; q < grid.size(); ++q) {
      const double w = std::exp(grid.log_weights[q]);
      total += w;
      mean += w * grid.nodes(dimensions - 1, q);
      variance += w * grid.nodes(dimensions - 1, q) * grid.nodes(dimensions - 1, q);
      cross += dimensions > 1 ? w * grid.nodes(0, q) * grid.nodes(1, q) : 0;
    }
    CHECK(total == Approx(1).epsilon(1e-12));
    CHECK(mean == Approx(0).margin(1e-12));
    CHECK(variance == Approx(1).epsilon(1e-6));
    CHECK(cross == Approx(0).margin(1e-12));
  }
}

TEST_CASE("the exponential of the kernels", "[marginal]") {
  double worst = 0;
  for (int k = 0; k <= 70000; ++k) {
    const double x = -0.01 * k;
    worst = std::max(worst, std::abs(exp_of_nonpositive(x) / std::exp(x) - 1));
  }
  CHECK(worst < 1e-15);
  std::vector<double> values{-3, -1, -1e9, -2};
  const double total = exponentiate_and_normalise(values.data(), values.size());
  CHECK(total == Approx(std::log(std::exp(-3.0) + std::exp(-1.0) + std::exp(-2.0))).epsilon(1e-14));
  CHECK(values[0] + values[1] + values[2] + values[3] == Approx(1).epsilon(1e-14));
}
