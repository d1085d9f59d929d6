// What an analysis reuses of earlier ones changes no number: the text of the result is the same as from a session that
// computes it for the first time.
#include <algorithm>

#include "session_driver.hpp"

using namespace harmonograph;

namespace {

std::string text_of_job(Session& session, const Result<std::uint32_t>& started, std::size_t* steps = nullptr) {
  INFO((started ? "" : started.error().message));
  REQUIRE(started.ok());
  std::size_t count = 0;
  for (bool done = false; !done; ++count) {
    const auto status = session.step(*started);
    REQUIRE(status.ok());
    done = status->done;
  }
  const auto result = session.result(*started);
  REQUIRE(result.ok());
  session.drop_job(*started);
  if (steps != nullptr) *steps = count;
  return *result;
}

std::string analysis_text(Session& session, const AnalysisParameters& parameters, std::size_t* steps = nullptr) {
  return text_of_job(session, session.start_analysis(0, 0, parameters), steps);
}

std::string fresh_text(const AnalysisParameters& parameters) {
  Session session;
  REQUIRE(session.load_example(1).ok());
  return analysis_text(session, parameters);
}

AnalysisParameters defaults() {
  AnalysisParameters parameters;
  parameters.starts = 5;
  parameters.null_draws = 199;
  parameters.bootstrap_draws = 199;
  return parameters;
}

}  // namespace

TEST_CASE("another b takes one step, and every number is as from a fresh session") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  std::size_t steps = 0;
  analysis_text(session, defaults(), &steps);
  CHECK(steps > 90);
  for (const double b : {0.05, 0.1, 0.33, 0.0}) {
    AnalysisParameters parameters = defaults();
    parameters.bandwidth = b;
    INFO("b = " << b);
    const std::string text = analysis_text(session, parameters, &steps);
    CHECK(steps == 1);
    CHECK(text == fresh_text(parameters));
  }
}

TEST_CASE("other k, seed, tau and draws give what a fresh session gives, in any order", "[slow]") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  analysis_text(session, defaults());
  std::vector<AnalysisParameters> changes;
  const auto change = [&](auto set) {
    AnalysisParameters parameters = defaults();
    set(parameters);
    changes.push_back(parameters);
  };
  change([](auto& p) { p.subdomains = 7; });
  change([](auto& p) { p.subdomains = 7, p.bandwidth = 0.2; });
  change([](auto& p) { p.subdomains = 1; });
  change([](auto& p) { p.subdomains = 25; });
  change([](auto& p) { p.seed = 2; });
  change([](auto& p) { p.tau = 2; });
  change([](auto& p) { p.subdomains = 5; });  // the operator of tau = 1 has left
  change([](auto& p) { p.null_draws = 50, p.bootstrap_draws = 300; });
  change([](auto& p) { p.null_draws = 0, p.bootstrap_draws = 0; });
  change([](auto& p) { p.silhouette = SilhouetteDistance::divergence; });
  change([](auto& p) { p.largest_k = 8; });
  change([](auto& p) { p.floor = 1e-3; });
  change([](auto& p) { p.order_free = true; });
  change([](auto& p) { p.starts = 3; });
  change([](auto& p) { p.detail = false; });
  change([](auto& p) { p.partition = PartitionSource::similarity_shared; });
  change([](auto& p) { p.partition = PartitionSource::responses; });
  change([](auto& p) { p.partition = PartitionSource::attribute, p.attribute = "domain"; });
  change([](auto& p) { p.partition = PartitionSource::attribute, p.attribute = "domain", p.bandwidth = 0.3; });
  change([](auto& p) { p.partition = PartitionSource::attribute, p.attribute = "domain", p.tau = 2; });
  std::vector<std::string> fresh;
  for (const auto& parameters : changes) fresh.push_back(fresh_text(parameters));
  for (int round = 0; round < 2; ++round) {
    for (std::size_t c = 0; c < changes.size(); ++c) {
      INFO("round " << round << ", change " << c);
      CHECK(analysis_text(session, changes[c]) == fresh[c]);
    }
  }
}

