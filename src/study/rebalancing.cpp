#include "study/rebalancing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "core/text.hpp"
#include "harmony/analysis.hpp"
#include "stats/correlation.hpp"
#include "stats/summaries.hpp"
#include "study/random_removals.hpp"
#include "study/removal_order.hpp"
#include "study/study_work.hpp"
#include "study/words.hpp"

namespace harmonograph {
namespace {

constexpr double two_sided_95 = 1.959963984540054;
constexpr double pair_updates_per_step = 10e6;
// Shares of the work, for the progress shown.
constexpr double share_of_partition = 0.35;
constexpr double share_of_order = 0.5;
constexpr double share_of_curve = 0.55;

std::size_t items_at(double share, std::size_t items) {
  return static_cast<std::size_t>(std::floor(share * real(items) + 1e-9));
}

/// Equally spaced from 0 to last, each once.
std::vector<std::size_t> equally_spaced(std::size_t last, std::size_t points) {
  std::vector<std::size_t> places;
  for (std::size_t p = 0; p < points; ++p) {
    const auto place = static_cast<std::size_t>(std::llround(real(last) * real(p) / real(points - 1)));
    if (places.empty() || place > places.back()) places.push_back(place);
  }
  return places;
}

/// Equal accuracies must be equal to the last bit to count as tied: sums in another order differ in it.
std::vector<double> without_rounding(const std::vector<double>& values) {
  std::vector<double> result;
  for (const double value : values) result.push_back(std::round(value * 1e11) / 1e11);
  return result;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * share);
  return text;
}

std::string p_in_words(double p) {
  char text[32];
  std::snprintf(text, sizeof text, p < 0.001 ? "%.4f" : "%.3f", p);
  return text;
}

/// Of the warnings about the partition, those that bear on which items leave.
bool concerns_rebalancing(const Warning& warning) {
  return warning.code == "degenerate" || warning.code == "models_left_out" || warning.code == "items_left_out" ||
         warning.code == "unsure_directions";
}

enum class Phase { partition, order, curve, pairs, draws, done };

class RebalancingWork : public StudyWork {
 public:
  RebalancingWork(const Dataset& dataset, RebalancingParameters parameters, std::shared_ptr<const InputPart> source,
                  std::unique_ptr<HarmonyAnalysis> analysis)
      : benchmark_(dataset.benchmarks[parameters.benchmark]),
        source_(std::move(source)),
        analysis_(std::move(analysis)) {
    result_.parameters = std::move(parameters);
  }

  Result<JobStatus> step() override {
    switch (phase_) {
      case Phase::partition: return partition_step();
      case Phase::order: return order_step();
      case Phase::curve: return curve_step();
      case Phase::pairs: return pairs_step();
      case Phase::draws: return draws_step();
      case Phase::done: break;
    }
    return JobStatus{true, 1, "Done"};
  }

  std::string result_json() override { return to_json(result_); }

 private:
  Result<JobStatus> partition_step() {
    auto status = analysis_->step();
    if (!status) return status;
    if (status->done) take_partition();
    return JobStatus{false, share_of_partition * status->progress, status->stage};
  }

  void take_partition() {
    HarmonyResult found = analysis_->take_result();
    analysis_.reset();
    // What was asked for stands, with what the analysis filled in; draws of its own it made none.
    AnalysisParameters& asked = result_.parameters.analysis;
    asked.choices = found.parameters.choices;
    asked.starts = found.parameters.starts;
    result_.items = found.items;
    result_.k = found.k;
    result_.subdomains = found.labels;
    result_.used_items = found.used_items;
    result_.sizes.assign(found.k, 0);
    for (const std::uint32_t label : found.labels) ++result_.sizes[label];
    for (const Warning& warning : found.warnings) {
      if (concerns_rebalancing(warning)) result_.warnings.push_back(warning);
    }
    choose_features();
    add_warnings();
    const Labeling labeling{result_.subdomains, result_.k};
    const std::vector<std::size_t> models = models_with_scores(benchmark_);
    for (const std::size_t model : models) result_.models.emplace_back().model = model;
    scores_ = std::make_unique<PartitionedScores>(benchmark_.scores, models, result_.used_items, labeling);
    order_job_ = std::make_unique<RemovalOrder>(labeling, features_, asked.tau, result_.parameters.seed,
                                                result_.k < 2 ? 0 : items_at(result_.parameters.budget, result_.items));
    phase_ = Phase::order;
  }

