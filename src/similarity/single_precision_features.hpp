// The features of all items in single precision, and rows of S computed from them: what the paths that do not store S
// compute again and again.
#pragma once

#include <cstddef>
#include <vector>

#include "core/matrix.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

class SinglePrecisionFeatures {
 public:
  SinglePrecisionFeatures(const DivergenceFeatures& features, double tau);

  [[nodiscard]] std::size_t items() const { return a_.size(); }
  /// similarities[0 .. count) = S between item i and the items first .. first + count, exact to about 5e-6 relative.
  /// The item itself comes out near 1.
  void row(std::size_t i, std::size_t first, std::size_t count, float* similarities) const;

 private:
  float half_tau_;
  FloatMatrix p_;
  FloatMatrix l_;
  std::vector<float> a_;
};

}  // namespace harmonograph
