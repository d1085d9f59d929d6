#include "harmony/sensitivity.hpp"

#include <cmath>
#include <map>

#include "cluster/kmeans.hpp"
#include "harmony/analysis_input.hpp"
#include "harmony/induced_partition.hpp"
#include "stats/agreement.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double bandwidths[] = {0.05, 0.1, 0.15, 0.2, 0.25, 0.5};
constexpr double taus[] = {0.5, 1, 2, 4};
constexpr std::size_t seed_count = 5;

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace

struct SensitivityAnalysis::State {
  AnalysisInput input;
  SensitivityResult result;
  std::unique_ptr<DivergenceFeatures> features;
  std::unique_ptr<InducedPartitionJob> main;
  std::unique_ptr<InducedPartitionJob> other;
  std::unique_ptr<PartitionSweepJob> sweep;
  bool main_done = false;
  double bandwidth = 0;
  Labeling labeling;
  std::size_t tau_place = 0;
  std::size_t seed_place = 0;
  bool done = false;

  explicit State(AnalysisInput prepared) : input(std::move(prepared)) {
    if (input.features) {
      features = std::make_unique<DivergenceFeatures>(std::move(*input.features));
      input.features.reset();
    }
  }

  [[nodiscard]] SubdomainScores scores_of(const Labeling& partition) const {
    return subdomain_scores(partition.labels, partition.groups, input.scores);
  }

  void sweep_bandwidths() {
    const SubdomainScores scores = scores_of(labeling);
    bandwidth = input.parameters.bandwidth > 0 ? input.parameters.bandwidth : bandwidth_from_data(scores);
    for (const double b : bandwidths) {
      result.bandwidth.push_back({b, harmony(scores, b), harmony_of_sizes(scores.weights)});
    }
  }

  Result<JobStatus> step() {
    if (done) return JobStatus{true, 1, "Done"};
    if (input.parameters.partition == PartitionSource::attribute) {
      std::map<std::string, std::uint32_t> levels;
      std::vector<std::uint32_t> labels;
      for (const std::string& value : input.attribute_values) {
        labels.push_back(levels.emplace(value, static_cast<std::uint32_t>(levels.size())).first->second);
      }
      labeling = canonical_labeling(labels);
      sweep_bandwidths();
      done = true;
      return JobStatus{true, 1, "Done"};
    }
    if (!main_done) return main_step();
    if (seed_place < seed_count) return seed_step();
    if (tau_place < std::size(taus)) return tau_step();
    done = true;
    return JobStatus{true, 1, "Done"};
  }

  Result<JobStatus> main_step() {
    if (!main) {
      auto created = InducedPartitionJob::create(*features, input.parameters.tau, input.parameters);
      if (!created) return created.error();
      main = std::move(*created);
    }
    auto status = main->step();
    if (!status) return status;
    if (status->done) {
      const auto& partitions = main->partitions();
      labeling = partitions[main->chosen()].labeling;
      sweep_bandwidths();
      for (const SweptPartition& partition : partitions) {
        result.subdomains.push_back(
            {partition.k, finite(partition.silhouette), harmony(scores_of(partition.labeling), bandwidth)});
      }
      main_done = true;
    }
    return JobStatus{false, 0.2 * status->progress, status->stage};
  }

  /// The same eigenvectors, k-means from another seed.
  Result<JobStatus> seed_step() {
    const std::uint64_t seed = input.parameters.seed + seed_place;
    if (!sweep) {
      SweepOptions options{cluster_counts(input.parameters, input.items.size()), input.parameters.starts, seed,
                           input.parameters.silhouette == SilhouetteDistance::divergence};
      sweep = std::make_unique<PartitionSweepJob>(main->affinity(), *features, main->embedding(), options);
    }
    auto status = sweep->step();
    if (!status) return status;
    if (status->done) {
      const auto partitions = sweep->take_result();
      const SweptPartition& chosen = partitions[chosen_partition(partitions, input.parameters)];
      result.seeds.push_back({seed, chosen.labeling.groups, harmony(scores_of(chosen.labeling), bandwidth),
                              adjusted_rand_index(labeling.labels, chosen.labeling.labels)});
      sweep.reset();
      ++seed_place;
    }
    return JobStatus{false, 0.2 + 0.4 * real(seed_place) / real(seed_count), "Seed " + std::to_string(seed)};
  }

  Result<JobStatus> tau_step() {
    const double tau = taus[tau_place];
    InducedPartitionJob* job = main.get();
    if (tau != input.parameters.tau) {
      if (!other) {
        auto created = InducedPartitionJob::create(*features, tau, input.parameters);
        if (!created) return created.error();
        other = std::move(*created);
      }
      job = other.get();
      auto status = job->step();
      if (!status) return status;
      if (!status->done) {
        return JobStatus{false, 0.6 + 0.4 * (real(tau_place) + status->progress) / real(std::size(taus)),
                         "tau = " + std::to_string(tau).substr(0, 3)};
      }
    }
    const SweptPartition& chosen = job->partitions()[job->chosen()];
    result.tau.push_back(
        {tau, chosen.labeling.groups, harmony(scores_of(chosen.labeling), bandwidth), finite(chosen.silhouette)});
    other.reset();
    ++tau_place;
    return JobStatus{false, 0.6 + 0.4 * real(tau_place) / real(std::size(taus)), "tau"};
  }
};

SensitivityAnalysis::SensitivityAnalysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
SensitivityAnalysis::~SensitivityAnalysis() = default;

Result<std::unique_ptr<SensitivityAnalysis>> SensitivityAnalysis::create(const Dataset& dataset, std::size_t benchmark,
                                                                         std::size_t model,
                                                                         const AnalysisParameters& parameters) {
  auto input = prepare_analysis(dataset, benchmark, model, parameters);
  if (!input) return input.error();
  return std::unique_ptr<SensitivityAnalysis>(new SensitivityAnalysis(std::make_unique<State>(std::move(*input))));
}

Result<JobStatus> SensitivityAnalysis::step() {
  return state_->step();
}

SensitivityResult SensitivityAnalysis::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
