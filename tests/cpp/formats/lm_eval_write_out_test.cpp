// *_write_out_info.json of 2023.
#include <catch2/catch.hpp>

#include "lm_eval_reading.hpp"

using namespace harmonograph;

TEST_CASE("lm-eval write-out: log-likelihoods, the key, the question") {
  const auto file = reading::read_fixture("lm_eval/v0.3/toy-1b/toy_winogrande_write_out_info.json");
  REQUIRE(file.ok());
  CHECK(file->models.front() == "toy-1b");
  CHECK(file->benchmarks.front() == "toy_winogrande");
  CHECK(file->metric == "acc");
  CHECK(file->responses.score == std::vector<double>{1, 0, 1, 1});
  REQUIRE(file->items.size() == 4);
  CHECK(file->items[0].key == 1);
  CHECK(file->items[2].key == 0);
  CHECK(file->items[1].text == "Question 1 with Ann.");
  CHECK(file->items[1].position == 1);
  CHECK(reading::set_names(*file) == std::vector<std::string>{"log-likelihood"});
  CHECK(reading::values(*file, 0, 0) == std::vector<double>{-10.5, -9.25});
  CHECK(file->argmax_compared == 4);
  CHECK(file->argmax_disagreements == 0);
}

TEST_CASE("lm-eval write-out: generated texts have no options, and a percentage is no score") {
  const auto file = reading::read_fixture("lm_eval/v0.3/toy-1b/toy_gen_write_out_info.json");
  REQUIRE(file.ok());
  CHECK(file->metric == "bleu_acc");
  CHECK(file->responses.score == std::vector<double>{0, 1});
  CHECK(file->responses.choices.empty());
  CHECK(file->items[0].option_count == 0);
  const auto percent =
      reading::read_fixture("lm_eval/v0.3/toy-1b/toy_gen_write_out_info.json", {{"metric", "bleu_max"}});
  REQUIRE_FALSE(percent.ok());
  CHECK(percent.error().message.find("22.5 to 50") != std::string::npos);
}
