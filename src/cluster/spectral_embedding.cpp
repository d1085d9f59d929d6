#include "cluster/spectral_embedding.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double tolerance = 1e-8;
/// Eigenvalues at or below 0 lie in the flat tail that the empty diagonal of S makes (all near -1/degree): their
/// vectors hold no similarity, are hardly separated from each other, and are not worth hundreds of passes.
constexpr double tail_tolerance = 1e-5;
constexpr std::size_t most_new_columns = 12;
constexpr std::size_t guard_vectors = 4;  // beyond the wanted pairs: they speed up the last ones
constexpr std::size_t most_rounds = 400;

Eigen::Index index_of(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}
std::size_t size_of(Eigen::Index value) {
  return static_cast<std::size_t>(value);
}

}  // namespace

struct SpectralEmbeddingJob::State {
  const AffinityOperator& affinity;
  std::size_t items;
  std::size_t pairs;
  std::size_t largest_basis;
  std::vector<double> scale;  // D^-1/2; 1 for an isolated item

  Eigen::MatrixXd basis;      // items x columns, orthonormal
  Eigen::MatrixXd images;     // A times basis
  Eigen::MatrixXd projected;  // basis' A basis
  Eigen::MatrixXd block;      // the columns that the current pass multiplies

  Matrix input;
  Matrix output;
  std::size_t piece = 0;
  std::size_t rounds = 0;
  std::size_t settled = 0;
  bool multiplying = false;
  bool done = false;
  SpectralEmbedding result;

  State(const AffinityOperator& operator_, std::size_t pair_count)
      : affinity(operator_), items(operator_.size()), pairs(std::min(pair_count, operator_.size())) {
    largest_basis = std::max<std::size_t>(160, 4 * (pairs + guard_vectors));
    scale.resize(items);
    for (std::size_t i = 0; i < items; ++i) {
      const double degree = affinity.degrees()[i];
      scale[i] = degree > 0 ? 1 / std::sqrt(degree) : 1;
    }
    if (use_dense()) {
      block = Eigen::MatrixXd::Identity(index_of(items), index_of(items));
    } else {
      start_block();
    }
    begin_pass();
  }

  /// A basis that spans everything: the full decomposition is as cheap.
  [[nodiscard]] bool use_dense() const { return items <= largest_basis; }

  void start_block() {
    block.resize(index_of(items), index_of(pairs + guard_vectors));
    Random random(20'240'607);
    for (Eigen::Index c = 0; c < block.cols(); ++c) {
      for (Eigen::Index i = 0; i < block.rows(); ++i) {
        block(i, c) = c == 0 ? 1 / scale[size_of(i)] : random.normal();
      }
    }
    orthonormalise_block();
  }

  /// Makes the block orthonormal, also to the basis (Gram-Schmidt twice); drops columns that vanish.
  void orthonormalise_block() {
    Eigen::Index kept = 0;
    for (Eigen::Index c = 0; c < block.cols(); ++c) block.col(c).normalize();
    for (int pass = 0; pass < 2 && basis.cols() > 0; ++pass) block -= basis * (basis.transpose() * block).eval();
    for (Eigen::Index c = 0; c < block.cols(); ++c) {
      Eigen::VectorXd column = block.col(c);
      const double before = column.norm();
      if (!(before > 1e-12)) continue;
      column /= before;
      for (int pass = 0; pass < 2; ++pass) {
        if (basis.cols() > 0) column -= basis * (basis.transpose() * column).eval();
        if (kept > 0) column -= block.leftCols(kept) * (block.leftCols(kept).transpose() * column).eval();
      }
      const double after = column.norm();
      if (!(after > 1e-8)) continue;
      block.col(kept++) = column / after;
    }
    block.conservativeResize(Eigen::NoChange, kept);
  }

  void begin_pass() {
    const auto columns = size_of(block.cols());
    input = Matrix(items, columns);
    output = Matrix(items, columns);
    for (std::size_t i = 0; i < items; ++i) {
      for (std::size_t c = 0; c < columns; ++c) input(i, c) = scale[i] * block(index_of(i), index_of(c));
    }
    piece = 0;
    multiplying = true;
  }

  [[nodiscard]] Eigen::MatrixXd image_of_block() const {
    Eigen::MatrixXd image(block.rows(), block.cols());
    for (Eigen::Index c = 0; c < image.cols(); ++c) {
      for (Eigen::Index i = 0; i < image.rows(); ++i) {
        image(i, c) = scale[size_of(i)] * output(size_of(i), size_of(c));
      }
    }
    return image;
  }

  void finish_dense() {
    Eigen::MatrixXd matrix = image_of_block();
    matrix = ((matrix + matrix.transpose()) / 2).eval();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    Eigen::VectorXd values = solver.eigenvalues().reverse();
    Eigen::MatrixXd vectors = solver.eigenvectors().rowwise().reverse();
    const Eigen::Index count = index_of(pairs);
    const Eigen::MatrixXd leading = vectors.leftCols(count);
    const Eigen::MatrixXd residuals = matrix * leading - leading * values.head(count).asDiagonal();
    finish(values, leading, residuals.colwise().norm().maxCoeff());
  }

