#include "similarity/principal_components.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random.hpp"

namespace harmonograph {
namespace {

using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Beyond the wanted directions: they make the last of those exact.
constexpr std::size_t oversampling = 10;
constexpr int power_iterations = 2;
constexpr std::size_t most_sampled = 4'096;
constexpr std::size_t fewest_sampled = 1'024;
constexpr std::size_t sampled_cells = most_sampled * 384;  // about 0.1 s for all products with the sample
constexpr std::size_t rows_at_once = 1'024;
/// A stream of its own: 1 and 2 are those of the low-rank factorisation.
constexpr std::uint64_t seed = 3;

Eigen::Index index_of(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}

/// Ascending places of the items that the directions are found on.
std::vector<std::size_t> sample(std::size_t items, std::size_t width, Random& random) {
  std::vector<std::size_t> places(items);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::size_t wanted = std::clamp(sampled_cells / width, fewest_sampled, most_sampled);
  if (items <= wanted) return places;
  random.shuffle(std::span<std::size_t>(places));
  places.resize(wanted);
  std::sort(places.begin(), places.end());
  return places;
}

Eigen::MatrixXf orthonormal(const Eigen::MatrixXf& columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXf> decomposition(columns);
  return decomposition.householderQ() * Eigen::MatrixXf::Identity(columns.rows(), columns.cols());
}

/// width x count, orthonormal; the direction of the largest variance first.
Eigen::MatrixXf directions(const Rows& rows, std::size_t count, Random& random) {
  const Eigen::Index columns = std::min(rows.cols(), index_of(count + oversampling));
  Eigen::MatrixXf basis(rows.cols(), columns);
  for (Eigen::Index c = 0; c < columns; ++c) {
    for (Eigen::Index w = 0; w < rows.cols(); ++w) basis(w, c) = static_cast<float>(random.normal());
  }
  for (int pass = 0; pass <= power_iterations; ++pass) {
    const Eigen::MatrixXf image = rows * basis;
    basis = orthonormal(rows.transpose() * image);
  }
  // Rayleigh-Ritz: the directions inside the range, ordered.
  const Eigen::MatrixXf image = rows * basis;
  const Eigen::MatrixXd covariance = (image.transpose() * image).cast<double>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  const Eigen::MatrixXf rotation = solver.eigenvectors().rowwise().reverse().leftCols(index_of(count)).cast<float>();
  return basis * rotation;
}

}  // namespace

PrincipalComponents principal_components(const FloatMatrix& centred, std::size_t count) {
  const std::size_t items = centred.rows();
  const std::size_t width = centred.columns();
  Random random(seed);
  const std::vector<std::size_t> places = sample(items, width, random);
  const Eigen::Map<const Rows> all(centred.data(), index_of(items), index_of(width));
  Rows sampled(index_of(places.size()), index_of(width));
  for (std::size_t r = 0; r < places.size(); ++r) sampled.row(index_of(r)) = all.row(index_of(places[r]));
  const Eigen::MatrixXf basis = directions(sampled, count, random);

  PrincipalComponents result{Matrix(count, items), 0, 0, places.size()};
  for (std::size_t first = 0; first < items; first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, items - first);
    const auto block = all.middleRows(index_of(first), index_of(rows));
    const Eigen::MatrixXf scores = block * basis;
    for (std::size_t r = 0; r < rows; ++r) {
      result.total += static_cast<double>(block.row(index_of(r)).squaredNorm());
    }
    for (std::size_t c = 0; c < count; ++c) {
      for (std::size_t r = 0; r < rows; ++r) {
        const double score = static_cast<double>(scores(index_of(r), index_of(c)));
        result.scores(c, first + r) = score;
        result.kept += score * score;
      }
    }
  }
  return result;
}

}  // namespace harmonograph
