// The project's own format: what is written reads as the same observations, and every mistake is named.
#include "formats/harmonograph_json.hpp"

#include <catch2/catch.hpp>

#include <limits>

#include "core/random.hpp"
#include "lm_eval_reading.hpp"

using namespace harmonograph;

namespace {

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same_number);
}

void check_equal(const FileObservations& a, const FileObservations& b) {
  CHECK(a.models == b.models);
  CHECK(a.benchmarks == b.benchmarks);
  CHECK(a.metric == b.metric);
  CHECK(a.filter == b.filter);
  REQUIRE(a.items.size() == b.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    CHECK(a.items[i].benchmark == b.items[i].benchmark);
    CHECK(a.items[i].native_id == b.items[i].native_id);
    CHECK(a.items[i].content_hash == b.items[i].content_hash);
    CHECK(a.items[i].position == b.items[i].position);
    CHECK(a.items[i].option_count == b.items[i].option_count);
    CHECK(a.items[i].key == b.items[i].key);
    CHECK(a.items[i].text == b.items[i].text);
  }
  REQUIRE(a.attributes.size() == b.attributes.size());
  for (std::size_t i = 0; i < a.attributes.size(); ++i) {
    CHECK(a.attributes[i].name == b.attributes[i].name);
    CHECK(a.attributes[i].values == b.attributes[i].values);
  }
  CHECK(a.model_attributes.names == b.model_attributes.names);
  CHECK(a.model_attributes.values == b.model_attributes.values);
  CHECK(a.responses.model == b.responses.model);
  CHECK(a.responses.item == b.responses.item);
  CHECK(same_numbers(a.responses.score, b.responses.score));
  CHECK(a.responses.chosen == b.responses.chosen);
  REQUIRE(a.responses.choices.size() == b.responses.choices.size());
  for (std::size_t s = 0; s < a.responses.choices.size(); ++s) {
    CHECK(a.responses.choices[s].name == b.responses.choices[s].name);
    CHECK(a.responses.choices[s].kind == b.responses.choices[s].kind);
    CHECK(a.responses.choices[s].first == b.responses.choices[s].first);
    CHECK(same_numbers(a.responses.choices[s].values, b.responses.choices[s].values));
  }
}

/// Observations with everything that the format can hold, and awkward texts and numbers.
FileObservations awkward() {
  FileObservations file;
  file.models = {"A \"quoted\" model", "B\\C", ""};
  file.benchmarks = {"first", ""};
  file.metric = "acc";
  file.filter = "none";
  Random random(7);
  file.attributes = {{"z subject", {}}, {"a level", {}}};
  for (std::uint32_t i = 0; i < 20; ++i) {
    FileItem item;
    item.benchmark = i < 12 ? 0 : 1;
    item.native_id = i % 3 == 0 ? "" : "id/" + std::to_string(i) + "\n\t\x01";
    item.content_hash = i % 4 == 0 ? "ab12" : "";
    item.position = i % 5 == 0 ? -1 : static_cast<std::int64_t>(i) * 1000000007;
    item.option_count = 2 + i % 4;
    item.key = i % 2 == 0 ? -1 : static_cast<std::int32_t>(i % 2);
    item.text = "Frage \u00fc \U0001F600 " + std::to_string(i);
    file.items.push_back(item);
    file.attributes[0].values.push_back(i % 3 == 0 ? "" : "s" + std::to_string(i % 4));
    file.attributes[1].values.push_back(i == 19 ? "hard" : "");
  }
  file.model_attributes.names = {"parameters", "family"};
  file.model_attributes.values["B\\C"] = {"7e9", ""};
  file.responses.choices = {{"log-likelihood", ChoiceKind::log_likelihood, {}, {}},
                            {"p", ChoiceKind::probability, {}, {}}};
  for (std::uint32_t m = 0; m < 3; ++m) {
    for (std::uint32_t i = 0; i < 20; ++i) {
      if ((m + i) % 7 == 0) continue;
      file.responses.model.push_back(m);
      file.responses.item.push_back(i);
      const bool no_score = (m + i) % 5 == 0;
      file.responses.score.push_back(no_score ? missing : (i % 2 == 0 ? 1.0 : random.uniform()));
      file.responses.chosen.push_back(no_score ? 1 : static_cast<std::int32_t>(i % 3) - 1);
      for (ChoiceSet& set : file.responses.choices) {
        const bool has = set.kind == ChoiceKind::log_likelihood || i % 2 == 0;
        set.first.push_back(has ? static_cast<std::uint32_t>(set.values.size()) : no_index);
        for (std::uint32_t k = 0; has && k < file.items[i].option_count; ++k) {
          set.values.push_back(k == 1 && i == 3 ? -std::numeric_limits<double>::infinity()
                                                : (k == 1 && i == 4 ? missing : -1e-3 * random.normal() * 1e5));
        }
      }
    }
  }
  return file;
}

