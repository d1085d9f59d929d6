#include "study/ranks.hpp"

#include <algorithm>
#include <cmath>

#include "core/parameter_reader.hpp"
#include "harmony/analysis_input.hpp"
#include "stats/distributions.hpp"
#include "stats/mcnemar.hpp"
#include "stats/paired_differences.hpp"
#include "stats/summaries.hpp"
#include "study/noise.hpp"
#include "study/study_parameters.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t bits_per_word = 64;

std::uint64_t count_bits(std::uint64_t word) {
  return static_cast<std::uint64_t>(__builtin_popcountll(word));
}

struct PairTest {
  double p_value = std::numeric_limits<double>::quiet_NaN();  // NaN: nothing to test
  bool first_better = false;
};

/// Paired t-test; differences that are all equal, and not 0, are beyond doubt as t grows without bounds.
PairTest test_graded(std::span<const double> first, std::span<const double> second) {
  const PairedDifference found = paired_difference(first, second);
  PairTest test;
  if (std::isnan(found.standard_error)) return test;
  test.first_better = found.difference > 0;
  if (found.difference == 0) {
    test.p_value = 1;
  } else {
    // The difference of equal differences from their mean is rounding.
    const double error = std::max(found.standard_error, 1e-12 * std::fabs(found.difference));
    test.p_value = student_two_sided(found.difference / error, real(found.items - 1));
  }
  return test;
}

bool all_binary(const Matrix& scores) {
  return std::all_of(scores.values().begin(), scores.values().end(),
                     [](double score) { return std::isnan(score) || score == 0 || score == 1; });
}

class RanksWork : public StudyWork {
 public:
  RanksWork(const Benchmark& benchmark, std::size_t index, Correction correction, std::vector<std::size_t> models)
      : benchmark_(benchmark) {
    ranks_.benchmark = index;
    ranks_.correction = correction;
    ranks_.binary = all_binary(benchmark.scores);
    order_models(std::move(models));
    if (ranks_.binary) packed_.emplace_back(benchmark.scores, order_);
    p_values_.reserve(static_cast<std::size_t>(pair_count(order_.size())));
    first_better_.reserve(p_values_.capacity());
    // About 10 ms a step.
    const std::size_t cost = ranks_.binary ? 1'000 + benchmark.item_count() / 16 : 8 * benchmark.item_count();
    pairs_per_step_ = std::max<std::size_t>(1, 10'000'000 / cost);
  }

  Result<JobStatus> step() override {
    const auto wanted = static_cast<std::size_t>(pair_count(order_.size()));
    if (p_values_.size() < wanted) {
      test_pairs(std::min(wanted, p_values_.size() + pairs_per_step_));
      return JobStatus{false, 0.9 * real(p_values_.size()) / real(wanted), "Testing pairs"};
    }
    if (!done_) {
      decide();
      done_ = true;
    }
    return JobStatus{true, 1, "Done"};
  }

  std::string result_json() override { return to_json(ranks_); }

 private:
  void order_models(std::vector<std::size_t> models) {
    std::vector<char> has(benchmark_.scores.rows(), 0);
    for (const std::size_t m : models) {
      has[m] = 1;
      RankedModel ranked;
      ranked.model = m;
      ranked.accuracy = measure_accuracy(benchmark_.scores.row(m));
      ranked.standard_error = standard_error_of_mean(benchmark_.scores.row(m));
      ranks_.models.push_back(std::move(ranked));
    }
    for (std::size_t m = 0; m < has.size(); ++m) {
      if (has[m] == 0) ranks_.left_out.push_back(m);
    }
    std::stable_sort(ranks_.models.begin(), ranks_.models.end(),
                     [](const auto& a, const auto& b) { return a.accuracy.value > b.accuracy.value; });
    for (const RankedModel& ranked : ranks_.models) order_.push_back(ranked.model);
    ranks_.pairs = pair_count(order_.size());
  }

  void test_pairs(std::size_t end) {
    while (p_values_.size() < end) {
      PairTest test;
      if (ranks_.binary) {
        const auto counts = packed_.front().discordant(first_, second_);
        test.p_value = mcnemar_exact(counts.first_only, counts.second_only);
        test.first_better = counts.first_only > counts.second_only;
      } else {
        test = test_graded(benchmark_.scores.row(order_[first_]), benchmark_.scores.row(order_[second_]));
      }
      p_values_.push_back(test.p_value);
      first_better_.push_back(test.first_better ? char{1} : char{0});
      if (++second_ == order_.size()) second_ = ++first_ + 1;
    }
  }

