#include "similarity/text_vectors.hpp"

#include <cmath>
#include <cstdint>
#include <map>

#include "core/words.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {

HashedWord hash_word(const std::string& word) {
  // FNV-1a, 64 bits, then splitmix64's finaliser: the low bits of FNV alone are too regular for short words.
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebULL;
  hash ^= hash >> 31U;
  return {static_cast<std::size_t>(hash % text_vector_width), (hash >> 63U) != 0 ? -1.0 : 1.0};
}

Matrix text_vectors(const std::vector<std::string>& texts) {
  // Ordered by word: sums run in the same order everywhere.
  std::vector<std::map<std::string, std::size_t>> counts(texts.size());
  std::map<std::string, std::size_t> texts_with;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::string& word : words_of(texts[i])) ++counts[i][std::move(word)];
    for (const auto& [word, count] : counts[i]) ++texts_with[word];
  }
  Matrix vectors(texts.size(), text_vector_width, 0.0);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const auto& [word, count] : counts[i]) {
      const double frequency = 1 + std::log(real(count));
      const double rarity = std::log((1 + real(texts.size())) / (1 + real(texts_with.at(word)))) + 1;
      const HashedWord hashed = hash_word(word);
      vectors(i, hashed.place) += hashed.sign * frequency * rarity;
    }
  }
  return vectors;
}

}  // namespace harmonograph
