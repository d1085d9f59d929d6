#include "study/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text.hpp"
#include "harmony/analysis.hpp"
#include "stats/distributions.hpp"
#include "stats/mcnemar.hpp"
#include "stats/sign_flips.hpp"
#include "stats/summaries.hpp"
#include "study/study_parameters.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

// Sums of eight differences in one step of a permutation test: about 20 ms.
constexpr std::size_t sums_per_step = 10'000'000;

class ComparisonWork : public StudyWork {
 public:
  ComparisonWork(const StudyData& data, const ComparedModels& question, PairedScores scores,
                 const AnalysisParameters& parameters)
      : data_(data), compared_(question), scores_(std::move(scores)), parameters_(parameters) {
    compared_.items = scores_.items.size();
    compared_.left_out = scores_.left_out;
    compared_.graded = scores_.graded;
    parameters_.detail = false;
    parameters_.null_draws = 0;
    parameters_.bootstrap_draws = 0;
    std::vector<std::size_t> all(scores_.items.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    compared_.overall = compare_group(scores_, all);
    compared_.overall.name = "All items";
    places_.push_back(std::move(all));
  }

  Result<JobStatus> step() override {
    if (!partitioned_) return partition_step();
    if (tested_ < places_.size()) return test_step();
    if (!done_) {
      finish();
      done_ = true;
    }
    return JobStatus{true, 1, "Done"};
  }

  std::string result_json() override { return to_json(compared_); }

 private:
  /// A partition that cannot be made leaves the comparison over all items.
  Result<JobStatus> partition_step() {
    if (!analysis_) {
      auto created =
          HarmonyAnalysis::create(data_.dataset, compared_.benchmark, compared_.first, parameters_, data_.cache);
      if (!created) return no_partition(created.error());
      analysis_ = std::move(*created);
    }
    const auto status = analysis_->step();
    if (!status) return no_partition(status.error());
    if (status->done) {
      make_groups(analysis_->take_result());
      analysis_.reset();
      partitioned_ = true;
    }
    return JobStatus{false, 0.6 * status->progress, status->stage};
  }

  JobStatus no_partition(const Error& error) {
    compared_.partition_error = error.message;
    partitioned_ = true;
    return {false, 0.6, "Paired tests"};
  }

  void make_groups(const HarmonyResult& partition) {
    subdomain_of_.assign(data_.dataset.benchmarks[compared_.benchmark].item_count(), std::nullopt);
    for (std::size_t i = 0; i < partition.used_items.size(); ++i) {
      subdomain_of_[partition.used_items[i]] = partition.labels[i];
    }
    std::vector<std::vector<std::size_t>> members(partition.k);
    for (std::size_t place = 0; place < scores_.items.size(); ++place) {
      if (const auto subdomain = subdomain_of_[scores_.items[place]]) members[*subdomain].push_back(place);
    }
    for (std::size_t g = 0; g < members.size(); ++g) {
      if (members[g].empty()) continue;
      ComparedGroup group = compare_group(scores_, members[g]);
      group.subdomain = g;
      const std::string& name = g < partition.subdomains.size() ? partition.subdomains[g].name : std::string();
      group.name = name.empty() ? "Subdomain " + std::to_string(g + 1) : name;
      compared_.groups.push_back(std::move(group));
      places_.push_back(std::move(members[g]));
    }
  }

  ComparedGroup& group_at(std::size_t place) { return place == 0 ? compared_.overall : compared_.groups[place - 1]; }

  Result<JobStatus> test_step() {
    if (!scores_.graded) {
      tested_ = places_.size();
    } else {
      if (flips_.empty()) {
        std::vector<double> differences;
        for (const std::size_t place : places_[tested_])
          differences.push_back(scores_.first[place] - scores_.second[place]);
        flips_.emplace_back(differences, comparison_flips, parameters_.seed, tested_);
      }
      SignFlipTest& test = flips_.front();
      test.advance(std::max<std::size_t>(1, sums_per_step / (1 + test.size() / 8)));
      if (test.done()) {
        group_at(tested_).test.p_value = test.p_value();
        flips_.clear();
        ++tested_;
      }
    }
    return JobStatus{false, 0.6 + 0.39 * real(tested_) / real(places_.size()),
                     "Paired tests, " + std::to_string(tested_) + " of " + std::to_string(places_.size())};
  }

  void finish() {
    compared_.overall.test.adjusted = compared_.overall.test.p_value;
    adjust_tests(compared_.groups, [](ComparedGroup& group) -> TestedPair& { return group.test; });
    std::vector<double> differences;
    std::vector<double> variances;
    for (const ComparedGroup& group : compared_.groups) {
      differences.push_back(group.difference);
      variances.push_back(group.variance);
    }
    compared_.heterogeneity = cochran_q(differences, variances);
    list_differing();
  }

  void list_differing() {
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < scores_.items.size(); ++place) {
      if (scores_.first[place] != scores_.second[place]) places.push_back(place);
    }
    compared_.agreement = 1 - real(places.size()) / real(scores_.items.size());
    const auto distance = [&](std::size_t place) { return std::fabs(scores_.first[place] - scores_.second[place]); };
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });
    if (places.size() > most_differing_items) places.resize(most_differing_items);
    for (const std::size_t place : places) {
      DifferingItem differing{scores_.items[place], scores_.first[place], scores_.second[place], std::nullopt};
      if (!subdomain_of_.empty()) differing.subdomain = subdomain_of_[differing.item];
      compared_.differing.push_back(differing);
    }
  }

  StudyData data_;
  ComparedModels compared_;
  PairedScores scores_;
  AnalysisParameters parameters_;
  std::unique_ptr<HarmonyAnalysis> analysis_;
  std::vector<std::optional<std::size_t>> subdomain_of_;  // per item of the benchmark; empty without a partition
  std::vector<std::vector<std::size_t>> places_;          // of all items, then of each group
  std::vector<SignFlipTest> flips_;                       // of the group that is being tested, or none
  std::size_t tested_ = 0;
  bool partitioned_ = false;
  bool done_ = false;
};

}  // namespace

