#include "irt/marginal_estimator.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/text.hpp"
#include "irt/marginal_likelihood.hpp"
#include "irt/marginal_model.hpp"
#include "irt/marginal_quasi_newton.hpp"

namespace harmonograph {
namespace {

using Index = Eigen::Index;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
/// Multiplications of a step: about 30 ms.
constexpr double work_per_step = 3e7;
/// Items x nodes, four tables of 8 bytes each: 400 MB.
constexpr double most_item_nodes = 1.2e7;
/// Posterior distributions of 512 patterns are kept at a time: 80 MB.
constexpr double most_nodes = 20000;
/// Cells with their indices by pattern and by tile: 50 bytes each.
constexpr double most_cells = 2e7;
/// Above this many free parameters only each item's own block of the observed information is computed.
constexpr std::size_t most_whole_information = 2000;
constexpr std::size_t memory_pairs = 40;
/// An expected gain of the log-posterior below this is none.
constexpr double negligible_gain = 1e-10;
constexpr int most_polishing_steps = 4;

Index index(std::size_t value) {
  return static_cast<Index>(value);
}

Error invalid(std::string message, std::string hint) {
  return Error{ErrorCode::invalid_argument, std::move(message), {}, 0, std::move(hint)};
}

/// Why a prior cannot be used; empty when it can.
std::string trouble_with(const ParameterPrior& prior, const std::string& name, bool may_be_lognormal) {
  if (prior.shape == PriorShape::none) return {};
  if (!std::isfinite(prior.mean) || !(prior.deviation > 0) || !std::isfinite(prior.deviation)) {
    return "The prior of the " + name + " needs a finite mean and a standard deviation above 0.";
  }
  if (prior.shape == PriorShape::lognormal && !may_be_lognormal) {
    return "The prior of the " + name + " cannot be lognormal here: they may be negative.";
  }
  return {};
}

std::optional<Error> check(const ResponseData& responses, const MarginalOptions& options) {
  if (options.dimensions < 1 || options.dimensions > 3) {
    return invalid(
        "Marginal maximum likelihood takes 1 to 3 dimensions, not " + std::to_string(options.dimensions) + ".",
        "Choose fewer dimensions or the variational estimator.");
  }
  if (options.dimensions > 1 && options.item_model != ItemModel::two_parameter) {
    return invalid("More than one dimension goes with the two-parameter model only.", "Choose 2PL or one dimension.");
  }
  if (!options.guessing.empty()) {
    if (options.item_model == ItemModel::three_parameter) {
      return invalid("The guessing parameters cannot be both given and estimated.", "Choose 1PL or 2PL, or give none.");
    }
    if (options.guessing.size() != responses.items()) {
      return invalid("There are " + counted(options.guessing.size(), "guessing parameter") + " for " +
                         counted(responses.items(), "item") + ".",
                     "Give one for each item, or none.");
    }
    for (std::size_t i = 0; i < options.guessing.size(); ++i) {
      if (!(options.guessing[i] >= 0 && options.guessing[i] < 1)) {
        return invalid("The guessing parameter of item " + std::to_string(i) + " is not in [0, 1).",
                       "1 / number of options is usual.");
      }
    }
  }
  for (const auto& trouble : {trouble_with(options.slope_prior, "slopes", options.dimensions == 1),
                              trouble_with(options.intercept_prior, "intercepts", false),
                              trouble_with(options.guessing_prior, "guessing parameters", false)}) {
    if (!trouble.empty()) return invalid(trouble, "Choose another prior.");
  }
  if (options.dimensions > 1 && options.slope_prior.shape == PriorShape::normal && options.slope_prior.mean != 0) {
    return invalid(
        "With more than one dimension the prior of the slopes must have mean 0: otherwise it would choose the "
        "axes.",
        "Set the mean to 0.");
  }
  if (options.item_model == ItemModel::three_parameter && options.guessing_prior.shape == PriorShape::none) {
    return invalid("Guessing parameters cannot be estimated without a prior.", "Give logit c a normal prior.");
  }
  if (options.quadrature_points == 1 || options.quadrature_points > 1001 || !(options.quadrature_limit > 0) ||
      !std::isfinite(options.quadrature_limit)) {
    return invalid("The quadrature needs 2 to 1001 points on a range above 0.", "Leave the defaults: 61 points, 6.");
  }
  if (!(options.tolerance > 0)) return invalid("The tolerance must be above 0.", "1e-5 is usual.");
  if (responses.models() < 2) {
    return Error{ErrorCode::too_few_models,
                 "Item response theory needs the answers of at least 2 models; here is " +
                     counted(responses.models(), "model") + ".",
                 {},
                 0,
                 "Add result files of other models on the same items."};
  }
  if (responses.items() == 0) return Error{ErrorCode::too_few_items, "There are no items.", {}, 0, "Add items."};
  return std::nullopt;
}

/// Sums over the persons who answered an item.
struct ItemTotals {
  double right = 0;
  double persons = 0;
  [[nodiscard]] bool constant() const { return right <= 0 || right >= persons; }
};

std::vector<ItemTotals> count_answers(const ResponseData& responses) {
  std::vector<ItemTotals> totals(responses.items());
  for (std::size_t m = 0; m < responses.models(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) {
      const float cell = responses.at(m, i);
      if (cell < 0) continue;
      totals[i].right += static_cast<double>(cell);
      totals[i].persons += 1;
    }
  }
  return totals;
}

/// Fewest items whose covariances can identify the slopes: (n - D)^2 >= n + D (Ledermann 1937).
std::size_t fewest_items(const MarginalOptions& options) {
  // With a prior one item has a mode; axes need more items than there are of them.
  if (options.slope_prior.shape != PriorShape::none) return options.dimensions == 1 ? 1 : options.dimensions + 1;
  if (options.item_model == ItemModel::one_parameter) return 2;
  const std::size_t d = options.dimensions;
  std::size_t n = d + 1;
  while ((n - d) * (n - d) < n + d) ++n;
  return n;
}

enum class Phase { climbing, information, inversion, polishing, scoring, done };

}  // namespace

struct MarginalEstimation::State {
  State(MarginalOptions given, std::vector<double> guessing, ResponsePatterns collected, Quadrature grid)
      : options(std::move(given)),
        patterns(std::move(collected)),
        quadrature(std::move(grid)),
        model(options, std::move(guessing)) {}

