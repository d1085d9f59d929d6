#include "irt/prediction.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/random.hpp"
#include "irt/baselines.hpp"
#include "irt/cross_validation.hpp"
#include "irt/response_simulation.hpp"

using namespace harmonograph;

namespace {

ResponseData from_rows(const std::vector<std::vector<float>>& rows) {
  ResponseData responses(rows.size(), rows[0].size());
  for (std::size_t m = 0; m < rows.size(); ++m) {
    for (std::size_t i = 0; i < rows[m].size(); ++i) responses.set(m, i, rows[m][i]);
  }
  return responses;
}

std::vector<float> learn_and_predict(CellPredictor& predictor, std::size_t model, std::size_t items) {
  for (;;) {
    const auto share = predictor.step();
    REQUIRE(share.ok());
    if (*share == 1) break;
  }
  std::vector<float> probability(items);
  predictor.predict(model, probability);
  return probability;
}

PredictionResult run(PredictionData data, PredictionParameters parameters) {
  auto job = PredictionJob::create(std::move(data), std::move(parameters));
  REQUIRE(job.ok());
  double progress = 0;
  for (;;) {
    const auto status = (*job)->step();
    REQUIRE(status.ok());
    CHECK(status->progress >= progress - 1e-9);
    progress = status->progress;
    if (status->done) break;
  }
  return (*job)->take_result();
}

const PredictionMethod& named(const PredictionResult& result, const std::string& code) {
  for (const auto& method : result.methods) {
    if (method.code == code) return method;
  }
  FAIL("no method " << code);
  return result.methods[0];
}

void check_numbers(const PredictionResult& result) {
  for (const auto& method : result.methods) {
    INFO(method.code);
    CHECK(std::isfinite(method.log_loss));
    CHECK(method.log_loss > 0);
    CHECK(method.accuracy >= 0);
    CHECK(method.accuracy <= 1);
    CHECK(std::isfinite(method.brier));
    CHECK(std::isfinite(method.calibration_error));
    std::size_t cells = 0;
    for (const auto& point : method.calibration) {
      cells += point.cells;
      CHECK(point.interval.low <= point.observed + 1e-12);
      CHECK(point.interval.high >= point.observed - 1e-12);
    }
    CHECK(cells == result.cells);
  }
}

}  // namespace

TEST_CASE("cells are dealt to folds evenly, and nothing loses all it has") {
  SimulationOptions options;
  options.models = 13;
  options.items = 200;
  options.missing_share = .7;
  auto responses = simulate_responses(options)->responses;
  for (std::size_t m = 1; m < 13; ++m) responses.set(m, 0, ResponseData::missing);
  responses.set(0, 0, 1);  // item 0: one cell
  const auto folds = cell_folds(responses, 5, 1);
  CHECK(folds(0, 0) == never_held_out);
  for (std::size_t i = 0; i < 200; ++i) {
    std::vector<std::size_t> counts(5, 0);
    std::size_t answered = 0;
    for (std::size_t m = 0; m < 13; ++m) {
      if (!responses.observed(m, i)) {
        CHECK(folds(m, i) == never_held_out);
        continue;
      }
      ++answered;
      if (folds(m, i) != never_held_out) ++counts[folds(m, i)];
    }
    for (const std::size_t count : counts) CHECK(count <= (answered + 4) / 5);
    if (answered > 1) {
      for (const std::size_t count : counts) CHECK(count < answered);
    }
  }
  for (std::size_t m = 0; m < 13; ++m) {
    std::vector<std::size_t> counts(5, 0);
    for (std::size_t i = 0; i < 200; ++i) {
      if (folds(m, i) != never_held_out) ++counts[folds(m, i)];
    }
    const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
    CHECK(*high - *low <= 8);  // of about 60 cells a model
  }
}

