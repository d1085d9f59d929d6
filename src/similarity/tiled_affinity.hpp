// Predictive similarity that is never stored: tiles of S are computed again in every pass, each pair once.
// For item counts whose matrix does not fit. J is computed in single precision: S is exact to about 5e-6 relative.
#pragma once

#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"
#include "similarity/single_precision_features.hpp"

namespace harmonograph {

class TiledAffinity : public AffinityOperator {
 public:
  TiledAffinity(const DivergenceFeatures& features, double tau);

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::size_t preparation_pieces() const override { return pieces(); }
  void prepare(std::size_t piece) override;
  [[nodiscard]] const std::vector<double>& degrees() const override { return degrees_; }
  [[nodiscard]] std::size_t pieces() const override { return pieces_for(size_); }
  /// The number of pieces for so many items.
  static std::size_t pieces_for(std::size_t items);
  void add_product(std::size_t piece, const Matrix& x, Matrix& y) const override;
  void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                      std::vector<Matrix>& sums) const override;
  [[nodiscard]] AffinityDescription describe() const override { return {"tiles", 0, 0, 0, 0}; }

 private:
  /// S between items row .. row + rows and column .. column + columns, into values (rows x tile_columns).
  void compute_tile(std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, float* values) const;
  /// Calls visit(row, rows, column, columns, values) for every tile of the piece; what is not a pair i < j is 0.
  template <class Visit>
  void for_each_tile(std::size_t piece, Visit visit) const;

  std::size_t size_;
  SinglePrecisionFeatures single_;
  std::vector<double> degrees_;
};

}  // namespace harmonograph
