#include "irt/item_residuals.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "irt/expected_logistic.hpp"

namespace harmonograph {
namespace {

/// Quadratic form x'Cx of a packed covariance; 0 where it is not known.
double quadratic(std::span<const double> packed, std::span<const double> x) {
  double sum = 0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    for (std::size_t c = 0; c < r; ++c) sum += 2 * packed[packed_index(r, c)] * x[r] * x[c];
    sum += packed[packed_index(r, r)] * x[r] * x[r];
  }
  return std::isfinite(sum) && sum > 0 ? sum : 0;
}

struct Probability {
  double p;
  double slope;
};

Probability probability_of(double eta, double variance, double guessing) {
  const ExpectedLogistic expected = expected_logistic(static_cast<float>(eta), static_cast<float>(variance));
  return {guessing + (1 - guessing) * static_cast<double>(expected.probability),
          (1 - guessing) * static_cast<double>(expected.slope)};
}

}  // namespace

void item_residuals(const ResponseData& responses, const ItemResponseFit& fit, std::size_t item, double dispersion,
                    std::vector<ItemResidual>& residuals) {
  const auto slopes = fit.slopes.row(item);
  const double guessing = fit.guessing.empty() ? 0 : fit.guessing[item];
  residuals.clear();
  std::vector<double> x(fit.dimensions + 1, 1);
  for (std::size_t model = 0; model < responses.models(); ++model) {
    const auto score = static_cast<double>(responses.at(model, item));
    if (score < 0) continue;
    const auto ability = fit.abilities.row(model);
    std::copy(ability.begin(), ability.end(), x.begin());
    const double eta = linear_predictor(fit, item, ability);
    const double of_item = fit.item_covariances.empty() ? 0 : quadratic(fit.item_covariances.row(item), x);
    const double of_ability =
        fit.ability_covariances.empty() ? 0 : quadratic(fit.ability_covariances.row(model), slopes);
    const Probability fitted = probability_of(eta, of_item + of_ability, guessing);
    // The item's own share in what is known of the ability; a single item never tells all of it.
    const double share = std::min(0.9, fitted.slope * of_ability);
    const double without = eta - of_ability * (score - fitted.p) / (1 - share);
    const Probability expected = probability_of(without, of_item + of_ability / (1 - share), guessing);
    residuals.push_back({eta - fit.intercepts[item], model, score - expected.p,
                         std::max(1e-9, dispersion * expected.p * (1 - expected.p)), expected.slope});
  }
}

}  // namespace harmonograph