  void decide() {
    const double cut = largest_significant(p_values_, ranks_.correction, rank_level);
    PairOutcomes outcomes(order_.size());
    std::size_t pair = 0;
    for (std::size_t a = 0; a < order_.size(); ++a) {
      for (std::size_t b = a + 1; b < order_.size(); ++b, ++pair) {
        if (!(p_values_[pair] <= cut)) continue;
        ++ranks_.distinguishable;
        const bool first = first_better_[pair] != 0;
        outcomes.set_better(first ? a : b, first ? b : a);
      }
    }
    fill_ranks(outcomes, ranks_);
  }

  const Benchmark& benchmark_;
  Ranks ranks_;
  std::vector<std::size_t> order_;    // models of the data set, best first
  std::vector<PackedScores> packed_;  // one for 0/1 scores, else none
  std::vector<double> p_values_;      // of pairs in lexicographic order of places
  std::vector<char> first_better_;
  std::size_t pairs_per_step_ = 1;
  std::size_t first_ = 0;
  std::size_t second_ = 1;
  bool done_ = false;
};

/// Places nearest to place a first are kept when there are too many.
std::vector<std::size_t> ties_of(const PairOutcomes& outcomes, const Ranks& ranks, std::size_t a) {
  std::vector<std::size_t> places;
  const std::size_t models = outcomes.models();
  for (std::size_t distance = 1; distance < models && places.size() < most_ties_named; ++distance) {
    if (a >= distance && !outcomes.differ(a, a - distance)) places.push_back(a - distance);
    if (a + distance < models && places.size() < most_ties_named && !outcomes.differ(a, a + distance)) {
      places.push_back(a + distance);
    }
  }
  std::vector<std::size_t> tied;
  for (const std::size_t place : places) tied.push_back(ranks.models[place].model);
  std::sort(tied.begin(), tied.end());
  return tied;
}

}  // namespace

PackedScores::PackedScores(const Matrix& scores, const std::vector<std::size_t>& rows)
    : words_((scores.columns() + bits_per_word - 1) / bits_per_word),
      right_(rows.size() * words_, 0),
      wrong_(rows.size() * words_, 0) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = scores.row(rows[r]);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::isnan(row[i])) continue;
      std::vector<std::uint64_t>& words = row[i] == 1 ? right_ : wrong_;
      words[r * words_ + i / bits_per_word] |= std::uint64_t{1} << (i % bits_per_word);
    }
  }
}

PackedScores::Discordant PackedScores::discordant(std::size_t first, std::size_t second) const {
  Discordant counts;
  const std::size_t a = first * words_;
  const std::size_t b = second * words_;
  for (std::size_t w = 0; w < words_; ++w) {
    counts.first_only += count_bits(right_[a + w] & wrong_[b + w]);
    counts.second_only += count_bits(wrong_[a + w] & right_[b + w]);
  }
  return counts;
}

void fill_ranks(const PairOutcomes& outcomes, Ranks& ranks) {
  const std::size_t models = outcomes.models();
  // Up to here no pair of a run that begins at a differs.
  std::vector<std::size_t> reach(models, 0);
  std::size_t nearest = models;
  for (std::size_t a = models; a-- > 0;) {
    std::size_t better = 0;
    std::size_t worse = 0;
    for (std::size_t b = 0; b < models; ++b) {
      better += outcomes.better(b, a) ? 1U : 0U;
      worse += outcomes.better(a, b) ? 1U : 0U;
    }
    ranks.models[a].rank = 1 + better;
    ranks.models[a].lowest_rank = models - worse;
    ranks.models[a].tied_with = ties_of(outcomes, ranks, a);
    for (std::size_t b = a + 1; b < nearest; ++b) {
      if (outcomes.differ(a, b)) nearest = b;
    }
    reach[a] = nearest - 1;
  }
  ranks.groups.clear();
  for (std::size_t a = 0; a < models; ++a) {
    if (ranks.groups.empty() || reach[a] > ranks.groups.back().last) ranks.groups.push_back({a, reach[a]});
  }
}

Result<std::unique_ptr<StudyWork>> start_ranks(const StudyData& data, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the ranks");
  std::size_t benchmark = 0;
  read_index(reader, "benchmark", "benchmark", data.dataset.benchmarks.size(), benchmark);
  std::string correction = "holm";
  reader.text("correction", correction);
  if (correction != "holm" && correction != "benjamini-hochberg") {
    reader.complain("correction", "\"holm\" or \"benjamini-hochberg\"");
  }
  if (reader.failed()) return reader.error();
  const Benchmark& chosen = data.dataset.benchmarks[benchmark];
  std::vector<std::size_t> models = models_with_scores(chosen);
  if (models.empty()) {
    return Error{ErrorCode::no_responses,
                 "No model has a score on \"" + chosen.name + "\".",
                 {},
                 0,
                 "Add files with responses to this benchmark."};
  }
  return std::unique_ptr<StudyWork>(std::make_unique<RanksWork>(
      chosen, benchmark, correction == "holm" ? Correction::holm : Correction::benjamini_hochberg, std::move(models)));
}

}  // namespace harmonograph
