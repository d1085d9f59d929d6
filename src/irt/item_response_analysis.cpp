#include "irt/item_response_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "irt/benchmark_directions.hpp"
#include "irt/classical_statistics.hpp"
#include "irt/item_fit.hpp"
#include "irt/item_flags.hpp"
#include "irt/item_levels.hpp"
#include "irt/item_summaries.hpp"
#include "irt/marginal_estimator.hpp"
#include "irt/measures.hpp"
#include "irt/near_duplicates.hpp"
#include "irt/parallel_analysis.hpp"
#include "irt/person_fit.hpp"
#include "irt/person_scores.hpp"
#include "irt/rank_intervals.hpp"
#include "irt/rotation.hpp"
#include "irt/variational_estimator.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double estimation_share = .85;  // of the progress bar
constexpr double least_share = .01;       // of the common variance, for a second dimension that nobody asked for
constexpr std::size_t parallel_draws = 20;

RotationCriterion criterion_of(FitRotation rotation) {
  switch (rotation) {
    case FitRotation::oblimin: return RotationCriterion::oblimin;
    case FitRotation::varimax: return RotationCriterion::varimax;
    case FitRotation::geomin: return RotationCriterion::geomin;
    case FitRotation::none: break;
  }
  return RotationCriterion::none;
}

double log_loss_of_cells(const ResponseData& responses, const FittedProbabilities& probabilities) {
  constexpr float smallest = 1e-6F;
  float probability[items_per_block];
  double sum = 0;
  double cells = 0;
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    for (std::size_t m = 0; m < responses.models(); ++m) {
      probabilities.fill(block, m, probability);
      const float* row = responses.row(block, m);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        if (row[lane] < 0) continue;
        const auto y = static_cast<double>(row[lane]);
        const auto p = static_cast<double>(std::clamp(probability[lane], smallest, 1 - smallest));
        cells += 1;
        if (y > 0) sum -= y * std::log(p);
        if (y < 1) sum -= (1 - y) * std::log(1 - p);
      }
    }
  }
  return cells > 0 ? sum / cells : not_a_number;
}

}  // namespace

struct ItemResponseAnalysis::State {
  State(const Dataset& data, std::shared_ptr<FittedResponses> collected)
      : dataset(data), fitted(std::move(collected)) {}

  JobStatus step() {
    if (!estimated) return estimate();
    const auto& pieces = State::pieces();
    if (piece < pieces.size()) {
      (this->*pieces[piece].work)();
      if (!estimated) return {false, estimation_share / 2, "One dimension"};
      ++piece;
    }
    const bool done = piece == pieces.size();
    return {done, done ? 1 : estimation_share + (1 - estimation_share) * real(piece) / real(pieces.size()),
            done ? "Done" : pieces[piece].name};
  }

  void stop() {
    if (variational) variational->stop();
    if (marginal) marginal->stop();
  }

  JobStatus estimate() {
    Job& work = variational ? static_cast<Job&>(*variational) : static_cast<Job&>(*marginal);
    auto status = work.step();
    if (!status) {
      failure = status.error();
      return {};
    }
    if (!status->done) return {false, estimation_share * status->progress, status->stage};
    fitted->fit = variational ? variational->take_result() : marginal->take_result();
    automatic_dimensions = automatic_dimensions || fitted->parameters.dimensions == 0;
    fitted->parameters.dimensions = static_cast<std::uint32_t>(fitted->fit.dimensions);
    variational.reset();
    marginal.reset();
    estimated = true;
    return {false, estimation_share, pieces().front().name};
  }

  // ---- what follows the estimation, a piece a step

  struct Piece {
    const char* name;
    void (State::*work)();
  };

  static const std::vector<Piece>& pieces() {
    static const std::vector<Piece> all = {{"Rotation", &State::rotate},
                                           {"Models", &State::summarise_models},
                                           {"Items", &State::summarise_items},
                                           {"Item fit", &State::test_items},
                                           {"Near-duplicates", &State::compare_items},
                                           {"Number of dimensions", &State::count_dimensions},
                                           {"Dimensions", &State::describe_dimensions}};
    return all;
  }

  void rotate() {
    RotationOptions options;
    options.criterion = criterion_of(fitted->parameters.rotation);
    options.kaiser = fitted->parameters.kaiser;
    options.seed = fitted->parameters.seed;
    auto rotation = rotate_fit(fitted->fit, options);
    if (!rotation) {
      failure = rotation.error();
      return;
    }
    if (rotation->collapsed) {
      result.warnings.push_back({"rotation_collapsed",
                                 "The oblique rotation made two dimensions one: the varimax axes are shown instead. "
                                 "Fewer dimensions describe these data."});
    }
    if (fitted->fit.dimensions > 1 && fitted->fit.models() < 50) {
      result.warnings.push_back(
          {"axes_uncertain",
           "With " + counted(fitted->fit.models(), "model") +
               " the axes are uncertain where dimensions are correlated: other rotations describe the "
               "data nearly as well. Predictions and directions do not depend on them."});
    }
    if (automatic_dimensions && fitted->fit.dimensions == 2 && smallest_share() < least_share)
      return fit_one_dimension();
    probabilities = std::make_unique<FittedProbabilities>(fitted->fit);
  }

