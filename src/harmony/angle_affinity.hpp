// Similarity of items by the angle between their slopes, for the views of a partition by directions.
#pragma once

#include "similarity/affinity_operator.hpp"

namespace harmonograph {

/// S_ij = (1 + cos) / 2 of the angle between the vectors of i and j: 1 = same direction, 1/2 = right angle, 0 =
/// opposite. An item whose vector is 0 points nowhere: 1/2 with every other one. The diagonal counts 0, as everywhere.
/// Exact: sums over a group follow from the sum of its unit vectors, without a pass over all pairs.
class AngleAffinity : public AffinityOperator {
 public:
  /// vectors: items x dimensions, any lengths.
  explicit AngleAffinity(Matrix vectors);

  [[nodiscard]] std::size_t size() const override { return units_.rows(); }
  [[nodiscard]] std::size_t preparation_pieces() const override { return 0; }
  void prepare(std::size_t /*piece*/) override {}
  [[nodiscard]] const std::vector<double>& degrees() const override { return degrees_; }
  [[nodiscard]] std::size_t pieces() const override { return 1; }
  void add_product(std::size_t piece, const Matrix& x, Matrix& y) const override;
  void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                      std::vector<Matrix>& sums) const override;
  [[nodiscard]] AffinityDescription describe() const override { return {"angles", 0, 0, 0, 0}; }

 private:
  /// S_ii before the diagonal is taken out: 1, or 1/2 for a vector of zeros.
  [[nodiscard]] double with_itself(std::size_t item) const;

  Matrix units_;
  std::vector<double> degrees_;
};

}  // namespace harmonograph