const std::string start = "{\"format\": \"harmonograph\", \"version\": 1";

}  // namespace

TEST_CASE("own JSON: the example of the documentation") {
  const std::string text = reading::fixture("harmonograph/example.json");
  CHECK(reading::format_of(text) == "harmonograph_json");
  const auto file = reading::read(text, "unknown");
  REQUIRE(file.ok());
  CHECK(file->role == FileRole::responses);
  CHECK(file->models == std::vector<std::string>{"Ada 1B", "Ada 7B"});
  CHECK(file->benchmarks == std::vector<std::string>{"riddles", "sums"});
  CHECK(file->responses.score == std::vector<double>{1, 0, 1, 1, 0.5});
  CHECK(file->responses.chosen == std::vector<std::int32_t>{1, 1, 1, 0, -1});
  CHECK(file->items[0].key == 1);
  CHECK(file->items[1].line == 13);
  CHECK(reading::values(*file, 0, 0)[2] == -std::numeric_limits<double>::infinity());
  CHECK(reading::values(*file, 0, 4).empty());
  CHECK(file->attributes[0].name == "subject");
  CHECK(file->attributes[1].values == std::vector<std::string>{"easy", "", ""});
  CHECK(file->model_attributes.values.at("Ada 7B") == std::vector<std::string>{"7000000000"});

  // docs/format.md shows exactly this file.
  const std::string manual = read_whole_file(std::filesystem::path(FIXTURES_DIR) / "../../docs/format.md");
  CHECK(manual.find("```json\n" + text + "```") != std::string::npos);
}

TEST_CASE("own JSON: what is written reads as the same observations") {
  const FileObservations original = awkward();
  const std::string text = write_harmonograph_json(original);
  CHECK(reading::format_of(text) == "harmonograph_json");
  for (const std::size_t piece : {1UL, 17UL, 1000000UL}) {
    const auto again = reading::read(text, "unknown", {}, piece);
    REQUIRE(again.ok());
    check_equal(*again, original);
    CHECK(again->notes.empty());
    CHECK(write_harmonograph_json(*again) == text);
  }
  const auto example = reading::read_fixture("harmonograph/example.json");
  REQUIRE(example.ok());
  const auto again = reading::read(write_harmonograph_json(*example), "unknown");
  REQUIRE(again.ok());
  check_equal(*again, *example);
}

TEST_CASE("own JSON: observations of another format survive") {
  const auto arc =
      reading::read_fixture("lm_eval/v0.4.3/Example__toy-1b/samples_toy_arc_2024-11-26T10-00-00.000000.jsonl");
  REQUIRE(arc.ok());
  const auto again = reading::read(write_harmonograph_json(*arc), "unknown");
  REQUIRE(again.ok());
  check_equal(*again, *arc);
}

