#include "dataset/choice_distributions.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace harmonograph;

namespace {

ModelChoices choices(ChoiceKind kind, const std::vector<std::vector<double>>& rows) {
  ModelChoices result{"test", kind, Matrix(rows.size(), rows.front().size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < rows[i].size(); ++c) result.values(i, c) = rows[i][c];
  }
  return result;
}

void check_rows(const ChoiceDistributions& distributions) {
  for (std::size_t r = 0; r < distributions.items.size(); ++r) {
    double total = 0;
    for (const double p : distributions.probabilities.row(r)) total += p;
    CHECK(total == Approx(1).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("log-likelihoods become a softmax, also where exp() would underflow") {
  const auto result =
      choice_distributions(choices(ChoiceKind::log_likelihood, {{-2000, -2000 + std::log(3.0)}}), {2}, 1e-6, false);
  REQUIRE(result.ok());
  CHECK(result->probabilities(0, 0) == Approx(0.25));
  CHECK(result->probabilities(0, 1) == Approx(0.75));
  CHECK(result->floored_cells == 0);
}

TEST_CASE("zero, -inf and missing options get the floor and are counted") {
  const auto result =
      choice_distributions(choices(ChoiceKind::log_likelihood, {{0, -INFINITY, NAN}, {0, 0, 0}}), {3, 3}, 1e-3, false);
  REQUIRE(result.ok());
  CHECK(result->floored_cells == 2);
  CHECK(result->floored_items == 1);
  CHECK(result->probabilities(0, 1) == Approx(1e-3 / 1.002));
  check_rows(*result);
}

TEST_CASE("items with fewer options are padded with the floor") {
  const auto result =
      choice_distributions(choices(ChoiceKind::probability, {{0.5, 0.5, NAN, NAN}, {1, 1, 1, 1}}), {2, 4}, 1e-6, false);
  REQUIRE(result.ok());
  CHECK(result->padded_items == 1);
  CHECK(result->floored_cells == 0);
  CHECK(result->probabilities(0, 3) == Approx(1e-6).epsilon(1e-5));
  CHECK(result->probabilities(1, 3) == Approx(0.25));
  check_rows(*result);
}

TEST_CASE("unknown option counts are read from the values") {
  const auto result =
      choice_distributions(choices(ChoiceKind::probability, {{3, 1, NAN}, {1, NAN, 2}}), {0, 0}, 1e-6, false);
  REQUIRE(result.ok());
  CHECK(result->padded_items == 1);   // two options
  CHECK(result->floored_cells == 1);  // the hole in the second item
  CHECK(result->probabilities(0, 0) == Approx(0.75).epsilon(1e-5));
}

TEST_CASE("what is no distribution is left out") {
  const auto result =
      choice_distributions(choices(ChoiceKind::probability, {{NAN, NAN}, {-0.1, 1.1}, {0, 0}, {INFINITY, 1}, {1, 3}}),
                           {2, 2, 2, 2, 2}, 1e-6, false);
  REQUIRE(result.ok());
  CHECK(result->items == std::vector<std::size_t>{4});
  const auto logs = choice_distributions(
      choices(ChoiceKind::log_likelihood, {{-INFINITY, -INFINITY}, {INFINITY, 0}, {-1, -1}}), {2, 2, 2}, 1e-6, false);
  REQUIRE(logs.ok());
  CHECK(logs->items == std::vector<std::size_t>{2});
}

TEST_CASE("order-free distributions are sorted") {
  const auto result =
      choice_distributions(choices(ChoiceKind::probability, {{1, 3, NAN}, {2, 1, 5}}), {2, 3}, 1e-6, true);
  REQUIRE(result.ok());
  CHECK(result->probabilities(0, 0) > result->probabilities(0, 1));
  CHECK(result->probabilities(0, 1) > result->probabilities(0, 2));
  CHECK(result->probabilities(1, 0) == Approx(0.625));
}

TEST_CASE("items of 2 to 12 options") {
  std::vector<std::vector<double>> rows;
  std::vector<std::uint32_t> counts;
  for (std::uint32_t count = 2; count <= 12; ++count) {
    std::vector<double> row(12, NAN);
    for (std::uint32_t c = 0; c < count; ++c) row[c] = -0.5 * c;
    rows.push_back(row);
    counts.push_back(count);
  }
  const auto result = choice_distributions(choices(ChoiceKind::log_likelihood, rows), counts, 1e-6, false);
  REQUIRE(result.ok());
  CHECK(result->padded_items == 10);
  check_rows(*result);
}

TEST_CASE("a floor out of range is refused") {
  CHECK_FALSE(choice_distributions(choices(ChoiceKind::probability, {{1, 1}}), {2}, 0.2, false).ok());
  CHECK_FALSE(choice_distributions(choices(ChoiceKind::probability, {{1, 1}}), {2}, NAN, false).ok());
  CHECK(choice_distributions(choices(ChoiceKind::probability, {{1, 0}}), {2}, 0, false).ok());
}
