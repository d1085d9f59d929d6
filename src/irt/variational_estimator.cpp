#include "irt/variational_estimator.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "core/text.hpp"
#include "irt/starting_abilities.hpp"
#include "irt/variational_kernel.hpp"

namespace harmonograph {
namespace {

constexpr double largest_item_step = 1.5;
constexpr double largest_ability_step = 1;
constexpr double starting_slope_variance = .5;
constexpr double starting_intercept_variance = 2;
constexpr double prior_strength = .1;            // of the inverse-Wishart prior of Sigma, times k + 2
constexpr double group_shrinkage = 20;           // items at which a group's prior is half its own

double clip(double value, double limit) {
  return std::clamp(value, -limit, limit);
}

std::string pass_in_words(std::size_t pass, double residual) {
  char text[80];
  std::snprintf(text, sizeof text, "Pass %zu: mean squared residual %.5f", pass, residual);
  return text;
}

}  // namespace

/// What does not depend on the number of dimensions at compile time.
struct VariationalEstimation::State {
  State(const ResponseData& data, VariationalOptions chosen) : responses(data), options(std::move(chosen)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  virtual ~State() = default;
  virtual JobStatus step() = 0;
  virtual ItemResponseFit take() = 0;

  const ResponseData& responses;
  VariationalOptions options;
  bool stop_asked = false;
};

namespace {

template <std::size_t D>
class Passes : public VariationalEstimation::State {
  static constexpr std::size_t order = D + 1;
  static constexpr std::size_t pairs = packed_size(order);
  static constexpr std::size_t ability_pairs = packed_size(D);
  static constexpr int rows = static_cast<int>(order);
  using Vector = Eigen::Matrix<double, rows, 1>;
  using Square = Eigen::Matrix<double, rows, rows>;
  using AbilityVector = Eigen::Matrix<double, static_cast<int>(D), 1>;
  using AbilitySquare = Eigen::Matrix<double, static_cast<int>(D), static_cast<int>(D)>;

  struct Prior {
    Vector mean = Vector::Zero();
    Square covariance = Square::Zero();
    Square precision = Square::Zero();
    std::size_t items = 0;
  };

  /// Sums over the items of a group, for its next prior.
  struct PriorSums {
    double count = 0;
    Vector mean = Vector::Zero();
    Square second_moment = Square::Zero();  // of m
    Square covariance = Square::Zero();     // of V
  };

  struct ModelSums {
    AbilityVector gradient = AbilityVector::Zero();
    double curvature[ability_pairs] = {};
    double influence[ability_pairs] = {};
  };

  enum class Phase { start, pass, uncertainty, done };

 public:
  using State::State;

  JobStatus step() override {
    switch (phase_) {
      case Phase::start: begin(); break;
      case Phase::pass: sweep(); break;
      case Phase::uncertainty: measure_uncertainty(); break;
      case Phase::done: break;
    }
    return status();
  }

  ItemResponseFit take() override { return std::move(fit_); }

 private:
  [[nodiscard]] std::size_t blocks_per_step() const {
    return std::max<std::size_t>(1, options.cells_per_step / (items_per_block * responses.models()));
  }

  [[nodiscard]] JobStatus status() const {
    if (phase_ == Phase::done) return {true, 1, "Done"};
    if (phase_ == Phase::start) return {false, 0, "Starting values"};
    if (phase_ == Phase::uncertainty) return {false, .97, "Standard errors"};
    // Most fits need 7 to 30 passes: the bar slows down instead of ending early or late.
    const double part = static_cast<double>(block_) / static_cast<double>(responses.blocks());
    const double passes = static_cast<double>(fit_.passes) + part;
    const double progress = .95 * passes / (passes + 8);
    return {false, progress,
            fit_.passes == 0 ? std::string("First pass") : pass_in_words(fit_.passes, fit_.history.back())};
  }

  [[nodiscard]] std::size_t group_of(std::size_t item) const {
    return options.item_groups.empty() ? 0 : options.item_groups[item];
  }

