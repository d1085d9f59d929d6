// Tables in every shape. The expected numbers are counted by hand from the fixtures, which are small.
#include "formats/table_reading.hpp"

#include "core/random.hpp"

using namespace table_reading;

namespace {

/// Reads a fixture three times: under its name, as "unknown", and byte by byte.
FileObservations read_fixture(const std::string& name, const ReadOptions& options = {}) {
  const Format format = table_format();
  const std::string text = fixture("table/" + name);
  INFO(name);
  CHECK(certainty(format, text, name) >= 20);
  CHECK(certainty(format, text, name) <= 60);
  CHECK(certainty(format, text, "unknown") == certainty(format, text, name));
  auto read = read_text(format, text, name, options);
  if (!read) FAIL(read.error().message);
  check_shape(*read);
  auto unknown = read_text(format, text, "unknown", options, 1);
  REQUIRE(unknown.ok());
  CHECK(same(*read, *unknown));
  return std::move(*read);
}

Error refuse_fixture(const std::string& name, const ReadOptions& options = {}) {
  const std::string text = fixture("table/" + name);
  CHECK(certainty(table_format(), text, "unknown") >= 20);
  auto read = read_text(table_format(), text, name, options);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().file == name);
  CHECK_FALSE(read.error().hint.empty());
  return read.error();
}

FileObservations read_string(const std::string& text, const ReadOptions& options = {},
                             const std::string& path = "unknown") {
  auto read = read_text(table_format(), text, path, options);
  if (!read) FAIL(read.error().message);
  check_shape(*read);
  return std::move(*read);
}

Error refuse_string(const std::string& text, const ReadOptions& options = {}) {
  auto read = read_text(table_format(), text, "unknown", options);
  REQUIRE_FALSE(read.ok());
  return read.error();
}

}  // namespace

TEST_CASE("long rows with option probabilities and a key", "[table]") {
  const FileObservations file = read_fixture("long_options.csv");
  CHECK(file.table->shape == "long");
  CHECK(file.models == std::vector<std::string>{"alpha-7b", "beta-13b"});
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[1].option_count == 2);
  CHECK(file.items[1].key == 1);
  CHECK(file.items[2].option_count == 3);
  CHECK(file.benchmarks == std::vector<std::string>{"long_options"});
  // By p0: alpha q1 A right, q2 a tie whose first option A is wrong, q3 C right; beta q1 B wrong, q2 right, q3 wrong.
  CHECK(score_of(file, "alpha-7b", "q1") == 1);
  CHECK(score_of(file, "alpha-7b", "q2") == 0);
  CHECK(score_of(file, "alpha-7b", "q3") == 1);
  CHECK(score_of(file, "beta-13b", "q1") == 0);
  CHECK(score_of(file, "beta-13b", "q2") == 1);
  CHECK(score_of(file, "beta-13b", "q3") == 0);
  const Note* computed = find_note(file, "scores_computed");
  REQUIRE(computed != nullptr);
  CHECK(computed->count == 6);
  CHECK(computed->message.find("n = 6") != std::string::npos);
  CHECK(computed->message.find("counts: 1") != std::string::npos);

  const auto& sets = file.responses.choices;
  REQUIRE(sets.size() == 3);
  CHECK(sets[0].name == "p0");
  CHECK(sets[1].name == "p1");
  CHECK(sets[2].name == "mean of p0, p1");
  for (const auto& set : sets) CHECK(set.kind == ChoiceKind::probability);
  CHECK(sets[0].values.size() == 3 + 3 + 2 + 2 + 3 + 3);
  CHECK(sets[2].values[0] == Approx((0.7 + 0.3) / 2));
  CHECK(sets[2].values[sets[2].first[3] + 1] == Approx((0.9 + 0.8) / 2));
  CHECK(find_note(file, "mean_of_option_orders") != nullptr);

  REQUIRE(find_attribute(file, "topic") != nullptr);
  CHECK(find_attribute(file, "topic")->values == std::vector<std::string>{"algebra", "geometry", "algebra"});
  CHECK(find_attribute(file, "latency") == nullptr);
  CHECK(find_note(file, "columns_not_of_items") != nullptr);
  CHECK(file.table->columns[6].role == "option:p0:0");
  CHECK(file.table->columns[2].role == "key");
}

