#include "irt/stability.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/random.hpp"
#include "irt/cross_validation.hpp"
#include "irt/rotation.hpp"
#include "stats/correlation.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

enum class Kind { seed, items, models };

Eigen::Index index_of(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}

Eigen::MatrixXd dense(const Matrix& matrix) {
  Eigen::MatrixXd result(index_of(matrix.rows()), index_of(matrix.columns()));
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) result(index_of(r), index_of(c)) = matrix(r, c);
  }
  return result;
}

Matrix row_major(const Eigen::MatrixXd& matrix) {
  Matrix result(static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()));
  for (std::size_t r = 0; r < result.rows(); ++r) {
    for (std::size_t c = 0; c < result.columns(); ++c) result(r, c) = matrix(index_of(r), index_of(c));
  }
  return result;
}

/// L with correlations = L L'; the identity when there are no correlations or they have no such factor.
Eigen::MatrixXd oblique_axes(const ItemResponseFit& fit) {
  const auto order = index_of(fit.dimensions);
  if (fit.ability_correlations.rows() == fit.dimensions && fit.ability_correlations.columns() == fit.dimensions) {
    const Eigen::LLT<Eigen::MatrixXd> factor(dense(fit.ability_correlations));
    if (factor.info() == Eigen::Success) return factor.matrixL();
  }
  return Eigen::MatrixXd::Identity(order, order);
}

std::vector<double> column(const Matrix& matrix, std::size_t index) {
  std::vector<double> values;
  for (std::size_t r = 0; r < matrix.rows(); ++r) values.push_back(matrix(r, index));
  return values;
}

Matrix some_rows(const Matrix& matrix, const std::vector<std::uint32_t>& rows) {
  Matrix part(rows.size(), matrix.columns());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < matrix.columns(); ++c) part(r, c) = matrix(rows[r], c);
  }
  return part;
}

std::vector<double> pearson_columns(const Matrix& a, const Matrix& b) {
  std::vector<double> values;
  for (std::size_t d = 0; d < a.columns(); ++d) values.push_back(pearson_correlation(column(a, d), column(b, d)).value);
  return values;
}

std::vector<std::uint32_t> all_positions(std::size_t count) {
  std::vector<std::uint32_t> positions(count);
  std::iota(positions.begin(), positions.end(), 0U);
  return positions;
}

std::array<std::vector<std::uint32_t>, 2> random_halves(std::size_t count, Random& random) {
  auto positions = all_positions(count);
  random.shuffle(std::span<std::uint32_t>(positions));
  const auto middle = positions.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::array<std::vector<std::uint32_t>, 2> halves{std::vector<std::uint32_t>(positions.begin(), middle),
                                                   std::vector<std::uint32_t>(middle, positions.end())};
  for (auto& half : halves) std::sort(half.begin(), half.end());
  return halves;
}

/// Per replicate, one number a dimension.
using Replicates = std::vector<std::vector<double>>;

std::vector<StabilityResult::Summary> summaries(const Replicates& replicates, std::size_t dimensions) {
  std::vector<StabilityResult::Summary> result;
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<double> values;
    for (const auto& replicate : replicates) {
      if (std::isfinite(replicate[d])) values.push_back(replicate[d]);
    }
    std::sort(values.begin(), values.end());
    if (values.empty()) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      result.push_back({none, none, none});
    } else {
      result.push_back({mean(values), quantile_of_sorted(values, .025), quantile_of_sorted(values, .975)});
    }
  }
  return result;
}

}  // namespace

AlignedFit align_fit(const ItemResponseFit& other, const ItemResponseFit& reference,
                     const std::vector<std::uint32_t>& items) {
  // With theta = L u, u uncorrelated: a' theta = (L' a)' u.
  const Eigen::MatrixXd axes = oblique_axes(reference);
  const Eigen::MatrixXd other_axes = oblique_axes(other);
  const Eigen::MatrixXd wanted = dense(some_rows(reference.slopes, items)) * axes;
  const Eigen::MatrixXd given = dense(other.slopes) * other_axes;
  const Eigen::MatrixXd turn = dense(orthogonal_procrustes(row_major(given), row_major(wanted)));
  AlignedFit aligned;
  aligned.slopes = row_major((given * turn) * axes.inverse());
  const Eigen::MatrixXd uncorrelated = dense(other.abilities) * other_axes.inverse().transpose();
  aligned.abilities = row_major(uncorrelated * turn * axes.transpose());
  return aligned;
}

struct StabilityJob::State {
  const ResponseData* responses = nullptr;
  const ItemResponseFit* fit = nullptr;
  VariationalOptions options;
  StabilityParameters parameters;

  struct Task {
    Kind kind = Kind::seed;
    std::uint64_t replicate = 0;
  };
  std::vector<Task> tasks;
  std::size_t task = 0;
  std::array<std::vector<std::uint32_t>, 2> halves;
  std::size_t half = 0;
  std::array<AlignedFit, 2> aligned;
  ResponseData part;
  std::unique_ptr<VariationalEstimation> estimation;
  std::array<Replicates, 3> congruence;
  std::array<Replicates, 3> abilities;

