// 18 models on 1,063 real items against tests/golden/naep_cmcqrd_probs.json, which numpy and scikit-learn computed
// without any of our code (see tests/golden/README.md for which figures allow which tolerance).
#include <catch2/catch.hpp>
#include <cmath>

#include "session_driver.hpp"

using namespace harmonograph;

namespace {

nlohmann::json golden() {
  return nlohmann::json::parse(read_whole_file(std::string(GOLDEN_DIR) + "/naep_cmcqrd_probs.json"));
}

bool load(Session& session) {
  if (!shared_data_exists("datasets/naep_cmcqrd_probs/option_probs.csv")) return false;
  load_shared(session, 1, "datasets/naep_cmcqrd_probs/option_probs.csv");
  return true;
}

double agreement(const nlohmann::json& result, const std::string& variable) {
  for (const auto& row : result.at("audit").at("rows")) {
    if (row.at("variable") == variable) return row.at("mutualInformation").get<double>();
  }
  FAIL("no audit of " << variable);
  return 0;
}

bool every_seed_chose(const nlohmann::json& model) {
  for (const auto& k : model.at("seeds").at("k")) {
    if (k != model.at("k")) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the file gives 18 models on 1,063 items with two sets of option probabilities") {
  Session session;
  if (!load(session)) return;
  const Dataset& dataset = session.assembly().dataset;
  CHECK(dataset.models.size() == 18);
  REQUIRE(dataset.benchmarks.size() == 1);
  CHECK(dataset.benchmarks[0].item_count() == 1063);
  REQUIRE(dataset.benchmarks[0].choices[0].size() == 2);
  CHECK(dataset.benchmarks[0].choices[0][0].name == "p0");
  CHECK(dataset.benchmarks[0].choices[0][1].name == "pm");
  CHECK(session.overview().size() == 18);
}

TEST_CASE("Llama-3.1-8B: the published figures of the partition audit") {
  Session session;
  if (!load(session)) return;
  // The test (category) of each item comes from a second file.
  load_shared(session, 2, "datasets/naep_cmcqrd_probs/responses.csv", {{"shape", "item attributes"}});
  const auto result = finish_job(session, session.start_analysis(0, model_named(session, "Llama-3.1-8B"), {}));
  CHECK(result.at("k") == 10);
  CHECK(result.at("accuracy").at("value").get<double>() == Approx(0.8692).margin(5e-5));
  double silhouette = 0;
  for (const auto& point : result.at("silhouetteCurve")) {
    if (point.at("k") == 10) silhouette = point.at("silhouette").get<double>();
  }
  CHECK(silhouette == Approx(0.822).margin(0.005));
  CHECK(result.at("harmony").get<double>() == Approx(0.595).margin(0.01));
  CHECK(result.at("harmonyOfSizes").get<double>() == Approx(0.837).margin(0.002));
  CHECK(result.at("nullDistribution").at("mean").get<double>() == Approx(0.806).margin(0.003));
  CHECK(result.at("nullDistribution").at("pValue").get<double>() < 0.005);
  CHECK(agreement(result, "chosen option") == Approx(0.76).margin(0.005));
  CHECK(agreement(result, "key") == Approx(0.59).margin(0.005));
  CHECK(agreement(result, "category") == Approx(0.03).margin(0.005));
  CHECK(result.at("audit").at("explainedBy") == "chosen option");
}

TEST_CASE("all 18 models agree with numpy and scikit-learn", "[slow]") {
  Session session;
  if (!load(session)) return;
  const auto expected = golden();
  int compared_at_k = 0;
  int compared_choice = 0;
  for (const auto& [name, model] : expected.at("models").items()) {
    INFO(name);
    AnalysisParameters parameters;
    parameters.null_draws = 99;
    parameters.bootstrap_draws = 99;
    parameters.detail = false;
    const std::size_t index = model_named(session, name);
    const auto result = finish_job(session, session.start_analysis(0, index, parameters));
    CHECK(result.at("accuracy").at("value").get<double>() == Approx(model.at("accuracy").get<double>()).margin(1e-6));
    CHECK(result.at("flooredCells") == model.at("below_floor"));
    const auto& eigenvalues = model.at("eigenvalues");
    for (std::size_t e = 0; e < eigenvalues.size() && e < result.at("eigenvalues").size(); ++e) {
      CHECK(result.at("eigenvalues")[e].get<double>() == Approx(eigenvalues[e].get<double>()).margin(1e-5));
    }
    // Where nothing random is left (same partition for 5 seeds, two eigensolvers and 40 starts): the strong check.
    for (const auto& stable : model.at("stable_k")) {
      const auto t = static_cast<std::size_t>(stable.get<int>() - expected.at("k_values")[0].get<int>());
      for (const auto& point : result.at("silhouetteCurve")) {
        if (point.at("k") != stable) continue;
        INFO("k = " << stable);
        CHECK(point.at("silhouette").get<double>() ==
              Approx(model.at("by_k").at("silhouette")[t].get<double>()).margin(1e-4));
        CHECK(point.at("harmony").get<double>() == Approx(model.at("by_k").at("H")[t].get<double>()).margin(1e-4));
        ++compared_at_k;
      }
    }
    const double tolerance = model.at("tolerance_at_k").at("H").get<double>();
    if (tolerance < 0.02 && every_seed_chose(model)) {
      CHECK(result.at("k") == model.at("k"));
      CHECK(result.at("harmony").get<double>() == Approx(model.at("H").get<double>()).margin(0.02));
      CHECK(result.at("harmonyOfSizes").get<double>() == Approx(model.at("H_size").get<double>()).margin(0.02));
      ++compared_choice;
    }
    // At the golden k, whatever k was chosen.
    for (const auto& point : result.at("silhouetteCurve")) {
      if (point.at("k") != model.at("k") || tolerance >= 0.02) continue;
      CHECK(point.at("harmony").get<double>() == Approx(model.at("H").get<double>()).margin(0.02));
    }
  }
  CHECK(compared_at_k >= 60);
  CHECK(compared_choice >= 9);
}