  MarginalOptions options;
  std::vector<std::uint32_t> estimated;  // items that are estimated
  std::vector<ItemTotals> totals;        // of all items
  std::size_t all_items = 0;
  double fixed_log_likelihood = 0;  // of the items that are not estimated, at their limits
  ResponsePatterns patterns;
  Quadrature quadrature;
  MarginalModel model;

  Phase phase = Phase::climbing;
  bool stopping = false;
  bool stopped = false;

  // The evaluation that goes on, a tile at a time.
  Eigen::VectorXd trial;
  MarginalParameters parameters;
  std::optional<ItemTables> tables;
  ExpectedCounts counts;
  TilePosterior posterior;
  std::size_t next_tile = 0;

  // The best point so far.
  Eigen::VectorXd best;
  Eigen::VectorXd gradient;
  double objective = -HUGE_VAL;
  double log_likelihood = 0;
  std::optional<CompleteInformation> complete;
  QuasiNewtonMemory memory{memory_pairs};
  Eigen::VectorXd direction;
  double expected_gain = 0;
  double step_length = 1;
  int shortened = 0;
  int quiet_steps = 0;
  bool turned = false;
  bool converged = false;
  double progress = 0;

  std::optional<ObservedInformation> observed;
  std::size_t next_piece = 0;
  bool whole_information = true;
  std::optional<Eigen::LLT<Eigen::MatrixXd>> factor;  // of the observed information
  double held_information = 1;                        // what stands for it along directions that are held
  Index inverted_columns = 0;
  Eigen::MatrixXd covariance;  // of the free parameters (whole)
  Matrix own_covariances;      // by item: items x columns^2
  std::vector<char> runaway;
  int polished = 0;
  bool information_current = false;

  ItemResponseFit fit;

