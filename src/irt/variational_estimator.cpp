#include "irt/variational_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "core/random.hpp"
#include "core/text.hpp"
#include "irt/packed_matrix.hpp"
#include "irt/starting_abilities.hpp"
#include "irt/variational_kernel.hpp"

namespace harmonograph {
namespace {

constexpr double largest_item_step = 1.5;
constexpr double largest_ability_step = 1;
constexpr double starting_slope_variance = .5;
constexpr double starting_intercept_variance = 2;
constexpr std::size_t largest_pairs = packed_size(largest_order);
constexpr double prior_strength = .1;   // of the inverse-Wishart prior of Sigma, times k + 2
constexpr double group_shrinkage = 20;  // items at which a group's prior is half its own

double clip(double value, double limit) {
  return std::clamp(value, -limit, limit);
}

std::string pass_in_words(std::size_t pass, double residual) {
  char text[80];
  std::snprintf(text, sizeof text, "Pass %zu: mean squared residual %.5f", pass, residual);
  return text;
}

/// Rows of items_per_block numbers, one after the other.
class LaneRows {
 public:
  LaneRows() = default;
  explicit LaneRows(std::size_t rows) : values_(rows * items_per_block, 0) {}
  [[nodiscard]] ItemLanes* data() { return reinterpret_cast<ItemLanes*>(values_.data()); }
  void clear() { std::fill(values_.begin(), values_.end(), 0.0F); }

 private:
  std::vector<float> values_;
};

}  // namespace

struct VariationalEstimation::State {
  State(const ResponseData& data, VariationalOptions chosen)
      : responses(data),
        options(std::move(chosen)),
        dimensions(options.dimensions),
        order(dimensions + 1),
        pairs(packed_size(order)),
        ability_pairs(packed_size(dimensions)),
        kernel(variational_kernel(dimensions)) {}

  JobStatus step() {
    switch (phase) {
      case Phase::start: begin(); break;
      case Phase::pass: sweep(); break;
      case Phase::uncertainty: measure_uncertainty(); break;
      case Phase::done: break;
    }
    return status();
  }

  struct Prior {
    double mean[largest_order] = {};
    double covariance[largest_pairs] = {};  // packed, as all below
    double precision[largest_pairs] = {};
    std::size_t items = 0;
  };

  /// Sums over the items of a group, for its next prior.
  struct PriorSums {
    double count = 0;
    double mean[largest_order] = {};
    double second_moment[largest_pairs] = {};  // of m
    double covariance[largest_pairs] = {};     // of V
  };

  struct ModelSums {
    double gradient[largest_dimensions] = {};
    double curvature[packed_size(largest_dimensions)] = {};
    double influence[packed_size(largest_dimensions)] = {};
  };

  enum class Phase { start, pass, uncertainty, done };

  [[nodiscard]] std::size_t blocks_per_step() const {
    return std::max<std::size_t>(1, options.cells_per_step / (items_per_block * responses.models()));
  }

  [[nodiscard]] JobStatus status() const {
    if (phase == Phase::done) return {true, 1, "Done"};
    if (phase == Phase::start) return {false, 0, "Starting values"};
    if (phase == Phase::uncertainty) return {false, .97, "Standard errors"};
    // Most fits need 7 to 30 passes: the bar slows down instead of ending early or late.
    const double part = static_cast<double>(block) / static_cast<double>(responses.blocks());
    const double passes = static_cast<double>(fit.passes) + part;
    const double progress = .95 * passes / (passes + 8);
    return {false, progress,
            fit.passes == 0 ? std::string("First pass") : pass_in_words(fit.passes, fit.history.back())};
  }

  [[nodiscard]] std::size_t group_of(std::size_t item) const {
    return options.item_groups.empty() ? 0 : options.item_groups[item];
  }

  [[nodiscard]] const float* guessing_of(std::size_t b) const {
    return guessing.empty() ? nullptr : guessing.data() + b * items_per_block;
  }