TEST_CASE("another choice set can be put first", "[table]") {
  const FileObservations file = read_fixture("long_options.csv", {{"choices", "p1"}});
  CHECK(file.responses.choices.front().name == "p1");
  // By p1: alpha q1 B wrong, q2 B right, q3 C right; beta q1 A right, q2 B right, q3 a tie of A and B: wrong.
  CHECK(mean_score(file, "alpha-7b") == Approx(2.0 / 3));
  CHECK(mean_score(file, "beta-13b") == Approx(2.0 / 3));
  auto unknown = read_text(table_format(), fixture("table/long_options.csv"), "x", {{"choices", "p9"}});
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().code == ErrorCode::not_found);
}

TEST_CASE("long rows with scores, benchmarks and rows that cannot be used", "[table]") {
  const FileObservations file = read_fixture("long_scores.tsv");
  CHECK(file.table->separator == '\t');
  CHECK(file.benchmarks == std::vector<std::string>{"math", "logic"});
  CHECK(file.items.size() == 3);  // m1 of math, m2 of math, m1 of logic
  CHECK(file.items[2].native_id == "m1");
  CHECK(file.items[2].benchmark == 1);
  CHECK(scored(file) == 5);
  CHECK(mean_score(file) == Approx(3.0 / 5));
  CHECK(file.metric == "correct");
  REQUIRE(find_note(file, "duplicate_rows") != nullptr);
  CHECK(find_note(file, "duplicate_rows")->lines == std::vector<std::uint64_t>{8});
  REQUIRE(find_note(file, "rows_without_model") != nullptr);
  CHECK(find_note(file, "rows_without_model")->lines == std::vector<std::uint64_t>{9});
  CHECK(find_note(file, "scores_missing")->count == 1);
  CHECK(file.rows_read == 8);
  CHECK(file.rows_skipped == 3);
  REQUIRE(find_attribute(file, "subject") != nullptr);
}

TEST_CASE("apostrophes that keep spreadsheets from running a text are not part of it, and counted", "[table]") {
  // As written by csv_cell: a model "=1+1", items "@a" and "-b-", a category "'=c".
  const std::string text =
      "model,item,score,category\n'=1+1,'@a,1,''=c\n'=1+1,\"'-b-\",0,it's\nplain,'@a,0,''=c\nplain,'-b-,1,it's\n";
  const auto read = read_text(*find_format("table"), text, "answers.csv");
  REQUIRE(read.ok());
  CHECK(read->models == std::vector<std::string>{"=1+1", "plain"});
  CHECK(score_of(*read, "=1+1", "@a") == 1);
  CHECK(score_of(*read, "plain", "-b-") == 1);
  const auto* category = find_attribute(*read, "category");
  REQUIRE(category != nullptr);
  CHECK(category->values == std::vector<std::string>{"'=c", "it's"});
  REQUIRE(find_note(*read, "formula_guards") != nullptr);
  CHECK(find_note(*read, "formula_guards")->count == 8);
}

TEST_CASE("long rows with predictions and a key; the question is the item", "[table]") {
  const FileObservations file = read_fixture("long_predictions.csv");
  CHECK(file.items.size() == 2);
  CHECK(file.items[0].native_id.empty());
  CHECK(file.items[0].content_hash.size() == 16);
  CHECK(file.items[1].text == "Which is a prime, 4 or 5?");
  CHECK(score_of(file, "gemma-2b", "#0") == 1);
  CHECK(score_of(file, "qwen-7b", "#0") == 0);
  CHECK(score_of(file, "gemma-2b", "#1") == 1);
  CHECK(std::isnan(score_of(file, "qwen-7b", "#1")));
  CHECK(file.responses.chosen == std::vector<std::int32_t>{1, 0, 2, -1});
  CHECK(find_note(file, "answers_missing")->lines == std::vector<std::uint64_t>{5});
  CHECK(find_note(file, "scores_computed")->count == 3);
}

