// Marginal maximum likelihood against published estimates and against other software.
// "Direct maximisation" below: the marginal likelihood on 2,401 points over [-12, 12] maximised with BFGS and Newton
// steps in R 4.2.2 to a gradient below 1e-11, standard errors from the observed information; with two factors on mirt's
// 31 x 31 grid.
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "irt/marginal_estimator.hpp"
#include "marginal_test_data.hpp"

using namespace harmonograph;
using namespace harmonograph::marginal_test;

namespace {

struct ExpectedItem {
  double slope, intercept, slope_error, intercept_error;
};

double error_of(const ItemResponseFit& fit, std::size_t item, std::size_t parameter) {
  return std::sqrt(fit.item_covariances(item, packed_index(parameter, parameter)));
}

void check_item(const ItemResponseFit& fit, std::size_t item, const ExpectedItem& expected) {
  CAPTURE(item);
  CHECK(fit.slopes(item, 0) == Approx(expected.slope).margin(1e-3));
  CHECK(fit.intercepts[item] == Approx(expected.intercept).margin(1e-3));
  CHECK(error_of(fit, item, 0) == Approx(expected.slope_error).epsilon(0.02));
  CHECK(error_of(fit, item, 1) == Approx(expected.intercept_error).epsilon(0.02));
}

ItemResponseFit fit_or_fail(const ResponseData& data, const MarginalOptions& options) {
  auto fit = fit_marginal(data, options);
  REQUIRE(fit.ok());
  CHECK(fit->converged);
  CHECK(fit->notes.empty());
  return std::move(fit.value());
}

MarginalOptions one_parameter() {
  MarginalOptions options;
  options.item_model = ItemModel::one_parameter;
  return options;
}

MarginalOptions three_parameter(double mean, double deviation) {
  MarginalOptions options;
  options.item_model = ItemModel::three_parameter;
  options.guessing_prior = {PriorShape::normal, mean, deviation};
  return options;
}

void check_exact(const std::string& name, const ResponseData& data, ItemModel model) {
  const std::string key = name + (model == ItemModel::one_parameter ? "_1pl" : "_2pl");
  CAPTURE(key);
  MarginalOptions options;
  options.item_model = model;
  const ItemResponseFit fit = fit_or_fail(data, options);
  const auto fits = nlohmann::json::parse(read_whole_file(shared_path("reference/exact/fits.json")));
  CHECK(fit.log_likelihood == Approx(fits[key]["logLik"].get<double>()).epsilon(0).margin(1e-4));
  const Table items = read_table("reference/exact/" + key + ".csv");
  REQUIRE(items.rows.size() == fit.items());
  for (std::size_t i = 0; i < fit.items(); ++i) {
    check_item(fit, i, {items.number(i, "a"), items.number(i, "d"), items.number(i, "SE_a"), items.number(i, "SE_d")});
  }
}

void check_two_factors(const std::string& name, const ResponseData& data) {
  MarginalOptions options;
  options.dimensions = 2;
  options.axes = MarginalAxes::last_items;
  const ItemResponseFit fit = fit_or_fail(data, options);
  const auto fits = nlohmann::json::parse(read_whole_file(shared_path("reference/exact/fits_2dim.json")));
  CHECK(fit.log_likelihood == Approx(fits[name]["logLik"].get<double>()).epsilon(0).margin(1e-4));
  const Table items = read_table("reference/exact/" + name + "_2dim.csv");
  REQUIRE(items.rows.size() == fit.items());
  for (std::size_t i = 0; i < fit.items(); ++i) {
    CAPTURE(i);
    CHECK(fit.intercepts[i] == Approx(items.number(i, "d")).margin(1e-3));
    CHECK(multidimensional_discrimination(fit, i) == Approx(items.number(i, "MDISC")).margin(1e-3));
    const double scaled = multidimensional_discrimination(fit, i) / 1.702;
    CHECK(scaled * scaled / (1 + scaled * scaled) == Approx(items.number(i, "h2")).margin(1e-3));
    // The same axes: only the signs of the columns are free.
    CHECK(std::abs(fit.slopes(i, 0)) == Approx(std::abs(items.number(i, "a1"))).margin(1e-3));
    CHECK(std::abs(fit.slopes(i, 1)) == Approx(std::abs(items.number(i, "a2"))).margin(1e-3));
  }
}

}  // namespace

