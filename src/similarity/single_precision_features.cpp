#include "similarity/single_precision_features.hpp"

#include <algorithm>

#include "core/vector_math.hpp"

namespace harmonograph {

SinglePrecisionFeatures::SinglePrecisionFeatures(const DivergenceFeatures& features, double tau)
    : half_tau_(static_cast<float>(tau / 2)),
      p_(features.width(), features.items()),
      l_(features.width(), features.items()),
      a_(features.items()) {
  for (std::size_t w = 0; w < features.width(); ++w) {
    for (std::size_t i = 0; i < items(); ++i) {
      p_(w, i) = static_cast<float>(features.p(w, i));
      l_(w, i) = static_cast<float>(features.l(w, i));
    }
  }
  for (std::size_t i = 0; i < items(); ++i) a_[i] = static_cast<float>(features.a[i]);
}

void SinglePrecisionFeatures::row(std::size_t i, std::size_t first, std::size_t count, float* similarities) const {
  std::fill_n(similarities, count, 0.0F);
  for (std::size_t w = 0; w < p_.rows(); ++w) {
    const float p = p_(w, i);
    const float l = l_(w, i);
    const float* others_p = p_.row(w).data() + first;
    const float* others_l = l_.row(w).data() + first;
    for (std::size_t j = 0; j < count; ++j) similarities[j] += p * others_l[j] + l * others_p[j];
  }
  const float a = a_[i];
  const float* others_a = a_.data() + first;
  for (std::size_t j = 0; j < count; ++j) {
    const float divergence = (a + others_a[j]) - similarities[j];
    similarities[j] = vector_exp(-half_tau_ * (divergence > 0 ? divergence : 0.0F));
  }
}

}  // namespace harmonograph
