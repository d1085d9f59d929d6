#include "harmony/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "cluster/silhouette.hpp"
#include "core/text.hpp"
#include "harmony/analysis_input.hpp"
#include "harmony/audit.hpp"
#include "harmony/distinctive_words.hpp"
#include "harmony/induced_partition.hpp"
#include "harmony/resampling.hpp"
#include "stats/agreement.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t audit_draws = 200;
constexpr std::uint64_t audit_streams = 3'000'000'000;
constexpr std::size_t stability_seeds = 5;
constexpr std::size_t most_bins = 120;
constexpr std::size_t most_central_items = 10;
constexpr std::size_t most_words = 12;
constexpr std::size_t most_typical_levels = 50;        // a column of nearly unique values has no typical one
constexpr std::size_t drawn_items_per_step = 500'000;  // about 10 ms

std::string two_decimals(double value) {
  return std::to_string(std::round(value * 100) / 100).substr(0, 4);
}

/// What a step works on, in this order; a phase that does not apply is passed over at once.
enum class Phase { partition, attribute, stability, pass, null, bootstrap, audit, contents, done };

}  // namespace

struct HarmonyAnalysis::State {
  const Dataset& dataset;
  const Benchmark& benchmark;
  AnalysisInput input;
  HarmonyResult result;
  Phase phase = Phase::partition;

  std::unique_ptr<DivergenceFeatures> features;
  std::unique_ptr<InducedPartitionJob> induced;
  Affinity affinity;  // for an attribute partition with distributions
  std::size_t prepared = 0;
  Labeling labeling;
  SubdomainScores scores;

  std::size_t seed_place = 0;
  std::size_t start_place = 0;
  KMeansStart best_start;
  double agreement_total = 0;

  std::size_t piece = 0;
  std::vector<Labeling> pass_labelings;  // subdomains, and with detail the bins of the map
  std::vector<Matrix> pass_sums;
  std::vector<std::size_t> map_order;

  std::vector<double> draws;
  std::vector<AuditVariable> variables;

