// Open-ended tasks: several samples of an answer, and scores on the scale of a judge. The expected numbers are counted
// by hand from the fixtures and the texts below.
#include "formats/score_scale.hpp"
#include "formats/table_reading.hpp"

using namespace table_reading;

namespace {

FileObservations read(const std::string& text, const ReadOptions& options = {}, const Format& format = table_format()) {
  auto result = read_text(format, text, "scores.csv", options);
  if (!result) FAIL(result.error().message);
  check_shape(*result);
  auto bytewise = read_text(format, text, "scores.csv", options, 1);
  REQUIRE(bytewise.ok());
  CHECK(same(*result, *bytewise));
  return std::move(*result);
}

Error refuse(const std::string& text, const ReadOptions& options = {}, const Format& format = table_format()) {
  auto result = read_text(format, text, "scores.csv", options);
  REQUIRE_FALSE(result.ok());
  CHECK_FALSE(result.error().hint.empty());
  return result.error();
}

std::string role_of(const FileObservations& file, const std::string& column) {
  for (const auto& each : file.table->columns) {
    if (each.name == column) return each.role;
  }
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ScoreSpread spread_of(const std::vector<double>& numbers) {
  ScoreSpread spread;
  for (const double number : numbers) spread.add(number, 1);
  return spread;
}

}  // namespace

TEST_CASE("samples of an answer are averaged, repeated ones left out", "[samples]") {
  const FileObservations file = read(fixture("table/samples.csv"));
  CHECK(file.table->shape == "long");
  CHECK(role_of(file, "epoch") == "sample");
  CHECK(file.responses.score.size() == 4);
  CHECK(score_of(file, "alpha-model", "q1") == 2.0 / 3);
  CHECK(score_of(file, "alpha-model", "q2") == 0.5);  // of the two that are there
  CHECK(score_of(file, "beta-model", "q1") == 1);     // the second row of sample 2 is left out
  CHECK(score_of(file, "beta-model", "q2") == 0);
  CHECK(file.rows_read == 10);
  CHECK(file.rows_skipped == 2);  // one without a score, one repeated
  const Note* note = find_note(file, "samples_averaged");
  REQUIRE(note != nullptr);
  CHECK(note->severity == Severity::info);
  CHECK(note->message ==
        "Each item has 1 to 3 samples of a model, told apart by \"epoch\"; its scores are their means (pass@1). "
        "Samples without a score, left out of the means: 1.");
  CHECK(note->count == 3);
  REQUIRE(find_note(file, "duplicate_rows") != nullptr);
  CHECK(find_note(file, "duplicate_rows")->message ==
        "Rows that repeat a model, item and sample, left out: 1. The first row of each is kept.");
  CHECK(find_note(file, "duplicate_rows")->lines == std::vector<std::uint64_t>{10});
  CHECK(find_note(file, "scores_missing")->count == 1);
  // The number of a sample is no attribute of an item; the topic is.
  CHECK(find_attribute(file, "epoch") == nullptr);
  CHECK(find_attribute(file, "topic") != nullptr);
}

TEST_CASE("without a column that numbers them, repeated rows are named and the remedy is said", "[samples]") {
  const std::string text = "model,item,score,remark\na,1,1,x y\na,1,0,y z\na,2,0,z x\n";
  const FileObservations file = read(text);
  CHECK(score_of(file, "a", "1") == 1);
  REQUIRE(find_note(file, "duplicate_rows") != nullptr);
  CHECK(find_note(file, "duplicate_rows")->count == 1);
  CHECK(has(find_note(file, "duplicate_rows")->message, "choose the role \"sample\" for a column that numbers them"));
  CHECK(find_note(file, "samples_averaged") == nullptr);
  // The remedy works.
  const FileObservations chosen = read(text, {{"role:3", "sample"}});
  CHECK(role_of(chosen, "remark") == "sample");
  CHECK(score_of(chosen, "a", "1") == 0.5);
  CHECK(find_note(chosen, "duplicate_rows") == nullptr);
}

TEST_CASE("every name of a column of samples", "[samples]") {
  for (const std::string name :
       {"sample", "sample_id", "sample_index", "epoch", "trial", "repeat", "repetition", "rep", "attempt", "generation",
        "replicate", "draw", "iteration", "Sample Index", "run", "run_id", "seed", "metadata.epoch"}) {
    INFO(name);
    const FileObservations file =
        read("model,item_id," + name + ",score\na,1,0,1\na,1,1,0\na,2,0,1\na,2,1,1\nb,1,0,0\nb,1,1,0\n");
    CHECK(role_of(file, name) == "sample");
    CHECK(score_of(file, "a", "1") == 0.5);
    CHECK(has(find_note(file, "samples_averaged")->message, "Each item has 2 samples of a model"));
  }
}

TEST_CASE("a name alone makes no samples", "[samples]") {
  // Nothing repeats: an attribute of the model's run, as before.
  const FileObservations once = read("model,item,seed,score\na,1,7,1\na,2,7,0\nb,1,8,1\nb,2,8,0\n");
  CHECK(role_of(once, "seed") == "attribute");
  CHECK(find_note(once, "samples_averaged") == nullptr);
  // A seed that leaves half of the repeated rows repeated does not tell them apart; an epoch that does so is believed.
  const std::string rest = ",score\na,1,7,1\na,1,7,0\na,1,8,0\na,2,7,0\n";
  const FileObservations seed = read("model,item,seed" + rest);
  CHECK(score_of(seed, "a", "1") == 1);
  CHECK(find_note(seed, "duplicate_rows")->count == 2);
  const FileObservations epoch = read("model,item,epoch" + rest);
  CHECK(score_of(epoch, "a", "1") == 0.5);
  CHECK(find_note(epoch, "duplicate_rows")->count == 1);
  // The generated texts are no numbering.
  const FileObservations texts = read("model,item,generation,score\na,1,It is B.,1\na,1,It is C.,0\na,2,B,1\n");
  CHECK(role_of(texts, "generation") != "sample");
  CHECK(find_note(texts, "duplicate_rows")->count == 1);
  // Fractions neither.
  const FileObservations fractions = read("model,item,draw,score\na,1,0.5,1\na,1,0.25,0\na,2,0.5,1\n");
  CHECK(role_of(fractions, "draw") != "sample");
}

TEST_CASE("sample_id is the item where nothing else is, and the sample where the items are named beside it",
          "[samples]") {
  const FileObservations inspect = read("model,sample_id,epoch,score\na,1,1,1\na,1,2,0\na,2,1,1\na,2,2,1\n");
  CHECK(role_of(inspect, "sample_id") == "item");
  CHECK(role_of(inspect, "epoch") == "sample");
  CHECK(score_of(inspect, "a", "1") == 0.5);
  // Two tasks with samples 1 to 3 each: the ids are the items of benchmarks.
  const FileObservations tasks =
      read("model,task,sample_id,score\na,x,1,1\na,x,2,0\na,x,3,1\na,y,1,1\na,y,2,0\na,y,3,1\n");
  CHECK(role_of(tasks, "sample_id") == "item");
  CHECK(tasks.items.size() == 6);
  const FileObservations questions =
      read("model,question,sample_id,score\na,1+1?,0,1\na,1+1?,1,0\na,2+2?,0,1\na,2+2?,1,1\na,3+3?,0,0\na,3+3?,1,0\n");
  CHECK(role_of(questions, "sample_id") == "sample");
  REQUIRE(questions.items.size() == 3);
  CHECK(questions.responses.score == std::vector<double>{0.5, 1, 0});
}

TEST_CASE("two columns together number the samples", "[samples]") {
  const FileObservations file = read(
      "model,item,epoch,trial,score\na,1,1,1,1\na,1,1,2,0\na,1,2,1,0\na,1,2,2,0\na,2,1,1,1\na,2,1,2,1\na,2,2,1,1\n"
      "a,2,2,2,0\n");
  CHECK(role_of(file, "epoch") == "sample");
  CHECK(role_of(file, "trial") == "sample");
  CHECK(file.responses.score == std::vector<double>{0.25, 0.75});
  CHECK(find_note(file, "duplicate_rows") == nullptr);
  CHECK(has(find_note(file, "samples_averaged")->message, "told apart by \"epoch\" and \"trial\""));
}

TEST_CASE("predictions and option values of the first sample are kept, and that is said", "[samples]") {
  const std::string text =
      "model,item,sample,key,prediction,p_A,p_B\nm,1,1,A,A,0.9,0.1\nm,1,2,A,B,0.4,0.6\nm,2,1,B,A,0.8,0.2\n"
      "m,2,2,B,A,0.7,0.3\n";
  const FileObservations file = read(text);
  CHECK(file.responses.score == std::vector<double>{0.5, 0});
  CHECK(file.responses.chosen == std::vector<std::int32_t>{0, 0});
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].values == std::vector<double>{0.9, 0.1, 0.8, 0.2});
  CHECK(has(find_note(file, "samples_averaged")->message,
            "Of predictions and option values those of the first sample are kept."));
  // Only option values: no score of a further sample is made up.
  const FileObservations options = read(text, {{"role:4", "ignore"}});
  CHECK(options.responses.score == std::vector<double>{1, 0});
  CHECK(has(find_note(options, "samples_averaged")->message, "scores come from the first of them only"));
}