TEST_CASE("LSAT section 6: published log-likelihoods, estimates and standard errors", "[marginal]") {
  const ResponseData data = expand(lsat6);
  SECTION("1PL") {
    const ItemResponseFit fit = fit_or_fail(data, one_parameter());
    // Rizopoulos (2006), Journal of Statistical Software 17(5), LSAT data: -2466.938; digits by direct maximisation.
    CHECK(fit.log_likelihood == Approx(-2466.93759957862).epsilon(0).margin(1e-4));
    const ExpectedItem expected[] = {{0.755134616692896, 2.730013233262044, 0.0694332094020105, 0.1304411785891496},
                                     {0.755134616692896, 0.998605829033351, 0.0694332094020105, 0.0791773343863453},
                                     {0.755134616692896, 0.239853884562141, 0.0694332094020105, 0.0717746744074555},
                                     {0.755134616692896, 1.306451161326191, 0.0694332094020105, 0.0846381004959521},
                                     {0.755134616692896, 2.099404359310439, 0.0694332094020105, 0.1054450023624131}};
    for (std::size_t i = 0; i < 5; ++i) check_item(fit, i, expected[i]);
  }
  SECTION("2PL") {
    const ItemResponseFit fit = fit_or_fail(data, {});
    // Rizopoulos (2006): -2466.653; digits and estimates by direct maximisation.
    CHECK(fit.log_likelihood == Approx(-2466.65337739808).epsilon(0).margin(1e-4));
    const ExpectedItem expected[] = {{0.825659522119349, 2.773234398045258, 0.258114934049271, 0.2057437455774800},
                                     {0.722744197220568, 0.990201197839148, 0.186679670542706, 0.0900189683427935},
                                     {0.890874534315772, 0.249147523687567, 0.232763840993214, 0.0762728830859085},
                                     {0.688367972022395, 1.284756925258572, 0.185142934767677, 0.0990375177440024},
                                     {0.656855939274408, 2.053270444373578, 0.209909179078645, 0.1353587800538720}};
    for (std::size_t i = 0; i < 5; ++i) check_item(fit, i, expected[i]);
  }
  SECTION("3PL, logit c ~ N(-1.5, 3)") {
    const ItemResponseFit fit = fit_or_fail(data, three_parameter(-1.5, 3));
    // Direct maximisation of the posterior on 61 points over [-6, 6].
    CHECK(fit.log_likelihood == Approx(-2466.72716484654).epsilon(0).margin(1e-4));
    const ExpectedItem expected[] = {{0.845938985186446, 2.568462842729251, 0.285378180522475, 0.581107918725570},
                                     {0.818994192955534, 0.714598022606208, 0.362511212364357, 0.754924470908857},
                                     {1.044150296950707, -0.023531095596161, 0.513992805426696, 0.630409150756864},
                                     {0.745743094325802, 1.049219347587218, 0.268565050381060, 0.622721468302684},
                                     {0.694767290051904, 1.834007079538257, 0.246036903161419, 0.617094894559931}};
    const double guessing[] = {0.171338963116782, 0.165559199561991, 0.114589187588467, 0.157245250934113,
                               0.173787274075356};
    const double guessing_error[] = {2.88684261413905, 2.78578928080649, 2.19380913484308, 2.72733456086227,
                                     2.90715997683243};
    REQUIRE(fit.logit_guessing_errors.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
      check_item(fit, i, expected[i]);
      CHECK(fit.guessing[i] == Approx(guessing[i]).margin(1e-3));
      CHECK(fit.logit_guessing_errors[i] == Approx(guessing_error[i]).epsilon(0.02));
    }
  }
}