  [[nodiscard]] const float* guessing_of(std::size_t block) const {
    return guessing_.empty() ? nullptr : guessing_.data() + block * items_per_block;
  }

  void begin() {
    const std::size_t items = responses.items();
    if (!options.guessing.empty()) {
      guessing_.assign(responses.blocks() * items_per_block, 0);
      for (std::size_t i = 0; i < items; ++i) guessing_[i] = static_cast<float>(options.guessing[i]);
    }
    abilities_ = starting_abilities(responses, D);
    fit_.history.clear();
    observed_ = static_cast<double>(responses.observed_count());
    start_priors();
    blocks_.assign(responses.blocks(), ItemBlock<D>{});
    for (std::size_t i = 0; i < items; ++i) start_item(i);
    begin_sweep();
    phase_ = Phase::pass;
  }

  void start_priors() {
    std::size_t groups = 1;
    for (const auto group : options.item_groups) groups = std::max<std::size_t>(groups, group + 1U);
    Prior start;
    for (int r = 0; r < rows; ++r) {
      start.covariance(r, r) = r + 1 < rows ? starting_slope_variance : starting_intercept_variance;
    }
    start.precision = start.covariance.inverse();
    priors_.assign(groups, start);
    for (std::size_t i = 0; i < responses.items(); ++i) ++priors_[group_of(i)].items;
    if (options.equal_slopes) common_slope_ = 1;
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
    ItemBlock<D>& block = blocks_[item / items_per_block];
    const std::size_t lane = item % items_per_block;
    block.mean[D][lane] = static_cast<float>(std::log(share / (1 - share)));
    if (options.equal_slopes) block.mean[0][lane] = static_cast<float>(common_slope_);
    for (std::size_t r = 0; r < order; ++r) {
      const bool free = !options.equal_slopes || r == D;
      const double variance = r == D ? starting_intercept_variance : starting_slope_variance;
      block.covariance[packed_index(r, r)][lane] = free ? static_cast<float>(variance) : 0.0F;
    }
  }

  void begin_sweep() {
    const std::size_t models = responses.models();
    terms_.resize(models);
    for (std::size_t m = 0; m < models; ++m) {
      ModelTerms<D>& terms = terms_[m];
      for (std::size_t r = 0; r < D; ++r) terms.x[r] = static_cast<float>(abilities_(m, r));
      terms.x[D] = 1;
      for (std::size_t r = 0; r < order; ++r) {
        for (std::size_t c = 0; c <= r; ++c) {
          const float product = terms.x[r] * terms.x[c];
          terms.product[packed_index(r, c)] = product;
          terms.doubled[packed_index(r, c)] = r == c ? product : 2 * product;
        }
      }
    }
    model_sums_.assign(models, ModelSums{});
    prior_sums_.assign(priors_.size(), PriorSums{});
    squared_residual_ = 0;
    slope_gradient_ = 0;
    slope_curvature_ = 0;
    block_ = 0;
  }

  void sweep() {
    const std::size_t last = std::min(block_ + blocks_per_step(), responses.blocks());
    for (; block_ < last; ++block_) {
      update_items(block_);
      add_models(block_, false);
    }
    if (block_ < responses.blocks()) return;
    end_pass();
    if (stop_asked || fit_.converged || fit_.passes >= options.most_passes) {
      fit_.stopped = stop_asked && !fit_.converged;
      begin_sweep();
      phase_ = Phase::uncertainty;
    } else {
      begin_sweep();
    }
  }

