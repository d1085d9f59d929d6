#include "irt/classical_statistics.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/random.hpp"
#include "irt/simulated_responses.hpp"

using namespace harmonograph;

namespace {

ResponseData responses_of(const std::vector<std::vector<float>>& rows) {
  ResponseData responses(rows.size(), rows.front().size());
  for (std::size_t m = 0; m < rows.size(); ++m) {
    for (std::size_t i = 0; i < rows[m].size(); ++i) responses.set(m, i, rows[m][i]);
  }
  return responses;
}

/// K / (K - 1) (1 - sum of item variances / variance of the sum).
double alpha_by_variances(const ResponseData& responses) {
  const auto variance = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    double squares = 0;
    for (const double value : values) squares += std::pow(value - sum / static_cast<double>(values.size()), 2);
    return squares / static_cast<double>(values.size() - 1);
  };
  std::vector<double> totals(responses.models(), 0);
  double items = 0;
  for (std::size_t i = 0; i < responses.items(); ++i) {
    std::vector<double> column;
    for (std::size_t m = 0; m < responses.models(); ++m) {
      column.push_back(static_cast<double>(responses.at(m, i)));
      totals[m] += column.back();
    }
    items += variance(column);
  }
  const auto k = static_cast<double>(responses.items());
  return k / (k - 1) * (1 - items / variance(totals));
}

}  // namespace

TEST_CASE("Cronbach's alpha equals its formula when every cell is observed") {
  Random random(3);
  const auto fit = testing::random_items(700, testing::normal_abilities(25, 1, random), random);
  const ResponseData responses = testing::simulate(fit, random);
  CHECK(cronbach_alpha(responses) == Approx(alpha_by_variances(responses)).epsilon(1e-10));
  // Guttman pattern of 3 models on 2 items: items' variances 1/3 each, the sum's 1: 2 (1 - 2/3) = 2/3.
  CHECK(cronbach_alpha(responses_of({{0, 0}, {1, 0}, {1, 1}})) == Approx(2.0 / 3));
}

TEST_CASE("Cronbach's alpha with missing cells") {
  // With cells left out at random alpha is that of a test of that length: Spearman-Brown.
  Random random(4);
  const auto fit = testing::random_items(600, testing::normal_abilities(60, 1, random), random);
  const ResponseData whole = testing::simulate(fit, random);
  ResponseData part = whole;
  for (std::size_t m = 0; m < part.models(); ++m) {
    for (std::size_t i = 0; i < part.items(); ++i) {
      if (random.uniform() < 0.8) part.set(m, i, ResponseData::missing);
    }
  }
  const double alpha = cronbach_alpha(whole);
  CHECK(cronbach_alpha(part) == Approx(0.2 * alpha / (1 - 0.8 * alpha)).margin(0.01));
}

TEST_CASE("reliability where there is none") {
  CHECK(std::isnan(cronbach_alpha(responses_of({{1, 0, 1}}))));
  CHECK(std::isnan(cronbach_alpha(responses_of({{1}, {0}}))));
  CHECK(std::isnan(cronbach_alpha(responses_of({{1, 1}, {1, 1}, {1, 1}}))));
  CHECK(std::isnan(cronbach_alpha(ResponseData(3, 4))));
  CHECK(std::isnan(cronbach_alpha(ResponseData())));
}

TEST_CASE("item-rest correlations") {
  // Item 0 against the mean of items 1 and 2: (0, 0, 1, 1) and (0, .5, .5, 1): r = .5 / sqrt(1 * .5) by hand.
  const auto r = item_rest_correlations(responses_of({{0, 0, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}}));
  CHECK(r[0] == Approx(std::sqrt(0.5)));
  const auto flat = item_rest_correlations(responses_of({{1, 0, 1}, {1, 1, 0}, {1, 0, 0}, {1, 1, 1}}));
  CHECK(std::isnan(flat[0]));
  CHECK(std::isfinite(flat[1]));
  CHECK(std::isnan(item_rest_correlations(responses_of({{1, 0}, {0, 1}}))[0]));
  // Missing cells count for nobody.
  const auto missing = item_rest_correlations(responses_of({{0, 0, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {-1, 1, 0}}));
  CHECK(missing[0] == Approx(std::sqrt(0.5)));
}

TEST_CASE("a model's scores and what others find hard") {
  // Model 0 against the means of models 1 and 2 on four items: (1, 1, 0, 0) and (1, .5, .5, 0): r = .5 / sqrt(.5).
  const auto r = model_difficulty_correlations(responses_of({{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}}));
  CHECK(r[0] == Approx(std::sqrt(0.5)));
  CHECK(std::isnan(model_difficulty_correlations(responses_of({{1, 1, 1}, {1, 0, 1}}))[0]));
  CHECK(std::isnan(model_difficulty_correlations(responses_of({{1, 0}, {0, 1}}))[0]));
  CHECK(std::isnan(model_difficulty_correlations(responses_of({{1, 0, 1}, {-1, -1, -1}}))[0]));
}
