#include "similarity/adaptive_affinity.hpp"

#include "similarity/dense_affinity.hpp"
#include "similarity/tiled_affinity.hpp"

namespace harmonograph {

AdaptiveAffinity::AdaptiveAffinity(const DivergenceFeatures& features, double tau, std::size_t largest_stored,
                                   LowRankLimits limits)
    : features_(features),
      tau_(tau),
      largest_stored_(largest_stored),
      low_rank_(std::make_unique<LowRankAffinity>(features, tau, limits)),
      low_rank_pieces_(low_rank_->preparation_pieces()),
      exact_pieces_(features.items() <= largest_stored
                        ? DenseAffinity::preparation_pieces_for(features.items(), features.width())
                        : TiledAffinity::pieces_for(features.items())) {}

std::unique_ptr<AffinityOperator> AdaptiveAffinity::make_exact() const {
  if (features_.items() <= largest_stored_) return std::make_unique<DenseAffinity>(features_, tau_);
  return std::make_unique<TiledAffinity>(features_, tau_);
}

void AdaptiveAffinity::prepare(std::size_t piece) {
  if (low_rank_ && piece < low_rank_pieces_) {
    low_rank_->prepare(piece);
    if (piece + 1 == low_rank_pieces_ && !low_rank_->acceptable()) {
      low_rank_.reset();
      exact_ = make_exact();
    }
  } else if (exact_ && piece >= low_rank_pieces_) {
    exact_->prepare(piece - low_rank_pieces_);
  }
}

const AffinityOperator& AdaptiveAffinity::used() const {
  if (exact_) return *exact_;
  return *low_rank_;
}

}  // namespace harmonograph
