// Expected numbers: those of an own analysis of each setting (harmony/analysis.hpp, which its own tests hold against
// other software), or by hand.
#include "study/robustness.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "formats/file_observations.hpp"
#include "harmony/run_job.hpp"
#include "study/refused_text.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

/// 120 items of four domains, two of which the first model does badly; distributions for it; `models` models.
Dataset uneven(std::size_t models = 1, std::uint64_t seed = 1) {
  Random random(seed, 5);
  Dataset dataset;
  Benchmark& benchmark = dataset.benchmarks.emplace_back();
  benchmark.name = "B";
  const std::size_t items = 120;
  benchmark.scores = Matrix(models, items);
  Matrix distributions(items, 4);
  ItemAttribute topic{"topic", {}};
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t domain = i % 4;
    benchmark.item_ids.push_back("i" + std::to_string(i));
    topic.values.push_back("t" + std::to_string(domain));
    std::vector<double> concentration(4, 1);
    concentration[domain] = 12;
    const auto drawn = random.dirichlet(concentration);
    std::copy(drawn.begin(), drawn.end(), distributions.row(i).begin());
    for (std::size_t m = 0; m < models; ++m) {
      const double p = domain < 2 ? 0.95 : 0.3;
      benchmark.scores(m, i) = random.uniform() < p ? 1 : 0;
    }
  }
  benchmark.attributes.push_back(topic);
  benchmark.option_counts.assign(items, 4);
  benchmark.keys.assign(items, -1);
  for (std::size_t m = 0; m < models; ++m) {
    dataset.models.push_back({"M" + std::to_string(m), {}});
    benchmark.choices.emplace_back();
  }
  benchmark.choices[0].push_back({"p", ChoiceKind::probability, distributions});
  return dataset;
}

Json asked(const Json& analysis, std::size_t draws = 39) {
  return {{"benchmark", 0}, {"model", 0}, {"analysis", analysis}, {"draws", draws}};
}

std::size_t count_of(const Json& settings, const char* name, double value) {
  return static_cast<std::size_t>(
      std::count_if(settings.begin(), settings.end(), [&](const Json& setting) { return setting[name] == value; }));
}

}  // namespace

TEST_CASE("Robustness: every setting is what an analysis with those parameters finds") {
  const Dataset dataset = uneven();
  const Json analysis = {{"partition", "similarity"}, {"largestK", 8}, {"starts", 3}, {"bandwidth", 0.15}, {"seed", 4}};
  const Json result = ask("robustness", dataset, asked(analysis));
  // tau x bandwidth x seed x shifts: 4 x 4 (.15 is the user's own) x 3 x at most 5.
  const Json& settings = result["settings"];
  REQUIRE(settings.size() > 4 * 4 * 3);
  CHECK(settings.size() <= 4 * 4 * 3 * 5);
  std::size_t changed = 0;
  for (const Json& setting : settings) changed += setting["conclusion"] != result["base"]["conclusion"] ? 1 : 0;
  CHECK(result["changed"] == changed);
  CHECK(result["base"]["tau"] == 1);
  CHECK(result["base"]["bandwidth"] == 0.15);
  CHECK(result["base"]["seed"] == 4);
  CHECK(result["base"]["kShift"] == 0);
  CHECK(result["base"]["conclusion"] == "below chance");
  CHECK(std::count(settings.begin(), settings.end(), result["base"]) == 1);
  for (const double b : {0.05, 0.1, 0.15, 0.2}) CHECK(count_of(settings, "bandwidth", b) == settings.size() / 4);
  // Some of the settings by an analysis of their own.
  for (std::size_t s = 0; s < settings.size(); s += 41) {
    const Json& setting = settings[s];
    AnalysisParameters parameters = *parse_analysis_parameters(analysis.dump());
    parameters.tau = setting["tau"].get<double>();
    parameters.bandwidth = setting["bandwidth"].get<double>();
    parameters.seed = setting["seed"].get<std::uint64_t>();
    parameters.bootstrap_draws = 0;
    parameters.detail = false;
    parameters.null_draws = 39;
    const std::size_t chosen = analyse(dataset, 0, parameters).k;
    CHECK(setting["k"].get<int>() == static_cast<int>(chosen) + setting["kShift"].get<int>());
    parameters.subdomains = setting["k"].get<std::uint32_t>();
    const HarmonyResult expected = analyse(dataset, 0, parameters);
    CHECK(setting["harmony"].get<double>() == Approx(*expected.harmony).epsilon(1e-12));
    // The shuffles are those of the user's seed in every setting.
    if (setting["seed"] == 4) {
      CHECK(setting["chance"].get<double>() == Approx(expected.null_distribution->mean).epsilon(1e-12));
      CHECK(setting["pValue"].get<double>() == Approx(expected.null_distribution->p_value).epsilon(1e-12));
    }
  }
}

TEST_CASE("Robustness: the cache changes nothing, and a second run needs no partitions") {
  const Dataset dataset = uneven();
  const Json parameters = asked({{"partition", "similarity"}, {"largestK", 5}, {"starts", 2}});
  const Json fresh = ask("robustness", dataset, parameters);
  auto cache = std::make_shared<AnalysisCache>();
  for (int run = 0; run < 2; ++run) {
    auto work = start_study("robustness", StudyData{dataset, cache}, parameters.dump());
    REQUIRE(work.ok());
    finish(**work);
    CHECK(Json::parse((*work)->result_json()) == fresh);
  }
}