  /// What "too similar" is measured by: what the partition comes from, or distributions. Without either the order
  /// inside a subdomain is random. Response patterns would not do for a column: the most alike are the items that all
  /// models get right, so that every model would fall, whatever the items are about (100 of 100 homogeneous benchmarks
  /// came out as fragile).
  void choose_features() {
    if (!source_->input.features) return;
    features_ = &*source_->input.features;
    result_.ordered_by = result_.parameters.analysis.partition == PartitionSource::responses
                             ? RemovalOrderSource::responses
                             : RemovalOrderSource::similarity;
  }

  void add_warnings() {
    const PartitionSource partition = result_.parameters.analysis.partition;
    if (partition == PartitionSource::responses || partition == PartitionSource::directions) {
      warn("partition_from_answers",
           "These subdomains group the items by the answers themselves: pruning them shifts the accuracy by "
           "construction, and a shift is no evidence that the benchmark depends on its contents.");
    }
    const std::size_t single =
        static_cast<std::size_t>(std::count(result_.sizes.begin(), result_.sizes.end(), std::size_t{1}));
    if (single > 0 && result_.k > 1) {
      warn("single_item_subdomains", counted(single, "subdomain") + (single == 1 ? " has" : " have") +
                                         " a single item: the macro-average has no interval, and level sizes would "
                                         "leave one item of each subdomain.");
    }
  }

  void warn(std::string code, std::string message) {
    result_.warnings.push_back({std::move(code), std::move(message)});
  }

  Result<JobStatus> order_step() {
    auto status = order_job_->step();
    if (!status) return status;
    if (status->done) {
      removal_ = order_job_->take_result();
      order_job_.reset();
      for (const std::size_t position : removal_) result_.order.push_back(result_.used_items[position]);
      removed_ = equally_spaced(removal_.size(), result_.parameters.points);
      phase_ = Phase::curve;
    }
    return JobStatus{false, share_of_partition + (share_of_order - share_of_partition) * status->progress,
                     status->stage};
  }

  Result<JobStatus> curve_step() {
    const std::size_t models = result_.models.size();
    KeptScores kept(*scores_, 0, models);
    bandwidths_.assign(models, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t m = 0; m < models; ++m) {
      const double asked = result_.parameters.analysis.bandwidth;
      if (result_.k >= 2 && kept.covers_all(m)) {
        bandwidths_[m] = asked > 0 ? asked : bandwidth_from_data(kept.subdomains(m));
      }
      std::vector<double> scores;
      for (const std::size_t item : result_.used_items) {
        scores.push_back(benchmark_.scores(result_.models[m].model, item));
      }
      result_.models[m].macro = macro_average(scores_->labeling(), scores);
      result_.models[m].macro_test.p_value = result_.models[m].macro.p_value;
    }
    adjust_tests(result_.models, [](RebalancedModel& model) -> TestedPair& { return model.macro_test; });
    std::vector<std::size_t> sizes = result_.sizes;
    std::size_t gone = 0;
    for (const std::size_t pruned : removed_) {
      for (; gone < pruned; ++gone) {
        kept.remove(removal_[gone]);
        --sizes[result_.subdomains[removal_[gone]]];
      }
      add_point(pruned, sizes, kept);
    }
    result_.level = result_.k >= 2 &&
                    *std::min_element(sizes.begin(), sizes.end()) == *std::max_element(sizes.begin(), sizes.end());
    compare_orders();
    observed_ = Matrix(models, removed_.size());
    for (std::size_t m = 0; m < models; ++m) {
      std::copy(result_.models[m].accuracy.begin(), result_.models[m].accuracy.end(), observed_.row(m).begin());
    }
    sums_ = std::make_unique<PairedDifferenceSums>(even_pairs(models));
    phase_ = Phase::pairs;
    return JobStatus{false, share_of_order, "Accuracy and HARMONY while items leave"};
  }

  void add_point(std::size_t pruned, const std::vector<std::size_t>& sizes, const KeptScores& kept) {
    RebalancedPoint point;
    point.pruned = pruned;
    point.share = real(pruned) / real(result_.items);
    point.sizes = sizes;
    std::vector<double> weights;
    for (const std::size_t size : sizes) weights.push_back(real(size));
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    point.harmony_of_sizes = harmonograph::harmony_of_sizes(weights).value_or(none);
    std::vector<double> harmonies;
    for (std::size_t m = 0; m < result_.models.size(); ++m) {
      result_.models[m].accuracy.push_back(kept.accuracy(m));
      const bool defined = !std::isnan(bandwidths_[m]) && kept.covers_all(m);
      harmonies.push_back(defined ? harmony(kept.subdomains(m), bandwidths_[m]).value_or(none) : none);
      result_.models[m].harmony.push_back(harmonies.back());
    }
    point.mean_harmony = mean_of_present(harmonies);
    result_.points.push_back(std::move(point));
  }

