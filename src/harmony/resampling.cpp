#include "harmony/resampling.hpp"

#include <algorithm>

#include "cluster/spectral_embedding.hpp"
#include "core/random.hpp"
#include "similarity/make_affinity.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

// Streams of the kinds of draws never meet (the audit takes those from 3e9).
constexpr std::uint64_t null_streams = 1'000'000'000;
constexpr std::uint64_t bootstrap_streams = 2'000'000'000;
constexpr std::uint64_t reclustered_streams = 4'000'000'000;

}  // namespace

std::vector<double> shuffled_accuracies(const Labeling& labeling, std::span<const double> scores, std::uint64_t seed,
                                        std::uint64_t draw) {
  Random random(seed, null_streams + draw);
  std::vector<double> shuffled(scores.begin(), scores.end());
  random.shuffle(std::span<double>(shuffled));
  return subdomain_scores(labeling.labels, labeling.groups, shuffled).accuracies;
}

std::vector<double> resampled_accuracies(const Labeling& labeling, std::span<const double> scores, std::uint64_t seed,
                                         std::uint64_t draw) {
  Random random(seed, bootstrap_streams + draw);
  std::vector<std::vector<double>> inside(labeling.groups);
  for (std::size_t i = 0; i < scores.size(); ++i) inside[labeling.labels[i]].push_back(scores[i]);
  std::vector<double> accuracies(labeling.groups);
  for (std::size_t a = 0; a < labeling.groups; ++a) {
    double total = 0;
    for (std::size_t i = 0; i < inside[a].size(); ++i) {
      total += inside[a][static_cast<std::size_t>(random.below(inside[a].size()))];
    }
    accuracies[a] = total / real(inside[a].size());
  }
  return accuracies;
}

std::vector<double> harmony_of_draws(std::span<const double> weights, std::span<const double> accuracies,
                                     std::size_t count, double bandwidth) {
  SubdomainScores draw{{weights.begin(), weights.end()}, std::vector<double>(weights.size())};
  std::vector<double> values;
  values.reserve(count);
  for (std::size_t place = 0; place < count; ++place) {
    const auto from = accuracies.subspan(place * weights.size(), weights.size());
    std::copy(from.begin(), from.end(), draw.accuracies.begin());
    values.push_back(harmony(draw, bandwidth).value_or(1));
  }
  return values;
}

struct ReclusteredDraw::State {
  std::vector<double> scores;  // of the drawn items
  DivergenceFeatures features;
  std::unique_ptr<AffinityOperator> affinity;
  std::size_t prepared = 0;
  std::unique_ptr<SpectralEmbeddingJob> embedding_job;
  SpectralEmbedding embedding;
  std::size_t k = 0;
  std::size_t starts = 0;
  std::uint64_t seed = 0;
  std::size_t start = 0;
  KMeansStart best;
  SubdomainScores result;
  bool done = false;

  Result<JobStatus> step() {
    if (done) return JobStatus{true, 1, "Re-clustered"};
    AffinityOperator& matrix = *affinity;
    if (prepared < matrix.preparation_pieces()) {
      matrix.prepare(prepared++);
      return JobStatus{false, 0.4 * real(prepared) / real(matrix.preparation_pieces()), "Predictive similarity"};
    }
    if (embedding.vectors.empty()) {
      if (!embedding_job) embedding_job = std::make_unique<SpectralEmbeddingJob>(matrix, k);
      auto status = embedding_job->step();
      if (!status) return status;
      if (status->done) embedding = embedding_job->take_result();
      return JobStatus{false, 0.4 + 0.3 * status->progress, status->stage};
    }
    KMeansStart candidate = kmeans_start(embedding.vectors, k, k, seed, start);
    if (start == 0 || candidate.inertia < best.inertia) best = std::move(candidate);
    done = ++start >= starts;
    if (done) {
      const Labeling labeling = canonical_labeling(best.labels);
      result = subdomain_scores(labeling.labels, labeling.groups, scores);
    }
    return JobStatus{done, 0.7 + 0.3 * real(start) / real(starts), "k-means"};
  }
};

ReclusteredDraw::ReclusteredDraw(std::unique_ptr<State> state) : state_(std::move(state)) {}
ReclusteredDraw::~ReclusteredDraw() = default;

Result<std::unique_ptr<ReclusteredDraw>> ReclusteredDraw::create(const DivergenceFeatures& features,
                                                                 std::span<const double> scores, std::size_t k,
                                                                 const AnalysisParameters& parameters,
                                                                 std::uint64_t draw) {
  Random random(parameters.seed, reclustered_streams + draw);
  auto state = std::make_unique<State>();
  state->k = k;
  state->starts = std::max<std::size_t>(1, parameters.starts);
  state->seed = random.next();
  const std::size_t n = scores.size();
  state->features = {Matrix(features.width(), n), Matrix(features.width(), n), std::vector<double>(n),
                     features.projected};
  for (std::size_t i = 0; i < n; ++i) {
    const auto item = static_cast<std::size_t>(random.below(n));
    state->scores.push_back(scores[item]);
    state->features.a[i] = features.a[item];
    for (std::size_t row = 0; row < features.width(); ++row) {
      state->features.p(row, i) = features.p(row, item);
      state->features.l(row, i) = features.l(row, item);
    }
  }
  auto made = make_affinity(state->features, parameters.tau);
  if (!made) return made.error();
  state->affinity = std::move(*made);
  return std::unique_ptr<ReclusteredDraw>(new ReclusteredDraw(std::move(state)));
}

Result<JobStatus> ReclusteredDraw::step() {
  return state_->step();
}

SubdomainScores ReclusteredDraw::take_result() {
  return std::move(state_->result);
}

NullDistribution null_distribution(std::vector<double> draws, double observed) {
  NullDistribution result;
  result.draws = draws.size();
  std::size_t below = 0;
  // Equal up to rounding counts as equal: an unlucky last bit must not make a value significant.
  for (const double draw : draws) below += draw <= observed + 1e-12 ? 1 : 0;
  result.mean = mean(draws);
  result.sd = standard_deviation(draws);
  std::sort(draws.begin(), draws.end());
  result.low = quantile_of_sorted(draws, 0.025);
  result.high = quantile_of_sorted(draws, 0.975);
  result.p_value = (1 + real(below)) / (1 + real(draws.size()));
  return result;
}

BootstrapDistribution bootstrap_distribution(std::vector<double> draws) {
  BootstrapDistribution result;
  result.draws = draws.size();
  result.sd = standard_deviation(draws);
  std::sort(draws.begin(), draws.end());
  result.low = quantile_of_sorted(draws, 0.025);
  result.high = quantile_of_sorted(draws, 0.975);
  return result;
}

}  // namespace harmonograph