  /// The rows of a block: D + 1 means, then the packed covariance.
  [[nodiscard]] ItemLanes* rows_of(std::size_t b) { return parameters.data() + b * (order + pairs); }
  float& mean_of(std::size_t item, std::size_t r) { return rows_of(item / items_per_block)[r][item % items_per_block]; }
  float& covariance_of(std::size_t item, std::size_t pair) {
    return rows_of(item / items_per_block)[order + pair][item % items_per_block];
  }

  // ---------------------------------------------------------------- start

  void begin() {
    if (!options.guessing.empty()) {
      guessing.assign(responses.blocks() * items_per_block, 0);
      for (std::size_t i = 0; i < responses.items(); ++i) guessing[i] = static_cast<float>(options.guessing[i]);
    }
    abilities = starting_abilities(responses, dimensions);
    observed = static_cast<double>(responses.observed_count());
    start_priors();
    parameters = LaneRows(responses.blocks() * (order + pairs));
    item_sums = LaneRows(order + pairs);
    for (std::size_t i = 0; i < responses.items(); ++i) start_item(i);
    begin_sweep();
    phase = Phase::pass;
  }

  [[nodiscard]] double starting_variance(std::size_t r) const {
    return r < dimensions ? starting_slope_variance : starting_intercept_variance;
  }

  void start_priors() {
    std::size_t groups = 1;
    for (const auto group : options.item_groups) groups = std::max<std::size_t>(groups, group + 1U);
    Prior start;
    for (std::size_t r = 0; r < order; ++r) {
      start.covariance[packed_index(r, r)] = starting_variance(r);
      start.precision[packed_index(r, r)] = 1 / starting_variance(r);
    }
    priors.assign(groups, start);
    for (std::size_t i = 0; i < responses.items(); ++i) ++priors[group_of(i)].items;
  }

  void start_item(std::size_t item) {
    double right = .5;
    double answered = 1;
    for (std::size_t m = 0; m < responses.models(); ++m) {
      if (!responses.observed(m, item)) continue;
      right += static_cast<double>(responses.at(m, item));
      answered += 1;
    }
    double share = right / answered;
    if (!options.guessing.empty()) {
      share = std::max((share - options.guessing[item]) / (1 - options.guessing[item]), .5 / answered);
    }
    mean_of(item, dimensions) = static_cast<float>(std::log(share / (1 - share)));
    if (options.equal_slopes) mean_of(item, 0) = static_cast<float>(common_slope);
    for (std::size_t r = options.equal_slopes ? dimensions : 0; r < order; ++r) {
      covariance_of(item, packed_index(r, r)) = static_cast<float>(starting_variance(r));
    }
  }

  // ---------------------------------------------------------------- a pass over all blocks

  void begin_sweep() {
    const std::size_t models = responses.models();
    terms.assign(models, ModelTerms{});
    for (std::size_t m = 0; m < models; ++m) {
      ModelTerms& of_model = terms[m];
      for (std::size_t r = 0; r < dimensions; ++r) of_model.x[r] = static_cast<float>(abilities(m, r));
      of_model.x[dimensions] = 1;
      for (std::size_t r = 0; r < order; ++r) {
        for (std::size_t c = 0; c <= r; ++c) {
          const float product = of_model.x[r] * of_model.x[c];
          of_model.product[packed_index(r, c)] = product;
          of_model.doubled[packed_index(r, c)] = r == c ? product : 2 * product;
        }
      }
    }
    model_sums.assign(models, ModelSums{});
    prior_sums.assign(priors.size(), PriorSums{});
    squared_residual = 0;
    slope_gradient = 0;
    slope_curvature = 0;
    block = 0;
  }

