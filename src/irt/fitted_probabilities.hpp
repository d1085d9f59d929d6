// The fitted probabilities of all cells, a row of a block at a time: what residuals, fit statistics and diagnostics
// start from. Single precision (error about 1e-6), parameters structure-of-arrays, so that loops become vector code.
#pragma once

#include <cstddef>
#include <vector>

#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

class FittedProbabilities {
 public:
  /// Copies what it needs: about 4 (D + 1) (D + 4) / 2 bytes an item.
  explicit FittedProbabilities(const ItemResponseFit& fit);

  [[nodiscard]] std::size_t items() const { return items_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_; }
  /// Items of a block that exist: items_per_block, less in the last one.
  [[nodiscard]] std::size_t items_in(std::size_t block) const;

  /// predicted_probability (item_response_fit.hpp) of one model on the items of a block, items_per_block numbers; those
  /// beyond the last item are 1/2. slope: d probability / d eta, unless it is a null pointer.
  void fill(std::size_t block, std::size_t model, float* probability, float* slope = nullptr) const;

  /// The same as the fit would give it without that cell: one Newton step takes the answer out of the item's parameters
  /// and of the model's ability (whose variance is then integrated out too). scores: the model's row of the block.
  /// With 20 to 100 answers an item a fitted probability leans towards its own answer; these do not, so that
  /// sums of (y - p) f(p) have mean 0 when the model is right. Cells that were not observed: as fill.
  void fill_left_out(std::size_t block, std::size_t model, const float* scores, float* probability) const;

 private:
  std::size_t dimensions_ = 0;
  std::size_t items_ = 0;
  std::size_t blocks_ = 0;
  std::vector<float> parameters_;  // per block: (a_1 .. a_D, d), packed covariance, guessing; each items_per_block
  std::vector<float> abilities_;   // models x D
  std::vector<float> spreads_;     // models x packed_size(D): covariance of the abilities; empty = none

  struct Row;
  void linear(std::size_t block, std::size_t model, Row& row) const;
};

/// The variance of a score in units of p (1 - p): 1 when every score is 0 or 1; else sum (y - p)^2 / sum p (1 - p) over
/// the observed cells, because graded scores vary less. At most 1.
double score_dispersion(const ResponseData& responses, const FittedProbabilities& probabilities);

}  // namespace harmonograph
