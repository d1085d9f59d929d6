// Which models of a benchmark differ at all: tests of every pair on the items that both have, ranks with ties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "dataset/dataset.hpp"
#include "stats/accuracy.hpp"
#include "stats/multiple_testing.hpp"

namespace harmonograph {

inline constexpr double rank_level = 0.05;
/// Of 2,001 models most are tied with most: the list of each names at most so many, the nearest in rank first.
inline constexpr std::size_t most_ties_named = 500;

struct RankedModel {
  std::size_t model = 0;
  Accuracy accuracy;  // over its own items
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  std::size_t rank = 0;                // 1 + models that are significantly better
  std::size_t lowest_rank = 0;         // models - those that are significantly worse
  std::vector<std::size_t> tied_with;  // ascending; at most most_ties_named
};

struct RankGroup {
  std::size_t first = 0;  // places in Ranks::models
  std::size_t last = 0;
};

struct Ranks {
  std::size_t benchmark = 0;
  Correction correction = Correction::holm;
  bool binary = true;               // McNemar's exact test, else paired t-tests
  std::vector<RankedModel> models;  // best first; equal ones in the order of the data set
  std::uint64_t pairs = 0;          // tested or without a shared item
  std::uint64_t distinguishable = 0;
  std::vector<RankGroup> groups;
  std::vector<std::size_t> left_out;  // without a score
};

/// 0/1 scores of models as bits, so that items only one of two has right are counted 64 at a time.
class PackedScores {
 public:
  /// rows of scores: the models to pack; every score is 0, 1 or NaN.
  PackedScores(const Matrix& scores, const std::vector<std::size_t>& rows);

  struct Discordant {
    std::uint64_t first_only = 0;
    std::uint64_t second_only = 0;
  };
  /// On the items that both have.
  [[nodiscard]] Discordant discordant(std::size_t first, std::size_t second) const;

 private:
  std::size_t words_;
  std::vector<std::uint64_t> right_;
  std::vector<std::uint64_t> wrong_;
};

/// The outcome of all pairs: for places i < j of an order of models, whether they differ and who is better.
class PairOutcomes {
 public:
  explicit PairOutcomes(std::size_t models) : models_(models), better_(models * models, 0) {}
  void set_better(std::size_t better, std::size_t worse) { better_[better * models_ + worse] = 1; }
  [[nodiscard]] bool better(std::size_t a, std::size_t b) const { return better_[a * models_ + b] != 0; }
  [[nodiscard]] bool differ(std::size_t a, std::size_t b) const { return better(a, b) || better(b, a); }
  [[nodiscard]] std::size_t models() const { return models_; }

 private:
  std::size_t models_;
  std::vector<std::uint8_t> better_;
};

/// Ranks, ties and groups of ranks.models (in their order) from the outcomes of their pairs. Groups are the maximal
/// runs of neighbours of which no pair differs.
void fill_ranks(const PairOutcomes& outcomes, Ranks& ranks);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const Ranks& ranks);

}  // namespace harmonograph
