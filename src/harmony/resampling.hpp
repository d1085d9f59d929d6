// The two distributions beside HARMONY: what shuffled scores would give, and how far resampled items move it.
// A draw is kept as the mean scores of its subdomains, from which HARMONY for any bandwidth follows at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cluster/kmeans.hpp"
#include "core/job.hpp"
#include "harmony/harmony_result.hpp"
#include "harmony/parameters.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

/// Mean scores of the subdomains with the scores shuffled over all items, the partition kept. One random stream a
/// draw, so that a draw does not depend on the others.
std::vector<double> shuffled_accuracies(const Labeling& labeling, std::span<const double> scores, std::uint64_t seed,
                                        std::uint64_t draw);

/// Mean scores of the subdomains with the items of each subdomain resampled with replacement (sizes and partition
/// kept).
std::vector<double> resampled_accuracies(const Labeling& labeling, std::span<const double> scores, std::uint64_t seed,
                                         std::uint64_t draw);

/// HARMONY of each draw, for draws x groups mean scores of subdomains with these weights; the first `count` draws.
/// b stays as it was used for the observed value.
std::vector<double> harmony_of_draws(std::span<const double> weights, std::span<const double> accuracies,
                                     std::size_t count, double bandwidth);

/// One bootstrap draw with re-clustering: as many items drawn with replacement from all, then similarity, eigenvectors
/// and k-means (the same k and number of starts) on what was drawn. One random stream a draw, also for k-means.
class ReclusteredDraw : public Job {
 public:
  /// features and scores (of the same items) must outlive the job. Errors: those of make_affinity.
  static Result<std::unique_ptr<ReclusteredDraw>> create(const DivergenceFeatures& features,
                                                         std::span<const double> scores, std::size_t k,
                                                         const AnalysisParameters& parameters, std::uint64_t draw);
  ~ReclusteredDraw() override;
  Result<JobStatus> step() override;
  /// After done: sizes and mean scores of the draw's own subdomains; fewer than k where drawn items coincide.
  SubdomainScores take_result();

 private:
  struct State;
  explicit ReclusteredDraw(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Mean, standard deviation, 95% range and p = (1 + #(draws <= observed)) / (1 + draws): small when the observed value
/// is below what chance gives.
NullDistribution null_distribution(std::vector<double> draws, double observed);

/// Percentile interval (95%) and standard deviation. At least one draw.
BootstrapDistribution bootstrap_distribution(std::vector<double> draws);

}  // namespace harmonograph
