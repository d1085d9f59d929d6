// Defects of real data that are known beforehand must show in the statistics that are there to find them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "dataset/assemble.hpp"
#include "formats/table_reading.hpp"
#include "irt/classical_statistics.hpp"
#include "irt/diagnostics.hpp"
#include "irt/fitted_probabilities.hpp"
#include "irt/item_fit.hpp"
#include "irt/measures.hpp"
#include "irt/person_fit.hpp"
#include "irt/variational_estimator.hpp"

using namespace harmonograph;

namespace {

struct Loaded {
  Dataset dataset;
  ResponseSet set;
  ItemResponseFit fit;
};

Loaded load_and_fit(const std::string& path, std::size_t dimensions) {
  const std::string text = read_whole_file(shared_path(path));
  auto file = table_reading::read_text(table_format(), text, path);
  REQUIRE(file.ok());
  const LoadedFile loaded{path, &*file};
  Loaded result;
  result.dataset = assemble({&loaded, 1}).dataset;
  auto set = collect_responses(result.dataset, {}, false);
  REQUIRE(set.ok());
  result.set = std::move(*set);
  VariationalOptions options;
  options.dimensions = dimensions;
  auto fit = fit_variational(result.set.responses, options);
  REQUIRE(fit.ok());
  result.fit = std::move(*fit);
  return result;
}

std::size_t row_of(const Loaded& data, const std::string& model) {
  for (std::size_t row = 0; row < data.set.models.size(); ++row) {
    if (data.dataset.models[data.set.models[row]].name == model) return row;
  }
  FAIL("no model " << model);
  return 0;
}

}  // namespace

TEST_CASE("SAT12: item 32 has the wrong key") {
  if (!shared_data_exists("datasets/classical/SAT12_binary.csv")) return;
  const Loaded data = load_and_fit("datasets/classical/SAT12_binary.csv", 1);
  REQUIRE(data.fit.items() == 32);
  const auto r = item_rest_correlations(data.set.responses);
  std::size_t lowest = 0;
  std::size_t flattest = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    if (r[i] < r[lowest]) lowest = i;
    if (data.fit.slopes(i, 0) < data.fit.slopes(flattest, 0)) flattest = i;
  }
  CHECK(data.dataset.benchmarks[0].item_ids[data.set.items[lowest].item].find("32") != std::string::npos);
  CHECK(lowest == flattest);
  CHECK(r[lowest] < 0.1);
  CHECK(data.fit.slopes(lowest, 0) < 0.3);
  CHECK(cronbach_alpha(data.set.responses) == Approx(0.80).margin(0.03));
}

TEST_CASE("AlpacaEval 2: the constant answer that cheats the judge, a gamed model, and the baseline itself") {
  if (!shared_data_exists("datasets/alpaca_eval2/preference.csv")) return;
  const Loaded data = load_and_fit("datasets/alpaca_eval2/preference.csv", 1);
  const std::size_t null_model = row_of(data, "NullModel");
  const std::size_t gamed = row_of(data, "gpt4_gamed");
  const std::size_t baseline = row_of(data, "gpt4_1106_preview");  // compared with itself: 0.5 everywhere
  // Its wins have less to do with the instruction than those of any other model.
  const auto r = model_difficulty_correlations(data.set.responses);
  for (std::size_t m = 0; m < r.size(); ++m) {
    if (m == null_model || m == baseline) continue;
    INFO(data.dataset.models[data.set.models[m]].name);
    CHECK(r[m] > r[null_model]);
    if (m != gamed) CHECK(r[m] > r[gamed]);
  }
  CHECK(std::isnan(r[baseline]));
  const auto lz = person_fit(data.set.responses, FittedProbabilities(data.fit));
  CHECK(lz[baseline] < -10);
  CHECK(lz[gamed] < -1.96);
  // Far below the models of its own strength.
  for (std::size_t m = 0; m < lz.size(); ++m) {
    const bool as_strong = data.fit.abilities(m, 0) > 1.7 && m != null_model && m != baseline;
    if (as_strong) CHECK(lz[m] > lz[null_model] + 5);
  }
}

TEST_CASE("metabench: items with negative slopes are counted") {
  if (!shared_data_exists("datasets/metabench/sample300.csv")) return;
  const Loaded data = load_and_fit("datasets/metabench/sample300.csv", 1);
  const auto measures = measure_groups(data.dataset, data.set, data.fit, "benchmark");
  REQUIRE(measures.ok());
  std::size_t negative = 0;
  for (const auto& group : measures->groups) negative += group.negative;
  INFO(negative);
  CHECK(negative >= 3);
  CHECK(negative < data.fit.items() / 5);
}

TEST_CASE("PSN-IRT: a model that has all of MMLU right", "[.large]") {
  if (!shared_data_exists("datasets/psn_irt_12/responses.csv")) return;
  const Loaded data = load_and_fit("datasets/psn_irt_12/responses.csv", 1);
  const std::size_t model = row_of(data, "model_04");
  const auto result = diagnose(data.dataset, data.set, data.fit, "");
  REQUIRE(result.ok());
  const auto place = std::find(result->groups.begin(), result->groups.end(), "MMLU");
  REQUIRE(place != result->groups.end());
  const auto mmlu = static_cast<std::size_t>(place - result->groups.begin());
  double largest = 0;
  for (std::size_t m = 0; m < result->residual_z.rows(); ++m) {
    for (std::size_t g = 0; g < result->residual_z.columns(); ++g) {
      if (m != model || g != mmlu) largest = std::max(largest, result->residual_z(m, g));
    }
  }
  INFO(result->residual_z(model, mmlu) << " against " << largest);
  CHECK(result->residual_z(model, mmlu) > largest);
  CHECK(result->residual_z(model, mmlu) > 20);
}
