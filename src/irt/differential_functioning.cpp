#include "irt/differential_functioning.hpp"

#include <algorithm>
#include <cmath>

#include "irt/fitted_probabilities.hpp"
#include "irt/item_residuals.hpp"
#include "stats/distributions.hpp"
#include "stats/multiple_testing.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_shown = 500;
constexpr double significance = 0.05;

Error bad_groups(ErrorCode code, const std::string& message) {
  return {code, message, {}, 0, "Choose two groups of fitted models that do not overlap, two models or more in each."};
}

/// c'WX V X'Wc of an item; NaN without a covariance.
double absorbed(const ItemResponseFit& fit, std::size_t item, const std::vector<double>& pull) {
  if (fit.item_covariances.empty()) return std::nan("");
  double sum = 0;
  for (std::size_t r = 0; r < pull.size(); ++r) {
    for (std::size_t c = 0; c < pull.size(); ++c) {
      sum += pull[r] * pull[c] * fit.item_covariances(item, packed_index(r, c));
    }
  }
  return sum;
}

}  // namespace

Result<DifferentialResult> differential_functioning(const ResponseSet& set, const ItemResponseFit& fit,
                                                    DifferentialParameters parameters) {
  std::vector<int> side(set.models.size(), 0);  // per row: 1, 2, or neither
  for (const int group : {1, 2}) {
    const auto& models = group == 1 ? parameters.first : parameters.second;
    std::size_t members = 0;
    for (const std::uint32_t model : models) {
      const auto place = std::find(set.models.begin(), set.models.end(), model);
      if (place == set.models.end()) {
        return bad_groups(ErrorCode::not_found, "A model of the groups is not part of this fit.");
      }
      int& current = side[static_cast<std::size_t>(place - set.models.begin())];
      if (current != 0 && current != group) {
        return bad_groups(ErrorCode::invalid_argument, "A model is in both groups.");
      }
      members += current == 0 ? 1U : 0U;
      current = group;
    }
    if (members < 2) return bad_groups(ErrorCode::too_few_models, "A group has fewer than two models.");
  }
  const double dispersion = set.responses.binary() ? 1 : score_dispersion(set.responses, FittedProbabilities(fit));
  DifferentialResult result;
  result.parameters = std::move(parameters);
  std::vector<ItemResidual> residuals;
  std::vector<double> p_values;
  std::vector<double> pull(fit.dimensions + 1);
  for (std::size_t item = 0; item < fit.items(); ++item) {
    item_residuals(set.responses, fit, item, dispersion, residuals);
    double count[3] = {0, 0, 0};
    for (const ItemResidual& each : residuals) count[side[each.model]] += 1;
    if (count[1] < 2 || count[2] < 2) continue;
    double difference = 0;
    double variance = 0;
    std::fill(pull.begin(), pull.end(), 0);
    for (const ItemResidual& each : residuals) {
      const int group = side[each.model];
      if (group == 0) continue;
      const double weight = group == 1 ? 1 / count[1] : -1 / count[2];
      difference += weight * each.residual;
      variance += weight * weight * each.variance;
      for (std::size_t d = 0; d < pull.size(); ++d) {
        pull[d] += weight * each.slope * (d < fit.dimensions ? fit.abilities(each.model, d) : 1);
      }
    }
    const double whole = variance;
    variance -= dispersion * absorbed(fit, item, pull);
    // Where the item's parameters took nearly all of it there is nothing left to test; nor where all are (un)able.
    if (!(variance > 0.1 * whole) || !(whole > 1e-6)) continue;
    DifferentialItem tested;
    tested.position = static_cast<std::uint32_t>(item);
    tested.difference = difference;
    tested.error = std::sqrt(variance);
    tested.z = difference / tested.error;
    tested.p_value = normal_two_sided(tested.z);
    p_values.push_back(tested.p_value);
    result.items.push_back(tested);
  }
  const std::vector<double> adjusted = benjamini_hochberg(p_values);
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    result.items[i].adjusted_p = adjusted[i];
    result.significant += adjusted[i] < significance ? 1U : 0U;
  }
  result.tested = result.items.size();
  std::stable_sort(result.items.begin(), result.items.end(),
                   [](const DifferentialItem& a, const DifferentialItem& b) { return std::abs(a.z) > std::abs(b.z); });
  if (result.items.size() > most_shown) result.items.resize(most_shown);
  return result;
}

}  // namespace harmonograph
