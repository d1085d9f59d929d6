// Records come out whole, in order, with their lines, whatever is around them; damage is counted, not fatal.
#include "ingest/json_records.hpp"
#include "ingest/json_outline.hpp"

#include <catch2/catch.hpp>

#include <ctime>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "shared_data.hpp"

using namespace harmonograph;

namespace {

struct Kept {
  nlohmann::json value;
  std::uint64_t line = 0;
  std::string path;
};

Kept kept(const JsonRecord& record) {
  return {nlohmann::json::parse(json_text(record.value)), record.line, std::string(record.path)};
}

struct Outcome {
  std::vector<Kept> records;
  std::optional<Error> error;
  std::vector<Note> notes;

  [[nodiscard]] const Note* note(const std::string& code) const {
    for (const Note& each : notes) {
      if (each.code == code) return &each;
    }
    return nullptr;
  }
};

Outcome read(const std::string& text, JsonRecordOptions options = {}, std::size_t piece = 1U << 20U) {
  Outcome outcome;
  JsonRecordReader reader(std::move(options), [&](JsonRecord&& record) {
    outcome.records.push_back(kept(record));
    return Result<void>();
  });
  for (std::size_t at = 0; at < text.size() && !outcome.error; at += piece) {
    const Result<void> fed = reader.feed({text.data() + at, std::min(piece, text.size() - at)});
    if (!fed.ok()) outcome.error = fed.error();
  }
  if (!outcome.error) {
    const Result<void> ended = reader.finish();
    if (!ended.ok()) outcome.error = ended.error();
  }
  outcome.notes = reader.take_notes();
  return outcome;
}

}  // namespace

TEST_CASE("JSON lines, arrays and concatenated objects give the same records") {
  for (const std::string text :
       {"{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":3}",
        "\xEF\xBB\xBF{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "[{\"a\":1},{\"a\":2},{\"a\":3}]",
        "[\n{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n]\n", "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n{\n  \"a\": 3\n}\n",
        "{\"a\":1},\n{\"a\":2},\n{\"a\":3},\n", "[{\"a\":1},{\"a\":2}]\n[{\"a\":3}]"}) {
    CAPTURE(text);
    const Outcome outcome = read(text);
    CHECK_FALSE(outcome.error);
    CHECK(outcome.notes.empty());
    REQUIRE(outcome.records.size() == 3);
    for (int i = 0; i < 3; ++i) {
      CHECK(outcome.records[static_cast<std::size_t>(i)].value["a"] == i + 1);
      CHECK(outcome.records[static_cast<std::size_t>(i)].path.empty());
    }
  }
}

TEST_CASE("a record knows the line on which it starts") {
  const Outcome lines = read("\n{\"a\":1}\n\n{\"a\":\n2}\n");
  // The first record stands on one line, so the broken one is two malformed lines.
  REQUIRE(lines.records.size() == 1);
  CHECK(lines.records[0].line == 2);
  REQUIRE(lines.note("malformed_lines") != nullptr);
  CHECK(lines.note("malformed_lines")->lines == std::vector<std::uint64_t>{4, 5});

  const Outcome array = read("[\n  {\"a\": 1},\n  {\n    \"a\": 2\n  },\n  {\"a\": 3}\n]");
  REQUIRE(array.records.size() == 3);
  CHECK(array.records[0].line == 2);
  CHECK(array.records[1].line == 3);
  CHECK(array.records[2].line == 6);
}

TEST_CASE("literals that JSON does not know arrive as texts") {
  const Outcome outcome = read(R"({"a":NaN,"b":Infinity,"c":-Infinity,"d":[nan,-inf],"e":1e999,"f":-1e999,"g":1e5})");
  REQUIRE(outcome.records.size() == 1);
  const auto& value = outcome.records[0].value;
  CHECK(value["a"] == "NaN");
  CHECK(value["b"] == "Infinity");
  CHECK(value["c"] == "-Infinity");
  CHECK(value["d"][0] == "NaN");
  CHECK(value["d"][1] == "-Infinity");
  CHECK(value["e"] == "Infinity");
  CHECK(value["f"] == "-Infinity");
  CHECK(value["g"] == 1e5);
}

TEST_CASE("texts survive: escapes, control characters, surrogates, invalid UTF-8") {
  const Outcome tab = read("[\"a\tb\x01\nc\"]");
  REQUIRE(tab.records.size() == 1);
  CHECK(tab.records[0].value == "a\tb\x01\nc");

  const Outcome escapes = read(R"(["\u00e9\ud83d\ude00\n\"\\"])");
  REQUIRE(escapes.records.size() == 1);
  CHECK(escapes.records[0].value == "\u00e9\U0001F600\n\"\\");

  // A half of a surrogate pair is no character.
  const Outcome lone = read(R"(["a\ud83db", "\ude00", "\ud83d\ud83d\ude00", "\ud83d"])");
  REQUIRE(lone.records.size() == 4);
  CHECK(lone.records[0].value == "a\uFFFDb");
  CHECK(lone.records[1].value == "\uFFFD");
  CHECK(lone.records[2].value == "\uFFFD\U0001F600");
  CHECK(lone.records[3].value == "\uFFFD");

  const Outcome latin = read("{\"a\":\"caf\xE9\"}\n{\"a\":\"caf\xC3\xA9\"}\n");
  REQUIRE(latin.records.size() == 2);
  CHECK(latin.records[0].value["a"] == "caf\u00E9");
  CHECK(latin.records[1].value["a"] == "caf\u00e9");
  REQUIRE(latin.note("windows1252") != nullptr);
  CHECK(latin.note("windows1252")->count == 1);
}

