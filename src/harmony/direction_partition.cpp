#include "harmony/direction_partition.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "harmony/angle_affinity.hpp"
#include "irt/item_directions.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double share_of_fit = 0.7;  // of the work, for the progress shown

std::uint64_t bytes_of(const Matrix& matrix) {
  return std::uint64_t{matrix.rows()} * matrix.columns() * sizeof(double);
}

std::string fit_key(std::size_t benchmark, const AnalysisParameters& parameters) {
  return "directions/" + std::to_string(benchmark) + "/" + std::to_string(parameters.dimensions);
}

std::string groups_key(const std::string& fit, const std::vector<std::size_t>& counts,
                       const AnalysisParameters& parameters) {
  std::string key =
      fit + "/seed " + std::to_string(parameters.seed) + "/starts " + std::to_string(parameters.starts) + "/k";
  for (const std::size_t k : counts) key += " " + std::to_string(k);
  return key;
}

}  // namespace

Result<void> check_directions(const Benchmark& benchmark) {
  const std::size_t models = models_with_scores(benchmark).size();
  if (models < fewest_direction_models) {
    return Error{ErrorCode::too_few_models,
                 "Directions of discrimination need at least " + std::to_string(fewest_direction_models) +
                     " models with scores on \"" + benchmark.name + "\"; there " +
                     (models == 1 ? "is 1." : "are " + std::to_string(models) + "."),
                 "", 0, "Add results of more models, or choose another partition."};
  }
  std::size_t items = 0;
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
      if (std::isnan(benchmark.scores(m, i))) continue;
      ++items;
      break;
    }
  }
  if (items < fewest_direction_items) {
    return Error{ErrorCode::too_few_items,
                 "Directions of discrimination need at least " + std::to_string(fewest_direction_items) +
                     " items with scores; \"" + benchmark.name + "\" has " + std::to_string(items) + ".",
                 "", 0, "Add files with more items of this benchmark, or choose another partition."};
  }
  return {};
}

std::uint64_t DirectionFitPart::bytes() const {
  std::uint64_t total = bytes_of(fit.slopes) + bytes_of(fit.item_covariances) + bytes_of(fit.abilities) +
                        bytes_of(fit.ability_covariances) + bytes_of(slopes);
  total += std::uint64_t{fit.intercepts.size() + fit.guessing.size()} * sizeof(double);
  total += std::uint64_t{items.size() + position.size()} * sizeof(std::size_t);
  total += std::uint64_t{fit.item_groups.size()} * sizeof(std::uint32_t) + informative.size();
  return total;
}

struct DirectionPartitionJob::State {
  std::shared_ptr<AnalysisCache> cache;
  const Dataset& dataset;
  std::size_t benchmark;
  std::shared_ptr<const InputPart> source;
  AnalysisParameters parameters;
  std::shared_ptr<const DirectionFitPart> fit;
  std::shared_ptr<const SweepPart> sweep;
  std::string key;
  std::vector<std::size_t> counts;

  ResponseSet responses;
  std::unique_ptr<VariationalEstimation> estimation;
  std::shared_ptr<SweepPart> growing;

  State(std::shared_ptr<AnalysisCache> used_cache, const Dataset& data, std::size_t benchmark_index,
        std::shared_ptr<const InputPart> prepared, const AnalysisParameters& asked)
      : cache(std::move(used_cache)),
        dataset(data),
        benchmark(benchmark_index),
        source(std::move(prepared)),
        parameters(asked) {
    if (auto found = cache->find<DirectionFitPart>(fit_key(benchmark, parameters))) take_fit(std::move(found));
  }

  void take_fit(std::shared_ptr<const DirectionFitPart> found) {
    fit = std::move(found);
    counts = cluster_counts(parameters, fit->items.size());
    key = groups_key(fit_key(benchmark, parameters), counts, parameters);
    sweep = cache->find<SweepPart>(key);
  }

  Result<JobStatus> step() {
    if (sweep) return JobStatus{true, 1, "Directions of items"};
    return fit ? group_step() : fit_step();
  }

  Result<JobStatus> fit_step() {
    if (!estimation) {
      auto collected = collect_responses(dataset, {static_cast<std::uint32_t>(benchmark)}, false);
      if (!collected) return collected.error();
      responses = std::move(*collected);
      VariationalOptions options;
      options.dimensions = parameters.dimensions;
      auto created = VariationalEstimation::create(responses.responses, std::move(options));
      if (!created) return created.error();
      estimation = std::move(*created);
    }
    auto status = estimation->step();
    if (!status) return status;
    if (status->done) keep_fit();
    return JobStatus{false, share_of_fit * status->progress, "Abilities and slopes: " + status->stage};
  }

