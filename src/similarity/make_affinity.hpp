// Chooses how the similarity of this many items is held, or refuses with numbers.
#pragma once

#include <memory>
#include <string>

#include "core/result.hpp"
#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

inline constexpr std::size_t largest_dense_size = 6'000;   // 144 MB
inline constexpr std::size_t largest_tiled_size = 60'000;  // about half an hour

struct Affinity {
  std::unique_ptr<AffinityOperator> matrix;
  std::string warning;  // empty, or why it will be slow, with an estimate
};

/// features must outlive the operator. Errors: too_large above largest_tiled_size.
Result<Affinity> make_affinity(const DivergenceFeatures& features, double tau);

/// Only the check of make_affinity.
Result<void> check_affinity_size(std::size_t items);

}  // namespace harmonograph