  /// Newton's step of every item of the block, and its new q(b).
  void update_items(std::size_t b) {
    ItemSums<D>& sums = item_sums_;
    for (auto& row : sums.gradient) std::fill(std::begin(row), std::end(row), 0.0F);
    for (auto& row : sums.curvature) std::fill(std::begin(row), std::end(row), 0.0F);
    ItemBlock<D>& block = blocks_[b];
    const float* guessing = guessing_of(b);
    for (std::size_t m = 0; m < responses.models(); ++m) {
      add_to_item_sums<D>(block, terms_[m], responses.row(b, m), guessing, sums);
    }
    const std::size_t first = b * items_per_block;
    const std::size_t present = std::min(items_per_block, responses.items() - first);
    for (std::size_t lane = 0; lane < present; ++lane) {
      const std::size_t group = group_of(first + lane);
      if (options.equal_slopes) {
        update_intercept(block, lane, priors_[group]);
      } else {
        update_item(block, lane, priors_[group]);
      }
      add_to_prior(block, lane, prior_sums_[group]);
    }
  }

  void update_item(ItemBlock<D>& block, std::size_t lane, const Prior& prior) {
    Square curvature;
    Vector mean;
    Vector gradient;
    for (std::size_t r = 0; r < order; ++r) {
      const auto row = static_cast<int>(r);
      mean(row) = static_cast<double>(block.mean[r][lane]);
      gradient(row) = static_cast<double>(item_sums_.gradient[r][lane]);
      for (std::size_t c = 0; c <= r; ++c) {
        const auto column = static_cast<int>(c);
        curvature(row, column) = static_cast<double>(item_sums_.curvature[packed_index(r, c)][lane]);
        curvature(column, row) = curvature(row, column);
      }
    }
    curvature += prior.precision;
    gradient += prior.precision * (prior.mean - mean);
    const Square covariance = Eigen::LLT<Square>(curvature).solve(Square::Identity());
    const Vector move = covariance * gradient;
    for (std::size_t r = 0; r < order; ++r) {
      const auto row = static_cast<int>(r);
      block.mean[r][lane] = static_cast<float>(mean(row) + clip(move(row), largest_item_step));
      for (std::size_t c = 0; c <= r; ++c) {
        block.covariance[packed_index(r, c)][lane] = static_cast<float>(covariance(row, static_cast<int>(c)));
      }
    }
  }

  /// Equal slopes: only the intercept is the item's own; the slope's derivatives are pooled.
  void update_intercept(ItemBlock<D>& block, std::size_t lane, const Prior& prior) {
    slope_gradient_ += static_cast<double>(item_sums_.gradient[0][lane]);
    slope_curvature_ += static_cast<double>(item_sums_.curvature[packed_index(0, 0)][lane]);
    const auto last = static_cast<int>(D);
    const double precision = 1 / prior.covariance(last, last);
    const double curvature = static_cast<double>(item_sums_.curvature[packed_index(D, D)][lane]) + precision;
    const auto mean = static_cast<double>(block.mean[D][lane]);
    const double gradient = static_cast<double>(item_sums_.gradient[D][lane]) + precision * (prior.mean(last) - mean);
    block.mean[D][lane] = static_cast<float>(mean + clip(gradient / curvature, largest_item_step));
    block.covariance[packed_index(D, D)][lane] = static_cast<float>(1 / curvature);
  }

  void add_to_prior(const ItemBlock<D>& block, std::size_t lane, PriorSums& sums) {
    Vector mean;
    for (std::size_t r = 0; r < order; ++r) {
      mean(static_cast<int>(r)) = static_cast<double>(block.mean[r][lane]);
      for (std::size_t c = 0; c <= r; ++c) {
        const auto v = static_cast<double>(block.covariance[packed_index(r, c)][lane]);
        sums.covariance(static_cast<int>(r), static_cast<int>(c)) += v;
        if (r != c) sums.covariance(static_cast<int>(c), static_cast<int>(r)) += v;
      }
    }
    sums.count += 1;
    sums.mean += mean;
    sums.second_moment += mean * mean.transpose();
  }