TEST_CASE("own JSON: attributes alone") {
  const auto models =
      reading::read(start + R"(, "models": ["a", {"name": "b", "attributes": {"size": 7}}]})", "unknown");
  REQUIRE(models.ok());
  CHECK(models->role == FileRole::model_attributes);
  CHECK(models->model_attributes.values.at("b") == std::vector<std::string>{"7"});
  const auto items =
      reading::read(start + R"(, "items": [{"benchmark": "x", "id": "1", "attributes": {"topic": "t"}}]})", "unknown");
  REQUIRE(items.ok());
  CHECK(items->role == FileRole::item_attributes);
  CHECK(items->attributes[0].values == std::vector<std::string>{"t"});
}

TEST_CASE("own JSON: every mistake is named") {
  const std::string parts = R"(, "models": ["a", "b"], "items": [{"id": "1"}, {"id": "2"}])";
  const auto message = [&](const std::string& text) {
    const auto file = reading::read(text, "unknown");
    return file.ok() ? std::string("ok") : file.error().message;
  };
  using Catch::Contains;
  CHECK(message(start + parts + R"(, "scores": [[1, 0], [1, null]]})") == "ok");
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0]]})"), Contains("scores has 1 row for 2 models"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0], [1]]})"), Contains("row 2 (b) has 1 value for 2 items"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0], [1, 2]]})"), Contains("b, item 2 is not between 0 and 1"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0], [1, "x"]]})"), Contains("value 2 is not a number"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[null, null], [null, null]]})"), Contains("Every score"));
  CHECK_THAT(message(start + parts + R"(, "scores": 3})"), Contains("\"scores\" is not an array"));
  CHECK_THAT(message(start + R"(, "models": ["a", "a"]})"), Contains("repeats the name \"a\""));
  CHECK_THAT(message(start + R"(, "models": [3]})"), Contains("models, entry 1"));
  CHECK_THAT(message(start + R"(, "items": [{"id": "1"}, {"id": "1"}]})"), Contains("repeats the id \"1\""));
  CHECK_THAT(message(start + R"(, "items": [{"id": "1", "options": 2, "key": 2}]})"),
             Contains("the key 2 is not one of the 2 options"));
  CHECK_THAT(message(start + R"(, "items": [{"id": "1", "position": -4}]})"), Contains("whole numbers"));
  CHECK_THAT(message(start + parts + R"(, "choices": [{"name": "p", "kind": "odds", "values": []}]})"),
             Contains("kind must be"));
  CHECK_THAT(
      message(start + parts +
              R"(, "choices": [{"name": "p", "kind": "probability", "values": [[[1, 0], null], [[1], null]]}]})"),
      Contains("b has 1 value for item 1, which has 2 options"));
  CHECK_THAT(message("{\"format\": \"harmonograph\", \"version\": 2}"), Contains("version 2"));
  CHECK_THAT(message("{\"format\": \"harmonograph\", \"version\": \"1\"}"), Contains("must be the number 1"));
  CHECK_THAT(message(start + "}"), Contains("no scores and no attributes"));
  CHECK_THAT(message(start + "}" + start + "}"), Contains("A second object"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0], [1, )"), Contains("ends before"));
  CHECK_THAT(message(start + parts + R"(, "scores": [[1, 0], [1, 1]], oops})"),
             Contains("not one complete JSON object"));
}

