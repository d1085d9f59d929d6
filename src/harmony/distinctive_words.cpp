#include "harmony/distinctive_words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "core/text.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

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

std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  const std::string lower = to_lower(text);
  std::size_t place = 0;
  while (place < lower.size()) {
    while (place < lower.size() && !is_letter(lower[place])) ++place;
    const std::size_t first = place;
    while (place < lower.size() && is_letter(lower[place])) ++place;
    const std::string_view word = std::string_view(lower).substr(first, place - first);
    // Longer than 40 bytes is no word (a hash, text without spaces).
    if (word.size() >= 3 && word.size() <= 40 && !is_stop_word(word)) words.emplace(word);
  }
  return words;
}

}  // namespace

std::vector<std::vector<DistinctiveWord>> distinctive_words(const std::vector<std::string>& texts,
                                                            std::span<const std::uint32_t> labels, std::size_t groups,
                                                            std::size_t most) {
  std::map<std::string, std::vector<std::size_t>> counts;  // word -> items of each group that contain it
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const std::string& word : words_of(texts[i])) {
      auto& count = counts[word];
      count.resize(groups, 0);
      ++count[labels[i]];
    }
  }
  std::vector<double> group_totals(groups, 0);
  double total = 0;
  for (auto place = counts.begin(); place != counts.end();) {
    std::size_t items = 0;
    for (const std::size_t count : place->second) items += count;
    if (items < 2) {
      place = counts.erase(place);
      continue;
    }
    for (std::size_t g = 0; g < groups; ++g) group_totals[g] += real(place->second[g]);
    total += real(items);
    ++place;
  }

  std::vector<std::vector<DistinctiveWord>> result(groups);
  for (const auto& [word, count] : counts) {
    std::size_t items = 0;
    for (const std::size_t inside : count) items += inside;
    const double prior = real(items);
    for (std::size_t g = 0; g < groups; ++g) {
      const double inside = real(count[g]) + prior;
      const double outside = real(items - count[g]) + prior;
      const double inside_rest = group_totals[g] + total - inside;
      const double outside_rest = (total - group_totals[g]) + total - outside;
      if (!(inside_rest > 0) || !(outside_rest > 0)) continue;
      const double log_odds_ratio = std::log(inside / inside_rest) - std::log(outside / outside_rest);
      const double z = log_odds_ratio / std::sqrt(1 / inside + 1 / outside);
      if (z > 0 && count[g] > 0) result[g].push_back({word, z, count[g], items - count[g]});
    }
  }
  for (auto& words : result) {
    std::stable_sort(words.begin(), words.end(),
                     [](const DistinctiveWord& a, const DistinctiveWord& b) { return a.score > b.score; });
    if (words.size() > most) words.resize(most);
  }
  return result;
}

}  // namespace harmonograph
