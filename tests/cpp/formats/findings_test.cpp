// Files that fuzzing found to be read wrongly, made as small as they can be.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include "lm_eval_reading.hpp"
#include "observation_checks.hpp"

using namespace harmonograph;

namespace {

/// Reads text as a format of the registry, whatever it would be recognised as; nothing that must hold is broken.
FileObservations read_as(const std::string& id, const std::string& text) {
  const Format* format = find_format(id);
  REQUIRE(format != nullptr);
  const auto reader = format->open({"unknown", text, {}});
  const auto fed = reader->feed({text.data(), text.size()});
  if (!fed.ok()) FAIL(fed.error().message);
  auto file = reader->finish();
  if (!file.ok()) FAIL(file.error().message);
  CHECK(observation_checks::fault(*file) == "");
  return std::move(*file);
}

}  // namespace

TEST_CASE("finding: a right option, and a chosen one, beyond the options of the item") {
  const auto file =
      read_as("mmlu_pro",
              "[{\"question_id\": 1, \"question\": \"Q\", \"options\": [\"a\", \"b\"], \"answer\": \"C\", "
              "\"answer_index\": 2, \"pred\": \"C\"}]");
  CHECK(file.items[0].key == -1);
  CHECK(reading::note(file, "key_is_no_option") != nullptr);
  CHECK(reading::note(file, "chosen_is_no_option") != nullptr);
  CHECK(file.responses.score == std::vector<double>{1});
}

TEST_CASE("finding: rows of one record are rows, also those that are left out") {
  const auto file = read_as("opencompass",
                            "{\"accuracy\": 50, \"details\": {\"type\": \"GEN\", \"0\": {\"predictions\": \"A\", "
                            "\"references\": \"A\", \"correct\": true}, \"1\": {\"predictions\": \"B\"}, \"2\": "
                            "{\"predictions\": \"B\"}}}");
  CHECK(file.rows_read == 3);
  CHECK(file.rows_skipped == 2);
}

TEST_CASE("finding: a log-likelihood of no token has no mean, and none is infinite") {
  const auto file = read_as(
      "olmes",
      "{\"doc_id\": 0, \"native_id\": \"a\", \"metrics\": {\"acc_raw\": 1}, \"model_output\": [{\"sum_logits\": 22.0, "
      "\"num_tokens\": 0, \"num_chars\": 2}, {\"sum_logits\": -4.0, \"num_tokens\": 2, \"num_chars\": 0}], \"label\": "
      "1}\n");
  REQUIRE(file.responses.choices.size() == 3);
  CHECK(reading::values(file, 0, 0) == std::vector<double>{22, -4});
  CHECK(std::isnan(reading::values(file, 1, 0)[0]));
  CHECK(reading::values(file, 1, 0)[1] == -2);
  CHECK(reading::values(file, 2, 0)[0] == 11);
  CHECK(std::isnan(reading::values(file, 2, 0)[1]));
}

TEST_CASE("finding: a right option beyond those that the columns of a table give its item") {
  const auto file = read_as("table",
                            "item_id,model,key,p_A,p_B,p_C\nq0,a,A,0.7,0.2,0.1\nq1,a,C,0.3,0.7,\nq2,a,B,0.2,0.8,\n"
                            "q3,a,B,0.1,0.8,0.1\n");
  CHECK(file.items[1].option_count == 2);
  CHECK(file.items[1].key == -1);
  CHECK(file.items[2].key == 1);
  CHECK(reading::note(file, "key_beyond_options") != nullptr);
}

TEST_CASE("finding: a chosen option of the own format that its item does not have") {
  const auto file = read_as("harmonograph_json",
                            "{\"format\": \"harmonograph\", \"version\": 1, \"models\": [\"a\"], \"items\": [{\"id\": "
                            "\"x\", \"options\": 2, \"key\": 0}, {\"id\": \"y\"}], \"scores\": [[1, 0]], \"chosen\": "
                            "[[8, 8]]}");
  CHECK(file.responses.score == std::vector<double>{1, 0});
  CHECK(file.responses.chosen == std::vector<std::int32_t>{-1, 8});  // of y nothing says how many it has
  REQUIRE(reading::note(file, "chosen_is_no_option") != nullptr);
  CHECK(reading::note(file, "chosen_is_no_option")->count == 1);
}

TEST_CASE("finding: columns of models without a name are models of their own") {
  const auto file = read_as("table", "item_id,ann,,bea,\nq1,1,0,1,0\nq2,0,1,1,1\nq3,1,1,0,0\n");
  CHECK(file.models == std::vector<std::string>{"ann", "column 3", "bea", "column 5"});
  const auto clash = read_as("table", "item_id,column 3,,bea,\nq1,1,0,1,0\nq2,0,1,1,1\nq3,1,1,0,0\n");
  CHECK(clash.models == std::vector<std::string>{"column 3", "column 3, column 3", "bea", "column 5"});
}
