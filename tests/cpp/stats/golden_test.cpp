// Expected values from scipy and scikit-learn: tests/golden/study/make_statistics_golden.py, versions in its file.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "stats/agreement.hpp"
#include "stats/correlation.hpp"
#include "stats/heterogeneity.hpp"
#include "stats/linear_regression.hpp"
#include "stats/mcnemar.hpp"
#include "stats/multiple_testing.hpp"
#include "stats/sign_flips.hpp"

using namespace harmonograph;
using Json = nlohmann::json;

namespace {

const Json& golden() {
  static const Json json = [] {
    std::ifstream stream(GOLDEN_DIR "/study/statistics.json");
    return Json::parse(stream);
  }();
  return json;
}

std::vector<double> numbers(const Json& list) {
  return list.get<std::vector<double>>();
}

void check_correlation(const Correlation& found, const Json& expected, bool interval) {
  CHECK(found.value == Approx(expected["value"].get<double>()).epsilon(1e-10));
  CHECK(found.p_value == Approx(expected["p"].get<double>()).epsilon(1e-8).margin(1e-15));
  if (!interval) return;
  CHECK(found.interval.low == Approx(expected["low"].get<double>()).epsilon(1e-10));
  CHECK(found.interval.high == Approx(expected["high"].get<double>()).epsilon(1e-10));
}

}  // namespace

TEST_CASE("McNemar's exact test as scipy.stats.binomtest") {
  for (const Json& row : golden()["mcnemar"]) {
    const auto first = row["first"].get<std::uint64_t>();
    const auto second = row["second"].get<std::uint64_t>();
    CHECK(mcnemar_exact(first, second) == Approx(row["p"].get<double>()).epsilon(1e-9));
    CHECK(mcnemar_exact(second, first) == mcnemar_exact(first, second));
  }
  CHECK(mcnemar_exact(0, 0) == 1);
}

TEST_CASE("adjusted p-values by the definitions in numpy") {
  for (const Json& row : golden()["multiple_testing"]) {
    const std::vector<double> p = numbers(row["p"]);
    const std::vector<double> found_bh = benjamini_hochberg(p);
    const std::vector<double> found_holm = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      CHECK(found_bh[i] == Approx(row["benjamini_hochberg"][i].get<double>()).epsilon(1e-12));
      CHECK(found_holm[i] == Approx(row["holm"][i].get<double>()).epsilon(1e-12));
    }
    for (const double level : {0.01, 0.05, 0.2, 0.6}) {
      const double cut_bh = largest_significant(p, Correction::benjamini_hochberg, level);
      const double cut_holm = largest_significant(p, Correction::holm, level);
      for (std::size_t i = 0; i < p.size(); ++i) {
        CHECK((p[i] <= cut_bh) == (found_bh[i] < level));
        CHECK((p[i] <= cut_holm) == (found_holm[i] < level));
      }
    }
  }
}

TEST_CASE("sign flips as scipy.stats.permutation_test") {
  for (const Json& row : golden()["sign_flips"]) {
    CHECK(sign_flip_p_value(numbers(row["differences"]), 9999, 1, 1) == Approx(row["p"].get<double>()).epsilon(1e-12));
  }
  // Random signs on both sides: each p has the standard error sqrt(p (1 - p) / draws).
  const Json& large = golden()["sign_flips_large"];
  const double expected = large["p"].get<double>();
  const double error = std::sqrt(expected * (1 - expected) / 9999 + expected * (1 - expected) / 99999);
  CHECK(sign_flip_p_value(numbers(large["differences"]), 9999, 1, 1) == Approx(expected).margin(4 * error));
}

TEST_CASE("regression as scipy.stats.linregress") {
  for (const Json& row : golden()["regression"]) {
    const LinearRegression line = linear_regression(numbers(row["x"]), numbers(row["y"]));
    CHECK(line.slope == Approx(row["slope"].get<double>()).epsilon(1e-9));
    CHECK(line.intercept == Approx(row["intercept"].get<double>()).epsilon(1e-9));
    CHECK(line.slope_error == Approx(row["error"].get<double>()).epsilon(1e-8));
    CHECK(line.slope_interval.low == Approx(row["low"].get<double>()).epsilon(1e-8));
    CHECK(line.slope_interval.high == Approx(row["high"].get<double>()).epsilon(1e-8));
  }
}

TEST_CASE("Pearson, Spearman and Kendall with ties as scipy") {
  for (const Json& row : golden()["correlations"]) {
    const std::vector<double> x = numbers(row["x"]);
    const std::vector<double> y = numbers(row["y"]);
    check_correlation(pearson_correlation(x, y), row["pearson"], true);
    check_correlation(spearman_correlation(x, y), row["spearman"], true);
    check_correlation(kendall_correlation(x, y), row["kendall"], false);
  }
}

TEST_CASE("agreement of partitions as scikit-learn") {
  for (const Json& row : golden()["agreement"]) {
    const auto a = row["a"].get<std::vector<std::uint32_t>>();
    const auto b = row["b"].get<std::vector<std::uint32_t>>();
    CHECK(adjusted_rand_index(a, b) == Approx(row["rand"].get<double>()).epsilon(1e-10).margin(1e-13));
    CHECK(normalised_mutual_information(a, b) == Approx(row["information"].get<double>()).epsilon(1e-10).margin(1e-13));
  }
}

TEST_CASE("Cochran's Q by its definition in numpy") {
  for (const Json& row : golden()["cochran"]) {
    std::vector<double> effects = numbers(row["effects"]);
    std::vector<double> variances = numbers(row["variances"]);
    const Heterogeneity found = cochran_q(effects, variances);
    CHECK(found.q == Approx(row["q"].get<double>()).epsilon(1e-10));
    CHECK(found.p_value == Approx(row["p"].get<double>()).epsilon(1e-8));
    CHECK(found.degrees == effects.size() - 1);
    // A group without variance changes nothing.
    effects.push_back(0.5);
    variances.push_back(0);
    CHECK(cochran_q(effects, variances).q == found.q);
  }
}