  [[nodiscard]] double smallest_share() const {
    const ItemResponseFit& fit = fitted->fit;
    const std::vector<double> shares = variance_shares(standardised_loadings(fit), fit.ability_correlations);
    return *std::min_element(shares.begin(), shares.end());
  }

  /// Two dimensions were taken because nothing else was asked for, and the second is empty.
  void fit_one_dimension() {
    fitted->plan.variational.dimensions = 1;
    auto job = VariationalEstimation::create(fitted->set.responses, fitted->plan.variational);
    if (!job) {
      failure = job.error();
      return;
    }
    variational = std::move(*job);
    estimated = false;
    result.warnings = {{"second_dimension_empty",
                        "A second dimension holds less than 1% of what the items have in common: one is shown."}};
  }

  void summarise_models() {
    const auto& [set, parameters, plan, fit] = *fitted;
    const ResponseData& responses = set.responses;
    std::vector<double> scores(responses.items());
    for (std::size_t m = 0; m < responses.models(); ++m) {
      for (std::size_t i = 0; i < responses.items(); ++i) {
        scores[i] = responses.observed(m, i) ? static_cast<double>(responses.at(m, i)) : not_a_number;
      }
      result.accuracy.push_back(measure_accuracy(scores));
    }
    const std::size_t draws = std::clamp<std::size_t>(2'000'000 / responses.models(), 100, 1000);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      std::vector<double> values;
      std::vector<double> errors;
      for (std::size_t m = 0; m < fit.models(); ++m) {
        values.push_back(fit.abilities(m, d));
        errors.push_back(std::sqrt(fit.ability_covariances(m, packed_index(d, d))));
      }
      result.ranks.push_back(rank_intervals(values, errors, draws, parameters.seed + d));
    }
    result.person_fit = person_fit(responses, *probabilities);
    if (fit.estimator == Estimator::marginal && fit.dimensions == 1) {
      add_scores("EAP", PersonScore::posterior_mean);
      add_scores("MAP", PersonScore::posterior_mode);
      add_scores("WLE", PersonScore::weighted_likelihood);
    }
    result.log_loss = log_loss_of_cells(responses, *probabilities);
    result.alpha = cronbach_alpha(responses);
  }

  void add_scores(const char* name, PersonScore kind) {
    auto scores = person_scores(fitted->fit, fitted->set.responses, kind);
    if (!scores) {
      failure = scores.error();
      return;
    }
    NamedScores named{name, {}, {}};
    for (std::size_t m = 0; m < scores->abilities.rows(); ++m) {
      named.values.push_back(scores->abilities(m, 0));
      named.errors.push_back(scores->standard_errors(m, 0));
    }
    result.scores.push_back(std::move(named));
  }

  void summarise_items() {
    const ItemResponseFit& fit = fitted->fit;
    Estimates discriminations = item_discriminations(fit);
    Estimates difficulties = item_difficulties(fit);
    result.discrimination = std::move(discriminations.values);
    result.discrimination_error = std::move(discriminations.errors);
    result.difficulty = std::move(difficulties.values);
    result.difficulty_error = std::move(difficulties.errors);
    result.information = mean_information(fit, *probabilities);
    ItemMeans means = item_means(fitted->set.responses);
    result.mean_score = std::move(means.mean);
    result.scored = std::move(means.scored);
    result.item_rest = item_rest_correlations(fitted->set.responses);
  }

  void test_items() {
    ItemFitStatistics statistics = item_fit(fitted->set.responses, fitted->fit);
    result.item_fit = std::move(statistics.z);
    result.item_fit_p = std::move(statistics.p_value);
  }

  void compare_items() {
    const NearDuplicates duplicates = near_duplicates(fitted->set.responses, *probabilities);
    if (!duplicates.complete) {
      result.warnings.push_back(
          {"near_duplicates_incomplete",
           "Too many items behave alike to compare them all: some near-duplicates may be missing."});
    }
    const BenchmarkDirections directions = benchmark_directions(fitted->set, fitted->fit);
    result.angle = directions.angle;
    result.flags = flag_items(result, directions, duplicates);
  }

  void count_dimensions() {
    if (fitted->set.responses.models() >= 3) {
      result.eigenvalues = parallel_analysis(fitted->set.responses, parallel_draws, fitted->parameters.seed);
    }
  }

  void describe_dimensions() {
    const ItemResponseFit& fit = fitted->fit;
    const std::vector<double> shares = variance_shares(standardised_loadings(fit), fit.ability_correlations);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      FittedDimension dimension;
      dimension.name = fit.dimensions == 1 ? "Ability" : "Dimension " + std::to_string(d + 1);
      dimension.variance = shares[d];
      dimension.reliability = reliability(d);
      result.dimensions.push_back(std::move(dimension));
    }
    suggest_names();
    fill_in();
  }

  /// Separation reliability: the part of the abilities' variance that is not error.
  [[nodiscard]] double reliability(std::size_t d) const {
    const ItemResponseFit& fit = fitted->fit;
    std::vector<double> values;
    double squared_error = 0;
    for (std::size_t m = 0; m < fit.models(); ++m) {
      values.push_back(fit.abilities(m, d));
      squared_error += fit.ability_covariances(m, packed_index(d, d)) / real(fit.models());
    }
    const double deviation = standard_deviation(values);
    // The spread of estimates that are shrunk (EAP) is already without error: their variance and the error's add up.
    const double variance = deviation * deviation;
    const double total = fit.estimator == Estimator::marginal ? variance + squared_error : variance;
    return total > 0 ? std::max(0.0, 1 - squared_error / total) : not_a_number;
  }

  /// The benchmark (with one benchmark: the value of its first column) whose scores correlate most with each dimension.
  void suggest_names() {
    const auto& [set, parameters, plan, fit] = *fitted;
    if (fit.dimensions < 2) return;
    for (const std::string& level : item_levels(dataset, set)) {
      auto measures = measure_groups(dataset, set, fit, level, parameters.seed);
      if (!measures || measures->groups.size() < 2) continue;
      for (const auto& group : measures->groups) {
        for (std::size_t d = 0; d < fit.dimensions; ++d) {
          const double r = group.loadings[d].correlation.value;
          FittedDimension& dimension = result.dimensions[d];
          if (!std::isfinite(r) || (std::isfinite(dimension.suggestion_r) && r <= dimension.suggestion_r)) continue;
          dimension.suggestion = group.name;
          dimension.suggestion_r = r;
        }
      }
      return;
    }
  }

  void fill_in() {
    const ResponseData& responses = fitted->set.responses;
    result.parameters = fitted->parameters;
    result.estimator = fitted->fit.estimator;
    result.estimator_reason = fitted->plan.reason;
    result.cells = responses.observed_count();
    result.missing_cells = responses.models() * responses.items() - result.cells;
    result.graded = !responses.binary();
    result.notes = fitted->set.notes;
    result.notes.insert(result.notes.end(), fitted->fit.notes.begin(), fitted->fit.notes.end());
    result.warnings.insert(result.warnings.begin(), fitted->plan.warnings.begin(), fitted->plan.warnings.end());
    if (!fitted->fit.converged && !fitted->fit.stopped) {
      result.warnings.push_back(
          {"not_converged", "The estimation did not settle within " + counted(fitted->fit.passes, "pass") + "."});
    }
  }

  const Dataset& dataset;
  std::shared_ptr<FittedResponses> fitted;
  std::unique_ptr<VariationalEstimation> variational;
  std::unique_ptr<MarginalEstimation> marginal;
  bool estimated = false;
  bool automatic_dimensions = false;
  std::size_t piece = 0;
  std::unique_ptr<FittedProbabilities> probabilities;
  ItemResponseResult result;
  std::optional<Error> failure;
};