TEST_CASE("answers in words and numbers are compared with the key as text or index", "[table]") {
  const FileObservations words =
      read_string("item,model,key,prediction\n1,m,Paris,paris \n2,m,Rome,Milan\n3,m,ten,TEN\n");
  CHECK(mean_score(words) == Approx(2.0 / 3));
  CHECK(words.responses.chosen.empty());
  const FileObservations indices = read_string("item,model,gold,pred\n1,m,0,0\n2,m,3,1\n3,m,2,2\n");
  CHECK(mean_score(indices) == Approx(2.0 / 3));
  CHECK(indices.responses.chosen == std::vector<std::int32_t>{0, 1, 2});
  CHECK(indices.items[1].key == 3);
}

TEST_CASE("a spreadsheet of Europe: byte order mark, semicolons, decimal commas, CRLF", "[table]") {
  const FileObservations file = read_fixture("european.csv");
  CHECK(file.table->separator == ';');
  CHECK(file.table->decimal_comma);
  CHECK(file.models == std::vector<std::string>{"gpt-x", "llama-x"});
  CHECK(score_of(file, "gpt-x", "eins") == 0.5);
  CHECK(score_of(file, "gpt-x", "zwei") == 0.25);
  CHECK(score_of(file, "llama-x", "drei") == 0.75);
  REQUIRE(find_attribute(file, "Thema") != nullptr);
  CHECK(find_attribute(file, "Thema")->values[2] == "L\xC3\xA4nder");
}

TEST_CASE("UTF-16 tables are converted", "[table]") {
  std::string bytes = "\xFF\xFE";
  for (const char c : std::string("item;model-a;model-b\n1;0,5;1\n2;0;1\n")) {
    bytes += c;
    bytes += '\0';
  }
  CHECK(certainty(table_format(), bytes, "unknown") == 60);
  const FileObservations file = read_string(bytes);
  CHECK(mean_score(file, "model-a") == 0.25);
}

TEST_CASE("quoted line ends and quotes in texts", "[table]") {
  const FileObservations file = read_fixture("quoted_newlines.csv");
  CHECK(file.items[0].text == "Two lines:\na \"quoted\" word, and a comma");
  CHECK(file.items[1].line == 4);
  CHECK(mean_score(file, "mistral-a") == 0.5);
}

TEST_CASE("items x models with leading attributes", "[table]") {
  // 22 items; gpt-y misses one, olmo-z has one number outside the range (1 of 66 cells).
  std::string text = "item_id,category,key,n_options,difficulty,claude-x,gpt-y,olmo-z\n";
  for (int i = 1; i <= 22; ++i) {
    text += 'i';
    text += std::to_string(i);
    text += i % 2 == 0 ? ",bio,B,4,0.3" : ",chem,B,4,0.3";
    text += i <= 11 ? ",1" : ",0";
    text += i == 5 ? "," : ",1";
    text += i == 7 ? ",2\n" : ",0\n";
  }
  const FileObservations file = read_string(text, {}, "study/responses.csv");
  CHECK(file.table->shape == "items x models");
  CHECK(file.models == std::vector<std::string>{"claude-x", "gpt-y", "olmo-z"});
  CHECK(file.benchmarks == std::vector<std::string>{"study"});
  CHECK(mean_score(file, "claude-x") == 0.5);
  CHECK(mean_score(file, "gpt-y") == 1);
  CHECK(scored(file) == 66 - 2);
  CHECK(file.items[3].key == 1);
  CHECK(file.items[3].option_count == 4);
  CHECK(find_attribute(file, "difficulty") != nullptr);
  CHECK(find_attribute(file, "category")->values[1] == "bio");
  REQUIRE(find_note(file, "scores_outside_range") != nullptr);
  CHECK(find_note(file, "scores_outside_range")->count == 1);
  CHECK(find_note(file, "scores_outside_range")->lines == std::vector<std::uint64_t>{8});
}

