// JSON of no known tool: records inside of objects, under keys, in columns. Expected numbers are counted by hand from
// the fixtures.
#include "formats/tool_reading.hpp"

#include "formats/format.hpp"
#include "formats/record_place.hpp"
#include "ingest/json_head.hpp"

using namespace harmonograph;
using namespace tool_reading;

namespace {

const std::string folder = "json_object/";

/// Read as this format, whole and byte by byte alike.
FileObservations object(const std::string& name, const ReadOptions& options = {}) {
  const std::string text = reading::fixture(folder + name);
  REQUIRE_FALSE(text.empty());
  CHECK(reading::format_of(text) == "json_object");
  const Format* format = find_format("json_object");
  REQUIRE(format != nullptr);
  const auto reader = format->open({name, text, options});
  for (const char& byte : text) REQUIRE(reader->feed({&byte, 1}).ok());
  const auto slowly = reader->finish();
  FileObservations file = good(folder + name, options);
  REQUIRE(slowly.ok());
  CHECK(slowly->responses.score.size() == file.responses.score.size());
  CHECK(slowly->models == file.models);
  CHECK(slowly->notes.size() == file.notes.size());
  CHECK(noted(file, "records_found") > 0);
  return file;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("records in an array of an object, with the names of model and benchmark beside them", "[json object]") {
  const FileObservations file = object("wrapped.json");
  CHECK(file.models == Names{"toy-7b"});
  CHECK(file.benchmarks == Names{"toy facts"});
  REQUIRE(file.items.size() == 4);
  CHECK(file.items[1].text == "Who may vote?");
  CHECK(score(file, "f1") == 1);
  CHECK(score(file, "f2") == 0);
  CHECK(std::isnan(score(file, "f4")));  // null is missing, not wrong
  CHECK(attribute(file, "topic", 1) == "law");
  CHECK(noted(file, "records_found") == 4);
  const std::string said = reading::note(file, "records_found")->message;
  CHECK(said.find("\"results\"") != std::string::npos);
  CHECK(said.find("the model \"toy-7b\"") != std::string::npos);
}

TEST_CASE("what stands beside the records is known in a file that is cut behind them", "[json object]") {
  std::string text = reading::fixture(folder + "wrapped.json");
  const std::size_t cut = text.find("{\"question_id\": \"f3\"");
  const auto file = reading::read(text.substr(0, cut), "wrapped.json");
  REQUIRE(file.ok());
  CHECK(file->models == Names{"toy-7b"});
  CHECK(file->benchmarks == Names{"toy facts"});
  CHECK(file->items.size() == 2);
  CHECK(noted(*file, "truncated") == 1);
}

TEST_CASE("a list of records under the name of each model", "[json object]") {
  const FileObservations file = object("lists_of_models.json");
  CHECK(file.models == Names{"toy-gpt-4.1", "toy-llama-2.5"});
  CHECK(file.items.size() == 2);
  CHECK(score(file, "b", "toy-gpt-4.1") == 0);
  CHECK(score(file, "b", "toy-llama-2.5") == 1);
  CHECK(noted(file, "keys_read_as_names") == 2);
}

TEST_CASE("what stands beside the records of one key holds for them alone", "[json object]") {
  const FileObservations file = object("runs.json");
  CHECK(file.models == Names{"toy-a", "toy-b"});
  CHECK(file.benchmarks == Names{"toy facts"});
  CHECK(file.items.size() == 2);
  CHECK(score(file, "x", "toy-a") == 1);
  CHECK(score(file, "x", "toy-b") == 0);
}

TEST_CASE("answers of the models inside of each item", "[json object]") {
  for (const std::string name : {"answers_of_items.json", "answers_of_items.jsonl", "answers_by_model.jsonl",
                                 "answers_beside_fields.jsonl", "scores_by_model.json"}) {
    INFO(name);
    const FileObservations file = object(name);
    CHECK(file.models == Names{"toy-gpt-4", "toy-llama"});
    REQUIRE(file.items.size() == 2);
    CHECK(file.items[1].text == "Who may vote?");
    CHECK(attribute(file, "topic", 1) == "law");
    CHECK(score(file, "q1", "toy-gpt-4") == 1);
    CHECK(score(file, "q1", "toy-llama") == 0);
    CHECK(score(file, "q2", "toy-llama") == 1);
    CHECK(noted(file, "key_conflicts") == 0);
  }
}

TEST_CASE("what stands beside a list of items holds for the answers inside of them", "[json object]") {
  CHECK(object("answers_of_items.json").benchmarks == Names{"toy facts"});
}

TEST_CASE("the verdicts of each model under the names of the items", "[json object]") {
  for (const std::string name : {"verdicts_of_models.json", "verdicts_of_models.jsonl"}) {
    INFO(name);
    const FileObservations file = object(name);
    CHECK(file.models == Names{"toy-gpt-4", "toy-llama"});
    CHECK(file.items.size() == 3);
    CHECK(score(file, "q2", "toy-gpt-4") == 0);
    CHECK(score(file, "q3", "toy-llama") == 0);
  }
}

TEST_CASE("the role of keys can be chosen", "[json object]") {
  const FileObservations file = object("lists_of_models.json", {{"role:0", "benchmark"}});
  CHECK(file.benchmarks == Names{"toy-gpt-4.1", "toy-llama-2.5"});
  CHECK(file.items.size() == 4);
}

TEST_CASE("keys of three levels: models, benchmarks, items", "[json object]") {
  const FileObservations file = object("nested_keys.json");
  CHECK(file.models == Names{"first", "second"});
  CHECK(file.benchmarks == Names{"mmlu", "arc"});
  CHECK(file.items.size() == 4);
  CHECK(score(file, "q2", "first") == 0);
  CHECK(score(file, "q2", "second") == 1);
  CHECK(score(file, "z1", "second") == 1);
  CHECK(score(file, "z2", "second") == 0);
}

TEST_CASE("an object of models that hold the verdict of each item", "[json object]") {
  const FileObservations file = object("matrix.json");
  CHECK(file.models == Names{"toy-gpt-4", "toy-llama"});
  CHECK(file.items.size() == 3);
  CHECK(score(file, "q1", "toy-gpt-4") == 1);
  CHECK(score(file, "q1", "toy-llama") == 0);
  CHECK(score(file, "q3", "toy-llama") == 1);
}

TEST_CASE("a data frame is the same in every layout", "[json object]") {
  for (const std::string name : {"data_frame.json", "data_frame_by_rows.json", "data_frame_split.json",
                                 "data_frame_table.json", "data_frame_values.json", "lists.json"}) {
    INFO(name);
    const FileObservations file = object(name);
    CHECK(file.models == Names{"toy-a", "toy-b"});
    CHECK(file.benchmarks.size() == 1);
    CHECK(file.items.size() == 2);
    CHECK(score(file, "x", "toy-a") == 1);
    CHECK(score(file, "y", "toy-a") == 0.25);
    CHECK(std::isnan(score(file, "x", "toy-b")));
    CHECK(score(file, "y", "toy-b") == 0.75);
  }
}

TEST_CASE("lists of verdicts under the names of subjects", "[json object]") {
  const FileObservations file = object("verdicts.json");
  CHECK(file.benchmarks == Names{"physics", "anatomy", "law"});
  CHECK(file.items.size() == 16);
  double right = 0;
  for (const double each : file.responses.score) right += each;
  CHECK(right == 11);
}

TEST_CASE("one object a model, as lines and as an array", "[json object]") {
  for (const std::string name : {"lines_of_runs.jsonl", "array_of_runs.json"}) {
    INFO(name);
    const FileObservations file = object(name);
    CHECK(file.models == Names{"toy-a", "toy-b"});
    CHECK(file.items.size() == 2);
    CHECK(score(file, "y", "toy-a") == 0);
    CHECK(score(file, "y", "toy-b") == 1);
  }
}

TEST_CASE("an object that is made in another way than the first is counted and left out", "[json object]") {
  const std::string text = reading::fixture(folder + "lines_of_runs.jsonl") +
                           "{\"model\": \"toy-c\", \"samples\": {\"x\": {\"score\": 1}}}\n";
  const auto file = reading::read(text, "lines.jsonl");
  REQUIRE(file.ok());
  CHECK(file->models == Names{"toy-a", "toy-b"});
  CHECK(file->rows_skipped == 1);
  CHECK(noted(*file, "records_of_another_kind") == 1);
}

TEST_CASE("trials of agents: rewards, and flags beside them", "[json object]") {
  const FileObservations simulations = object("simulations.json");
  CHECK(simulations.models == Names{"toy-7b"});
  CHECK(simulations.metric == "reward_info.reward");
  CHECK(score(simulations, "0") == 0.5);
  CHECK(score(simulations, "1") == 0);
  const FileObservations terminal = object("terminal_trials.json");
  CHECK(score(terminal, "hello") == 0.5);
  CHECK(score(terminal, "sort") == 1);
}

TEST_CASE("means of benchmarks and other facts are no items", "[json object]") {
  for (const std::string name : {"means_by_task.json", "means_in_results.json", "leaderboard.json", "classifier.json",
                                 "counts.json", "map.json"}) {
    INFO(name);
    const Error error = refused(folder + "refused/" + name);
    CHECK(error.code == ErrorCode::unknown_format);
    CHECK(error.message.find("no records with an item and a score") != std::string::npos);
    // Nor when someone insists.
    const auto reader = find_format("json_object")->open({name, reading::fixture(folder + "refused/" + name), {}});
    const std::string text = reading::fixture(folder + "refused/" + name);
    REQUIRE(reader->feed({text.data(), text.size()}).ok());
    const auto insisted = reader->finish();
    REQUIRE_FALSE(insisted.ok());
    CHECK(insisted.error().code == ErrorCode::no_responses);
  }
}

TEST_CASE("cut anywhere, files of every layout give whole rows or an error", "[json object]") {
  for (const std::string name : {"answers_of_items.json", "answers_by_model.jsonl", "scores_by_model.json", "runs.json",
                                 "data_frame.json", "lines_of_runs.jsonl", "simulations.json"}) {
    INFO(name);
    CHECK(readable_cuts(folder + name) < reading::fixture(folder + name).size());
  }
  CHECK(readable_cuts(folder + "answers_of_items.json") > 0);  // taken item by item
  CHECK(readable_cuts(folder + "data_frame.json") == 1);       // columns are one: only the last line end may be missing
}

TEST_CASE("what the beginning of a large file shows is not all: models after it are read, too", "[json object]") {
  // Only the first 300 bytes are looked at before the file is read.
  const auto read_from = [](const std::string& text) {
    const Format* format = find_format("json_object");
    const std::string head = text.substr(0, 300);
    CHECK(format->recognise({"large.json", head, false}) > 0);
    const auto reader = format->open({"large.json", head, {}});
    REQUIRE(reader->feed({text.data(), text.size()}).ok());
    auto file = reader->finish();
    if (!file.ok()) FAIL(file.error().message);
    return std::move(*file);
  };
  std::string lists = "{\"date\": \"2025\"";
  std::string keyed = "{\"runs\": {";
  std::string matrix = "{";
  for (const std::string model : {"toy-gpt-4", "toy-llama", "toy-gemma"}) {
    std::string records, fields, verdicts;
    for (int i = 0; i < 40; ++i) {
      const std::string id = "q" + std::to_string(i);
      const std::string verdict = i % 2 == 0 || model == "toy-gemma" ? "true" : "false";
      const std::string comma = i > 0 ? ", " : "";
      records += comma + "{\"id\": \"" + id + "\", \"correct\": " + verdict + "}";
      fields += comma + "\"" + id + "\": {\"pred\": \"A\", \"correct\": " + verdict + "}";
      verdicts += comma + "\"" + id + "\": " + verdict;
    }
    lists += ", \"" + model + "\": [" + records + "]";
    keyed += (keyed.back() == '{' ? "\"" : ", \"") + model + "\": {" + fields + "}";
    matrix += (matrix.size() > 1 ? ", \"" : "\"") + model + "\": {" + verdicts + "}";
  }
  for (const std::string& text : {lists + "}", keyed + "}}", matrix + "}"}) {
    INFO(text.substr(0, 80));
    const FileObservations file = read_from(text);
    CHECK(file.models == Names{"toy-gpt-4", "toy-llama", "toy-gemma"});
    CHECK(file.items.size() == 40);
    CHECK(score(file, "q1", "toy-llama") == 0);
    CHECK(score(file, "q1", "toy-gemma") == 1);
  }
}

TEST_CASE("records of very many fields take no more time than their bytes", "[json object]") {
  std::string wide;
  for (int field = 0; field < 60'000; ++field) wide += "\"f" + std::to_string(field) + "\":1,";
  std::string text = "{";
  for (const std::string name : {"toy-gpt-4", "toy-llama", "toy-gemma"}) {
    text += (text.size() > 1 ? ",\"" : "\"") + name + "\":{" + wide + "\"last\":0}";
  }
  text += "}";
  const auto file = reading::read(text, "wide.json");  // the head holds one record and a part of the next
  if (file.ok()) CHECK(file->items.size() == 60'001);
  const auto small = reading::read(text.substr(0, text.find("},") + 1) + "}", "one.json");
  CHECK_FALSE(small.ok());
}

TEST_CASE("the beginning of JSON: what is whole of it", "[json object]") {
  const auto text = [](std::string_view head) {
    const auto document = json_head(head);
    return document ? json_text(document->root()) : std::string("nothing");
  };
  CHECK(text(R"({"a": 1, "b": [1, {"c": "x)") == R"({"a":1,"b":[1,{}]})");
  CHECK(text(R"({"a": 1, "b": [1, {"c": "x"}, 2)") == R"({"a":1,"b":[1,{"c":"x"}]})");  // another digit may follow
  CHECK(text(R"({"a": 12)") == "{}");
  CHECK(text(R"({"a": 1, "b)") == R"({"a":1})");
  CHECK(text(R"({"a": "\")") == "{}");
  CHECK(text("\xEF\xBB\xBF [1, [2, 3], ") == "[1,[2,3]]");
  CHECK(text(R"({"a": 1} {"b": 2})") == R"({"a":1})");
  CHECK(text(R"({"a": NaN, "b": 1})") == R"({"a":"NaN","b":1})");
  CHECK(text("[1}") == "nothing");
  CHECK(text("a,b\n1,2\n") == "nothing");
  CHECK(text("") == "nothing");
  CHECK(text(std::string(600, '[')) == "nothing");
}
