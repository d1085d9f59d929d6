// The words that set a subdomain apart from the rest of the benchmark.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harmony/harmony_result.hpp"

namespace harmonograph {

/// For each group the words with the largest z of the log-odds ratio against all other items, with the counts of all
/// items as informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, equations 16 to 23). Counts are numbers of
/// items that contain the word, so that a long question does not count more. Words as words_of finds them, in at least
/// 2 items, z > 0; at most `most` a group.
std::vector<std::vector<DistinctiveWord>> distinctive_words(const std::vector<std::string>& texts,
                                                            std::span<const std::uint32_t> labels, std::size_t groups,
                                                            std::size_t most);

}  // namespace harmonograph
