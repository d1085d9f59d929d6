#include "harmony/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text.hpp"
#include "harmony/audit.hpp"
#include "harmony/column_partition.hpp"
#include "harmony/direction_partition.hpp"
#include "harmony/halves_stability.hpp"
#include "harmony/induced_partition.hpp"
#include "harmony/partition_contents.hpp"
#include "harmony/resampling.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t drawn_items_per_step = 500'000;  // about 10 ms
/// The share of the work that is left when re-clustered draws follow, for the progress shown.
constexpr double share_before_reclustering = 0.15;

/// ".80", as the page writes values between 0 and 1.
std::string two_decimals(double value) {
  const std::string digits = std::to_string(std::round(value * 100) / 100).substr(0, 4);
  return digits.front() == '0' ? digits.substr(1) : digits;
}

/// What a step works on, in this order; a phase that does not apply is passed over at once.
enum class Phase { partition, halves, contents, null, bootstrap, reclustering, assembly, done };

}  // namespace

struct HarmonyAnalysis::State {
  const Dataset& dataset;
  const Benchmark& benchmark;
  std::shared_ptr<AnalysisCache> cache;
  std::shared_ptr<const InputPart> source;
  const AnalysisInput& input;
  AnalysisParameters parameters;
  std::string source_key;
  bool keep;
  HarmonyResult result;
  Phase phase = Phase::partition;
  bool worked = false;

  std::unique_ptr<InducedPartitionJob> induced;
  std::unique_ptr<DirectionPartitionJob> directions;
  std::unique_ptr<HalvesStabilityJob> halves;
  std::string key;  // of the chosen partition
  std::size_t asked_k = 0;
  Labeling labeling;
  std::shared_ptr<const PartitionPart> contents;
  std::unique_ptr<PartitionContentsJob> contents_job;

  std::shared_ptr<DrawsPart> draws;  // being extended
  std::shared_ptr<ReclusteredDrawsPart> reclustered;
  bool drew_reclustered = false;
  std::unique_ptr<ReclusteredDraw> draw_job;

  State(const Dataset& data, std::size_t benchmark_index, std::size_t model, const AnalysisParameters& asked,
        std::shared_ptr<AnalysisCache> used_cache, std::shared_ptr<const InputPart> prepared, bool keep_parts)
      : dataset(data),
        benchmark(data.benchmarks[benchmark_index]),
        cache(std::move(used_cache)),
        source(std::move(prepared)),
        input(source->input),
        parameters(asked),
        source_key(input_key(benchmark_index, model, asked)),
        keep(keep_parts) {
    parameters.choices = input.parameters.choices;
    fill_starts(parameters, input.items.size());
    result.benchmark = benchmark_index;
    result.model = model;
    result.parameters = parameters;
    result.items = input.items.size();
    result.items_left_out = benchmark.item_count() - input.items.size();
    result.accuracy = measure_accuracy(input.scores);
    result.accuracy.missing = 0;
    for (const double score : benchmark.scores.row(model)) result.accuracy.missing += std::isnan(score) ? 1 : 0;
    result.used_items = input.items;
    result.floored_cells = input.floored_cells;
    result.floored_items = input.floored_items;
    result.padded_items = input.padded_items;
    result.warnings = input.warnings;
  }

