// The rule by which the audit says what a partition follows.
#include "harmony/audit.hpp"

#include <catch2/catch.hpp>

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
