// Chooses how the similarity of this many items is held, or refuses with numbers.
#pragma once

#include <memory>

#include "core/result.hpp"
#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

inline constexpr std::size_t largest_exact_size = 2'000;   // up to here nothing is approximated: 16 MB
inline constexpr std::size_t largest_stored_size = 6'000;  // where low rank fails: 144 MB
inline constexpr std::size_t largest_size = 200'000;       // 600 MB of factors at the largest rank

/// Exact and stored for few items; for more a low-rank factorisation with a checked error, and where that would need
/// too high a rank the exact matrix, stored or in tiles. describe() of the operator says which it was. features must
/// outlive the operator. Errors: too_large above largest_size.
Result<std::unique_ptr<AffinityOperator>> make_affinity(const DivergenceFeatures& features, double tau);

/// Only the check of make_affinity.
Result<void> check_affinity_size(std::size_t items);

}  // namespace harmonograph
