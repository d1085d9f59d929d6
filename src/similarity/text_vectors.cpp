#include "similarity/text_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

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
  // Only looked up, never run through: words are numbered as they come.
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<std::string> vocabulary;
  std::vector<std::vector<std::size_t>> words(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::string& word : words_of(texts[i])) {
      const auto [place, is_new] = numbers.try_emplace(std::move(word), vocabulary.size());
      if (is_new) vocabulary.push_back(place->first);
      words[i].push_back(place->second);
    }
  }
  // Ordered by word: sums run in the same order everywhere, whatever the order of the texts.
  std::vector<std::size_t> order(vocabulary.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return vocabulary[a] < vocabulary[b]; });
  std::vector<std::size_t> rank(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = r;

  struct Use {
    std::size_t rank;
    std::size_t count;
  };
  std::vector<std::vector<Use>> uses(texts.size());
  std::vector<std::size_t> texts_with(order.size(), 0);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t& word : words[i]) word = rank[word];
    std::sort(words[i].begin(), words[i].end());
    for (const std::size_t word : words[i]) {
      if (uses[i].empty() || uses[i].back().rank != word) {
        uses[i].push_back({word, 0});
        ++texts_with[word];
      }
      ++uses[i].back().count;
    }
  }
  std::vector<HashedWord> hashed;
  std::vector<double> rarity;
  for (std::size_t r = 0; r < order.size(); ++r) {
    hashed.push_back(hash_word(vocabulary[order[r]]));
    rarity.push_back(std::log((1 + real(texts.size())) / (1 + real(texts_with[r]))) + 1);
  }
  Matrix vectors(texts.size(), text_vector_width, 0.0);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const Use& use : uses[i]) {
      const double frequency = 1 + std::log(real(use.count));
      vectors(i, hashed[use.rank].place) += hashed[use.rank].sign * frequency * rarity[use.rank];
    }
  }
  return vectors;
}

}  // namespace harmonograph