TEST_CASE("a malformed line is counted and reading resumes at the next") {
  for (const std::string bad :
       {"{\"a\":1", "{\"a\":\"open", "{\"a\" 1}", "{\"a\":tru}", "{\"a\":[1,2}", "{\"a\":01}", "# comment",
        "{\"a\":\"\\x\"}", "{'a':1}", "{\"a\":1}}", "{\"a\":[1,]}", "{\"a\": [[1, "}) {
    CAPTURE(bad);
    const Outcome outcome = read("{\"a\":1}\n" + bad + "\n{\"a\":3}\n");
    CHECK_FALSE(outcome.error);
    // Of "{..}}" the object itself is whole; only the rest of the line is malformed.
    CHECK(outcome.records.size() == (bad == "{\"a\":1}}" ? 3U : 2U));
    CHECK(outcome.records.back().value["a"] == 3);
    CHECK(outcome.records.back().line == 3);
    REQUIRE(outcome.note("malformed_lines") != nullptr);
    CHECK(outcome.note("malformed_lines")->count == 1);
    CHECK(outcome.note("malformed_lines")->lines == std::vector<std::uint64_t>{2});
    CHECK(outcome.note("malformed_lines")->severity == Severity::warning);
  }
  const Outcome first = read("{\"a\":[1,\n{\"a\":2}\n{\"a\":3}\n");
  CHECK(first.records.size() == 2);
  REQUIRE(first.note("malformed_lines") != nullptr);
  CHECK(first.note("malformed_lines")->lines == std::vector<std::uint64_t>{1});

  const Outcome pretty = read("{\n  \"a\": 1\n}\n{\n  \"a\": oops\n}\n{\n  \"a\": 3\n}\n");
  CHECK(pretty.records.size() == 2);
  REQUIRE(pretty.note("malformed_lines") != nullptr);
  CHECK(pretty.note("malformed_lines")->lines == std::vector<std::uint64_t>{4});
}

