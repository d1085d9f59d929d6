#include "core/words.hpp"

#include <catch2/catch.hpp>

using namespace harmonograph;

TEST_CASE("words are runs of letters in lower case, in order, with repeats") {
  CHECK(words_of("Cells divide; CELLS-divide 12x energy") ==
        std::vector<std::string>{"cells", "divide", "cells", "divide", "energy"});
  CHECK(words_of("").empty());
  CHECK(words_of("12 + 7 = ?").empty());
}

TEST_CASE("stop words, short words and what is too long to be a word are left out") {
  CHECK(words_of("which of the following is an enzyme") == std::vector<std::string>{"enzyme"});
  CHECK(words_of(std::string(40, 'a')).size() == 1);
  CHECK(words_of(std::string(41, 'a')).empty());
  CHECK(words_of("Größe") == std::vector<std::string>{"größe"});
}