  void sweep() {
    const std::size_t last = std::min(block + blocks_per_step(), responses.blocks());
    for (; block < last; ++block) {
      update_items(block);
      add_models(block, false);
    }
    if (block < responses.blocks()) return;
    end_pass();
    if (stop_asked || fit.converged || fit.passes >= options.most_passes) {
      fit.stopped = stop_asked && !fit.converged;
      phase = Phase::uncertainty;
    }
    begin_sweep();
  }

  /// Newton's step of every item of the block, and its new q(b).
  void update_items(std::size_t b) {
    item_sums.clear();
    for (std::size_t m = 0; m < responses.models(); ++m) {
      kernel.add_to_item_sums(rows_of(b), terms[m], responses.row(b, m), guessing_of(b), item_sums.data());
    }
    const std::size_t first = b * items_per_block;
    const std::size_t last = std::min(first + items_per_block, responses.items());
    for (std::size_t item = first; item < last; ++item) {
      const std::size_t group = group_of(item);
      if (options.equal_slopes) {
        update_intercept(item, priors[group]);
      } else {
        update_item(item, priors[group]);
      }
      add_to_prior(item, prior_sums[group]);
    }
  }

  [[nodiscard]] double sum_of(std::size_t row, std::size_t item) {
    return static_cast<double>(item_sums.data()[row][item % items_per_block]);
  }

  void update_item(std::size_t item, const Prior& prior) {
    double difference[largest_order] = {};
    double gradient[largest_order] = {};
    double curvature[largest_pairs] = {};
    double covariance[largest_pairs] = {};
    double move[largest_order] = {};
    for (std::size_t r = 0; r < order; ++r) difference[r] = prior.mean[r] - static_cast<double>(mean_of(item, r));
    multiply_packed(prior.precision, order, difference, gradient);
    for (std::size_t r = 0; r < order; ++r) gradient[r] += sum_of(r, item);
    for (std::size_t p = 0; p < pairs; ++p) curvature[p] = prior.precision[p] + sum_of(order + p, item);
    invert_packed(curvature, order, covariance);
    multiply_packed(covariance, order, gradient, move);
    for (std::size_t r = 0; r < order; ++r) {
      float& mean = mean_of(item, r);
      mean = static_cast<float>(static_cast<double>(mean) + clip(move[r], largest_item_step));
    }
    for (std::size_t p = 0; p < pairs; ++p) covariance_of(item, p) = static_cast<float>(covariance[p]);
  }

  /// Equal slopes: only the intercept is the item's own; the slope's derivatives are pooled.
  void update_intercept(std::size_t item, const Prior& prior) {
    const std::size_t pair = packed_index(dimensions, dimensions);
    slope_gradient += sum_of(0, item);
    slope_curvature += sum_of(order, item);
    const double precision = 1 / prior.covariance[pair];
    const double curvature = sum_of(order + pair, item) + precision;
    const auto mean = static_cast<double>(mean_of(item, dimensions));
    const double gradient = sum_of(dimensions, item) + precision * (prior.mean[dimensions] - mean);
    mean_of(item, dimensions) = static_cast<float>(mean + clip(gradient / curvature, largest_item_step));
    covariance_of(item, pair) = static_cast<float>(1 / curvature);
  }

  void add_to_prior(std::size_t item, PriorSums& sums) {
    double mean[largest_order];
    for (std::size_t r = 0; r < order; ++r) {
      mean[r] = static_cast<double>(mean_of(item, r));
      sums.mean[r] += mean[r];
      for (std::size_t c = 0; c <= r; ++c) {
        const std::size_t p = packed_index(r, c);
        sums.second_moment[p] += mean[r] * mean[c];
        sums.covariance[p] += static_cast<double>(covariance_of(item, p));
      }
    }
    sums.count += 1;
  }