TEST_CASE("a column with many numbers outside 0 to 1 is not quietly read", "[table]") {
  const Error error = refuse_fixture("items_by_models.csv");  // olmo-z: 1 of 7 cells is 2
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.message.find("olmo-z") != std::string::npos);
  CHECK(error.line == 5);
  // The user may insist on the column: then 1 of 22 cells is missing, and that is said.
  const FileObservations forced = read_fixture("items_by_models.csv", {{"role:7", "model score"}});
  CHECK(forced.models.size() == 3);
  CHECK(find_note(forced, "scores_outside_range")->count == 1);
  // Or leave the column out.
  const FileObservations file = read_fixture("items_by_models.csv", {{"role:7", "ignore"}});
  CHECK(file.models == std::vector<std::string>{"claude-x", "gpt-y"});
  CHECK(mean_score(file, "claude-x") == Approx(6.0 / 8));
  CHECK(mean_score(file, "gpt-y") == Approx(1.0 / 7));
}

TEST_CASE("minus one as a missing value", "[table]") {
  const FileObservations file = read_string("item,model-a,model-b\n1,1,-1\n2,0,-1\n3,-1,1\n");
  CHECK(scored(file) == 3);
  CHECK(find_note(file, "scores_outside_range")->count == 3);
}

TEST_CASE("models x items", "[table]") {
  const FileObservations file = read_fixture("models_by_items.csv");
  CHECK(file.table->shape == "models x items");
  CHECK(file.models == std::vector<std::string>{"llama-a", "qwen-b", "phi-c"});
  REQUIRE(file.items.size() == 5);
  CHECK(file.items[4].native_id == "q5");
  CHECK(mean_score(file, "phi-c") == 0.25);
  CHECK(mean_score(file, "llama-a") == Approx(0.6));
}

TEST_CASE("orientation by names, by counts, and by the user", "[table]") {
  CHECK(read_string(",llama-2,gpt-4\nfirst,1,0\nsecond,0,0\nthird,1,1\n").table->shape == "items x models");
  CHECK(read_string(",first,second,third\nllama-2,1,0,1\ngpt-4,0,0,1\n").table->shape == "models x items");
  CHECK(read_string("name,one,two,three\nx,1,0,1\ny,0,0,1\n").table->shape == "models x items");
  CHECK(read_string("title,x,y\none,1,0\ntwo,0,0\nthree,0,1\n").table->shape == "items x models");
  const FileObservations turned = read_fixture("models_by_items.csv", {{"shape", "items x models"}});
  CHECK(turned.table->shape == "items x models");
  CHECK(turned.models.size() == 5);
  CHECK(turned.items.size() == 3);
  CHECK(refuse_string("item,model-a\n1,0\n2,1\n", {{"shape", "round"}}).code == ErrorCode::invalid_argument);
}

TEST_CASE("persons x items without names", "[table]") {
  const FileObservations file = read_fixture("persons_by_items.csv");
  CHECK(file.table->shape == "models x items");
  CHECK(file.models[3] == "row 4");
  CHECK(file.items.size() == 3);
  CHECK(scored(file) == 11);
  CHECK(mean_score(file) == Approx(7.0 / 11));
  CHECK(find_note(file, "rows_are_models") != nullptr);
}

TEST_CASE("headerless numbers: fewer rows than columns are models", "[table]") {
  const FileObservations file = read_fixture("headerless.csv");
  CHECK_FALSE(file.table->has_header);
  CHECK(file.table->shape == "models x items");
  CHECK(file.models.size() == 3);
  CHECK(file.items.size() == 5);
  CHECK(file.items[2].position == 2);
  CHECK(scored(file) == 14);
  CHECK(mean_score(file) == Approx(8.0 / 14));
  const FileObservations tall = read_string("1,0\n0,0\n1,1\n1,0\n");
  CHECK(tall.table->shape == "items x models");
  CHECK(tall.models == std::vector<std::string>{"column 1", "column 2"});
  CHECK(tall.items.size() == 4);
  // Item names without a header.
  const FileObservations named = read_string("arc-1,1,0,1\narc-2,0,0,1\narc-3,1,1,1\narc-4,1,1,0\n");
  CHECK_FALSE(named.table->has_header);
  CHECK(named.items.size() == 4);
  CHECK(named.items[0].native_id == "arc-1");
  CHECK(named.models.size() == 3);
}

