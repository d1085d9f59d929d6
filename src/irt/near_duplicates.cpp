#include "irt/near_duplicates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace harmonograph {
namespace {

constexpr std::size_t fewest_models = 10;
constexpr std::size_t all_pairs_up_to = 3000;
constexpr std::size_t most_comparisons = 50'000'000;
constexpr std::size_t most_tests = 300'000;

/// Rounded scores and fitted probabilities of the candidates, a row an item.
struct Candidates {
  std::vector<std::uint32_t> items;
  std::size_t models = 0;
  std::size_t words = 0;
  std::vector<std::uint64_t> right;     // candidates x words
  std::vector<std::uint64_t> observed;  // candidates x words
  std::vector<float> probabilities;     // candidates x models
};

/// log of the number of pairs over the expected number of false ones: what an agreement must be worth.
double needed_surprise(std::size_t items) {
  const auto n = static_cast<double>(items);
  return std::log(std::max(1.0, n * (n - 1) / 2) / near_duplicate_chance);
}

double agreement_probability(double p, double q) {
  return p * q + (1 - p) * (1 - q);
}

Candidates find_candidates(const ResponseData& responses, const FittedProbabilities& probabilities) {
  Candidates candidates;
  candidates.models = responses.models();
  candidates.words = (responses.models() + 63) / 64;
  const double needed = needed_surprise(responses.items());
  std::vector<float> p(responses.models() * items_per_block);
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    for (std::size_t model = 0; model < responses.models(); ++model) {
      probabilities.fill(block, model, p.data() + model * items_per_block);
    }
    for (std::size_t lane = 0; lane < probabilities.items_in(block); ++lane) {
      // What full agreement with an item of the same probabilities is worth. Two items that agree have been fitted to
      // nearly the same answers, so their probabilities are alike; half of the threshold leaves room for differences.
      double worth = 0;
      std::size_t answered = 0;
      for (std::size_t model = 0; model < responses.models(); ++model) {
        if (responses.row(block, model)[lane] < 0) continue;
        const auto probability = static_cast<double>(p[model * items_per_block + lane]);
        worth -= std::log(agreement_probability(probability, probability));
        ++answered;
      }
      if (answered < fewest_models || worth < needed / 2) continue;
      candidates.items.push_back(static_cast<std::uint32_t>(block * items_per_block + lane));
      const std::size_t start = candidates.right.size();
      candidates.right.resize(start + candidates.words, 0);
      candidates.observed.resize(start + candidates.words, 0);
      for (std::size_t model = 0; model < responses.models(); ++model) {
        const float score = responses.row(block, model)[lane];
        const std::uint64_t bit = std::uint64_t{1} << (model % 64);
        if (score >= 0) candidates.observed[start + model / 64] |= bit;
        if (score >= 0.5F) candidates.right[start + model / 64] |= bit;
        candidates.probabilities.push_back(p[model * items_per_block + lane]);
      }
    }
  }
  return candidates;
}

struct Comparison {
  std::size_t both = 0;
  std::size_t different = 0;
};

Comparison compare(const Candidates& candidates, std::size_t a, std::size_t b) {
  Comparison comparison;
  for (std::size_t word = 0; word < candidates.words; ++word) {
    const std::size_t i = a * candidates.words + word;
    const std::size_t j = b * candidates.words + word;
    const std::uint64_t both = candidates.observed[i] & candidates.observed[j];
    comparison.both += static_cast<std::size_t>(__builtin_popcountll(both));
    comparison.different +=
        static_cast<std::size_t>(__builtin_popcountll(both & (candidates.right[i] ^ candidates.right[j])));
  }
  return comparison;
}

std::size_t allowed_differences(std::size_t both) {
  return static_cast<std::size_t>(std::floor((1 - near_duplicate_agreement) * static_cast<double>(both) + 1e-9));
}

/// -log P(at most so many disagreements) of two independent items: Poisson binomial distribution, term by term.
double surprise_of(const Candidates& candidates, std::size_t a, std::size_t b, std::size_t different,
                   std::vector<double>& state) {
  state.assign(different + 1, 0);
  state[0] = 1;
  double log_scale = 0;
  for (std::size_t model = 0; model < candidates.models; ++model) {
    const std::uint64_t bit = std::uint64_t{1} << (model % 64);
    if ((candidates.observed[a * candidates.words + model / 64] & bit) == 0) continue;
    if ((candidates.observed[b * candidates.words + model / 64] & bit) == 0) continue;
    const double agree =
        agreement_probability(static_cast<double>(candidates.probabilities[a * candidates.models + model]),
                              static_cast<double>(candidates.probabilities[b * candidates.models + model]));
    double largest = 0;
    for (std::size_t k = different + 1; k-- > 0;) {
      state[k] = state[k] * agree + (k > 0 ? state[k - 1] * (1 - agree) : 0);
      largest = std::max(largest, state[k]);
    }
    if (largest < 1e-100) {  // thousands of models: keep it in range
      for (double& value : state) value *= 1e100;
      log_scale += std::log(1e100);
    }
  }
  const double sum = std::accumulate(state.begin(), state.end(), 0.0);
  return -std::log(std::max(sum, 1e-300)) + log_scale;
}