TEST_CASE("a file that ends inside a record keeps the records before it") {
  for (const std::string text : {"{\"a\":1}\n{\"a\":2}\n{\"a\":[3", "[{\"a\":1},\n{\"a\":2},\n{\"a\":\"x",
                                 "[{\"a\":1},\n{\"a\":2},\n{\"a\":1"}) {
    CAPTURE(text);
    const Outcome outcome = read(text);
    CHECK_FALSE(outcome.error);
    CHECK(outcome.records.size() == 2);
    REQUIRE(outcome.note("truncated") != nullptr);
    CHECK(outcome.note("truncated")->lines == std::vector<std::uint64_t>{3});
    CHECK(outcome.note("truncated")->message.find("line 3") != std::string::npos);
  }
  const Outcome open = read("[{\"a\":1},\n{\"a\":2}\n");
  CHECK(open.records.size() == 2);
  CHECK(open.note("truncated") != nullptr);

  const Outcome nothing = read("{\"a\":[3");
  REQUIRE(nothing.error);
  CHECK(nothing.error->code == ErrorCode::truncated_file);
}

TEST_CASE("a malformed array is an error unless records came before") {
  const Outcome error = read("[{\"a\" 1}]");
  REQUIRE(error.error);
  CHECK(error.error->code == ErrorCode::malformed_file);
  CHECK(error.error->line == 1);

  const Outcome kept = read("[{\"a\":1},\n{\"a\":2} {\"a\":3}]");
  CHECK_FALSE(kept.error);
  CHECK(kept.records.size() == 2);
  REQUIRE(kept.note("malformed_rest") != nullptr);
  CHECK(kept.note("malformed_rest")->lines == std::vector<std::uint64_t>{2});

  REQUIRE(read("hello").error);
  CHECK(read("hello").error->code == ErrorCode::malformed_file);
  REQUIRE(read("  \n ").error);
  CHECK(read("  \n ").error->code == ErrorCode::empty_file);
  CHECK_FALSE(read("[]").error);
}

TEST_CASE("deep nesting is an error, not a crash") {
  for (const std::string bracket : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += bracket;
    const Outcome outcome = read(text);
    REQUIRE(outcome.error);
    CHECK(outcome.error->code == ErrorCode::malformed_file);
    CHECK(outcome.error->message.find("512") != std::string::npos);
  }
}

TEST_CASE("elements of named arrays of a large object are records of their own") {
  JsonRecordOptions options;
  options.element_paths = {"samples.*"};
  const std::string text =
      "{\"results\": {\"arc\": [1, 2]},\n \"samples\": {\"arc\": [{\"id\": 1},\n {\"id\": 2}], \"other\": [\n{\"id\": "
      "3}],"
      " \"empty\": [], \"no\": 1},\n \"config\": {\"samples\": {\"arc\": [9]}}}";
  const Outcome outcome = read(text, options);
  REQUIRE(outcome.records.size() == 4);
  CHECK(outcome.records[0].path == "samples.arc");
  CHECK(outcome.records[0].line == 2);
  CHECK(outcome.records[1].value["id"] == 2);
  CHECK(outcome.records[1].line == 3);
  CHECK(outcome.records[2].path == "samples.other");
  CHECK(outcome.records[2].line == 4);
  CHECK(outcome.records[3].path.empty());
  CHECK(outcome.records[3].value == nlohmann::json::parse(
                                        R"({"results":{"arc":[1,2]},"samples":{"arc":[],"other":[],"empty":[],"no":1},
                                            "config":{"samples":{"arc":[9]}}})"));
  // The end is missing: the elements are there, the rest is not.
  const Outcome cut = read(text.substr(0, text.size() - 30), options);
  CHECK(cut.records.size() == 3);
  CHECK(cut.note("truncated") != nullptr);
}

