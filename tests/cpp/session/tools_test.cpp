// Files of one run together: what each of them adds to the data set.
#include <catch2/catch.hpp>

#include <cmath>
#include <filesystem>

#include "session_driver.hpp"
#include "shared_data.hpp"

using namespace harmonograph;

namespace {

void load_fixture(Session& session, std::uint32_t id, const std::string& name) {
  const SessionFile& file = load_bytes(session, id, name, read_whole_file(std::filesystem::path(FIXTURES_DIR) / name));
  INFO(name);
  if (file.error) FAIL(file.error->message);
}

const Note* note(const std::vector<Note>& notes, const std::string& code) {
  for (const Note& each : notes) {
    if (each.code == code) return &each;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the files of a HELM run: the model of the specification, options and texts of the instances") {
  const std::string run = "helm/toy-bench:subject=toys,method=multiple_choice_joint,model=toy_toy-7b/";
  Session session;
  std::uint32_t id = 1;
  for (const char* name : {"display_predictions.json", "instances.json", "per_instance_stats.json", "run_spec.json",
                           "scenario.json", "stats.json"}) {
    load_fixture(session, id++, run + name);
  }
  const Dataset& dataset = session.assembly().dataset;
  REQUIRE(dataset.models.size() == 1);
  CHECK(dataset.models[0].name == "toy/toy-7b");
  REQUIRE(dataset.benchmarks.size() == 1);
  const Benchmark& benchmark = dataset.benchmarks[0];
  CHECK(benchmark.name == "toy-bench:subject=toys");
  CHECK(benchmark.item_ids == std::vector<std::string>{"id1", "id1, trial 2", "id1, typos", "id2"});
  CHECK(benchmark.keys[0] == 1);
  CHECK(benchmark.option_counts[0] == 2);
  REQUIRE(benchmark.item_texts.size() == 4);
  CHECK(benchmark.item_texts[0] == "Which colour?");
}

TEST_CASE("SWE-bench: what a list of solved instances does not name counts as unsolved where others name it") {
  Session session;
  load_fixture(session, 1, "swe_bench/20250101_toy_agent/results/results.json");
  load_fixture(session, 2, "swe_bench/20250202_other_agent/results/results.json");
  load_fixture(session, 3, "swe_bench/leaderboard.json");
  const Assembly& assembly = session.assembly();
  REQUIRE(assembly.dataset.benchmarks.size() == 1);
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  const auto score = [&](const std::string& model, const std::string& item) {
    for (std::size_t m = 0; m < assembly.dataset.models.size(); ++m) {
      if (assembly.dataset.models[m].name != model) continue;
      for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
        if (benchmark.item_ids[i] == item) return benchmark.scores(m, i);
      }
    }
    return missing;
  };
  CHECK(benchmark.item_count() == 4);
  CHECK(score("20250101_toy_agent", "django__django-1") == 1);
  CHECK(score("20250101_toy_agent", "django__django-2") == 0);      // said
  CHECK(score("20250101_toy_agent", "pytest-dev__pytest-3") == 0);  // named by others alone
  CHECK(score("20250101_toy_agent", "django__django-9") == 0);
  CHECK(score("20250202_other_agent", "django__django-1") == 0);
  CHECK(score("20250202_other_agent", "django__django-9") == 0);
  CHECK(std::isnan(score("toy-7b", "pytest-dev__pytest-3")));  // a leaderboard names every instance it has
  const Note* said = note(assembly.report.benchmarks[0].notes, "absent_is_wrong");
  REQUIRE(said != nullptr);
  CHECK(said->count == 2);
}

TEST_CASE("Inspect states its accuracy, which is compared with the samples") {
  Session session;
  load_fixture(session, 1, "inspect/2025/toy.json");
  const auto& checks = session.assembly().report.metric_checks;
  REQUIRE(checks.size() == 1);
  CHECK(checks[0].metric == "choice");
  // Epochs averaged, without the sample that failed: (1/2 + 1/2 + 0 + 1) / 4.
  CHECK(checks[0].computed == Approx(0.5));
  CHECK(checks[0].agrees);
}

TEST_CASE("lighteval: the results name the model and state the means of the details") {
  const std::string run = "lighteval/v0.11/";
  const std::string time = "2025-06-01T10-00-00.000000";
  Session session;
  load_fixture(session, 1, run + "results/toy-org/toy-7b/results_" + time + ".json");
  load_fixture(session, 2, run + "details/toy-org/toy-7b/" + time + "/details_toy|arc:easy|0_" + time + ".jsonl");
  const Assembly& assembly = session.assembly();
  REQUIRE(assembly.dataset.models.size() == 1);
  CHECK(assembly.dataset.models[0].name == "toy-org/toy-7b");
  REQUIRE(assembly.report.metric_checks.size() == 1);
  const MetricCheck& check = assembly.report.metric_checks[0];
  CHECK(check.benchmark == "toy|arc:easy|0");
  CHECK(check.computed == Approx(2.0 / 3));  // 1, 0 and 1; one has no number
  CHECK(check.agrees);
}
