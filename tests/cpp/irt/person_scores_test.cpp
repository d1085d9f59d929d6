// Abilities and information with given item parameters against R's mirt 1.47 (fscores, testinfo, iteminfo).
#include "irt/person_scores.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "marginal_test_data.hpp"

using namespace harmonograph;
using namespace harmonograph::marginal_test;

namespace {

/// A fit that holds the parameters of a file of mirt's coefficients.
ItemResponseFit read_fit(const std::string& file, std::size_t dimensions) {
  const Table items = read_table(file);
  ItemResponseFit fit;
  fit.dimensions = dimensions;
  fit.slopes = Matrix(items.rows.size(), dimensions);
  for (std::size_t i = 0; i < items.rows.size(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) fit.slopes(i, d) = items.number(i, "a" + std::to_string(d + 1));
    fit.intercepts.push_back(items.number(i, "d"));
    fit.guessing.push_back(items.number(i, "g"));
  }
  return fit;
}

/// The patterns of a file of scores ("01NA1": NA is one answer).
ResponseData read_patterns(const Table& scores, std::size_t items) {
  ResponseData data(scores.rows.size(), items);
  for (std::size_t r = 0; r < scores.rows.size(); ++r) {
    const std::string& text = scores.rows[r][0];
    std::size_t item = 0;
    for (std::size_t k = 0; k < text.size() && item < items; ++k, ++item) {
      if (text[k] == 'N') {
        ++k;
      } else {
        data.set(r, item, text[k] == '1' ? 1.0F : 0.0F);
      }
    }
  }
  return data;
}

void check_scores(const std::string& folder, std::size_t dimensions, PersonScore kind, const std::string& name,
                  const std::vector<std::string>& factors, double tolerance) {
  CAPTURE(folder, name);
  ItemResponseFit fit = read_fit(folder + (dimensions == 1 ? "/coef.csv" : "/coef_oblimin.csv"), dimensions);
  if (dimensions > 1) {
    const auto summary = nlohmann::json::parse(read_whole_file(shared_path(folder + "/fit.json")));
    fit.ability_correlations = Matrix(dimensions, dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (std::size_t e = 0; e < dimensions; ++e) {
        fit.ability_correlations(d, e) = summary["fcor_oblimin"][d][e].get<double>();
      }
    }
  }
  const Table expected = read_table(folder + "/scores.csv");
  const auto scores = person_scores(fit, read_patterns(expected, fit.items()), kind);
  REQUIRE(scores.ok());
  std::size_t infinite = 0;
  for (std::size_t r = 0; r < expected.rows.size(); ++r) {
    CAPTURE(r);
    for (std::size_t d = 0; d < dimensions; ++d) {
      const std::string column = name + "_" + factors[d];
      if (expected.rows[r][expected.column(column)].find("Inf") != std::string::npos) {
        CHECK(std::isnan(scores->abilities(r, d)));
        CHECK(std::isnan(scores->standard_errors(r, d)));
        ++infinite;
        continue;
      }
      CHECK(scores->abilities(r, d) == Approx(expected.number(r, column)).margin(tolerance));
      CHECK(scores->standard_errors(r, d) == Approx(expected.number(r, name + "_SE_" + factors[d])).margin(tolerance));
    }
  }
  CHECK(scores->infinite == infinite);
}

ItemResponseFit lsat7_two_parameter() {
  // Estimates by direct maximisation of the marginal likelihood (see marginal_golden_test.cpp).
  ItemResponseFit fit;
  fit.dimensions = 1;
  fit.slopes = Matrix(5, 1);
  const double slopes[] = {0.987545889166577, 1.080837138462331, 1.707477657916855, 0.764989872773669,
                           0.735672711663337};
  fit.intercepts = {1.855855641814213, 0.807969591871757, 1.805206203995083, 0.485999802332844, 1.854457589484037};
  fit.guessing.assign(5, 0.0);
  for (std::size_t i = 0; i < 5; ++i) fit.slopes(i, 0) = slopes[i];
  return fit;
}

}  // namespace