  /// Rayleigh-Ritz on the grown basis; then either done, or the next block.
  void advance() {
    const Eigen::MatrixXd image = image_of_block();
    const Eigen::Index old_columns = basis.cols();
    const Eigen::Index columns = old_columns + block.cols();
    basis.conservativeResize(index_of(items), columns);
    images.conservativeResize(index_of(items), columns);
    basis.rightCols(block.cols()) = block;
    images.rightCols(block.cols()) = image;
    const Eigen::MatrixXd cross = basis.transpose() * image;
    projected.conservativeResize(columns, columns);
    projected.rightCols(block.cols()) = cross;
    projected.bottomRows(block.cols()) = cross.transpose();
    projected = ((projected + projected.transpose()) / 2).eval();

    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(projected);
    const Eigen::VectorXd values = solver.eigenvalues().reverse();
    const Eigen::MatrixXd coordinates = solver.eigenvectors().rowwise().reverse();
    const Eigen::Index watched = std::min(columns, index_of(pairs + guard_vectors));
    const Eigen::MatrixXd vectors = basis * coordinates.leftCols(watched);
    const Eigen::MatrixXd residuals =
        images * coordinates.leftCols(watched) - vectors * values.head(watched).asDiagonal();
    const Eigen::VectorXd norms = residuals.colwise().norm();

    std::vector<Eigen::Index> open;
    for (Eigen::Index c = 0; c < watched; ++c) {
      if (norms(c) > (values(c) > 0 ? tolerance : tail_tolerance)) open.push_back(c);
    }
    const auto wanted_open = static_cast<std::size_t>(
        std::count_if(open.begin(), open.end(), [&](Eigen::Index c) { return c < index_of(pairs); }));
    // A narrow block makes the Krylov space deep, which is what the last pairs need.
    if (open.size() > most_new_columns && rounds > 2) open.resize(most_new_columns);
    settled = std::max(settled, pairs - std::min(pairs, wanted_open));
    ++rounds;
    if (wanted_open > 0 && rounds < most_rounds) {
      block.resize(index_of(items), index_of(open.size()));
      for (std::size_t c = 0; c < open.size(); ++c) block.col(index_of(c)) = residuals.col(open[c]);
      if (size_of(columns) + open.size() > largest_basis) restart(values, coordinates);
      orthonormalise_block();
      if (block.cols() > 0) {
        begin_pass();
        return;
      }
    }
    double residual = 0;
    for (Eigen::Index c = 0; c < index_of(pairs); ++c) residual = std::max(residual, values(c) > 0 ? norms(c) : 0.0);
    finish(values, vectors.leftCols(index_of(pairs)), residual);
  }

  /// Keeps twice the wanted Ritz vectors.
  void restart(const Eigen::VectorXd& values, const Eigen::MatrixXd& coordinates) {
    const Eigen::Index kept = std::min(coordinates.cols(), index_of(2 * (pairs + guard_vectors)));
    basis = (basis * coordinates.leftCols(kept)).eval();
    images = (images * coordinates.leftCols(kept)).eval();
    projected = values.head(kept).asDiagonal();
  }

  void finish(const Eigen::VectorXd& values, const Eigen::MatrixXd& vectors, double residual) {
    result.eigenvalues.assign(values.data(), values.data() + pairs);
    result.vectors = Matrix(items, pairs);
    for (std::size_t c = 0; c < pairs; ++c) {
      double largest = 0;
      for (std::size_t i = 0; i < items; ++i) {
        result.vectors(i, c) = scale[i] * vectors(index_of(i), index_of(c));
        if (std::fabs(result.vectors(i, c)) > std::fabs(largest)) largest = result.vectors(i, c);
      }
      if (largest < 0) {
        for (std::size_t i = 0; i < items; ++i) result.vectors(i, c) = -result.vectors(i, c);
      }
    }
    result.largest_residual = residual;
    result.converged = residual <= tolerance;
    done = true;
  }
};

SpectralEmbeddingJob::SpectralEmbeddingJob(const AffinityOperator& affinity, std::size_t pairs)
    : state_(std::make_unique<State>(affinity, pairs)) {}

SpectralEmbeddingJob::~SpectralEmbeddingJob() = default;

Result<JobStatus> SpectralEmbeddingJob::step() {
  State& state = *state_;
  if (!state.done) {
    if (state.multiplying) {
      state.affinity.add_product(state.piece, state.input, state.output);
      if (++state.piece == state.affinity.pieces()) state.multiplying = false;
    } else if (state.use_dense()) {
      state.finish_dense();
    } else {
      state.advance();
    }
  }
  const double progress = state.done ? 1 : 0.95 * real(state.settled) / real(std::max<std::size_t>(1, state.pairs));
  return JobStatus{state.done, progress, "Eigenvectors, pass " + std::to_string(state.rounds + 1)};
}

SpectralEmbedding SpectralEmbeddingJob::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
