#include "irt/rotation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/simulated_responses.hpp"
#include "shared_data.hpp"

using namespace harmonograph;

namespace {

Matrix matrix_of(const std::vector<std::vector<double>>& rows) {
  Matrix matrix(rows.size(), rows.front().size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) matrix(r, c) = rows[r][c];
  }
  return matrix;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns(), 0);
  for (std::size_t r = 0; r < a.rows(); ++r) {
    for (std::size_t k = 0; k < a.columns(); ++k) {
      for (std::size_t c = 0; c < b.columns(); ++c) result(r, c) += a(r, k) * b(k, c);
    }
  }
  return result;
}

/// Largest difference after the columns are put into the order and signs of the expected ones.
double largest_difference(const Matrix& loadings, const Matrix& expected) {
  const Matrix matched = product(loadings, match_factors(loadings, expected));
  double largest = 0;
  for (std::size_t i = 0; i < matched.values().size(); ++i) {
    largest = std::max(largest, std::abs(matched.values()[i] - expected.values()[i]));
  }
  return largest;
}

RotationOptions options_of(RotationCriterion criterion, bool kaiser = false) {
  RotationOptions options;
  options.criterion = criterion;
  options.kaiser = kaiser;
  return options;
}

}  // namespace

TEST_CASE("rotations of a fixed loading matrix as GPArotation gives them") {
  const std::string file = "reference/rotations_SAT12_2dim.json";
  if (!shared_data_exists(file)) return;
  const auto reference = nlohmann::json::parse(read_whole_file(shared_path(file)));
  const Matrix input = matrix_of(reference["input"].get<std::vector<std::vector<double>>>());
  for (const bool kaiser : {false, true}) {
    const std::string suffix = kaiser ? "_normTRUE" : "_normFALSE";
    const std::vector<std::pair<std::string, RotationCriterion>> criteria{{"oblimin", RotationCriterion::oblimin},
                                                                          {"quartimin", RotationCriterion::oblimin},
                                                                          {"varimax", RotationCriterion::varimax},
                                                                          {"geominQ", RotationCriterion::geomin}};
    for (const auto& [name, criterion] : criteria) {
      INFO(name << suffix);
      const auto& expected = reference[name + suffix];
      const auto rotation = rotate_loadings(input, options_of(criterion, kaiser));
      REQUIRE(rotation.ok());
      CHECK(rotation->converged);
      // GPArotation stops at a gradient of 1e-5.
      CHECK(largest_difference(rotation->loadings,
                               matrix_of(expected["loadings"].get<std::vector<std::vector<double>>>())) < 2e-5);
      if (expected.contains("Phi")) {
        CHECK(std::abs(rotation->correlations(0, 1)) ==
              Approx(std::abs(expected["Phi"][0][1].get<double>())).margin(2e-5));
      }
      if (expected.contains("objective")) {
        CHECK(rotation->criterion == Approx(expected["objective"].get<double>()).epsilon(1e-6));
      }
    }
  }
  // R's own varimax normalises; it stops early.
  const auto varimax = rotate_loadings(input, options_of(RotationCriterion::varimax, true));
  CHECK(largest_difference(varimax->loadings,
                           matrix_of(reference["stats_varimax"]["loadings"].get<std::vector<std::vector<double>>>())) <
        1e-4);
}

TEST_CASE("simple structure is found again") {
  // 12 items, each on one of three correlated factors: quartimin's criterion is 0 there.
  Matrix simple(12, 3, 0);
  for (std::size_t i = 0; i < 12; ++i) simple(i, i % 3) = 0.4 + 0.03 * static_cast<double>(i);
  // A = L T' with the columns of T of length 1.
  const Matrix t = matrix_of({{1, 0.6, 0.3}, {0, 0.8, 0.4}, {0, 0, std::sqrt(1 - 0.25)}});
  Matrix transposed(3, 3);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) transposed(r, c) = t(c, r);
  }
  const auto rotation = rotate_loadings(product(simple, transposed), options_of(RotationCriterion::oblimin));
  REQUIRE(rotation.ok());
  CHECK(rotation->criterion < 1e-12);
  CHECK(largest_difference(rotation->loadings, simple) < 1e-5);
  double sum = 0;
  for (const double share : variance_shares(rotation->loadings, rotation->correlations)) {
    CHECK(share > 0.1);
    sum += share;
  }
  CHECK(sum == Approx(1));
  // Canonical: every column's sum positive.
  for (std::size_t d = 0; d < 3; ++d) {
    double column = 0;
    for (std::size_t i = 0; i < 12; ++i) column += rotation->loadings(i, d);
    CHECK(column > 0);
  }
  // The loadings of another start of the axes give the same canonical result.
  const Matrix turn = matrix_of({{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, -1}});
  const auto turned =
      rotate_loadings(product(product(simple, transposed), turn), options_of(RotationCriterion::oblimin));
  for (std::size_t i = 0; i < rotation->loadings.values().size(); ++i) {
    CHECK(turned->loadings.values()[i] == Approx(rotation->loadings.values()[i]).margin(1e-6));
  }
}

