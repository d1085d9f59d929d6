#include "irt/item_selection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "core/random.hpp"
#include "core/text.hpp"
#include "irt/ability_alignment.hpp"
#include "irt/ability_estimation.hpp"
#include "irt/cross_validation.hpp"
#include "irt/selection_rules.hpp"
#include "stats/correlation.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t resamples = 500;
constexpr std::size_t gains_per_step = 4'000'000;  // cells of one sweep over all gains
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Result<void> check(const ItemResponseFit& fit, const SelectionParameters& parameters) {
  if (fit.items() == 0) {
    return Error{ErrorCode::too_few_items, "This fit has no items.", "", 0, "Fit a model first."};
  }
  if (parameters.dimension > fit.dimensions) {
    return Error{ErrorCode::invalid_argument,
                 "There is no dimension " + std::to_string(parameters.dimension) + ": the fit has " +
                     counted(fit.dimensions, "dimension") + ".",
                 "", 0, "Choose 0 for all of them."};
  }
  const auto allowed = [](double share) { return share > 0 && share <= 1; };
  if (!allowed(parameters.share) || !std::all_of(parameters.shares.begin(), parameters.shares.end(), allowed)) {
    return Error{ErrorCode::invalid_argument, "A share of items to keep must be above 0 and at most 1.", "", 0,
                 "Choose .1 for a tenth."};
  }
  return {};
}

/// How one left-out model comes out of one subset.
struct Outcome {
  double subset = nothing;  // mean on the subset, shifted to the difficulty of all items
  double full = nothing;    // mean on all items
  double mean_error = nothing;
  double model_error = nothing;
  std::vector<double> subset_ability;
  std::vector<double> full_ability;
};

using Outcomes = std::vector<Outcome>;  // per model

double root_mean_square(const std::vector<double>& values) {
  double squares = 0;
  double count = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    squares += value * value;
    count += 1;
  }
  return count > 0 ? std::sqrt(squares / count) : nothing;
}

SurvivalMetrics survival(const Outcomes& outcomes, std::span<const std::uint32_t> models, std::size_t dimensions) {
  std::vector<double> subset;
  std::vector<double> full;
  std::vector<double> mean_error;
  std::vector<double> model_error;
  for (const std::uint32_t m : models) {
    subset.push_back(outcomes[m].subset);
    full.push_back(outcomes[m].full);
    mean_error.push_back(outcomes[m].mean_error);
    model_error.push_back(outcomes[m].model_error);
  }
  SurvivalMetrics metrics;
  metrics.score_rank = spearman_correlation(subset, full).value;
  metrics.score_kendall = kendall_correlation(subset, full).value;
  metrics.mean_error = root_mean_square(mean_error);
  metrics.model_error = root_mean_square(model_error);
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<double> from_subset;
    std::vector<double> from_all;
    for (const std::uint32_t m : models) {
      from_subset.push_back(outcomes[m].subset_ability.empty() ? nothing : outcomes[m].subset_ability[d]);
      from_all.push_back(outcomes[m].full_ability.empty() ? nothing : outcomes[m].full_ability[d]);
    }
    metrics.ability_rank.push_back(spearman_correlation(from_subset, from_all).value);
  }
  return metrics;
}

/// Applies a summary to every number of the metrics.
template <class Summary>
SurvivalMetrics summarised(const std::vector<SurvivalMetrics>& all, std::size_t dimensions, Summary summary) {
  const auto of = [&](auto number) {
    std::vector<double> values;
    for (const auto& metrics : all) {
      const double value = number(metrics);
      if (std::isfinite(value)) values.push_back(value);
    }
    std::sort(values.begin(), values.end());
    return values.empty() ? nothing : summary(values);
  };
  SurvivalMetrics result;
  result.score_rank = of([](const auto& m) { return m.score_rank; });
  result.score_kendall = of([](const auto& m) { return m.score_kendall; });
  result.mean_error = of([](const auto& m) { return m.mean_error; });
  result.model_error = of([](const auto& m) { return m.model_error; });
  for (std::size_t d = 0; d < dimensions; ++d) {
    result.ability_rank.push_back(of([d](const auto& m) { return m.ability_rank[d]; }));
  }
  return result;
}

