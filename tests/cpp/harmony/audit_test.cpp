// The rule by which the audit says what a partition follows.
#include "harmony/audit.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "harmony/analysis_input.hpp"

using namespace harmonograph;

namespace {

AuditRow row(const std::string& variable, const std::string& kind, double information, double baseline = 0) {
  AuditRow result;
  result.variable = variable;
  result.kind = kind;
  result.mutual_information = information;
  result.baseline = baseline;
  return result;
}

}  // namespace

TEST_CASE("an artefact explains a partition when it agrees more than any label and at least as much as confidence") {
  CHECK(explaining_variable({row("chosen option", "artefact", 0.76), row("confidence quartile", "neutral", 0.3),
                             row("subject", "label", 0.03)}) == "chosen option");
  CHECK(explaining_variable({row("chosen option", "artefact", 0.5), row("confidence quartile", "neutral", 0.5)}) ==
        "chosen option");
  CHECK(explaining_variable({row("chosen option", "artefact", 0.5), row("subject", "label", 0.6)}).empty());
  CHECK(explaining_variable({row("key", "artefact", 0.09)}).empty());
  CHECK(explaining_variable({}).empty());
}

TEST_CASE("a partition that follows confidence more than the answers is not called one by answers") {
  // As on winogrande, whose two options leave little else to differ by.
  const std::vector<AuditRow> rows{row("chosen option", "artefact", 0.46), row("confidence quartile", "neutral", 0.62)};
  CHECK(explaining_variable(rows) == "confidence quartile");
  CHECK(explaining_variable({row("confidence quartile", "neutral", 0.4), row("subject", "label", 0.5)}).empty());
  // What counts is the agreement beyond chance.
  CHECK(explaining_variable({row("chosen option", "artefact", 0.46, 0.01),
                             row("confidence quartile", "neutral", 0.5, 0.1)}) == "chosen option");
}

TEST_CASE("what to try instead") {
  const std::vector<AuditRow> rows{row("subject", "label", 0.05), row("year", "label", 0.1)};
  AnalysisParameters parameters;
  CHECK(alternative_partition("chosen option", rows, parameters, true) == "order-free");
  // The order of the options has nothing to do with confidence.
  CHECK(alternative_partition("confidence quartile", rows, parameters, true) == "attribute:year");
  CHECK(alternative_partition("confidence quartile", {}, parameters, true) == "responses");
  CHECK(alternative_partition("", rows, parameters, true).empty());
}

TEST_CASE("a column of measurements is compared by its quartiles, a column of few numbers by its values") {
  constexpr std::size_t items = 40;
  Dataset dataset;
  dataset.models.push_back({"model", {}});
  Benchmark benchmark;
  benchmark.name = "bench";
  benchmark.scores = Matrix(1, items);
  benchmark.choices.resize(1);
  benchmark.option_counts.assign(items, 0);
  benchmark.keys.assign(items, -1);
  benchmark.attributes = {{"topic", {}}, {"difficulty", {}}, {"grade", {}}};
  for (std::size_t i = 0; i < items; ++i) {
    benchmark.item_ids.push_back("q" + std::to_string(i));
    benchmark.scores(0, i) = i % 3 == 0 ? 1 : 0;
    benchmark.attributes[0].values.push_back(i % 2 == 0 ? "x" : "y");
    benchmark.attributes[1].values.push_back(i == 7 ? "" : std::to_string(static_cast<double>(i) / 40));
    benchmark.attributes[2].values.push_back(std::to_string(i % 4));
  }
  dataset.benchmarks.push_back(benchmark);
  AnalysisParameters parameters;
  parameters.partition = PartitionSource::attribute;
  parameters.attribute = "topic";
  const auto input = prepare_analysis(dataset, 0, 0, parameters);
  REQUIRE(input.ok());
  const auto variables = audit_variables(dataset, 0, *input);
  std::map<std::string, std::size_t> levels;
  for (const auto& variable : variables) levels[variable.name] = variable.level_names.size();
  CHECK(levels["difficulty (quartiles)"] == 4);
  CHECK(levels["grade"] == 4);
  CHECK(levels["topic"] == 2);
  CHECK(levels.count("difficulty") == 0);
  // Quartiles are no column that one could partition by.
  CHECK(alternative_partition("confidence quartile", {row("difficulty (quartiles)", "label", 0.9)}, parameters, true) ==
        "");
}
