#include "similarity/text_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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
  struct Word {
    HashedWord hashed;
    std::size_t texts = 0;
  };
  struct Use {
    std::size_t word;
    std::size_t count;
  };
  // Only looked up, never run through: words are numbered as they come.
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<Word> words;
  std::vector<std::vector<Use>> uses(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::vector<std::string> found = words_of(texts[i]);
    // Ordered by word: sums run in the same order everywhere.
    std::sort(found.begin(), found.end());
    for (std::size_t w = 0; w < found.size();) {
      std::size_t end = w + 1;
      while (end < found.size() && found[end] == found[w]) ++end;
      const auto [place, is_new] = numbers.try_emplace(found[w], words.size());
      if (is_new) words.push_back({hash_word(found[w]), 0});
      ++words[place->second].texts;
      uses[i].push_back({place->second, end - w});
      w = end;
    }
  }
  Matrix vectors(texts.size(), text_vector_width, 0.0);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const Use& use : uses[i]) {
      const Word& word = words[use.word];
      const double frequency = 1 + std::log(real(use.count));
      const double rarity = std::log((1 + real(texts.size())) / (1 + real(word.texts))) + 1;
      vectors(i, word.hashed.place) += word.hashed.sign * frequency * rarity;
    }
  }
  return vectors;
}

}  // namespace harmonograph