TEST_CASE("target rotation reaches loadings that can be reached, with free cells too") {
  Random random(2);
  Matrix goal(40, 2);
  for (double& value : goal.values()) value = random.normal();
  const Matrix t = matrix_of({{1, 0.5}, {0, std::sqrt(0.75)}});
  Matrix transposed = matrix_of({{1, 0}, {0.5, std::sqrt(0.75)}});
  RotationOptions options = options_of(RotationCriterion::target);
  options.target = goal;
  for (std::size_t i = 0; i < 10; ++i) options.target(i, i % 2) = std::nan("");
  const auto rotation = rotate_loadings(product(goal, transposed), options);
  REQUIRE(rotation.ok());
  CHECK(rotation->criterion < 1e-10);
  CHECK(rotation->correlations(0, 1) == Approx(0.5).margin(1e-6));
  for (std::size_t i = 0; i < goal.values().size(); ++i) {
    CHECK(rotation->loadings.values()[i] == Approx(goal.values()[i]).margin(1e-5));
  }
  options.target = Matrix(3, 2, 0);
  CHECK_FALSE(rotate_loadings(goal, options).ok());
}

TEST_CASE("Procrustes, matching and congruence") {
  Random random(4);
  Matrix a(30, 3);
  for (double& value : a.values()) value = random.normal();
  const Matrix turn = matrix_of({{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}});
  const Matrix found = orthogonal_procrustes(a, product(a, turn));
  for (std::size_t i = 0; i < 9; ++i) CHECK(found.values()[i] == Approx(turn.values()[i]).margin(1e-12));
  const Matrix swap = matrix_of({{0, 0, -1}, {1, 0, 0}, {0, 1, 0}});
  CHECK(match_factors(a, product(a, swap)).values() == swap.values());
  CHECK(tucker_congruence(std::vector<double>{1, 2, 2}, std::vector<double>{2, 1, 2}) == Approx(8.0 / 9));  // by hand
  CHECK(std::isnan(tucker_congruence(std::vector<double>{0, 0}, std::vector<double>{1, 2})));
  for (const double value : tucker_congruences(a, a)) CHECK(value == Approx(1));
}

TEST_CASE("a rotated fit predicts the same") {
  Random random(6);
  auto fit = testing::random_items(60, testing::normal_abilities(20, 3, random), random);
  const std::size_t pairs = packed_size(4);
  for (std::size_t i = 0; i < fit.items(); ++i) {
    // A positive definite covariance: B B' + I / 10.
    double b[4][4];
    for (auto& row : b) {
      for (double& value : row) value = 0.3 * random.normal();
    }
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t c = 0; c <= r; ++c) {
        double sum = r == c ? 0.1 : 0;
        for (std::size_t k = 0; k < 4; ++k) sum += b[r][k] * b[c][k];
        fit.item_covariances(i, packed_index(r, c)) = sum;
      }
    }
  }
  for (std::size_t m = 0; m < fit.models(); ++m) {
    for (std::size_t d = 0; d < 3; ++d)
      fit.ability_covariances(m, packed_index(d, d)) = 0.1 + 0.1 * static_cast<double>(d);
  }
  fit.priors.push_back({{1, 0.5, 0.2, 0.1}, std::vector<double>(pairs, 0.1), 60});
  for (const auto criterion :
       {RotationCriterion::oblimin, RotationCriterion::varimax, RotationCriterion::geomin, RotationCriterion::none}) {
    ItemResponseFit rotated = fit;
    REQUIRE(rotate_fit(rotated, options_of(criterion)).ok());
    // Once more, from oblique axes.
    ItemResponseFit twice = rotated;
    const auto second = rotate_fit(twice, options_of(criterion));
    REQUIRE(second.ok());
    double largest = 0;
    double largest_twice = 0;
    double variance = 0;
    for (std::size_t m = 0; m < fit.models(); ++m) {
      for (std::size_t i = 0; i < fit.items(); ++i) {
        const double expected = predicted_probability(fit, i, fit.abilities.row(m));
        largest = std::max(largest, std::abs(predicted_probability(rotated, i, rotated.abilities.row(m)) - expected));
        largest_twice =
            std::max(largest_twice, std::abs(predicted_probability(twice, i, twice.abilities.row(m)) - expected));
        // a' C a is the same too.
        const auto spread = [&](const ItemResponseFit& each) {
          double sum = 0;
          for (std::size_t r = 0; r < 3; ++r) {
            for (std::size_t c = 0; c < 3; ++c) {
              sum += each.slopes(i, r) * each.slopes(i, c) * each.ability_covariances(m, packed_index(r, c));
            }
          }
          return sum;
        };
        variance = std::max(variance, std::abs(spread(rotated) - spread(fit)));
      }
    }
    CHECK(largest < 1e-12);
    CHECK(largest_twice < 1e-12);
    CHECK(variance < 1e-12);
    // The prior's mean predictor at the first model's ability does not change either.
    double before = fit.priors[0].mean[3];
    double after = rotated.priors[0].mean[3];
    for (std::size_t d = 0; d < 3; ++d) {
      before += fit.priors[0].mean[d] * fit.abilities(0, d);
      after += rotated.priors[0].mean[d] * rotated.abilities(0, d);
    }
    CHECK(after == Approx(before).epsilon(1e-12));
    for (std::size_t i = 0; i < twice.slopes.values().size(); ++i) {
      CHECK(twice.slopes.values()[i] == Approx(rotated.slopes.values()[i]).margin(1e-4));
    }
  }
}