  void add_models(std::size_t b, bool with_influence) {
    const ItemBlock<D>& block = blocks_[b];
    const float* guessing = guessing_of(b);
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const AbilitySums<D> sums = ability_sums<D>(block, terms_[m], responses.row(b, m), guessing, with_influence);
      ModelSums& total = model_sums_[m];
      for (std::size_t r = 0; r < D; ++r) total.gradient(static_cast<int>(r)) += static_cast<double>(sums.gradient[r]);
      for (std::size_t p = 0; p < ability_pairs; ++p) {
        total.curvature[p] += static_cast<double>(sums.curvature[p]);
        total.influence[p] += static_cast<double>(sums.influence[p]);
      }
      squared_residual_ += static_cast<double>(sums.squared_residual);
    }
  }

  void end_pass() {
    update_priors();
    if (options.equal_slopes) update_common_slope();
    const Matrix before = abilities_;
    move_abilities();
    standardise();
    double change = 0;
    for (std::size_t v = 0; v < before.values().size(); ++v) {
      change = std::max(change, std::abs(abilities_.values()[v] - before.values()[v]));
    }
    ++fit_.passes;
    const double residual = squared_residual_ / observed_;
    const double improvement = fit_.history.empty() ? 1 : std::abs(fit_.history.back() - residual);
    fit_.history.push_back(residual);
    fit_.converged = fit_.passes >= options.fewest_passes &&
                     (change < options.ability_tolerance || improvement < options.residual_tolerance);
  }

  /// Mean and covariance of the items' parameters, the groups shrunk towards all items.
  void update_priors() {
    PriorSums all;
    for (const PriorSums& sums : prior_sums_) {
      all.count += sums.count;
      all.mean += sums.mean;
      all.second_moment += sums.second_moment;
      all.covariance += sums.covariance;
    }
    const Prior global = prior_from(all);
    for (std::size_t g = 0; g < priors_.size(); ++g) {
      Prior& prior = priors_[g];
      if (priors_.size() == 1 || prior.items == 0) {
        const std::size_t items = prior.items;
        prior = global;
        prior.items = items;
      } else {
        const double own = prior_sums_[g].count / (prior_sums_[g].count + group_shrinkage);
        const Prior group = prior_from(prior_sums_[g]);
        prior.mean = own * group.mean + (1 - own) * global.mean;
        prior.covariance = own * group.covariance + (1 - own) * global.covariance;
      }
      prior.precision = prior.covariance.inverse();
    }
  }

  static Prior prior_from(const PriorSums& sums) {
    const double n = sums.count;
    const double k = static_cast<double>(order);
    Prior prior;
    prior.mean = sums.mean / n;
    const Square spread = sums.second_moment / n - prior.mean * prior.mean.transpose();
    prior.covariance =
        (n * (sums.covariance / n + spread) + prior_strength * (k + 2) * Square::Identity()) / (n + k + 2);
    return prior;
  }

  void update_common_slope() {
    // A weak prior N(1, 1) keeps the slope finite when the responses say nothing about it.
    const double gradient = slope_gradient_ + (1 - common_slope_);
    common_slope_ += clip(gradient / (slope_curvature_ + 1), .5);
    set_common_slope();
  }

  void set_common_slope() {
    for (std::size_t i = 0; i < responses.items(); ++i) {
      blocks_[i / items_per_block].mean[0][i % items_per_block] = static_cast<float>(common_slope_);
    }
  }

  void move_abilities() {
    for (std::size_t m = 0; m < responses.models(); ++m) {
      AbilityVector ability;
      AbilitySquare curvature = AbilitySquare::Identity();  // of the prior N(0, I)
      for (std::size_t r = 0; r < D; ++r) {
        ability(static_cast<int>(r)) = abilities_(m, r);
        for (std::size_t c = 0; c <= r; ++c) {
          const double value = model_sums_[m].curvature[packed_index(r, c)];
          curvature(static_cast<int>(r), static_cast<int>(c)) += value;
          if (r != c) curvature(static_cast<int>(c), static_cast<int>(r)) += value;
        }
      }
      const AbilityVector move = curvature.llt().solve(model_sums_[m].gradient - ability);
      for (std::size_t r = 0; r < D; ++r) abilities_(m, r) += clip(move(static_cast<int>(r)), largest_ability_step);
    }
  }

