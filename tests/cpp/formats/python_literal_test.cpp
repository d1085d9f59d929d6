// Literals as Python's repr() writes them, and everything that is none.
#include "formats/python_literal.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "ingest/json_records.hpp"
#include "shared_data.hpp"

using namespace harmonograph;
using Kind = PythonValue::Kind;

namespace {

PythonValue value(const std::string& text) {
  CAPTURE(text);
  auto parsed = parse_python_literal(text);
  REQUIRE(parsed.has_value());
  return std::move(*parsed);
}

}  // namespace

TEST_CASE("Python literals: scalars") {
  CHECK(value("None").kind == Kind::none);
  CHECK(value(" True ").as_number() == 1);
  CHECK(value("False").kind == Kind::boolean);
  CHECK(value("-12").number == -12);
  CHECK(value("1e-05").number == 1e-05);
  CHECK(value("-1.5E+3").number == -1500);
  CHECK(value("12345678901234567890").number == 12345678901234567890.0);
  CHECK(std::isnan(value("nan").number));
  CHECK(value("inf").number == std::numeric_limits<double>::infinity());
  CHECK(value("-inf").number == -std::numeric_limits<double>::infinity());
  CHECK(value("np.float64(0.25)").number == 0.25);
  CHECK(value("np.True_").as_number() == 1);
  CHECK(value("(3)").number == 3);
}

TEST_CASE("Python literals: texts with both quotes and every escape of repr()") {
  CHECK(value("'a \"b\"'").text == "a \"b\"");
  CHECK(value("\"it's\"").text == "it's");
  CHECK(value(R"('it\'s \\ "x"')").text == "it's \\ \"x\"");
  CHECK(value(R"('\n\r\t\x00\x7f')").text == std::string("\n\r\t\0\x7f", 5));
  CHECK(value(R"('\xa0\u200b\U0001f600')").text == "\xC2\xA0\xE2\x80\x8B\xF0\x9F\x98\x80");
  CHECK(value(R"('\ud800')").text == "\xEF\xBF\xBD");  // half of a pair is no character
  CHECK(value("'\xC3\xA4'").text == "\xC3\xA4");
  CHECK(value("''").text.empty());
}

TEST_CASE("Python literals: lists, tuples, dictionaries") {
  const PythonValue pairs = value("[(-1.5, True), (-2.5, False)]");
  REQUIRE(pairs.items.size() == 2);
  CHECK(pairs.items[1].items[0].number == -2.5);
  CHECK(value("()").is_list());
  CHECK(value("(1,)").items.size() == 1);
  CHECK(value("[]").items.empty());
  CHECK(value("[1, [2, [3]],]").items[1].items[1].items[0].number == 3);
  const PythonValue metrics = value("{'acc': 1, 'f1': None, 3: 'x', 'in': {'p': np.float32(0.5)}}");
  REQUIRE(metrics.find("acc") != nullptr);
  CHECK(metrics.find("acc")->number == 1);
  CHECK(metrics.find("f1") == nullptr);
  CHECK(metrics.find("3")->text == "x");
  CHECK(metrics.find("in")->find("p")->number == 0.5);
  CHECK(metrics.find("none") == nullptr);
  CHECK(value("array([1., 2.5], dtype=float32)").items[1].number == 2.5);
}

TEST_CASE("Python literals: everything else is none, and nothing is evaluated") {
  for (const std::string text : {"",
                                 " ",
                                 "1 2",
                                 "[1",
                                 "[1,,2]",
                                 "[,]",
                                 "{'a'}",
                                 "{'a': }",
                                 "{'a': 1",
                                 "{['a']: 1}",
                                 "(1 2)",
                                 "'open",
                                 "'a' 'b'",
                                 R"('\q')",
                                 R"('\x1')",
                                 R"('\u12')",
                                 "1_000",
                                 "0x10",
                                 "1+2",
                                 "--1",
                                 "+-1",
                                 "1e",
                                 "b'a'",
                                 "f'{1}'",
                                 "nan()",
                                 "foo",
                                 "os.system('ls')",
                                 "__import__('os')",
                                 "[x for x in y]",
                                 "<Doc object at 0x7f>",
                                 "np.float64(1, 2)",
                                 "array([1., ..., 2.])",
                                 "float64(1",
                                 "{1, 2}",
                                 "...",
                                 "True_x",
                                 "Nonee",
                                 "lambda: 1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_python_literal(text).has_value());
  }
}

TEST_CASE("Python literals: the depth has a limit") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + "1" + std::string(depth, ']'); };
  CHECK(parse_python_literal(nested(deepest_literal)).has_value());
  CHECK_FALSE(parse_python_literal(nested(deepest_literal + 1)).has_value());
  CHECK_FALSE(parse_python_literal(std::string(1'000'000, '[')).has_value());
  CHECK_FALSE(parse_python_literal(std::string(1'000'000, '(') + std::string(1'000'000, ')')).has_value());
}

TEST_CASE("Python literals: any cut of a literal is none") {
  const std::string text = R"({'acc': np.float64(1.0), 'list': [(-1.5, True), "it's \u00e9"], 'n': None})";
  REQUIRE(parse_python_literal(text).has_value());
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    CAPTURE(bytes);
    CHECK_FALSE(parse_python_literal(text.substr(0, bytes)).has_value());
  }
}

namespace {

bool same(const PythonValue& a, const PythonValue& b) {
  if (a.kind != b.kind || a.text != b.text || a.keys.size() != b.keys.size() || a.items.size() != b.items.size()) {
    return false;
  }
  const bool numbers = a.number == b.number || (std::isnan(a.number) && std::isnan(b.number));
  if (!numbers) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    // JSON has the members of an object in an order of its own.
    const PythonValue* other = a.keys.empty() ? &b.items[i] : nullptr;
    for (std::size_t k = 0; k < b.keys.size(); ++k) {
      if (b.keys[k] == a.keys[i]) other = &b.items[k];
    }
    if (other == nullptr || !same(a.items[i], *other)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Python literals: as Python itself writes them (tests/golden/make_python_literals.py)") {
  const std::string text = read_whole_file(std::string(FIXTURES_DIR) + "/../golden/python_literals.jsonl");
  std::size_t count = 0;
  JsonRecordReader records({}, [&](JsonRecord&& record) -> Result<void> {
    const std::string literal(record.value["literal"].text());
    CAPTURE(literal);
    const auto parsed = parse_python_literal(literal);
    CHECK((parsed && same(*parsed, python_value_of(record.value["value"]))));
    ++count;
    return {};
  });
  REQUIRE(records.feed({text.data(), text.size()}).ok());
  REQUIRE(records.finish().ok());
  CHECK(count == 400);
}

TEST_CASE("Python values of JSON") {
  const std::string text = R"({"acc": 0.5, "ll": [-1.5, "-Infinity", null, true], "t": "x", "d": {"k": 1}})";
  PythonValue read;
  JsonRecordReader records({}, [&](JsonRecord&& record) -> Result<void> {
    read = python_value_of(record.value);
    return {};
  });
  REQUIRE(records.feed({text.data(), text.size()}).ok());
  REQUIRE(records.finish().ok());
  CHECK(read.find("acc")->number == 0.5);
  REQUIRE(read.find("ll")->items.size() == 4);
  CHECK(read.find("ll")->items[1].number == -std::numeric_limits<double>::infinity());
  CHECK(read.find("ll")->items[2].kind == Kind::none);
  CHECK(read.find("ll")->items[3].as_number() == 1);
  CHECK(read.find("t")->text == "x");
  CHECK(read.find("d")->find("k")->number == 1);
}