TEST_CASE("LSAT section 7: EAP, MAP, WLE and ML of two patterns", "[person_scores]") {
  const ItemResponseFit fit = lsat7_two_parameter();
  ResponseData data(2, 5);
  for (std::size_t i = 0; i < 5; ++i) data.set(0, i, 0.0F);                  // 00000
  for (std::size_t i = 0; i < 5; ++i) data.set(1, i, i == 4 ? 1.0F : 0.0F);  // 00001
  // mirt 1.47: fscores of the 2PL of LSAT7.
  const auto check = [&](PersonScore kind, double first, double first_error, double second, double second_error) {
    const auto scores = person_scores(fit, data, kind);
    REQUIRE(scores.ok());
    CHECK(scores->abilities(0, 0) == Approx(first).margin(1e-4));
    CHECK(scores->standard_errors(0, 0) == Approx(first_error).margin(1e-4));
    CHECK(scores->abilities(1, 0) == Approx(second).margin(1e-4));
    CHECK(scores->standard_errors(1, 0) == Approx(second_error).margin(1e-4));
  };
  check(PersonScore::posterior_mean, -1.8697834789739616, 0.692699654464403, -1.5272583488972646, 0.673626885642325);
  check(PersonScore::posterior_mode, -1.81638821445862630, 0.674989716801100, -1.49463819830596734, 0.649608083000299);
  check(PersonScore::weighted_likelihood, -4.13707192580808858, 1.887916330802992, -2.59983271439584263,
        1.142427705906485);
  const auto likelihood = person_scores(fit, data, PersonScore::maximum_likelihood);
  REQUIRE(likelihood.ok());
  CHECK(std::isnan(likelihood->abilities(0, 0)));  // all wrong: minus infinity
  CHECK(likelihood->infinite == 1);
  CHECK(likelihood->abilities(1, 0) == Approx(-3.1243079971183145).margin(1e-4));
  CHECK(likelihood->standard_errors(1, 0) == Approx(1.382033786468354).margin(1e-4));
}

TEST_CASE("scores of all patterns are those of mirt", "[person_scores]") {
  if (!shared_data_exists("reference/LSAT6/2pl/scores.csv")) return;
  for (const std::string folder : {"reference/LSAT6/2pl", "reference/LSAT7/2pl"}) {
    check_scores(folder, 1, PersonScore::posterior_mean, "EAP", {"F1"}, 1e-5);
    check_scores(folder, 1, PersonScore::posterior_mode, "MAP", {"F1"}, 3e-5);
    check_scores(folder, 1, PersonScore::weighted_likelihood, "WLE", {"F1"}, 1e-4);
    check_scores(folder, 1, PersonScore::maximum_likelihood, "ML", {"F1"}, 1e-4);
  }
  check_scores("reference/LSAT7/3pl_prior", 1, PersonScore::posterior_mean, "EAP", {"F"}, 1e-4);
  check_scores("reference/LSAT7/3pl_prior", 1, PersonScore::posterior_mode, "MAP", {"F"}, 1e-4);
  check_scores("reference/SAT12/2pl_missing10", 1, PersonScore::posterior_mean, "EAP", {"F1"}, 1e-4);
  check_scores("reference/SAT12/2pl_missing10", 1, PersonScore::posterior_mode, "MAP", {"F1"}, 1e-4);
  // Two correlated factors after oblimin.
  check_scores("reference/SAT12/2dim_default", 2, PersonScore::posterior_mean, "EAP", {"F1", "F2"}, 1e-4);
  check_scores("reference/SAT12/2dim_default", 2, PersonScore::posterior_mode, "MAP", {"F1", "F2"}, 1e-4);
}

TEST_CASE("item and test information are those of mirt", "[person_scores]") {
  if (!shared_data_exists("reference/LSAT6/2pl/test_info.csv")) return;
  for (const std::string folder :
       {"reference/LSAT6/2pl", "reference/LSAT7/2pl", "reference/LSAT7/3pl_prior", "reference/SAT12/2pl"}) {
    CAPTURE(folder);
    const ItemResponseFit fit = read_fit(folder + "/coef.csv", 1);
    const Table test = read_table(folder + "/test_info.csv");
    const Table items = read_table(folder + "/item_info.csv");
    REQUIRE(test.rows.size() == 17);
    for (std::size_t r = 0; r < test.rows.size(); ++r) {
      const double theta[] = {test.number(r, "theta")};
      CHECK(test_information(fit, theta)[0] == Approx(test.number(r, "testinfo")).epsilon(1e-6));
      CHECK(expected_score(fit, theta) == Approx(test.number(r, "expected")).epsilon(1e-6));
      for (std::size_t i = 0; i < fit.items(); ++i) {
        CHECK(item_information(fit, i, theta)[0] ==
              Approx(std::strtod(items.rows[r][i + 1].c_str(), nullptr)).epsilon(1e-6).margin(1e-9));
      }
    }
  }
}