  /// Abilities to mean 0 and covariance I; the items and priors are carried along, so that no prediction changes.
  void standardise() {
    const double models = static_cast<double>(responses.models());
    AbilityVector mean = AbilityVector::Zero();
    AbilitySquare covariance = AbilitySquare::Zero();
    const auto ability_of = [&](std::size_t m) { return Eigen::Map<const AbilityVector>(abilities_.row(m).data()); };
    for (std::size_t m = 0; m < responses.models(); ++m) mean += ability_of(m) / models;
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const AbilityVector centred = ability_of(m) - mean;
      covariance += centred * centred.transpose() / models;
    }
    // Models that cannot be told apart keep a little width: nothing is divided by 0.
    covariance += 1e-9 * AbilitySquare::Identity();
    const AbilitySquare root = covariance.llt().matrixL();
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const AbilityVector scaled = root.template triangularView<Eigen::Lower>().solve(ability_of(m) - mean);
      for (std::size_t r = 0; r < D; ++r) abilities_(m, r) = scaled(static_cast<int>(r));
    }
    // b' = J b: a' = L'a, d' = d + a . mean.
    Square carry = Square::Zero();
    constexpr int width = static_cast<int>(D);
    carry.template topLeftCorner<width, width>() = root.transpose();
    carry.template bottomLeftCorner<1, width>() = mean.transpose();
    carry(width, width) = 1;
    for (std::size_t i = 0; i < responses.items(); ++i) carry_item(i, carry);
    for (Prior& prior : priors_) {
      prior.mean = carry * prior.mean;
      prior.covariance = carry * prior.covariance * carry.transpose();
      prior.precision = prior.covariance.inverse();
    }
    if (options.equal_slopes) common_slope_ *= root(0, 0);
  }

  void carry_item(std::size_t item, const Square& carry) {
    ItemBlock<D>& block = blocks_[item / items_per_block];
    const std::size_t lane = item % items_per_block;
    const Vector mean = carry * mean_of(block, lane);
    const Square covariance = carry * covariance_of(block, lane) * carry.transpose();
    for (std::size_t r = 0; r < order; ++r) {
      block.mean[r][lane] = static_cast<float>(mean(static_cast<int>(r)));
      for (std::size_t c = 0; c <= r; ++c) {
        block.covariance[packed_index(r, c)][lane] =
            static_cast<float>(covariance(static_cast<int>(r), static_cast<int>(c)));
      }
    }
  }

  static Vector mean_of(const ItemBlock<D>& block, std::size_t lane) {
    Vector mean;
    for (std::size_t r = 0; r < order; ++r) mean(static_cast<int>(r)) = static_cast<double>(block.mean[r][lane]);
    return mean;
  }

  static Square covariance_of(const ItemBlock<D>& block, std::size_t lane) {
    Square covariance;
    for (std::size_t r = 0; r < order; ++r) {
      for (std::size_t c = 0; c < order; ++c) {
        covariance(static_cast<int>(r), static_cast<int>(c)) =
            static_cast<double>(block.covariance[packed_index(r, c)][lane]);
      }
    }
    return covariance;
  }

  void measure_uncertainty() {
    const std::size_t last = std::min(block_ + blocks_per_step(), responses.blocks());
    for (; block_ < last; ++block_) add_models(block_, true);
    if (block_ < responses.blocks()) return;
    write_fit();
    phase_ = Phase::done;
  }

