// The cache keeps what was used last, within its limits.
#include "harmony/analysis_cache.hpp"

#include <catch2/catch.hpp>

using namespace harmonograph;

namespace {

std::shared_ptr<const DrawsPart> draws_of(std::size_t bytes) {
  auto part = std::make_shared<DrawsPart>();
  part->groups = 1;
  part->accuracies.assign(bytes / sizeof(double), 0.5);
  return part;
}

}  // namespace

TEST_CASE("the least recently used parts leave when the memory is full") {
  AnalysisCache cache(1000);
  cache.keep("a", draws_of(400));
  cache.keep("b", draws_of(400));
  CHECK(cache.bytes() == 800);
  REQUIRE(cache.find<DrawsPart>("a"));  // now b is the older one
  cache.keep("c", draws_of(400));
  CHECK(cache.find<DrawsPart>("a"));
  CHECK_FALSE(cache.find<DrawsPart>("b"));
  CHECK(cache.find<DrawsPart>("c"));
  CHECK(cache.bytes() == 800);
}

TEST_CASE("a part larger than the cache is not taken in and pushes nothing out") {
  AnalysisCache cache(1000);
  cache.keep("a", draws_of(400));
  cache.keep("b", draws_of(1008));
  CHECK(cache.find<DrawsPart>("a"));
  CHECK_FALSE(cache.find<DrawsPart>("b"));
}

TEST_CASE("the same key is replaced; a part in use outlives its place") {
  AnalysisCache cache(1000);
  cache.keep("a", draws_of(400));
  const auto held = cache.find<DrawsPart>("a");
  cache.keep("a", draws_of(80));
  CHECK(cache.parts() == 1);
  CHECK(cache.bytes() == 80);
  CHECK(held->count() == 50);
  CHECK(cache.find<DrawsPart>("a")->count() == 10);
}

TEST_CASE("a limited number of each kind, and kinds do not meet") {
  AnalysisCache cache;
  cache.keep("0", draws_of(8));
  for (std::size_t i = 0; i < 2 * InputPart::most; ++i) {
    cache.keep<InputPart>(std::to_string(i), std::make_shared<InputPart>());
  }
  CHECK(cache.parts() == InputPart::most + 1);
  CHECK_FALSE(cache.find<InputPart>("0"));
  CHECK(cache.find<InputPart>("15"));
  CHECK(cache.find<DrawsPart>("0"));
}

TEST_CASE("keys differ in what the part depends on and in nothing else") {
  AnalysisParameters a;
  AnalysisParameters b;
  b.bandwidth = 0.3;
  b.subdomains = 5;
  b.null_draws = 7;
  b.bootstrap_draws = 7;
  b.bootstrap = BootstrapKind::reclustered;
  b.seed = 9;
  b.tau = 3;
  CHECK(input_key(0, 1, a) == input_key(0, 1, b));
  CHECK(input_key(0, 1, a) != input_key(1, 0, a));
  b.order_free = true;
  CHECK(input_key(0, 1, a) != input_key(0, 1, b));
  a.attribute = "x/1:y";
  b = a;
  b.attribute = "x";
  b.choices = "1:y";
  CHECK(input_key(0, 0, a) != input_key(0, 0, b));
  CHECK(sweep_key("", {2, 3}, a) == sweep_key("", {2, 3}, b));
  CHECK(sweep_key("", {2, 3}, a) != sweep_key("", {2, 3, 4}, a));
  b.starts = 3;
  CHECK(sweep_key("", {2, 3}, a) != sweep_key("", {2, 3}, b));
  CHECK(affinity_key("", 1) != affinity_key("", 1 + 1e-15));
}
