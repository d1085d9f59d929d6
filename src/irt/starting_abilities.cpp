#include "irt/starting_abilities.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::MatrixXf;

constexpr std::size_t dense_models = 150;  // the eigenvectors of a Gram matrix of this size take milliseconds
constexpr std::size_t gram_models = 500;   // above, products with the responses cost less than their Gram matrix
constexpr int iterations = 30;
constexpr Index extra_vectors = 6;

/// A matrix of models x items that is made anew, block by block, wherever it is needed.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// models x items_per_block; 0 in the padding.
  virtual void fill(std::size_t block, MatrixXf& values) const = 0;
};

struct ItemMean {
  float mean = 0;
  float observed = 0;  // models
};

std::vector<ItemMean> item_means(const ResponseData& responses) {
  std::vector<ItemMean> means(responses.blocks() * items_per_block);
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    ItemMean* of_block = means.data() + block * items_per_block;
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const float* row = responses.row(block, m);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        if (row[lane] < 0) continue;
        of_block[lane].mean += row[lane];
        of_block[lane].observed += 1;
      }
    }
    for (std::size_t lane = 0; lane < items_per_block; ++lane) {
      if (of_block[lane].observed > 0) of_block[lane].mean /= of_block[lane].observed;
    }
  }
  return means;
}

class CentredResponses : public BlockSource {
 public:
  CentredResponses(const ResponseData& responses, const std::vector<ItemMean>& means)
      : responses_(responses), means_(means) {}

  void fill(std::size_t block, MatrixXf& values) const override {
    const ItemMean* means = means_.data() + block * items_per_block;
    for (std::size_t m = 0; m < responses_.models(); ++m) {
      const float* row = responses_.row(block, m);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        values(static_cast<Index>(m), static_cast<Index>(lane)) = row[lane] < 0 ? 0.0F : row[lane] - means[lane].mean;
      }
    }
  }

  /// How much each model exceeds the items' means, in sum.
  [[nodiscard]] Eigen::VectorXd row_sums() const {
    MatrixXf values(static_cast<Index>(responses_.models()), static_cast<Index>(items_per_block));
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(values.rows());
    for (std::size_t block = 0; block < responses_.blocks(); ++block) {
      fill(block, values);
      sums += values.rowwise().sum().cast<double>();
    }
    return sums;
  }

 private:
  const ResponseData& responses_;
  const std::vector<ItemMean>& means_;
};

/// The rank-reduced responses on the logit scale, centred by item.
class SmoothedLogits : public BlockSource {
 public:
  SmoothedLogits(const CentredResponses& centred, const std::vector<ItemMean>& means, const MatrixXd& vectors)
      : centred_(centred), means_(means), vectors_(vectors.cast<float>()) {}

  void fill(std::size_t block, MatrixXf& values) const override {
    centred_.fill(block, values);
    const MatrixXf projected = vectors_.transpose() * values;
    values.noalias() = vectors_ * projected;
    const auto models = static_cast<float>(values.rows());
    for (Index lane = 0; lane < values.cols(); ++lane) {
      const ItemMean& mean = means_[block * items_per_block + static_cast<std::size_t>(lane)];
      if (mean.observed == 0) {
        values.col(lane).setZero();
        continue;
      }
      // Missing cells stand at the mean: the projection is too small by the share of observed ones.
      const float inflate = models / mean.observed;
      for (Index m = 0; m < values.rows(); ++m) {
        const float p = std::clamp(mean.mean + inflate * values(m, lane), .01F, .99F);
        values(m, lane) = std::log(p / (1 - p));
      }
      values.col(lane).array() -= values.col(lane).mean();
    }
  }

 private:
  const CentredResponses& centred_;
  const std::vector<ItemMean>& means_;
  MatrixXf vectors_;
};

MatrixXd gram_matrix(const BlockSource& source, Index models, std::size_t blocks) {
  MatrixXd gram = MatrixXd::Zero(models, models);
  MatrixXf values(models, static_cast<Index>(items_per_block));
  MatrixXf product(models, models);
  for (std::size_t block = 0; block < blocks; ++block) {
    source.fill(block, values);
    product.noalias() = values * values.transpose();
    gram += product.cast<double>();
  }
  return gram;
}

MatrixXd orthonormal(const MatrixXd& basis) {
  const Eigen::HouseholderQR<MatrixXd> decomposition(basis);
  return decomposition.householderQ() * MatrixXd::Identity(basis.rows(), basis.cols());
}

/// The leading eigenvectors of the symmetric operator, by subspace iteration from seeded random vectors.
template <class Multiply>
MatrixXd leading_by_iteration(Index size, Index wanted, Multiply multiply) {
  Random random(1);
  MatrixXd basis(size, std::min(size, wanted + extra_vectors));
  for (Index c = 0; c < basis.cols(); ++c) {
    for (Index r = 0; r < size; ++r) basis(r, c) = random.normal();
  }
  basis = orthonormal(basis);
  MatrixXd product;
  for (int i = 0; i < iterations; ++i) {
    product = multiply(basis);
    if (i + 1 < iterations) basis = orthonormal(product);
  }
  const MatrixXd small = basis.transpose() * product;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver((small + small.transpose()) / 2);
  return basis * solver.eigenvectors().rowwise().reverse().leftCols(wanted);
}

MatrixXd leading_left_vectors(const BlockSource& source, std::size_t models, std::size_t blocks, Index wanted) {
  const auto size = static_cast<Index>(models);
  if (models <= gram_models) {
    const MatrixXd gram = gram_matrix(source, size, blocks);
    if (models <= dense_models) {
      const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram);
      return solver.eigenvectors().rowwise().reverse().leftCols(wanted);
    }
    return leading_by_iteration(size, wanted, [&](const MatrixXd& basis) -> MatrixXd { return gram * basis; });
  }
  MatrixXf values(size, static_cast<Index>(items_per_block));
  return leading_by_iteration(size, wanted, [&](const MatrixXd& basis) -> MatrixXd {
    const MatrixXf narrow = basis.cast<float>();
    MatrixXd product = MatrixXd::Zero(size, basis.cols());
    for (std::size_t block = 0; block < blocks; ++block) {
      source.fill(block, values);
      const MatrixXf inner = values.transpose() * narrow;
      product += (values * inner).cast<double>();
    }
    return product;
  });
}

}  // namespace

Matrix starting_abilities(const ResponseData& responses, std::size_t dimensions) {
  const auto wanted = static_cast<Index>(dimensions);
  const std::vector<ItemMean> means = item_means(responses);
  const CentredResponses centred(responses, means);
  const MatrixXd smooth = leading_left_vectors(centred, responses.models(), responses.blocks(), wanted);
  const SmoothedLogits logits(centred, means, smooth);
  const MatrixXd vectors = leading_left_vectors(logits, responses.models(), responses.blocks(), wanted);
  Matrix abilities(responses.models(), dimensions);
  const double scale = std::sqrt(static_cast<double>(responses.models()));
  const Eigen::VectorXd excess = centred.row_sums();
  for (Index d = 0; d < wanted; ++d) {
    const double sign = vectors.col(d).dot(excess) < 0 ? -1 : 1;  // more right answers, more ability
    for (Index m = 0; m < vectors.rows(); ++m) {
      abilities(static_cast<std::size_t>(m), static_cast<std::size_t>(d)) = sign * scale * vectors(m, d);
    }
  }
  return abilities;
}

}  // namespace harmonograph