TEST_CASE("LSAT section 7: published log-likelihoods, estimates and standard errors", "[marginal]") {
  const ResponseData data = expand(lsat7);
  SECTION("1PL") {
    const ItemResponseFit fit = fit_or_fail(data, one_parameter());
    // R package mirt 1.47: -2664.901; digits and estimates by direct maximisation.
    CHECK(fit.log_likelihood == Approx(-2664.90089085434).epsilon(0).margin(1e-4));
    const ExpectedItem expected[] = {{1.01126751793373, 1.868264762400653, 0.0649430110634716, 0.1004293100352119},
                                     {1.01126751793373, 0.791006236818681, 0.0649430110634716, 0.0811566075176604},
                                     {1.01126751793373, 1.460979588090413, 0.0649430110634716, 0.0913104316908553},
                                     {1.01126751793373, 0.521506045838086, 0.0649430110634716, 0.0787251586313552},
                                     {1.01126751793373, 1.992974940510564, 0.0649430110634716, 0.1037048362869520}};
    for (std::size_t i = 0; i < 5; ++i) check_item(fit, i, expected[i]);
  }
  SECTION("2PL") {
    const ItemResponseFit fit = fit_or_fail(data, {});
    // Chalmers (2012), Journal of Statistical Software 48(6), LSAT7 example: -2658.805; digits by direct maximisation.
    CHECK(fit.log_likelihood == Approx(-2658.80511355202).epsilon(0).margin(1e-4));
    const ExpectedItem expected[] = {{0.987545889166577, 1.855855641814213, 0.177194829060713, 0.1314501273793738},
                                     {1.080837138462331, 0.807969591871757, 0.168763900177358, 0.0912469894890114},
                                     {1.707477657916855, 1.805206203995083, 0.321076975987776, 0.2048251252453236},
                                     {0.764989872773669, 0.485999802332844, 0.134120296665541, 0.0749134364093515},
                                     {0.735672711663337, 1.854457589484037, 0.151133949227504, 0.1144087172788290}};
    for (std::size_t i = 0; i < 5; ++i) check_item(fit, i, expected[i]);
  }
  SECTION("3PL, logit c ~ N(-1.5, 3)") {
    const ItemResponseFit fit = fit_or_fail(data, three_parameter(-1.5, 3));
    CHECK(fit.log_likelihood == Approx(-2658.39774554949).epsilon(0).margin(1e-4));
    CHECK(fit.slopes(1, 0) == Approx(1.857367030502107).margin(1e-3));
    CHECK(fit.guessing[1] == Approx(0.2889057412419324).margin(1e-3));
    CHECK(fit.logit_guessing_errors[1] == Approx(0.75529557768114).epsilon(0.02));
    CHECK(error_of(fit, 1, 0) == Approx(1.061017080249888).epsilon(0.02));
  }
}

TEST_CASE("1PL and 2PL are those of direct maximisation", "[marginal]") {
  const std::pair<const char*, const char*> sets[] = {
      {"LSAT6", "LSAT6_patterns.csv"}, {"LSAT7", "LSAT7_patterns.csv"},  {"deAyala", "deAyala_patterns.csv"},
      {"WIRS", "ltm_WIRS.csv"},        {"Abortion", "ltm_Abortion.csv"}, {"Mobility", "ltm_Mobility.csv"}};
  for (const auto& [name, file] : sets) {
    const std::string path = std::string("datasets/classical/") + file;
    if (!shared_data_exists(path) || !shared_data_exists("reference/exact/fits.json")) continue;
    const ResponseData data = read_persons(path);
    check_exact(name, data, ItemModel::one_parameter);
    check_exact(name, data, ItemModel::two_parameter);
  }
}