TEST_CASE("response patterns with frequencies are refused in plain words", "[table]") {
  const Error error = refuse_fixture("patterns.csv");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.message.find("freq") != std::string::npos);
  const FileObservations file = read_fixture("patterns.csv", {{"role:2", "ignore"}});
  CHECK(file.models.size() == 4);
  CHECK(file.items.size() == 2);
}

TEST_CASE("Hendrycks' MMLU results with option probabilities", "[table]") {
  const FileObservations file = read_fixture("results_llama/anatomy.csv");
  CHECK(file.table->shape == "items x models");
  CHECK(file.models == std::vector<std::string>{"llama"});
  CHECK(file.benchmarks == std::vector<std::string>{"anatomy"});
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[0].text == "The longest bone, is");
  CHECK(file.items[1].key == 3);
  CHECK(file.items[1].option_count == 4);
  CHECK(mean_score(file) == Approx(2.0 / 3));
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].name == "choice probability");
  CHECK(file.responses.choices[0].values ==
        std::vector<double>{0.7, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.3, 0.9, 0.05, 0.03, 0.02});
  CHECK(file.argmax_compared == 3);
  CHECK(file.argmax_disagreements == 0);
}

TEST_CASE("BenchMIRT tables", "[table]") {
  const FileObservations file = read_fixture("benchmirt.csv");
  CHECK(file.models == std::vector<std::string>{"google/gemma-2-2b", "01-ai/Yi-1.5-9B"});
  CHECK(file.benchmarks == std::vector<std::string>{"benchmirt"});
  CHECK(find_attribute(file, "subset")->values == std::vector<std::string>{"challenge", "challenge", "easy"});
  CHECK(mean_score(file, "google/gemma-2-2b") == Approx(2.0 / 3));
  CHECK(mean_score(file, "01-ai/Yi-1.5-9B") == Approx(2.0 / 3));
}

TEST_CASE("chosen letters with and without a key", "[table]") {
  const FileObservations file = read_fixture("letters_with_key.csv");
  CHECK(file.models == std::vector<std::string>{"llama", "gemma"});
  CHECK(mean_score(file, "llama") == 0.75);
  CHECK(mean_score(file, "gemma") == 0.5);
  CHECK(scored(file) == 6);
  CHECK(file.responses.chosen == std::vector<std::int32_t>{0, 1, 2, 2, 1, 0});
  CHECK(find_note(file, "scores_computed")->count == 6);
  CHECK(find_note(file, "answers_missing")->count == 2);

  const Error error = refuse_fixture("letters_without_key.csv");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.message.find("key") != std::string::npos);
  CHECK(error.hint.find("key") != std::string::npos);
}

TEST_CASE("grades of Inspect are scores when no other letters occur", "[table]") {
  const FileObservations file = read_fixture("grades.csv");
  CHECK(mean_score(file, "claude-x") == Approx(2.5 / 3));
  CHECK(mean_score(file, "gpt-y") == Approx(1.0 / 3));
}

TEST_CASE("percentages are read only when the user says so", "[table]") {
  const Error error = refuse_fixture("percent.csv");
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.hint.find("percent") != std::string::npos);
  const FileObservations file = read_fixture("percent.csv", {{"scale", "percent"}});
  CHECK(mean_score(file, "alpha-model") == Approx(1.75 / 4));
  CHECK(mean_score(file, "beta-model") == Approx(2.75 / 4));
  CHECK(find_note(file, "scores_scaled") != nullptr);

  const std::string ratings = "item,model,score\n1,a,5\n2,a,3\n3,a,1\n";
  CHECK(refuse_string(ratings).message.find("outside 0 to 1") != std::string::npos);
}

