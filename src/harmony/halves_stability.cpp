#include "harmony/halves_stability.hpp"

#include <algorithm>
#include <numeric>

#include "cluster/kmeans.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "harmony/direction_partition.hpp"
#include "harmony/induced_partition.hpp"
#include "irt/item_directions.hpp"
#include "irt/response_data.hpp"
#include "irt/variational_estimator.hpp"
#include "stats/agreement.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::uint64_t halves_streams = 5'000'000'000;
constexpr std::size_t most_compared_directions = 4'000;

/// A partition that one half of the models makes.
struct HalfPartition {
  std::vector<std::size_t> items;  // indices in the benchmark, ascending
  std::vector<std::uint32_t> labels;
};

/// The fewest models in a half that can make a partition at all.
std::size_t fewest_in_half(PartitionSource source) {
  switch (source) {
    case PartitionSource::similarity_shared: return 2;
    case PartitionSource::responses: return 3;
    case PartitionSource::directions: return fewest_direction_models / 2;
    default: return 0;
  }
}

}  // namespace

struct HalvesStabilityJob::State {
  const Dataset& dataset;
  const Benchmark& benchmark;
  std::size_t benchmark_index;
  std::size_t model;
  AnalysisParameters parameters;
  std::shared_ptr<const InputPart> source;
  std::size_t k;
  std::vector<std::size_t> models;  // to be split
  std::optional<HalvesStability> result;
  std::string reason;
  bool done = false;

  ResponseSet all;                   // directions only
  std::vector<std::size_t> columns;  // of all, that are compared

  std::size_t split = 0;
  bool second = false;
  std::optional<HalfPartition> first_half;
  double total = 0;
  std::size_t made = 0;

  // The half under way
  std::shared_ptr<const InputPart> half_input;
  std::unique_ptr<InducedPartitionJob> induced;
  ResponseData half_responses;
  std::vector<std::size_t> half_items;
  std::unique_ptr<VariationalEstimation> estimation;

  State(const Dataset& data, std::size_t benchmark_at, std::size_t analysed, const AnalysisParameters& asked,
        std::shared_ptr<const InputPart> prepared, std::size_t subdomains)
      : dataset(data),
        benchmark(data.benchmarks[benchmark_at]),
        benchmark_index(benchmark_at),
        model(analysed),
        parameters(asked),
        source(std::move(prepared)),
        k(subdomains) {
    parameters.subdomains = static_cast<std::uint32_t>(k);
    parameters.largest_k = 2;  // no other k is looked at
    models = parameters.partition == PartitionSource::similarity_shared
                 ? models_with_choices(benchmark, parameters.choices)
                 : models_with_scores(benchmark);
    const std::size_t fewest = fewest_in_half(parameters.partition);
    if (k < 2) {
      end("There is one subdomain only.");
    } else if (models.size() < 2 * fewest) {
      end("Needs at least " + std::to_string(2 * fewest) + " models to be split into two halves; there " +
          (models.size() == 1 ? "is 1." : "are " + std::to_string(models.size()) + "."));
    } else if (parameters.partition == PartitionSource::directions) {
      collect();
    }
  }

  void end(std::string why) {
    reason = std::move(why);
    done = true;
  }

  void collect() {
    auto collected = collect_responses(dataset, {static_cast<std::uint32_t>(benchmark_index)}, false);
    if (!collected) return end(collected.error().message);
    all = std::move(*collected);
    const std::vector<std::size_t>& used = source->input.items;
    std::vector<std::size_t> kept;
    for (std::size_t column = 0; column < all.items.size(); ++column) {
      if (std::binary_search(used.begin(), used.end(), std::size_t{all.items[column].item})) kept.push_back(column);
    }
    const std::size_t stride = (kept.size() + most_compared_directions - 1) / most_compared_directions;
    for (std::size_t i = 0; i < kept.size(); i += std::max<std::size_t>(1, stride)) columns.push_back(kept[i]);
  }

