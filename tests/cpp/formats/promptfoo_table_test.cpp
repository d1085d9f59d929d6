// promptfoo's CSV, with columns under the same names for each provider; the numbers follow from the fixtures by hand.
#include "tool_reading.hpp"

using namespace tool_reading;

TEST_CASE("promptfoo as CSV: providers side by side, repeated tests averaged") {
  CHECK(reading::format_of(reading::fixture("promptfoo/results.csv")) == "promptfoo_table");
  const auto file = good("promptfoo/results.csv");
  CHECK(file.models == std::vector<std::string>{"custom:a", "custom:b"});
  CHECK(file.model_is_stated);
  CHECK(file.metric == "success");
  REQUIRE(file.items.size() == 4);
  CHECK(file.items[1].text == "comma, \"quote\" and\nnewline?");
  CHECK(score(file, "q1", "custom:a") == 0.5);
  CHECK(score(file, "q1", "custom:b") == 0.5);
  CHECK(score(file, "q2", "custom:a") == 1);
  CHECK(std::isnan(score(file, "q2", "custom:b")));  // the provider failed
  CHECK(score(file, "q3", "custom:a") == 0);
  CHECK(std::isnan(score(file, "q4", "custom:a")));  // neither PASS nor FAIL
  CHECK(score(file, "q4", "custom:b") == 1);
  CHECK(attribute(file, "category", 0) == "math");
  CHECK(attribute(file, "Description", 0) == "no such attribute");
  CHECK(noted(file, "repeats_averaged") == 2);
  CHECK(noted(file, "provider_errors") == 1);
  CHECK(noted(file, "no_status") == 1);
  CHECK(noted(file, "not_a_number") == 1);  // "much"

  const auto graded = good("promptfoo/results.csv", {{"metric", "score"}});
  CHECK(score(graded, "q1", "custom:a") == 0.75);
  CHECK(std::isnan(score(graded, "q3", "custom:a")));
  const auto named = good("promptfoo/results.csv", {{"metric", "Contains"}});
  CHECK(score(named, "q3", "custom:b") == 0.25);
}

TEST_CASE("promptfoo as CSV: the items are those of its JSON") {
  const auto table = good("promptfoo/results.csv");
  const auto json = good("promptfoo/results.json");
  for (const std::string id : {"q1", "q2"}) {
    const auto is_that = [&](const FileItem& item) { return item.native_id == id; };
    CHECK(std::any_of(table.items.begin(), table.items.end(), is_that));
    CHECK(std::any_of(json.items.begin(), json.items.end(), is_that));
  }
}

TEST_CASE("promptfoo as CSV of 2023: the verdict stands in the cell") {
  CHECK(reading::format_of(reading::fixture("promptfoo/results_2023.csv")) == "promptfoo_table");
  const auto file = good("promptfoo/results_2023.csv");
  CHECK(file.models == std::vector<std::string>{"openai:gpt-3.5-turbo", "openai:gpt-4"});
  REQUIRE(file.items.size() == 3);
  CHECK(file.items[0].native_id == R"({"animal":"cat","sound":"miaow"})");
  CHECK(file.responses.score[0] == 1);
  CHECK(file.responses.score[1] == 1);
  CHECK(file.responses.score[2] == 0);
  CHECK(file.responses.score[3] == 1);
  CHECK(std::isnan(file.responses.score[4]));
  CHECK(std::isnan(file.responses.score[5]));
  CHECK(noted(file, "provider_errors") == 1);
  CHECK(noted(file, "no_status") == 1);
}

TEST_CASE("promptfoo as CSV: two prompts of one provider are one model, and it is said") {
  const std::string text =
      "id,[p] one,Status,Score,[p] two,Status,Score\na,x,PASS,1.00,y,FAIL,0.00\nb,x,PASS,1.00,y,PASS,1.00\n";
  const auto file = reading::read(text, "out.csv");
  REQUIRE(file.ok());
  CHECK(file->models == std::vector<std::string>{"p"});
  CHECK(file->responses.score == std::vector<double>{0.5, 1});
  CHECK(noted(*file, "several_prompts") == 2);
}

TEST_CASE("promptfoo as CSV: other encodings are read, rows of another length are left out") {
  const std::string text = "id,[p] one,Status,Score\nna\xEFve,x,PASS,1.00\nb,x,FAIL,0.00\nc,x\nd,x,PASS,1.00,more\n";
  const auto file = reading::read(text, "out.csv");
  REQUIRE(file.ok());
  CHECK(score(*file, "na\xC3\xAFve") == 1);
  CHECK(file->items.size() == 2);
  CHECK(noted(*file, "windows1252") == 1);
  CHECK(noted(*file, "rows_too_short") == 1);
  CHECK(noted(*file, "rows_too_long") == 1);
  CHECK(file->rows_read == 4);
  CHECK(file->rows_skipped == 2);
}

TEST_CASE("promptfoo as CSV: the public file against its JSON") {
  if (!shared_data_exists("real/promptfoo")) return;
  const auto table =
      reading::read(read_whole_file(shared_path("real/promptfoo/promptfoo-0.121.20_out.csv")), "out.csv");
  const auto json =
      reading::read(read_whole_file(shared_path("real/promptfoo/promptfoo-0.121.20_out.json")), "out.json");
  REQUIRE(table.ok());
  REQUIRE(json.ok());
  CHECK(table->models.size() == json->models.size());
  REQUIRE(table->items.size() == json->items.size());
  for (const std::string& model : json->models) {
    for (const FileItem& item : json->items) {
      INFO(model << " " << item.native_id);
      CHECK(score(*table, item.native_id, model) == score(*json, item.native_id, model));
    }
  }
}

TEST_CASE("promptfoo as CSV: a file that is cut anywhere never gives a wrong number") {
  readable_cuts("promptfoo/results.csv");
  readable_cuts("promptfoo/results_2023.csv");
}
