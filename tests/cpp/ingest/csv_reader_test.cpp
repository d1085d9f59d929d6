// The CSV reader: RFC 4180 and what real files do beyond it; nothing may depend on where chunks end.
#include <catch2/catch.hpp>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "ingest/csv_reader.hpp"

using namespace harmonograph;

namespace {

struct Reading {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::uint64_t> lines;
  std::uint64_t blank_lines = 0;
  std::uint64_t stray_quotes = 0;
  std::uint64_t unclosed = 0;
  bool ok = true;
  Error error;

  bool operator==(const Reading& other) const {
    return rows == other.rows && lines == other.lines && blank_lines == other.blank_lines &&
           stray_quotes == other.stray_quotes && unclosed == other.unclosed && ok == other.ok;
  }
};

/// Feeds pieces whose sizes next_size() gives.
template <class NextSize>
Reading read_in_pieces(const std::string& text, char separator, NextSize next_size) {
  Reading reading;
  CsvReader reader(separator, [&](std::span<const std::string_view> cells, std::uint64_t line) -> Result<void> {
    reading.rows.emplace_back(cells.begin(), cells.end());
    reading.lines.push_back(line);
    return {};
  });
  const auto keep = [&](const Result<void>& result) {
    if (!result && reading.ok) {
      reading.ok = false;
      reading.error = result.error();
    }
  };
  for (std::size_t start = 0; start < text.size() && reading.ok;) {
    const std::size_t size = std::min<std::size_t>(next_size(), text.size() - start);
    keep(reader.feed({text.data() + start, size}));
    start += size;
  }
  if (reading.ok) keep(reader.finish());
  reading.blank_lines = reader.blank_lines();
  reading.stray_quotes = reader.stray_quotes();
  reading.unclosed = reader.unclosed_quote_line();
  return reading;
}

Reading read_all(const std::string& text, char separator = ',') {
  const Reading whole = read_in_pieces(text, separator, [&] { return text.size(); });
  const Reading bytes = read_in_pieces(text, separator, [] { return std::size_t{1}; });
  CHECK(whole == bytes);
  return whole;
}

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("cells, quotes, doubled quotes and line ends inside quotes", "[csv]") {
  const Reading reading = read_all("a,b,c\n1,\"two, with \"\"quotes\"\"\",3\n\"line 1\nline 2\r\nline 3\",,\"\"\n");
  CHECK(reading.rows ==
        Rows{{"a", "b", "c"}, {"1", "two, with \"quotes\"", "3"}, {"line 1\nline 2\r\nline 3", "", ""}});
  CHECK(reading.lines == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("LF, CRLF and CR end lines and are counted", "[csv]") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const Reading reading = read_all("a,b" + end + end + "\"x" + end + "y\",2" + end + "3,4");
    CHECK(reading.rows == Rows{{"a", "b"}, {"x" + end + "y", "2"}, {"3", "4"}});
    CHECK(reading.lines == std::vector<std::uint64_t>{1, 3, 5});
    CHECK(reading.blank_lines == 1);
  }
}

TEST_CASE("every separator", "[csv]") {
  for (const char separator : {',', ';', '\t', '|'}) {
    const std::string s(1, separator);
    CHECK(read_all("a" + s + "b\n\"1" + s + "2\"" + s + "3\n", separator).rows ==
          Rows{{"a", "b"}, {"1" + s + "2", "3"}});
  }
}

TEST_CASE("a byte order mark at the start of a row goes, also where files were joined", "[csv]") {
  CHECK(read_all("\xEF\xBB\xBF"
                 "a,b\n1,2\n"
                 "\xEF\xBB\xBF"
                 "c,\xEF\xBB\xBF"
                 "d")
            .rows == Rows{{"a", "b"},
                          {"1", "2"},
                          {"c",
                           "\xEF\xBB\xBF"
                           "d"}});
}

TEST_CASE("a last row without line end says so", "[csv]") {
  const auto open_end = [](const std::string& text) {
    std::vector<bool> open;
    const CsvReader* reading = nullptr;
    CsvReader reader(',', [&](std::span<const std::string_view>, std::uint64_t) -> Result<void> {
      open.push_back(reading->at_open_end());
      return {};
    });
    reading = &reader;
    REQUIRE(reader.feed({text.data(), text.size()}).ok());
    REQUIRE(reader.finish().ok());
    return open;
  };
  CHECK(open_end("a,b\n1,2\n") == std::vector<bool>{false, false});
  CHECK(open_end("a,b\n1,2\r") == std::vector<bool>{false, false});
  CHECK(open_end("a,b\n1,2") == std::vector<bool>{false, true});
  CHECK(open_end("a,b\n1,\"2\"") == std::vector<bool>{false, true});
}

TEST_CASE("an unclosed quote keeps the rows before it and names its line", "[csv]") {
  const Reading reading = read_all("a,b\n1,2\n3,\"open\n4,5\n");
  CHECK(reading.ok);
  CHECK(reading.rows == Rows{{"a", "b"}, {"1", "2"}});
  CHECK(reading.unclosed == 3);
}

TEST_CASE("quotes inside plain cells stay, text after a closing quote is kept and counted", "[csv]") {
  const Reading reading = read_all("5\" disk,\"ab\"c,d\n\"\"\n");
  CHECK(reading.rows == Rows{{"5\" disk", "abc", "d"}, {""}});
  CHECK(reading.stray_quotes == 1);
  CHECK(reading.blank_lines == 0);  // a quoted empty cell is a cell
}

TEST_CASE("ragged rows and empty input", "[csv]") {
  CHECK(read_all("a,b\n1\n1,2,3\n,\n").rows == Rows{{"a", "b"}, {"1"}, {"1", "2", "3"}, {"", ""}});
  CHECK(read_all("").rows.empty());
  CHECK(read_all("\n\n").blank_lines == 2);
  CHECK(read_all("\xEF\xBB\xBF").rows.empty());
  CHECK(read_all("\xEF").rows == Rows{{"\xEF"}});
}

TEST_CASE("a cell over 64 MiB is an error that names the quote", "[csv]") {
  std::string text = "a,b\n1,\"";
  text.append(CsvReader::largest_cell + 1, 'x');
  const Reading quoted = read_in_pieces(text, ',', [] { return std::size_t{1} << 20U; });
  REQUIRE_FALSE(quoted.ok);
  CHECK(quoted.error.code == ErrorCode::too_large);
  CHECK(quoted.error.line == 2);
  text[6] = 'x';
  text += "\n";
  const Reading plain = read_in_pieces(text, ',', [&] { return text.size(); });
  REQUIRE_FALSE(plain.ok);
  CHECK(plain.error.code == ErrorCode::too_large);
  CHECK(plain.error.line == 2);
}

TEST_CASE("an error of the sink ends the reading", "[csv]") {
  CsvReader reader(',', [](std::span<const std::string_view>, std::uint64_t line) -> Result<void> {
    if (line == 2) return Error{ErrorCode::cancelled, "enough", {}, line, {}};
    return {};
  });
  const std::string text = "a\nb\nc\n";
  const auto result = reader.feed({text.data(), text.size()});
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().line == 2);
}

