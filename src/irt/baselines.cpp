#include "irt/baselines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "irt/cross_validation.hpp"
#include "irt/item_bank.hpp"

namespace harmonograph {
namespace {

std::size_t count_groups(const std::vector<std::uint32_t>& groups) {
  std::size_t count = 1;
  for (const std::uint32_t group : groups) count = std::max<std::size_t>(count, group + 1U);
  return count;
}

/// Sums of scores and counts of answers, models x groups.
struct Tallies {
  Matrix sums;
  Matrix counts;
};

Tallies tally(const ResponseData& responses, const std::vector<std::uint32_t>& groups) {
  const std::size_t columns = count_groups(groups);
  Tallies tallies{Matrix(responses.models(), columns), Matrix(responses.models(), columns)};
  for (std::size_t m = 0; m < responses.models(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) {
      if (!responses.observed(m, i)) continue;
      const std::size_t group = groups.empty() ? 0 : groups[i];
      tallies.sums(m, group) += static_cast<double>(responses.at(m, i));
      tallies.counts(m, group) += 1;
    }
  }
  return tallies;
}

/// Each mean drawn to its wider mean with the strength that predicts best when every answer is left out in turn. A
/// score between 0 and 1 counts as that share of a right answer.
std::vector<double> smoothed_means(std::span<const double> sums, std::span<const double> counts,
                                   std::span<const double> wider) {
  double best_strength = 1;
  double best_loss = std::numeric_limits<double>::infinity();
  for (double strength = .25; strength <= 1024; strength *= 2) {
    double loss = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (counts[i] == 0) continue;
      const double rest = counts[i] - 1 + strength;
      const double right = (std::max(0.0, sums[i] - 1) + strength * wider[i]) / rest;
      const double wrong = (std::max(0.0, counts[i] - sums[i] - 1) + strength * (1 - wider[i])) / rest;
      if (sums[i] > 0) loss -= sums[i] * std::log(right);
      if (sums[i] < counts[i]) loss -= (counts[i] - sums[i]) * std::log(wrong);
    }
    if (loss < best_loss) {
      best_loss = loss;
      best_strength = strength;
    }
  }
  std::vector<double> means(sums.size());
  for (std::size_t i = 0; i < means.size(); ++i) {
    means[i] = (sums[i] + best_strength * wider[i]) / (counts[i] + best_strength);
  }
  return means;
}

class MeanPredictor : public CellPredictor {
 public:
  MeanPredictor(const ResponseData& responses, std::vector<std::uint32_t> groups)
      : responses_(responses), groups_(std::move(groups)) {}

  Result<double> step() override {
    const Tallies overall = tally(responses_, {});
    double sum = 0;
    double count = 0;
    for (std::size_t m = 0; m < responses_.models(); ++m) {
      sum += overall.sums(m, 0);
      count += overall.counts(m, 0);
    }
    // Half an answer of each kind keeps it away from 0 and 1.
    const std::vector<double> grand(responses_.models(), (sum + .5) / (count + 1));
    const auto means = smoothed_means(overall.sums.values(), overall.counts.values(), grand);
    if (groups_.empty()) {
      means_ = Matrix(responses_.models(), 1);
      means_.values() = means;
      return 1.0;
    }
    const Tallies tallies = tally(responses_, groups_);
    std::vector<double> wider;
    for (std::size_t m = 0; m < responses_.models(); ++m) {
      wider.insert(wider.end(), tallies.sums.columns(), means[m]);
    }
    means_ = Matrix(responses_.models(), tallies.sums.columns());
    means_.values() = smoothed_means(tallies.sums.values(), tallies.counts.values(), wider);
    return 1.0;
  }

  void predict(std::size_t model, std::span<float> probability) const override {
    for (std::size_t i = 0; i < probability.size(); ++i) {
      probability[i] = static_cast<float>(means_(model, groups_.empty() ? 0 : groups_[i]));
    }
  }

