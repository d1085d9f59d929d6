// Exports of evaluation platforms through the general readers: their scores are metrics, and what is the item or the
// model can be said. The numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

namespace {

std::vector<std::string> metrics(const FileObservations& file) {
  std::vector<std::string> names;
  for (const Alternative& metric : file.metrics) names.push_back(metric.name);
  return names;
}

std::string role(const FileObservations& file, const std::string& column) {
  for (const TableColumn& each : file.table->columns) {
    if (each.name == column) return each.role;
  }
  return "no such column";
}

std::size_t place(const FileObservations& file, const std::string& column) {
  for (std::size_t c = 0; c < file.table->columns.size(); ++c) {
    if (file.table->columns[c].name == column) return c;
  }
  FAIL("no column " << column);
  return 0;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("exports: Langfuse, a run over a data set as CSV") {
  const std::string fixture = "exports/langfuse_dataset_run.csv";
  const auto file = good(fixture);
  CHECK(metrics(file) == Names{"scores.correctness", "scores.helpfulness"});  // the tone is a word
  CHECK(file.metric == "scores.correctness");
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  CHECK(role(file, "datasetItemId") == "item");
  CHECK(file.items[2].native_id == "item-3");
  CHECK(score(good(fixture, {{"metric", "scores.helpfulness"}}), "item-1") == 0.8);
  const auto chosen = good(fixture, {{"role:" + std::to_string(place(file, "traceId")), "item"}, {"model", "toy-7b"}});
  CHECK(chosen.items[0].native_id == "t1");
  CHECK(chosen.models == Names{"toy-7b"});
}

TEST_CASE("exports: Langfuse, scores of traces as JSON") {
  const auto file = good("exports/langfuse_scores.json");
  CHECK(metrics(file) == Names{"scores.correctness"});
  CHECK(role(file, "metadata.model") == "model");
  CHECK(file.models == Names{"toy-7b", "toy-13b"});
  CHECK(score(file, "item-1", "toy-13b") == 1);
  CHECK(score(file, "item-2", "toy-7b") == 0);
  CHECK(attribute(file, "metadata.topic", 0) == "sums");
}

TEST_CASE("exports: LangSmith, an experiment as CSV") {
  const std::string fixture = "exports/langsmith_experiment.csv";
  const auto file = good(fixture);
  CHECK(metrics(file) == Names{"feedback.correct", "feedback.conciseness", "status"});  // that it ran is no feedback
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  CHECK(role(file, "inputs.question") == "text");
  CHECK(file.items[0].text == "2+2?");
  CHECK(good(fixture, {{"metric", "feedback.conciseness"}}).responses.score == std::vector<double>{0.5, 0.9, 0.7});
}

TEST_CASE("exports: Braintrust, an experiment as JSON lines") {
  const std::string fixture = "exports/braintrust_experiment.jsonl";
  const auto file = good(fixture);
  CHECK(metrics(file) == Names{"scores.Factuality", "scores.ExactMatch"});
  CHECK(file.models == Names{"toy-7b"});
  CHECK(file.responses.score == std::vector<double>{0.6, 0.1, 1});
  CHECK(good(fixture, {{"metric", "scores.ExactMatch"}}).responses.score == std::vector<double>{1, 0, 1});
  CHECK(attribute(file, "metadata.category", 0) == "sums");
}

TEST_CASE("exports: Weave, rows of an evaluation as JSON lines") {
  const auto file = good("exports/weave_evaluation.jsonl");
  CHECK(metrics(file) == Names{"scores.exact.correct", "scores.judge.score"});
  CHECK(file.models == Names{"toy-7b"});
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  CHECK(file.items[0].text == "1+1?");
}

TEST_CASE("exports: whatever is cut never gives a wrong number") {
  for (const char* fixture : {"exports/langfuse_dataset_run.csv", "exports/langfuse_scores.json",
                              "exports/langsmith_experiment.csv", "exports/braintrust_experiment.jsonl"}) {
    readable_cuts(fixture);
  }
}
