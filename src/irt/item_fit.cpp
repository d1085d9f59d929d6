#include "irt/item_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "irt/item_residuals.hpp"
#include "stats/distributions.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_groups = 10;
constexpr double least_variance = 1;
constexpr double least_untouched = 0.5;  // share of a direction's variance that the parameters have not absorbed

/// Group of each cell (they are sorted by ability); the last group takes what is left over.
std::size_t cut_groups(const std::vector<ItemResidual>& cells, std::vector<std::size_t>& group) {
  double total = 0;
  for (const ItemResidual& cell : cells) total += cell.variance;
  const double enough = std::max(least_variance, total / static_cast<double>(most_groups));
  group.assign(cells.size(), 0);
  std::size_t current = 0;
  double filled = 0;
  double left = total;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    group[i] = current;
    filled += cells[i].variance;
    left -= cells[i].variance;
    // Half a group at the end would be too small to stand alone.
    if (filled >= enough * (1 - 1e-9) && left >= enough * (1 - 1e-9) && current + 1 < most_groups) {
      ++current;
      filled = 0;
    }
  }
  return total >= least_variance ? current + 1 : 0;
}

}  // namespace

ItemFitStatistics item_fit(const ResponseData& responses, const ItemResponseFit& fit) {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const std::size_t items = fit.items();
  const std::size_t order = fit.dimensions + 1;
  ItemFitStatistics result{std::vector<double>(items, not_a_number), std::vector<double>(items, not_a_number),
                           std::vector<std::size_t>(items, 0)};
  if (items < fewest_items_for_fit) return result;
  const double dispersion = responses.binary() ? 1 : score_dispersion(responses, FittedProbabilities(fit));
  std::vector<ItemResidual> cells;
  std::vector<std::size_t> group;
  for (std::size_t item = 0; item < items; ++item) {
    if (fit.item_covariances.empty()) break;
    const auto packed = fit.item_covariances.row(item);
    if (!std::all_of(packed.begin(), packed.end(), [](double value) { return std::isfinite(value); })) continue;
    item_residuals(responses, fit, item, dispersion, cells);
    std::sort(cells.begin(), cells.end(), [](const ItemResidual& a, const ItemResidual& b) {
      return a.position != b.position ? a.position < b.position : a.model < b.model;
    });
    const std::size_t groups = cut_groups(cells, group);
    if (groups < 2) continue;
    const auto rows = static_cast<Eigen::Index>(groups);
    const auto columns = static_cast<Eigen::Index>(order);
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(rows);
    Eigen::VectorXd variances = Eigen::VectorXd::Zero(rows);
    Eigen::MatrixXd weighted = Eigen::MatrixXd::Zero(rows, columns);  // B'WX
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(group[i]);
      sums(row) += cells[i].residual;
      variances(row) += cells[i].variance;
      for (std::size_t d = 0; d < order; ++d) {
        const double x = d < fit.dimensions ? fit.abilities(cells[i].model, d) : 1;
        weighted(row, static_cast<Eigen::Index>(d)) += cells[i].slope * x;
      }
    }
    Eigen::MatrixXd covariance(columns, columns);
    for (std::size_t r = 0; r < order; ++r) {
      for (std::size_t c = 0; c < order; ++c) {
        covariance(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = packed[packed_index(r, c)];
      }
    }
    const Eigen::VectorXd scale = variances.cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd half = scale.asDiagonal() * weighted;
    const Eigen::MatrixXd standardised =
        Eigen::MatrixXd::Identity(rows, rows) - dispersion * half * covariance * half.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(standardised);
    const Eigen::VectorXd along = solver.eigenvectors().transpose() * (scale.asDiagonal() * sums);
    double chi_square = 0;
    std::size_t freedom = 0;
    for (Eigen::Index i = 0; i < rows; ++i) {
      if (solver.eigenvalues()(i) < least_untouched) continue;
      chi_square += along(i) * along(i) / std::min(1.0, solver.eigenvalues()(i));
      ++freedom;
    }
    if (freedom == 0 || !std::isfinite(chi_square)) continue;
    const auto degrees = static_cast<double>(freedom);
    const double spread = 2 / (9 * degrees);
    result.z[item] = (std::cbrt(chi_square / degrees) - (1 - spread)) / std::sqrt(spread);
    result.p_value[item] = chi_square_upper(chi_square, degrees);
    result.degrees_of_freedom[item] = freedom;
  }
  return result;
}

}  // namespace harmonograph
