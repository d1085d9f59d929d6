#include "irt/parallel_analysis.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <span>

#include "core/random.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

using Eigen::Index;
using Scores = Eigen::MatrixXf;  // models x items: the columns are contiguous, for they are permuted

constexpr std::size_t most_eigenvalues = 20;
constexpr double most_operations = 1e8;

/// Standardised scores of the items that vary; missing cells 0.
std::vector<std::size_t> varying_items(const ResponseData& responses) {
  std::vector<std::size_t> items;
  for (std::size_t item = 0; item < responses.items(); ++item) {
    float low = 2;
    float high = -1;
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const float score = responses.at(model, item);
      if (score < 0) continue;
      low = std::min(low, score);
      high = std::max(high, score);
    }
    if (high > low) items.push_back(item);
  }
  return items;
}

std::size_t affordable_items(std::size_t models, std::size_t items) {
  const auto m = static_cast<double>(models);
  const double as_few_models = most_operations / (m * m);      // models x models
  const double as_few_items = std::sqrt(most_operations / m);  // items x items
  const double most = std::max(as_few_models >= m ? as_few_models : 0, as_few_items);
  return std::min(items, static_cast<std::size_t>(std::max(2.0, std::min(most, 1e9))));
}

Scores standardised(const ResponseData& responses, const std::vector<std::size_t>& items) {
  Scores scores(static_cast<Index>(responses.models()), static_cast<Index>(items.size()));
  for (std::size_t column = 0; column < items.size(); ++column) {
    double sum = 0;
    double count = 0;
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const auto score = static_cast<double>(responses.at(model, items[column]));
      if (score < 0) continue;
      sum += score;
      count += 1;
    }
    double squares = 0;
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const auto score = static_cast<double>(responses.at(model, items[column]));
      if (score >= 0) squares += (score - sum / count) * (score - sum / count);
    }
    const double scale = 1 / std::sqrt(squares);
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const auto score = static_cast<double>(responses.at(model, items[column]));
      scores(static_cast<Index>(model), static_cast<Index>(column)) =
          score < 0 ? 0.0F : static_cast<float>((score - sum / count) * scale);
    }
  }
  return scores;
}

std::vector<double> eigenvalues(const Scores& scores) {
  const Eigen::MatrixXf gram = scores.rows() < scores.cols() ? Eigen::MatrixXf(scores * scores.transpose())
                                                             : Eigen::MatrixXf(scores.transpose() * scores);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram.cast<double>(), Eigen::EigenvaluesOnly);
  std::vector<double> values;
  const Index size = gram.rows();
  for (Index i = 0; i < std::min<Index>(size, static_cast<Index>(most_eigenvalues)); ++i) {
    values.push_back(std::max(0.0, solver.eigenvalues()(size - 1 - i)));
  }
  return values;
}

}  // namespace

ParallelAnalysis parallel_analysis(const ResponseData& responses, std::size_t draws, std::uint64_t seed) {
  ParallelAnalysis analysis;
  const std::vector<std::size_t> varying = varying_items(responses);
  if (varying.size() < 2 || responses.models() < 3) return analysis;
  const std::size_t most = affordable_items(responses.models(), varying.size());
  const std::size_t stride = (varying.size() + most - 1) / most;
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < varying.size(); i += stride) items.push_back(varying[i]);
  analysis.items = items.size();
  Scores scores = standardised(responses, items);
  analysis.observed = eigenvalues(scores);
  // The null: every item keeps its scores, but not whose they are. Where a cell is missing moves along.
  std::vector<std::vector<double>> random_values(analysis.observed.size());
  for (std::size_t draw = 0; draw < draws; ++draw) {
    Random random(seed, draw);
    for (Index column = 0; column < scores.cols(); ++column) {
      random.shuffle(std::span<float>(scores.col(column).data(), static_cast<std::size_t>(scores.rows())));
    }
    const std::vector<double> values = eigenvalues(scores);
    for (std::size_t i = 0; i < values.size(); ++i) random_values[i].push_back(values[i]);
  }
  bool above = draws > 0;
  for (std::size_t i = 0; i < random_values.size(); ++i) {
    if (random_values[i].empty()) break;
    std::sort(random_values[i].begin(), random_values[i].end());
    analysis.parallel.push_back(quantile_of_sorted(random_values[i], 0.95));
    above = above && analysis.observed[i] > analysis.parallel[i];
    analysis.dimensions += above ? 1U : 0U;
  }
  return analysis;
}

}  // namespace harmonograph