 private:
  const ResponseData& responses_;
  std::vector<std::uint32_t> groups_;
  Matrix means_;  // models x groups
};

class ItemResponsePredictor : public CellPredictor {
 public:
  explicit ItemResponsePredictor(std::unique_ptr<VariationalEstimation> estimation)
      : estimation_(std::move(estimation)) {}

  Result<double> step() override {
    if (!estimation_) return 1.0;
    auto status = estimation_->step();
    if (!status) return status.error();
    if (!status->done) return std::min(.99, status->progress);
    fit_ = estimation_->take_result();
    estimation_.reset();
    bank_ = ItemBank(fit_);
    return 1.0;
  }

  void predict(std::size_t model, std::span<float> probability) const override {
    // An ability from few answers is uncertain itself: its covariance is integrated out as the items' are.
    const auto covariance = fit_.ability_covariances.row(model);
    const bool known = std::all_of(covariance.begin(), covariance.end(), [](double v) { return std::isfinite(v); });
    bank_.predict(fit_.abilities.row(model), known ? covariance : std::span<const double>(), probability);
  }

 private:
  std::unique_ptr<VariationalEstimation> estimation_;
  ItemResponseFit fit_;
  ItemBank bank_;
};

class SeparatePredictor : public CellPredictor {
 public:
  SeparatePredictor(const ResponseData& responses, std::vector<std::uint32_t> parts, std::vector<double> guessing)
      : responses_(responses), guessing_(std::move(guessing)), fallback_(responses, parts) {
    items_.resize(count_groups(parts));
    for (std::uint32_t i = 0; i < parts.size(); ++i) items_[parts[i]].push_back(i);
    predictors_.resize(items_.size());
  }

  Result<double> step() override {
    if (part_ == items_.size()) return fallback_.step();
    if (!started_) {
      start();
    } else {
      auto share = predictors_[part_]->step();
      if (!share) return share.error();
      if (*share == 1) finish();
    }
    return .99 * static_cast<double>(part_) / static_cast<double>(items_.size());
  }

  void predict(std::size_t model, std::span<float> probability) const override {
    fallback_.predict(model, probability);
    std::vector<float> part;
    for (std::size_t p = 0; p < items_.size(); ++p) {
      if (!predictors_[p]) continue;
      part.resize(items_[p].size());
      predictors_[p]->predict(model, part);
      for (std::size_t i = 0; i < part.size(); ++i) probability[items_[p][i]] = part[i];
    }
  }

 private:
  void start() {
    part_responses_ = some_items(responses_, items_[part_]);
    VariationalOptions options;
    if (!guessing_.empty()) {
      for (const std::uint32_t item : items_[part_]) options.guessing.push_back(guessing_[item]);
    }
    auto created = make_item_response_predictor(part_responses_, std::move(options));
    if (created) {
      predictors_[part_] = std::move(*created);
      started_ = true;
    } else {
      finish();
    }
  }

  void finish() {
    started_ = false;
    ++part_;
  }

  const ResponseData& responses_;
  std::vector<double> guessing_;
  MeanPredictor fallback_;
  std::vector<std::vector<std::uint32_t>> items_;
  std::vector<std::unique_ptr<CellPredictor>> predictors_;
  ResponseData part_responses_;
  std::size_t part_ = 0;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<CellPredictor> make_mean_predictor(const ResponseData& responses, std::vector<std::uint32_t> groups) {
  return std::make_unique<MeanPredictor>(responses, std::move(groups));
}

Result<std::unique_ptr<CellPredictor>> make_item_response_predictor(const ResponseData& responses,
                                                                    VariationalOptions options) {
  auto created = VariationalEstimation::create(responses, std::move(options));
  if (!created) return created.error();
  return std::unique_ptr<CellPredictor>(std::make_unique<ItemResponsePredictor>(std::move(*created)));
}

std::unique_ptr<CellPredictor> make_separate_predictor(const ResponseData& responses, std::vector<std::uint32_t> parts,
                                                       std::vector<double> guessing) {
  return std::make_unique<SeparatePredictor>(responses, std::move(parts), std::move(guessing));
}

}  // namespace harmonograph
