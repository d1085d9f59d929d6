// Predictive similarity held in memory: floats in blocks of rows. Exact to float rounding (6e-8 relative); J and the
// exponential are computed in double, and all sums over S run in double.
#pragma once

#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

class DenseAffinity : public AffinityOperator {
 public:
  /// features must outlive the operator. tau > 0.
  DenseAffinity(const DivergenceFeatures& features, double tau);

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::size_t preparation_pieces() const override {
    return preparation_pieces_for(size_, features_.width());
  }
  /// More of them the wider the features are.
  static std::size_t preparation_pieces_for(std::size_t items, std::size_t width);
  void prepare(std::size_t piece) override;
  [[nodiscard]] const std::vector<double>& degrees() const override { return degrees_; }
  [[nodiscard]] std::size_t pieces() const override { return pieces_for(size_); }
  /// The number of pieces for so many items.
  static std::size_t pieces_for(std::size_t items);
  void add_product(std::size_t piece, const Matrix& x, Matrix& y) const override;
  void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                      std::vector<Matrix>& sums) const override;
  [[nodiscard]] AffinityDescription describe() const override { return {"stored", 0, 0, 0, 0}; }

  /// The stored row i: size() values.
  [[nodiscard]] const float* row(std::size_t i) const {
    return blocks_[i / rows_per_block_].data() + (i % rows_per_block_) * size_;
  }

 private:
  const DivergenceFeatures& features_;
  double tau_;
  std::size_t size_;
  std::size_t rows_per_piece_;
  std::size_t rows_per_block_;
  std::vector<std::vector<float>> blocks_;
  std::vector<double> degrees_;
};

}  // namespace harmonograph
