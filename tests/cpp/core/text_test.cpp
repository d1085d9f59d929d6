#include "core/text.hpp"

#include <catch2/catch.hpp>

using namespace harmonograph;

TEST_CASE("text is cut between characters") {
  CHECK(truncate_utf8("abc", 5) == "abc");
  CHECK(truncate_utf8("a\xC3\xA9z", 2) == "a");
  CHECK(truncate_utf8("a\xC3\xA9z", 3) == "a\xC3\xA9");
  CHECK(count_characters("a\xC3\xA9\xE2\x82\xAC") == 3);
}

TEST_CASE("invalid UTF-8 is replaced, valid stays") {
  CHECK(to_valid_utf8("caf\xC3\xA9 \xF0\x9F\x8E\xB5") == "caf\xC3\xA9 \xF0\x9F\x8E\xB5");
  CHECK(to_valid_utf8("a\xFF"
                      "b") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(to_valid_utf8("\xC3") == "\xEF\xBF\xBD");
  // Overlong forms and surrogates are invalid (Unicode 15, table 3-7).
  CHECK(to_valid_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(to_valid_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("paths and small words") {
  CHECK(folder_of("a/b/c.json") == "a/b");
  CHECK(folder_of("c.json").empty());
  CHECK(file_name_of("a/b/c.json") == "c.json");
  CHECK(trim(" \t x y\r\n") == "x y");
  CHECK(counted(1, "item") == "1 item");
  CHECK(counted(2, "item") == "2 items");
  CHECK(counted(14042, "item") == "14,042 items");
  CHECK(in_groups(999) == "999");
  CHECK(in_groups(1000) == "1,000");
  CHECK(in_groups(18446744073709551615U) == "18,446,744,073,709,551,615");
  CHECK(split("a,,b", ',').size() == 3);
}
