#include "harmony/partition_contents.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cluster/kmeans.hpp"
#include "cluster/silhouette.hpp"
#include "harmony/distinctive_words.hpp"
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
constexpr std::size_t most_typical_levels = 50;  // a column of nearly unique values has no typical one

/// What a step works on, in this order; a phase that does not apply is passed over.
enum class Phase { stability, affinity, pass, variables, audit, words, subdomains, other_models, done };

}  // namespace

struct PartitionContentsJob::State {
  PartitionToDescribe partition;
  const Benchmark& benchmark;
  const AnalysisInput& input;
  const AnalysisParameters& parameters;
  const Labeling& labeling;
  std::shared_ptr<PartitionPart> result = std::make_shared<PartitionPart>();
  Phase phase = Phase::stability;

  std::size_t seed_place = 0;
  std::size_t start_place = 0;
  KMeansStart best_start;
  double agreement_total = 0;

  std::size_t piece = 0;
  std::vector<Labeling> pass_labelings;  // subdomains, and with detail the bins of the map
  std::vector<Matrix> pass_sums;

  std::vector<const AuditVariable*> audited;
  std::vector<AuditVariable> describing;
  std::vector<double> silhouettes;
  std::vector<std::vector<DistinctiveWord>> words;

  explicit State(PartitionToDescribe described)
      : partition(std::move(described)),
        benchmark(partition.dataset->benchmarks[partition.benchmark]),
        input(partition.source->input),
        parameters(partition.parameters),
        labeling(partition.labeling) {
    result->labeling = labeling;
    result->stability = partition.stability;
    result->scores = subdomain_scores(labeling.labels, labeling.groups, input.scores);
  }

  [[nodiscard]] bool by_column() const { return parameters.partition == PartitionSource::attribute; }
  [[nodiscard]] const AffinityOperator& matrix() const { return *partition.affinity->matrix; }

  JobStatus step() {
    switch (phase) {
      case Phase::stability: return stability_step();
      case Phase::affinity: return affinity_step();
      case Phase::pass: return pass_step();
      case Phase::variables: return variables_step();
      case Phase::audit: return audit_step();
      case Phase::words: return words_step();
      case Phase::subdomains: return subdomain_step();
      case Phase::other_models:
        fill_other_models();
        phase = Phase::done;
        break;
      case Phase::done: break;
    }
    return {true, 1, "Subdomains"};
  }

  /// The chosen k once more from other seeds, on the same eigenvectors.
  JobStatus stability_step() {
    if (partition.embedding == nullptr || partition.k < 2 || labeling.groups < 2) {
      phase = Phase::affinity;
      return affinity_step();
    }
    KMeansStart candidate = kmeans_start(partition.embedding->embedding.vectors, partition.k, partition.k,
                                         parameters.seed + 1 + seed_place, start_place);
    if (start_place == 0 || candidate.inertia < best_start.inertia) best_start = std::move(candidate);
    if (++start_place >= parameters.starts) {
      agreement_total += adjusted_rand_index(labeling.labels, best_start.labels);
      start_place = 0;
      ++seed_place;
    }
    if (seed_place == stability_seeds) {
      result->stability = Stability{agreement_total / real(stability_seeds), stability_seeds};
      phase = Phase::affinity;
    }
    return {false, 0.2 * real(seed_place) / real(stability_seeds), "Stability over seeds"};
  }

  JobStatus affinity_step() {
    if (!partition.affinity || partition.affinity->ready()) {
      phase = partition.affinity ? Phase::pass : Phase::variables;
      return step();
    }
    partition.affinity->prepare_next();
    const double pieces = real(matrix().preparation_pieces());
    return {false, 0.2 + 0.2 * std::min(1.0, real(partition.affinity->prepared) / pieces), "Predictive similarity"};
  }

  /// One pass over S: sums over subdomains, and over the bins of the map.
  JobStatus pass_step() {
    if (pass_labelings.empty()) {
      pass_labelings.push_back(labeling);
      if (parameters.detail) pass_labelings.push_back(bins_of_map());
      for (const Labeling& groups : pass_labelings) pass_sums.emplace_back(input.items.size(), groups.groups);
    }
    if (piece < matrix().pieces()) matrix().add_group_sums(piece++, pass_labelings, pass_sums);
    if (piece == matrix().pieces()) {
      if (parameters.detail) fill_map();
      if (labeling.groups >= 2) {
        silhouettes = parameters.silhouette == SilhouetteDistance::divergence && input.features
                          ? divergence_silhouettes(labeling, *input.features)
                          : affinity_silhouettes(labeling, pass_sums[0]);
      }
      phase = Phase::variables;
    }
    const double pieces = real(std::max<std::size_t>(1, matrix().pieces()));
    return {false, 0.4 + 0.2 * real(piece) / pieces, "Similarity inside subdomains"};
  }