TEST_CASE("one dimension: the sign only; nothing to rotate: an error") {
  Random random(7);
  auto fit = testing::random_items(20, testing::normal_abilities(8, 1, random), random, -1);
  const double slope = fit.slopes(3, 0);
  const double ability = fit.abilities(2, 0);
  const auto rotation = rotate_fit(fit, options_of(RotationCriterion::oblimin));
  REQUIRE(rotation.ok());
  CHECK(fit.slopes(3, 0) == -slope);
  CHECK(fit.abilities(2, 0) == -ability);
  CHECK_FALSE(rotate_loadings(Matrix(), {}).ok());
  CHECK_FALSE(rotate_loadings(Matrix(3, 2, std::nan("")), {}).ok());
  const auto zeros = rotate_loadings(Matrix(3, 2, 0), {});
  REQUIRE(zeros.ok());
  for (const double value : zeros->loadings.values()) CHECK(value == 0);
}

TEST_CASE("items on one line do not make the axes one") {
  // Rank 1 on two factors: no axes are better than others; an answer comes, with finite numbers.
  Matrix line(50, 2);
  for (std::size_t i = 0; i < 50; ++i) {
    line(i, 0) = 0.01 * static_cast<double>(i);
    line(i, 1) = 0.5 * line(i, 0);
  }
  for (const auto criterion : {RotationCriterion::oblimin, RotationCriterion::geomin, RotationCriterion::varimax}) {
    const auto rotation = rotate_loadings(line, options_of(criterion));
    REQUIRE(rotation.ok());
    for (const double value : rotation->loadings.values()) CHECK(std::isfinite(value));
    CHECK(std::abs(rotation->correlations(0, 1)) < 0.995);
  }
}

TEST_CASE("rotations of the two-factor reference fits") {
  for (const std::string name : {"SAT12", "sim_m2pl_2f", "metabench_mix40"}) {
    const std::string file = "reference/exact/" + name + "_2dim.csv";
    if (!shared_data_exists(file)) continue;
    // item,a1,a2,d,MDISC,lambda1,lambda2,h2,oblimin1,oblimin2,varimax1,varimax2
    std::istringstream lines(read_whole_file(shared_path(file)));
    std::string line;
    std::getline(lines, line);
    std::vector<std::vector<double>> rows;
    while (std::getline(lines, line)) {
      std::vector<double> row;
      std::size_t place = line.find(',') + 1;
      while (place != 0 && place <= line.size()) {
        row.push_back(std::stod(line.substr(place)));
        place = line.find(',', place) + 1;
      }
      REQUIRE(row.size() == 11);
      rows.push_back(row);
    }
    Matrix slopes(rows.size(), 2);
    Matrix lambda(rows.size(), 2);
    Matrix oblimin(rows.size(), 2);
    Matrix varimax(rows.size(), 2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t d = 0; d < 2; ++d) {
        slopes(i, d) = rows[i][d];
        lambda(i, d) = rows[i][4 + d];
        oblimin(i, d) = rows[i][7 + d];
        varimax(i, d) = rows[i][9 + d];
      }
    }
    INFO(name);
    ItemResponseFit fit = testing::fit_of(slopes, std::vector<double>(rows.size(), 0), Matrix(1, 2, 0));
    CHECK(largest_difference(standardised_loadings(fit), lambda) < 1e-3);  // mirt divides by 1.702 or 1.7
    CHECK(largest_difference(rotate_loadings(lambda, options_of(RotationCriterion::oblimin))->loadings, oblimin) <
          1e-4);
    CHECK(largest_difference(rotate_loadings(lambda, options_of(RotationCriterion::varimax))->loadings, varimax) <
          1e-4);
  }
}
