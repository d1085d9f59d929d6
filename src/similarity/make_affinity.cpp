#include "similarity/make_affinity.hpp"

#include <cmath>

#include "similarity/dense_affinity.hpp"
#include "similarity/tiled_affinity.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

/// Passes over S with a block of columns that the eigenvectors take, and pairs a second of one such pass
/// (measured natively; browsers are up to three times slower).
constexpr double typical_passes = 15;
constexpr double pairs_per_second = 2.5e7;

}  // namespace

Result<void> check_affinity_size(std::size_t items) {
  if (items <= largest_tiled_size) return {};
  return Error{ErrorCode::too_large,
               "Predictive similarity compares every pair of items: " + std::to_string(items) + " items are " +
                   std::to_string(static_cast<long long>(real(items) * real(items) / 2e6)) +
                   " million pairs; at most " + std::to_string(largest_tiled_size) + " items are possible.",
               "", 0, "Partition by a column of the file instead, or load a part of the items."};
}

Result<Affinity> make_affinity(const DivergenceFeatures& features, double tau) {
  const std::size_t items = features.items();
  if (auto checked = check_affinity_size(items); !checked) return checked.error();
  Affinity result;
  if (items <= largest_dense_size) {
    result.matrix = std::make_unique<DenseAffinity>(features, tau);
    return result;
  }
  const double minutes = real(items) * real(items) / 2 * typical_passes / pairs_per_second / 60;
  result.matrix = std::make_unique<TiledAffinity>(features, tau);
  result.warning = "With " + std::to_string(items) + " items the similarity of every pair is computed again in each " +
                   "pass: expect about " + std::to_string(static_cast<int>(std::ceil(minutes))) + " to " +
                   std::to_string(static_cast<int>(std::ceil(3 * minutes))) + " minutes.";
  return result;
}

}  // namespace harmonograph