TEST_CASE("facts about models and about items", "[table]") {
  const FileObservations models = read_fixture("models.csv");
  CHECK(models.role == FileRole::model_attributes);
  CHECK(models.model_attributes.names == std::vector<std::string>{"family", "parameters", "open"});
  CHECK(models.model_attributes.values.at("beta-13b") == std::vector<std::string>{"beta", "13", "no"});

  const FileObservations leaderboard = read_fixture("leaderboard.csv");
  CHECK(leaderboard.role == FileRole::model_attributes);
  CHECK(find_note(leaderboard, "leaderboard") != nullptr);

  const FileObservations items = read_fixture("items_text.csv");
  CHECK(items.role == FileRole::item_attributes);
  CHECK(items.items[0].text == "What is 1 + 1, in words?");
  CHECK(find_attribute(items, "topic")->values[1] == "geometry");
  CHECK(find_attribute(items, "answer")->values[1] == "pi");
  CHECK(items.benchmarks == std::vector<std::string>{""});

  const FileObservations parameters = read_fixture("parameters.csv");
  CHECK(parameters.role == FileRole::item_attributes);
  CHECK(parameters.responses.score.empty());
  CHECK(parameters.attributes.size() == 4);

  // The user decides otherwise.
  const FileObservations forced = read_fixture("models_by_items.csv", {{"shape", "model attributes"}});
  CHECK(forced.role == FileRole::model_attributes);
}

TEST_CASE("abilities are refused", "[table]") {
  CHECK(refuse_fixture("abilities.csv").code == ErrorCode::no_responses);
}

TEST_CASE("ragged rows, blank lines, truncated files", "[table]") {
  const FileObservations ragged = read_fixture("ragged.csv");
  CHECK(ragged.items.size() == 4);
  CHECK(mean_score(ragged, "model-a") == 0.75);
  CHECK(mean_score(ragged, "model-b") == Approx(2.0 / 3));
  CHECK(find_note(ragged, "rows_too_short")->lines == std::vector<std::uint64_t>{3});
  CHECK(find_note(ragged, "rows_too_long")->lines == std::vector<std::uint64_t>{4});
  CHECK(find_note(ragged, "blank_lines")->count == 1);
  CHECK(ragged.rows_read == 5);
  CHECK(ragged.rows_skipped == 1);

  const FileObservations cut = read_fixture("truncated.csv");
  CHECK(cut.items.size() == 2);
  REQUIRE(find_note(cut, "unclosed_quote") != nullptr);
  CHECK(find_note(cut, "unclosed_quote")->severity == Severity::warning);
  CHECK(find_note(cut, "unclosed_quote")->lines == std::vector<std::uint64_t>{4});

  const Error nothing = refuse_string("item,model-a\n\"1,0\n2,1\n");
  CHECK(nothing.code == ErrorCode::truncated_file);
  CHECK(nothing.line == 2);
  CHECK(refuse_string("item,model-a,model-b\n").code == ErrorCode::no_responses);
  CHECK(refuse_string("").code == ErrorCode::empty_file);
}

TEST_CASE("columns of equal names get numbers, and it is said", "[table]") {
  const FileObservations file = read_string("item,model,score,score\na,m,1,0\nb,m,0,1\n");
  CHECK(find_note(file, "duplicate_headers")->count == 1);
  CHECK(file.table->columns[3].name == "score (2)");
  CHECK(mean_score(file) == 0.5);
}

TEST_CASE("row names of R without a header", "[table]") {
  const FileObservations file = read_fixture("row_names.csv");
  CHECK(file.items[0].native_id == "i1");
  CHECK(file.models == std::vector<std::string>{"model.a", "model.b"});
  CHECK(find_note(file, "header_lacks_first") != nullptr);
}

TEST_CASE("log-likelihoods, and mixtures that are neither", "[table]") {
  const FileObservations file = read_fixture("log_likelihoods.csv");
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].kind == ChoiceKind::log_likelihood);
  // i1 right and scored 1; i2 largest is A, key B, yet scored 1; i3 largest is B, key A, scored 0.
  CHECK(file.argmax_compared == 3);
  CHECK(file.argmax_disagreements == 1);

  const Error error = refuse_fixture("mixed_options.csv");
  CHECK(error.code == ErrorCode::malformed_file);
  CHECK(error.line == 3);
  // Beside a score column the values are left out, and that is said.
  const FileObservations scored_too = read_string("item,model,score,ll_A,ll_B\n1,m,1,-1,-2\n2,m,0,3,-2\n");
  CHECK(scored_too.responses.choices.empty());
  CHECK(find_note(scored_too, "option_values_refused") != nullptr);
}