  [[nodiscard]] std::vector<double> accuracies_at(std::size_t point) const {
    std::vector<double> values;
    for (const RebalancedModel& model : result_.models) values.push_back(model.accuracy[point]);
    return without_rounding(values);
  }

  void compare_orders() {
    const std::vector<double> full = accuracies_at(0);
    for (std::size_t p = 0; p < result_.points.size(); ++p) {
      RebalancedPoint& point = result_.points[p];
      const std::vector<double> now = accuracies_at(p);
      point.kendall = kendall_correlation(full, now).value;
      for (std::size_t first = 0; first < now.size(); ++first) {
        for (std::size_t second = first + 1; second < now.size(); ++second) {
          if (!((full[first] - full[second]) * (now[first] - now[second]) < 0)) continue;
          ++point.swap_count;
          if (point.swaps.size() < most_listed_swaps) {
            point.swaps.push_back({result_.models[first].model, result_.models[second].model});
          }
        }
      }
    }
  }

  /// Adds all items to the sums of pairs, then takes the pruned ones out again, noting the median at every point.
  Result<JobStatus> pairs_step() {
    const std::size_t pairs = sums_->pairs().size();
    std::vector<double> scores(result_.models.size());
    const std::size_t all = result_.items + removal_.size();
    for (double left = pair_updates_per_step; left > 0 && paired_ < all; left -= real(pairs) + 10, ++paired_) {
      if (paired_ < result_.items) {
        scores_->copy_with_missing(paired_, scores);
        sums_->add_item(scores);
      } else {
        note_detectable(paired_ - result_.items);
        scores_->copy_with_missing(removal_[paired_ - result_.items], scores);
        sums_->remove_item(scores);
      }
    }
    if (paired_ == all) {
      note_detectable(removal_.size());
      sums_.reset();
      draws_job_ = std::make_unique<RandomRemovals>(*scores_, removed_, observed_, bandwidths_,
                                                    result_.parameters.draws, result_.parameters.seed);
      phase_ = Phase::draws;
    }
    return JobStatus{false, share_of_order + (share_of_curve - share_of_order) * real(paired_) / real(all),
                     "Differences that can be told apart"};
  }

  void note_detectable(std::size_t pruned) {
    const auto place = std::lower_bound(removed_.begin(), removed_.end(), pruned);
    if (place == removed_.end() || *place != pruned) return;
    result_.points[static_cast<std::size_t>(place - removed_.begin())].detectable =
        two_sided_95 * sums_->median_standard_error();
  }

  Result<JobStatus> draws_step() {
    auto status = draws_job_->step();
    if (!status) return status;
    if (status->done) {
      take_bands(draws_job_->take_result());
      draws_job_.reset();
      judge();
      phase_ = Phase::done;
    }
    return JobStatus{status->done, share_of_curve + (1 - share_of_curve) * status->progress, status->stage};
  }

  void take_bands(const RandomRemovalBands& bands) {
    const auto list = [](std::span<const double> row) { return std::vector<double>(row.begin(), row.end()); };
    for (std::size_t m = 0; m < result_.models.size(); ++m) {
      RebalancedModel& model = result_.models[m];
      model.accuracy_low = list(bands.accuracy_low.row(m));
      model.accuracy_high = list(bands.accuracy_high.row(m));
      model.harmony_low = list(bands.harmony_low.row(m));
      model.harmony_high = list(bands.harmony_high.row(m));
      model.tests.resize(result_.points.size());
      for (std::size_t p = 0; p < result_.points.size(); ++p) model.tests[p].p_value = bands.p_values(m, p);
    }
    for (std::size_t p = 0; p < result_.points.size(); ++p) {
      adjust_tests(result_.models, [p](RebalancedModel& model) -> TestedPair& { return model.tests[p]; });
      for (const RebalancedModel& model : result_.models) {
        result_.points[p].significant += model.tests[p].adjusted < rebalancing_level ? 1 : 0;
      }
    }
  }

