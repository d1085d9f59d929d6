#include "stats/paired_differences.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/matrix.hpp"
#include "core/random.hpp"
#include "stats/summaries.hpp"

using namespace harmonograph;

TEST_CASE("Paired difference, by hand") {
  // Differences 1, 0, -1, 1 (the fifth has no partner): mean .25, s^2 = (.5625 + .0625 + 1.5625 + .5625) / 3 = 11/12,
  // standard error sqrt(11/12/4) = sqrt(11/48).
  const auto pair = paired_difference(std::vector<double>{1, 1, 0, 1, NAN}, std::vector<double>{0, 1, 1, 0, 1});
  CHECK(pair.items == 4);
  CHECK(pair.difference == Approx(0.25));
  CHECK(pair.standard_error == Approx(std::sqrt(11.0 / 48)));
  CHECK(std::isnan(paired_difference(std::vector<double>{1}, std::vector<double>{0}).standard_error));
  CHECK(std::isnan(paired_difference(std::vector<double>{NAN}, std::vector<double>{0}).difference));
}

TEST_CASE("Pairs: all of few models, evenly taken of many") {
  const auto few = even_pairs(4, 10);
  REQUIRE(few.size() == 6);
  const std::size_t first[] = {0, 0, 0, 1, 1, 2};
  const std::size_t second[] = {1, 2, 3, 2, 3, 3};
  for (std::size_t p = 0; p < 6; ++p) {
    CHECK(few[p].first == first[p]);
    CHECK(few[p].second == second[p]);
  }
  // Places 0, 2, 4 of that list.
  const auto thinned = even_pairs(4, 3);
  REQUIRE(thinned.size() == 3);
  CHECK((thinned[1].first == 0 && thinned[1].second == 3));
  CHECK((thinned[2].first == 1 && thinned[2].second == 3));
  CHECK(even_pairs(0).empty());
  CHECK(even_pairs(1).empty());
  CHECK(pair_count(0) == 0);
  CHECK(pair_count(100'000) == 4'999'950'000);
  const auto many = even_pairs(3000);
  REQUIRE(many.size() == 2000);
  for (std::size_t p = 0; p < many.size(); ++p) {
    REQUIRE(many[p].first < many[p].second);
    REQUIRE(many[p].second < 3000);
    if (p > 0) {
      REQUIRE((many[p - 1].first < many[p].first ||
               (many[p - 1].first == many[p].first && many[p - 1].second < many[p].second)));
    }
  }
}

TEST_CASE("Running sums of pairs agree with the definition after items came and went") {
  Random random(5);
  Matrix scores(7, 60);  // graded, with missing cells
  for (double& value : scores.values()) value = random.uniform() < 0.1 ? NAN : std::round(random.uniform() * 10) / 10;
  std::vector<std::vector<double>> columns(60, std::vector<double>(7));
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t m = 0; m < 7; ++m) columns[i][m] = scores(m, i);
  }
  PairedDifferenceSums sums(even_pairs(7));
  for (const auto& column : columns) sums.add_item(column);
  for (std::size_t i = 40; i < 60; ++i) sums.remove_item(columns[i]);
  std::vector<double> errors;
  for (std::size_t p = 0; p < sums.pairs().size(); ++p) {
    const auto expected =
        paired_difference(scores.row(sums.pairs()[p].first).first(40), scores.row(sums.pairs()[p].second).first(40));
    const auto found = sums.of_pair(p);
    CHECK(found.items == expected.items);
    CHECK(found.difference == Approx(expected.difference).margin(1e-13));
    CHECK(found.standard_error == Approx(expected.standard_error).epsilon(1e-10));
    errors.push_back(expected.standard_error);
  }
  CHECK(sums.median_standard_error() == Approx(median_of_present(errors)).epsilon(1e-10));
}

TEST_CASE("Pairs that never differ, or share no items") {
  PairedDifferenceSums sums(even_pairs(3));
  for (int i = 0; i < 7; ++i) sums.add_item(std::vector<double>{0.3, 0.2, NAN});
  CHECK(sums.of_pair(0).standard_error == 0);
  CHECK(std::isnan(sums.of_pair(1).standard_error));
  CHECK(sums.median_standard_error() == 0);
  CHECK(std::isnan(PairedDifferenceSums({}).median_standard_error()));
}

TEST_CASE("Median of the values that are there") {
  CHECK(median_of_present(std::vector<double>{3, NAN, 1, 2}) == 2);
  CHECK(median_of_present(std::vector<double>{4, 1, 2, 3}) == 2.5);
  CHECK(std::isnan(median_of_present(std::vector<double>{NAN})));
}
