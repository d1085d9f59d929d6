// Expected numbers: tests/golden/study/comparison.json (numpy, scipy), or by hand.
#include "study/comparison.hpp"

#include "study/comparison_golden.hpp"
#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

Json by_group(std::size_t first, std::size_t second) {
  return {{"benchmark", 0}, {"first", first}, {"second", second}, {"analysis", {{"partition", "attribute:group"}}}};
}

void check_group(const Json& found, const Json& expected) {
  CHECK(found["items"] == expected["items"]);
  CHECK(found["firstOnly"] == expected["firstOnly"]);
  CHECK(found["secondOnly"] == expected["secondOnly"]);
  for (const char* name : {"first", "second", "difference", "effect"}) {
    CHECK(found[name].get<double>() == Approx(expected[name].get<double>()).epsilon(1e-10));
  }
  CHECK(found["interval"]["low"].get<double>() == Approx(expected["low"].get<double>()).margin(1e-9));
  CHECK(found["interval"]["high"].get<double>() == Approx(expected["high"].get<double>()).margin(1e-9));
}

void check_groups(const Json& found, const Json& expected) {
  REQUIRE(found["groups"].size() == expected["parts"].size());
  for (const Json& part : expected["parts"]) {
    const std::string name = "g" + std::to_string(part["group"].get<int>());
    bool seen = false;
    for (const Json& group : found["groups"]) {
      if (group["name"] != name) continue;
      seen = true;
      check_group(group, part);
      CHECK(group["test"]["pValue"].get<double>() == Approx(part["p"].get<double>()).epsilon(1e-9));
      CHECK(group["test"]["adjusted"].get<double>() == Approx(part["adjusted"].get<double>()).epsilon(1e-9));
    }
    CHECK(seen);
  }
  CHECK(found["heterogeneity"]["q"].get<double>() == Approx(expected["heterogeneity"]["q"].get<double>()));
  CHECK(found["heterogeneity"]["degrees"] == expected["heterogeneity"]["degrees"]);
  CHECK(found["heterogeneity"]["pValue"].get<double>() == Approx(expected["heterogeneity"]["pValue"].get<double>()));
}

}  // namespace

TEST_CASE("compare: 0/1 scores") {
  const Json& golden = comparison_golden()["binary"];
  const Dataset dataset = dataset_of_rows(golden["scores"], golden["groups"]);
  const Json found = ask("compare", dataset, by_group(0, 4));
  CHECK(found["graded"] == false);
  CHECK(found["items"] == golden["overall"]["items"]);
  CHECK(found["leftOut"] == 150 - golden["overall"]["items"].get<int>());
  check_group(found["overall"], golden["overall"]);
  CHECK(found["overall"]["name"] == "All items");
  CHECK(found["overall"]["subdomain"].is_null());
  CHECK(found["overall"]["method"] == "McNemar, exact");
  CHECK(found["overall"]["test"]["pValue"].get<double>() == Approx(golden["overall"]["p"].get<double>()));
  CHECK(found["overall"]["oddsRatio"].get<double>() == Approx(30.0 / 14));
  CHECK(found["agreement"].get<double>() == Approx(golden["agreement"].get<double>()));
  CHECK(found["partitionError"].is_null());
  check_groups(found, golden);
  REQUIRE(found["differing"].size() == 44);
  std::size_t last = 0;
  for (const Json& item : found["differing"]) {
    const auto index = item["item"].get<std::size_t>();
    CHECK(index >= last);
    last = index;
    CHECK(item["first"] == golden["scores"][0][index]);
    CHECK(item["second"] == golden["scores"][4][index]);
    const auto subdomain = item["subdomain"].get<std::size_t>();
    CHECK(found["groups"][subdomain]["name"] == "g" + std::to_string(golden["groups"][index].get<int>()));
  }
}

TEST_CASE("compare: graded scores") {
  const Json& golden = comparison_golden()["graded"];
  const Dataset dataset = dataset_of_rows(golden["scores"], golden["groups"]);
  const Json found = ask("compare", dataset, by_group(0, 1));
  CHECK(found["graded"] == true);
  check_group(found["overall"], golden["overall"]);
  CHECK(found["overall"]["method"] == "paired permutation");
  CHECK(found["overall"]["oddsRatio"].is_null());
  // Random flips on both sides: each p has the standard error sqrt(p (1 - p) / draws).
  const double p = golden["overall"]["p"].get<double>();
  CHECK(found["overall"]["test"]["pValue"].get<double>() ==
        Approx(p).margin(4 * std::sqrt(p * (1 - p) * (1.0 / 9999 + 1.0 / 99999)) + 1e-4));
  check_groups(found, golden);
  double last = 1;
  for (const Json& item : found["differing"]) {
    const double distance = std::fabs(item["first"].get<double>() - item["second"].get<double>());
    CHECK(distance <= last);
    last = distance;
  }
  CHECK(ask("compare", dataset, by_group(0, 1)) == found);
}

TEST_CASE("compare: without a partition the overall comparison is still there") {
  const Json& golden = comparison_golden()["binary"];
  const Dataset dataset = dataset_of_rows(golden["scores"], Json::array());
  const Json found = ask("compare", dataset, by_group(0, 4));
  CHECK(found["groups"].empty());
  CHECK(found["heterogeneity"].is_null());
  CHECK(found["partitionError"].get<std::string>().find("group") != std::string::npos);
  check_group(found["overall"], golden["overall"]);
  CHECK(found["differing"][0]["subdomain"].is_null());
}

TEST_CASE("compare: models that never differ, a single item, and what is refused") {
  const Dataset same = dataset_of_rows(Json{{1, 0, 1, 1}, {1, 0, 1, 1}, {nullptr, 1, nullptr, nullptr}}, Json::array());
  const Json found = ask("compare", same, {{"benchmark", 0}, {"first", 0}, {"second", 1}});
  CHECK(found["overall"]["test"]["pValue"] == 1);
  CHECK(found["overall"]["effect"].is_null());
  CHECK(found["overall"]["oddsRatio"].is_null());
  CHECK(found["overall"]["interval"].is_null());
  CHECK(found["agreement"] == 1);
  CHECK(found["differing"].empty());
  const Json one = ask("compare", same, {{"benchmark", 0}, {"first", 2}, {"second", 0}});
  CHECK(one["items"] == 1);
  CHECK(one["leftOut"] == 3);
  CHECK(one["overall"]["difference"] == 1);
  CHECK(one["overall"]["oddsRatio"] == 3);  // 1.5 / .5
  CHECK(one["overall"]["interval"].is_null());
  CHECK(refusal("compare", same, {{"benchmark", 0}, {"first", 1}, {"second", 1}}).code == ErrorCode::invalid_argument);
  CHECK(refusal("compare", same, {{"benchmark", 0}, {"first", 0}, {"second", 3}}).code == ErrorCode::invalid_argument);
  CHECK(refusal("compare", same, {{"benchmark", 1}, {"first", 0}, {"second", 1}}).code == ErrorCode::invalid_argument);
  CHECK(refusal("compare", same, {{"benchmark", 0}, {"first", 0}}).code == ErrorCode::invalid_argument);
  const Dataset apart = dataset_of_rows(Json{{1, nullptr}, {nullptr, 0}}, Json::array());
  CHECK(refusal("compare", apart, {{"benchmark", 0}, {"first", 0}, {"second", 1}}).code == ErrorCode::no_shared_items);
}