  [[nodiscard]] std::vector<std::size_t> half() const {
    std::vector<std::size_t> order = models;
    Random random(parameters.seed, halves_streams + split);
    random.shuffle(std::span<std::size_t>(order));
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
    std::vector<std::size_t> chosen(second ? middle : order.begin(), second ? order.end() : middle);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  Result<JobStatus> step() {
    if (done) return JobStatus{true, 1, "Stability over halves of the models"};
    auto inside = parameters.partition == PartitionSource::directions ? directions_step() : induced_step();
    if (!inside) {  // this half cannot be partitioned: its split does not count
      if (reason.empty()) reason = "A half of the models makes no partition: " + inside.error().message;
      next_split();
      inside = JobStatus{false, 0, ""};
    }
    const double halves = real(2 * split + (second ? 1 : 0)) + inside->progress;
    return JobStatus{done, std::min(1.0, halves / real(2 * halves_splits)), "Stability over halves of the models"};
  }

  void next_split() {
    induced.reset();
    half_input.reset();
    estimation.reset();
    first_half.reset();
    second = false;
    if (++split < halves_splits) return;
    done = true;
    if (made == 0) return;
    result = HalvesStability{total / real(made), made, models.size()};
    reason.clear();
  }

  void take(HalfPartition partition) {
    induced.reset();
    half_input.reset();
    estimation.reset();
    if (!second) {
      first_half = std::move(partition);
      second = true;
      return;
    }
    std::vector<std::uint32_t> one;
    std::vector<std::uint32_t> other;
    std::size_t place = 0;
    for (std::size_t i = 0; i < first_half->items.size(); ++i) {
      while (place < partition.items.size() && partition.items[place] < first_half->items[i]) ++place;
      if (place == partition.items.size()) break;
      if (partition.items[place] != first_half->items[i]) continue;
      one.push_back(first_half->labels[i]);
      other.push_back(partition.labels[place]);
    }
    if (one.size() >= fewest_items) {
      total += adjusted_rand_index(one, other);
      ++made;
    } else if (reason.empty()) {
      reason = "The halves of the models have too few items in common.";
    }
    next_split();
  }

  Result<JobStatus> induced_step() {
    if (!induced) {
      const std::vector<std::size_t> chosen = half();
      auto input = prepare_analysis(dataset, benchmark_index, model, parameters, &chosen);
      if (!input) return input.error();
      auto part = std::make_shared<InputPart>();
      part->input = std::move(*input);
      half_input = std::move(part);
      auto created = InducedPartitionJob::create(std::make_shared<AnalysisCache>(), half_input, "half", parameters.tau,
                                                 parameters, Keep::nothing);
      if (!created) return created.error();
      induced = std::move(*created);
    }
    auto status = induced->step();
    if (!status || !status->done) return status;
    take({half_input->input.items, induced->sweep().partitions[induced->chosen()].labeling.labels});
    return JobStatus{false, 0, ""};
  }

  Result<JobStatus> directions_step() {
    if (!estimation) {
      if (auto started = start_fit(); !started) return started.error();
    }
    auto status = estimation->step();
    if (!status || !status->done) return status;
    auto groups = direction_groups(estimation->take_result(), {k, k, parameters.starts, parameters.seed});
    if (!groups) return groups.error();
    take({half_items, std::move(groups->labels)});
    return JobStatus{false, 0, ""};
  }

  /// Items that nobody of the half answered have no direction there and are left out.
  Result<void> start_fit() {
    std::vector<std::size_t> rows;
    const std::vector<std::size_t> chosen = half();
    for (std::size_t row = 0; row < all.models.size(); ++row) {
      if (std::binary_search(chosen.begin(), chosen.end(), std::size_t{all.models[row]})) rows.push_back(row);
    }
    std::vector<std::size_t> answered;
    for (const std::size_t column : columns) {
      if (std::any_of(rows.begin(), rows.end(), [&](std::size_t row) { return all.responses.observed(row, column); })) {
        answered.push_back(column);
      }
    }
    half_responses = ResponseData(rows.size(), answered.size());
    half_items.clear();
    for (std::size_t i = 0; i < answered.size(); ++i) {
      half_items.push_back(all.items[answered[i]].item);
      for (std::size_t m = 0; m < rows.size(); ++m) half_responses.set(m, i, all.responses.at(rows[m], answered[i]));
    }
    VariationalOptions options;
    options.dimensions = parameters.dimensions;
    auto created = VariationalEstimation::create(half_responses, std::move(options));
    if (!created) return created.error();
    estimation = std::move(*created);
    return {};
  }
};

HalvesStabilityJob::HalvesStabilityJob(const Dataset& dataset, std::size_t benchmark, std::size_t model,
                                       const AnalysisParameters& parameters, std::shared_ptr<const InputPart> source,
                                       std::size_t k)
    : state_(std::make_unique<State>(dataset, benchmark, model, parameters, std::move(source), k)) {}
HalvesStabilityJob::~HalvesStabilityJob() = default;

Result<JobStatus> HalvesStabilityJob::step() {
  return state_->step();
}

const std::optional<HalvesStability>& HalvesStabilityJob::result() const {
  return state_->result;
}

const std::string& HalvesStabilityJob::reason() const {
  return state_->reason;
}

}  // namespace harmonograph