  void evaluate(const Eigen::VectorXd& x);
  [[nodiscard]] double tile_work() const;
  void on_evaluated();
  void accept(double value);
  void choose_direction();
  void try_step(double length);
  void settle();
  void begin_information();
  void finish_information();
  [[nodiscard]] bool factorise(const Matrix& items_information);
  void invert_columns();
  void finish_inversion();
  void invert_blocks(Matrix blocks);
  void polish();
  void begin_scoring();
  void score_tile(std::size_t tile);
  void finish();
  void fill_items();
  void report();
  void add_note(std::string code, std::string message, std::uint64_t count) {
    fit.notes.push_back({std::move(code), Severity::warning, std::move(message), count, {}});
  }
};

void MarginalEstimation::State::evaluate(const Eigen::VectorXd& x) {
  trial = x;
  parameters = model.parameters(x);
  tables.emplace(parameters, quadrature);
  counts = ExpectedCounts(model.items(), quadrature.size(), patterns.complete);
  next_tile = 0;
}

double MarginalEstimation::State::tile_work() const {
  return static_cast<double>(patterns_per_tile) * static_cast<double>(quadrature.size()) *
         (2 * static_cast<double>(model.items()) + 20);
}

/// A trial point has been evaluated: take it, or a shorter step.
void MarginalEstimation::State::on_evaluated() {
  ++fit.passes;
  const double value = counts.log_likelihood + model.log_prior(trial);
  const bool first = !(objective > -HUGE_VAL);
  // Rounding makes the last steps look level.
  const double rounding = 1e-13 * std::abs(objective);
  const bool rises =
      std::isfinite(value) && (first || value >= objective + 1e-4 * step_length * expected_gain - rounding);
  if (phase == Phase::polishing) {
    if (rises) {
      accept(value);
    } else {
      evaluate(best);  // the tables must be those of the best point
      begin_scoring();
      return;
    }
    polish();
    return;
  }
  if (rises) {
    accept(value);
    choose_direction();
    return;
  }
  if (++shortened > 25) {
    if (memory.empty()) {
      // Not even the steepest way leads up: this is the maximum as far as double precision tells.
      quiet_steps = 3;
      settle();
      return;
    }
    memory.forget();
    direction = complete->solve(gradient);
    const Eigen::MatrixXd tangents = model.held_directions(best, turned);
    direction -= tangents * (tangents.transpose() * direction);
    expected_gain = gradient.dot(direction);
    shortened = 0;
    try_step(model.longest_step(best, direction));
    return;
  }
  double shorter = 0.5 * step_length;
  if (std::isfinite(value)) {
    // The maximum of the parabola through both values with the slope at the start.
    const double fall = objective + step_length * expected_gain - value;
    shorter = std::clamp(expected_gain * step_length * step_length / (2 * fall), 0.1 * step_length, shorter);
  }
  try_step(shorter);
}

void MarginalEstimation::State::accept(double value) {
  Eigen::VectorXd prior_gradient;
  Eigen::VectorXd curvature;
  model.prior_derivatives(trial, prior_gradient, curvature);
  const ItemDerivatives derivatives = item_derivatives(*tables, counts);
  Eigen::VectorXd next = model.gather(derivatives.gradient) + prior_gradient;
  if (best.size() > 0 && objective > -HUGE_VAL) {
    const Eigen::MatrixXd tangents = model.held_directions(trial, turned);
    Eigen::VectorXd step = trial - best;
    Eigen::VectorXd fall = gradient - next;
    step -= tangents * (tangents.transpose() * step);
    fall -= tangents * (tangents.transpose() * fall);
    memory.remember(step, fall);
  }
  best = trial;
  gradient = std::move(next);
  objective = value;
  log_likelihood = counts.log_likelihood;
  complete.emplace(model, derivatives.complete_information, curvature, parameters.columns(),
                   options.item_model == ItemModel::one_parameter);
  fit.history.push_back(objective);
}

void MarginalEstimation::State::choose_direction() {
  const double last_change = direction.size() > 0 ? step_length * direction.cwiseAbs().maxCoeff() : HUGE_VAL;
  const Eigen::MatrixXd tangents = model.held_directions(best, turned);
  const auto project = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
    return v - tangents * (tangents.transpose() * v);
  };
  const Eigen::VectorXd uphill = project(gradient);
  direction = project(
      memory.direction(uphill, [&](const Eigen::VectorXd& v) -> Eigen::VectorXd { return complete->solve(v); }));
  expected_gain = uphill.dot(direction);
  if (!(expected_gain > 0)) {
    memory.forget();
    direction = project(complete->solve(uphill));
    expected_gain = uphill.dot(direction);
  }
  // The expected gain falls from about 10 to 1e-10 on the way.
  progress =
      std::max(progress, 0.8 * std::clamp(1 - std::log10(std::max(expected_gain, 1e-10) / 1e-10) / 12, 0.0, 1.0));
  const double change = direction.cwiseAbs().maxCoeff();
  const bool quiet = expected_gain < negligible_gain ||
                     (expected_gain < 1e-7 && change < options.tolerance && last_change < options.tolerance);
  quiet_steps = quiet ? quiet_steps + 1 : 0;
  if (quiet_steps >= 2 || !(expected_gain > 0) || fit.passes >= options.most_passes) {
    settle();
    return;
  }
  shortened = 0;
  try_step(model.longest_step(best, direction));
}