  State(const Dataset& data, std::size_t benchmark_index, std::size_t model, AnalysisInput prepared_input)
      : dataset(data), benchmark(data.benchmarks[benchmark_index]), input(std::move(prepared_input)) {
    if (input.features) {
      features = std::make_unique<DivergenceFeatures>(std::move(*input.features));
      input.features.reset();
    }
    result.benchmark = benchmark_index;
    result.model = model;
    result.parameters = input.parameters;
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

  [[nodiscard]] bool by_attribute() const { return input.parameters.partition == PartitionSource::attribute; }
  [[nodiscard]] const AffinityOperator* matrix() const {
    if (induced) return &induced->affinity();
    return affinity.matrix.get();
  }
  [[nodiscard]] std::size_t draws_per_step() const {
    return std::max<std::size_t>(1, drawn_items_per_step / std::max<std::size_t>(1, input.items.size()));
  }

  void warn(std::string code, std::string message) { result.warnings.push_back({std::move(code), std::move(message)}); }

  Result<JobStatus> step() {
    switch (phase) {
      case Phase::partition: return partition_step();
      case Phase::attribute: return attribute_step();
      case Phase::stability: return stability_step();
      case Phase::pass: return pass_step();
      case Phase::null: return null_step();
      case Phase::bootstrap: return bootstrap_step();
      case Phase::audit: return audit_step();
      case Phase::contents: return contents_step();
      case Phase::done: break;
    }
    return JobStatus{true, 1, "Done"};
  }

  Result<JobStatus> partition_step() {
    if (by_attribute()) {
      if (features) {
        auto made = make_affinity(*features, input.parameters.tau);
        if (!made) return made.error();
        affinity = std::move(*made);
      }
      phase = Phase::attribute;
      return JobStatus{false, 0, "Partition"};
    }
    if (!induced) {
      auto created = InducedPartitionJob::create(*features, input.parameters.tau, input.parameters);
      if (!created) return created.error();
      induced = std::move(*created);
    }
    auto status = induced->step();
    if (!status) return status;
    if (status->done) take_induced_partition();
    return JobStatus{false, 0.7 * status->progress, status->stage};
  }

  void take_induced_partition() {
    const auto& degrees = induced->affinity().degrees();
    const double mean_similarity = mean(degrees) / real(degrees.size() - 1);
    // Items that are all alike are one subdomain: whatever k-means makes of them is rounding noise.
    const bool all_alike = 1 - mean_similarity < 1e-9;
    Labeling one_group{std::vector<std::uint32_t>(degrees.size(), 0), 1};
    set_partition(all_alike ? std::move(one_group) : induced->partitions()[induced->chosen()].labeling,
                  input.parameters.subdomains > 0 ? "user" : "silhouette");
    result.eigenvalues = induced->embedding().eigenvalues;
    double best = -1;
    for (const SweptPartition& partition : induced->partitions()) {
      SilhouettePoint point;
      point.k = partition.k;
      if (!std::isnan(partition.silhouette)) point.silhouette = partition.silhouette;
      point.harmony = harmony(subdomain_scores(partition.labeling.labels, partition.labeling.groups, input.scores),
                              result.bandwidth);
      best = std::max(best, point.silhouette.value_or(-1));
      result.silhouette_curve.push_back(point);
    }
    // Without distances, or with no partition better than none, the silhouette has nothing to choose by.
    result.degenerate = best < 1e-6 || all_alike;
    if (result.degenerate) {
      warn("degenerate",
           "The silhouette cannot tell one number of subdomains from another: the items' distributions are all alike, "
           "or "
           "all equally different. The partition below means nothing.");
    } else if (labeling.groups < 2 && input.parameters.subdomains != 1) {
      warn("one_subdomain", "All items fell into one subdomain: HARMONY is not defined.");
    }
    if (!induced->embedding().converged) {
      warn("eigenvectors_not_converged", "The eigenvectors reached a residual of " +
                                             std::to_string(induced->embedding().largest_residual) +
                                             " instead of 0.00000001.");
    }
    if (!induced->warning().empty()) warn("slow", induced->warning());
    phase = Phase::stability;
  }

  Result<JobStatus> attribute_step() {
    if (affinity.matrix && prepared < affinity.matrix->preparation_pieces()) {
      affinity.matrix->prepare(prepared++);
      return JobStatus{false, 0.5 * real(prepared) / real(affinity.matrix->preparation_pieces()),
                       "Predictive similarity"};
    }
    std::map<std::string, std::uint32_t> levels;
    std::vector<std::uint32_t> labels;
    for (const std::string& value : input.attribute_values) {
      labels.push_back(levels.emplace(value, static_cast<std::uint32_t>(levels.size())).first->second);
    }
    set_partition(canonical_labeling(labels), "attribute");
    if (!affinity.warning.empty()) warn("slow", affinity.warning);
    phase = Phase::pass;
    return JobStatus{false, 0.7, "Partition"};
  }

  void set_partition(Labeling partition, std::string chosen_by) {
    labeling = std::move(partition);
    scores = subdomain_scores(labeling.labels, labeling.groups, input.scores);
    result.k = labeling.groups;
    result.k_chosen_by = std::move(chosen_by);
    result.labels = labeling.labels;
    result.bandwidth = input.parameters.bandwidth > 0 ? input.parameters.bandwidth : bandwidth_from_data(scores);
    result.harmony = harmony(scores, result.bandwidth);
    result.harmony_of_sizes = harmony_of_sizes(scores.weights);
    if (result.harmony) {
      result.effective_subdomains = std::exp(*result.harmony * std::log(real(labeling.groups)));
    }
    result.spread = spread_of(scores);
  }

  /// The chosen k once more from other seeds, on the same eigenvectors.
  Result<JobStatus> stability_step() {
    const std::size_t k = induced->partitions()[induced->chosen()].k;
    if (k < 2 || labeling.groups < 2) {
      phase = Phase::pass;
      return JobStatus{false, 0.75, "Stability"};
    }
    KMeansStart candidate =
        kmeans_start(induced->embedding().vectors, k, k, input.parameters.seed + 1 + seed_place, start_place);
    if (start_place == 0 || candidate.inertia < best_start.inertia) best_start = std::move(candidate);
    if (++start_place >= input.parameters.starts) {
      agreement_total += adjusted_rand_index(labeling.labels, best_start.labels);
      start_place = 0;
      ++seed_place;
    }
    if (seed_place == stability_seeds) {
      result.stability = Stability{agreement_total / real(stability_seeds), stability_seeds};
      phase = Phase::pass;
    }
    return JobStatus{false, 0.7 + 0.05 * real(seed_place) / real(stability_seeds), "Stability over seeds"};
  }

  /// One pass over S: sums over subdomains, and over the bins of the map.
  Result<JobStatus> pass_step() {
    if (matrix() == nullptr) {
      phase = Phase::null;
      return JobStatus{false, 0.8, "Similarity inside subdomains"};
    }
    if (pass_labelings.empty()) {
      pass_labelings.push_back(labeling);
      if (input.parameters.detail) pass_labelings.push_back(bins_of_map());
      for (const Labeling& groups : pass_labelings) pass_sums.emplace_back(input.items.size(), groups.groups);
    }
    if (piece < matrix()->pieces()) matrix()->add_group_sums(piece++, pass_labelings, pass_sums);
    if (piece == matrix()->pieces()) {
      if (input.parameters.detail) fill_map();
      phase = Phase::null;
    }
    return JobStatus{false, 0.75 + 0.05 * real(piece) / real(matrix()->pieces()), "Similarity inside subdomains"};
  }

  Labeling bins_of_map() {
    const std::size_t n = input.items.size();
    map_order.resize(n);
    std::iota(map_order.begin(), map_order.end(), std::size_t{0});
    std::stable_sort(map_order.begin(), map_order.end(),
                     [&](std::size_t a, std::size_t b) { return labeling.labels[a] < labeling.labels[b]; });
    AffinityMap map;
    map.items_per_bin = (n + most_bins - 1) / most_bins;
    map.size = (n + map.items_per_bin - 1) / map.items_per_bin;
    Labeling bins{std::vector<std::uint32_t>(n), map.size};
    for (std::size_t place = 0; place < n; ++place) {
      bins.labels[map_order[place]] = static_cast<std::uint32_t>(place / map.items_per_bin);
    }
    double end = 0;
    for (const double weight : scores.weights) {
      end += std::round(weight * real(n));
      map.boundaries.push_back(end / real(map.items_per_bin));
    }
    result.affinity_map = std::move(map);
    return bins;
  }

  void fill_map() {
    AffinityMap& map = *result.affinity_map;
    const Labeling& bins = pass_labelings[1];
    std::vector<double> sizes(map.size, 0);
    map.values.assign(map.size * map.size, 0);
    for (std::size_t i = 0; i < bins.labels.size(); ++i) {
      const std::size_t bin = bins.labels[i];
      sizes[bin] += 1;
      map.values[bin * map.size + bin] += 1;  // S_ii
      for (std::size_t other = 0; other < map.size; ++other) {
        map.values[bin * map.size + other] += pass_sums[1](i, other);
      }
    }
    for (std::size_t a = 0; a < map.size; ++a) {
      for (std::size_t b = 0; b < map.size; ++b) map.values[a * map.size + b] /= sizes[a] * sizes[b];
    }
  }

  Result<JobStatus> null_step() {
    const std::size_t wanted = result.harmony ? input.parameters.null_draws : 0;
    for (std::size_t i = 0; i < draws_per_step() && draws.size() < wanted; ++i) {
      draws.push_back(shuffled_harmony(labeling, input.scores, result.bandwidth, input.parameters.seed, draws.size()));
    }
    const double progress = wanted > 0 ? real(draws.size()) / real(wanted) : 1;
    if (draws.size() >= wanted) {
      if (wanted > 0) result.null_distribution = null_distribution(std::move(draws), *result.harmony);
      draws.clear();
      phase = Phase::bootstrap;
    }
    return JobStatus{false, 0.8 + 0.05 * progress, "Shuffled scores"};
  }

  Result<JobStatus> bootstrap_step() {
    const std::size_t wanted = result.harmony ? input.parameters.bootstrap_draws : 0;
    for (std::size_t i = 0; i < draws_per_step() && draws.size() < wanted; ++i) {
      draws.push_back(resampled_harmony(labeling, input.scores, result.bandwidth, input.parameters.seed, draws.size()));
    }
    const double progress = wanted > 0 ? real(draws.size()) / real(wanted) : 1;
    if (draws.size() >= wanted) {
      if (wanted > 0) result.bootstrap = bootstrap_distribution(std::move(draws));
      draws.clear();
      variables = audit_variables(dataset, result.benchmark, input);
      if (labeling.groups < 2) variables.clear();  // one group agrees with nothing
      phase = Phase::audit;
    }
    return JobStatus{false, 0.85 + 0.05 * progress, "Resampled items"};
  }

  Result<JobStatus> audit_step() {
    const std::size_t place = result.audit.rows.size();
    if (place < variables.size()) {
      // The column that makes the partition would explain it by definition.
      if (by_attribute() && variables[place].name == input.parameters.attribute && variables[place].kind != "neutral") {
        variables.erase(variables.begin() + static_cast<std::ptrdiff_t>(place));
      } else {
        result.audit.rows.push_back(
            audit_row(variables[place], labeling, audit_draws, input.parameters.seed, audit_streams + place));
      }
    } else {
      finish_audit();
      phase = Phase::contents;
    }
    return JobStatus{false, 0.9 + 0.08 * real(place) / real(variables.size() + 1), "Partition audit"};
  }

  void finish_audit() {
    Audit& audit = result.audit;
    // A partition by a column is what it is: an artefact that agrees with it is shown, not blamed.
    if (!by_attribute() && !result.degenerate) audit.explained_by = explaining_artefact(audit.rows);
    const bool responses = models_with_scores(benchmark).size() >= 3;
    audit.alternative = alternative_partition(audit.explained_by, audit.rows, input.parameters, responses);
  }

  Result<JobStatus> contents_step() {
    fill_subdomains();
    fill_other_models();
    add_warnings();
    phase = Phase::done;
    return JobStatus{true, 1, "Done"};
  }

  void fill_subdomains() {
    const std::vector<double> masses = subdomain_masses(scores, result.bandwidth);
    const bool has_similarity = matrix() != nullptr;
    std::vector<double> silhouettes;
    if (has_similarity && labeling.groups >= 2) {
      silhouettes = input.parameters.silhouette == SilhouetteDistance::divergence
                        ? divergence_silhouettes(labeling, *features)
                        : affinity_silhouettes(labeling, pass_sums[0]);
    }
    std::vector<std::vector<DistinctiveWord>> words;
    const bool has_texts = benchmark.item_texts.size() == benchmark.item_count();
    if (input.parameters.detail && has_texts && labeling.groups >= 2) {
      std::vector<std::string> texts;
      for (const std::size_t item : input.items) texts.push_back(benchmark.item_texts[item]);
      words = distinctive_words(texts, labeling.labels, labeling.groups, most_words);
    }
    std::vector<AuditVariable> describing;
    for (const AuditVariable& variable : variables) {
      if (variable.level_names.size() <= most_typical_levels) describing.push_back(variable);
    }
    for (std::size_t a = 0; a < labeling.groups; ++a) {
      Subdomain subdomain;
      subdomain.index = a;
      std::vector<std::size_t> members;
      std::vector<double> member_scores;
      for (std::size_t i = 0; i < labeling.labels.size(); ++i) {
        if (labeling.labels[i] != a) continue;
        members.push_back(i);
        member_scores.push_back(input.scores[i]);
      }
      subdomain.name = by_attribute() ? input.attribute_values[members.front()] : "Subdomain " + std::to_string(a + 1);
      subdomain.size = members.size();
      subdomain.weight = scores.weights[a];
      subdomain.accuracy = scores.accuracies[a];
      subdomain.interval = measure_accuracy(member_scores).interval;
      subdomain.from_mean = scores.accuracies[a] - result.accuracy.value;
      subdomain.mass = masses[a];
      if (!silhouettes.empty()) {
        double total = 0;
        for (const std::size_t i : members) total += silhouettes[i];
        subdomain.silhouette = total / real(members.size());
      }
      if (has_similarity) fill_similarity(subdomain, members, a);
      if (!words.empty()) subdomain.words = std::move(words[a]);
      subdomain.typical = typical_values(describing, labeling, static_cast<std::uint32_t>(a));
      result.subdomains.push_back(std::move(subdomain));
    }
  }

  void fill_similarity(Subdomain& subdomain, const std::vector<std::size_t>& members, std::size_t a) {
    std::vector<double> centrality(members.size(), 1);
    if (members.size() >= 2) {
      for (std::size_t r = 0; r < members.size(); ++r) {
        centrality[r] = pass_sums[0](members[r], a) / real(members.size() - 1);
      }
      subdomain.cohesion = mean(centrality);
    }
    if (!input.parameters.detail) return;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t x, std::size_t y) { return centrality[x] > centrality[y]; });
    if (order.size() > most_central_items) order.resize(most_central_items);
    for (const std::size_t r : order) {
      CentralItem central;
      central.item = input.items[members[r]];
      central.id = benchmark.item_ids[central.item];
      if (benchmark.item_texts.size() == benchmark.item_count()) central.text = benchmark.item_texts[central.item];
      central.centrality = centrality[r];
      central.score = input.scores[members[r]];
      for (const ItemAttribute& attribute : benchmark.attributes) {
        central.attributes.push_back(attribute.values[central.item]);
      }
      subdomain.central_items.push_back(std::move(central));
    }
  }

  void fill_other_models() {
    if (!input.parameters.detail) return;
    for (const std::size_t m : models_with_scores(benchmark)) {
      OtherModel other;
      other.model = m;
      std::vector<std::vector<double>> inside(labeling.groups);
      std::vector<double> all;
      for (std::size_t i = 0; i < input.items.size(); ++i) {
        const double score = benchmark.scores(m, input.items[i]);
        inside[labeling.labels[i]].push_back(score);
        all.push_back(score);
      }
      for (const auto& values : inside) other.accuracy.push_back(mean_of_present(values));
      other.overall = mean_of_present(all);
      if (!std::isnan(other.overall)) result.other_models.push_back(std::move(other));
    }
  }

  void add_warnings() {
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
      warn("unstable_partition", "Other seeds give another partition (mean adjusted Rand index " +
                                     two_decimals(result.stability->adjusted_rand) + ").");
    }
  }
};

HarmonyAnalysis::HarmonyAnalysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
HarmonyAnalysis::~HarmonyAnalysis() = default;

Result<std::unique_ptr<HarmonyAnalysis>> HarmonyAnalysis::create(const Dataset& dataset, std::size_t benchmark,
                                                                 std::size_t model,
                                                                 const AnalysisParameters& parameters) {
  auto input = prepare_analysis(dataset, benchmark, model, parameters);
  if (!input) return input.error();
  auto state = std::make_unique<State>(dataset, benchmark, model, std::move(*input));
  return std::unique_ptr<HarmonyAnalysis>(new HarmonyAnalysis(std::move(state)));
}

Result<JobStatus> HarmonyAnalysis::step() {
  return state_->step();
}

HarmonyResult HarmonyAnalysis::take_result() {
  return std::move(state_->result);
}

}  // namespace harmonograph