TEST_CASE("the mean predictor draws to the wider mean") {
  // Two models, 4 items; all means at one half: whatever the strength, one half.
  const auto level = from_rows({{1, 0, 1, 0}, {0, 1, 0, 1}});
  auto predictor = make_mean_predictor(level, {});
  for (const float p : learn_and_predict(*predictor, 0, 4)) CHECK(p == Approx(.5));
  // One model right on all of 400, one wrong on all: near 1 and 0, but not at them; and in order by group.
  ResponseData apart(2, 400);
  for (std::size_t i = 0; i < 400; ++i) {
    apart.set(0, i, 1);
    apart.set(1, i, 0);
  }
  std::vector<std::uint32_t> groups(400, 0);
  for (std::size_t i = 200; i < 400; ++i) groups[i] = 1;
  auto grouped = make_mean_predictor(apart, groups);
  const auto p = learn_and_predict(*grouped, 0, 400);
  CHECK(p[0] > .995);
  CHECK(p[0] < 1);
  std::vector<float> q(400);
  grouped->predict(1, q);
  CHECK(q[399] < .005);
  CHECK(q[399] > 0);
}

TEST_CASE("the additive predictor finds additive effects") {
  // u + d with u = theta + effect of the category, drawn by us; the expected loss of the true probabilities is the bar.
  constexpr std::size_t models = 60;
  constexpr std::size_t items = 300;
  Random random(3);
  ResponseData responses(models, items);
  std::vector<std::uint32_t> categories(items);
  std::vector<double> difficulty(items);
  for (std::size_t i = 0; i < items; ++i) {
    categories[i] = static_cast<std::uint32_t>(i % 4);
    difficulty[i] = 1.5 * random.normal();
  }
  double error = 0;
  double rasch_error = 0;
  Matrix truth(models, items);
  for (std::size_t m = 0; m < models; ++m) {
    const double theta = random.normal();
    double effect[4];
    for (double& value : effect) value = .8 * random.normal();
    for (std::size_t i = 0; i < items; ++i) {
      truth(m, i) = 1 / (1 + std::exp(-(theta + effect[i % 4] + difficulty[i])));
      responses.set(m, i, random.uniform() < truth(m, i) ? 1.0F : 0.0F);
    }
  }
  auto additive = make_additive_predictor(responses, categories);
  auto rasch = make_additive_predictor(responses, {});
  learn_and_predict(*additive, 0, items);
  learn_and_predict(*rasch, 0, items);
  std::vector<float> p(items);
  for (std::size_t m = 0; m < models; ++m) {
    additive->predict(m, p);
    for (std::size_t i = 0; i < items; ++i) error += std::pow(static_cast<double>(p[i]) - truth(m, i), 2);
    rasch->predict(m, p);
    for (std::size_t i = 0; i < items; ++i) rasch_error += std::pow(static_cast<double>(p[i]) - truth(m, i), 2);
  }
  // 75 answers for each effect and 60 for each item, p (1 - p) of .17 on average: a standard error of .42 on the logit
  // scale, .072 in probability. Without the effects (.8 on the logit scale) about .13.
  CHECK(std::sqrt(error / (models * items)) < .08);
  CHECK(std::sqrt(rasch_error / (models * items)) > .1);
}

TEST_CASE("the clustered z is the one computed by hand") {
  // Differences 2, 1, 0 on 1 cell each: total 3, mean 1, squares 1 + 0 + 1.
  CHECK(clustered_z({3, 2, 1}, {1, 1, 1}, {1, 1, 1}) == Approx(3 / std::sqrt(2.0)));
  CHECK(clustered_z({1, 1}, {1, 1}, {1, 1}) == 0);
}

