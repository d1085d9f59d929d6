#include "similarity/make_affinity.hpp"
#include "core/text.hpp"

#include "similarity/adaptive_affinity.hpp"
#include "similarity/dense_affinity.hpp"
#include "similarity/principal_components.hpp"

namespace harmonograph {

Result<void> check_affinity_size(std::size_t items) {
  if (items <= largest_size) return {};
  return Error{ErrorCode::too_large,
               "Predictive similarity of " + in_groups(items) + " items does not fit into a browser tab; at most " +
                   in_groups(largest_size) + " items are possible.",
               "", 0, "Partition by a column of the file instead, or load a part of the items."};
}

Result<std::unique_ptr<AffinityOperator>> make_affinity(const DivergenceFeatures& features, double tau) {
  const std::size_t items = features.items();
  if (auto checked = check_affinity_size(items); !checked) return checked.error();
  std::unique_ptr<AffinityOperator> affinity;
  if (items <= largest_exact_size) {
    affinity = std::make_unique<DenseAffinity>(features, tau);
  } else {
    const bool wide = features.width() > principal_component_count && items > largest_stored_size;
    affinity = std::make_unique<AdaptiveAffinity>(features, tau, largest_stored_size,
                                                  features.projected || wide ? wide_limits : LowRankLimits{});
  }
  return affinity;
}

}  // namespace harmonograph