PairedScores paired_scores(const Benchmark& benchmark, std::size_t first, std::size_t second) {
  PairedScores scores;
  for (std::size_t item = 0; item < benchmark.item_count(); ++item) {
    const double a = benchmark.scores(first, item);
    const double b = benchmark.scores(second, item);
    if (std::isnan(a) || std::isnan(b)) continue;
    scores.items.push_back(item);
    scores.first.push_back(a);
    scores.second.push_back(b);
    scores.graded = scores.graded || (a != 0 && a != 1) || (b != 0 && b != 1);
  }
  scores.left_out = benchmark.item_count() - scores.items.size();
  return scores;
}

ComparedGroup compare_group(const PairedScores& scores, const std::vector<std::size_t>& places) {
  ComparedGroup group;
  group.items = places.size();
  group.graded = scores.graded;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<double> differences;
  for (const std::size_t place : places) {
    first.push_back(scores.first[place]);
    second.push_back(scores.second[place]);
    differences.push_back(first.back() - second.back());
    group.first_only += differences.back() > 0 ? 1U : 0U;
    group.second_only += differences.back() < 0 ? 1U : 0U;
  }
  group.first = mean(first);
  group.second = mean(second);
  group.difference = mean(differences);
  const double deviation = standard_deviation(differences);
  const double count = real(places.size());
  // What is left of equal differences is rounding.
  if (deviation > 1e-12) {
    group.variance = deviation * deviation / count;
    group.effect = group.difference / deviation;
    const double half = student_quantile(0.975, count - 1) * std::sqrt(group.variance);
    // Scores lie between 0 and 1, and so does what their means can differ by.
    group.interval = {std::max(-1.0, group.difference - half), std::min(1.0, group.difference + half)};
  }
  if (!scores.graded) {
    group.test.p_value = mcnemar_exact(group.first_only, group.second_only);
    group.odds_ratio = discordant_odds_ratio(group.first_only, group.second_only);
  }
  return group;
}

Result<std::unique_ptr<StudyWork>> start_comparison(const StudyData& data, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the comparison");
  ComparedModels question;
  read_index(reader, "benchmark", "benchmark", data.dataset.benchmarks.size(), question.benchmark);
  const std::size_t models = data.dataset.models.size();
  read_index(reader, "first", "model", models, question.first);
  read_index(reader, "second", "model", models, question.second);
  if (reader.failed()) return reader.error();
  if (question.first == question.second) {
    return Error{
        ErrorCode::invalid_argument, "A model cannot be compared with itself.", {}, 0, "Choose two different models."};
  }
  const auto parameters = read_analysis_parameters(reader);
  if (!parameters) return parameters.error();
  const Benchmark& benchmark = data.dataset.benchmarks[question.benchmark];
  PairedScores scores = paired_scores(benchmark, question.first, question.second);
  if (scores.items.empty()) {
    return Error{ErrorCode::no_shared_items,
                 "\"" + data.dataset.models[question.first].name + "\" and \"" +
                     data.dataset.models[question.second].name + "\" have no scores on the same item of \"" +
                     benchmark.name + "\".",
                 {},
                 0,
                 "Choose two models that answered the same items."};
  }
  return std::unique_ptr<StudyWork>(std::make_unique<ComparisonWork>(data, question, std::move(scores), *parameters));
}

}  // namespace harmonograph
