// What a snapshot of one benchmark gives in another session is what the session that it comes from gives.
#include "core/random.hpp"
#include "session_driver.hpp"

using namespace harmonograph;

namespace {

std::string table_of(const std::string& name, std::size_t items, std::size_t models) {
  std::string text = "item_id,question,topic";
  for (std::size_t m = 0; m < models; ++m) text += ",model-" + std::to_string(m);
  text += "\n";
  Random random(21);
  static const char* const words[] = {"enzyme", "protein", "membrane", "treaty", "empire", "senate"};
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t topic = i % 2;
    text += name + std::to_string(i) + ",";
    for (int w = 0; w < 5; ++w) text += std::string(words[3 * topic + random.below(3)]) + " ";
    text += topic == 0 ? ",biology" : ",history";
    for (std::size_t m = 0; m < models; ++m) {
      text += random.uniform() < 0.3 + 0.02 * static_cast<double>(m) + 0.2 * static_cast<double>(topic) ? ",1" : ",0";
    }
    text += "\n";
  }
  return text;
}

std::string vectors_of(const std::string& name, std::size_t items) {
  std::string text = "item_id,v0,v1,v2,v3,v4,v5,v6,v7\n";
  Random random(22);
  for (std::size_t i = 0; i < items; ++i) {
    text += name + std::to_string(i);
    for (std::size_t w = 0; w < 8; ++w) {
      text += "," + std::to_string((w % 2 == i % 2 ? 1.0 : -0.5) + 0.3 * random.normal());
    }
    text += "\n";
  }
  return text;
}

AnalysisParameters quick(const std::string& partition) {
  AnalysisParameters parameters;
  REQUIRE(set_partition(partition, parameters));
  parameters.starts = 3;
  parameters.largest_k = 6;
  parameters.null_draws = 49;
  parameters.bootstrap_draws = 49;
  return parameters;
}

}  // namespace

TEST_CASE("an analysis of the snapshot is that of the original, but for the benchmark's index") {
  Session original;
  REQUIRE(original.load_example(1).ok());
  load_bytes(original, 2, "topics.csv", table_of("q", 60, 12));
  load_bytes(original, 3, "emb.csv", vectors_of("q", 60));
  REQUIRE(original.assembly().dataset.benchmarks.size() == 2);
  const std::size_t model = model_named(original, "model-3");

  Session other;
  load_bytes(other, 9, "something.csv", table_of("z", 12, 3));
  const auto bytes = original.benchmark_snapshot(1);
  REQUIRE(bytes.ok());
  REQUIRE(other.load_snapshot(*bytes).ok());
  CHECK(other.files().empty());
  CHECK(other.assembly().dataset.models.size() == original.assembly().dataset.models.size());

  for (const char* partition : {"responses", "directions", "texts", "vectors:emb", "attribute:topic"}) {
    INFO(partition);
    auto expected = finish_job(original, original.start_analysis(1, model, quick(partition)));
    const auto found = finish_job(other, other.start_analysis(0, model, quick(partition)));
    CHECK(expected["benchmark"] == 1);
    CHECK(found["benchmark"] == 0);
    expected["benchmark"] = 0;
    CHECK(found.dump() == expected.dump());
  }
  // The cells of the overview, too.
  const auto cells = original.overview();
  const auto own = other.overview();
  std::vector<OverviewCell> wanted;
  for (OverviewCell cell : cells) {
    if (cell.benchmark != 1) continue;
    cell.benchmark = 0;
    wanted.push_back(cell);
  }
  CHECK(overview_to_json(own) == overview_to_json(wanted));
  CHECK(*items_to_json(other.assembly().dataset, 0) == *items_to_json(original.assembly().dataset, 1));
}

TEST_CASE("the example with its distributions goes through a snapshot") {
  Session original;
  load_bytes(original, 2, "topics.csv", table_of("q", 20, 3));
  REQUIRE(original.load_example(1).ok());
  Session other;
  REQUIRE(other.load_snapshot(*original.benchmark_snapshot(1)).ok());
  AnalysisParameters parameters = quick("similarity");
  parameters.detail = false;
  const std::size_t model = other.overview().front().model;
  auto expected = finish_job(original, original.start_analysis(1, model, parameters));
  expected["benchmark"] = 0;
  CHECK(finish_job(other, other.start_analysis(0, model, parameters)).dump() == expected.dump());
}

TEST_CASE("a running job keeps its data; a snapshot that cannot be read changes nothing; files take its place") {
  Session session;
  load_bytes(session, 1, "topics.csv", table_of("q", 40, 4));
  const std::string bytes = *session.benchmark_snapshot(0);
  CHECK(session.benchmark_snapshot(1).error().code == ErrorCode::not_found);
  const auto job = session.start_analysis(0, 0, quick("responses"));
  REQUIRE(session.step(*job).ok());
  CHECK_FALSE(session.load_snapshot(std::span<const char>(bytes).subspan(1)).ok());
  CHECK(session.files().size() == 1);
  REQUIRE(session.load_snapshot(bytes).ok());
  CHECK(session.assembly().report.benchmarks[0].models.size() == 4);
  CHECK(finish_job(session, job)["items"] == 40);
  load_bytes(session, 2, "new.csv", table_of("n", 15, 3));
  REQUIRE(session.assembly().dataset.benchmarks.size() == 1);
  CHECK(session.assembly().dataset.benchmarks[0].name == "new");
}

TEST_CASE("merged groups are said in the report, and survive adding files") {
  Session session;
  load_bytes(session, 1, "mmlu_anatomy.csv", table_of("a", 12, 3));
  load_bytes(session, 2, "mmlu_law.csv", table_of("l", 14, 3));
  load_bytes(session, 3, "mmlu_virology.csv", table_of("v", 16, 3));
  auto groups = nlohmann::json::parse(report_to_json(session.files(), session.assembly()))["groups"];
  REQUIRE(groups.size() == 1);
  CHECK(groups[0]["name"] == "mmlu");
  CHECK(groups[0]["tasks"] == nlohmann::json({"mmlu_anatomy", "mmlu_law", "mmlu_virology"}));
  CHECK(groups[0]["merged"] == false);
  CHECK(groups[0]["source"] == "names");
  session.set_merged_groups({"mmlu"});
  REQUIRE(session.assembly().dataset.benchmarks.size() == 1);
  CHECK(session.assembly().dataset.benchmarks[0].item_count() == 42);
  load_bytes(session, 4, "mmlu_history.csv", table_of("h", 10, 4));
  const auto report = nlohmann::json::parse(report_to_json(session.files(), session.assembly()));
  REQUIRE(report["benchmarks"].size() == 1);
  CHECK(report["benchmarks"][0]["name"] == "mmlu");
  CHECK(report["benchmarks"][0]["items"] == 52);
  CHECK(report["benchmarks"][0]["models"].size() == 4);
  CHECK(report["benchmarks"][0]["itemsSharedByAll"] == 10);  // model-3 has the new file alone
  CHECK(report["benchmarks"][0]["missingCells"] == 42);
  CHECK(report["groups"][0]["merged"] == true);
  // The tasks partition it.
  const auto result = finish_job(session, session.start_analysis(0, 0, quick("attribute:task")));
  CHECK(result["k"] == 4);
  session.set_merged_groups({});
  CHECK(session.assembly().dataset.benchmarks.size() == 4);
  CHECK(parse_names("[\"a\",\"b\"]").value() == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(parse_names("[1]").ok());
  CHECK_FALSE(parse_names("{}").ok());
  CHECK_FALSE(parse_names("[").ok());
}