void MarginalEstimation::State::try_step(double length) {
  step_length = length;
  evaluate(best + length * direction);
}

/// The climb is over: turn the axes (once), then the observed information.
void MarginalEstimation::State::settle() {
  converged = fit.passes < options.most_passes;
  if (!turned && !stopping) {
    turned = true;
    Eigen::VectorXd x = best;
    if (model.turn_axes(x)) {
      // The grid is not exactly the same from every side: climb on from there.
      memory.forget();
      objective = -HUGE_VAL;
      quiet_steps = 0;
      direction = Eigen::VectorXd();
      evaluate(x);
      return;
    }
  }
  // The tables and counts of the last trial need not be those of the best point.
  polished = 0;
  information_current = false;
  if (trial != best) {
    phase = Phase::polishing;
    direction = Eigen::VectorXd::Zero(best.size());
    expected_gain = 0;
    step_length = 1;
    evaluate(best);
    return;
  }
  phase = Phase::polishing;
  polish();
}

/// At an accepted point whose tables are at hand: Newton steps with the observed information until they are nothing.
void MarginalEstimation::State::polish() {
  if (!options.standard_errors || stopping) {
    begin_scoring();
    return;
  }
  if (!information_current) {
    begin_information();
    return;
  }
  const double last_change = step_length * direction.cwiseAbs().maxCoeff();
  if (polished > 0 && last_change > 1e-3 && polished < most_polishing_steps) {
    begin_information();  // moved so far that the information must be computed again
    return;
  }
  begin_scoring();
}

void MarginalEstimation::State::begin_information() {
  whole_information = model.size() <= most_whole_information;
  observed.emplace(patterns, *tables, whole_information);
  next_piece = 0;
  phase = Phase::information;
}

void MarginalEstimation::State::finish_information() {
  Matrix information = observed->finish(counts);
  observed.reset();
  information_current = true;
  runaway.assign(model.items(), 0);
  for (std::size_t i = 0; i < model.items(); ++i) {
    double length = 0;
    for (std::size_t d = 0; d < options.dimensions; ++d) length += parameters.values(i, d) * parameters.values(i, d);
    runaway[i] = std::sqrt(length) > runaway_slope ? 1 : 0;
  }
  if (!whole_information) {
    invert_blocks(std::move(information));
    begin_scoring();
    return;
  }
  if (factorise(information)) {
    inverted_columns = 0;
    covariance.resize(best.size(), best.size());
    phase = Phase::inversion;
    return;
  }
  // Not a maximum in every direction: the items' own blocks are all that can be said.
  covariance.resize(0, 0);
  const std::size_t columns = parameters.columns();
  Matrix blocks(model.items(), columns * columns);
  for (std::size_t i = 0; i < model.items(); ++i) {
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = 0; b < columns; ++b) {
        blocks(i, a * columns + b) = information(i * columns + a, i * columns + b);
      }
    }
  }
  invert_blocks(std::move(blocks));
  begin_scoring();
}

