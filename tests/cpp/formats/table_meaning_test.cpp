// What small tables mean: headers of many spellings, items without a known name, and means that must not become items.
#include "formats/table_reading.hpp"

using namespace table_reading;

namespace {

FileObservations table(const std::string& text, const ReadOptions& options = {}) {
  INFO(text);
  const Format format = table_format();
  CHECK(certainty(format, text, "unknown") > 0);
  auto read = read_text(format, text, "unknown", options);
  if (!read) FAIL(read.error().message);
  return std::move(*read);
}

Error refusal(const std::string& text) {
  INFO(text);
  const auto read = read_text(table_format(), text, "unknown");
  REQUIRE_FALSE(read.ok());
  return read.error();
}

const Note* note(const FileObservations& file, const std::string& code) {
  for (const Note& each : file.notes) {
    if (each.code == code) return &each;
  }
  return nullptr;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a header may end in a question mark or a colon", "[table]") {
  const auto file = table("Question ID:,Model,Correct?\nq1,A,Yes\nq2,A,No\nq1,B,Yes\nq2,B,Yes\n");
  CHECK(file.table->shape == "long");
  CHECK(file.models == Names{"A", "B"});
  CHECK(score_of(file, "A", "q2") == 0);
  CHECK(score_of(file, "B", "q2") == 1);
}

TEST_CASE("the item's column may have a name in another language", "[table]") {
  const auto file = table("model,Aufgabe,correct,latency\na,x,1,0.5\na,y,0,0.7\nb,x,1,0.9\nb,y,1,0.3\n");
  CHECK(file.table->shape == "long");
  CHECK(file.models == Names{"a", "b"});
  REQUIRE(file.items.size() == 2);
  CHECK(score_of(file, "a", "y") == 0);
  CHECK(score_of(file, "b", "y") == 1);
  const Note* said = note(file, "column_taken_as_item");
  REQUIRE(said);
  CHECK(said->message.find("\"Aufgabe\"") != std::string::npos);
  // One model: the column only has to tell its rows apart.
  CHECK(table("model,Aufgabe,correct\na,x,1\na,y,0\na,z,0\n").items.size() == 3);
}

TEST_CASE("means of models and benchmarks are refused", "[table]") {
  for (const std::string text :
       {"task,model,accuracy\nmmlu,gpt-4,0.86\narc,gpt-4,0.93\nmmlu,llama,0.7\narc,llama,0.8\n",
        "task,accuracy\nmmlu,0.86\narc,0.93\n", "name,score\nmmlu,0.8\narc,0.9\n",
        "model,accuracy,exact_match\ngpt-4,0.5,0.25\nllama,0.5,0.75\n", "model,correct\ngpt-4,1\nllama,0\n"}) {
    const Error error = refusal(text);
    CHECK(error.code == ErrorCode::no_responses);
    CHECK(error.message.find("means") != std::string::npos);
  }
}

TEST_CASE("rows of a model without an item are refused, not dropped", "[table]") {
  const Error error = refusal("model,correct\na,1\na,0\nb,1\nb,1\n");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.message.find("2 rows repeat a model") != std::string::npos);
}

TEST_CASE("verdicts beside names that are no models' are one model's", "[table]") {
  const auto file = table("name,correct\nfirst,1\nsecond,0\nthird,1\n");
  CHECK(file.items.size() == 3);
  CHECK(file.models.size() == 1);
}

TEST_CASE("the word above scores is no score", "[table]") {
  const auto named = table("correct\n1\n0\n1\n");
  CHECK(named.items.size() == 3);
  CHECK(mean_score(named) == Approx(2.0 / 3));
  const auto two = table("correct,pass\n1,0\n0,0\n1,1\n");
  CHECK(two.models == Names{"correct", "pass"});
  CHECK(two.items.size() == 3);
  // Without a header it is.
  const auto words = table("correct\ncorrect\nincorrect\n");
  CHECK(words.items.size() == 3);
  CHECK(mean_score(words) == Approx(2.0 / 3));
}

TEST_CASE("metrics of Ragas are metrics, not models", "[table]") {
  const std::string text =
      "user_input,response,reference,faithfulness,answer_relevancy\nq1,r,ref,0.9,0.8\nq2,r,ref,0.5,0.7\n";
  const auto file = table(text);
  CHECK(file.metric == "faithfulness");
  CHECK(mean_score(file) == Approx(0.7));
  CHECK(file.items[0].text == "q1");
  CHECK(mean_score(table(text, {{"metric", "answer_relevancy"}})) == Approx(0.75));
}