TEST_CASE("own JSON: benchmarks in order, vectors, and choices of one model on one benchmark") {
  const auto file =
      reading::read(start + R"(, "benchmarks": ["empty", {"name": "b", "item_attributes": ["z", "a"]}, "a"],
      "models": ["m", "n"], "items": [{"benchmark": "a", "id": "1"}, {"benchmark": "b", "id": "1", "options": 2, "key": 7,
      "attributes": {"q": "x", "a": "y"}}, {"benchmark": "a", "id": "2"}],
      "vectors": [{"name": "v", "values": [[1, 2], null, [null, "-Infinity"]]},
                  {"name": "w", "benchmark": "a", "width": 3, "values": [null, [1e-320, 5, 6]]}],
      "scores": [[1, 0, null], [null, 1, 0]],
      "choices": [{"name": "p", "kind": "probability", "model": "n", "benchmark": "a", "values": [null, [0.1, 0.2, 0.7]]},
                  {"name": "q", "kind": "log-likelihood", "model": "n", "benchmark": "a", "options": 5, "values": [null, null]},
                  {"name": "p", "kind": "log-likelihood", "model": "m", "values": [null, [-1, -2], null]}]})",
                    "unknown");
  INFO((file ? "" : file.error().message));
  REQUIRE(file.ok());
  CHECK(file->model_is_stated);
  CHECK(file->benchmarks == std::vector<std::string>{"empty", "b", "a"});
  CHECK(file->items[0].benchmark == 2);
  CHECK(file->items[1].key == 7);
  CHECK(file->items[2].option_count == 3);
  REQUIRE(file->layout.size() == 3);
  CHECK(file->layout[1].attributes == std::vector<std::string>{"z", "a", "q"});
  CHECK(file->layout[0].attributes.empty());
  REQUIRE(file->vectors.size() == 2);
  CHECK(file->vectors[0].values(2, 1) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(file->vectors[0].values(1, 0)));
  CHECK(file->vectors[1].values(2, 0) == 1e-320);
  CHECK(std::isnan(file->vectors[1].values(1, 0)));
  CHECK(file->layout[2].vectors == std::vector<std::uint32_t>{0, 1});
  CHECK(file->layout[1].vectors == std::vector<std::uint32_t>{0});
  REQUIRE(file->layout[2].choices[1].size() == 2);
  CHECK(file->layout[2].choices[1][1].options == 5);
  CHECK(file->layout[2].choices[0].empty());
  REQUIRE(file->layout[1].choices[0].size() == 1);
  CHECK(file->layout[1].choices[0][0].kind == ChoiceKind::log_likelihood);
  REQUIRE(file->responses.choices.size() == 3);
  CHECK(file->responses.choices[0].values == std::vector<double>{0.1, 0.2, 0.7});
  CHECK(file->responses.choices[2].values == std::vector<double>{-1, -2});
  const std::string text = write_harmonograph_json(*file);
  const auto again = reading::read(text, "unknown");
  REQUIRE(again.ok());
  // The sets are listed as benchmarks and models have them; for each of these their order is the same.
  REQUIRE(again->layout.size() == 3);
  CHECK(again->layout[2].choices[1][0].name == "p");
  CHECK(again->layout[2].choices[1][1].options == 5);
  CHECK(again->responses.choices[0].name == "p");
  CHECK(again->responses.choices[0].kind == ChoiceKind::log_likelihood);
  CHECK(again->responses.choices[0].values == std::vector<double>{-1, -2});
  CHECK(same_numbers(again->vectors[0].values.values(), file->vectors[0].values.values()));
  CHECK(same_numbers(again->vectors[1].values.values(), file->vectors[1].values.values()));
  CHECK(write_harmonograph_json(*again) == text);
  const auto twice = reading::read(write_harmonograph_json(*again), "unknown", {}, 5);
  REQUIRE(twice.ok());
  check_equal(*twice, *again);
  // The chosen set comes first for every model.
  const auto chosen = reading::read(text, "unknown", {{"choices", "q"}});
  CHECK(chosen->layout[2].choices[1][0].name == "q");
}

TEST_CASE("own JSON: vectors alone are vectors of items of other files") {
  const auto file = reading::read(
      start + R"(, "items": [{"id": "1"}, {"id": "2"}], "vectors": [{"name": "v", "values": [[1, 2], null]}]})",
      "unknown");
  REQUIRE(file.ok());
  CHECK(file->role == FileRole::item_attributes);
  CHECK(file->vectors.size() == 1);
  const auto again = reading::read(write_harmonograph_json(*file), "unknown");
  REQUIRE(again.ok());
  CHECK(again->vectors[0].values(0, 1) == 2);
  CHECK(std::isnan(again->vectors[0].values(1, 1)));
}