/// Prepares the inverse of the observed information at right angles to the held directions; parameters of items whose
/// slopes run away are taken as known. False when the information is not positive definite.
bool MarginalEstimation::State::factorise(const Matrix& items_information) {
  Eigen::MatrixXd information = model.gather_information(items_information);
  Eigen::VectorXd prior_gradient;
  Eigen::VectorXd curvature;
  model.prior_derivatives(best, prior_gradient, curvature);
  information.diagonal() += curvature;
  held_information = information.diagonal().mean();
  if (!(held_information > 0) || !std::isfinite(held_information)) return false;
  const Eigen::MatrixXd held = model.held_directions(best, turned);
  if (held.cols() > 0) {
    const Eigen::MatrixXd image = information * held;
    const Eigen::MatrixXd inner = held.transpose() * image;
    information -= held * image.transpose() + image * held.transpose();
    information +=
        held * (inner + held_information * Eigen::MatrixXd::Identity(inner.rows(), inner.cols())) * held.transpose();
  }
  for (std::size_t i = 0; i < model.items(); ++i) {
    if (runaway[i] == 0) continue;
    for (std::size_t c = 0; c < parameters.columns(); ++c) {
      const Index at = index(model.position(i, c));
      information.row(at).setZero();
      information.col(at).setZero();
      information(at, at) = held_information;
    }
  }
  factor.emplace(information);
  return factor->info() == Eigen::Success;
}

/// Some columns of the inverse: about thirty million multiplications.
void MarginalEstimation::State::invert_columns() {
  const Index order = best.size();
  const double per_column = static_cast<double>(order) * static_cast<double>(order);
  const Index count = std::min(order - inverted_columns, std::max<Index>(1, static_cast<Index>(3e7 / per_column)));
  covariance.middleCols(inverted_columns, count) =
      factor->solve(Eigen::MatrixXd::Identity(order, order).middleCols(inverted_columns, count));
  inverted_columns += count;
}

void MarginalEstimation::State::finish_inversion() {
  const Eigen::MatrixXd held = model.held_directions(best, turned);
  if (held.cols() > 0) covariance -= held * held.transpose() / held_information;
  for (std::size_t i = 0; i < model.items(); ++i) {
    if (runaway[i] == 0) continue;
    for (std::size_t c = 0; c < parameters.columns(); ++c) {
      const Index at = index(model.position(i, c));
      covariance.row(at).setZero();
      covariance.col(at).setZero();
    }
  }
  factor.reset();
  direction = covariance * gradient;
  direction -= held * (held.transpose() * direction);
  expected_gain = gradient.dot(direction);
  const double change = direction.cwiseAbs().maxCoeff();
  if (!(change >= 1e-8 && change <= 1) || polished >= most_polishing_steps || !(expected_gain > 0)) {
    begin_scoring();
    return;
  }
  ++polished;
  phase = Phase::polishing;
  try_step(1);
}

void MarginalEstimation::State::invert_blocks(Matrix blocks) {
  const std::size_t columns = parameters.columns();
  Eigen::VectorXd prior_gradient;
  Eigen::VectorXd curvature;
  model.prior_derivatives(best, prior_gradient, curvature);
  own_covariances = Matrix(model.items(), columns * columns, not_a_number);
  for (std::size_t i = 0; i < model.items(); ++i) {
    if (runaway[i] != 0) continue;
    Eigen::MatrixXd block(index(columns), index(columns));
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = 0; b < columns; ++b) block(index(a), index(b)) = blocks(i, a * columns + b);
      block(index(a), index(a)) += curvature[index(model.position(i, a))];
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(block);
    if (factor.info() != Eigen::Success) continue;
    const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(index(columns), index(columns)));
    if (!inverse.allFinite()) continue;
    for (std::size_t a = 0; a < columns; ++a) {
      for (std::size_t b = 0; b < columns; ++b) own_covariances(i, a * columns + b) = inverse(index(a), index(b));
    }
  }
}

void MarginalEstimation::State::begin_scoring() {
  phase = Phase::scoring;
  next_tile = 0;
  fit.abilities = Matrix(patterns.pattern_of_model.size(), options.dimensions);
  fit.ability_covariances = Matrix(patterns.pattern_of_model.size(), packed_size(options.dimensions));
}