  void keep_fit() {
    auto part = std::make_shared<DirectionFitPart>();
    part->fit = estimation->take_result();
    part->notes = std::move(responses.notes);
    part->position.assign(dataset.benchmarks[benchmark].item_count(), responses.items.size());
    for (std::size_t place = 0; place < responses.items.size(); ++place) {
      part->items.push_back(responses.items[place].item);
      part->position[responses.items[place].item] = place;
    }
    const ItemDirections directions(part->fit);
    part->slopes = Matrix(directions.items(), directions.dimensions());
    for (std::size_t i = 0; i < directions.items(); ++i) {
      const auto slope = directions.slope(i);
      std::copy(slope.begin(), slope.end(), part->slopes.row(i).begin());
      part->informative.push_back(directions.informative(i) ? 1 : 0);
    }
    estimation.reset();
    responses = {};
    cache->keep<DirectionFitPart>(fit_key(benchmark, parameters), part);
    take_fit(std::move(part));
  }

  /// One k a step.
  Result<JobStatus> group_step() {
    if (!growing) growing = std::make_shared<SweepPart>();
    const std::size_t k = counts[growing->partitions.size()];
    SweptPartition partition;
    partition.k = k;
    partition.silhouette = missing;
    if (k < 2) {
      partition.labeling = Labeling{std::vector<std::uint32_t>(fit->items.size(), 0), 1};
    } else {
      auto groups = direction_groups(fit->fit, {k, k, parameters.starts, parameters.seed});
      if (!groups) return groups.error();
      partition.labeling = Labeling{std::move(groups->labels), groups->k};
      if (groups->k >= 2) partition.silhouette = groups->silhouettes.front();
    }
    growing->partitions.push_back(std::move(partition));
    const double share = real(growing->partitions.size()) / real(counts.size());
    if (growing->partitions.size() == counts.size()) {
      sweep = std::move(growing);
      cache->keep<SweepPart>(key, sweep);
    }
    return JobStatus{sweep != nullptr, share_of_fit + (1 - share_of_fit) * share,
                     "Groups of directions, k = " + std::to_string(k)};
  }
};

DirectionPartitionJob::DirectionPartitionJob(std::shared_ptr<AnalysisCache> cache, const Dataset& dataset,
                                             std::size_t benchmark, std::shared_ptr<const InputPart> source,
                                             const AnalysisParameters& parameters)
    : state_(std::make_unique<State>(std::move(cache), dataset, benchmark, std::move(source), parameters)) {}
DirectionPartitionJob::~DirectionPartitionJob() = default;

Result<JobStatus> DirectionPartitionJob::step() {
  return state_->step();
}

bool DirectionPartitionJob::done() const {
  return state_->sweep != nullptr;
}

const DirectionFitPart& DirectionPartitionJob::fit() const {
  return *state_->fit;
}

const std::vector<SweptPartition>& DirectionPartitionJob::partitions() const {
  return state_->sweep->partitions;
}

std::size_t DirectionPartitionJob::chosen() const {
  return chosen_partition(partitions(), state_->parameters);
}

Labeling DirectionPartitionJob::on_used_items(const SweptPartition& partition) const {
  std::vector<std::uint32_t> labels;
  for (const std::size_t item : state_->source->input.items) {
    labels.push_back(partition.labeling.labels[fit().position[item]]);
  }
  return canonical_labeling(labels);
}

const std::string& DirectionPartitionJob::key() const {
  return state_->key;
}

std::shared_ptr<AffinityPart> DirectionPartitionJob::affinity() const {
  const std::vector<std::size_t>& items = state_->source->input.items;
  Matrix slopes(items.size(), fit().slopes.columns());
  for (std::size_t r = 0; r < items.size(); ++r) {
    const auto slope = fit().slopes.row(fit().position[items[r]]);
    std::copy(slope.begin(), slope.end(), slopes.row(r).begin());
  }
  auto part = std::make_shared<AffinityPart>();
  part->source = state_->source;
  part->matrix = std::make_unique<AngleAffinity>(std::move(slopes));
  return part;
}

std::size_t DirectionPartitionJob::uninformative() const {
  std::size_t count = 0;
  for (const std::size_t item : state_->source->input.items) {
    count += fit().informative[fit().position[item]] == 0 ? 1 : 0;
  }
  return count;
}

}  // namespace harmonograph
