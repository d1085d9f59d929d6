#include "study/robustness.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "harmony/column_partition.hpp"
#include "harmony/direction_partition.hpp"
#include "harmony/induced_partition.hpp"
#include "harmony/resampling.hpp"
#include "stats/summaries.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

constexpr double level = 0.05;
constexpr std::size_t seed_count = 3;
constexpr int largest_shift = 2;
constexpr std::size_t drawn_items_per_step = 1'000'000;  // about 20 ms
constexpr std::size_t harmonies_per_step = 20'000;
// Of the work, for the progress shown.
constexpr double share_of_partitions = 0.6;
constexpr double share_of_draws = 0.9;

/// The given values and the user's own, ascending.
std::vector<double> with_own(std::vector<double> values, double own) {
  if (std::find(values.begin(), values.end(), own) == values.end()) values.push_back(own);
  std::sort(values.begin(), values.end());
  return values;
}

/// One partition of the used items, to be looked at with every bandwidth.
struct TriedPartition {
  double tau = 1;
  std::uint64_t seed = 1;
  std::size_t k = 0;
  int k_shift = 0;
  Labeling labeling;
  SubdomainScores scores;
  std::vector<double> shuffled;  // draws x subdomains: mean scores
};

class RobustnessWork : public StudyWork {
 public:
  RobustnessWork(const Dataset& dataset, const RobustnessParameters& asked, std::shared_ptr<AnalysisCache> cache,
                 std::shared_ptr<const InputPart> source)
      : dataset_(dataset),
        cache_(std::move(cache)),
        source_(std::move(source)),
        parameters_(asked.analysis),
        source_key_(input_key(asked.benchmark, asked.model, asked.analysis)),
        draws_(asked.draws) {
    result_.benchmark = asked.benchmark;
    result_.model = asked.model;
    fill_starts(parameters_, source_->input.items.size());
    if (by_column()) {
      add_column_partition();
      return;
    }
    // The user's own tau comes last: its similarity is what the cache is left with.
    std::vector<double> taus{parameters_.tau};
    if (!by_directions()) {
      taus = with_own({0.5, 1, 2, 4}, parameters_.tau);
      taus.erase(std::find(taus.begin(), taus.end(), parameters_.tau));
      taus.push_back(parameters_.tau);
    }
    for (const double tau : taus) {
      for (std::size_t s = 0; s < seed_count; ++s) searches_.push_back({tau, parameters_.seed + s});
    }
  }

  Result<JobStatus> step() override {
    if (searched_ < searches_.size()) return search_step();
    if (drawn_ < partitions_.size()) return draw_step();
    if (!done_) return judge_step();
    return JobStatus{true, 1, "Done"};
  }

  std::string result_json() override { return to_json(result_); }

 private:
  struct Search {
    double tau;
    std::uint64_t seed;
  };

  [[nodiscard]] bool by_column() const { return parameters_.partition == PartitionSource::attribute; }
  [[nodiscard]] bool by_directions() const { return parameters_.partition == PartitionSource::directions; }

  void add_partition(TriedPartition partition) {
    partition.scores = subdomain_scores(partition.labeling.labels, partition.labeling.groups, source_->input.scores);
    partitions_.push_back(std::move(partition));
  }

  void add_column_partition() {
    TriedPartition only;
    only.tau = parameters_.tau;
    only.seed = parameters_.seed;
    only.labeling = column_labeling(source_->input.attribute_values);
    only.k = only.labeling.groups;
    add_partition(std::move(only));
  }

  /// All k of one tau and seed.
  Result<JobStatus> search_step() {
    const Search& search = searches_[searched_];
    if (!induced_ && !directions_) {
      AnalysisParameters changed = parameters_;
      changed.seed = search.seed;
      if (by_directions()) {
        directions_ = std::make_unique<DirectionPartitionJob>(cache_, dataset_, result_.benchmark, source_, changed);
      } else {
        auto created = InducedPartitionJob::create(cache_, source_, source_key_, search.tau, changed,
                                                   Keep::partitions_and_affinity);
        if (!created) return created.error();
        induced_ = std::move(*created);
      }
    }
    auto status = induced_ ? induced_->step() : directions_->step();
    if (!status) return status;
    const double share = (real(searched_) + status->progress) / real(searches_.size());
    const std::string stage = "Partitions of setting " + std::to_string(searched_ + 1) + " of " +
                              std::to_string(searches_.size()) + ": " + status->stage;
    if (status->done) take_partitions(search);
    return JobStatus{false, share_of_partitions * share, stage};
  }

