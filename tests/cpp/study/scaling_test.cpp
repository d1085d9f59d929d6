// Expected numbers: tests/golden/study/comparison.json (scipy.stats.linregress, pearsonr, spearmanr), or by hand.
#include "study/scaling.hpp"

#include "study/comparison_golden.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

Dataset empty_dataset(std::size_t benchmarks, std::size_t models) {
  Dataset dataset;
  dataset.benchmarks.resize(benchmarks);
  dataset.models.resize(models);
  return dataset;
}

void check_correlation(const Json& found, const Json& expected) {
  CHECK(found["value"].get<double>() == Approx(expected["value"].get<double>()));
  CHECK(found["pValue"].get<double>() == Approx(expected["pValue"].get<double>()));
  CHECK(found["interval"]["low"].get<double>() == Approx(expected["low"].get<double>()));
  CHECK(found["interval"]["high"].get<double>() == Approx(expected["high"].get<double>()));
}

void check_trend(const Json& found, const Json& expected) {
  CHECK(found["reason"] == "");
  CHECK(found["slope"].get<double>() == Approx(expected["slope"].get<double>()));
  CHECK(found["intercept"].get<double>() == Approx(expected["intercept"].get<double>()));
  CHECK(found["slopeInterval"]["low"].get<double>() == Approx(expected["low"].get<double>()));
  CHECK(found["slopeInterval"]["high"].get<double>() == Approx(expected["high"].get<double>()));
  if (expected.contains("pearson")) check_correlation(found["pearson"], expected["pearson"]);
  if (expected.contains("spearman")) check_correlation(found["spearman"], expected["spearman"]);
}

Json cell(int benchmark, int model, const Json& harmony) {
  return {{"benchmark", benchmark}, {"model", model}, {"harmony", harmony}, {"accuracy", 0.5}, {"items", 10}};
}

Json fact(int model, const char* family, const Json& parameters) {
  return {{"model", model}, {"family", family}, {"parameters", parameters}, {"tokens", nullptr}};
}

}  // namespace

TEST_CASE("scaling by family") {
  const Json& golden = comparison_golden()["scaling"];
  const Json found =
      ask("scaling", empty_dataset(2, 9),
          {{"cells", golden["cells"]}, {"facts", golden["facts"]}, {"x", "parameters"}, {"y", "harmony"}});
  CHECK(found["shared"] == true);
  CHECK(found["benchmarks"] == Json{0, 1});
  CHECK(found["points"].size() == 9);
  CHECK(found["leftOut"].empty());
  REQUIRE(found["families"].size() == 3);
  check_trend(found["families"][0], golden["A"]);
  check_trend(found["families"][1], golden["B"]);
  check_trend(found["all"], golden["all"]);
  CHECK(found["families"][1]["pearson"]["interval"].is_null());  // 3 pairs
  CHECK(found["families"][2]["family"] == "C");
  CHECK(found["families"][2]["slope"].is_null());
  CHECK(found["families"][2]["pearson"].is_null());
  CHECK(found["families"][2]["reason"].get<std::string>().find("2 models") != std::string::npos);
  const Json accuracy =
      ask("scaling", empty_dataset(2, 9), {{"cells", golden["cells"]}, {"facts", golden["facts"]}, {"y", "accuracy"}});
  CHECK(accuracy["all"]["slope"].get<double>() == Approx(0).margin(1e-12));
  CHECK(accuracy["all"]["pearson"]["value"].is_null());  // every accuracy is .5
}

TEST_CASE("scaling: shared benchmarks, and points without any in common") {
  Json cells{cell(0, 0, 0.5), cell(1, 0, 0.9), cell(1, 1, 0.7), cell(2, 1, 0.1), cell(1, 2, 0.6), cell(0, 2, nullptr)};
  const Json facts{fact(2, "A", 4e9), fact(0, "A", 1e9), fact(1, "", 2e9), fact(3, "A", nullptr), fact(4, "A", 1e9)};
  const Json shared = ask("scaling", empty_dataset(3, 6), {{"cells", cells}, {"facts", facts}});
  CHECK(shared["shared"] == true);
  CHECK(shared["benchmarks"] == Json{1});
  CHECK(shared["points"][0]["y"] == 0.9);
  CHECK(shared["points"][1]["y"] == 0.7);
  CHECK(shared["points"][1]["benchmarks"] == 1);
  CHECK(shared["families"].back()["family"] == "");
  CHECK(shared["all"]["models"] == 3);
  REQUIRE(shared["leftOut"].size() == 2);
  CHECK(shared["leftOut"][0]["model"] == 3);
  CHECK(shared["leftOut"][0]["reason"] == "Its size is not known.");
  CHECK(shared["leftOut"][1]["reason"] == "It has no HARMONY.");
  // A model with cells of which nobody says the size is named, too.
  cells.push_back(cell(2, 5, 0.4));
  cells.erase(4);
  cells.push_back(cell(2, 2, 0.3));
  const Json apart = ask("scaling", empty_dataset(3, 6), {{"cells", cells}, {"facts", facts}});
  CHECK(apart["shared"] == false);
  CHECK(apart["benchmarks"] == Json{0, 1, 2});
  CHECK(apart["points"][0]["y"].get<double>() == Approx(0.7));
  CHECK(apart["points"][0]["benchmarks"] == 2);
  CHECK(apart["leftOut"].back()["model"] == 5);
}

TEST_CASE("scaling: one size, nothing at all, and what is refused") {
  const Json cells{cell(0, 0, 0.5), cell(0, 1, 0.6), cell(0, 2, 0.7)};
  const Json same{fact(0, "A", 7e9), fact(1, "A", 7e9), fact(2, "A", 7e9)};
  const Json found = ask("scaling", empty_dataset(1, 3), {{"cells", cells}, {"facts", same}});
  CHECK(found["all"]["slope"].is_null());
  CHECK(found["all"]["reason"].get<std::string>().find("same size") != std::string::npos);
  const Json none = ask("scaling", empty_dataset(1, 3), {{"cells", Json::array()}, {"facts", Json::array()}});
  CHECK(none["points"].empty());
  CHECK(none["shared"] == false);
  CHECK(none["all"]["models"] == 0);
  const Dataset dataset = empty_dataset(1, 3);
  for (const Json& bad : {Json{{"cells", cells}}, Json{{"cells", cells}, {"facts", same}, {"x", "size"}},
                          Json{{"cells", cells}, {"facts", Json{fact(3, "A", 1)}}},
                          Json{{"cells", cells}, {"facts", Json{fact(0, "A", "7B")}}},
                          Json{{"cells", cells}, {"facts", Json{fact(0, "A", 1), fact(0, "A", 1)}}},
                          Json{{"cells", Json{cell(0, 0, 1.5)}}, {"facts", same}}}) {
    CHECK(refusal("scaling", dataset, bad).code == ErrorCode::invalid_argument);
  }
}