/// Candidates whose answers are equal on all models of a band, side by side in `order`; `band_of` says which models.
std::vector<std::uint64_t> band_hashes(const Candidates& candidates, std::size_t band, std::size_t bands) {
  std::vector<std::uint64_t> hashes(candidates.items.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (std::size_t model = band; model < candidates.models; model += bands) {
      const std::uint64_t bit = std::uint64_t{1} << (model % 64);
      const bool observed = (candidates.observed[i * candidates.words + model / 64] & bit) != 0;
      const bool right = (candidates.right[i * candidates.words + model / 64] & bit) != 0;
      hash = (hash ^ (observed ? (right ? 2U : 1U) : 0U)) * 1099511628211ULL;
    }
    hashes[i] = hash;
  }
  return hashes;
}

struct Found {
  NearDuplicate pair;
  double surprise;
};

class PairSearch {
 public:
  PairSearch(const Candidates& candidates, double needed) : candidates_(candidates), needed_(needed) {}

  /// False when no more pairs may be looked at.
  bool look_at(std::size_t a, std::size_t b) {
    if (++comparisons_ > most_comparisons) return false;
    const Comparison comparison = compare(candidates_, a, b);
    if (comparison.both < fewest_models || comparison.different > allowed_differences(comparison.both)) return true;
    if (++tests_ > most_tests) return false;
    const double surprise = surprise_of(candidates_, a, b, comparison.different, state_);
    if (surprise < needed_) return true;
    const double share = 1 - static_cast<double>(comparison.different) / static_cast<double>(comparison.both);
    found_.push_back(
        {{candidates_.items[a], candidates_.items[b], share, static_cast<std::uint32_t>(comparison.both)}, surprise});
    return true;
  }

  std::vector<Found>& found() { return found_; }

 private:
  const Candidates& candidates_;
  double needed_;
  std::size_t comparisons_ = 0;
  std::size_t tests_ = 0;
  std::vector<double> state_;
  std::vector<Found> found_;
};

bool search_all(const Candidates& candidates, PairSearch& search) {
  for (std::size_t a = 0; a < candidates.items.size(); ++a) {
    for (std::size_t b = a + 1; b < candidates.items.size(); ++b) {
      if (!search.look_at(a, b)) return false;
    }
  }
  return true;
}

bool search_bands(const Candidates& candidates, PairSearch& search) {
  // One band more than disagreements: at least one band has none. Dealing the models out keeps weak and strong models
  // in every band when the data list them by strength.
  const std::size_t bands = allowed_differences(candidates.models) + 1;
  std::vector<std::uint32_t> order(candidates.items.size());
  for (std::size_t band = 0; band < bands; ++band) {
    const auto hashes = band_hashes(candidates, band, bands);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b; });
    for (std::size_t first = 0; first < order.size();) {
      std::size_t end = first + 1;
      while (end < order.size() && hashes[order[end]] == hashes[order[first]]) ++end;
      for (std::size_t i = first; i < end; ++i) {
        for (std::size_t j = i + 1; j < end; ++j) {
          if (!search.look_at(order[i], order[j])) return false;
        }
      }
      first = end;
    }
  }
  return true;
}

}  // namespace

NearDuplicates near_duplicates(const ResponseData& responses, const FittedProbabilities& probabilities) {
  NearDuplicates result;
  if (responses.models() < fewest_models || responses.items() < 2) return result;
  const Candidates candidates = find_candidates(responses, probabilities);
  PairSearch search(candidates, needed_surprise(responses.items()));
  result.complete =
      candidates.items.size() <= all_pairs_up_to ? search_all(candidates, search) : search_bands(candidates, search);
  auto& found = search.found();
  // Each later item once, with the partner that surprises most; a pair may have been found in several bands.
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    if (a.pair.other != b.pair.other) return a.pair.other < b.pair.other;
    return a.surprise != b.surprise ? a.surprise > b.surprise : a.pair.item < b.pair.item;
  });
  for (const Found& each : found) {
    if (result.pairs.empty() || result.pairs.back().other != each.pair.other) result.pairs.push_back(each.pair);
  }
  std::sort(result.pairs.begin(), result.pairs.end(), [](const NearDuplicate& a, const NearDuplicate& b) {
    return a.item != b.item ? a.item < b.item : a.other < b.other;
  });
  return result;
}

}  // namespace harmonograph