  void take_partitions(const Search& search) {
    const std::vector<SweptPartition>& swept = induced_ ? induced_->sweep().partitions : directions_->partitions();
    const std::size_t chosen = swept[induced_ ? induced_->chosen() : directions_->chosen()].k;
    // Items that are all alike are one subdomain, as in the analysis.
    const bool all_alike = induced_ && 1 - induced_->embedding().mean_similarity < 1e-9;
    for (const SweptPartition& partition : swept) {
      const auto shift = static_cast<int>(partition.k) - static_cast<int>(chosen);
      if (std::abs(shift) > largest_shift) continue;
      TriedPartition tried;
      tried.tau = search.tau;
      tried.seed = search.seed;
      tried.k = partition.k;
      tried.k_shift = shift;
      tried.labeling = all_alike  ? Labeling{std::vector<std::uint32_t>(source_->input.items.size(), 0), 1}
                       : induced_ ? partition.labeling
                                  : directions_->on_used_items(partition);
      add_partition(std::move(tried));
    }
    induced_.reset();
    directions_.reset();
    ++searched_;
  }

  Result<JobStatus> draw_step() {
    const std::size_t items = std::max<std::size_t>(1, source_->input.items.size());
    for (std::size_t left = std::max<std::size_t>(1, drawn_items_per_step / items);
         left > 0 && drawn_ < partitions_.size(); --left) {
      TriedPartition& partition = partitions_[drawn_];
      if (partition.labeling.groups < 2 || draw_ == draws_) {
        ++drawn_;
        draw_ = 0;
        continue;
      }
      // The same shuffles in every setting: what differs is the setting alone.
      const auto accuracies =
          shuffled_accuracies(partition.labeling, source_->input.scores, parameters_.seed, std::uint64_t{draw_});
      partition.shuffled.insert(partition.shuffled.end(), accuracies.begin(), accuracies.end());
      ++draw_;
    }
    const double share = (real(drawn_) + real(draw_) / real(draws_)) / real(partitions_.size());
    return JobStatus{false, share_of_partitions + (share_of_draws - share_of_partitions) * share,
                     "Shuffled scores, partition " + std::to_string(std::min(drawn_ + 1, partitions_.size())) + " of " +
                         std::to_string(partitions_.size())};
  }

  [[nodiscard]] RobustnessSetting setting_of(const TriedPartition& partition, double bandwidth) const {
    RobustnessSetting setting;
    setting.tau = partition.tau;
    setting.bandwidth = bandwidth;
    setting.seed = partition.seed;
    setting.k = partition.k;
    setting.k_shift = partition.k_shift;
    const std::optional<double> observed = harmony(partition.scores, bandwidth);
    if (!observed) return setting;
    setting.harmony = *observed;
    const NullDistribution null =
        null_distribution(harmony_of_draws(partition.scores.weights, partition.shuffled, draws_, bandwidth), *observed);
    setting.chance = null.mean;
    setting.p_value = null.p_value;
    setting.conclusion = null.p_value < level ? Conclusion::below_chance : Conclusion::like_chance;
    return setting;
  }

  Result<JobStatus> judge_step() {
    if (judged_ == 0) start_judging();
    std::size_t harmonies = 0;
    while (judged_ < partitions_.size() && harmonies < harmonies_per_step) {
      for (const double bandwidth : bandwidths_) {
        result_.settings.push_back(setting_of(partitions_[judged_], bandwidth));
        harmonies += draws_;
      }
      ++judged_;
    }
    done_ = judged_ == partitions_.size();
    if (done_) summarise(result_);
    const double share = real(judged_) / real(partitions_.size());
    return JobStatus{done_, share_of_draws + (1 - share_of_draws) * share, "HARMONY of all settings"};
  }

