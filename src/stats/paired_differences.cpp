#include "stats/paired_differences.hpp"

#include <algorithm>
#include <cmath>

#include "stats/summaries.hpp"

namespace harmonograph {

std::uint64_t pair_count(std::size_t models) {
  const std::uint64_t count = models;
  return count < 2 ? 0 : count * (count - 1) / 2;
}

std::vector<ModelPair> even_pairs(std::size_t models, std::size_t most) {
  const std::uint64_t all = pair_count(models);
  const std::uint64_t wanted = std::min<std::uint64_t>(all, most);
  std::vector<ModelPair> pairs;
  pairs.reserve(static_cast<std::size_t>(wanted));
  std::size_t first = 0;
  std::uint64_t before = 0;  // pairs whose first is smaller
  for (std::uint64_t t = 0; t < wanted; ++t) {
    const std::uint64_t place = t * all / wanted;
    while (place - before >= models - 1 - first) {
      before += models - 1 - first;
      ++first;
    }
    pairs.push_back({first, first + 1 + static_cast<std::size_t>(place - before)});
  }
  return pairs;
}

PairedDifference paired_difference(std::span<const double> first, std::span<const double> second) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    if (!std::isnan(first[i]) && !std::isnan(second[i])) differences.push_back(first[i] - second[i]);
  }
  PairedDifference result;
  result.items = differences.size();
  if (differences.empty()) return result;
  result.difference = mean(differences);
  if (differences.size() > 1) result.standard_error = standard_deviation(differences) / std::sqrt(real(result.items));
  return result;
}

PairedDifferenceSums::PairedDifferenceSums(std::vector<ModelPair> pairs)
    : pairs_(std::move(pairs)), items_(pairs_.size(), 0.0), sums_(pairs_.size(), 0.0), squares_(pairs_.size(), 0.0) {}

void PairedDifferenceSums::add_item(std::span<const double> scores) {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double difference = scores[pairs_[p].first] - scores[pairs_[p].second];
    if (std::isnan(difference)) continue;
    items_[p] += 1;
    sums_[p] += difference;
    squares_[p] += difference * difference;
  }
}

void PairedDifferenceSums::remove_item(std::span<const double> scores) {
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double difference = scores[pairs_[p].first] - scores[pairs_[p].second];
    if (std::isnan(difference)) continue;
    items_[p] -= 1;
    sums_[p] -= difference;
    squares_[p] -= difference * difference;
  }
}

PairedDifference PairedDifferenceSums::of_pair(std::size_t pair) const {
  PairedDifference result;
  const double n = items_[pair];
  result.items = static_cast<std::size_t>(n);
  if (n < 1) return result;
  result.difference = sums_[pair] / n;
  if (n < 2) return result;
  double squares = squares_[pair] - sums_[pair] * sums_[pair] / n;
  // What is left of equal differences is rounding.
  if (squares <= 1e-12 * n) squares = 0;
  result.standard_error = std::sqrt(squares / (n - 1) / n);
  return result;
}

std::vector<double> PairedDifferenceSums::standard_errors() const {
  std::vector<double> errors;
  errors.reserve(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p) errors.push_back(of_pair(p).standard_error);
  return errors;
}

double PairedDifferenceSums::median_standard_error() const {
  return median_of_present(standard_errors());
}

}  // namespace harmonograph
