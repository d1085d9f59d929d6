#include "harmony/parameters.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "harmony/harmony_result.hpp"

using namespace harmonograph;

TEST_CASE("what is absent keeps its default") {
  const auto parameters = parse_analysis_parameters("{}");
  REQUIRE(parameters.ok());
  CHECK(parameters->tau == 1);
  CHECK(parameters->bandwidth == 0.1);
  CHECK(parameters->largest_k == 20);
  CHECK(parameters->partition == PartitionSource::similarity);
}

TEST_CASE("every parameter is read") {
  const auto parameters = parse_analysis_parameters(
      R"({"partition":"attribute:sub:ject","choices":"p0","orderFree":true,"tau":2,"bandwidth":0,"subdomains":5,
          "largestK":10,"silhouette":"divergence","floor":0.001,"seed":9007199254740991,"starts":3,"dimensions":4,"nullDraws":0,
          "bootstrapDraws":10,"detail":false})");
  REQUIRE(parameters.ok());
  CHECK(parameters->partition == PartitionSource::attribute);
  CHECK(parameters->attribute == "sub:ject");
  CHECK(parameters->choices == "p0");
  CHECK(parameters->order_free);
  CHECK(parameters->tau == 2);
  CHECK(parameters->bandwidth == 0);
  CHECK(parameters->subdomains == 5);
  CHECK(parameters->largest_k == 10);
  CHECK(parameters->silhouette == SilhouetteDistance::divergence);
  CHECK(parameters->floor == 0.001);
  CHECK(parameters->seed == 9007199254740991ULL);
  CHECK(parameters->starts == 3);
  CHECK(parameters->dimensions == 4);
  CHECK(parameters->null_draws == 0);
  CHECK(parameters->bootstrap_draws == 10);
  CHECK_FALSE(parameters->detail);
}

TEST_CASE("the partitions by name, there and back") {
  for (const std::string name :
       {"similarity", "similarity-shared", "responses", "directions", "attribute:directions"}) {
    const auto parameters = parse_analysis_parameters("{\"partition\":\"" + name + "\"}");
    REQUIRE(parameters.ok());
    CHECK(to_json(*parameters).find("\"partition\":\"" + name + "\"") != std::string::npos);
  }
}

TEST_CASE("a bad parameter is named with its range") {
  const std::pair<const char*, const char*> cases[] = {{R"({"tau":0})", "tau"},
                                                       {R"({"tau":"1"})", "tau"},
                                                       {R"({"bandwidth":0.0001})", "bandwidth"},
                                                       {R"({"largestK":1})", "largestK"},
                                                       {R"({"subdomains":2.5})", "subdomains"},
                                                       {R"({"seed":-1})", "seed"},
                                                       {R"({"floor":0.5})", "floor"},
                                                       {R"({"dimensions":1})", "dimensions"},
                                                       {R"({"dimensions":7})", "dimensions"},
                                                       {R"({"partition":"magic"})", "partition"},
                                                       {R"({"detail":1})", "detail"},
                                                       {R"({"partition":"attribute:"})", "partition"},
                                                       {R"({"silhouette":"x"})", "silhouette"}};
  for (const auto& [json, name] : cases) {
    INFO(json);
    const auto parameters = parse_analysis_parameters(json);
    REQUIRE_FALSE(parameters.ok());
    CHECK(parameters.error().code == ErrorCode::invalid_argument);
    CHECK(parameters.error().message.find(name) != std::string::npos);
  }
  CHECK_FALSE(parse_analysis_parameters("nonsense").ok());
  CHECK_FALSE(parse_analysis_parameters("[1]").ok());
}