  void start_judging() {
    std::sort(partitions_.begin(), partitions_.end(), [](const TriedPartition& a, const TriedPartition& b) {
      if (a.tau != b.tau) return a.tau < b.tau;
      return a.seed != b.seed ? a.seed < b.seed : a.k_shift < b.k_shift;
    });
    const auto own = std::find_if(partitions_.begin(), partitions_.end(), [this](const TriedPartition& partition) {
      return partition.tau == parameters_.tau && partition.seed == parameters_.seed && partition.k_shift == 0;
    });
    const double bandwidth = parameters_.bandwidth > 0 ? parameters_.bandwidth : bandwidth_from_data(own->scores);
    result_.base = setting_of(*own, bandwidth);
    bandwidths_ = with_own({0.05, 0.1, 0.2}, bandwidth);
  }

  const Dataset& dataset_;
  std::shared_ptr<AnalysisCache> cache_;
  std::shared_ptr<const InputPart> source_;
  AnalysisParameters parameters_;
  std::string source_key_;
  std::size_t draws_;
  Robustness result_;
  std::vector<Search> searches_;
  std::size_t searched_ = 0;
  std::unique_ptr<InducedPartitionJob> induced_;
  std::unique_ptr<DirectionPartitionJob> directions_;
  std::vector<TriedPartition> partitions_;
  std::size_t drawn_ = 0;  // partitions
  std::size_t draw_ = 0;
  std::vector<double> bandwidths_;
  std::size_t judged_ = 0;  // partitions
  bool done_ = false;
};

template <class Value>
void summarise_by(Robustness& robustness, const char* parameter, Value value_of) {
  std::map<double, std::vector<const RobustnessSetting*>> groups;
  for (const RobustnessSetting& setting : robustness.settings) groups[value_of(setting)].push_back(&setting);
  for (const auto& [value, settings] : groups) {
    RobustnessSummary summary;
    summary.parameter = parameter;
    summary.value = value;
    summary.settings = settings.size();
    std::vector<double> harmonies;
    for (const RobustnessSetting* setting : settings) {
      summary.changed += setting->conclusion != robustness.base.conclusion ? 1 : 0;
      if (!std::isnan(setting->harmony)) harmonies.push_back(setting->harmony);
    }
    summary.median = median_of_present(harmonies);
    if (!harmonies.empty()) {
      const auto [low, high] = std::minmax_element(harmonies.begin(), harmonies.end());
      summary.low = *low;
      summary.high = *high;
    }
    robustness.by.push_back(summary);
  }
}

}  // namespace

void summarise(Robustness& robustness) {
  robustness.changed = 0;
  robustness.by.clear();
  for (const RobustnessSetting& setting : robustness.settings) {
    robustness.changed += setting.conclusion != robustness.base.conclusion ? 1 : 0;
  }
  summarise_by(robustness, "tau", [](const RobustnessSetting& setting) { return setting.tau; });
  summarise_by(robustness, "bandwidth", [](const RobustnessSetting& setting) { return setting.bandwidth; });
  summarise_by(robustness, "seed", [](const RobustnessSetting& setting) { return real(setting.seed); });
  summarise_by(robustness, "kShift",
               [](const RobustnessSetting& setting) { return static_cast<double>(setting.k_shift); });
}

Result<std::unique_ptr<StudyWork>> start_robustness(const StudyData& data, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the robustness check");
  RobustnessParameters parameters;
  read_index(reader, "benchmark", "benchmark", data.dataset.benchmarks.size(), parameters.benchmark);
  read_index(reader, "model", "model", data.dataset.models.size(), parameters.model);
  reader.integer("draws", 19, 10000, parameters.draws, "a whole number from 19 (fewer cannot give p < .05) to 10000");
  if (reader.failed()) return reader.error();
  auto analysis = read_analysis_parameters(reader);
  if (!analysis) return analysis.error();
  parameters.analysis = *analysis;
  auto cache = data.cache ? data.cache : std::make_shared<AnalysisCache>();
  auto source = obtain_input(*cache, data.dataset, parameters.benchmark, parameters.model, parameters.analysis, true);
  if (!source) return source.error();
  return std::unique_ptr<StudyWork>(
      std::make_unique<RobustnessWork>(data.dataset, parameters, std::move(cache), std::move(*source)));
}

}  // namespace harmonograph
