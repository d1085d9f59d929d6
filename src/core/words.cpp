#include "core/words.hpp"

#include <cstddef>
#include <set>

#include "core/text.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t shortest_word = 3;
/// Longer is no word: a hash, text without spaces.
constexpr std::size_t longest_word = 40;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool is_stop_word(std::string_view word) {
  static const std::set<std::string_view> words{
      "the",       "and",      "for",    "are",     "was",    "were",   "that",   "this",   "with",  "from", "which",
      "what",      "who",      "whom",   "whose",   "when",   "where",  "why",    "how",    "has",   "have", "had",
      "not",       "but",      "does",   "did",     "can",    "could",  "would",  "should", "will",  "may",  "might",
      "must",      "its",      "his",    "her",     "their",  "they",   "them",   "she",    "you",   "your", "our",
      "one",       "two",      "than",   "then",    "there",  "these",  "those",  "into",   "about", "been", "being",
      "because",   "most",     "more",   "some",    "any",    "all",    "each",   "such",   "only",  "also", "other",
      "following", "question", "answer", "choices", "choice", "option", "options"};
  return words.count(word) > 0;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const std::string lower = to_lower(text);
  std::size_t place = 0;
  while (place < lower.size()) {
    while (place < lower.size() && !is_letter(lower[place])) ++place;
    const std::size_t first = place;
    while (place < lower.size() && is_letter(lower[place])) ++place;
    const std::string_view word = std::string_view(lower).substr(first, place - first);
    if (word.size() >= shortest_word && word.size() <= longest_word && !is_stop_word(word)) words.emplace_back(word);
  }
  return words;
}

}  // namespace harmonograph
