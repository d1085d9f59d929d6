// Predictive similarity S as an operator: what clustering needs of it, however it is stored.
// S_ij = exp(-tau J_ij / 2) for i != j, and 0 on the diagonal, as the graph Laplacian of scikit-learn and SciPy has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace harmonograph {

/// A grouping of all items: group of each item in 0 .. groups - 1.
struct Labeling {
  std::vector<std::uint32_t> labels;
  std::size_t groups = 0;
};

/// How S is held, and how far from exact it is.
struct AffinityDescription {
  std::string path;          // "stored", "low rank" or "tiles"
  std::size_t rank = 0;      // of the factorisation; 0 for the exact paths
  double largest_error = 0;  // largest |S_ij - exact| over checked_pairs random pairs i != j, measured in this run
  double typical_error = 0;  // root mean square of the same
  std::size_t checked_pairs = 0;
};

/// All work comes in pieces, so that a job can stop between two of them. Pieces are done in order, each once.
class AffinityOperator {
 public:
  virtual ~AffinityOperator() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;

  [[nodiscard]] virtual std::size_t preparation_pieces() const = 0;
  virtual void prepare(std::size_t piece) = 0;
  /// Row sums of S without the diagonal, in double. After preparation.
  [[nodiscard]] virtual const std::vector<double>& degrees() const = 0;

  /// Pieces of one pass over S.
  [[nodiscard]] virtual std::size_t pieces() const = 0;
  /// y += the piece's part of S x; x and y are items x columns. After all pieces y has grown by S x.
  virtual void add_product(std::size_t piece, const Matrix& x, Matrix& y) const = 0;
  /// sums[t](i, g) += the piece's part of the sum of S_ij over the items j != i of group g in labelings[t].
  virtual void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                              std::vector<Matrix>& sums) const = 0;
  /// After preparation.
  [[nodiscard]] virtual AffinityDescription describe() const = 0;
};

}  // namespace harmonograph
