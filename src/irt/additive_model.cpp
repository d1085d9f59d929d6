// The additive baseline: model x category effect + item effect on the logit scale, both shrunk.
#include <algorithm>
#include <cmath>
#include <utility>

#include "irt/baselines.hpp"
#include "irt/expected_logistic.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t lanes = items_per_block;
constexpr std::size_t fewest_passes = 5;
constexpr std::size_t most_passes = 60;
constexpr double effect_tolerance = 2e-3;
constexpr double largest_step = 1.5;
constexpr double items_of_the_common_mean = 10;
constexpr double smallest_variance = 1e-3;

class AdditivePredictor : public CellPredictor {
 public:
  AdditivePredictor(const ResponseData& responses, std::vector<std::uint32_t> categories)
      : responses_(responses), categories_(std::move(categories)) {
    if (categories_.empty()) categories_.assign(responses.items(), 0);
    for (const std::uint32_t category : categories_) groups_ = std::max<std::size_t>(groups_, category + 1U);
    if (groups_ > 1) effect_variance_ = .25;
    effect_ = Matrix(responses.models(), groups_);
    gradient_ = Matrix(responses.models(), groups_);
    curvature_ = Matrix(responses.models(), groups_);
    general_.assign(responses.models(), 0);
    category_mean_.assign(groups_, 0);
    start();
  }

  Result<double> step() override {
    pass();
    ++passes_;
    const bool ready = passes_ >= most_passes || (passes_ >= fewest_passes && largest_change_ < effect_tolerance);
    return ready ? 1.0 : .99 * static_cast<double>(passes_) / static_cast<double>(passes_ + 10);
  }

  void predict(std::size_t model, std::span<float> probability) const override {
    for (std::size_t i = 0; i < probability.size(); ++i) {
      const double eta = item_[i] + effect_(model, categories_[i]);
      probability[i] = expected_logistic(static_cast<float>(eta), static_cast<float>(variance_[i])).probability;
    }
  }

 private:
  void start() {
    item_.resize(responses_.items());
    variance_.assign(responses_.items(), item_variance_);
    for (std::size_t i = 0; i < responses_.items(); ++i) {
      double right = .5;
      double answered = 1;
      for (std::size_t m = 0; m < responses_.models(); ++m) {
        if (!responses_.observed(m, i)) continue;
        right += static_cast<double>(responses_.at(m, i));
        answered += 1;
      }
      item_[i] = std::log(right / (answered - right));
    }
    renew_item_prior();
  }

