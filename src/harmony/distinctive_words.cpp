#include "harmony/distinctive_words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/words.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
std::vector<std::vector<DistinctiveWord>> distinctive_words(const std::vector<std::string>& texts,
                                                            std::span<const std::uint32_t> labels, std::size_t groups,
                                                            std::size_t most) {
  std::map<std::string, std::vector<std::size_t>> counts;  // word -> items of each group that contain it
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::vector<std::string> words = words_of(texts[i]);
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
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
