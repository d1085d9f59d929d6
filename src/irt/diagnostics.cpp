#include "irt/diagnostics.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_levels.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;
using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_items = 5000;
constexpr std::size_t most_models = 300;
constexpr std::size_t most_pairs = 200;
constexpr std::size_t most_promising = 4000;
constexpr std::size_t fewest_models = 10;
constexpr std::size_t tile_items = 64;
constexpr double least_variance = 2;
constexpr std::size_t cells_a_step = 400'000;

struct Promising {
  std::uint32_t first;  // among the compared items
  std::uint32_t second;
  double value;
};

/// By size, then by index: what is kept does not depend on the order of tiles.
bool more_promising(const Promising& a, const Promising& b) {
  const double size_a = std::abs(a.value);
  const double size_b = std::abs(b.value);
  if (size_a != size_b) return size_a > size_b;
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}

}  // namespace

struct DiagnosticsJob::State {
  const ResponseSet& set;
  const ItemResponseFit& fit;
  ItemLevel level;
  FittedProbabilities probabilities;
  Diagnostics result;

  enum class Stage { variances, residuals, pairs, finish, done } stage = Stage::variances;
  std::size_t block = 0;
  double dispersion = 1;
  double squares = 0;
  double expected = 0;
  std::vector<double> item_variances;
  std::vector<std::uint32_t> compared;  // items
  std::vector<std::int32_t> place_of;   // per item, in compared; -1 = not compared
  RowMajor item_residuals;              // compared x models; NaN-free: 0 where missing
  std::vector<char> residual_known;     // compared x models
  std::vector<std::uint32_t> rows;      // models whose residuals are correlated
  Eigen::MatrixXd products;             // rows x rows
  Eigen::MatrixXd squares_shared;       // (r, s): squares of r over the items that s answered too
  Matrix map_sums;
  Matrix map_variances;
  std::size_t tile = 0;
  std::vector<Promising> promising;

  State(const Dataset& dataset, const ResponseSet& responses, const ItemResponseFit& given, ItemLevel items)
      : set(responses),
        fit(given),
        level(std::move(items)),
        probabilities(given),
        item_variances(given.items(), 0),
        map_sums(responses.responses.models(), level.names.size(), 0),
        map_variances(responses.responses.models(), level.names.size(), 0) {
    (void)dataset;
  }

  [[nodiscard]] std::size_t models() const { return set.responses.models(); }

  void add_variances() {
    std::array<float, items_per_block> p;
    for (std::size_t model = 0; model < models(); ++model) {
      probabilities.fill(block, model, p.data());
      const float* row = set.responses.row(block, model);
      for (std::size_t lane = 0; lane < probabilities.items_in(block); ++lane) {
        if (row[lane] < 0) continue;
        const auto probability = static_cast<double>(p[lane]);
        const double residual = static_cast<double>(row[lane]) - probability;
        item_variances[block * items_per_block + lane] += probability * (1 - probability);
        squares += residual * residual;
        expected += probability * (1 - probability);
      }
    }
  }

