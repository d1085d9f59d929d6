// Predictive similarity of many items: low rank where that is accurate enough, else exact. Which of the two is only
// known once the factorisation has been tried.
#pragma once

#include <memory>

#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"
#include "similarity/low_rank_affinity.hpp"

namespace harmonograph {

class AdaptiveAffinity : public AffinityOperator {
 public:
  /// Up to largest_stored items the exact matrix would be stored, beyond it comes in tiles. features must outlive the
  /// operator.
  AdaptiveAffinity(const DivergenceFeatures& features, double tau, std::size_t largest_stored,
                   LowRankLimits limits = {});

  [[nodiscard]] std::size_t size() const override { return features_.items(); }
  [[nodiscard]] std::size_t preparation_pieces() const override { return low_rank_pieces_ + exact_pieces_; }
  void prepare(std::size_t piece) override;
  [[nodiscard]] const std::vector<double>& degrees() const override { return used().degrees(); }
  [[nodiscard]] std::size_t pieces() const override { return used().pieces(); }
  void add_product(std::size_t piece, const Matrix& x, Matrix& y) const override { used().add_product(piece, x, y); }
  void add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                      std::vector<Matrix>& sums) const override {
    used().add_group_sums(piece, labelings, sums);
  }
  [[nodiscard]] AffinityDescription describe() const override { return used().describe(); }

 private:
  [[nodiscard]] std::unique_ptr<AffinityOperator> make_exact() const;
  [[nodiscard]] const AffinityOperator& used() const;

  const DivergenceFeatures& features_;
  double tau_;
  std::size_t largest_stored_;
  std::unique_ptr<LowRankAffinity> low_rank_;
  std::unique_ptr<AffinityOperator> exact_;
  std::size_t low_rank_pieces_;
  std::size_t exact_pieces_;
};

}  // namespace harmonograph