TEST_CASE("one model a file", "[table]") {
  const FileObservations file = read_string("question_id,correct\n1,1\n2,0\n3,1\n4,1\n");
  CHECK(file.models == std::vector<std::string>{""});
  CHECK(find_note(file, "model_unnamed") != nullptr);
  CHECK(mean_score(file) == 0.75);
  const FileObservations named =
      read_string("question_id,correct\n1,1\n2,0\n", {{"model", "mine"}, {"benchmark", "b"}});
  CHECK(named.models == std::vector<std::string>{"mine"});
  CHECK(named.benchmarks == std::vector<std::string>{"b"});
}

TEST_CASE("several score columns: another metric can be chosen", "[table]") {
  const std::string text = "item,model,acc,f1,exact_match\n1,a,1,0.5,0\n2,a,1,0.25,0\n1,b,1,0.5,1\n2,b,0,0.25,0\n";
  const FileObservations file = read_string(text);
  CHECK(file.metric == "acc");
  REQUIRE(file.metrics.size() == 2);
  CHECK(find_note(file, "metric_chosen") != nullptr);
  CHECK(mean_score(read_string(text, {{"metric", "exact_match"}})) == 0.25);
  CHECK(refuse_string(text, {{"metric", "bleu"}}).code == ErrorCode::not_found);
}

TEST_CASE("roles and reading can be overridden", "[table]") {
  const std::string text = "a,b,c\nx,p,1\nx,q,0\ny,p,1\ny,q,1\n";
  const FileObservations file =
      read_string(text, {{"shape", "long"}, {"role:0", "model"}, {"role:1", "item"}, {"role:2", "score"}});
  CHECK(file.models == std::vector<std::string>{"x", "y"});
  CHECK(mean_score(file, "x") == 0.5);
  CHECK(read_string("1;0\n0;1\n1;1\n", {{"header", "yes"}}).items.size() == 2);
  CHECK(read_string("item|m-model|n-model\n1|0|1\n", {{"separator", "|"}}).models.size() == 2);
  CHECK(refuse_string(text, {{"role:7", "item"}}).code == ErrorCode::invalid_argument);
  CHECK(refuse_string(text, {{"role:1", "emperor"}}).code == ErrorCode::invalid_argument);
  CHECK(refuse_string(text, {{"separator", "x"}}).code == ErrorCode::invalid_argument);
  CHECK(refuse_string(text, {{"scale", "7"}}).code == ErrorCode::invalid_argument);
}

TEST_CASE("option columns can be named by the user", "[table]") {
  const FileObservations file = read_string("item,model,key,first,second\n1,m,A,0.9,0.1\n2,m,A,0.2,0.8\n",
                                            {{"role:3", "option:mine:0"}, {"role:4", "option:mine:1"}});
  REQUIRE(file.responses.choices.size() == 1);
  CHECK(file.responses.choices[0].name == "mine");
  CHECK(mean_score(file) == 0.5);
}

TEST_CASE("what is no table is not claimed", "[table]") {
  const Format format = table_format();
  CHECK(certainty(format, fixture("table/prose.md"), "unknown") == 0);
  CHECK(certainty(format, "", "x.csv") == 0);
  CHECK(certainty(format, "{\"a\": 1, \"b\": 2}\n{\"a\": 1, \"b\": 2}\n", "x.csv") == 0);
  CHECK(certainty(format, "[1, 2]\n[3, 4]\n", "x.csv") == 0);
  CHECK(certainty(format, "<html>,\n<body>,\n", "x.csv") == 0);
  CHECK(certainty(format, std::string("a,b\0\n1,2\n", 9), "x.csv") == 0);
  CHECK(certainty(format, "# Title\n\na, b\nc, d\n", "README.md") == 0);
  CHECK(certainty(format, "Dear colleague,\nthank you, and goodbye,\nyours\n", "letter.txt") == 0);
}

