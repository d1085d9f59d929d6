#include "dataset/choice_distributions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace harmonograph {
namespace {

/// Probabilities of one item before the floor. False when the values are no distribution: nothing there, a negative
/// probability, an infinite log-likelihood, or a sum of 0. Missing and -inf options get probability 0.
bool to_probabilities(std::span<const double> values, ChoiceKind kind, std::span<double> probabilities) {
  double largest = -INFINITY;
  for (const double value : values) {
    if (!std::isnan(value)) largest = std::max(largest, value);
  }
  if (!std::isfinite(largest)) return false;
  double total = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    const double value = values[c];
    if (std::isnan(value)) {
      probabilities[c] = 0;
    } else if (kind == ChoiceKind::log_likelihood) {
      probabilities[c] = std::exp(value - largest);
    } else {
      if (value < 0) return false;
      probabilities[c] = value;
    }
    total += probabilities[c];
  }
  if (!(total > 0) || !std::isfinite(total)) return false;
  for (double& probability : probabilities) probability /= total;
  return true;
}

/// The options of an item: as known, or up to the last value that is there.
std::size_t options_of(std::span<const double> values, std::uint32_t known) {
  if (known > 0) return std::min<std::size_t>(known, values.size());
  std::size_t count = values.size();
  while (count > 0 && std::isnan(values[count - 1])) --count;
  return count;
}

}  // namespace

Result<ChoiceDistributions> choice_distributions(const ModelChoices& choices,
                                                 const std::vector<std::uint32_t>& option_counts, double floor,
                                                 bool order_free) {
  if (!(floor >= 0 && floor <= 0.1)) {
    return Error{ErrorCode::invalid_argument,
                 "The probability floor must be between 0 and 0.1; it is " + std::to_string(floor) + ".", "", 0,
                 "Use the default, 0.000001, unless zero probabilities matter."};
  }
  ChoiceDistributions result;
  const std::size_t items = choices.values.rows();
  std::vector<double> scratch(choices.values.columns());
  std::vector<double> rows;
  std::vector<std::size_t> counts;
  std::size_t width = 0;
  for (std::size_t i = 0; i < items; ++i) {
    const auto values = choices.values.row(i);
    const std::size_t count = options_of(values, i < option_counts.size() ? option_counts[i] : 0);
    if (count == 0 || !to_probabilities(values.subspan(0, count), choices.kind, {scratch.data(), count})) continue;
    result.items.push_back(i);
    counts.push_back(count);
    rows.insert(rows.end(), scratch.data(), scratch.data() + count);
    width = std::max(width, count);
  }

  result.probabilities = Matrix(result.items.size(), width, floor);
  std::size_t place = 0;
  for (std::size_t r = 0; r < result.items.size(); ++r) {
    const auto row = result.probabilities.row(r);
    const auto values = choices.values.row(result.items[r]);
    bool touched = false;
    for (std::size_t c = 0; c < counts[r]; ++c) {
      const double probability = rows[place++];
      if (probability < floor || std::isnan(values[c])) {
        ++result.floored_cells;
        touched = true;
      }
      row[c] = std::max(probability, floor);
    }
    result.floored_items += touched ? 1 : 0;
    result.padded_items += counts[r] < width ? 1 : 0;
    double total = 0;
    for (const double probability : row) total += probability;
    for (double& probability : row) probability /= total;
    if (order_free) std::sort(row.begin(), row.end(), std::greater<>());
  }
  return result;
}

}  // namespace harmonograph
