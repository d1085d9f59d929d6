#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/random.hpp"
#include "irt/adaptive_testing.hpp"
#include "irt/cross_validation.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t random_orders = 5;
constexpr std::size_t one_at_a_time = 20;

std::vector<std::size_t> curve_counts(std::size_t most) {
  std::vector<std::size_t> counts;
  constexpr std::array<std::size_t, 6> steps{10, 15, 20, 30, 50, 70};
  for (const std::size_t small : std::array<std::size_t, 5>{1, 2, 3, 5, 7}) {
    if (small < most) counts.push_back(small);
  }
  for (std::size_t power = 1; steps.front() * power < most; power *= 10) {
    for (const std::size_t step : steps) {
      if (step * power < most) counts.push_back(step * power);
    }
  }
  counts.push_back(most);
  return counts;
}

struct Errors {
  double ability = 0;  // sum of squares over dimensions
  double score = 0;    // square
};

/// One left-out model in one fit.
class Examinee {
 public:
  Examinee(const ItemResponseFit& fit, const std::vector<float>& scores) : fit_(fit), precision_(prior(fit)) {
    for (std::uint32_t i = 0; i < scores.size(); ++i) {
      if (scores[i] < 0) continue;
      items_.push_back(i);
      scores_.push_back(scores[i]);
    }
    bank_ = ItemBank(fit, items_);
    full_ = estimate_ability(bank_, scores_, precision_);
    mean_ = items_.empty() ? 0 : mean_score(scores_);
  }

  [[nodiscard]] std::size_t items() const { return items_.size(); }

  /// Errors after each of the counts when the items are asked in this order (positions among its own items).
  [[nodiscard]] std::vector<Errors> errors_in_order(const std::vector<std::uint32_t>& order,
                                                    const std::vector<std::size_t>& counts) const {
    std::vector<Errors> errors;
    for (const std::size_t count : counts) {
      const std::size_t asked = std::min(count, order.size());
      const std::vector<std::uint32_t> first(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(asked));
      errors.push_back(errors_of(estimate_after(first), first));
    }
    return errors;
  }

  [[nodiscard]] std::vector<std::uint32_t> adaptive_order(std::size_t most) const {
    std::vector<std::uint32_t> order;
    std::vector<char> open(items_.size(), 1);
    most = std::min(most, items_.size());
    while (order.size() < most) {
      const std::size_t batch = order.size() < one_at_a_time ? 1 : order.size() / 10;
      const auto chosen =
          most_informative_items(bank_, estimate_after(order), open, std::min(batch, most - order.size()), false);
      if (chosen.empty()) break;
      for (const auto& next : chosen) {
        order.push_back(next.item);
        open[next.item] = 0;
      }
    }
    return order;
  }

 private:
  static Matrix prior(const ItemResponseFit& fit) { return ability_prior_precision(fit); }

  [[nodiscard]] AbilityEstimate estimate_after(const std::vector<std::uint32_t>& asked) const {
    std::vector<std::uint32_t> items;
    std::vector<float> scores;
    for (const std::uint32_t position : asked) {
      items.push_back(items_[position]);
      scores.push_back(scores_[position]);
    }
    return estimate_ability(ItemBank(fit_, items), scores, precision_);
  }

  [[nodiscard]] Errors errors_of(const AbilityEstimate& estimate, const std::vector<std::uint32_t>& asked) const {
    Errors errors;
    for (std::size_t d = 0; d < fit_.dimensions; ++d) {
      const double difference = estimate.ability[d] - full_.ability[d];
      errors.ability += difference * difference;
    }
    std::vector<float> probability(items_.size());
    bank_.predict(estimate.ability, estimate.covariance, probability);
    for (const std::uint32_t position : asked) probability[position] = scores_[position];
    const double difference = mean_score(probability) - mean_;
    errors.score = difference * difference;
    return errors;
  }

  const ItemResponseFit& fit_;
  Matrix precision_;
  std::vector<std::uint32_t> items_;  // positions in the fit that it has an answer to
  std::vector<float> scores_;
  ItemBank bank_;
  AbilityEstimate full_;
  double mean_ = 0;
};

}  // namespace

struct AdaptiveSimulationJob::State {
  const ResponseData* responses = nullptr;
  VariationalOptions options;
  AdaptiveSimulationParameters parameters;
  std::vector<std::size_t> counts;
  std::vector<std::uint32_t> folds;
  std::uint32_t fold = 0;
  ResponseData training;
  std::unique_ptr<VariationalEstimation> estimation;
  std::optional<ItemResponseFit> fit;
  std::vector<std::uint32_t> left_out;
  std::size_t next_model = 0;
  std::size_t models = 0;
  std::vector<Errors> adaptive;
  std::vector<Errors> random;
  bool done = false;

