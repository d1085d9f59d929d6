#include "harmony/partition_sources.hpp"

#include <algorithm>

#include "harmony/analysis.hpp"
#include "harmony/available_partitions.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double share_of_analysis = 0.4;  // of the work on one partition that is also tested for stability

/// The parameters of one available partition.
AnalysisParameters with_source(AnalysisParameters parameters, const std::string& name) {
  parameters.detail = false;
  parameters.bootstrap_draws = 0;  // not shown
  set_partition(name, parameters);
  return parameters;
}

bool has_few_levels(const Benchmark& benchmark, const std::string& column) {
  const auto found = std::find_if(benchmark.attributes.begin(), benchmark.attributes.end(),
                                  [&](const ItemAttribute& attribute) { return attribute.name == column; });
  if (found == benchmark.attributes.end()) return false;
  const std::size_t levels = level_count(found->values);
  return levels >= 2 && levels <= most_compared_levels;
}

std::optional<AuditRow> best_of_kind(const std::vector<AuditRow>& rows, const std::string& kind) {
  const AuditRow* best = nullptr;
  const auto excess = [](const AuditRow& row) { return row.mutual_information - row.baseline; };
  for (const AuditRow& row : rows) {
    if (row.kind == kind && (best == nullptr || excess(row) > excess(*best))) best = &row;
  }
  return best == nullptr ? std::nullopt : std::optional<AuditRow>(*best);
}

/// Several models make the partition together.
bool made_by_models(PartitionSource source) {
  return source == PartitionSource::similarity_shared || source == PartitionSource::responses ||
         source == PartitionSource::directions;
}

std::string why_not_split(PartitionSource source) {
  switch (source) {
    case PartitionSource::attribute: return "The column is what it is, whatever the models.";
    case PartitionSource::texts: return "The texts are what they are, whatever the models.";
    case PartitionSource::vectors: return "The vectors are what they are, whatever the models.";
    default: return "It is made by this model alone.";
  }
}

}  // namespace

struct PartitionSources::State {
  const Dataset& dataset;
  std::shared_ptr<AnalysisCache> cache;
  PartitionSourcesResult result;
  std::size_t place = 0;
  std::unique_ptr<HarmonyAnalysis> analysis;
  std::unique_ptr<HalvesStabilityJob> halves;

  State(const Dataset& data, std::shared_ptr<AnalysisCache> used_cache) : dataset(data), cache(std::move(used_cache)) {}

  Result<JobStatus> step() {
    if (place == result.partitions.size()) return JobStatus{true, 1, "Done"};
    ComparedPartition& row = result.partitions[place];
    const bool splits = made_by_models(row.parameters.partition);
    double inside = 0;
    Result<void> outcome = halves ? halves_step(row, inside) : analysis_step(row, splits, inside);
    if (!outcome) {
      row.error = outcome.error();
      next();
      inside = 0;
    }
    const double count = real(result.partitions.size());
    return JobStatus{place == result.partitions.size(), (real(place) + inside) / count,
                     "Partition " + std::to_string(std::min(place + 1, result.partitions.size())) + " of " +
                         std::to_string(result.partitions.size())};
  }

  void next() {
    analysis.reset();
    halves.reset();
    ++place;
  }

  Result<void> analysis_step(ComparedPartition& row, bool splits, double& inside) {
    if (!analysis) {
      auto created = HarmonyAnalysis::create(dataset, result.benchmark, result.model, row.parameters, cache);
      if (!created) return created.error();
      analysis = std::move(*created);
    }
    auto status = analysis->step();
    if (!status) return status.error();
    inside = (splits ? share_of_analysis : 1) * status->progress;
    if (!status->done) return {};
    take(row, analysis->take_result());
    inside = 0;
    if (!splits) {
      row.stability_reason = why_not_split(row.parameters.partition);
      next();
      return {};
    }
    auto source = obtain_input(*cache, dataset, result.benchmark, result.model, row.parameters, false);
    if (!source) return source.error();
    analysis.reset();
    halves = std::make_unique<HalvesStabilityJob>(dataset, result.benchmark, result.model, row.parameters,
                                                  std::move(*source), row.k);
    inside = share_of_analysis;
    return {};
  }

  static void take(ComparedPartition& row, HarmonyResult found) {
    row.parameters = found.parameters;
    row.items = found.items;
    row.k = found.k;
    row.harmony = found.harmony;
    if (found.null_distribution) row.null_p_value = found.null_distribution->p_value;
    row.agreement = std::move(found.audit.rows);
    row.best_label = best_of_kind(row.agreement, "label");
    row.best_artefact = best_of_kind(row.agreement, "artefact");
  }

  Result<void> halves_step(ComparedPartition& row, double& inside) {
    auto status = halves->step();
    if (!status) return status.error();
    inside = share_of_analysis + (1 - share_of_analysis) * status->progress;
    if (!status->done) return {};
    row.stability = halves->result();
    row.stability_reason = halves->reason();
    next();
    inside = 0;
    return {};
  }
};

PartitionSources::PartitionSources(std::unique_ptr<State> state) : state_(std::move(state)) {}
PartitionSources::~PartitionSources() = default;

Result<std::unique_ptr<PartitionSources>> PartitionSources::create(const Dataset& dataset, std::size_t benchmark,
                                                                   std::size_t model,
                                                                   const AnalysisParameters& parameters,
                                                                   std::shared_ptr<AnalysisCache> cache) {
  auto available = available_partitions(dataset, benchmark, model);
  if (!available) return available.error();
  auto state = std::make_unique<State>(dataset, cache ? std::move(cache) : std::make_shared<AnalysisCache>());
  state->result.benchmark = benchmark;
  state->result.model = model;
  for (const std::string& name : *available) {
    ComparedPartition row;
    row.parameters = with_source(parameters, name);
    if (row.parameters.partition == PartitionSource::attribute &&
        !has_few_levels(dataset.benchmarks[benchmark], row.parameters.attribute)) {
      continue;
    }
    state->result.partitions.push_back(std::move(row));
  }
  return std::unique_ptr<PartitionSources>(new PartitionSources(std::move(state)));
}

Result<JobStatus> PartitionSources::step() {
  return state_->step();
}

PartitionSourcesResult PartitionSources::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