  Labeling bins_of_map() {
    const std::size_t n = input.items.size();
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return labeling.labels[a] < labeling.labels[b]; });
    AffinityMap map;
    map.items_per_bin = (n + most_bins - 1) / most_bins;
    map.size = (n + map.items_per_bin - 1) / map.items_per_bin;
    Labeling bins{std::vector<std::uint32_t>(n), map.size};
    for (std::size_t place = 0; place < n; ++place) {
      bins.labels[order[place]] = static_cast<std::uint32_t>(place / map.items_per_bin);
    }
    double end = 0;
    for (const double weight : result->scores.weights) {
      end += std::round(weight * real(n));
      map.boundaries.push_back(end / real(map.items_per_bin));
    }
    result->affinity_map = std::move(map);
    return bins;
  }

  void fill_map() {
    AffinityMap& map = *result->affinity_map;
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

  JobStatus variables_step() {
    if (!partition.variables) {
      auto part = std::make_shared<AuditVariablesPart>();
      part->variables = audit_variables(*partition.dataset, partition.benchmark, input);
      partition.variables = std::move(part);
    }
    if (labeling.groups >= 2) {  // one group agrees with nothing
      for (const AuditVariable& variable : partition.variables->variables) {
        // The column that makes the partition would explain it by definition.
        if (by_column() && variable.name == parameters.attribute && variable.kind != "neutral") continue;
        audited.push_back(&variable);
        if (variable.level_names.size() <= most_typical_levels) describing.push_back(variable);
      }
    }
    phase = Phase::audit;
    return {false, 0.6, "Partition audit"};
  }

  JobStatus audit_step() {
    const std::size_t place = result->audit_rows.size();
    if (place == audited.size()) {
      phase = Phase::words;
      return words_step();
    }
    result->audit_rows.push_back(
        audit_row(*audited[place], labeling, audit_draws, parameters.seed, audit_streams + place));
    return {false, 0.6 + 0.2 * real(place + 1) / real(audited.size()), "Partition audit"};
  }

  JobStatus words_step() {
    const bool has_texts = benchmark.item_texts.size() == benchmark.item_count();
    if (parameters.detail && has_texts && labeling.groups >= 2) {
      std::vector<std::string> texts;
      for (const std::size_t item : input.items) texts.push_back(benchmark.item_texts[item]);
      words = distinctive_words(texts, labeling.labels, labeling.groups, most_words);
    }
    phase = Phase::subdomains;
    return {false, 0.85, "Words of the subdomains"};
  }

  JobStatus subdomain_step() {
    if (result->subdomains.size() < labeling.groups) add_subdomain(result->subdomains.size());
    if (result->subdomains.size() == labeling.groups) phase = Phase::other_models;
    return {false, 0.85 + 0.1 * real(result->subdomains.size()) / real(labeling.groups), "Subdomains"};
  }

  void add_subdomain(std::size_t a) {
    const SubdomainScores& scores = result->scores;
    Subdomain subdomain;
    subdomain.index = a;
    std::vector<std::size_t> members;
    std::vector<double> member_scores;
    for (std::size_t i = 0; i < labeling.labels.size(); ++i) {
      if (labeling.labels[i] != a) continue;
      members.push_back(i);
      member_scores.push_back(input.scores[i]);
    }
    subdomain.name = by_column() ? input.attribute_values[members.front()] : "Subdomain " + std::to_string(a + 1);
    subdomain.size = members.size();
    subdomain.weight = scores.weights[a];
    subdomain.accuracy = scores.accuracies[a];
    subdomain.interval = measure_accuracy(member_scores).interval;
    subdomain.from_mean = scores.accuracies[a] - measure_accuracy(input.scores).value;
    if (!silhouettes.empty()) {
      double total = 0;
      for (const std::size_t i : members) total += silhouettes[i];
      subdomain.silhouette = total / real(members.size());
    }
    if (partition.affinity) fill_similarity(subdomain, members, a);
    if (!words.empty()) subdomain.words = std::move(words[a]);
    subdomain.typical = typical_values(describing, labeling, static_cast<std::uint32_t>(a));
    result->subdomains.push_back(std::move(subdomain));
  }

  void fill_similarity(Subdomain& subdomain, const std::vector<std::size_t>& members, std::size_t a) const {
    std::vector<double> centrality(members.size(), 1);
    if (members.size() >= 2) {
      for (std::size_t r = 0; r < members.size(); ++r) {
        centrality[r] = pass_sums[0](members[r], a) / real(members.size() - 1);
      }
      subdomain.cohesion = mean(centrality);
    }
    if (!parameters.detail) return;
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
    if (!parameters.detail) return;
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
      if (!std::isnan(other.overall)) result->other_models.push_back(std::move(other));
    }
  }
};

PartitionContentsJob::PartitionContentsJob(PartitionToDescribe partition)
    : state_(std::make_unique<State>(std::move(partition))) {}
PartitionContentsJob::~PartitionContentsJob() = default;

Result<JobStatus> PartitionContentsJob::step() {
  return state_->step();
}

std::shared_ptr<const PartitionPart> PartitionContentsJob::result() const {
  return state_->result;
}

std::shared_ptr<const AuditVariablesPart> PartitionContentsJob::variables() const {
  return state_->partition.variables;
}

}  // namespace harmonograph