  void add_models(std::size_t b, bool with_influence) {
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const AbilitySums sums =
          kernel.ability_sums(rows_of(b), terms[m], responses.row(b, m), guessing_of(b), with_influence);
      ModelSums& total = model_sums[m];
      for (std::size_t r = 0; r < dimensions; ++r) total.gradient[r] += static_cast<double>(sums.gradient[r]);
      for (std::size_t p = 0; p < ability_pairs; ++p) total.curvature[p] += static_cast<double>(sums.curvature[p]);
      if (with_influence) {
        for (std::size_t p = 0; p < ability_pairs; ++p) total.influence[p] += static_cast<double>(sums.influence[p]);
      }
      squared_residual += static_cast<double>(sums.squared_residual);
    }
  }

  void end_pass() {
    update_priors();
    if (options.equal_slopes) update_common_slope();
    const Matrix before = abilities;
    move_abilities();
    standardise();
    double change = 0;
    for (std::size_t v = 0; v < before.values().size(); ++v) {
      change = std::max(change, std::abs(abilities.values()[v] - before.values()[v]));
    }
    ++fit.passes;
    const double residual = squared_residual / observed;
    const double improvement = fit.history.empty() ? 1 : std::abs(fit.history.back() - residual);
    fit.history.push_back(residual);
    fit.converged = fit.passes >= options.fewest_passes &&
                    (change < options.ability_tolerance || improvement < options.residual_tolerance);
  }

  /// Mean and covariance of the items' parameters, the groups shrunk towards all items.
  void update_priors() {
    PriorSums all;
    for (const PriorSums& sums : prior_sums) {
      all.count += sums.count;
      for (std::size_t r = 0; r < order; ++r) all.mean[r] += sums.mean[r];
      for (std::size_t p = 0; p < pairs; ++p) {
        all.second_moment[p] += sums.second_moment[p];
        all.covariance[p] += sums.covariance[p];
      }
    }
    const Prior global = prior_from(all);
    for (std::size_t g = 0; g < priors.size(); ++g) {
      Prior next = global;
      if (priors.size() > 1 && priors[g].items > 0) {
        const double own = prior_sums[g].count / (prior_sums[g].count + group_shrinkage);
        const Prior group = prior_from(prior_sums[g]);
        for (std::size_t r = 0; r < order; ++r) next.mean[r] = own * group.mean[r] + (1 - own) * global.mean[r];
        for (std::size_t p = 0; p < pairs; ++p) {
          next.covariance[p] = own * group.covariance[p] + (1 - own) * global.covariance[p];
        }
      }
      next.items = priors[g].items;
      invert_packed(next.covariance, order, next.precision);
      priors[g] = next;
    }
  }