TEST_CASE("values can be skipped and texts cut") {
  JsonRecordOptions options;
  options.max_string_bytes = 6;
  options.rules = {{"resps", true, 0}, {"keep", false, 1000}, {"tiny", false, 2}};
  const std::string long_text(100, 'x');
  const Outcome outcome = read(
      "{\"resps\":[[\"" + long_text + "\",{\"keep\":1}]],\"keep\":[\"" + long_text + "\",{\"tiny\":\"abc\"}],\"a\":\"" +
          long_text + "\",\"u\":\"abcde\u00e9\",\"e\":\"ab\\u00e9\\u00e9\",\"six\":\"abcdef\",\"tiny\":\"\u00e9\"}",
      options);
  REQUIRE(outcome.records.size() == 1);
  const auto& value = outcome.records[0].value;
  CHECK(value["resps"].is_null());
  CHECK(value["keep"][0] == long_text);
  CHECK(value["keep"][1]["tiny"] == "ab");
  CHECK(value["a"] == "xxxxxx");
  CHECK(value["u"] == "abcde");     // never half a character
  CHECK(value["e"] == "ab\u00e9");  // an escape counts as written
  CHECK(value["six"] == "abcdef");
  CHECK(value["tiny"] == "\u00e9");
  CHECK(outcome.notes.empty());
}

TEST_CASE("a record over the limit is an error with numbers") {
  JsonRecordOptions options;
  options.max_record_bytes = 1000;
  const Outcome text = read("{\"a\":1}\n{\"a\":\"" + std::string(5000, 'x') + "\"}\n", options, 64);
  REQUIRE(text.error);
  CHECK(text.error->code == ErrorCode::too_large);
  CHECK(text.error->message.find("1000 bytes") != std::string::npos);
  CHECK(text.error->line == 2);
  // What is skipped does not count: the memory is what is bounded.
  options.rules = {{"a", true, 0}};
  CHECK_FALSE(read("{\"a\":1}\n{\"a\":\"" + std::string(5000, 'x') + "\"}\n", options, 64).error);
}

TEST_CASE("the sink can end the reading") {
  int count = 0;
  JsonRecordReader reader({}, [&](JsonRecord&&) -> Result<void> {
    if (++count == 2) return Error{ErrorCode::too_few_items, "enough", {}, 0, {}};
    return {};
  });
  const std::string text = "{}\n{}\n{}\n";
  const Result<void> fed = reader.feed({text.data(), text.size()});
  REQUIRE_FALSE(fed.ok());
  CHECK(fed.error().message == "enough");
  CHECK_FALSE(reader.finish().ok());
  CHECK(count == 2);
}

TEST_CASE("the outline shows the keys of the first record") {
  const std::string text = R"({"doc_id": 0, "doc": {"question": "a\"b{", "n": {"deep": 1}}, "list": [[1]], "t": true,)"
                           R"( "name": "harmonograph", "none": null, "empty": []})";
  const JsonOutline outline = json_outline(text + "\n" + text);
  CHECK(outline.container == JsonOutline::Container::lines);
  CHECK(outline.first_record_complete);
  REQUIRE(outline.keys.size() == 7);
  CHECK(outline.keys[0].name == "doc_id");
  CHECK(outline.keys[0].kind == JsonKind::number);
  CHECK(outline.keys[1].keys == std::vector<std::string>{"question", "n"});
  CHECK(outline.find("list")->first_element == JsonKind::array);
  CHECK(outline.find("t")->kind == JsonKind::boolean);
  CHECK(outline.find("name")->text == "harmonograph");
  CHECK(outline.find("none")->kind == JsonKind::null);
  CHECK(outline.find("empty")->kind == JsonKind::array);
  CHECK_FALSE(outline.has("deep"));

  CHECK(json_outline(text).container == JsonOutline::Container::object);
  CHECK(json_outline("[" + text + "]").container == JsonOutline::Container::array);
  CHECK(json_outline("[" + text + "]").keys.size() == 7);
  CHECK(json_outline("[1, 2]").record == JsonKind::number);
  CHECK(json_outline("a,b\n1,2\n").container == JsonOutline::Container::none);
  CHECK(json_outline("").container == JsonOutline::Container::none);

  // Cut anywhere, the keys seen so far are the first ones of the whole.
  for (std::size_t length = 0; length < text.size(); ++length) {
    const JsonOutline cut = json_outline(text.substr(0, length));
    REQUIRE(cut.keys.size() <= outline.keys.size());
    for (std::size_t i = 0; i < cut.keys.size(); ++i) CHECK(cut.keys[i].name == outline.keys[i].name);
    CHECK_FALSE(cut.first_record_complete);
  }
}