TEST_CASE("another k reuses the partitions of the sweep") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  std::size_t all = 0;
  analysis_text(session, defaults(), &all);
  AnalysisParameters other = defaults();
  other.subdomains = 6;
  std::size_t steps = 0;
  analysis_text(session, other, &steps);
  // 25 steps are the stability (five seeds of five starts); k-means for 19 k alone would be 95.
  CHECK(steps < 90);
  CHECK(steps < all / 2);
  analysis_text(session, defaults(), &steps);
  CHECK(steps == 1);
}

TEST_CASE("the sensitivity analysis gives the same from the cache, and leaves its own parts there", "[slow]") {
  const auto sensitivity = [](Session& session, std::size_t* steps) {
    return text_of_job(session, session.start_sensitivity(0, 0, defaults()), steps);
  };
  Session fresh;
  REQUIRE(fresh.load_example(1).ok());
  std::size_t first = 0;
  const std::string expected = sensitivity(fresh, &first);
  Session session;
  REQUIRE(session.load_example(1).ok());
  analysis_text(session, defaults());
  std::size_t steps = 0;
  CHECK(sensitivity(session, &steps) == expected);
  CHECK(steps < first);
  CHECK(sensitivity(session, &steps) == expected);
  CHECK(steps < 20);
  // Seed 3 was swept.
  AnalysisParameters third = defaults();
  third.seed = 3;
  CHECK(analysis_text(session, third) == fresh_text(third));
}

TEST_CASE("other files are other data: nothing of before is used") {
  std::string table = "model,item,score,topic\n";
  std::string other = table;
  for (int i = 0; i < 60; ++i) {
    const std::string head = "A,q" + std::to_string(i) + ",";
    table += head + std::to_string(i % 2) + (i < 30 ? ",law\n" : ",art\n");
    other += head + std::to_string(i % 3 == 0) + (i < 20 ? ",law\n" : ",art\n");
  }
  AnalysisParameters by_topic = defaults();
  by_topic.partition = PartitionSource::attribute;
  by_topic.attribute = "topic";
  Session session;
  load_bytes(session, 1, "a.csv", table);
  const std::string before = analysis_text(session, by_topic);
  session.remove_file(1);
  load_bytes(session, 1, "a.csv", other);
  const std::string after = analysis_text(session, by_topic);
  CHECK(before != after);
  Session fresh;
  load_bytes(fresh, 1, "a.csv", other);
  CHECK(analysis_text(fresh, by_topic) == after);
}

TEST_CASE("jobs that run at the same time do not disturb each other") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  AnalysisParameters second = defaults();
  second.tau = 2;
  const auto a = session.start_analysis(0, 0, defaults());
  const auto b = session.start_analysis(0, 0, second);
  const auto c = session.start_analysis(0, 0, defaults());
  REQUIRE(a.ok());
  REQUIRE(b.ok());
  REQUIRE(c.ok());
  bool running = true;
  while (running) {
    running = false;
    for (const auto job : {*a, *b, *c}) {
      const auto status = session.step(job);
      REQUIRE(status.ok());
      running = running || !status->done;
    }
  }
  CHECK(*session.result(*a) == fresh_text(defaults()));
  CHECK(*session.result(*b) == fresh_text(second));
  CHECK(*session.result(*c) == *session.result(*a));
}

TEST_CASE("an automatic number of starts is that of the data, whoever asked for the data first") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  analysis_text(session, defaults());  // starts = 5
  AnalysisParameters automatic = defaults();
  automatic.starts = 0;
  const auto result = nlohmann::json::parse(analysis_text(session, automatic));
  CHECK(result["parameters"]["starts"].get<int>() >= 10);
  CHECK(result.dump() == nlohmann::json::parse(fresh_text(automatic)).dump());
}
