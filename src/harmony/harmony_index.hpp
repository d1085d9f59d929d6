// HARMONY: how evenly a model performs over the subdomains of a benchmark; and the plain alternatives beside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace harmonograph {

/// Sizes (as weights w_a that sum to 1) and mean scores Psi_a of the subdomains.
struct SubdomainScores {
  std::vector<double> weights;
  std::vector<double> accuracies;
};

/// p_a proportional to w_a exp(-((Psi_a - mu)/b)^2), mu = sum w Psi; no 1/2 in the exponent. Computed in logarithms
/// with the maximum taken out, so that no b > 0 gives 0/0.
std::vector<double> subdomain_masses(const SubdomainScores& scores, double bandwidth);

/// H = -(1/log k) sum p_a log(p_a + 1e-12), cut to [0, 1]; nothing for fewer than two subdomains.
std::optional<double> harmony(const SubdomainScores& scores, double bandwidth);

/// H_size: what equal accuracies would give, entropy(w)/log k.
std::optional<double> harmony_of_sizes(std::span<const double> weights);

/// A bandwidth from the data: the weighted mean absolute deviation of Psi, at least 0.05. Without the floor H would not
/// see the size of the differences at all.
double bandwidth_from_data(const SubdomainScores& scores);

/// Weights and mean scores of the groups 0 .. groups - 1 of labels. Every group has at least one item.
SubdomainScores subdomain_scores(std::span<const std::uint32_t> labels, std::size_t groups,
                                 std::span<const double> scores);

struct Spread {
  double weighted_sd = 0;
  double range = 0;
  double gini = 0;
  std::optional<double> coefficient_of_variation;  // none when the mean is 0
  double macro_average = 0;                        // unweighted mean of Psi
};
Spread spread_of(const SubdomainScores& scores);

}  // namespace harmonograph
