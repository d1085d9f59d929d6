#include "irt/prediction.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.hpp"
#include "irt/baselines.hpp"
#include "irt/cross_validation.hpp"
#include "stats/correlation.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t bins = 20;
constexpr double smallest_probability = 1e-6;
constexpr std::size_t cells_per_step = 2'000'000;

/// Sums over held-out cells: nothing is kept of a single cell.
class Accumulator {
 public:
  Accumulator(std::size_t models, std::size_t items)
      : item_loss(items, 0), predicted_(models, 0), observed_(models, 0) {}

  void add(std::size_t model, std::size_t item, double score, double probability) {
    const double cut = std::clamp(probability, smallest_probability, 1 - smallest_probability);
    item_loss[item] -= score * std::log(cut) + (1 - score) * std::log1p(-cut);
    squares_ += (probability - score) * (probability - score);
    right_ += (score >= .5) == (probability >= .5) ? 1 : 0;
    predicted_[model] += probability;
    observed_[model] += score;
    Bin& bin = bins_[std::min(bins - 1, static_cast<std::size_t>(probability * static_cast<double>(bins)))];
    bin.cells += 1;
    bin.predicted += probability;
    bin.observed += score;
    bin.squares += score * score;
  }

  void summarise(const std::vector<double>& cells_of_model, double cells, bool binary, PredictionMethod& method) const {
    double loss = 0;
    for (const double value : item_loss) loss += value;
    method.log_loss = loss / cells;
    method.brier = squares_ / cells;
    method.accuracy = right_ / cells;
    std::vector<double> predicted;
    std::vector<double> observed;
    for (std::size_t m = 0; m < predicted_.size(); ++m) {
      if (cells_of_model[m] == 0) continue;
      predicted.push_back(predicted_[m] / cells_of_model[m]);
      observed.push_back(observed_[m] / cells_of_model[m]);
    }
    method.rank_correlation = spearman_correlation(predicted, observed).value;
    for (const Bin& bin : bins_) {
      if (bin.cells == 0) continue;
      PredictionMethod::CalibrationPoint point;
      point.cells = static_cast<std::size_t>(bin.cells);
      point.predicted = bin.predicted / bin.cells;
      point.observed = bin.observed / bin.cells;
      point.interval = binary ? wilson_interval(bin.observed, bin.cells) : graded_interval(bin);
      method.calibration.push_back(point);
      method.calibration_error += bin.cells / cells * std::abs(point.predicted - point.observed);
    }
  }

  std::vector<double> item_loss;  // sum per item

 private:
  struct Bin {
    double cells = 0;
    double predicted = 0;
    double observed = 0;
    double squares = 0;
  };

  static Interval graded_interval(const Bin& bin) {
    if (bin.cells < 2) return {0, 1};
    const double mean = bin.observed / bin.cells;
    const double variance = std::max(0.0, (bin.squares - bin.cells * mean * mean) / (bin.cells - 1));
    const double half = 1.959963984540054 * std::sqrt(variance / bin.cells);
    return {std::max(0.0, mean - half), std::min(1.0, mean + half)};
  }

  std::array<Bin, bins> bins_{};
  std::vector<double> predicted_;  // sum per model
  std::vector<double> observed_;
  double squares_ = 0;
  double right_ = 0;
};

enum class Kind { model_mean, benchmark_mean, category_mean, rasch, additive, separate, dimensions };

struct Method {
  Kind kind = Kind::model_mean;
  PredictionMethod description;
};

std::size_t group_count(const std::vector<std::uint32_t>& groups) {
  std::size_t count = 0;
  for (const std::uint32_t group : groups) count = std::max<std::size_t>(count, group + 1U);
  return count;
}

Error wrong_length(const std::string& what) {
  return Error{ErrorCode::invalid_argument, "There must be one " + what + " for each item.", "", 0,
               "Give one for each item, or none."};
}

}  // namespace

double clustered_z(const std::vector<double>& simpler, const std::vector<double>& richer,
                   const std::vector<double>& cells) {
  double total = 0;
  double count = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    total += simpler[i] - richer[i];
    count += cells[i];
  }
  double squares = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double deviation = simpler[i] - richer[i] - cells[i] * total / count;
    squares += deviation * deviation;
  }
  return squares > 0 ? total / std::sqrt(squares) : 0;
}

struct PredictionJob::State {
  PredictionData data;
  PredictionParameters parameters;
  std::vector<Method> methods;
  RowMajorMatrix<std::uint8_t> folds;
  std::vector<Accumulator> accumulators;
  std::vector<double> cells_of_item;
  std::vector<double> cells_of_model;
  double cells = 0;

  std::size_t fold = 0;
  std::size_t method = 0;
  std::size_t next_model = 0;
  ResponseData training;
  bool training_ready = false;
  std::unique_ptr<CellPredictor> predictor;
  bool predictor_ready = false;
  std::vector<float> probability;
  bool done = false;