TEST_CASE("the number of dimensions is found, and item response models beat the baselines") {
  SimulationOptions options;
  options.models = 50;
  options.items = 300;
  options.dimensions = 2;
  options.direction_spread = .2;
  const auto simulated = simulate_responses(options);
  PredictionData data;
  data.responses = &simulated->responses;
  data.benchmarks.assign(options.items, 0);
  data.categories = simulated->axes;
  data.groups = simulated->axes;
  data.grouping = "attribute:axis";
  PredictionParameters parameters;
  parameters.folds_used = 2;
  parameters.largest_dimension = 3;
  const auto result = run(data, parameters);
  check_numbers(result);
  CHECK(result.cells == 50 * 300 * 2 / 5);
  CHECK(result.chosen_dimensions == 2);
  CHECK(result.chosen_grouping == "attribute:axis");
  CHECK(named(result, "D2").z > 3);
  CHECK(named(result, "D3").z < 3);
  CHECK(std::isnan(named(result, "D1").z));
  CHECK(named(result, "D2").log_loss < named(result, "rasch").log_loss);
  CHECK(named(result, "rasch").log_loss < named(result, "model mean").log_loss);
  CHECK(named(result, "additive").log_loss < named(result, "rasch").log_loss);
  CHECK(named(result, "grouped D2").calibration_error < .03);

  const auto json = nlohmann::json::parse(to_json(result));
  CHECK(json["methods"][0]["code"] == "model mean");
  CHECK(json["methods"][0]["kind"] == "baseline");
  CHECK(json["methods"][0]["z"].is_null());
  CHECK(json["chosenDimensions"] == 2);
  // The same numbers again.
  parameters.folds_used = 1;
  parameters.largest_dimension = 1;
  CHECK(to_json(run(data, parameters)) == to_json(run(data, parameters)));
}

TEST_CASE("prediction stays finite on thin, constant and graded data") {
  SimulationOptions options;
  options.models = 12;
  options.items = 150;
  options.missing_share = .95;
  auto thin = simulate_responses(options)->responses;
  for (std::size_t i = 0; i < 150; ++i) thin.set(0, i, 1);  // all right
  for (std::size_t i = 0; i < 150; ++i) thin.set(1, i, 0);  // all wrong
  PredictionParameters parameters;
  parameters.folds = 3;
  parameters.largest_dimension = 2;
  std::vector<std::uint32_t> benchmarks(150, 0);
  for (std::size_t i = 0; i < 150; ++i) benchmarks[i] = i == 149 ? 2 : i % 2 == 0 ? 0 : 1;  // the last has one item
  check_numbers(run({&thin, benchmarks, {}, benchmarks, "benchmark", {}}, parameters));

  options.missing_share = 0;
  options.tries = 5;
  const auto graded = simulate_responses(options)->responses;
  check_numbers(run({&graded, benchmarks, {}, {}, "none", std::vector<double>(150, .2)}, parameters));

  const auto two = from_rows({{1, 0, 1}, {0, 0, 1}});
  const auto result = run({&two, {0, 0, 0}, {}, {}, "none", {}}, parameters);
  CHECK(result.chosen_dimensions == 1);
  check_numbers(result);

  const auto alone = from_rows({{1, -1}, {-1, 0}});
  CHECK(PredictionJob::create({&alone, {0, 0}, {}, {}, "none", {}}, parameters).error().code ==
        ErrorCode::no_responses);
  CHECK(PredictionJob::create({&two, {0, 0}, {}, {}, "none", {}}, parameters).error().code ==
        ErrorCode::invalid_argument);
}

TEST_CASE("parameters of prediction are checked") {
  const auto parameters = parse_prediction_parameters(R"({"fit":{"dimensions":2},"folds":10,"foldsUsed":2})");
  REQUIRE(parameters.ok());
  CHECK(parameters->fit == R"({"dimensions":2})");
  CHECK(parameters->folds_used == 2);
  CHECK_FALSE(parse_prediction_parameters(R"({"folds":1})").ok());
  CHECK_FALSE(parse_prediction_parameters(R"({"largestDimension":7})").ok());
  CHECK_FALSE(parse_prediction_parameters(R"({"fit":3})").ok());
}