ItemResponseAnalysis::ItemResponseAnalysis(std::unique_ptr<State> state) : state_(std::move(state)) {}
ItemResponseAnalysis::~ItemResponseAnalysis() = default;

Result<std::unique_ptr<ItemResponseAnalysis>> ItemResponseAnalysis::create(const Dataset& dataset,
                                                                           const ItemResponseParameters& parameters) {
  auto set = collect_responses(dataset, parameters.benchmarks, parameters.count_once);
  if (!set) return set.error();
  auto fitted = std::make_shared<FittedResponses>();
  fitted->set = std::move(*set);
  fitted->parameters = parameters;
  auto plan = plan_fit(dataset, fitted->set, parameters);
  if (!plan) return plan.error();
  fitted->plan = std::move(*plan);
  auto state = std::make_unique<State>(dataset, fitted);
  if (fitted->plan.estimator == Estimator::variational) {
    auto job = VariationalEstimation::create(fitted->set.responses, fitted->plan.variational);
    if (!job) return job.error();
    state->variational = std::move(*job);
  } else {
    auto job = MarginalEstimation::create(fitted->set.responses, fitted->plan.marginal);
    if (!job) return job.error();
    state->marginal = std::move(*job);
  }
  return std::unique_ptr<ItemResponseAnalysis>(new ItemResponseAnalysis(std::move(state)));
}

Result<JobStatus> ItemResponseAnalysis::step() {
  JobStatus status = state_->step();
  if (state_->failure) return *state_->failure;
  return status;
}

void ItemResponseAnalysis::stop() {
  state_->stop();
}

ItemResponseResult ItemResponseAnalysis::take_result() {
  return std::move(state_->result);
}

std::shared_ptr<const FittedResponses> ItemResponseAnalysis::take_fitted() {
  return std::move(state_->fitted);
}

}  // namespace harmonograph