TEST_CASE("real files are read at more than 60 MB a second", "[.speed]") {
  if (!shared_data_exists("real/lm_eval/metabench")) return;
  JsonRecordOptions options;
  options.max_string_bytes = 4004;
  options.rules = {{"resps", true, 0}, {"arg_0", false, 1024}};
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_path("real/lm_eval/metabench"))) {
    if (entry.is_regular_file()) text += read_whole_file(entry.path());
  }
  const std::clock_t start = std::clock();  // processor time: other work on the machine does not count
  std::size_t records = 0;
  for (int i = 0; i < 10; ++i) {
    JsonRecordReader reader(options, [&](JsonRecord&&) {
      ++records;
      return Result<void>();
    });
    REQUIRE(reader.feed({text.data(), text.size()}).ok());
    REQUIRE(reader.finish().ok());
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << "JSON records: " << static_cast<double>(text.size()) * 10 / seconds / 1e6 << " MB/s, " << records / 10
            << " records\n";
  CHECK(static_cast<double>(text.size()) * 10 / seconds > 60e6);
}

TEST_CASE("of names that repeat in an object the last value counts, in objects of any size, and it is noted") {
  for (const std::size_t members : {2U, 4U, 5U, 20U, 32U, 33U, 500U}) {
    CAPTURE(members);
    std::string object = "{";
    for (std::size_t i = 0; i < members; ++i)
      object += "\"name " + std::to_string(i) + "\": " + std::to_string(i) + ", ";
    const std::string once = object + "\"last\": true}";
    const std::string twice = object + "\"name 1\": \"later\", \"name 1\": \"latest\"}";
    std::size_t seen = 0;
    JsonRecordReader reader({}, [&](JsonRecord&& record) {
      ++seen;
      const JsonValue& value = record.value;
      CHECK(value.size() == (seen % 2 == 1 ? members + 1 : members));
      if (seen % 2 == 0) {
        CHECK(value["name 1"].text() == "latest");
        std::size_t walked = 0;
        for (const JsonValue& member : value) walked += member.key() == "name 1" ? 1 : 0;
        CHECK(walked == 1);
      }
      CHECK(value["name 0"].number() == 0);
      return Result<void>();
    });
    const std::string text = once + "\n" + twice + "\n" + once + "\n" + twice + "\n";
    REQUIRE(reader.feed({text.data(), text.size()}).ok());
    REQUIRE(reader.finish().ok());
    CHECK(seen == 4);
    const std::vector<Note> notes = reader.take_notes();
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == "repeated_names");
    CHECK(notes[0].count == 2);
  }
}

TEST_CASE("strings can be kept as they are written") {
  JsonRecordOptions options;
  options.rules = {{"raw", false, 6, true}};
  std::vector<std::string> texts;
  JsonRecordReader reader(options, [&](JsonRecord&& record) {
    texts.emplace_back(record.value["raw"].text());
    return Result<void>();
  });
  const std::string text =
      "{\"raw\": \"a\\nb\"}\n{\"raw\": \"a\\nb\"}\n{\"raw\": \"abcdefgh\"}\n{\"raw\": \"abcde\\u00e9fgh\"}\n"
      "{\"raw\": \"abcde\xC3\xA9xyz\"}\n";
  REQUIRE(reader.feed({text.data(), text.size()}).ok());
  REQUIRE(reader.finish().ok());
  // An escape that begins within the limit is kept whole, half a character is not.
  CHECK(texts == std::vector<std::string>{"a\\nb", "a\\nb", "abcdef", "abcde\\u00e9", "abcde"});
  CHECK(resolved_escapes(texts[3]) == "abcde\xC3\xA9");
}
