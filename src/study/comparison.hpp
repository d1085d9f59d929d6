// Two models on one benchmark: where they differ, by subdomain and by item, with paired tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dataset/dataset.hpp"
#include "stats/accuracy.hpp"
#include "stats/heterogeneity.hpp"
#include "study/tested_pair.hpp"

namespace harmonograph {

inline constexpr std::size_t comparison_flips = 9'999;
inline constexpr std::size_t most_differing_items = 5'000;

/// Scores of both models on the items that both have.
struct PairedScores {
  std::vector<std::size_t> items;  // indices in the benchmark, ascending
  std::vector<double> first;
  std::vector<double> second;
  std::size_t left_out = 0;  // other items of the benchmark
  bool graded = false;       // a score of either is neither 0 nor 1
};
PairedScores paired_scores(const Benchmark& benchmark, std::size_t first, std::size_t second);

struct ComparedGroup {
  std::string name;
  std::optional<std::size_t> subdomain;
  std::size_t items = 0;
  double first = 0;  // mean scores
  double second = 0;
  double difference = 0;
  Interval interval;              // 95%, of the mean of paired differences, Student's t; NaN when nothing varies
  std::uint64_t first_only = 0;   // items where the first scores higher
  std::uint64_t second_only = 0;  // and lower
  TestedPair test;
  bool graded = false;
  double effect = std::numeric_limits<double>::quiet_NaN();      // mean / sd of the differences
  double odds_ratio = std::numeric_limits<double>::quiet_NaN();  // 0/1 scores only
  double variance = std::numeric_limits<double>::quiet_NaN();    // of the mean difference; NaN when nothing varies
};

/// All but the p of graded scores, which takes many draws; places: in scores, not empty.
ComparedGroup compare_group(const PairedScores& scores, const std::vector<std::size_t>& places);

struct DifferingItem {
  std::size_t item = 0;
  double first = 0;
  double second = 0;
  std::optional<std::size_t> subdomain;
};

struct ComparedModels {
  std::size_t benchmark = 0;
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t items = 0;
  std::size_t left_out = 0;
  bool graded = false;
  ComparedGroup overall;
  std::vector<ComparedGroup> groups;
  std::string partition_error;  // "" = none
  /// Of the groups whose differences vary: others have no standard error.
  Heterogeneity heterogeneity;
  std::vector<DifferingItem> differing;
  double agreement = 0;
};

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const ComparedModels& compared);

}  // namespace harmonograph
