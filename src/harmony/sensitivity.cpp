#include "harmony/sensitivity.hpp"

#include <cmath>

#include "harmony/column_partition.hpp"
#include "harmony/direction_partition.hpp"
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
  const Dataset& dataset;
  std::size_t benchmark;
  std::shared_ptr<AnalysisCache> cache;
  std::shared_ptr<const InputPart> source;
  const AnalysisInput& input;
  AnalysisParameters parameters;
  std::string source_key;
  SensitivityResult result;
  std::unique_ptr<InducedPartitionJob> main;
  std::unique_ptr<InducedPartitionJob> other;
  std::unique_ptr<DirectionPartitionJob> directions;
  double bandwidth = 0;
  Labeling labeling;
  bool main_done = false;
  std::size_t seed_place = 0;
  std::size_t tau_place = 0;
  bool done = false;

  State(const Dataset& data, std::size_t benchmark_index, std::shared_ptr<AnalysisCache> used_cache,
        std::shared_ptr<const InputPart> prepared, const AnalysisParameters& asked, std::string key)
      : dataset(data),
        benchmark(benchmark_index),
        cache(std::move(used_cache)),
        source(std::move(prepared)),
        input(source->input),
        parameters(asked),
        source_key(std::move(key)) {
    fill_starts(parameters, input.items.size());
  }

  void sweep_bandwidths(const SubdomainScores& scores) {
    bandwidth = parameters.bandwidth > 0 ? parameters.bandwidth : bandwidth_from_data(scores);
    for (const double b : bandwidths) {
      result.bandwidth.push_back({b, harmony(scores, b), harmony_of_sizes(scores.weights)});
    }
  }

  Result<JobStatus> step() {
    if (done) return JobStatus{true, 1, "Done"};
    if (parameters.partition == PartitionSource::attribute) {
      labeling = column_labeling(input.attribute_values);
      sweep_bandwidths(subdomain_scores(labeling.labels, labeling.groups, input.scores));
      done = true;
      return JobStatus{true, 1, "Done"};
    }
    if (parameters.partition == PartitionSource::directions) return directions_step();
    if (!main_done) return main_step();
    if (seed_place < seed_count) return seed_step();
    if (tau_place < std::size(taus)) return tau_step();
    done = true;
    return JobStatus{true, 1, "Done"};
  }

  /// One fit; the groups of its directions from every seed.
  Result<JobStatus> directions_step() {
    const std::uint64_t seed = parameters.seed + seed_place;
    if (!directions) {
      AnalysisParameters changed = parameters;
      changed.seed = seed;
      directions = std::make_unique<DirectionPartitionJob>(cache, dataset, benchmark, source, changed);
    }
    auto status = directions->step();
    if (!status) return status;
    const double share = (real(seed_place) + status->progress) / real(seed_count);
    if (status->done) {
      const std::vector<SweptPartition>& partitions = directions->partitions();
      const Labeling chosen = directions->on_used_items(partitions[directions->chosen()]);
      const SubdomainScores scores = subdomain_scores(chosen.labels, chosen.groups, input.scores);
      if (seed_place == 0) {
        labeling = chosen;
        sweep_bandwidths(scores);
        for (const SweptPartition& partition : partitions) {
          const Labeling used = directions->on_used_items(partition);
          result.subdomains.push_back({partition.k, finite(partition.silhouette),
                                       harmony(subdomain_scores(used.labels, used.groups, input.scores), bandwidth)});
        }
      }
      result.seeds.push_back(
          {seed, chosen.groups, harmony(scores, bandwidth), adjusted_rand_index(labeling.labels, chosen.labels)});
      directions.reset();
      done = ++seed_place == seed_count;
    }
    return JobStatus{done, share, "Seed " + std::to_string(seed)};
  }

  Result<std::unique_ptr<InducedPartitionJob>> job_with(double tau, std::uint64_t seed) const {
    AnalysisParameters changed = parameters;
    changed.seed = seed;
    // The next seeds need the operator of the tau asked for; those of other taus leave with their jobs.
    const Keep keep = tau == parameters.tau ? Keep::partitions_and_affinity : Keep::partitions;
    return InducedPartitionJob::create(cache, source, source_key, tau, changed, keep);
  }

  Result<JobStatus> main_step() {
    if (!main) {
      auto created = job_with(parameters.tau, parameters.seed);
      if (!created) return created.error();
      main = std::move(*created);
    }
    auto status = main->step();
    if (!status) return status;
    if (status->done) {
      const SweepPart& sweep = main->sweep();
      labeling = sweep.partitions[main->chosen()].labeling;
      sweep_bandwidths(main->scores()[main->chosen()]);
      for (std::size_t t = 0; t < sweep.partitions.size(); ++t) {
        const SweptPartition& partition = sweep.partitions[t];
        result.subdomains.push_back({partition.k, finite(partition.silhouette), harmony(main->scores()[t], bandwidth)});
      }
      main_done = true;
    }
    return JobStatus{false, 0.2 * status->progress, status->stage};
  }

  /// The same eigenvectors, k-means from another seed.
  Result<JobStatus> seed_step() {
    const std::uint64_t seed = parameters.seed + seed_place;
    if (!other) {
      auto created = job_with(parameters.tau, seed);
      if (!created) return created.error();
      other = std::move(*created);
    }
    auto status = other->step();
    if (!status) return status;
    const double part = status->progress;
    const JobStatus now{false, 0.2 + 0.4 * (real(seed_place) + part) / real(seed_count),
                        "Seed " + std::to_string(seed)};
    if (status->done) {
      const SweepPart& sweep = other->sweep();
      const Labeling& chosen = sweep.partitions[other->chosen()].labeling;
      result.seeds.push_back({seed, chosen.groups, harmony(other->scores()[other->chosen()], bandwidth),
                              adjusted_rand_index(labeling.labels, chosen.labels)});
      other.reset();
      ++seed_place;
    }
    return now;
  }

  Result<JobStatus> tau_step() {
    const double tau = taus[tau_place];
    if (!other) {
      auto created = job_with(tau, parameters.seed);
      if (!created) return created.error();
      other = std::move(*created);
    }
    auto status = other->step();
    if (!status) return status;
    const JobStatus now{false, 0.6 + 0.4 * (real(tau_place) + status->progress) / real(std::size(taus)),
                        "tau = " + std::to_string(tau).substr(0, 3)};
    if (status->done) {
      const SweptPartition& chosen = other->sweep().partitions[other->chosen()];
      result.tau.push_back({tau, chosen.labeling.groups, harmony(other->scores()[other->chosen()], bandwidth),
                            finite(chosen.silhouette)});
      other.reset();
      ++tau_place;
    }
    return now;
  }
};

SensitivityAnalysis::SensitivityAnalysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
SensitivityAnalysis::~SensitivityAnalysis() = default;

Result<std::unique_ptr<SensitivityAnalysis>> SensitivityAnalysis::create(const Dataset& dataset, std::size_t benchmark,
                                                                         std::size_t model,
                                                                         const AnalysisParameters& parameters,
                                                                         std::shared_ptr<AnalysisCache> cache) {
  if (!cache) cache = std::make_shared<AnalysisCache>();
  auto source = obtain_input(*cache, dataset, benchmark, model, parameters, true);
  if (!source) return source.error();
  return std::unique_ptr<SensitivityAnalysis>(new SensitivityAnalysis(std::make_unique<State>(
      dataset, benchmark, std::move(cache), std::move(*source), parameters, input_key(benchmark, model, parameters))));
}

Result<JobStatus> SensitivityAnalysis::step() {
  return state_->step();
}

SensitivityResult SensitivityAnalysis::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
