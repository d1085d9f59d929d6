// How many dimensions do the responses have? Eigenvalues of the items' correlations beside those of random responses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "irt/response_data.hpp"

namespace harmonograph {

struct ParallelAnalysis {
  std::vector<double> observed;  // descending; at most 20
  std::vector<double> parallel;  // 95% quantile of the same eigenvalue when each item's scores are permuted over models
  std::size_t dimensions = 0;    // leading eigenvalues above their parallel
  std::size_t items = 0;         // whose scores vary, and that were used
};

/// Horn's parallel analysis (1965) with permuted responses and their 95% (Glorfeld 1995). The eigenvalues are those of
/// the Pearson correlations of the items, found from the smaller of the two Gram matrices of the standardised responses
/// (the non-zero eigenvalues are the same); a missing cell counts as the item's mean. Items without variance are left
/// out; where there are more items than 1e8 operations a matrix allow, every n-th is taken. Correlations of 0/1
/// scores are not linear in the abilities: with very many items a weak dimension may appear that is difficulty. Empty
/// without two varying items and three models.
ParallelAnalysis parallel_analysis(const ResponseData& responses, std::size_t draws, std::uint64_t seed);

}  // namespace harmonograph
