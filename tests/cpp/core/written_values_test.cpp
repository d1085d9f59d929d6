#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/csv_text.hpp"
#include "core/json_values.hpp"

using namespace harmonograph;

TEST_CASE("Cells of CSV are quoted where they must be, and numbers read back the same") {
  CHECK(csv_cell("plain") == "plain");
  CHECK(csv_cell("a,b") == "\"a,b\"");
  CHECK(csv_cell("say \"no\"\nthen") == "\"say \"\"no\"\"\nthen\"");
  CHECK(csv_cell(0.5) == "0.5");
  CHECK(csv_cell(std::numeric_limits<double>::quiet_NaN()).empty());
  CHECK(csv_cell(std::numeric_limits<double>::infinity()).empty());
  for (const double value : {0.1 + 0.2, 1.0 / 3, -12345.678901234567, 5e-324}) {
    CHECK(std::strtod(csv_cell(value).c_str(), nullptr) == value);
  }
}

TEST_CASE("Numbers that do not exist are null, text is valid UTF-8") {
  using namespace json_values;
  CHECK(dump(number(std::numeric_limits<double>::quiet_NaN())) == "null");
  CHECK(dump(numbers(std::vector<double>{1, std::numeric_limits<double>::infinity(), 0.1})) == "[1.0,null,0.1]");
  CHECK(dump(text("a\xff")) == "\"a\xEF\xBF\xBD\"");
}

TEST_CASE(
    "A text that a spreadsheet would run gets an apostrophe, which is taken off when the cell is read; numbers stay") {
  for (const std::string text : {"=1+1", "+x", "-x", "@sum(1)", "\tx", "\rx", "\nx", "'=1", "''-x", "-1-1", "--1", "-",
                                 "-e5", "+1+cmd|' /C calc'!A0", "-0x1F"}) {
    std::string cell = csv_cell(text);
    if (cell.front() == '"') cell = cell.substr(1, cell.size() - 2);
    CHECK(cell.substr(0, 2) == "'" + text.substr(0, 1));
    CHECK(without_formula_guard(cell) == text);
  }
  for (const std::string text : {"-0.5", "+3", "-1e-05", "-.5", "-2.", "it's", "'quoted'", "a=b", "", "'", "Ada 1B"}) {
    CHECK(csv_cell(text) == text);
    CHECK(without_formula_guard(text) == text);
  }
}