  [[nodiscard]] Prior prior_from(const PriorSums& sums) const {
    const double n = sums.count;
    const auto k = static_cast<double>(order);
    Prior prior;
    for (std::size_t r = 0; r < order; ++r) prior.mean[r] = sums.mean[r] / n;
    for (std::size_t r = 0; r < order; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const std::size_t p = packed_index(r, c);
        const double spread = sums.second_moment[p] / n - prior.mean[r] * prior.mean[c];
        const double own = n * (sums.covariance[p] / n + spread);
        prior.covariance[p] = (own + (r == c ? prior_strength * (k + 2) : 0)) / (n + k + 2);
      }
    }
    return prior;
  }

  void update_common_slope() {
    // A weak prior N(1, 1) keeps the slope finite when the responses say nothing about it.
    const double gradient = slope_gradient + (1 - common_slope);
    common_slope += clip(gradient / (slope_curvature + 1), .5);
    for (std::size_t i = 0; i < responses.items(); ++i) mean_of(i, 0) = static_cast<float>(common_slope);
  }

  void move_abilities() {
    double curvature[largest_pairs] = {};
    double inverse[largest_pairs] = {};
    double gradient[largest_order] = {};
    double move[largest_order] = {};
    for (std::size_t m = 0; m < responses.models(); ++m) {
      for (std::size_t r = 0; r < dimensions; ++r) gradient[r] = model_sums[m].gradient[r] - abilities(m, r);
      for (std::size_t p = 0; p < ability_pairs; ++p) curvature[p] = model_sums[m].curvature[p];
      for (std::size_t r = 0; r < dimensions; ++r) curvature[packed_index(r, r)] += 1;  // the prior N(0, I)
      invert_packed(curvature, dimensions, inverse);
      multiply_packed(inverse, dimensions, gradient, move);
      for (std::size_t r = 0; r < dimensions; ++r) abilities(m, r) += clip(move[r], largest_ability_step);
    }
  }

  /// Abilities to mean 0 and covariance I; the items and priors are carried along, so that no prediction changes.
  void standardise() {
    const auto models = static_cast<double>(responses.models());
    double mean[largest_dimensions] = {};
    double covariance[largest_pairs] = {};
    for (std::size_t m = 0; m < responses.models(); ++m) {
      for (std::size_t r = 0; r < dimensions; ++r) mean[r] += abilities(m, r) / models;
    }
    for (std::size_t m = 0; m < responses.models(); ++m) {
      for (std::size_t r = 0; r < dimensions; ++r) {
        for (std::size_t c = 0; c <= r; ++c) {
          covariance[packed_index(r, c)] += (abilities(m, r) - mean[r]) * (abilities(m, c) - mean[c]) / models;
        }
      }
    }
    // Models that cannot be told apart keep a little width: nothing is divided by 0.
    for (std::size_t r = 0; r < dimensions; ++r) covariance[packed_index(r, r)] += 1e-9;
    double root[largest_pairs] = {};
    double inverse_root[largest_pairs] = {};
    cholesky_packed(covariance, dimensions, root);
    invert_triangle_packed(root, dimensions, inverse_root);
    for (std::size_t m = 0; m < responses.models(); ++m) {
      double centred[largest_dimensions];
      for (std::size_t r = 0; r < dimensions; ++r) centred[r] = abilities(m, r) - mean[r];
      for (std::size_t r = 0; r < dimensions; ++r) {
        abilities(m, r) = 0;
        for (std::size_t c = 0; c <= r; ++c) abilities(m, r) += inverse_root[packed_index(r, c)] * centred[c];
      }
    }
    // b' = J b: a' = L'a, d' = d + a . mean.
    double carry[largest_order][largest_order] = {};
    for (std::size_t r = 0; r < dimensions; ++r) {
      for (std::size_t c = r; c < dimensions; ++c) carry[r][c] = root[packed_index(c, r)];
      carry[dimensions][r] = mean[r];
    }
    carry[dimensions][dimensions] = 1;
    carry_items(carry);
    for (Prior& prior : priors) {
      carry_one(carry, prior.mean, prior.covariance);
      invert_packed(prior.covariance, order, prior.precision);
    }
    if (options.equal_slopes) common_slope *= root[0];
  }

  void carry_items(const double (&carry)[largest_order][largest_order]) {
    double mean[largest_order];
    double covariance[largest_pairs];
    for (std::size_t i = 0; i < responses.items(); ++i) {
      for (std::size_t r = 0; r < order; ++r) mean[r] = static_cast<double>(mean_of(i, r));
      for (std::size_t p = 0; p < pairs; ++p) covariance[p] = static_cast<double>(covariance_of(i, p));
      carry_one(carry, mean, covariance);
      for (std::size_t r = 0; r < order; ++r) mean_of(i, r) = static_cast<float>(mean[r]);
      for (std::size_t p = 0; p < pairs; ++p) covariance_of(i, p) = static_cast<float>(covariance[p]);
    }
  }

  /// m = J m, V = J V J'.
  void carry_one(const double (&carry)[largest_order][largest_order], double* mean, double* covariance) const {
    double moved_mean[largest_order];
    double half[largest_order][largest_order];  // J V
    for (std::size_t r = 0; r < order; ++r) {
      moved_mean[r] = 0;
      for (std::size_t k = 0; k < order; ++k) moved_mean[r] += carry[r][k] * mean[k];
      for (std::size_t c = 0; c < order; ++c) {
        half[r][c] = 0;
        for (std::size_t k = 0; k < order; ++k) half[r][c] += carry[r][k] * covariance[packed_index(k, c)];
      }
    }
    for (std::size_t r = 0; r < order; ++r) {
      mean[r] = moved_mean[r];
      for (std::size_t c = 0; c <= r; ++c) {
        double sum = 0;
        for (std::size_t k = 0; k < order; ++k) sum += half[r][k] * carry[c][k];
        covariance[packed_index(r, c)] = sum;
      }
    }
  }

  // ---------------------------------------------------------------- the end

  void measure_uncertainty() {
    const std::size_t last = std::min(block + blocks_per_step(), responses.blocks());
    for (; block < last; ++block) add_models(block, true);
    if (block < responses.blocks()) return;
    write_fit();
    phase = Phase::done;
  }

  void write_fit() {
    const std::size_t items = responses.items();
    fit.estimator = Estimator::variational;
    fit.item_model = options.equal_slopes ? ItemModel::one_parameter : ItemModel::two_parameter;
    fit.dimensions = dimensions;
    fit.slopes = Matrix(items, dimensions);
    fit.intercepts.resize(items);
    fit.guessing = options.guessing.empty() ? std::vector<double>(items, 0) : options.guessing;
    fit.item_covariances = Matrix(items, pairs);
    for (std::size_t i = 0; i < items; ++i) {
      for (std::size_t r = 0; r < dimensions; ++r) fit.slopes(i, r) = static_cast<double>(mean_of(i, r));
      fit.intercepts[i] = static_cast<double>(mean_of(i, dimensions));
      for (std::size_t p = 0; p < pairs; ++p) fit.item_covariances(i, p) = static_cast<double>(covariance_of(i, p));
    }
    fit.ability_covariances = Matrix(responses.models(), ability_pairs);
    for (std::size_t m = 0; m < responses.models(); ++m) write_ability_covariance(m);
    fit.abilities = std::move(abilities);
    fit.ability_correlations = Matrix(dimensions, dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) fit.ability_correlations(d, d) = 1;
    fit.item_groups = options.item_groups.empty() ? std::vector<std::uint32_t>(items, 0) : options.item_groups;
    for (const Prior& prior : priors) {
      fit.priors.push_back({std::vector<double>(prior.mean, prior.mean + order),
                            std::vector<double>(prior.covariance, prior.covariance + pairs), prior.items});
    }
  }

  /// The inverse of the summed outer products of the items' influences on the score (and of the prior): it holds
  /// whether or not the fitted curvature is right.
  void write_ability_covariance(std::size_t m) {
    double information[largest_pairs] = {};
    double covariance[largest_pairs] = {};
    for (std::size_t p = 0; p < ability_pairs; ++p) information[p] = model_sums[m].influence[p];
    for (std::size_t r = 0; r < dimensions; ++r) information[packed_index(r, r)] += 1;
    invert_packed(information, dimensions, covariance);
    for (std::size_t p = 0; p < ability_pairs; ++p) fit.ability_covariances(m, p) = covariance[p];
  }

  const ResponseData& responses;
  VariationalOptions options;
  std::size_t dimensions;
  std::size_t order;          // D + 1
  std::size_t pairs;          // of a packed matrix of that order
  std::size_t ability_pairs;  // of order D
  const VariationalKernel& kernel;
  bool stop_asked = false;

  Phase phase = Phase::start;
  Matrix abilities;
  LaneRows parameters;
  std::vector<float> guessing;  // per item with the padding; empty = none
  std::vector<Prior> priors;
  double common_slope = 1;
  double observed = 0;

  // The sweep under way
  std::size_t block = 0;
  std::vector<ModelTerms> terms;
  LaneRows item_sums;
  std::vector<ModelSums> model_sums;
  std::vector<PriorSums> prior_sums;
  double squared_residual = 0;
  double slope_gradient = 0;
  double slope_curvature = 0;

  ItemResponseFit fit;
};

