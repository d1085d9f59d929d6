// Response files of py-irt.
#include <catch2/catch.hpp>

#include "lm_eval_reading.hpp"

using namespace harmonograph;

TEST_CASE("py-irt: subjects, items, missing and unusable responses") {
  REQUIRE(reading::format_of(reading::fixture("py_irt/responses.jsonlines")) == "py_irt");
  const auto file = reading::read_fixture("py_irt/responses.jsonlines", {{"benchmark", "quiz"}});
  REQUIRE(file.ok());
  CHECK(file->models == std::vector<std::string>{"ann", "bea", "cleo"});
  CHECK(file->benchmarks == std::vector<std::string>{"quiz"});
  REQUIRE(file->items.size() == 4);
  CHECK(file->items[3].native_id == "q4");
  CHECK(file->items[3].line == 2);
  CHECK(file->responses.model == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2, 2});
  CHECK(file->responses.item == std::vector<std::uint32_t>{0, 1, 2, 0, 3, 0, 1});
  CHECK(file->responses.score == std::vector<double>{1, 0, 1, 1, 0.5, 0, 1});
  REQUIRE(reading::note(*file, "missing_responses") != nullptr);
  CHECK(reading::note(*file, "missing_responses")->count == 1);
  REQUIRE(reading::note(*file, "not_a_score") != nullptr);
  CHECK(reading::note(*file, "not_a_score")->lines == std::vector<std::uint64_t>{3});
  CHECK(file->rows_read == 3);
}

TEST_CASE("py-irt: a subject on two lines is one model, a repeated response is counted") {
  const auto file = reading::read(
      "{\"subject_id\": \"ann\", \"responses\": {\"q1\": 1}}\n{\"subject_id\": \"ann\", \"responses\": {\"q1\": 0, "
      "\"q2\": 0}}\n"
      "{\"subject_id\": \"bea\"}\n",
      "unknown");
  REQUIRE(file.ok());
  CHECK(file->models.size() == 1);
  CHECK(file->responses.score == std::vector<double>{1, 0});
  CHECK(reading::note(*file, "duplicates") != nullptr);
  REQUIRE(reading::note(*file, "no_responses_key") != nullptr);
  CHECK(file->rows_skipped == 1);
}

TEST_CASE("py-irt: the list of pairs to predict holds no responses") {
  const auto file = reading::read_fixture("py_irt/pairs.jsonlines");
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == ErrorCode::no_responses);
  CHECK(file.error().message.find("pairs to predict") != std::string::npos);
}

TEST_CASE("py-irt: public files") {
  if (!shared_data_exists("real/py-irt")) return;
  const auto small =
      reading::read(read_whole_file(shared_path("real/py-irt/minitest.jsonlines")), "minitest.jsonlines");
  REQUIRE(small.ok());
  CHECK(small->models == std::vector<std::string>{"pedro", "pinguino", "ken", "burt"});
  CHECK(small->items.size() == 4);
  CHECK(small->responses.score == std::vector<double>{1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0});
  // Counted with Python's json module: 8 subjects, 8800 responses to 1100 items; item ids are whole sentences.
  const auto amortized =
      reading::read(read_whole_file(shared_path("real/py-irt/minitest.amortized.jsonlines")), "unknown");
  REQUIRE(amortized.ok());
  CHECK(amortized->models.size() == 8);
  CHECK(amortized->responses.score.size() == 8800);
  CHECK(amortized->items.size() == 1100);
  CHECK(amortized->items[0].text == amortized->items[0].native_id);
}
