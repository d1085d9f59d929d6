// The two distributions beside HARMONY: what shuffled scores would give, and how far resampled items move it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cluster/kmeans.hpp"
#include "harmony/harmony_result.hpp"

namespace harmonograph {

/// HARMONY with the scores shuffled over all items, the partition kept. One random stream a draw, so that a draw does
/// not depend on the others. b stays as it was used for the observed value.
double shuffled_harmony(const Labeling& labeling, std::span<const double> scores, double bandwidth, std::uint64_t seed,
                        std::uint64_t draw);

/// HARMONY with the items of each subdomain resampled with replacement (sizes and partition kept).
double resampled_harmony(const Labeling& labeling, std::span<const double> scores, double bandwidth, std::uint64_t seed,
                         std::uint64_t draw);

/// Mean, standard deviation, 95% range and p = (1 + #(draws <= observed)) / (1 + draws): small when the observed value
/// is below what chance gives.
NullDistribution null_distribution(std::vector<double> draws, double observed);

/// Percentile interval (95%) and standard deviation.
BootstrapDistribution bootstrap_distribution(std::vector<double> draws);

}  // namespace harmonograph