  void choose() {
    if (!set.responses.binary() && expected > 0) dispersion = std::min(1.0, squares / expected);
    for (std::size_t item = 0; item < fit.items(); ++item) {
      if (item_variances[item] >= least_variance) compared.push_back(static_cast<std::uint32_t>(item));
    }
    if (models() < fewest_models) compared.clear();
    if (compared.size() > most_items) {
      std::stable_sort(compared.begin(), compared.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return item_variances[a] > item_variances[b]; });
      compared.resize(most_items);
      std::sort(compared.begin(), compared.end());
    }
    place_of.assign(fit.items(), -1);
    for (std::size_t i = 0; i < compared.size(); ++i) place_of[compared[i]] = static_cast<std::int32_t>(i);
    item_residuals = RowMajor::Zero(static_cast<Index>(compared.size()), static_cast<Index>(models()));
    residual_known.assign(compared.size() * models(), 0);
    std::vector<std::size_t> answered(models(), 0);
    for (std::size_t b = 0; b < set.responses.blocks(); ++b) {
      for (std::size_t model = 0; model < models(); ++model) {
        const float* row = set.responses.row(b, model);
        answered[model] +=
            static_cast<std::size_t>(std::count_if(row, row + items_per_block, [](float score) { return score >= 0; }));
      }
    }
    rows.resize(models());
    std::iota(rows.begin(), rows.end(), 0U);
    if (rows.size() > most_models) {
      std::stable_sort(rows.begin(), rows.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return answered[a] > answered[b]; });
      rows.resize(most_models);
      std::sort(rows.begin(), rows.end());
    }
    const auto size = static_cast<Index>(rows.size());
    products = Eigen::MatrixXd::Zero(size, size);
    squares_shared = Eigen::MatrixXd::Zero(size, size);
  }

  void add_residuals() {
    std::array<float, items_per_block> p;
    std::array<float, items_per_block> left_out;
    RowMajor residuals = RowMajor::Zero(static_cast<Index>(models()), static_cast<Index>(items_per_block));
    RowMajor known = residuals;
    for (std::size_t model = 0; model < models(); ++model) {
      probabilities.fill(block, model, p.data());
      const float* row = set.responses.row(block, model);
      probabilities.fill_left_out(block, model, row, left_out.data());
      for (std::size_t lane = 0; lane < probabilities.items_in(block); ++lane) {
        if (row[lane] < 0) continue;
        const float residual = row[lane] - p[lane];
        const auto m = static_cast<Index>(model);
        const float unbiased = row[lane] - left_out[lane];
        residuals(m, static_cast<Index>(lane)) = unbiased;
        known(m, static_cast<Index>(lane)) = 1;
        const std::size_t item = block * items_per_block + lane;
        if (place_of[item] >= 0) {
          item_residuals(place_of[item], m) = residual;
          residual_known[static_cast<std::size_t>(place_of[item]) * models() + model] = 1;
        }
        if (level.group[item] >= 0) {
          const auto group = static_cast<std::size_t>(level.group[item]);
          map_sums(model, group) += static_cast<double>(unbiased);
          map_variances(model, group) +=
              dispersion * static_cast<double>(left_out[lane]) * (1 - static_cast<double>(left_out[lane]));
        }
      }
    }
    RowMajor chosen(static_cast<Index>(rows.size()), residuals.cols());
    RowMajor chosen_known(chosen.rows(), chosen.cols());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      chosen.row(static_cast<Index>(r)) = residuals.row(static_cast<Index>(rows[r]));
      chosen_known.row(static_cast<Index>(r)) = known.row(static_cast<Index>(rows[r]));
    }
    products += (chosen * chosen.transpose()).cast<double>();
    squares_shared += (chosen.cwiseAbs2() * chosen_known.transpose()).cast<double>();
  }

  /// Rows centred over the models that answered and of length 1, so that products of rows are correlations.
  void standardise() {
    for (std::size_t i = 0; i < compared.size(); ++i) {
      double sum = 0;
      double count = 0;
      for (std::size_t model = 0; model < models(); ++model) {
        if (residual_known[i * models() + model] == 0) continue;
        sum += static_cast<double>(item_residuals(static_cast<Index>(i), static_cast<Index>(model)));
        count += 1;
      }
      double square = 0;
      for (std::size_t model = 0; model < models(); ++model) {
        float& value = item_residuals(static_cast<Index>(i), static_cast<Index>(model));
        if (residual_known[i * models() + model] == 0) continue;
        value -= static_cast<float>(sum / std::max(1.0, count));
        square += static_cast<double>(value) * static_cast<double>(value);
      }
      const float scale = square > 1e-12 ? static_cast<float>(1 / std::sqrt(square)) : 0.0F;
      item_residuals.row(static_cast<Index>(i)) *= scale;
    }
  }

  void add_tile() {
    const std::size_t first = tile * tile_items;
    const std::size_t end = std::min(first + tile_items, compared.size());
    const auto rest = static_cast<Index>(compared.size() - first);
    const RowMajor correlations =
        item_residuals.middleRows(static_cast<Index>(first), static_cast<Index>(end - first)) *
        item_residuals.bottomRows(rest).transpose();
    const double bar = promising.size() >= most_promising ? std::abs(promising.back().value) : 0;
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t j = i + 1; j < compared.size(); ++j) {
        const auto value =
            static_cast<double>(correlations(static_cast<Index>(i - first), static_cast<Index>(j - first)));
        if (std::abs(value) < bar || value == 0) continue;
        promising.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), value});
      }
      if (promising.size() > 20 * most_promising) keep_best();
    }
    keep_best();
  }

  void keep_best() {
    if (promising.size() > most_promising) {
      std::nth_element(promising.begin(), promising.begin() + most_promising - 1, promising.end(), more_promising);
      promising.resize(most_promising);
    }
    if (!promising.empty()) {
      // The weakest last: the bar of the next tile.
      std::iter_swap(std::max_element(promising.begin(), promising.end(), more_promising), promising.end() - 1);
    }
  }

  /// Over the models that answered both.
  [[nodiscard]] DependentPair exact(const Promising& pair) const {
    DependentPair result{compared[pair.first], compared[pair.second], not_a_number, 0};
    const auto a = item_residuals.row(static_cast<Eigen::Index>(pair.first));
    const auto b = item_residuals.row(static_cast<Eigen::Index>(pair.second));
    double sum_a = 0;
    double sum_b = 0;
    const auto both = [&](std::size_t model) {
      return residual_known[pair.first * models() + model] != 0 && residual_known[pair.second * models() + model] != 0;
    };
    for (std::size_t model = 0; model < models(); ++model) {
      if (!both(model)) continue;
      sum_a += static_cast<double>(a(static_cast<Index>(model)));
      sum_b += static_cast<double>(b(static_cast<Index>(model)));
      ++result.models;
    }
    if (result.models < fewest_models) return result;
    const auto count = static_cast<double>(result.models);
    double aa = 0;
    double bb = 0;
    double ab = 0;
    for (std::size_t model = 0; model < models(); ++model) {
      if (!both(model)) continue;
      const double x = static_cast<double>(a(static_cast<Index>(model))) - sum_a / count;
      const double y = static_cast<double>(b(static_cast<Index>(model))) - sum_b / count;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
    if (aa > 1e-12 && bb > 1e-12) result.q3 = std::clamp(ab / std::sqrt(aa * bb), -1.0, 1.0);
    return result;
  }

  void finish() {
    for (const Promising& pair : promising) {
      const DependentPair dependent = exact(pair);
      if (!std::isnan(dependent.q3)) result.local_dependence.push_back(dependent);
    }
    std::sort(result.local_dependence.begin(), result.local_dependence.end(),
              [](const DependentPair& a, const DependentPair& b) {
                if (std::abs(a.q3) != std::abs(b.q3)) return std::abs(a.q3) > std::abs(b.q3);
                return a.first != b.first ? a.first < b.first : a.second < b.second;
              });
    if (result.local_dependence.size() > most_pairs) result.local_dependence.resize(most_pairs);
    result.items_compared = compared.size();
    result.model_residuals = Matrix(rows.size(), rows.size(), not_a_number);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      result.residual_models.push_back(set.models[rows[r]]);
      for (std::size_t s = 0; s < rows.size(); ++s) {
        const auto i = static_cast<Index>(r);
        const auto j = static_cast<Index>(s);
        const double scale = squares_shared(i, j) * squares_shared(j, i);
        if (r == s) {
          result.model_residuals(r, s) = 1;
        } else if (scale > 1e-24) {
          result.model_residuals(r, s) = std::clamp(products(i, j) / std::sqrt(scale), -1.0, 1.0);
        }
      }
    }
    result.groups = level.names;
    result.map_models = set.models;
    result.residual_map = Matrix(models(), level.names.size(), not_a_number);
    result.residual_z = result.residual_map;
    Matrix counts(models(), level.names.size(), 0);
    for (std::size_t item = 0; item < fit.items(); ++item) {
      if (level.group[item] < 0) continue;
      for (std::size_t model = 0; model < models(); ++model) {
        if (set.responses.observed(model, item)) counts(model, static_cast<std::size_t>(level.group[item])) += 1;
      }
    }
    for (std::size_t i = 0; i < counts.values().size(); ++i) {
      if (counts.values()[i] > 0) result.residual_map.values()[i] = map_sums.values()[i] / counts.values()[i];
      const double variance = map_variances.values()[i];
      if (variance > 1e-12) result.residual_z.values()[i] = map_sums.values()[i] / std::sqrt(variance);
    }
    for (const auto& group : identical_models(set.responses)) {
      result.identical_models.emplace_back();
      for (const std::uint32_t row : group) result.identical_models.back().push_back(set.models[row]);
    }
  }
};

