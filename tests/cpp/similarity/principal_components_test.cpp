#include "similarity/principal_components.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "core/random.hpp"

using namespace harmonograph;

namespace {

/// Centred normal rows whose w-th column has the standard deviation 1 / sqrt(1 + w).
FloatMatrix decaying(std::size_t items, std::size_t width) {
  Random random(31);
  FloatMatrix rows(items, width);
  std::vector<double> mean(width, 0.0);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t w = 0; w < width; ++w) {
      const double value = random.normal() / std::sqrt(1 + static_cast<double>(w));
      rows(i, w) = static_cast<float>(value);
      mean[w] += value / static_cast<double>(items);
    }
  }
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t w = 0; w < width; ++w) rows(i, w) -= static_cast<float>(mean[w]);
  }
  return rows;
}

/// All eigenvalues of rows' rows, the largest first.
Eigen::VectorXd exact_variances(const FloatMatrix& rows) {
  const auto height = static_cast<Eigen::Index>(rows.rows());
  const auto width = static_cast<Eigen::Index>(rows.columns());
  Eigen::MatrixXd values(height, width);
  for (Eigen::Index i = 0; i < height; ++i) {
    for (Eigen::Index w = 0; w < width; ++w) {
      values(i, w) = static_cast<double>(rows(static_cast<std::size_t>(i), static_cast<std::size_t>(w)));
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(values.transpose() * values);
  return solver.eigenvalues().reverse();
}

}  // namespace

TEST_CASE("the components hold what the exact decomposition holds, in its order") {
  const FloatMatrix rows = decaying(500, 80);
  const PrincipalComponents components = principal_components(rows, 20);
  const Eigen::VectorXd exact = exact_variances(rows);
  REQUIRE(components.scores.rows() == 20);
  REQUIRE(components.scores.columns() == 500);
  CHECK(components.sampled == 500);
  CHECK(components.total == Approx(exact.sum()).epsilon(1e-5));
  CHECK(components.kept == Approx(exact.head(20).sum()).epsilon(5e-3));
  CHECK(components.kept <= exact.head(20).sum() * (1 + 1e-5));
  for (std::size_t c = 0; c < 8; ++c) {
    double squares = 0;
    for (const double score : components.scores.row(c)) squares += score * score;
    CHECK(squares == Approx(exact(static_cast<Eigen::Index>(c))).epsilon(5e-3));
  }
  const PrincipalComponents again = principal_components(rows, 20);
  CHECK(again.scores.values() == components.scores.values());
}

TEST_CASE("directions from a sample of many items hold nearly as much") {
  const FloatMatrix rows = decaying(6'000, 80);
  const PrincipalComponents components = principal_components(rows, 20);
  const Eigen::VectorXd exact = exact_variances(rows);
  CHECK(components.sampled == 4'096);
  CHECK(components.total == Approx(exact.sum()).epsilon(1e-5));
  CHECK(components.kept > 0.99 * exact.head(20).sum());
}

TEST_CASE("as many components as numbers hold everything; nothing has no variance") {
  const FloatMatrix rows = decaying(100, 12);
  const PrincipalComponents all = principal_components(rows, 12);
  CHECK(all.kept == Approx(all.total).epsilon(1e-5));
  const PrincipalComponents none = principal_components(FloatMatrix(50, 60, 0.0F), 48);
  CHECK(none.total == 0);
  CHECK(none.kept == 0);
}
