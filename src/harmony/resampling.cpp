#include "harmony/resampling.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

// Streams of the two kinds of draws never meet.
constexpr std::uint64_t null_streams = 1'000'000'000;
constexpr std::uint64_t bootstrap_streams = 2'000'000'000;

}  // namespace

double shuffled_harmony(const Labeling& labeling, std::span<const double> scores, double bandwidth, std::uint64_t seed,
                        std::uint64_t draw) {
  Random random(seed, null_streams + draw);
  std::vector<double> shuffled(scores.begin(), scores.end());
  random.shuffle(std::span<double>(shuffled));
  return harmony(subdomain_scores(labeling.labels, labeling.groups, shuffled), bandwidth).value_or(1);
}

double resampled_harmony(const Labeling& labeling, std::span<const double> scores, double bandwidth, std::uint64_t seed,
                         std::uint64_t draw) {
  Random random(seed, bootstrap_streams + draw);
  std::vector<std::vector<double>> inside(labeling.groups);
  for (std::size_t i = 0; i < scores.size(); ++i) inside[labeling.labels[i]].push_back(scores[i]);
  SubdomainScores resampled{std::vector<double>(labeling.groups), std::vector<double>(labeling.groups)};
  for (std::size_t a = 0; a < labeling.groups; ++a) {
    double total = 0;
    for (std::size_t i = 0; i < inside[a].size(); ++i) {
      total += inside[a][static_cast<std::size_t>(random.below(inside[a].size()))];
    }
    resampled.weights[a] = real(inside[a].size()) / real(scores.size());
    resampled.accuracies[a] = total / real(inside[a].size());
  }
  return harmony(resampled, bandwidth).value_or(1);
}

NullDistribution null_distribution(std::vector<double> draws, double observed) {
  NullDistribution result;
  result.draws = draws.size();
  std::size_t below = 0;
  // Equal up to rounding counts as equal: an unlucky last bit must not make a value significant.
  for (const double draw : draws) below += draw <= observed + 1e-12 ? 1 : 0;
  result.mean = mean(draws);
  result.sd = standard_deviation(draws);
  std::sort(draws.begin(), draws.end());
  result.low = quantile_of_sorted(draws, 0.025);
  result.high = quantile_of_sorted(draws, 0.975);
  result.p_value = (1 + real(below)) / (1 + real(draws.size()));
  return result;
}

BootstrapDistribution bootstrap_distribution(std::vector<double> draws) {
  BootstrapDistribution result;
  result.draws = draws.size();
  result.sd = standard_deviation(draws);
  std::sort(draws.begin(), draws.end());
  result.low = quantile_of_sorted(draws, 0.025);
  result.high = quantile_of_sorted(draws, 0.975);
  return result;
}

}  // namespace harmonograph
