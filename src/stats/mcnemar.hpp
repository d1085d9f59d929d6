// Do two models differ on the same items? The exact test of the items that only one of them has right.
#pragma once

#include <cstdint>

namespace harmonograph {

/// McNemar's exact test (McNemar 1947): two-sided binomial p of first_only successes in first_only + second_only trials
/// of probability 1/2, min(1, 2 P(X <= smaller)). 1 when both are 0.
double mcnemar_exact(std::uint64_t first_only, std::uint64_t second_only);

/// first_only / second_only, with 0.5 added to both when one of them is 0 (Haldane 1956); NaN when both are.
double discordant_odds_ratio(std::uint64_t first_only, std::uint64_t second_only);

}  // namespace harmonograph