TEST_CASE("generic file names give way to the folder's name", "[table]") {
  const std::string text = "item,model-a,model-b\n1,0,1\n2,1,1\n";
  CHECK(read_string(text, {}, "runs/mmlu_pro/responses.csv").benchmarks[0] == "mmlu_pro");
  CHECK(read_string(text, {}, "runs/gsm8k.csv.gz").benchmarks[0] == "gsm8k");
  CHECK(read_string(text, {}, "data.csv").benchmarks[0] == "data");
}

TEST_CASE("cells that are not UTF-8 are read as Windows-1252, damaged UTF-8 is replaced; both are counted", "[table]") {
  const FileObservations file = read_string("item,category,model-a\nx\xE9,b,1\ny\xC3\xA9\xC3,b,0\nz\xC3\xA9,b,0\n");
  CHECK(file.items[0].native_id == "x\xC3\xA9");
  CHECK(file.items[1].native_id == "y\xC3\xA9\xEF\xBF\xBD");
  CHECK(file.items[2].native_id == "z\xC3\xA9");
  REQUIRE(find_note(file, "windows1252") != nullptr);
  CHECK(find_note(file, "windows1252")->count == 1);
  REQUIRE(find_note(file, "invalid_utf8") != nullptr);
  CHECK(find_note(file, "invalid_utf8")->count == 1);
}

TEST_CASE("random tables never crash and do not depend on chunks", "[table][fuzz]") {
  const std::vector<std::string> words{"item",  "model", "score", "key",   "A",     "B",    "1",    "0",
                                       "0.5",   "-2",    "NA",    "",      "llama", "q1",   "true", "text",
                                       "p_A",   "p_B",   "100",   "\"x,y", "\"\"",  "1;2",  "freq", "n_options",
                                       "model", "gpt-4", "\xFF",  "C",     "I",     "pred", "acc",  "-1"};
  std::size_t read_well = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Random random(seed);
    const std::size_t columns = 1 + random.below(6);
    const std::size_t rows = random.below(8);
    std::string text;
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns + random.below(20) / 19; ++c) {
        if (c > 0) text += ",";
        // Later rows hold more numbers, so that some tables are good.
        text +=
            r > 0 && random.below(3) > 0 ? std::string(1, "01"[random.below(2)]) : words[random.below(words.size())];
      }
      text += "\n";
    }
    INFO("seed " << seed);
    ReadOptions options;
    const char* shapes[] = {"", "long", "items x models", "models x items", "item attributes", "model attributes"};
    options["shape"] = shapes[random.below(6)];
    certainty(table_format(), text, "unknown");
    auto whole = read_text(table_format(), text, "unknown", options);
    auto bytes = read_text(table_format(), text, "unknown", options, 1);
    REQUIRE(whole.ok() == bytes.ok());
    if (!whole.ok()) {
      CHECK(whole.error().message == bytes.error().message);
      CHECK_FALSE(whole.error().message.empty());
      continue;
    }
    ++read_well;
    check_shape(*whole);
    CHECK(same(*whole, *bytes));
  }
  CHECK(read_well > 100);
}

TEST_CASE("table: an id beside words of the user's own is a file of item attributes") {
  const Format& table = *find_format("table");
  const std::string text = "item_id,my topic\nq1,rivers\nq2,kings\nq3,rivers\n";
  const auto chosen = recognise_format({"unknown", text, true});
  REQUIRE(chosen.ok());
  CHECK((*chosen)->id == "table");
  const auto file = table_reading::read_text(table, text, "unknown");
  REQUIRE(file.ok());
  CHECK(file->role == FileRole::item_attributes);
  REQUIRE(file->attributes.size() == 1);
  CHECK(file->attributes[0].name == "my topic");
  CHECK(file->attributes[0].values == std::vector<std::string>{"rivers", "kings", "rivers"});
  // Prose with commas has no such column.
  CHECK(table_reading::certainty(table, "Dear all,\nthe results, as promised,\nare attached.\n", "unknown") == 0);
}