  void judge() {
    const RebalancedPoint& point = result_.points.back();
    if (result_.k < 2) {
      result_.rule = "No verdict: there is only one subdomain, so none is over-represented.";
      return;
    }
    if (removal_.empty()) {
      result_.rule = result_.level ? "No verdict: all " + with_separators(result_.k) +
                                         " subdomains are equally large, so none is over-represented."
                                   : "No verdict: " + percent(result_.parameters.budget) + " of " +
                                         counted(result_.items, "item") + " is less than one item.";
      return;
    }
    std::size_t tested = 0;
    for (const RebalancedModel& model : result_.models) {
      const double adjusted = model.tests.back().adjusted;
      if (std::isnan(adjusted)) continue;
      ++tested;
      if (std::isnan(result_.smallest_adjusted) || adjusted < result_.smallest_adjusted) {
        result_.smallest_adjusted = adjusted;
      }
    }
    const bool fragile = point.significant > 0;
    result_.verdict = fragile ? RebalancingVerdict::fragile : RebalancingVerdict::stable;
    const std::string models = with_separators(tested) + (tested == 1 ? " model" : " models");
    result_.rule = "Fragile when the accuracy of at least one model moves further than under random removals: with " +
                   percent(point.share) + " of the items pruned (" + with_separators(point.pruned) + " of " +
                   with_separators(result_.items) + (result_.level ? ", where all subdomains are equally large" : "") +
                   "), against " + with_separators(result_.parameters.draws) +
                   " random removals of as many items, adjusted p < .05 (Benjamini-Hochberg over " + models +
                   "). Here " + (fragile ? with_separators(point.significant) + " of " + models : "no model") +
                   "; smallest adjusted p: " + p_in_words(result_.smallest_adjusted) + ".";
  }

  const Benchmark& benchmark_;
  std::shared_ptr<const InputPart> source_;
  std::unique_ptr<HarmonyAnalysis> analysis_;
  Rebalancing result_;
  Phase phase_ = Phase::partition;
  const DivergenceFeatures* features_ = nullptr;
  std::unique_ptr<PartitionedScores> scores_;
  std::unique_ptr<RemovalOrder> order_job_;
  std::vector<std::size_t> removal_;  // positions among the used items
  std::vector<std::size_t> removed_;  // items gone at each point
  std::vector<double> bandwidths_;    // of each model; NaN where HARMONY is not defined
  Matrix observed_;
  std::unique_ptr<PairedDifferenceSums> sums_;
  std::size_t paired_ = 0;
  std::unique_ptr<RandomRemovals> draws_job_;
};

}  // namespace

Result<RebalancingParameters> parse_rebalancing_parameters(const std::string& json, const Dataset& dataset) {
  ParameterReader reader(json, "The parameters of the rebalancing");
  RebalancingParameters parameters;
  read_index(reader, "benchmark", "benchmark", dataset.benchmarks.size(), parameters.benchmark);
  read_index(reader, "model", "model", dataset.models.size(), parameters.model);
  reader.integer("draws", 19, 100000, parameters.draws, "a whole number from 19 (fewer cannot give p < .05) to 100000");
  reader.integer("points", 2, 101, parameters.points, "a whole number from 2 to 101");
  reader.number("budget", 0.001, 0.99, parameters.budget, "a share from 0.001 to 0.99");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  auto analysis = read_analysis_parameters(reader);
  if (!analysis) return analysis.error();
  parameters.analysis = *analysis;
  return parameters;
}

Result<std::unique_ptr<StudyWork>> start_rebalancing(const StudyData& data, const std::string& parameters_json) {
  auto parsed = parse_rebalancing_parameters(parameters_json, data.dataset);
  if (!parsed) return parsed.error();
  const std::shared_ptr<AnalysisCache> cache = data.cache ? data.cache : std::make_shared<AnalysisCache>();
  AnalysisParameters only_partition = parsed->analysis;
  only_partition.detail = false;
  only_partition.null_draws = 0;
  only_partition.bootstrap_draws = 0;
  auto source = obtain_input(*cache, data.dataset, parsed->benchmark, parsed->model, only_partition, true);
  if (!source) return source.error();
  auto analysis = HarmonyAnalysis::create(data.dataset, parsed->benchmark, parsed->model, only_partition, cache);
  if (!analysis) return analysis.error();
  return std::unique_ptr<StudyWork>(
      std::make_unique<RebalancingWork>(data.dataset, *parsed, std::move(*source), std::move(*analysis)));
}

}  // namespace harmonograph