TEST_CASE("Robustness: for a column only the bandwidth varies") {
  const Json result = ask("robustness", uneven(), asked({{"partition", "attribute:topic"}, {"bandwidth", 0.1}}, 199));
  REQUIRE(result["settings"].size() == 3);
  for (const Json& setting : result["settings"]) {
    CHECK(setting["k"] == 4);
    CHECK(setting["kShift"] == 0);
    CHECK(setting["conclusion"] == "below chance");
    CHECK(setting["pValue"].get<double>() == Approx(1.0 / 200));
  }
  CHECK(result["changed"] == 0);
  CHECK(result["base"] == result["settings"][1]);
}

TEST_CASE("Robustness: a bandwidth from the data is one of the values") {
  const Dataset dataset = uneven();
  double means[4] = {};
  for (std::size_t i = 0; i < 120; ++i) means[i % 4] += dataset.benchmarks[0].scores(0, i) / 30;
  const double centre = (means[0] + means[1] + means[2] + means[3]) / 4;
  double deviation = 0;
  for (const double value : means) deviation += std::fabs(value - centre) / 4;
  const Json result = ask("robustness", dataset, asked({{"partition", "attribute:topic"}, {"bandwidth", 0}}));
  CHECK(result["base"]["bandwidth"].get<double>() == Approx(deviation));
  CHECK(result["settings"].size() == 4);
}

TEST_CASE("Robustness: directions have no tau") {
  const Json result = ask("robustness", uneven(12), asked({{"partition", "directions"}, {"largestK", 4}}, 19));
  REQUIRE_FALSE(result["settings"].empty());
  CHECK(count_of(result["settings"], "tau", 1) == result["settings"].size());
  CHECK(result["settings"].size() >= 3 * 3 * 2);
}

TEST_CASE("Robustness: a k that was asked for, and one subdomain") {
  const Json result =
      ask("robustness", uneven(), asked({{"partition", "similarity"}, {"subdomains", 1}, {"largestK", 4}}, 19));
  CHECK(result["base"]["k"] == 1);
  CHECK(result["base"]["conclusion"] == "undefined");
  CHECK(result["base"]["harmony"].is_null());
  CHECK(result["base"]["pValue"].is_null());
  // k = 1, 2, 3 in every combination of 4 tau, 3 bandwidths and 3 seeds.
  REQUIRE(result["settings"].size() == 4 * 3 * 3 * 3);
  CHECK(result["changed"] == 4 * 3 * 3 * 2);
  for (const Json& by : result["by"]) {
    if (by["parameter"] == "kShift" && by["value"] == 0) {
      CHECK(by["low"].is_null());
      CHECK(by["median"].is_null());
    }
  }
}

TEST_CASE("Robustness: summaries by hand") {
  Robustness robustness;
  robustness.base.conclusion = Conclusion::below_chance;
  const auto add = [&](double tau, int shift, double harmony, Conclusion conclusion) {
    RobustnessSetting setting;
    setting.tau = tau;
    setting.k_shift = shift;
    setting.harmony = harmony;
    setting.conclusion = conclusion;
    robustness.settings.push_back(setting);
  };
  add(1, 0, 0.5, Conclusion::below_chance);
  add(1, 1, 0.7, Conclusion::like_chance);
  add(2, 0, 0.4, Conclusion::below_chance);
  add(2, 1, NAN, Conclusion::undefined);
  add(2, -1, 0.6, Conclusion::like_chance);
  summarise(robustness);
  CHECK(robustness.changed == 3);
  // tau 1, 2; one bandwidth; one seed; shifts -1, 0, 1.
  REQUIRE(robustness.by.size() == 7);
  CHECK(robustness.by[1].value == 2);
  CHECK(robustness.by[1].settings == 3);
  CHECK(robustness.by[1].changed == 2);
  CHECK(robustness.by[1].low == 0.4);
  CHECK(robustness.by[1].median == 0.5);
  CHECK(robustness.by[1].high == 0.6);
  CHECK(std::string(robustness.by[4].parameter) == "kShift");
  CHECK(robustness.by[4].value == -1);
  CHECK(robustness.by[6].high == 0.7);
}

TEST_CASE("Robustness: all scores equal, and parameters that are wrong") {
  Dataset dataset = uneven();
  for (double& score : dataset.benchmarks[0].scores.values()) score = 1;
  const Json result = ask("robustness", dataset, asked({{"partition", "attribute:topic"}}));
  CHECK(result["base"]["harmony"].get<double>() == Approx(1));
  CHECK(result["base"]["pValue"] == 1);
  CHECK(result["base"]["conclusion"] == "like chance");
  for (const char* text : {"", "{}", R"({"benchmark": 0, "model": 1})", R"({"benchmark": 0, "model": 0, "draws": 1})",
                           R"({"benchmark": 0, "model": 0, "analysis": {"seed": -1}})"}) {
    CHECK(refused_text("robustness", dataset, text).code == ErrorCode::invalid_argument);
  }
  CHECK(refused_text("robustness", dataset, R"({"benchmark": 0, "model": 0, "analysis": {"partition": "responses"}})")
            .code == ErrorCode::too_few_models);
}
