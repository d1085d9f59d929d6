// Files that are large, deep, odd or malicious: read rightly, or refused in plain words, in work that grows with their
// size alone.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include "lm_eval_reading.hpp"
#include "observation_checks.hpp"

using namespace harmonograph;
using Catch::Contains;

namespace {

/// Scores by the id of the item; a file of one model.
std::map<std::string, double> scores(const FileObservations& file) {
  std::map<std::string, double> found;
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    found[file.items[file.responses.item[r]].native_id] = file.responses.score[r];
  }
  return found;
}

FileObservations good(const std::string& text, const ReadOptions& options = {}) {
  auto file = reading::read(text, "unknown", options, 65536);
  if (!file.ok()) FAIL(file.error().message);
  CHECK(observation_checks::fault(*file) == "");
  return std::move(*file);
}

Error bad(const std::string& text) {
  const auto file = reading::read(text, "unknown", {}, 65536);
  REQUIRE_FALSE(file.ok());
  CHECK(observation_checks::fault(file.error()) == "");
  return file.error();
}

std::uint64_t noted(const FileObservations& file, const std::string& code) {
  const Note* found = reading::note(file, code);
  return found == nullptr ? 0 : found->count;
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

const std::string sample_start = "{\"doc_id\": 0, \"doc\": {\"question\": \"";
const std::string sample_end =
    "\"}, \"target\": \"0\", \"arguments\": [[\"q\", \" a\"], [\"q\", \" b\"]], \"resps\": [[[-1.0, true]], [[-2.0, "
    "false]]], \"filtered_resps\": [[-1.0, true], [-2.0, false]], \"acc\": 1.0}\n";

}  // namespace

TEST_CASE("hostile: 512 levels of nesting are read, one more is refused, a million is no crash") {
  const auto nested = [](std::size_t levels) {
    return "{\"subject_id\": \"ann\", \"responses\": {\"q1\": 1}, \"more\": " + repeated("[", levels - 1) +
           repeated("]", levels - 1) + "}\n{\"subject_id\": \"bea\", \"responses\": {\"q1\": 0}}\n";
  };
  const auto file = good(nested(512));
  CHECK(file.models == std::vector<std::string>{"ann", "bea"});
  const auto deeper = good(nested(513));
  CHECK(deeper.models == std::vector<std::string>{"bea"});
  REQUIRE(noted(deeper, "malformed_lines") == 1);
  CHECK_THAT(reading::note(deeper, "malformed_lines")->message, Contains("deeper than 512"));
  CHECK(good(nested(1'000'000)).models == std::vector<std::string>{"bea"});
  for (const char* opening : {"[", "{\"a\":"}) {
    INFO(opening);
    bad(repeated(opening, 1'000'000));
    bad("{\"subject_id\": \"ann\", \"responses\": " + repeated(opening, 1'000'000));
  }
}

TEST_CASE("hostile: one line of 10 MB") {
  const std::string long_text = repeated("ten bytes.", 1'000'000);
  const auto file = good(sample_start + long_text + sample_end);
  REQUIRE(file.responses.score == std::vector<double>{1});
  CHECK(file.items[0].text.size() <= 4096);
  CHECK(reading::values(file, 0, 0) == std::vector<double>{-1, -2});

  const auto table = good("item,answer,score\nq1,\"" + long_text + "\",1\nq2," + long_text + ",0\nq3,short,1\n");
  CHECK(scores(table) == std::map<std::string, double>{{"q1", 1}, {"q2", 0}, {"q3", 1}});
  // A line end that is a carriage return alone, far behind the first piece.
  const auto returns = good("item,answer,score\rq1," + long_text + ",1\rq2,x,0\rq3,y,1\r");
  CHECK(scores(returns) == std::map<std::string, double>{{"q1", 1}, {"q2", 0}, {"q3", 1}});
  // Nothing but one long word is no table.
  CHECK(bad(long_text).code == ErrorCode::unknown_format);
}

TEST_CASE("hostile: a million columns") {
  std::string header = "model";
  std::string row = "a";
  for (std::size_t c = 0; c < 1'000'000; ++c) {
    header += ",i" + std::to_string(c);
    row += ",1";
  }
  const Error error = bad(header + "\n" + row + "\nb" + row.substr(1) + "\n");
  CHECK(error.code == ErrorCode::too_large);
  CHECK_THAT(error.message, Contains("500,000 columns"));
  CHECK_FALSE(error.hint.empty());
  // Nothing but separators.
  bad(repeated(",", 2'000'000));
  bad(repeated(repeated(",", 1000) + "\n", 1000));
}

TEST_CASE("hostile: numbers at the edge of what a double holds") {
  const std::string digits = repeated("9", 400);
  const auto file =
      good("{\"subject_id\": \"ann\", \"responses\": {\"inf\": 1e999, \"minus\": -1e999, \"digits\": " + digits +
           ", \"zero\": -0, \"tiny\": 5e-324, \"under\": 1e-400, \"one\": 1.0000000000000000000000}}\n");
  const auto found = scores(file);
  CHECK(found.count("digits") + found.count("inf") + found.count("minus") == 0);
  CHECK(found.at("zero") == 0);
  CHECK(found.at("tiny") == 5e-324);
  CHECK(found.at("under") == 0);
  CHECK(found.at("one") == 1);

  const auto table = good("item,score\nzero,-0\ntiny,5e-324\nunder,1e-400\nhalf,0." + repeated("5", 400) +
                          "\none,1.000\nq6,0\nq7,1\n");
  const auto cells = scores(table);
  CHECK(cells.at("zero") == 0);
  CHECK(cells.at("tiny") == 5e-324);
  CHECK(cells.at("under") == 0);
  CHECK(cells.at("half") == 5.0 / 9);
  CHECK(cells.at("one") == 1);
  // A score that is no finite number is no score.
  for (const std::string& large : {std::string("1e999"), digits, std::string("-1e999")}) {
    const auto read = reading::read("item,score\nq1,1\nq2,0\nq3,1\nq4," + large + "\n", "unknown");
    INFO(large.substr(0, 10));
    if (read.ok()) {
      CHECK(observation_checks::fault(*read) == "");
      const auto some = scores(*read);
      CHECK((some.count("q4") == 0 || std::isnan(some.at("q4"))));
    } else {
      CHECK_FALSE(read.error().hint.empty());
    }
  }
}

