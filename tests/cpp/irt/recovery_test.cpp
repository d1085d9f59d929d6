// How well simulated parameters are recovered: irt_test "[.recovery]" prints the table of docs/item-response.md.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "irt/response_simulation.hpp"
#include "irt/rotation.hpp"
#include "irt/variational_estimator.hpp"
#include "stats/correlation.hpp"

using namespace harmonograph;

namespace {

struct Recovery {
  double ability = 0;         // correlation, mean over dimensions
  double discrimination = 0;  // of the slopes
  double difficulty = 0;      // of the intercepts
  double covered = 0;         // share of 95% intervals of abilities that hold the truth
};

/// The truth with abilities of mean 0 and covariance I in this sample, as the estimates have them.
void standardise_truth(ItemResponseFit& truth) {
  const auto models = static_cast<Eigen::Index>(truth.models());
  const auto width = static_cast<Eigen::Index>(truth.dimensions);
  Eigen::MatrixXd abilities(models, width);
  for (Eigen::Index m = 0; m < models; ++m) {
    for (Eigen::Index d = 0; d < width; ++d) {
      abilities(m, d) = truth.abilities(static_cast<std::size_t>(m), static_cast<std::size_t>(d));
    }
  }
  const Eigen::RowVectorXd mean = abilities.colwise().mean();
  const Eigen::MatrixXd centred = abilities.rowwise() - mean;
  const Eigen::MatrixXd root =
      Eigen::MatrixXd(centred.transpose() * centred / static_cast<double>(models)).llt().matrixL();
  const Eigen::MatrixXd scaled = root.triangularView<Eigen::Lower>().solve(centred.transpose()).transpose();
  for (Eigen::Index m = 0; m < models; ++m) {
    for (Eigen::Index d = 0; d < width; ++d) {
      truth.abilities(static_cast<std::size_t>(m), static_cast<std::size_t>(d)) = scaled(m, d);
    }
  }
  for (std::size_t i = 0; i < truth.items(); ++i) {
    Eigen::VectorXd slopes(width);
    for (Eigen::Index d = 0; d < width; ++d) slopes(d) = truth.slopes(i, static_cast<std::size_t>(d));
    truth.intercepts[i] += mean * slopes;
    slopes = root.transpose() * slopes;
    for (Eigen::Index d = 0; d < width; ++d) truth.slopes(i, static_cast<std::size_t>(d)) = slopes(d);
  }
}

double mean_correlation(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t d = 0; d < a.columns(); ++d) {
    std::vector<double> x;
    std::vector<double> y;
    for (std::size_t r = 0; r < a.rows(); ++r) {
      x.push_back(a(r, d));
      y.push_back(b(r, d));
    }
    sum += pearson_correlation(x, y).value;
  }
  return sum / static_cast<double>(a.columns());
}

Recovery recover(std::size_t models, std::size_t items, std::size_t dimensions, std::uint64_t seed) {
  SimulationOptions simulation;
  simulation.models = models;
  simulation.items = items;
  simulation.dimensions = dimensions;
  simulation.seed = seed;
  auto data = simulate_responses(simulation);
  REQUIRE(data);
  VariationalOptions options;
  options.dimensions = dimensions;
  auto fit = fit_variational(data->responses, options);
  REQUIRE(fit);
  ItemResponseFit truth = data->truth;
  standardise_truth(truth);
  // The axes are free: the estimate is turned onto the truth.
  transform_fit(*fit, orthogonal_procrustes(fit->abilities, truth.abilities));
  Recovery recovery;
  recovery.ability = mean_correlation(fit->abilities, truth.abilities);
  recovery.discrimination = mean_correlation(fit->slopes, truth.slopes);
  recovery.difficulty = pearson_correlation(fit->intercepts, truth.intercepts).value;
  double covered = 0;
  for (std::size_t m = 0; m < models; ++m) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      const double error = std::sqrt(fit->ability_covariances(m, packed_index(d, d)));
      covered += std::abs(fit->abilities(m, d) - truth.abilities(m, d)) < 1.96 * error ? 1 : 0;
    }
  }
  recovery.covered = covered / static_cast<double>(models * dimensions);
  return recovery;
}

Recovery mean_recovery(std::size_t models, std::size_t items, std::size_t dimensions, std::uint64_t replications) {
  Recovery mean;
  const auto n = static_cast<double>(replications);
  for (std::uint64_t seed = 1; seed <= replications; ++seed) {
    const Recovery one = recover(models, items, dimensions, seed);
    mean.ability += one.ability / n;
    mean.discrimination += one.discrimination / n;
    mean.difficulty += one.difficulty / n;
    mean.covered += one.covered / n;
  }
  return mean;
}

}  // namespace

TEST_CASE("Simulated abilities are recovered, and their intervals hold", "[recovery]") {
  const Recovery recovery = mean_recovery(100, 500, 2, 3);
  CHECK(recovery.ability >= .97);
  CHECK(recovery.covered >= .90);
  CHECK(recovery.covered <= .98);
}

TEST_CASE("Recovery over 50 replications", "[.recovery]") {
  std::printf(
      "| models | items | D | abilities r | slopes r | intercepts r | coverage |\n|---|---|---|---|---|---|---|\n");
  for (const std::size_t dimensions : {1U, 2U, 3U}) {
    for (const std::size_t models : {30U, 100U}) {
      for (const std::size_t items : {500U, 5000U}) {
        const Recovery mean = mean_recovery(models, items, dimensions, 50);
        std::printf("| %zu | %zu | %zu | %.3f | %.3f | %.3f | %.3f |\n", models, items, dimensions, mean.ability,
                    mean.discrimination, mean.difficulty, mean.covered);
        std::fflush(stdout);
        if (models == 100) CHECK(mean.ability >= .98);
      }
    }
  }
}