TEST_CASE("Missing answers: estimates of R's mirt", "[marginal]") {
  const std::pair<const char*, const char*> sets[] = {{"LSAT7/2pl_missing", "LSAT7_missing_rows.csv"},
                                                      {"SAT12/2pl_missing10", "SAT12_binary_missing10.csv"}};
  for (const auto& [folder, file] : sets) {
    CAPTURE(folder);
    const std::string reference = std::string("reference/") + folder;
    if (!shared_data_exists(std::string("datasets/classical/") + file) || !shared_data_exists(reference)) continue;
    const ItemResponseFit fit = fit_or_fail(read_persons(std::string("datasets/classical/") + file), {});
    const auto summary = nlohmann::json::parse(read_whole_file(shared_path(reference + "/fit.json")));
    CHECK(fit.log_likelihood == Approx(summary["logLik"].get<double>()).epsilon(0).margin(1e-4));
    const Table items = read_table(reference + "/coef.csv");
    for (std::size_t i = 0; i < fit.items(); ++i) {
      check_item(fit, i,
                 {items.number(i, "a1"), items.number(i, "d"), items.number(i, "SE_a1"), items.number(i, "SE_d")});
    }
  }
}

TEST_CASE("SAT12: two factors, and a 3PL with a slope that runs away", "[marginal]") {
  if (!shared_data_exists("datasets/classical/SAT12_binary.csv")) return;
  const ResponseData data = read_persons("datasets/classical/SAT12_binary.csv");
  if (shared_data_exists("reference/exact/fits_2dim.json")) check_two_factors("SAT12", data);
  // Direct maximisation of the posterior stopped at a slope of 84 of item 12, with a flat likelihood: -9435.8467521.
  auto fit = fit_marginal(data, three_parameter(-1.1, 2));
  REQUIRE(fit.ok());
  CHECK(fit->log_likelihood == Approx(-9435.84675).epsilon(0).margin(1e-4));
  REQUIRE(fit->notes.size() == 1);
  CHECK(fit->notes[0].code == "runaway_slopes");
  CHECK(fit->notes[0].count == 1);
  CHECK(std::isnan(fit->item_covariances(11, 0)));
  CHECK(fit->slopes(11, 0) > 15);
  CHECK(std::isfinite(fit->slopes(11, 0)));
  for (std::size_t i = 0; i < fit->items(); ++i) {
    if (i != 11) CHECK(std::isfinite(error_of(*fit, i, 0)));
  }
}

TEST_CASE("Two factors of 2,000 simulated persons and of 2,001 language models", "[.large]") {
  if (!shared_data_exists("reference/exact/fits_2dim.json")) return;
  if (shared_data_exists("datasets/simulated/m2pl_2f_2000x30.csv")) {
    check_two_factors("sim_m2pl_2f", read_persons("datasets/simulated/m2pl_2f_2000x30.csv"));
  }
  if (shared_data_exists("datasets/metabench/mix40.csv")) {
    check_two_factors("metabench_mix40", read_items("datasets/metabench/mix40.csv", 2, 0, 1));
  }
}

TEST_CASE("118 models on 395 items with priors: the posterior mode of R's mirt", "[.large]") {
  if (!shared_data_exists("datasets/farel_bench/responses.csv")) return;
  MarginalOptions options;
  options.slope_prior = {PriorShape::lognormal, 0, 0.5};
  options.intercept_prior = {PriorShape::normal, 0, 3};
  const ItemResponseFit fit = fit_or_fail(read_items("datasets/farel_bench/responses.csv", 4, 0.05, 0.95), options);
  const auto summary = nlohmann::json::parse(read_whole_file(shared_path("reference/farel_bench/2pl_prior/fit.json")));
  // mirt stopped at changes of 1e-4, a little below the mode.
  const double theirs = summary["logLik"].get<double>() + summary["logPrior"].get<double>();
  CHECK(fit.history.back() >= theirs);
  CHECK(fit.history.back() == Approx(theirs).epsilon(0).margin(0.01));
  const Table items = read_table("reference/farel_bench/2pl_prior/coef.csv");
  REQUIRE(items.rows.size() == fit.items());
  for (std::size_t i = 0; i < fit.items(); ++i) {
    CAPTURE(i);
    CHECK(fit.slopes(i, 0) == Approx(items.number(i, "a1")).margin(0.02));
    CHECK(fit.intercepts[i] == Approx(items.number(i, "d")).margin(0.05));
  }
}