  [[nodiscard]] JobStatus status(double within) const {
    const double progress = (static_cast<double>(fold) + within) / static_cast<double>(parameters.folds);
    return {done, done ? 1 : progress,
            "models left out, fold " + std::to_string(std::min<std::size_t>(fold + 1, parameters.folds)) + " of " +
                std::to_string(parameters.folds)};
  }

  Result<JobStatus> start_fold() {
    left_out = models_of_fold(folds, fold, true);
    training = some_models(*responses, models_of_fold(folds, fold, false));
    auto created = VariationalEstimation::create(training, options);
    if (!created) return created.error();
    estimation = std::move(*created);
    next_model = 0;
    return status(0);
  }

  Result<JobStatus> continue_fit() {
    auto stepped = estimation->step();
    if (!stepped) return stepped.error();
    if (stepped->done) {
      fit = estimation->take_result();
      estimation.reset();
    }
    return status(0.5 * stepped->progress);
  }

  void play(std::uint32_t model) {
    const Examinee examinee(*fit, scores_of_model(*responses, model));
    if (examinee.items() == 0) return;
    ++models;
    const auto add = [&](std::vector<Errors>& total, const std::vector<Errors>& more, double weight) {
      for (std::size_t i = 0; i < total.size(); ++i) {
        total[i].ability += weight * more[i].ability;
        total[i].score += weight * more[i].score;
      }
    };
    add(adaptive, examinee.errors_in_order(examinee.adaptive_order(counts.back()), counts), 1);
    for (std::size_t order = 0; order < random_orders; ++order) {
      Random generator(parameters.seed, 1000 + static_cast<std::uint64_t>(model) * random_orders + order);
      std::vector<std::uint32_t> positions(examinee.items());
      std::iota(positions.begin(), positions.end(), 0U);
      generator.shuffle(std::span<std::uint32_t>(positions));
      add(random, examinee.errors_in_order(positions, counts), 1.0 / static_cast<double>(random_orders));
    }
  }
};

AdaptiveSimulationJob::AdaptiveSimulationJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
AdaptiveSimulationJob::~AdaptiveSimulationJob() = default;

Result<std::unique_ptr<AdaptiveSimulationJob>> AdaptiveSimulationJob::create(const ResponseData& responses,
                                                                             VariationalOptions options,
                                                                             AdaptiveSimulationParameters parameters) {
  parameters.folds = std::min(parameters.folds, responses.models());
  if (auto checked = check_model_folds(responses, parameters.folds, options.dimensions); !checked) {
    return checked.error();
  }
  parameters.items = std::min(std::max<std::size_t>(1, parameters.items), responses.items());
  auto state = std::make_unique<State>();
  state->responses = &responses;
  state->options = std::move(options);
  state->parameters = parameters;
  state->counts = curve_counts(parameters.items);
  state->adaptive.resize(state->counts.size());
  state->random.resize(state->counts.size());
  state->folds = balanced_model_folds(responses, parameters.folds, parameters.seed);
  return std::unique_ptr<AdaptiveSimulationJob>(new AdaptiveSimulationJob(std::move(state)));
}

Result<JobStatus> AdaptiveSimulationJob::step() {
  State& state = *state_;
  if (state.done) return state.status(0);
  if (!state.fit) return state.estimation ? state.continue_fit() : state.start_fold();
  if (state.next_model < state.left_out.size()) {
    state.play(state.left_out[state.next_model++]);
    return state.status(0.5 + 0.5 * static_cast<double>(state.next_model) / static_cast<double>(state.left_out.size()));
  }
  state.fit.reset();
  ++state.fold;
  state.done = state.fold == state.parameters.folds;
  return state.status(0);
}

AdaptiveSimulation AdaptiveSimulationJob::take_result() {
  const State& state = *state_;
  AdaptiveSimulation result;
  result.parameters = state.parameters;
  result.models = state.models;
  const double models = std::max(1.0, static_cast<double>(state.models));
  const double dimensions = static_cast<double>(state.options.dimensions);
  for (std::size_t i = 0; i < state.counts.size(); ++i) {
    result.curve.push_back({state.counts[i], std::sqrt(state.adaptive[i].ability / models / dimensions),
                            std::sqrt(state.random[i].ability / models / dimensions),
                            std::sqrt(state.adaptive[i].score / models), std::sqrt(state.random[i].score / models)});
  }
  return result;
}

}  // namespace harmonograph