DiagnosticsJob::DiagnosticsJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
DiagnosticsJob::~DiagnosticsJob() = default;

Result<std::unique_ptr<DiagnosticsJob>> DiagnosticsJob::create(const Dataset& dataset, const ResponseSet& set,
                                                               const ItemResponseFit& fit, const std::string& level) {
  if (fit.items() != set.responses.items() || fit.models() != set.responses.models() || fit.items() == 0) {
    return Error{ErrorCode::invalid_argument,
                 "The fit and the responses do not belong together.",
                 {},
                 0,
                 "Fit the model to the data at hand before asking for diagnostics."};
  }
  std::string chosen = level;
  if (chosen.empty()) {
    const std::vector<std::string> levels = item_levels(dataset, set);
    const auto benchmark = group_items(dataset, set, "benchmark");
    chosen = benchmark.ok() && benchmark->names.size() == 1 && levels.size() > 1 ? levels[1] : "benchmark";
  }
  auto grouped = group_items(dataset, set, chosen);
  if (!grouped) return grouped.error();
  auto state = std::make_unique<State>(dataset, set, fit, std::move(*grouped));
  state->result.level = chosen;
  return std::unique_ptr<DiagnosticsJob>(new DiagnosticsJob(std::move(state)));
}

Result<JobStatus> DiagnosticsJob::step() {
  using Stage = State::Stage;
  State& state = *state_;
  const std::size_t blocks = state.set.responses.blocks();
  const std::size_t blocks_a_step = std::max<std::size_t>(1, cells_a_step / (items_per_block * state.models()));
  const auto share = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  switch (state.stage) {
    case Stage::variances:
      for (std::size_t n = 0; n < blocks_a_step && state.block < blocks; ++n, ++state.block) state.add_variances();
      if (state.block == blocks) {
        state.choose();
        state.block = 0;
        state.stage = Stage::residuals;
      }
      return JobStatus{false, 0.2 * share(state.block, blocks), "expected scores"};
    case Stage::residuals:
      for (std::size_t n = 0; n < blocks_a_step && state.block < blocks; ++n, ++state.block) state.add_residuals();
      if (state.block == blocks) {
        state.standardise();
        state.stage = Stage::pairs;
      }
      return JobStatus{false, 0.2 + 0.3 * share(state.block, blocks), "residuals of the models"};
    case Stage::pairs: {
      const std::size_t tiles = (state.compared.size() + tile_items - 1) / tile_items;
      if (state.tile < tiles) {
        state.add_tile();
        ++state.tile;
      }
      if (state.tile >= tiles) state.stage = Stage::finish;
      return JobStatus{false, 0.5 + 0.45 * share(state.tile, tiles), "pairs of items"};
    }
    case Stage::finish:
      state.finish();
      state.stage = Stage::done;
      break;
    case Stage::done: break;
  }
  return JobStatus{true, 1, "done"};
}

Diagnostics DiagnosticsJob::take_result() {
  return std::move(state_->result);
}

Result<Diagnostics> diagnose(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                             const std::string& level) {
  auto job = DiagnosticsJob::create(dataset, set, fit, level);
  if (!job) return job.error();
  for (;;) {
    auto status = (*job)->step();
    if (!status) return status.error();
    if (status->done) return (*job)->take_result();
  }
}

}  // namespace harmonograph