TEST_CASE("samples without any score give a missing one", "[samples]") {
  const FileObservations file = read("model,item,sample,score\na,1,1,\na,1,2,NA\na,2,1,1\na,2,2,0\n");
  CHECK(std::isnan(score_of(file, "a", "1")));
  CHECK(score_of(file, "a", "2") == 0.5);
  CHECK(has(find_note(file, "samples_averaged")->message, "left out of the means: 2."));
}

TEST_CASE("records of several samples", "[samples][json records]") {
  const FileObservations file = read(fixture("json_records/samples.jsonl"), {}, json_records_format());
  CHECK(role_of(file, "task_id") == "item");
  CHECK(role_of(file, "sample_id") == "sample");
  CHECK(file.items.size() == 3);
  // alpha: 1/2, 1, 0; beta: 1/2, 1 of one, 1.
  CHECK(file.responses.score == std::vector<double>{0.5, 1, 0, 0.5, 1, 1});
  CHECK(has(find_note(file, "samples_averaged")->message, "(pass@1)"));
}

TEST_CASE("a scale is two numbers", "[scale]") {
  const auto ten = parse_score_scale("1..10");
  REQUIRE(ten.ok());
  CHECK(ten->apply(1) == 0);
  CHECK(ten->apply(10) == 1);
  CHECK(ten->apply(5.5) == 0.5);
  const auto signed_scale = parse_score_scale(" -1 .. 1 ");
  REQUIRE(signed_scale.ok());
  CHECK(signed_scale->chosen == "-1..1");
  CHECK(signed_scale->apply(0) == 0.5);
  CHECK(parse_score_scale("0.5..1.5")->apply(0.75) == 0.25);
  CHECK(parse_score_scale("percent")->apply(45) == 0.45);
  CHECK(parse_score_scale("")->chosen.empty());
  for (const std::string wrong :
       {"10..1", "5..5", "7", "1-10", "..", "1..", "a..b", "0..inf", "nan..1", "-1e308..1e308", "1..2..3"}) {
    INFO(wrong);
    const auto parsed = parse_score_scale(wrong);
    REQUIRE_FALSE(parsed.ok());
    CHECK(parsed.error().code == ErrorCode::invalid_argument);
    CHECK(refuse("model,item,score\na,1,1\n", {{"scale", wrong}}).code == ErrorCode::invalid_argument);
    CHECK(refuse("[{\"model\":\"a\",\"item\":1,\"score\":1}]", {{"scale", wrong}}, json_records_format()).code ==
          ErrorCode::invalid_argument);
  }
}