TEST_CASE("own JSON: mistakes in benchmarks, vectors and choices of one model are named") {
  const std::string parts = R"(, "models": ["m"], "items": [{"benchmark": "a", "id": "1"}], "scores": [[1]])";
  const auto message = [&](const std::string& rest) {
    const auto file = reading::read(start + parts + ", " + rest + "}", "unknown");
    return file.ok() ? std::string("ok") : file.error().message;
  };
  using Catch::Contains;
  CHECK(message(R"("benchmarks": ["a"])") == "ok");
  CHECK_THAT(message(R"("benchmarks": "a")"), Contains("\"benchmarks\" is not an array"));
  CHECK_THAT(message(R"("benchmarks": ["b"])"), Contains("items, entry 1: \"a\" is not one of the benchmarks"));
  CHECK_THAT(message(R"("benchmarks": ["a", "a"])"), Contains("benchmarks, entry 2 repeats the name"));
  CHECK_THAT(message(R"("benchmarks": [1])"), Contains("neither a name nor"));
  CHECK_THAT(message(R"("benchmarks": [{"name": "a", "item_attributes": ["x", "x"]}])"),
             Contains("repeats the attribute"));
  CHECK_THAT(message(R"("benchmarks": [{"name": "a", "item_attributes": [1]}])"), Contains("not an array of texts"));
  CHECK(message(R"("vectors": [{"name": "v", "values": [[1]]}])") == "ok");
  CHECK_THAT(message(R"("vectors": [{"values": [[1]]}])"), Contains("vectors, entry 1 has no name"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "values": [null]}])"), Contains("holds no vector"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "values": [[1], [2]]}])"), Contains("2 vectors for 1 item"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "width": 2, "values": [[1]]}])"),
             Contains("has 1 number instead of 2"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "values": [["x"]]}])"), Contains("not a number"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "benchmark": "b", "values": [[1]]}])"), Contains("no item belongs"));
  CHECK_THAT(message(R"("vectors": [{"name": "v", "values": [[1]]}, {"name": "v", "values": [[1, 2]]}])"),
             Contains("vectors, entry 2 repeats \"v\""));
  const std::string p = R"("choices": [{"name": "p", "kind": "probability", )";
  CHECK(message(p + R"("model": "m", "values": [[0.5, 0.5]]}])") == "ok");
  CHECK_THAT(message(p + R"("model": "x", "values": [[0.5, 0.5]]}])"), Contains("there is no model \"x\""));
  CHECK_THAT(message(p + R"("model": 1, "values": [[0.5, 0.5]]}])"), Contains("model is not a text"));
  CHECK_THAT(message(p + R"("benchmark": "x", "values": [[[0.5, 0.5]]]}])"), Contains("no item belongs"));
  CHECK_THAT(message(p + R"("model": "m", "values": [[0.5, 0.5], null]}])"), Contains("2 values of m for 1 item"));
  CHECK_THAT(message(p + R"("options": 0, "values": [[[0.5, 0.5]]]}])"), Contains("greater than 0"));
  CHECK_THAT(message(p + R"("options": 1, "values": [[[0.5, 0.5]]]}])"),
             Contains("m has a value of option 2 for item 1"));
  CHECK_THAT(message(p + R"("values": [[[0.5, 0.5]]]}, {"name": "p", "kind": "log-likelihood", "model": "m", )"
                         R"("values": [[1, 2]]}])"),
             Contains("choices, entry 2 (\"p\") repeats the choices of m on \"a\""));
}

TEST_CASE("own JSON: a key that is none of the options, however these are known") {
  const auto file = reading::read(
      start +
          R"(, "models": ["m"], "items": [{"id": "1", "key": 2}], "choices": [{"name": "p", "kind": "probability", )"
          R"("values": [[[0.5, 0.5]]]}]})",
      "unknown");
  REQUIRE_FALSE(file.ok());
  CHECK_THAT(file.error().message, Catch::Contains("the key 2 is not one of the 2 options"));
}