TEST_CASE("hostile: of a key that a record has twice the last value stands, as in Python") {
  const auto file =
      good("{\"subject_id\": \"ann\", \"subject_id\": \"bea\", \"responses\": {\"q1\": 1, \"q1\": 0, \"q2\": 1}}\n");
  CHECK(file.models == std::vector<std::string>{"bea"});
  CHECK(scores(file) == std::map<std::string, double>{{"q1", 0}, {"q2", 1}});
}

TEST_CASE("hostile: NUL bytes") {
  const std::string nul(1, '\0');
  CHECK(bad("item,score\nq1," + nul + "1\nq2,0\n").code == ErrorCode::binary_file);
  CHECK(bad("{\"subject_id\": \"a" + nul + "b\", \"responses\": {\"q1\": 1}}\n").code == ErrorCode::binary_file);
  // As an escape it is a character like others.
  const auto file = good("{\"subject_id\": \"a\\u0000b\", \"responses\": {\"q1\": 1}}\n");
  CHECK(file.models == std::vector<std::string>{"a" + nul + "b"});
  // Behind the bytes by which a file is judged.
  std::string rows = "item,score\n";
  for (int i = 0; i < 20'000; ++i) rows += "q" + std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  const auto table = good(rows + "late" + nul + ",1\nnext,0\n");
  CHECK(table.responses.score.size() == 20'002);
}

TEST_CASE("hostile: halves of surrogate pairs become U+FFFD") {
  const auto file = good(
      "{\"subject_id\": \"a\\ud800\", \"responses\": {\"q\\udc00\": 1, \"\\ud83d\\ude00\": 0, \"\\ude00\\ud83d\": "
      "1}}\n");
  CHECK(file.models == std::vector<std::string>{"a\xEF\xBF\xBD"});
  CHECK(scores(file) ==
        std::map<std::string, double>{{"q\xEF\xBF\xBD", 1}, {"\xF0\x9F\x98\x80", 0}, {"\xEF\xBF\xBD\xEF\xBF\xBD", 1}});
}

TEST_CASE("hostile: line ends of every kind, empty lines, byte order marks inside") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string first = "{\"subject_id\": \"ann\", \"responses\": {\"q1\": 1}}";
  const std::string second = "{\"subject_id\": \"bea\", \"responses\": {\"q1\": 0}}";
  for (const std::string& end : {std::string("\n"), std::string("\r\n"), std::string("\r"), std::string("\n\n \t\n")}) {
    CAPTURE(end);
    const auto lines = good(end + first + end + second + end);
    CHECK(lines.models == std::vector<std::string>{"ann", "bea"});
    CHECK(lines.rows_skipped == 0);
    const auto array = good("[" + end + first + "," + end + second + end + "]" + end);
    CHECK(array.models == std::vector<std::string>{"ann", "bea"});
  }
  for (const std::string& end : {std::string("\n"), std::string("\r\n"), std::string("\r"), std::string("\n\n\n")}) {
    CAPTURE(end);
    const auto table = good("item,score" + end + "q1,1" + end + "q2,0" + end + "q3,1" + end);
    CHECK(scores(table) == std::map<std::string, double>{{"q1", 1}, {"q2", 0}, {"q3", 1}});
  }
  // Files that were joined: each begins with its mark.
  const auto joined = good(mark + first + "\n" + mark + second + "\n");
  CHECK(joined.models == std::vector<std::string>{"ann", "bea"});
  CHECK(noted(joined, "malformed_lines") == 0);
  const auto rows = good(mark + "item,score\nq1,1\n" + mark + "q2,0\nq3,1\n");
  CHECK(scores(rows) == std::map<std::string, double>{{"q1", 1}, {"q2", 0}, {"q3", 1}});
}

TEST_CASE("hostile: the ending of a name says nothing: lines in .json, an array in .jsonl") {
  const std::string first = "{\"subject_id\": \"ann\", \"responses\": {\"q1\": 1}}";
  const std::string second = "{\"subject_id\": \"bea\", \"responses\": {\"q1\": 0}}";
  for (const char* path : {"responses.json", "responses.jsonl", "responses.txt", "unknown"}) {
    for (const std::string& text : {first + "\n" + second + "\n", "[" + first + ",\n" + second + "]"}) {
      const auto file = reading::read(text, path);
      REQUIRE(file.ok());
      CHECK(file->models == std::vector<std::string>{"ann", "bea"});
    }
  }
}

TEST_CASE("hostile: markup and formulas are texts like others") {
  const std::string markup = "<img src=x onerror=alert(1)>";
  const auto file = good("{\"subject_id\": \"" + markup + "\", \"responses\": {\"=1+1\": 1, \"<script>\": 0}}\n");
  CHECK(file.models == std::vector<std::string>{markup});
  CHECK(scores(file) == std::map<std::string, double>{{"=1+1", 1}, {"<script>", 0}});
}