TEST_CASE("random bytes: no crash, the same rows for every way of cutting", "[csv][fuzz]") {
  // Characters that matter are frequent.
  const std::string alphabet = ",,;\t|\"\"\n\n\r\rab01 \xC3\xA4\xFF\xFE\xEF\xBB\xBF";
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    std::string text;
    const std::size_t size = random.below(300);
    if (seed % 7 == 0) text = seed % 2 == 0 ? "\xFF\xFE" : "\xFE\xFF";
    for (std::size_t i = 0; i < size; ++i) {
      text += seed % 10 == 0 ? static_cast<char>(random.below(256)) : alphabet[random.below(alphabet.size())];
    }
    const char separator = ",;\t|"[seed % 4];
    const Reading whole = read_in_pieces(text, separator, [&] { return text.size() + 1; });
    const Reading bytes = read_in_pieces(text, separator, [] { return std::size_t{1}; });
    const Reading pieces = read_in_pieces(text, separator, [&] { return 1 + random.below(9); });
    INFO("seed " << seed);
    CHECK(whole.ok);
    CHECK(whole == bytes);
    CHECK(whole == pieces);
  }
}

TEST_CASE("any table can be written and read back", "[csv][fuzz]") {
  const std::string alphabet = ",;\"\n\rab 1\xC3\xA4";
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    Rows rows(1 + random.below(6));
    std::string text;
    const std::size_t columns = 2 + random.below(4);
    for (auto& row : rows) {
      for (std::size_t c = 0; c < columns; ++c) {
        std::string cell;
        const std::size_t size = random.below(6);
        for (std::size_t i = 0; i < size; ++i) cell += alphabet[random.below(alphabet.size())];
        if (c > 0) text += ',';
        if (cell.find_first_of(",\"\n\r") != std::string::npos || random.below(4) == 0) {
          text += '"';
          for (const char byte : cell) text += byte == '"' ? std::string("\"\"") : std::string(1, byte);
          text += '"';
        } else {
          text += cell;
        }
        row.push_back(cell);
      }
      text += random.below(2) == 0 ? "\n" : "\r\n";
    }
    INFO("seed " << seed);
    CHECK(read_all(text).rows == rows);
  }
}

TEST_CASE("speed of the CSV reader", "[csv][speed]") {
  std::string text = "item";
  for (int m = 0; m < 100; ++m) text += ",model_" + std::to_string(m);
  text += "\n";
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    text += "item-" + std::to_string(i);
    for (int m = 0; m < 100; ++m) text += random.below(2) == 0 ? ",0" : ",1";
    text += "\n";
  }
  std::size_t cells = 0;
  const auto start = std::chrono::steady_clock::now();
  CsvReader reader(',', [&](std::span<const std::string_view> row, std::uint64_t) -> Result<void> {
    cells += row.size();
    return {};
  });
  for (std::size_t place = 0; place < text.size(); place += 1U << 20U) {
    REQUIRE(reader.feed({text.data() + place, std::min<std::size_t>(1U << 20U, text.size() - place)}).ok());
  }
  REQUIRE(reader.finish().ok());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CHECK(cells == 20'001 * 101);
  std::cout << "CSV reader: " << static_cast<double>(text.size()) / 1e6 / seconds << " MB/s on "
            << static_cast<double>(text.size()) / 1e6 << " MB of a wide table\n";
}