  void add_method(Kind kind, std::string code, std::string label, std::size_t dimensions = 0, bool grouped = false) {
    Method added;
    added.kind = kind;
    added.description.code = std::move(code);
    added.description.label = std::move(label);
    added.description.item_response = kind == Kind::dimensions;
    added.description.dimensions = dimensions;
    added.description.grouped = grouped;
    methods.push_back(std::move(added));
  }

  void list_methods() {
    const bool benchmarks = group_count(data.benchmarks) > 1;
    const bool categories = group_count(data.categories) > 1;
    add_method(Kind::model_mean, "model mean", "Model mean");
    if (benchmarks) add_method(Kind::benchmark_mean, "model x benchmark mean", "Model x benchmark mean");
    if (categories) add_method(Kind::category_mean, "model x category mean", "Model x category mean");
    add_method(Kind::rasch, "rasch", "Rasch");
    if (benchmarks || categories) {
      add_method(Kind::additive, "additive",
                 categories ? "Category and item, additive" : "Benchmark and item, additive");
      add_method(Kind::separate, "1 per benchmark",
                 benchmarks ? "One dimension for each benchmark" : "One dimension for each category");
    }
    const bool groups = group_count(data.groups) > 1;
    for (std::size_t d = 1; d <= parameters.largest_dimension; ++d) {
      add_method(Kind::dimensions, "D" + std::to_string(d), counted(d, "dimension"), d);
    }
    for (std::size_t d = 1; groups && d <= parameters.largest_dimension; ++d) {
      add_method(Kind::dimensions, "grouped D" + std::to_string(d),
                 counted(d, "dimension") + ", a prior for each group", d, true);
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& finest_parts() const {
    return group_count(data.categories) > 1 ? data.categories : data.benchmarks;
  }

  [[nodiscard]] const std::vector<std::uint32_t>& separate_parts() const {
    return group_count(data.benchmarks) > 1 ? data.benchmarks : data.categories;
  }

  Result<std::unique_ptr<CellPredictor>> make_predictor(const Method& chosen) const {
    switch (chosen.kind) {
      case Kind::model_mean: return make_mean_predictor(training, {});
      case Kind::benchmark_mean: return make_mean_predictor(training, data.benchmarks);
      case Kind::category_mean: return make_mean_predictor(training, data.categories);
      case Kind::rasch: return make_additive_predictor(training, {});
      case Kind::additive: return make_additive_predictor(training, finest_parts());
      case Kind::separate: return make_separate_predictor(training, separate_parts(), data.guessing);
      case Kind::dimensions: break;
    }
    VariationalOptions options;
    options.dimensions = chosen.description.dimensions;
    options.guessing = data.guessing;
    if (chosen.description.grouped) options.item_groups = data.groups;
    return make_item_response_predictor(training, std::move(options));
  }

  void hide_fold() {
    training = *data.responses;
    for (std::size_t m = 0; m < training.models(); ++m) {
      for (std::size_t i = 0; i < training.items(); ++i) {
        if (folds(m, i) == fold) training.set(m, i, ResponseData::missing);
      }
    }
    training_ready = true;
  }

  void score_models() {
    const std::size_t models = std::max<std::size_t>(1, cells_per_step / std::max<std::size_t>(1, training.items()));
    const std::size_t last = std::min(training.models(), next_model + models);
    for (; next_model < last; ++next_model) {
      predictor->predict(next_model, probability);
      const auto fold_of = folds.row(next_model);
      for (std::size_t i = 0; i < training.items(); ++i) {
        if (fold_of[i] != fold) continue;
        accumulators[method].add(next_model, i, static_cast<double>(data.responses->at(next_model, i)),
                                 std::clamp(static_cast<double>(probability[i]), 0.0, 1.0));
      }
    }
  }

  [[nodiscard]] JobStatus status(double within) const {
    if (done) return {true, 1, "Done"};
    const auto count = static_cast<double>(methods.size());
    const double progress = (static_cast<double>(fold) + (static_cast<double>(method) + within) / count) /
                            static_cast<double>(parameters.folds_used);
    return {false, std::min(1.0, progress),
            "part " + std::to_string(fold + 1) + " of " + std::to_string(parameters.folds_used) + ": " +
                methods[method].description.label};
  }

  Result<JobStatus> step() {
    if (done) return status(1);
    if (!training_ready) {
      hide_fold();
      return status(0);
    }
    if (!predictor) {
      auto made = make_predictor(methods[method]);
      if (!made) return made.error();
      predictor = std::move(*made);
      predictor_ready = false;
      next_model = 0;
      return status(0);
    }
    if (!predictor_ready) {
      auto share = predictor->step();
      if (!share) return share.error();
      predictor_ready = *share >= 1;
      return status(.9 * *share);
    }
    score_models();
    if (next_model < training.models()) return status(.95);
    predictor.reset();
    if (++method == methods.size()) {
      method = 0;
      ++fold;
      training_ready = false;
      done = fold == parameters.folds_used;
    }
    return status(0);
  }

  [[nodiscard]] double gain(std::size_t simpler, std::size_t richer) const {
    return clustered_z(accumulators[simpler].item_loss, accumulators[richer].item_loss, cells_of_item);
  }

  /// Position of the first method with D dimensions; methods.size() when there is none.
  [[nodiscard]] std::size_t position(std::size_t dimensions, bool grouped) const {
    std::size_t i = 0;
    while (i < methods.size() && !(methods[i].kind == Kind::dimensions && methods[i].description.grouped == grouped &&
                                   methods[i].description.dimensions == dimensions)) {
      ++i;
    }
    return i;
  }

  /// The smallest D after which the next dimension gains less than significant_gain.
  [[nodiscard]] std::size_t smallest_sufficient(bool grouped) const {
    std::size_t d = 1;
    while (d < parameters.largest_dimension &&
           gain(position(d, grouped), position(d + 1, grouped)) >= significant_gain) {
      ++d;
    }
    return d;
  }
};

PredictionJob::PredictionJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
PredictionJob::~PredictionJob() = default;

Result<std::unique_ptr<PredictionJob>> PredictionJob::create(PredictionData data, PredictionParameters parameters) {
  const ResponseData& responses = *data.responses;
  const std::size_t items = responses.items();
  if (responses.models() < 2) {
    return Error{ErrorCode::too_few_models, "Prediction of answers needs at least 2 models.", "", 0,
                 "Add result files of other models on the same items."};
  }
  if (data.benchmarks.size() != items) return wrong_length("benchmark");
  if (!data.categories.empty() && data.categories.size() != items) return wrong_length("category");
  if (!data.groups.empty() && data.groups.size() != items) return wrong_length("group");
  if (!data.guessing.empty() && data.guessing.size() != items) return wrong_length("guessing parameter");
  if (parameters.folds < 2 || parameters.folds > 100) {
    return Error{ErrorCode::invalid_argument, "The number of folds must be from 2 to 100.", "", 0, "Choose 5."};
  }
  if (parameters.folds_used == 0 || parameters.folds_used > parameters.folds) parameters.folds_used = parameters.folds;
  parameters.largest_dimension =
      std::clamp<std::size_t>(std::min(parameters.largest_dimension, responses.models() - 1), 1, 6);

  auto state = std::make_unique<State>();
  state->data = std::move(data);
  state->parameters = std::move(parameters);
  state->folds = cell_folds(responses, state->parameters.folds, state->parameters.seed);
  state->cells_of_item.assign(items, 0);
  state->cells_of_model.assign(responses.models(), 0);
  for (std::size_t m = 0; m < responses.models(); ++m) {
    for (std::size_t i = 0; i < items; ++i) {
      if (state->folds(m, i) >= state->parameters.folds_used) continue;
      state->cells_of_item[i] += 1;
      state->cells_of_model[m] += 1;
      state->cells += 1;
    }
  }
  if (state->cells == 0) {
    return Error{ErrorCode::no_responses, "No answer can be held out: every item was answered by one model only.", "",
                 0, "Add models on the same items."};
  }
  state->list_methods();
  state->accumulators.assign(state->methods.size(), Accumulator(responses.models(), items));
  state->probability.resize(items);
  return std::unique_ptr<PredictionJob>(new PredictionJob(std::move(state)));
}

Result<JobStatus> PredictionJob::step() {
  return state_->step();
}

PredictionResult PredictionJob::take_result() {
  const State& state = *state_;
  PredictionResult result;
  result.parameters = state.parameters;
  result.cells = static_cast<std::size_t>(state.cells);
  const bool binary = state.data.responses->binary();
  for (std::size_t i = 0; i < state.methods.size(); ++i) {
    PredictionMethod method = state.methods[i].description;
    state.accumulators[i].summarise(state.cells_of_model, state.cells, binary, method);
    if (method.item_response && method.dimensions > 1) {
      method.z = state.gain(state.position(method.dimensions - 1, method.grouped), i);
    } else if (method.grouped) {
      method.z = state.gain(state.position(1, false), i);
    }
    result.methods.push_back(std::move(method));
  }
  result.chosen_dimensions = state.smallest_sufficient(false);
  if (state.position(1, true) < state.methods.size()) {
    const std::size_t grouped = state.smallest_sufficient(true);
    const double z = state.gain(state.position(result.chosen_dimensions, false), state.position(grouped, true));
    if (z >= significant_gain) {
      result.chosen_dimensions = grouped;
      result.chosen_grouping = state.data.grouping;
    }
  }
  const auto best = std::min_element(result.methods.begin(), result.methods.end(),
                                     [](const auto& a, const auto& b) { return a.log_loss < b.log_loss; });
  result.best = best->code;
  return result;
}

}  // namespace harmonograph