/// Means and covariances of the posterior distributions (EAP) of the patterns of a tile; kept in the rows of the first
/// persons of each pattern until finish() spreads them.
void MarginalEstimation::State::score_tile(std::size_t tile) {
  compute_posterior(patterns, tile, *tables, posterior);
  const std::size_t dimensions = options.dimensions;
  const std::size_t first = tile * patterns_per_tile;
  const std::size_t count = std::min(patterns_per_tile, patterns.patterns() - first);
  for (std::size_t r = 0; r < count; ++r) {
    const auto weights = posterior.probability.row(r);
    auto mean = fit.abilities.row(first + r);
    auto spread = fit.ability_covariances.row(first + r);
    for (std::size_t d = 0; d < dimensions; ++d) {
      const auto x = quadrature.nodes.row(d);
      for (std::size_t q = 0; q < weights.size(); ++q) mean[d] += weights[q] * x[q];
    }
    for (std::size_t d = 0; d < dimensions; ++d) {
      const auto x = quadrature.nodes.row(d);
      for (std::size_t e = 0; e <= d; ++e) {
        const auto y = quadrature.nodes.row(e);
        double sum = 0;
        for (std::size_t q = 0; q < weights.size(); ++q) sum += weights[q] * (x[q] - mean[d]) * (y[q] - mean[e]);
        spread[packed_index(d, e)] = sum;
      }
    }
  }
}

void MarginalEstimation::State::fill_items() {
  const std::size_t dimensions = options.dimensions;
  const std::size_t columns = parameters.columns();
  const bool estimates_guessing = options.item_model == ItemModel::three_parameter;
  fit.slopes = Matrix(all_items, dimensions);
  fit.intercepts.assign(all_items, 0.0);
  fit.guessing.assign(all_items, 0.0);
  if (!options.guessing.empty()) fit.guessing = options.guessing;
  const bool with_errors = options.standard_errors && !stopped;
  if (with_errors) fit.item_covariances = Matrix(all_items, packed_size(dimensions + 1), not_a_number);
  if (with_errors && estimates_guessing) fit.logit_guessing_errors.assign(all_items, not_a_number);
  for (std::size_t i = 0; i < all_items; ++i) {
    const double p = (totals[i].right + 0.5) / (totals[i].persons + 1);
    fit.intercepts[i] = std::log(p / (1 - p));
  }
  for (std::size_t k = 0; k < estimated.size(); ++k) {
    const std::size_t i = estimated[k];
    for (std::size_t d = 0; d < dimensions; ++d) fit.slopes(i, d) = parameters.values(k, d);
    fit.intercepts[i] = parameters.values(k, dimensions);
    fit.guessing[i] = parameters.guessing_of(k);
    if (!with_errors || runaway[k] != 0) continue;
    const auto covariance_of = [&](std::size_t a, std::size_t b) {
      return covariance.size() > 0 ? covariance(index(model.position(k, a)), index(model.position(k, b)))
                                   : own_covariances(k, a * columns + b);
    };
    for (std::size_t a = 0; a <= dimensions; ++a) {
      for (std::size_t b = 0; b <= a; ++b) fit.item_covariances(i, packed_index(a, b)) = covariance_of(a, b);
    }
    if (estimates_guessing) {
      fit.logit_guessing_errors[i] = std::sqrt(covariance_of(dimensions + 1, dimensions + 1));
    }
  }
}

void MarginalEstimation::State::report() {
  if (const auto constant = all_items - estimated.size(); constant > 0) {
    add_note("constant_items",
             counted(constant, "item") +
                 " that every model answered alike: no slope can be estimated; the slope is set "
                 "to 0 and the intercept to the logit of (right + 1/2) / (models + 1).",
             constant);
  }
  std::size_t running = 0;
  for (std::size_t k = 0; k < estimated.size(); ++k) {
    double length = 0;
    for (std::size_t d = 0; d < options.dimensions; ++d) length += parameters.values(k, d) * parameters.values(k, d);
    running += std::sqrt(length) > runaway_slope ? 1U : 0U;
  }
  if (running > 0) {
    add_note("runaway_slopes",
             counted(running, "item") +
                 " with a slope above 15 in size: the likelihood grows without end as the curve "
                 "becomes a step; the value has no meaning and gets no standard error. A prior "
                 "on the slopes helps.",
             running);
  }
  if (!options.standard_errors || stopped) return;
  if (!whole_information) {
    add_note("information_by_item",
             "Too many parameters for the whole information matrix: the standard errors of each item take the other "
             "items as known.",
             estimated.size());
  } else if (covariance.size() == 0) {
    add_note("information_singular",
             "The likelihood has no clear maximum in every direction: the standard errors of each item take the other "
             "items as known, where even these exist.",
             estimated.size());
  }
  if (!converged) {
    add_note("not_converged", "The estimation ended before its steps were small.", fit.passes);
  }
}