TEST_CASE("the scale that numbers suggest", "[scale]") {
  CHECK(propose_scale(spread_of({1, 3, 5})) == "1..5");
  CHECK(propose_scale(spread_of({1, 9, 4})) == "1..10");
  CHECK(propose_scale(spread_of({2.5, 9})) == "1..10");
  CHECK(propose_scale(spread_of({0, 7})) == "0..10");
  CHECK(propose_scale(spread_of({0, 1, 2})) == "0..2");
  CHECK(propose_scale(spread_of({0.25, 4.5})) == "0..5");
  CHECK(propose_scale(spread_of({12.5, 99})) == "0..100");
  CHECK(propose_scale(spread_of({1, 100})) == "0..100");
  CHECK(propose_scale(spread_of({-1, 0.5, 1})) == "-1..1");
  CHECK(propose_scale(spread_of({-1, 1, 8})) == "1..10");  // -1: the judge gave none
  CHECK(propose_scale(spread_of({-1, -1, 3, 4})) == "1..5");
  CHECK(propose_scale(spread_of({-2.5, 3})).empty());
  CHECK(propose_scale(spread_of({0, 250})).empty());
  CHECK(propose_scale(spread_of({1, INFINITY})).empty());
}

TEST_CASE("scores of a judge: refused with a proposal, read on their scale, averaged over samples",
          "[scale][samples]") {
  const std::string text = fixture("table/judge.csv");
  const Error error = refuse(text);
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(has(error.message, "5 of 8 scores in the column \"judge_score\" are outside 0 to 1."));
  CHECK(has(error.message, "The smallest is 1 and the largest 10."));
  CHECK(has(error.hint, "choose the scale \"1..10\""));
  const FileObservations file = read(text, {{"scale", "1..10"}});
  // (10 + 7)/2 -> (9 + 6)/18; (1 + 2)/2 -> 1/18; (4 + 5.5)/2 -> 7.5/18; 1 -> 0.
  CHECK(score_of(file, "alpha-model", "q1") == Approx(15.0 / 18));
  CHECK(score_of(file, "alpha-model", "q2") == Approx(1.0 / 18));
  CHECK(score_of(file, "beta-model", "q1") == Approx(7.5 / 18));
  CHECK(score_of(file, "beta-model", "q2") == 0);
  REQUIRE(find_note(file, "scores_scaled") != nullptr);
  CHECK(find_note(file, "scores_scaled")->message == "Scores were scaled from 1..10 to 0..1.");
  CHECK(has(find_note(file, "samples_averaged")->message, "its scores are their means."));
  CHECK_FALSE(has(find_note(file, "samples_averaged")->message, "pass@1"));
}

