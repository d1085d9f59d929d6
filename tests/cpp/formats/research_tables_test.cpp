// Tables of published studies that the table reader knows: hendrycks' MMLU, BenchMIRT, MMLU-Redux. The numbers follow
// from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

TEST_CASE("hendrycks' MMLU: verdicts and probabilities of the letters") {
  const std::string fixture = "table/hendrycks/law.csv";
  CHECK(reading::format_of(reading::fixture(fixture)) == "table");
  const auto file = good(fixture);
  CHECK(file.models == std::vector<std::string>{"toy"});
  CHECK(file.benchmarks == std::vector<std::string>{"law"});
  CHECK(file.responses.score == std::vector<double>{1, 0, 1});
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[0].key == 0);
  CHECK(file.items[2].key == 3);
  CHECK(file.items[1].option_count == 4);
  CHECK(file.items[1].text == "Second?");
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].kind == ChoiceKind::probability);
  CHECK(reading::values(file, 0, 0) == std::vector<double>{0.7, 0.1, 0.1, 0.1});
  // The interface did not name C and D: their log-probability was set to -100.
  CHECK(reading::values(file, 0, 1)[1] == 0.4);
  CHECK(std::isnan(reading::values(file, 0, 1)[2]));
  CHECK(std::isnan(reading::values(file, 0, 1)[3]));
  CHECK(noted(file, "letters_not_given") == 2);
  CHECK(file.argmax_disagreements == 0);
}

TEST_CASE("hendrycks' MMLU: options that are numbers are no scores, several models stand side by side") {
  const std::string text =
      "0,1,2,3,4,5,a_correct,a_choiceA_probs,a_choiceB_probs,b_correct,b_choiceA_probs,b_choiceB_probs\n"
      "1+0?,0,1,2,3,B,False,0.7,0.3,True,0.1,0.9\n"
      "1-1?,0,1,2,3,A,True,0.8,0.2,False,0.4,0.6\n"
      "0+0?,0,1,20,30,A,True,0.9,0.1,True,0.6,0.4\n";
  const auto file = reading::read(text, "results_x/elementary_mathematics.csv");
  REQUIRE(file.ok());
  CHECK(file->models == std::vector<std::string>{"a", "b"});
  CHECK(file->benchmarks == std::vector<std::string>{"elementary_mathematics"});
  CHECK(score(*file, "0", "a") == 0);
  CHECK(score(*file, "0", "b") == 1);
  CHECK(score(*file, "1", "b") == 0);
  CHECK(score(*file, "2", "a") == 1);
  CHECK(file->items[0].key == 1);
  CHECK(file->items[0].text == "1+0?");
  REQUIRE(file->responses.choices.size() == 1);
  CHECK(file->argmax_compared == 6);
  CHECK(file->argmax_disagreements == 0);
}

TEST_CASE("BenchMIRT: models by their columns, and the attributes of the items beside them") {
  const auto file = good("table/benchmirt.csv");
  CHECK(file.models == std::vector<std::string>{"google/gemma-2-2b", "01-ai/Yi-1.5-9B"});
  CHECK(score(file, "arc_challenge_1", "google/gemma-2-2b") == 1);
  CHECK(attribute(file, "subset", 2) == "easy");
  const auto metadata = good("table/benchmirt_metadata/question_metadata.csv");
  CHECK(metadata.role == FileRole::item_attributes);
  REQUIRE(metadata.items.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(metadata.items[i].native_id == file.items[i].native_id);
  CHECK(attribute(metadata, "subcategory_one", 1) == "biology");
  CHECK(attribute(metadata, "domain_superset", 0) == "STEM");
}

TEST_CASE("MMLU-Redux: letters with spaces before them, with a key and without") {
  const auto file = good("table/mmlu_redux/combined_law_with_key.csv");
  CHECK(file.models == std::vector<std::string>{"toy-org_model-7b", "toy-org_model-13b"});
  CHECK(file.items.size() == 3);
  // a: A right, B right, " A" right; b: " B" wrong, " B" right, nothing.
  CHECK(file.responses.score == std::vector<double>{1, 0, 1, 1, 1});
  CHECK(noted(file, "answers_missing") == 1);
  const Error error = bad("table/mmlu_redux/combined_law.csv");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.hint.find("key") != std::string::npos);
}