void MarginalEstimation::State::finish() {
  fit.estimator = Estimator::marginal;
  fit.item_model = options.item_model;
  fit.dimensions = options.dimensions;
  fit.converged = converged && !stopped;
  fit.stopped = stopped;
  fit.log_likelihood = log_likelihood + fixed_log_likelihood;
  if (runaway.empty()) runaway.assign(model.items(), 0);
  fill_items();
  const Matrix means = std::move(fit.abilities);
  const Matrix spreads = std::move(fit.ability_covariances);
  fit.abilities = Matrix(means.rows(), means.columns());
  fit.ability_covariances = Matrix(spreads.rows(), spreads.columns());
  for (std::size_t m = 0; m < means.rows(); ++m) {
    const auto mean = means.row(patterns.pattern_of_model[m]);
    const auto spread = spreads.row(patterns.pattern_of_model[m]);
    std::copy(mean.begin(), mean.end(), fit.abilities.row(m).begin());
    std::copy(spread.begin(), spread.end(), fit.ability_covariances.row(m).begin());
  }
  fit.ability_correlations = Matrix(options.dimensions, options.dimensions);
  for (std::size_t d = 0; d < options.dimensions; ++d) fit.ability_correlations(d, d) = 1;
  report();
  phase = Phase::done;
}

MarginalEstimation::MarginalEstimation(std::unique_ptr<State> state) : state_(std::move(state)) {}
MarginalEstimation::~MarginalEstimation() = default;

Result<std::unique_ptr<MarginalEstimation>> MarginalEstimation::create(const ResponseData& responses,
                                                                       const MarginalOptions& options) {
  if (auto error = check(responses, options)) return std::move(*error);
  const std::size_t points =
      options.quadrature_points > 0 ? options.quadrature_points : default_quadrature_points(options.dimensions);
  const double nodes = std::pow(static_cast<double>(points), static_cast<double>(options.dimensions));
  if (nodes > most_nodes || nodes * static_cast<double>(responses.items()) > most_item_nodes) {
    return Error{ErrorCode::too_large,
                 counted(responses.items(), "item") + " on " + std::to_string(points) + "^" +
                     std::to_string(options.dimensions) + " quadrature points do not fit into memory.",
                 {},
                 0,
                 "Choose the variational estimator, fewer dimensions, points or items."};
  }
  if (static_cast<double>(responses.models()) * static_cast<double>(responses.items()) > most_cells) {
    return Error{ErrorCode::too_large,
                 counted(responses.models(), "model") + " on " + counted(responses.items(), "item") +
                     " are too many cells for marginal maximum likelihood (20 million at most).",
                 {},
                 0,
                 "Choose the variational estimator or fewer items."};
  }
  std::vector<ItemTotals> totals = count_answers(responses);
  const bool keeps_constant =
      options.slope_prior.shape != PriorShape::none && options.intercept_prior.shape != PriorShape::none;
  std::vector<std::uint32_t> estimated;
  std::vector<double> guessing;
  double fixed_log_likelihood = 0;
  bool anything_varies = false;
  for (std::uint32_t i = 0; i < totals.size(); ++i) {
    const double c = options.guessing.empty() ? 0 : options.guessing[i];
    anything_varies = anything_varies || !totals[i].constant();
    if (totals[i].constant() && (!keeps_constant || totals[i].persons <= 0)) {
      // The limit of the likelihood: p -> 1 for an item that all got right, p -> c for one that none did.
      if (totals[i].right <= 0) fixed_log_likelihood += totals[i].persons * std::log1p(-c);
      continue;
    }
    estimated.push_back(i);
    guessing.push_back(c);
  }
  if (!anything_varies) {
    return Error{ErrorCode::all_scores_equal,
                 "Every item is answered alike by all models: nothing can be estimated.",
                 {},
                 0,
                 "Add items or models that differ."};
  }
  if (const auto fewest = fewest_items(options); estimated.size() < fewest) {
    return Error{ErrorCode::too_few_items,
                 "This model needs at least " + counted(fewest, "item") +
                     " that not all models answer alike; here is " + counted(estimated.size(), "item") + ".",
                 {},
                 0,
                 "Add items, choose fewer parameters (1PL, one dimension) or give the slopes a prior."};
  }
  auto state = std::make_unique<State>(options, std::move(guessing), collect_patterns(responses, estimated),
                                       normal_quadrature(options.dimensions, points, options.quadrature_limit));
  state->estimated = std::move(estimated);
  state->totals = std::move(totals);
  state->all_items = responses.items();
  state->fixed_log_likelihood = fixed_log_likelihood;
  state->evaluate(state->model.start(state->patterns));
  return std::unique_ptr<MarginalEstimation>(new MarginalEstimation(std::move(state)));
}