std::vector<std::uint32_t> random_items(std::size_t items, std::size_t count, std::uint64_t seed, std::uint64_t draw) {
  std::vector<std::uint32_t> positions(items);
  std::iota(positions.begin(), positions.end(), 0U);
  Random random(seed, 5000 + draw);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(positions[i], positions[i + static_cast<std::size_t>(random.below(items - i))]);
  }
  positions.resize(count);
  std::sort(positions.begin(), positions.end());
  return positions;
}

}  // namespace

Result<std::vector<std::uint32_t>> select_items(const ItemResponseFit& fit, const SelectionParameters& parameters) {
  if (auto checked = check(fit, parameters); !checked) return checked.error();
  const std::size_t count = items_of_share(parameters.share, fit.items());
  const AbilityMap map = no_change(fit.dimensions);
  if (parameters.rule == SelectionRule::discriminating) {
    return most_discriminating(fit, map, parameters.dimension, parameters.bins, count);
  }
  InformativeOrder order(fit, map, parameters.dimension);
  order.take(count);
  std::vector<std::uint32_t> kept = order.order();
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct SelectionJob::State {
  const ResponseData* responses = nullptr;
  const ItemResponseFit* fit = nullptr;
  VariationalOptions options;
  std::vector<std::uint32_t> benchmarks;
  SelectionParameters parameters;

  enum class Phase { choose, refit, order, subsets, done };
  Phase phase = Phase::choose;
  std::unique_ptr<InformativeOrder> order;
  std::vector<std::uint32_t> kept;

  std::vector<std::uint32_t> folds;
  std::uint32_t fold = 0;
  ResponseData training;
  std::vector<std::uint32_t> training_models;
  std::vector<std::uint32_t> left_out;
  std::unique_ptr<VariationalEstimation> estimation;
  ItemResponseFit refit;
  AbilityMap map;
  ItemBank bank;
  Matrix precision;
  std::vector<std::vector<float>> scores;     // of the left-out models
  std::vector<AbilityEstimate> full_ability;  // of the left-out models
  std::vector<double> full_mean;
  std::size_t share = 0;
  std::size_t draw = 0;                         // 0 = the rule's subset
  std::vector<std::vector<Outcomes>> outcomes;  // [share][draw][model]

  [[nodiscard]] std::size_t count_of(double wanted) const { return items_of_share(wanted, responses->items()); }

  [[nodiscard]] std::size_t largest_count() const {
    std::size_t largest = 1;
    for (const double wanted : parameters.shares) largest = std::max(largest, count_of(wanted));
    return largest;
  }

  [[nodiscard]] JobStatus status(double within) const {
    if (phase == Phase::done) return {true, 1, "Done"};
    if (phase == Phase::choose) return {false, .02 * within, "choosing items"};
    const double progress = .02 + .98 * (static_cast<double>(fold) + within) / static_cast<double>(parameters.folds);
    return {false, std::min(1.0, progress),
            "models left out, fold " + std::to_string(fold + 1) + " of " + std::to_string(parameters.folds)};
  }

  /// Greedy choice in pieces; true when enough are taken.
  bool take_more(std::size_t wanted) {
    const std::size_t have = order->order().size();
    const std::size_t cells = std::max<std::size_t>(1, responses->items() * responses->models());
    // One sweep over all gains serves a fifth more items: few items at a time while sweeps are frequent.
    const std::size_t piece = std::max<std::size_t>({1, gains_per_step / cells, have / 10});
    const bool more = order->take(std::min(wanted - have, piece));
    return !more || order->order().size() >= wanted;
  }

  Result<JobStatus> choose() {
    if (parameters.rule == SelectionRule::discriminating) {
      auto chosen = select_items(*fit, parameters);
      if (!chosen) return chosen.error();
      kept = std::move(*chosen);
    } else {
      if (!order) order = std::make_unique<InformativeOrder>(*fit, no_change(fit->dimensions), parameters.dimension);
      const std::size_t wanted = count_of(parameters.share);
      if (!take_more(wanted)) return status(static_cast<double>(order->order().size()) / static_cast<double>(wanted));
      kept = order->order();
      std::sort(kept.begin(), kept.end());
      order.reset();
    }
    if (parameters.shares.empty()) {
      phase = Phase::done;
      return status(1);
    }
    phase = Phase::refit;
    return start_fold();
  }

  Result<JobStatus> start_fold() {
    training_models = models_of_fold(folds, fold, false);
    left_out = models_of_fold(folds, fold, true);
    training = some_models(*responses, training_models);
    auto created = VariationalEstimation::create(training, options);
    if (!created) return created.error();
    estimation = std::move(*created);
    return status(0);
  }

  Result<JobStatus> continue_fit() {
    auto stepped = estimation->step();
    if (!stepped) return stepped.error();
    if (!stepped->done) return status(.2 * stepped->progress);
    refit = estimation->take_result();
    estimation.reset();
    map = align_abilities(refit.abilities, fit->abilities, training_models);
    bank = ItemBank(refit);
    precision = ability_prior_precision(refit);
    scores.clear();
    full_ability.clear();
    full_mean.clear();
    for (const std::uint32_t m : left_out) {
      scores.push_back(scores_of_model(*responses, m));
      full_ability.push_back(estimate_ability(bank, scores.back(), precision));
      full_mean.push_back(mean_score(scores.back()));
    }
    share = 0;
    draw = 0;
    phase = Phase::subsets;
    if (parameters.rule == SelectionRule::information) {
      order = std::make_unique<InformativeOrder>(refit, map, parameters.dimension);
      phase = Phase::order;
    }
    return status(.2);
  }

  Result<JobStatus> continue_order() {
    const std::size_t wanted = largest_count();
    if (take_more(wanted)) phase = Phase::subsets;
    return status(.2 + .2 * static_cast<double>(order->order().size()) / static_cast<double>(wanted));
  }

  [[nodiscard]] std::vector<std::uint32_t> subset() const {
    const std::size_t count = count_of(parameters.shares[share]);
    if (draw > 0) return random_items(responses->items(), count, parameters.seed, share * 100000 + draw);
    if (parameters.rule == SelectionRule::discriminating) {
      return most_discriminating(refit, map, parameters.dimension, parameters.bins, count);
    }
    std::vector<std::uint32_t> items(order->order().begin(),
                                     order->order().begin() + static_cast<std::ptrdiff_t>(count));
    std::sort(items.begin(), items.end());
    return items;
  }

  /// How much easier the subset is than all items for the models that were fitted: mean of the difference.
  [[nodiscard]] double easier(const std::vector<std::uint32_t>& items) const {
    double sum = 0;
    double models = 0;
    for (std::size_t m = 0; m < training.models(); ++m) {
      double right = 0;
      double answered = 0;
      for (const std::uint32_t i : items) {
        const float score = training.at(m, i);
        if (score < 0) continue;
        right += static_cast<double>(score);
        answered += 1;
      }
      if (answered == 0) continue;
      sum += right / answered - training_mean[m];
      models += 1;
    }
    return models > 0 ? sum / models : 0;
  }

  void measure(const std::vector<std::uint32_t>& items) {
    const ItemBank part(refit, items);
    std::vector<char> inside(responses->items(), 0);
    for (const std::uint32_t i : items) inside[i] = 1;
    const double shift = easier(items);
    std::vector<float> answers(items.size());
    std::vector<float> probability(responses->items());
    for (std::size_t l = 0; l < left_out.size(); ++l) {
      for (std::size_t i = 0; i < items.size(); ++i) answers[i] = scores[l][items[i]];
      const AbilityEstimate estimate = estimate_ability(part, answers, precision, full_ability[l].ability);
      bank.predict(estimate.ability, estimate.covariance, probability);
      double sum = 0;
      double answered = 0;
      for (std::size_t i = 0; i < probability.size(); ++i) {
        if (scores[l][i] < 0) continue;
        sum += static_cast<double>(inside[i] != 0 ? scores[l][i] : probability[i]);
        answered += 1;
      }
      Outcome& outcome = outcomes[share][draw][left_out[l]];
      if (answered == 0) continue;  // a model without any answer tells nothing
      const double mean = mean_score(answers);
      outcome.full = full_mean[l];
      outcome.subset = mean - shift;
      outcome.mean_error = mean - full_mean[l];
      outcome.model_error = sum / answered - full_mean[l];
      outcome.subset_ability = map.apply(estimate.ability);
      outcome.full_ability = map.apply(full_ability[l].ability);
    }
  }

  Result<JobStatus> continue_subsets() {
    if (share == 0 && draw == 0) {
      training_mean.clear();
      for (std::size_t m = 0; m < training.models(); ++m) {
        training_mean.push_back(mean_score(scores_of_model(training, m)));
      }
    }
    measure(subset());
    if (++draw > parameters.draws) {
      draw = 0;
      ++share;
    }
    if (share == parameters.shares.size()) {
      order.reset();
      ++fold;
      if (fold == parameters.folds) {
        phase = Phase::done;
        return status(1);
      }
      phase = Phase::refit;
      return start_fold();
    }
    const double done = static_cast<double>(share * (parameters.draws + 1) + draw) /
                        static_cast<double>(parameters.shares.size() * (parameters.draws + 1));
    return status(.4 + .6 * done);
  }

  std::vector<double> training_mean;
};

SelectionJob::SelectionJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
SelectionJob::~SelectionJob() = default;

Result<std::unique_ptr<SelectionJob>> SelectionJob::create(const ResponseData& responses, const ItemResponseFit& fit,
                                                           VariationalOptions options,
                                                           std::vector<std::uint32_t> benchmarks,
                                                           SelectionParameters parameters) {
  if (auto checked = check(fit, parameters); !checked) return checked.error();
  if (fit.items() != responses.items() || fit.models() != responses.models() || benchmarks.size() != fit.items() ||
      options.dimensions != fit.dimensions) {
    return Error{ErrorCode::invalid_argument, "The fit is not one of these responses.", "", 0, "Fit a model first."};
  }
  parameters.folds = std::min(parameters.folds, responses.models());
  if (auto checked = check_model_folds(responses, parameters.folds, fit.dimensions); !checked) return checked.error();
  auto state = std::make_unique<State>();
  state->responses = &responses;
  state->fit = &fit;
  state->options = std::move(options);
  state->benchmarks = std::move(benchmarks);
  state->parameters = std::move(parameters);
  state->folds = balanced_model_folds(responses, state->parameters.folds, state->parameters.seed);
  state->outcomes.assign(state->parameters.shares.size(),
                         std::vector<Outcomes>(state->parameters.draws + 1, Outcomes(responses.models())));
  return std::unique_ptr<SelectionJob>(new SelectionJob(std::move(state)));
}

Result<JobStatus> SelectionJob::step() {
  State& state = *state_;
  switch (state.phase) {
    case State::Phase::choose: return state.choose();
    case State::Phase::refit: return state.continue_fit();
    case State::Phase::order: return state.continue_order();
    case State::Phase::subsets: return state.continue_subsets();
    case State::Phase::done: break;
  }
  return state.status(1);
}

SelectionResult SelectionJob::take_result() {
  const State& state = *state_;
  const std::size_t dimensions = state.fit->dimensions;
  SelectionResult result;
  result.parameters = state.parameters;
  result.items = state.responses->items();
  result.kept = state.kept;
  std::map<std::uint32_t, SelectionResult::BenchmarkCount> counts;
  for (const std::uint32_t benchmark : state.benchmarks) ++counts[benchmark].items;
  for (const std::uint32_t item : state.kept) ++counts[state.benchmarks[item]].kept;
  for (const auto& [benchmark, count] : counts) result.by_benchmark.push_back({benchmark, count.kept, count.items});

  const auto low = [](const std::vector<double>& sorted) { return quantile_of_sorted(sorted, .025); };
  const auto high = [](const std::vector<double>& sorted) { return quantile_of_sorted(sorted, .975); };
  std::vector<std::uint32_t> everyone(state.responses->models());
  std::iota(everyone.begin(), everyone.end(), 0U);
  for (std::size_t s = 0; s < state.parameters.shares.size(); ++s) {
    SelectionResult::Point point;
    point.share = state.parameters.shares[s];
    point.items = state.count_of(point.share);
    point.selected = survival(state.outcomes[s][0], everyone, dimensions);
    std::vector<SurvivalMetrics> resampled;
    Random random(state.parameters.seed, 73);
    std::vector<std::uint32_t> sample(everyone.size());
    for (std::size_t r = 0; r < resamples; ++r) {
      for (auto& model : sample) model = static_cast<std::uint32_t>(random.below(everyone.size()));
      resampled.push_back(survival(state.outcomes[s][0], sample, dimensions));
    }
    point.selected_low = summarised(resampled, dimensions, low);
    point.selected_high = summarised(resampled, dimensions, high);
    std::vector<SurvivalMetrics> draws;
    for (std::size_t d = 1; d <= state.parameters.draws; ++d) {
      draws.push_back(survival(state.outcomes[s][d], everyone, dimensions));
    }
    point.random = summarised(draws, dimensions, [](const std::vector<double>& sorted) { return mean(sorted); });
    point.random_low = summarised(draws, dimensions, low);
    point.random_high = summarised(draws, dimensions, high);
    result.curve.push_back(std::move(point));
  }
  return result;
}

}  // namespace harmonograph