TEST_CASE("scores outside the chosen scale are refused, be they few", "[scale]") {
  std::string text = "model,item,score\n";
  for (int i = 0; i < 40; ++i) text += "a," + std::to_string(i) + "," + std::to_string(1 + i % 5) + "\n";
  CHECK(scored(read(text, {{"scale", "1..5"}})) == 40);
  const Error error = refuse(text + "a,x,11\na,y,0\n", {{"scale", "1..10"}});  // 2 of 42 are below the usual 5%
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(has(error.message, "2 of 42 scores in the column \"score\" are outside 1 to 10."));
  CHECK(has(error.message, "The smallest is 0 and the largest 11."));
  CHECK(has(refuse(text, {{"scale", "1..4"}}).message, "8 of 40"));
  // -1 alone counts as missing, as elsewhere.
  const FileObservations failed = read(text + "a,x,-1\n", {{"scale", "1..5"}});
  CHECK(scored(failed) == 40);
  CHECK(has(find_note(failed, "scores_outside_range")->message, "outside 1 to 5, taken as missing: 1."));
  // Words are scores as they stand.
  CHECK(score_of(read("model,item,score\na,1,true\na,2,3\na,3,1\na,4,5\n", {{"scale", "1..5"}}), "a", "1") == 1);
}

TEST_CASE("wide tables of ratings, whose orientation is chosen by hand", "[scale]") {
  // Read unasked they are facts about the models.
  const std::string text = fixture("table/ratings.csv");
  CHECK(read(text).role == FileRole::model_attributes);
  const Error error = refuse(text, {{"shape", "models x items"}});
  CHECK(has(error.message, "outside 0 to 1"));
  CHECK(has(error.message, "The smallest is 1 and the largest 5."));
  CHECK(has(error.hint, "choose the scale \"1..5\""));
  const FileObservations models = read(text, {{"shape", "models x items"}, {"scale", "1..5"}});
  CHECK(models.models.size() == 3);
  CHECK(models.items.size() == 4);
  CHECK(score_of(models, "alpha-model", "a1") == 1);
  CHECK(score_of(models, "beta-model", "a3") == 0.5);
  CHECK(score_of(models, "gamma-model", "a4") == 0.25);

  const std::string items = "item_id,rating\nq1,7\nq2,10\nq3,1\n";
  CHECK(read(items).role == FileRole::item_attributes);
  const Error wide = refuse(items, {{"shape", "items x models"}});
  CHECK(has(wide.hint, "choose the scale \"1..10\""));
  const FileObservations read_items = read(items, {{"shape", "items x models"}, {"scale", "1..10"}});
  CHECK(read_items.models.size() == 1);
  CHECK(mean_score(read_items) == Approx((6 + 9 + 0) / 27.0));
  // Models named in the header: the error comes unasked.
  const Error named = refuse("item,gpt-a,claude-b\n1,-0.5,1\n2,0.25,-1\n3,1,0\n4,-0.25,0.5\n");
  CHECK(has(named.hint, "choose the scale \"-1..1\""));
}