Result<JobStatus> MarginalEstimation::step() {
  State& state = *state_;
  if (state.phase == Phase::done) return JobStatus{true, 1, "done"};
  if (state.stopping && !state.stopped && state.phase != Phase::scoring) {
    state.stopped = true;
    state.observed.reset();
    if (state.best.size() == 0) state.best = state.trial;
    const bool was_accepted = state.objective > -HUGE_VAL;
    state.evaluate(state.best);
    for (std::size_t tile = 0; tile < state.patterns.tiles(); ++tile) {
      add_tile(state.patterns, tile, *state.tables, state.posterior, state.counts);
    }
    if (!was_accepted || state.log_likelihood != state.counts.log_likelihood) {
      state.log_likelihood = state.counts.log_likelihood;
    }
    state.begin_scoring();
  }
  double work = 0;
  while (state.phase != Phase::done && (work < work_per_step || state.stopping)) {
    if (state.phase == Phase::information) {
      if (state.next_piece < state.observed->pieces()) {
        state.observed->add_piece(state.next_piece++);
        work += work_per_step / 3;
      } else {
        state.finish_information();
        work += work_per_step;
      }
      continue;
    }
    if (state.phase == Phase::inversion) {
      if (state.inverted_columns < state.best.size()) {
        state.invert_columns();
      } else {
        state.finish_inversion();
      }
      work += work_per_step;
      continue;
    }
    if (state.next_tile < state.patterns.tiles()) {
      if (state.phase == Phase::scoring) {
        state.score_tile(state.next_tile++);
      } else {
        add_tile(state.patterns, state.next_tile++, *state.tables, state.posterior, state.counts);
      }
      work += state.tile_work();
      continue;
    }
    if (state.phase == Phase::scoring) {
      state.finish();
    } else {
      state.on_evaluated();
      // Tables and derivatives: some thirty multiplications' worth an item and node.
      work += 60 * static_cast<double>(state.model.items()) * static_cast<double>(state.quadrature.size());
    }
  }
  JobStatus status;
  status.done = state.phase == Phase::done;
  switch (state.phase) {
    case Phase::climbing:
      status.progress = state.progress;
      status.stage = "marginal maximum likelihood, pass " + std::to_string(state.fit.passes);
      break;
    case Phase::information:
      status.progress = 0.8 + 0.18 * static_cast<double>(state.next_piece) /
                                  static_cast<double>(std::max<std::size_t>(state.observed->pieces(), 1));
      status.stage = "standard errors";
      break;
    case Phase::inversion:
      status.progress = 0.98;
      status.stage = "standard errors";
      break;
    case Phase::polishing:
      status.progress = 0.98;
      status.stage = "last Newton steps";
      break;
    case Phase::scoring:
      status.progress = 0.99;
      status.stage = "abilities";
      break;
    case Phase::done:
      status.progress = 1;
      status.stage = "done";
      break;
  }
  state.progress = status.progress = std::max(state.progress, status.progress);
  return status;
}

void MarginalEstimation::stop() {
  state_->stopping = true;
}

ItemResponseFit MarginalEstimation::take_result() {
  return std::move(state_->fit);
}

Result<ItemResponseFit> fit_marginal(const ResponseData& responses, const MarginalOptions& options) {
  auto job = MarginalEstimation::create(responses, options);
  if (!job.ok()) return job.error();
  while (true) {
    const auto status = (*job)->step();
    if (!status.ok()) return status.error();
    if (status->done) return (*job)->take_result();
  }
}

}  // namespace harmonograph
