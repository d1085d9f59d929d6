// Predictive similarity as a low-rank factorisation: S = V diag(sign) V' + E with a checked error. Memory and time
// are linear in the number of items. J has rank <= 2C + 2 and exp is smooth, so few columns of S span it.
#pragma once

#include <vector>

#include "core/random.hpp"
#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"
#include "similarity/single_precision_features.hpp"

namespace harmonograph {

struct LowRankLimits {
  double tolerance = 1e-4;         // of the diagonal of the residual; other entries may be three times larger
  std::size_t largest_rank = 768;  // not beyond it
  double acceptable = 5e-3;        // of the diagonal at the largest rank, where the tolerance was not reached
  /// Or else the root mean square error of random pairs that suffices at the largest rank; below 0: none does.
  double acceptable_typical = -1;
};

/// For projected features (DivergenceFeatures::projected), and for wide ones of so many items that S cannot be stored.
/// In dozens of dimensions the diagonal of the residual stays large at any rank that can be paid for, while the other
/// entries are small. The diagonal is known and taken out exactly; the rest changes degrees by a few hundredths at most
/// and is far below the eigenvalues that groups of items make, which grow with their size. [ours]
inline constexpr LowRankLimits wide_limits{1e-4, 384, 5e-3, 0.03};

class LowRankAffinity : public AffinityOperator {
 public:
  /// Symmetric adaptive cross approximation with diagonal pivots, that is, a partial L D L' factorisation (Bebendorf
  /// 2000; Harbrecht, Peters and Schneider 2012 for the pivoted Cholesky case). S is slightly indefinite, so a pivot
  /// may be negative, and pairs of items are pivots where the diagonal is used up but the rest is not. features must
  /// outlive the operator.
  LowRankAffinity(const DivergenceFeatures& features, double tau, LowRankLimits limits = {});

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::size_t preparation_pieces() const override;
  void prepare(std::size_t piece) override;
  [[nodiscard]] const std::vector<double>& degrees() const override { return degrees_; }
  [[nodiscard]] std::size_t pieces() const override;
  void add_product(std::size_t piece, const Matrix& x, Matrix& y) const override;
  void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                      std::vector<Matrix>& sums) const override;
  [[nodiscard]] AffinityDescription describe() const override;

  /// Whether the tolerance was reached within the largest rank. True before the last piece of preparation when the
  /// pieces in between have nothing left to do.
  [[nodiscard]] bool reached_tolerance() const { return reached_tolerance_; }
  /// After preparation: the tolerance was reached, or at the largest rank what is left is acceptable. Errors of random
  /// sign that small do not move the leading eigenvectors of a large matrix: their norm grows with the root of its
  /// size, the eigenvalues with the size.
  [[nodiscard]] bool acceptable() const { return acceptable_; }
  [[nodiscard]] std::size_t rank() const { return factors_.size(); }
  [[nodiscard]] double largest_error() const { return largest_error_; }
  [[nodiscard]] double typical_error() const { return typical_error_; }

 private:
  struct Pair {
    std::size_t i = 0;
    std::size_t j = 0;
    double error = 0;
  };

  void add_next();
  void add_factor(std::vector<float> column, double divisor);
  void add_pair(std::size_t i, std::size_t j);
  [[nodiscard]] std::vector<float> residual_column(std::size_t pivot) const;
  [[nodiscard]] std::vector<Pair> wrong_random_pairs();
  void check_error();
  [[nodiscard]] std::vector<Pair> random_pairs(Random random, std::size_t count) const;

  const DivergenceFeatures& features_;
  double tau_;
  LowRankLimits limits_;
  std::size_t size_;
  SinglePrecisionFeatures single_;
  std::vector<std::vector<float>> factors_;  // columns of V
  std::vector<float> signs_;
  std::vector<double> diagonal_;  // of the residual S - V sign V'
  std::vector<double> degrees_;
  std::uint64_t looks_ = 0;
  bool reached_tolerance_ = false;
  bool acceptable_ = false;
  double largest_error_ = 0;
  double typical_error_ = 0;
};

}  // namespace harmonograph