TEST_CASE("scores with correlated abilities are those of the same model with uncorrelated ones", "[person_scores]") {
  // theta = L z with L L' = R: slopes a for theta are slopes L'a for z.
  const double r = 0.6;
  const double root[2][2] = {{1, 0}, {r, std::sqrt(1 - r * r)}};
  ItemResponseFit oblique;
  oblique.dimensions = 2;
  oblique.slopes = Matrix(8, 2);
  oblique.guessing.assign(8, 0.1);
  oblique.ability_correlations = Matrix(2, 2, r);
  oblique.ability_correlations(0, 0) = oblique.ability_correlations(1, 1) = 1;
  ItemResponseFit plain = oblique;
  plain.ability_correlations = Matrix();
  ResponseData data(6, 8);
  for (std::size_t i = 0; i < 8; ++i) {
    const double a = i % 2 == 0 ? 1.2 : 0.1;
    const double b = i % 2 == 0 ? 0.2 : 1.5;
    oblique.slopes(i, 0) = a;
    oblique.slopes(i, 1) = b;
    plain.slopes(i, 0) = root[0][0] * a + root[1][0] * b;
    plain.slopes(i, 1) = root[0][1] * a + root[1][1] * b;
    oblique.intercepts.push_back(0.3 * static_cast<double>(i) - 1);
    for (std::size_t m = 0; m < 6; ++m) data.set(m, i, (i * (m + 1)) % 3 == 0 ? 1.0F : 0.0F);
  }
  plain.intercepts = oblique.intercepts;
  for (const auto kind : {PersonScore::posterior_mean, PersonScore::posterior_mode}) {
    const auto theta = person_scores(oblique, data, kind);
    const auto z = person_scores(plain, data, kind);
    REQUIRE(theta.ok());
    REQUIRE(z.ok());
    for (std::size_t m = 0; m < 6; ++m) {
      CHECK(theta->abilities(m, 0) == Approx(z->abilities(m, 0)).margin(1e-8));
      CHECK(theta->standard_errors(m, 0) == Approx(z->standard_errors(m, 0)).margin(1e-8));
      CHECK(theta->abilities(m, 1) ==
            Approx(root[1][0] * z->abilities(m, 0) + root[1][1] * z->abilities(m, 1)).margin(1e-8));
    }
  }
}

TEST_CASE("scores of hard cases are finite, NaN where there is none, or refused", "[person_scores]") {
  ItemResponseFit fit = lsat7_two_parameter();
  ResponseData data(4, 5);  // nothing answered in row 0
  for (std::size_t i = 0; i < 5; ++i) {
    data.set(1, i, 1.0F);
    data.set(2, i, 0.0F);
    data.set(3, i, 0.5F);
  }
  for (const auto kind : {PersonScore::posterior_mean, PersonScore::posterior_mode}) {
    const auto scores = person_scores(fit, data, kind);
    REQUIRE(scores.ok());
    CHECK(scores->infinite == 0);
    CHECK(scores->abilities(0, 0) == Approx(0).margin(1e-12));
    CHECK(scores->standard_errors(0, 0) == Approx(1).epsilon(1e-6));
    CHECK(scores->abilities(1, 0) > scores->abilities(3, 0));
    CHECK(scores->abilities(3, 0) > scores->abilities(2, 0));
  }
  const auto weighted = person_scores(fit, data, PersonScore::weighted_likelihood);
  REQUIRE(weighted.ok());
  CHECK(weighted->infinite == 1);
  CHECK(std::isnan(weighted->abilities(0, 0)));
  CHECK(std::isfinite(weighted->abilities(1, 0)));
  CHECK(std::isfinite(weighted->abilities(2, 0)));
  // A step function and an item without parameters.
  fit.slopes(0, 0) = 90;
  fit.intercepts[1] = std::nan("");
  for (const auto kind : {PersonScore::posterior_mean, PersonScore::posterior_mode, PersonScore::weighted_likelihood}) {
    const auto scores = person_scores(fit, data, kind);
    REQUIRE(scores.ok());
    CHECK(std::isfinite(scores->abilities(1, 0)));
    CHECK(std::isfinite(scores->abilities(2, 0)));
  }
  CHECK_FALSE(person_scores(fit, ResponseData(3, 4), PersonScore::posterior_mean).ok());
  fit.dimensions = 2;
  fit.slopes = Matrix(5, 2, 1.0);
  CHECK(person_scores(fit, data, PersonScore::weighted_likelihood).error().code == ErrorCode::invalid_argument);
  CHECK(person_scores(fit, data, PersonScore::posterior_mode).ok());
}