  [[nodiscard]] JobStatus status(double within) const {
    if (task == tasks.size()) return {true, 1, "Done"};
    const double parts = tasks[task].kind == Kind::seed ? 1 : 2;
    const double progress =
        (static_cast<double>(task) + (static_cast<double>(half) + within) / parts) / static_cast<double>(tasks.size());
    constexpr std::array<const char*, 3> names{"refit from a perturbed start", "halves of the items",
                                               "halves of the models"};
    return {false, std::min(1.0, progress),
            std::string(names[static_cast<std::size_t>(tasks[task].kind)]) + ", " +
                std::to_string(tasks[task].replicate + 1)};
  }

  void next_task() {
    ++task;
    half = 0;
  }

  /// A half that cannot be fitted (too few models, all scores equal) is no replicate.
  JobStatus start() {
    const Task& now = tasks[task];
    VariationalOptions chosen = options;
    if (now.kind == Kind::seed) {
      chosen.start_seed = parameters.seed * 1000 + now.replicate + 1;
      part = *responses;
    } else if (half == 0) {
      Random random(parameters.seed, 9000 + 2 * now.replicate + (now.kind == Kind::items ? 0 : 1));
      halves = random_halves(now.kind == Kind::items ? responses->items() : responses->models(), random);
    }
    if (now.kind == Kind::items) {
      part = some_items(*responses, halves[half]);
      chosen.guessing = picked(chosen.guessing);
      chosen.item_groups = picked(chosen.item_groups);
    } else if (now.kind == Kind::models) {
      part = some_models(*responses, halves[half]);
    }
    auto created = VariationalEstimation::create(part, std::move(chosen));
    if (created) {
      estimation = std::move(*created);
    } else {
      next_task();
    }
    return status(0);
  }

  template <class T>
  [[nodiscard]] std::vector<T> picked(const std::vector<T>& values) const {
    std::vector<T> chosen;
    if (values.empty()) return chosen;
    for (const std::uint32_t item : halves[half]) chosen.push_back(values[item]);
    return chosen;
  }

  void record(Kind kind, std::vector<double> congruent, std::vector<double> correlated) {
    congruence[static_cast<std::size_t>(kind)].push_back(std::move(congruent));
    abilities[static_cast<std::size_t>(kind)].push_back(std::move(correlated));
  }

  void finish(const ItemResponseFit& refit) {
    const Kind kind = tasks[task].kind;
    const auto items = kind == Kind::items ? halves[half] : all_positions(responses->items());
    aligned[half] = align_fit(refit, *fit, items);
    if (kind == Kind::seed) {
      record(kind, tucker_congruences(aligned[0].slopes, fit->slopes),
             pearson_columns(aligned[0].abilities, fit->abilities));
      return next_task();
    }
    if (half == 0) {
      half = 1;
      return;
    }
    if (kind == Kind::models) {
      record(kind, tucker_congruences(aligned[0].slopes, aligned[1].slopes),
             pearson_columns(aligned[0].slopes, aligned[1].slopes));
    } else {
      auto congruent = tucker_congruences(aligned[0].slopes, some_rows(fit->slopes, halves[0]));
      const auto other = tucker_congruences(aligned[1].slopes, some_rows(fit->slopes, halves[1]));
      for (std::size_t d = 0; d < congruent.size(); ++d) congruent[d] = (congruent[d] + other[d]) / 2;
      record(kind, std::move(congruent), pearson_columns(aligned[0].abilities, aligned[1].abilities));
    }
    next_task();
  }
};

StabilityJob::StabilityJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
StabilityJob::~StabilityJob() = default;

Result<std::unique_ptr<StabilityJob>> StabilityJob::create(const ResponseData& responses, const ItemResponseFit& fit,
                                                           VariationalOptions options, StabilityParameters parameters) {
  if (fit.items() != responses.items() || fit.models() != responses.models() || options.dimensions != fit.dimensions) {
    return Error{ErrorCode::invalid_argument, "The fit is not one of these responses.", "", 0, "Fit a model first."};
  }
  auto state = std::make_unique<State>();
  state->responses = &responses;
  state->fit = &fit;
  state->options = std::move(options);
  state->parameters = parameters;
  for (std::uint64_t s = 0; s < parameters.seeds; ++s) state->tasks.push_back({Kind::seed, s});
  for (std::uint64_t h = 0; h < parameters.halves; ++h) state->tasks.push_back({Kind::items, h});
  for (std::uint64_t h = 0; h < parameters.halves; ++h) state->tasks.push_back({Kind::models, h});
  return std::unique_ptr<StabilityJob>(new StabilityJob(std::move(state)));
}

Result<JobStatus> StabilityJob::step() {
  State& state = *state_;
  if (state.task == state.tasks.size()) return state.status(0);
  if (!state.estimation) return state.start();
  auto stepped = state.estimation->step();
  if (!stepped) return stepped.error();
  if (!stepped->done) return state.status(stepped->progress);
  const ItemResponseFit refit = state.estimation->take_result();
  state.estimation.reset();
  state.finish(refit);
  return state.status(0);
}

StabilityResult StabilityJob::take_result() {
  const State& state = *state_;
  StabilityResult result;
  result.parameters = state.parameters;
  constexpr std::array<const char*, 3> kinds{"seed", "items", "models"};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (state.congruence[k].empty()) continue;
    result.rows.push_back({kinds[k], state.congruence[k].size(), summaries(state.congruence[k], state.fit->dimensions),
                           summaries(state.abilities[k], state.fit->dimensions)});
  }
  return result;
}

}  // namespace harmonograph