namespace {

Error invalid(std::string message, std::string hint) {
  return {ErrorCode::invalid_argument, std::move(message), {}, 0, std::move(hint)};
}

bool anything_differs(const ResponseData& responses) {
  float first = ResponseData::missing;
  for (std::size_t m = 0; m < responses.models(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) {
      const float score = responses.at(m, i);
      if (score < 0) continue;
      if (first < 0) first = score;
      if (score != first) return true;
    }
  }
  return false;
}

Result<void> check(const ResponseData& responses, const VariationalOptions& options) {
  if (responses.models() < 2) {
    return Error{ErrorCode::too_few_models,
                 "Item response theory needs the answers of at least 2 models; here is " +
                     counted(responses.models(), "model") + ".",
                 {},
                 0,
                 "Add result files of other models on the same items."};
  }
  if (responses.items() == 0) {
    return Error{ErrorCode::too_few_items, "There is no item.", {}, 0, "Add result files with one row for each item."};
  }
  if (options.dimensions < 1 || options.dimensions > largest_dimensions) {
    return invalid("The number of dimensions is " + std::to_string(options.dimensions) + "; it must be 1 to 6.",
                   "Choose fewer dimensions.");
  }
  if (options.dimensions >= responses.models()) {
    return invalid("With " + counted(responses.models(), "model") + " at most " +
                       counted(responses.models() - 1, "dimension") + " can be told apart, not " +
                       std::to_string(options.dimensions) + ".",
                   "Choose fewer dimensions or add models.");
  }
  if (options.equal_slopes && options.dimensions != 1) {
    return invalid("Equal slopes need one dimension.", "Choose one dimension or free slopes.");
  }
  if (!options.item_groups.empty() && options.item_groups.size() != responses.items()) {
    return invalid("There must be one group for each item.", "Give as many groups as items.");
  }
  const bool outside =
      std::any_of(options.guessing.begin(), options.guessing.end(), [](double c) { return !(c >= 0 && c < 1); });
  if ((!options.guessing.empty() && options.guessing.size() != responses.items()) || outside) {
    return invalid("There must be one guessing parameter from 0 to below 1 for each item.",
                   "Give one for each item, or none.");
  }
  if (!anything_differs(responses)) {
    return Error{ErrorCode::all_scores_equal,
                 "Every model has the same score on every item: nothing can be estimated.",
                 {},
                 0,
                 "Add items or models that differ."};
  }
  return {};
}

}  // namespace

VariationalEstimation::VariationalEstimation(std::unique_ptr<State> state) : state_(std::move(state)) {}
VariationalEstimation::~VariationalEstimation() = default;

Result<std::unique_ptr<VariationalEstimation>> VariationalEstimation::create(const ResponseData& responses,
                                                                             VariationalOptions options) {
  auto checked = check(responses, options);
  if (!checked) return checked.error();
  return std::unique_ptr<VariationalEstimation>(
      new VariationalEstimation(std::make_unique<State>(responses, std::move(options))));
}

Result<JobStatus> VariationalEstimation::step() {
  return state_->step();
}

void VariationalEstimation::stop() {
  state_->stop_asked = true;
}

ItemResponseFit VariationalEstimation::take_result() {
  return std::move(state_->fit);
}

Result<ItemResponseFit> fit_variational(const ResponseData& responses, const VariationalOptions& options) {
  auto job = VariationalEstimation::create(responses, options);
  if (!job) return job.error();
  for (;;) {
    auto status = (*job)->step();
    if (!status) return status.error();
    if (status->done) return (*job)->take_result();
  }
}

}  // namespace harmonograph
