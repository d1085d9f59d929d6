// Texts as vectors: which words they use, weighted by how rare the words are, in a width that does not grow with the
// vocabulary.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.hpp"

namespace harmonograph {

inline constexpr std::size_t text_vector_width = 256;

/// texts x text_vector_width. A word (words_of) that occurs t times in a text and in d of the N texts has the weight
/// (1 + log t) (log((1 + N) / (1 + d)) + 1), as scikit-learn's TfidfVectorizer with sublinear_tf. Its place and sign
/// come from a hash of the word (feature hashing: Weinberger et al. 2009, equation 1), so that cosines of texts are
/// those of the full vectors in expectation. The row of a text without words is 0.
Matrix text_vectors(const std::vector<std::string>& texts);

/// Where a word is put, and with which sign (-1 or 1).
struct HashedWord {
  std::size_t place = 0;
  double sign = 1;
};
HashedWord hash_word(const std::string& word);

}  // namespace harmonograph