  void write_fit() {
    const std::size_t items = responses.items();
    fit_.estimator = Estimator::variational;
    fit_.item_model = options.equal_slopes ? ItemModel::one_parameter : ItemModel::two_parameter;
    fit_.dimensions = D;
    fit_.slopes = Matrix(items, D);
    fit_.intercepts.resize(items);
    fit_.guessing = options.guessing.empty() ? std::vector<double>(items, 0) : options.guessing;
    fit_.item_covariances = Matrix(items, pairs);
    for (std::size_t i = 0; i < items; ++i) {
      const ItemBlock<D>& block = blocks_[i / items_per_block];
      const std::size_t lane = i % items_per_block;
      for (std::size_t r = 0; r < D; ++r) fit_.slopes(i, r) = static_cast<double>(block.mean[r][lane]);
      fit_.intercepts[i] = static_cast<double>(block.mean[D][lane]);
      for (std::size_t p = 0; p < pairs; ++p) {
        fit_.item_covariances(i, p) = static_cast<double>(block.covariance[p][lane]);
      }
    }
    fit_.ability_covariances = Matrix(responses.models(), ability_pairs);
    for (std::size_t m = 0; m < responses.models(); ++m) write_ability_covariance(m);
    fit_.abilities = std::move(abilities_);
    fit_.ability_correlations = Matrix(D, D);
    for (std::size_t d = 0; d < D; ++d) fit_.ability_correlations(d, d) = 1;
    fit_.item_groups = options.item_groups.empty() ? std::vector<std::uint32_t>(items, 0) : options.item_groups;
    for (const Prior& prior : priors_) {
      ItemPrior written{std::vector<double>(order), std::vector<double>(pairs), prior.items};
      for (std::size_t r = 0; r < order; ++r) {
        written.mean[r] = prior.mean(static_cast<int>(r));
        for (std::size_t c = 0; c <= r; ++c) {
          written.covariance[packed_index(r, c)] = prior.covariance(static_cast<int>(r), static_cast<int>(c));
        }
      }
      fit_.priors.push_back(std::move(written));
    }
  }

  /// The inverse of the summed outer products of the items' influences on the score (and of the prior): it holds
  /// whether or not the fitted curvature is right.
  void write_ability_covariance(std::size_t m) {
    AbilitySquare information = AbilitySquare::Identity();
    for (std::size_t r = 0; r < D; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        const double value = model_sums_[m].influence[packed_index(r, c)];
        information(static_cast<int>(r), static_cast<int>(c)) += value;
        if (r != c) information(static_cast<int>(c), static_cast<int>(r)) += value;
      }
    }
    const AbilitySquare covariance = information.llt().solve(AbilitySquare::Identity());
    for (std::size_t r = 0; r < D; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        fit_.ability_covariances(m, packed_index(r, c)) = covariance(static_cast<int>(r), static_cast<int>(c));
      }
    }
  }

  Phase phase_ = Phase::start;
  Matrix abilities_;
  std::vector<ItemBlock<D>> blocks_;
  std::vector<float> guessing_;  // per item with the padding; empty = none
  std::vector<Prior> priors_;
  double common_slope_ = 1;
  double observed_ = 0;

  // The sweep under way
  std::size_t block_ = 0;
  std::vector<ModelTerms<D>> terms_;
  ItemSums<D> item_sums_;
  std::vector<ModelSums> model_sums_;
  std::vector<PriorSums> prior_sums_;
  double squared_residual_ = 0;
  double slope_gradient_ = 0;
  double slope_curvature_ = 0;

  ItemResponseFit fit_;
};

std::unique_ptr<VariationalEstimation::State> passes_for(const ResponseData& responses, VariationalOptions options) {
  switch (options.dimensions) {
    case 1: return std::make_unique<Passes<1>>(responses, std::move(options));
    case 2: return std::make_unique<Passes<2>>(responses, std::move(options));
    case 3: return std::make_unique<Passes<3>>(responses, std::move(options));
    case 4: return std::make_unique<Passes<4>>(responses, std::move(options));
    case 5: return std::make_unique<Passes<5>>(responses, std::move(options));
    default: return std::make_unique<Passes<6>>(responses, std::move(options));
  }
}

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
  return std::unique_ptr<VariationalEstimation>(new VariationalEstimation(passes_for(responses, std::move(options))));
}

Result<JobStatus> VariationalEstimation::step() {
  return state_->step();
}

void VariationalEstimation::stop() {
  state_->stop_asked = true;
}

ItemResponseFit VariationalEstimation::take_result() {
  return state_->take();
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
