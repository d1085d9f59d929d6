// Every spelling of a score that evaluation tools write.
#include <catch2/catch.hpp>

#include "formats/score_spelling.hpp"

using namespace harmonograph;

namespace {

void check_score(const char* text, double value) {
  INFO(text);
  const ScoreCell cell = read_score(text);
  CHECK(cell.spelling == ScoreSpelling::score);
  CHECK(cell.value == value);
}

}  // namespace

TEST_CASE("scores", "[score]") {
  for (const char* text : {"1", "1.0", "1.", "1e0", "true", "True", "TRUE", "yes", "Yes", "correct", "pass", "PASS",
                           "passed", "resolved", " 1 ", "1.00"}) {
    check_score(text, 1);
  }
  for (const char* text : {"0", "0.0", "false", "False", "FALSE", "no", "incorrect", "wrong", "fail", "FAIL", "failed",
                           "timeout", "unresolved", "-0", "0e5"}) {
    check_score(text, 0);
  }
  check_score("0.25", 0.25);
  check_score("2.5e-1", 0.25);
  check_score("partial", 0.5);
  CHECK(read_score("0,25", true).value == 0.25);
  CHECK(read_score("0,25", false).spelling == ScoreSpelling::not_a_score);
}

TEST_CASE("missing values", "[score]") {
  for (const char* text : {"", "  ", "NA", "na", "N/A", "NaN", "nan", "None", "null", "NULL", "-", "#N/A", "<NA>"}) {
    INFO(text);
    CHECK(read_score(text).spelling == ScoreSpelling::missing);
    CHECK(is_missing_spelling(text));
  }
  CHECK_FALSE(is_missing_spelling("0"));
  CHECK_FALSE(is_missing_spelling("nothing"));
}

TEST_CASE("grades of Inspect", "[score]") {
  CHECK(read_score("C").spelling == ScoreSpelling::grade);
  CHECK(read_score("C").value == 1);
  CHECK(read_score("I").value == 0);
  CHECK(read_score("P").value == 0.5);
  CHECK(read_score("N").spelling == ScoreSpelling::grade);
  CHECK(read_score("N").value == 0);
  CHECK(read_score("A").spelling == ScoreSpelling::not_a_score);
}

TEST_CASE("numbers outside 0 to 1 and text are no scores", "[score]") {
  for (const char* text : {"2", "-1", "100", "1.0001", "inf", "-inf", "1e300"}) {
    INFO(text);
    CHECK(read_score(text).spelling == ScoreSpelling::outside);
  }
  for (const char* text : {"good", "1/2", "50%", "0x1", "1 0", "truely", "one"}) {
    INFO(text);
    CHECK(read_score(text).spelling == ScoreSpelling::not_a_score);
  }
}