  /// Residuals and weights of one model on one block.
  void evaluate(std::size_t block, std::size_t model, float* residual, float* weight) const {
    const std::size_t first = block * lanes;
    const std::size_t present = std::min(lanes, responses_.items() - first);
    alignas(64) float mean[lanes] = {};
    alignas(64) float variance[lanes] = {};
    for (std::size_t lane = 0; lane < present; ++lane) {
      mean[lane] = static_cast<float>(item_[first + lane] + effect_(model, categories_[first + lane]));
      variance[lane] = static_cast<float>(variance_[first + lane]);
    }
    const float* row = responses_.row(block, model);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const ExpectedLogistic expected = expected_logistic(mean[lane], variance[lane]);
      const float observed = row[lane] < 0.0F ? 0.0F : 1.0F;
      residual[lane] = observed * (row[lane] - expected.probability);
      weight[lane] = observed * expected.slope;
    }
  }

  void pass() {
    std::fill(gradient_.values().begin(), gradient_.values().end(), 0.0);
    std::fill(curvature_.values().begin(), curvature_.values().end(), 0.0);
    alignas(64) float residual[lanes];
    alignas(64) float weight[lanes];
    for (std::size_t block = 0; block < responses_.blocks(); ++block) {
      const std::size_t first = block * lanes;
      const std::size_t present = std::min(lanes, responses_.items() - first);
      double residuals[lanes] = {};
      double weights[lanes] = {};
      for (std::size_t m = 0; m < responses_.models(); ++m) {
        evaluate(block, m, residual, weight);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          residuals[lane] += static_cast<double>(residual[lane]);
          weights[lane] += static_cast<double>(weight[lane]);
        }
      }
      for (std::size_t lane = 0; lane < present; ++lane) {
        const std::size_t i = first + lane;
        variance_[i] = 1 / (1 / item_variance_ + weights[lane]);
        const double pull = (category_mean_[categories_[i]] - item_[i]) / item_variance_;
        item_[i] += std::clamp(variance_[i] * (pull + residuals[lane]), -largest_step, largest_step);
      }
      for (std::size_t m = 0; m < responses_.models(); ++m) {
        evaluate(block, m, residual, weight);
        for (std::size_t lane = 0; lane < present; ++lane) {
          gradient_(m, categories_[first + lane]) += static_cast<double>(residual[lane]);
          curvature_(m, categories_[first + lane]) += static_cast<double>(weight[lane]);
        }
      }
    }
    renew_effects();
    centre();
    renew_item_prior();
  }

  /// Newton's step of a model's effects together with its general level, which is integrated over the categories: each
  /// category gives one observation u + gradient / curvature of it, with variance tau^2 + 1 / curvature.
  void renew_effects() {
    largest_change_ = 0;
    double squares = 0;
    double counted = 0;
    double general_squares = 0;
    for (std::size_t m = 0; m < responses_.models(); ++m) {
      double weighted = 0;
      double precision = 1 / general_variance_;
      for (std::size_t c = 0; c < groups_; ++c) {
        if (!(curvature_(m, c) > 0)) continue;
        const double weight = curvature_(m, c) / (1 + curvature_(m, c) * effect_variance_);
        weighted += weight * (effect_(m, c) + gradient_(m, c) / curvature_(m, c));
        precision += weight;
      }
      const double level = general_[m] + std::clamp(weighted / precision - general_[m], -largest_step, largest_step);
      general_squares += level * level + 1 / precision;
      for (std::size_t c = 0; c < groups_; ++c) {
        double target = level;
        if (effect_variance_ > 0) {
          const double stiffness = curvature_(m, c) + 1 / effect_variance_;
          target = effect_(m, c) + (gradient_(m, c) + (level - effect_(m, c)) / effect_variance_) / stiffness;
          if (curvature_(m, c) > 0) {
            squares += (target - level) * (target - level) + 1 / stiffness;
            counted += 1;
          }
        }
        const double change = std::clamp(target - effect_(m, c), -largest_step, largest_step);
        if (curvature_(m, c) > 0) largest_change_ = std::max(largest_change_, std::abs(change));
        effect_(m, c) += change;
      }
      general_[m] = level;
    }
    general_variance_ =
        std::max(smallest_variance, (general_squares + 1) / (static_cast<double>(responses_.models()) + 1));
    if (groups_ > 1) effect_variance_ = std::max(smallest_variance, (squares + .1) / (counted + 1));
  }

  /// A level that all models share belongs to the items.
  void centre() {
    const auto models = static_cast<double>(responses_.models());
    double mean = 0;
    for (const double level : general_) mean += level / models;
    for (double& level : general_) level -= mean;
    std::vector<double> shift(groups_, 0);
    for (std::size_t c = 0; c < groups_; ++c) {
      for (std::size_t m = 0; m < responses_.models(); ++m) shift[c] += effect_(m, c) / models;
      for (std::size_t m = 0; m < responses_.models(); ++m) effect_(m, c) -= shift[c];
    }
    for (std::size_t i = 0; i < item_.size(); ++i) item_[i] += shift[categories_[i]];
  }

  void renew_item_prior() {
    const auto items = static_cast<double>(item_.size());
    double common = 0;
    for (const double value : item_) common += value / items;
    std::vector<double> sums(groups_, items_of_the_common_mean * common);
    std::vector<double> counts(groups_, items_of_the_common_mean);
    for (std::size_t i = 0; i < item_.size(); ++i) {
      sums[categories_[i]] += item_[i];
      counts[categories_[i]] += 1;
    }
    for (std::size_t c = 0; c < groups_; ++c) category_mean_[c] = groups_ == 1 ? common : sums[c] / counts[c];
    double squares = 0;
    for (std::size_t i = 0; i < item_.size(); ++i) {
      const double difference = item_[i] - category_mean_[categories_[i]];
      squares += difference * difference + variance_[i];
    }
    item_variance_ = std::max(smallest_variance, (squares + 1) / (items + 1));
  }

  const ResponseData& responses_;
  std::vector<std::uint32_t> categories_;
  std::size_t groups_ = 1;
  std::vector<double> item_;      // d_i
  std::vector<double> variance_;  // of d_i
  Matrix effect_;                 // u_mc
  std::vector<double> general_;   // theta_m
  std::vector<double> category_mean_;
  double item_variance_ = 2;
  double effect_variance_ = 0;  // tau^2; with one category there is nothing beside theta
  double general_variance_ = 1;
  Matrix gradient_;   // of the expected log-likelihood by u_mc
  Matrix curvature_;  // its negative second derivative
  double largest_change_ = 0;
  std::size_t passes_ = 0;
};

}  // namespace

std::unique_ptr<CellPredictor> make_additive_predictor(const ResponseData& responses,
                                                       std::vector<std::uint32_t> categories) {
  return std::make_unique<AdditivePredictor>(responses, std::move(categories));
}

}  // namespace harmonograph