  /// What was drawn before Cancel need not be drawn again.
  ~State() { keep_reclustered(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void keep_reclustered() {
    if (keep && reclustered && drew_reclustered) cache->keep<ReclusteredDrawsPart>(key + "/reclustered", reclustered);
    reclustered.reset();
  }

  [[nodiscard]] bool by_column() const { return parameters.partition == PartitionSource::attribute; }
  [[nodiscard]] bool by_directions() const { return parameters.partition == PartitionSource::directions; }
  [[nodiscard]] bool reclusters() const {
    return parameters.bootstrap == BootstrapKind::reclustered && !by_column() && !by_directions() &&
           parameters.bootstrap_draws > 0;
  }
  [[nodiscard]] std::size_t draws_per_step() const {
    return std::max<std::size_t>(1, drawn_items_per_step / std::max<std::size_t>(1, input.items.size()));
  }

  void warn(std::string code, std::string message) { result.warnings.push_back({std::move(code), std::move(message)}); }

  /// Phases that find in the cache all they need pass on at once: a step ends with the first piece of real work.
  Result<JobStatus> step() {
    for (;;) {
      worked = false;
      auto status = phase_step();
      if (!status || status->done) return status;
      if (!worked) continue;
      if (reclusters() && phase != Phase::reclustering) status->progress *= share_before_reclustering;
      return status;
    }
  }

  Result<JobStatus> phase_step() {
    switch (phase) {
      case Phase::partition:
        return by_column() ? column_step() : by_directions() ? directions_step() : partition_step();
      case Phase::halves: return halves_step();
      case Phase::contents: return contents_step();
      case Phase::null: return null_step();
      case Phase::bootstrap: return bootstrap_step();
      case Phase::reclustering: return reclustering_step();
      case Phase::assembly: return assembly_step();
      case Phase::done: break;
    }
    return JobStatus{true, 1, "Done"};
  }

  Result<JobStatus> partition_step() {
    if (!induced) {
      auto created = InducedPartitionJob::create(
          cache, source, source_key, parameters.tau, parameters,
          keep || shared_by_models(parameters) ? Keep::partitions_and_affinity : Keep::nothing);
      if (!created) return created.error();
      induced = std::move(*created);
    }
    worked = !induced->done();
    auto status = induced->step();
    if (!status) return status;
    if (status->done) take_induced_partition();
    return JobStatus{false, 0.7 * status->progress, status->stage};
  }

  void take_induced_partition() {
    const EmbeddingPart& embedding = induced->embedding();
    const SweepPart& sweep = induced->sweep();
    const SweptPartition& chosen = sweep.partitions[induced->chosen()];
    // Items that are all alike are one subdomain: whatever k-means makes of them is rounding noise.
    const bool all_alike = 1 - embedding.mean_similarity < 1e-9;
    asked_k = chosen.k;
    key = partition_key(source_key + "/" + induced->key(), asked_k);
    labeling = all_alike ? Labeling{std::vector<std::uint32_t>(input.items.size(), 0), 1} : chosen.labeling;
    set_partition(subdomain_scores(labeling.labels, labeling.groups, input.scores),
                  parameters.subdomains > 0 ? "user" : "silhouette");
    result.eigenvalues = embedding.embedding.eigenvalues;
    result.similarity = embedding.similarity;
    double best = -1;
    for (std::size_t t = 0; t < sweep.partitions.size(); ++t) {
      SilhouettePoint point;
      point.k = sweep.partitions[t].k;
      if (!std::isnan(sweep.partitions[t].silhouette)) point.silhouette = sweep.partitions[t].silhouette;
      point.harmony = harmony(induced->scores()[t], result.bandwidth);
      best = std::max(best, point.silhouette.value_or(-1));
      result.silhouette_curve.push_back(point);
    }
    // Without distances, or with no partition better than none, the silhouette has nothing to choose by.
    result.degenerate = best < 1e-6 || all_alike;
    if (result.degenerate) {
      warn("degenerate",
           "The silhouette cannot tell one number of subdomains from another: the items' distributions are all alike, "
           "or all equally different. The partition below means nothing.");
    } else if (labeling.groups < 2 && parameters.subdomains != 1) {
      warn("one_subdomain", "All items fell into one subdomain: HARMONY is not defined.");
    }
    if (!embedding.embedding.converged) {
      warn("eigenvectors_not_converged", "The eigenvectors reached a residual of " +
                                             std::to_string(embedding.embedding.largest_residual) +
                                             " instead of 0.00000001.");
    }
    find_contents();
  }

  Result<JobStatus> directions_step() {
    if (!directions) {
      directions = std::make_unique<DirectionPartitionJob>(cache, dataset, result.benchmark, source, parameters);
    }
    worked = !directions->done();
    auto status = directions->step();
    if (!status) return status;
    if (status->done) take_direction_partition();
    return JobStatus{false, 0.5 * status->progress, status->stage};
  }

  void take_direction_partition() {
    const std::vector<SweptPartition>& partitions = directions->partitions();
    const SweptPartition& chosen = partitions[directions->chosen()];
    asked_k = chosen.k;
    key = partition_key(source_key + "/" + directions->key(), asked_k);
    labeling = directions->on_used_items(chosen);
    set_partition(subdomain_scores(labeling.labels, labeling.groups, input.scores),
                  parameters.subdomains > 0 ? "user" : "silhouette");
    result.similarity = AffinityDescription{"angles", 0, 0, 0, 0};
    double best = -1;
    for (const SweptPartition& partition : partitions) {
      SilhouettePoint point;
      point.k = partition.k;
      if (!std::isnan(partition.silhouette)) point.silhouette = partition.silhouette;
      const Labeling used = directions->on_used_items(partition);
      point.harmony = harmony(subdomain_scores(used.labels, used.groups, input.scores), result.bandwidth);
      best = std::max(best, point.silhouette.value_or(-1));
      result.silhouette_curve.push_back(point);
    }
    result.degenerate = best < 1e-6;
    if (result.degenerate) {
      warn("degenerate",
           "All items discriminate along the same direction: there is nothing to tell them apart by, and the partition "
           "below means nothing.");
    } else if (labeling.groups < 2 && parameters.subdomains != 1) {
      warn("one_subdomain", "All items fell into one subdomain: HARMONY is not defined.");
    }
    for (const Note& note : directions->fit().notes) {
      if (note.severity != Severity::info) warn(note.code, note.message);
    }
    if (!directions->fit().fit.converged) {
      warn("directions_not_converged", "The fit that the directions come from had not settled after " +
                                           std::to_string(directions->fit().fit.passes) + " passes.");
    }
    if (const std::size_t unsure = directions->uninformative(); 10 * unsure >= input.items.size()) {
      warn("unsure_directions", counted(unsure, "item") +
                                    " discriminate so little that their direction cannot be told from chance: their "
                                    "subdomain is a guess.");
    }
    find_contents();
    if (phase == Phase::contents && parameters.detail) phase = Phase::halves;
  }

  Result<JobStatus> halves_step() {
    if (!halves) {
      halves = std::make_unique<HalvesStabilityJob>(dataset, result.benchmark, result.model, parameters, source,
                                                    labeling.groups < 2 ? 0 : asked_k);
    }
    worked = true;
    auto status = halves->step();
    if (!status) return status;
    if (status->done) phase = Phase::contents;
    return JobStatus{false, 0.5 + 0.2 * status->progress, status->stage};
  }

  Result<JobStatus> column_step() {
    key = column_key(affinity_key(source_key, parameters.tau), parameters);
    find_contents();
    if (contents) {
      labeling = contents->labeling;
      set_partition(contents->scores, "attribute");
    } else {
      labeling = column_labeling(input.attribute_values);
      set_partition(subdomain_scores(labeling.labels, labeling.groups, input.scores), "attribute");
      worked = true;
    }
    return JobStatus{false, 0.7, "Partition"};
  }

  void set_partition(const SubdomainScores& scores, std::string chosen_by) {
    result.k = labeling.groups;
    result.k_chosen_by = std::move(chosen_by);
    result.labels = labeling.labels;
    result.bandwidth = parameters.bandwidth > 0 ? parameters.bandwidth : bandwidth_from_data(scores);
    result.harmony = harmony(scores, result.bandwidth);
    result.harmony_of_sizes = harmony_of_sizes(scores.weights);
    if (result.harmony) {
      result.effective_subdomains = std::exp(*result.harmony * std::log(real(labeling.groups)));
    }
    result.spread = spread_of(scores);
  }

  [[nodiscard]] std::string contents_key() const { return key + (parameters.detail ? "/detail" : ""); }

  void find_contents() {
    contents = cache->find<PartitionPart>(contents_key());
    phase = contents ? Phase::null : Phase::contents;
  }

  Result<JobStatus> contents_step() {
    if (!contents_job) {
      if (auto started = start_contents(); !started) return started.error();
    }
    worked = true;
    auto status = contents_job->step();
    if (!status) return status;
    if (status->done) {
      contents = contents_job->result();
      if (keep) {
        cache->keep(source_key, contents_job->variables());
        cache->keep(contents_key(), contents);
      }
      contents_job.reset();
      phase = Phase::null;
    }
    return JobStatus{false, 0.7 + 0.22 * status->progress, status->stage};
  }

  Result<void> start_contents() {
    PartitionToDescribe partition;
    partition.dataset = &dataset;
    partition.benchmark = result.benchmark;
    partition.parameters = parameters;
    partition.source = source;
    partition.variables = cache->find<AuditVariablesPart>(source_key);
    partition.labeling = labeling;
    partition.k = asked_k;
    if (directions) partition.affinity = directions->affinity();
    if (halves && halves->result()) {
      partition.stability = Stability{halves->result()->adjusted_rand, halves->result()->splits, true};
    }
    if (induced) {
      partition.embedding = &induced->embedding();
      partition.affinity = induced->affinity();
    }
    if (!partition.affinity && input.features) {
      const std::string operator_key = affinity_key(similarity_key(*source, source_key, parameters), parameters.tau);
      auto obtained =
          obtain_affinity(*cache, operator_key, source, parameters.tau, keep || shared_by_models(parameters));
      if (!obtained) return obtained.error();
      partition.affinity = std::move(*obtained);
    }
    contents_job = std::make_unique<PartitionContentsJob>(std::move(partition));
    return {};
  }

  /// The draws of an earlier analysis, or none yet.
  [[nodiscard]] std::shared_ptr<DrawsPart> draws_so_far(const std::string& draws_key) const {
    auto part = std::make_shared<DrawsPart>();
    if (auto found = cache->find<DrawsPart>(draws_key)) *part = *found;
    part->groups = labeling.groups;
    return part;
  }

  /// Adds draws until there are enough or the step is full; true when there are enough.
  template <class Draw>
  bool add_draws(const std::string& draws_key, std::size_t wanted, Draw draw) {
    if (!draws) draws = draws_so_far(draws_key);
    const std::size_t before = draws->count();
    for (std::size_t i = 0; i < draws_per_step() && draws->count() < wanted; ++i) {
      const auto accuracies = draw(labeling, input.scores, parameters.seed, std::uint64_t{draws->count()});
      draws->accuracies.insert(draws->accuracies.end(), accuracies.begin(), accuracies.end());
    }
    worked = draws->count() > before;
    if (draws->count() < wanted) return false;
    if (keep && worked) cache->keep<DrawsPart>(draws_key, draws);
    return true;
  }

  [[nodiscard]] std::vector<double> drawn_harmonies(std::size_t count) const {
    return harmony_of_draws(contents->scores.weights, draws->accuracies, count, result.bandwidth);
  }

  Result<JobStatus> null_step() {
    const std::size_t wanted = result.harmony ? parameters.null_draws : 0;
    if (wanted == 0) {
      phase = Phase::bootstrap;
    } else if (add_draws(key + "/null", wanted, shuffled_accuracies)) {
      result.null_distribution = null_distribution(drawn_harmonies(wanted), *result.harmony);
      draws.reset();
      phase = Phase::bootstrap;
    }
    const double progress = draws ? real(draws->count()) / real(wanted) : 1;
    return JobStatus{false, 0.92 + 0.03 * progress, "Shuffled scores"};
  }

  Result<JobStatus> bootstrap_step() {
    const std::size_t wanted = result.harmony && !reclusters() ? parameters.bootstrap_draws : 0;
    if (wanted == 0) {
      phase = Phase::reclustering;
    } else if (add_draws(key + "/bootstrap", wanted, resampled_accuracies)) {
      result.bootstrap = bootstrap_distribution(drawn_harmonies(wanted));
      draws.reset();
      phase = Phase::reclustering;
    }
    const double progress = draws ? real(draws->count()) / real(wanted) : 1;
    return JobStatus{false, 0.95 + 0.03 * progress, "Resampled items"};
  }

  Result<JobStatus> reclustering_step() {
    const std::size_t wanted = result.harmony && reclusters() ? parameters.bootstrap_draws : 0;
    if (wanted > 0 && !reclustered) {
      reclustered = std::make_shared<ReclusteredDrawsPart>();
      if (auto found = cache->find<ReclusteredDrawsPart>(key + "/reclustered")) *reclustered = *found;
    }
    if (wanted == 0 || reclustered->draws.size() >= wanted) {
      if (wanted > 0) summarise_reclustered(wanted);
      keep_reclustered();
      phase = Phase::assembly;
      return JobStatus{false, 0.98, "Re-clustered draws"};
    }
    worked = true;
    const std::size_t place = reclustered->draws.size();
    const std::string stage = "Re-clustered draw " + std::to_string(place + 1) + " of " + std::to_string(wanted);
    double inside = 0;
    if (!draw_job) {
      auto created = ReclusteredDraw::create(*input.features, input.scores, asked_k, parameters, place);
      if (!created) return created.error();
      draw_job = std::move(*created);
    } else {
      auto status = draw_job->step();
      if (!status) return status;
      inside = status->progress;
      if (status->done) {
        reclustered->draws.push_back(draw_job->take_result());
        drew_reclustered = true;
        draw_job.reset();
      }
    }
    const double share = (real(place) + inside) / real(wanted);
    return JobStatus{false, share_before_reclustering + (0.99 - share_before_reclustering) * share, stage};
  }

  /// Draws whose items all fell into one subdomain have no HARMONY and are left out of the count.
  void summarise_reclustered(std::size_t wanted) {
    std::vector<double> values;
    for (std::size_t draw = 0; draw < wanted; ++draw) {
      if (const auto value = harmony(reclustered->draws[draw], result.bandwidth)) values.push_back(*value);
    }
    if (values.empty()) return;
    result.bootstrap = bootstrap_distribution(std::move(values));
    result.bootstrap->kind = BootstrapKind::reclustered;
  }

  Result<JobStatus> assembly_step() {
    result.stability = contents->stability;
    result.affinity_map = contents->affinity_map;
    result.other_models = contents->other_models;
    result.subdomains = contents->subdomains;
    const std::vector<double> masses = subdomain_masses(contents->scores, result.bandwidth);
    for (std::size_t a = 0; a < masses.size(); ++a) result.subdomains[a].mass = masses[a];
    fill_audit();
    add_warnings();
    phase = Phase::done;
    return JobStatus{true, 1, "Done"};
  }

  void fill_audit() {
    Audit& audit = result.audit;
    audit.rows = contents->audit_rows;
    // A partition by a column is what it is: what agrees with it is shown, not blamed.
    if (!by_column() && !result.degenerate) audit.explained_by = explaining_variable(audit.rows);
    const bool responses = models_with_scores(benchmark).size() >= 3;
    audit.alternative = alternative_partition(audit.explained_by, audit.rows, parameters, responses);
  }

  void add_warnings() {
    const SubdomainScores& scores = contents->scores;
    const std::size_t n = input.items.size();
    if (range(input.scores) == 0) {
      warn("all_scores_equal",
           "Every item has the same score: HARMONY shows only how unequal the sizes of the subdomains are.");
    }
    if (labeling.groups == 2) {
      const double gap = std::fabs(scores.weights[0] - scores.weights[1]);
      if (gap <= 0.1) {
        warn("two_equal_subdomains",
             "With two subdomains of about equal size HARMONY is near 1 however far apart their scores are.");
      } else {
        warn("two_subdomains", "With only two subdomains HARMONY says little: look at their scores.");
      }
    }
    if (result.harmony_of_sizes && *result.harmony_of_sizes < 0.85) {
      warn("size_imbalance", "The subdomains differ in size: even equal scores would give a HARMONY of " +
                                 two_decimals(*result.harmony_of_sizes) + ", not 1.");
    }
    std::size_t small = 0;
    for (const double weight : scores.weights) small += std::round(weight * real(n)) < 10 ? 1 : 0;
    if (small > 0 && labeling.groups >= 2) {
      warn("small_subdomains", counted(small, "subdomain") + (small == 1 ? " has" : " have") +
                                   " fewer than 10 items: chance alone moves such scores, and lowers HARMONY.");
    }
    if (n < 50) warn("few_items", "Only " + counted(n, "item") + ": the partition is a rough guess.");
    if (result.items_left_out > 0) {
      warn("items_left_out", counted(result.items_left_out, "item") + (result.items_left_out == 1 ? " was" : " were") +
                                 " left out: no score, or nothing to place it by.");
    }
    if (result.stability && result.stability->adjusted_rand < 0.8) {
      warn("unstable_partition", (result.stability->over_halves ? "Two halves of the models give different partitions"
                                                                : "Other seeds give another partition") +
                                     std::string(" (mean adjusted Rand index ") +
                                     two_decimals(result.stability->adjusted_rand) + ").");
    }
  }
};

HarmonyAnalysis::HarmonyAnalysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
HarmonyAnalysis::~HarmonyAnalysis() = default;

Result<std::unique_ptr<HarmonyAnalysis>> HarmonyAnalysis::create(const Dataset& dataset, std::size_t benchmark,
                                                                 std::size_t model,
                                                                 const AnalysisParameters& parameters,
                                                                 std::shared_ptr<AnalysisCache> cache) {
  if (!cache) cache = std::make_shared<AnalysisCache>();
  // What runs without detail fills a table of many models: it must not push out what the user looks at.
  const bool keep = parameters.detail;
  auto source = obtain_input(*cache, dataset, benchmark, model, parameters, keep);
  if (!source) return source.error();
  auto state =
      std::make_unique<State>(dataset, benchmark, model, parameters, std::move(cache), std::move(*source), keep);
  return std::unique_ptr<HarmonyAnalysis>(new HarmonyAnalysis(std::move(state)));
}

Result<JobStatus> HarmonyAnalysis::step() {
  return state_->step();
}

HarmonyResult HarmonyAnalysis::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
