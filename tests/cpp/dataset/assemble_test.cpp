#include "dataset/assemble.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "dataset/observations_builder.hpp"

using namespace harmonograph;

namespace {

Assembly assemble_files(std::vector<std::pair<std::string, FileObservations*>> files) {
  std::vector<LoadedFile> loaded;
  for (auto& [path, file] : files) loaded.push_back({path, file});
  return assemble(loaded);
}

}  // namespace

TEST_CASE("no file gives an empty data set") {
  const Assembly assembly = assemble({});
  CHECK(assembly.dataset.models.empty());
  CHECK(assembly.dataset.benchmarks.empty());
  CHECK(assembly.report.notes.empty());
}

TEST_CASE("items of two models join by native id, whatever their order") {
  ObservationsBuilder a("A"), b("B");
  a.item(named("q1"), 1).item(named("q2"), 0).item(named("q3"), 1);
  b.item(named("q3"), 0).item(named("q1"), 1);
  const Assembly assembly = assemble_files({{"a.json", &a.file()}, {"b.json", &b.file()}});
  REQUIRE(assembly.dataset.benchmarks.size() == 1);
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  CHECK(benchmark.item_ids == std::vector<std::string>{"q1", "q2", "q3"});
  CHECK(benchmark.scores(0, 2) == 1);
  CHECK(benchmark.scores(1, 2) == 0);
  CHECK(benchmark.scores(1, 0) == 1);
  CHECK(std::isnan(benchmark.scores(1, 1)));
  const BenchmarkReport& report = assembly.report.benchmarks[0];
  CHECK(report.joined_by == ItemJoin::native_id);
  CHECK(report.items_shared_by_all == 2);
  CHECK(report.missing_cells == 1);
  CHECK(report.notes.empty());
}

TEST_CASE("a chosen option beyond the options that another file states is unknown, and that is said") {
  ObservationsBuilder a("A"), b("B");
  a.item(named("q1"), 1).item(named("q2"), 0);
  a.file().responses.chosen = {5, 1};
  FileItem four = named("q1");
  four.option_count = 4;
  b.item(four, 1);
  b.file().responses.chosen = {3};
  for (const bool turned : {false, true}) {
    const Assembly assembly = turned ? assemble_files({{"b.json", &b.file()}, {"a.json", &a.file()}})
                                     : assemble_files({{"a.json", &a.file()}, {"b.json", &b.file()}});
    const Benchmark& benchmark = assembly.dataset.benchmarks[0];
    const std::size_t first = turned ? 1 : 0;
    CHECK(benchmark.chosen(first, 0) == -1);
    CHECK(benchmark.chosen(first, 1) == 1);
    CHECK(benchmark.chosen(1 - first, 0) == 3);
    CHECK(benchmark.scores(first, 0) == 1);
    const Note* said = find_note(assembly.report.benchmarks[0].notes, "chosen_is_no_option");
    REQUIRE(said);
    CHECK(said->count == 1);
  }
}

TEST_CASE("the question hash is trusted more than the position") {
  ObservationsBuilder a("A"), b("B");
  a.item(placed(0, "hash-x"), 1).item(placed(1, "hash-y"), 0);
  b.item(placed(0, "hash-y"), 1).item(placed(1, "hash-x"), 0);
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &b.file()}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  CHECK(assembly.report.benchmarks[0].joined_by == ItemJoin::content_hash);
  REQUIRE(benchmark.item_count() == 2);
  CHECK(benchmark.scores(0, 0) == 1);  // hash-x
  CHECK(benchmark.scores(1, 0) == 0);
}

TEST_CASE("joining by position is said") {
  ObservationsBuilder a("A"), b("B");
  a.item(placed(0, "a0"), 1).item(placed(1, "a1"), 0);
  b.item(placed(0), 1).item(placed(1), 0);
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &b.file()}});
  const BenchmarkReport& report = assembly.report.benchmarks[0];
  CHECK(report.joined_by == ItemJoin::position);
  CHECK(assembly.dataset.benchmarks[0].item_count() == 2);
  REQUIRE(find_note(report.notes, "joined_by_position"));
  CHECK(find_note(report.notes, "joined_by_position")->count == 2);
}

TEST_CASE("models that share no item are said to share none, and both stay") {
  ObservationsBuilder a("A"), b("B");
  a.item(named("x"), 1);
  b.item(named("y"), 1);
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &b.file()}});
  CHECK(assembly.dataset.benchmarks[0].item_count() == 2);
  CHECK(assembly.report.benchmarks[0].items_shared_by_all == 0);
  REQUIRE(find_note(assembly.report.benchmarks[0].notes, "no_shared_items"));
}

TEST_CASE("shards of one model are no failed join") {
  ObservationsBuilder a("A"), b("A");
  a.item(named("x"), 1);
  b.item(named("y"), 0);
  const Assembly assembly = assemble_files({{"part1", &a.file()}, {"part2", &b.file()}});
  CHECK(assembly.dataset.models.size() == 1);
  CHECK_FALSE(find_note(assembly.report.benchmarks[0].notes, "no_shared_items"));
  CHECK(assembly.report.benchmarks[0].items_shared_by_all == 2);
}

TEST_CASE("a response given twice is kept once and counted") {
  ObservationsBuilder a("A"), again("A");
  a.item(named("x"), 1).item(named("y"), 0);
  again.item(named("x"), 0).item(named("y"), 0);
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &again.file()}});
  CHECK(assembly.dataset.benchmarks[0].scores(0, 0) == 1);
  const Note* note = find_note(assembly.report.benchmarks[0].notes, "duplicate_responses");
  REQUIRE(note);
  CHECK(note->count == 2);
  CHECK(note->severity == Severity::warning);
  CHECK(note->message.find("1 of the later ones had another score") != std::string::npos);
}

TEST_CASE("items without any score are left out and counted") {
  ObservationsBuilder a("A");
  a.item(named("x"), missing).item(named("y"), 1).item(named("z"), missing);
  const Assembly assembly = assemble_files({{"a", &a.file()}});
  CHECK(assembly.dataset.benchmarks[0].item_ids == std::vector<std::string>{"y"});
  CHECK(assembly.dataset.benchmarks[0].scores.columns() == 1);
  REQUIRE(find_note(assembly.report.benchmarks[0].notes, "items_without_responses"));
  CHECK(find_note(assembly.report.benchmarks[0].notes, "items_without_responses")->count == 2);
}

TEST_CASE("the results file of the same run names the model") {
  ObservationsBuilder samples("org__model");
  samples.file().model_is_stated = false;
  samples.file().run_key = "out/2024";
  samples.item(named("x"), 1);
  FileObservations run;
  run.role = FileRole::run;
  run.run_key = "out/2024";
  run.run.model = "org/model";
  FileObservations other_run = run;
  other_run.run_key = "out/2025";
  other_run.run.model = "org/other";
  const Assembly assembly =
      assemble_files({{"out/samples.jsonl", &samples.file()}, {"out/r2.json", &other_run}, {"out/r1.json", &run}});
  REQUIRE(assembly.dataset.models.size() == 1);
  CHECK(assembly.dataset.models[0].name == "org/model");
}

TEST_CASE("without a results file the folder, then the file, names the model, and that is said") {
  ObservationsBuilder in_folder(""), alone("");
  for (auto* each : {&in_folder, &alone}) {
    each->file().model_is_stated = false;
    each->item(named("x"), 1);
  }
  const Assembly assembly =
      assemble_files({{"runs/my-model/log.jsonl", &in_folder.file()}, {"gpt.jsonl", &alone.file()}});
  REQUIRE(assembly.dataset.models.size() == 2);
  CHECK(assembly.dataset.models[0].name == "my-model");
  CHECK(assembly.dataset.models[1].name == "gpt");
  REQUIRE(find_note(assembly.report.notes, "model_named_after_file"));
  CHECK(find_note(assembly.report.notes, "model_named_after_file")->count == 2);
}

TEST_CASE("files that do not name their model and answer the same items are reported as colliding") {
  ObservationsBuilder first(""), second(""), third(""), shard("");
  for (auto* each : {&first, &second, &third, &shard}) each->file().model_is_stated = false;
  first.item(named("x"), 1).item(named("y"), 1);
  second.item(named("x"), 0).item(named("y"), 1);
  third.item(named("x"), 1);
  shard.item(named("z"), 1);
  const auto collisions = [](const std::vector<LoadedFile>& files) { return assemble(files).report.unnamed_models; };
  const auto all = collisions({{"log.json", &first.file()}, {"log.json", &second.file()}, {"log.json", &third.file()}});
  REQUIRE(all.size() == 1);
  CHECK(all[0].name == "log");
  CHECK(all[0].benchmark == "bench");
  CHECK(all[0].files == std::vector<std::size_t>{0, 1, 2});
  CHECK(all[0].lost == 3);  // both answers of the second file, the one of the third

  // Parts of one log answer different items; folders, and names given by the user, tell models apart.
  CHECK(collisions({{"log.json", &first.file()}, {"log.json", &shard.file()}}).empty());
  CHECK(collisions({{"a/log.json", &first.file()}, {"b/log.json", &second.file()}}).empty());
  second.file().models[0] = "B";
  second.file().model_is_stated = true;
  CHECK(collisions({{"log.json", &first.file()}, {"log.json", &second.file()}}).empty());
}

TEST_CASE("two benchmarks with the same named items are said to be probably one") {
  ObservationsBuilder probabilities("A", "probs"), answers("A", "answers"), other("A", "other");
  probabilities.item(named("q1"), 1).item(named("q2"), 0);
  answers.item(named("q2"), 0).item(named("q1"), 1);
  other.item(named("q1"), 1).item(named("q3"), 1);
  const Assembly assembly =
      assemble_files({{"p.csv", &probabilities.file()}, {"a.csv", &answers.file()}, {"o.csv", &other.file()}});
  const Note* note = find_note(assembly.report.notes, "same_items");
  REQUIRE(note != nullptr);
  CHECK_THAT(note->message, Catch::Contains("probs and answers hold the same 2 items"));

  ObservationsBuilder counted("A", "one"), counted_too("A", "two");
  counted.item(named("0"), 1).item(named("1"), 0);
  counted_too.item(named("0"), 1).item(named("1"), 0);
  CHECK(find_note(assemble_files({{"1.csv", &counted.file()}, {"2.csv", &counted_too.file()}}).report.notes,
                  "same_items") == nullptr);
}

TEST_CASE("stated metrics are compared with the scores of the same run only") {
  ObservationsBuilder a("A", "arc");
  a.file().metric = "acc";
  a.file().run_key = "r";
  a.item(named("1"), 1).item(named("2"), 0).item(named("3"), missing);
  FileObservations run;
  run.role = FileRole::run;
  run.run_key = "r";
  run.run.metrics = {{"arc", "acc,none", 0.5}, {"arc", "acc_norm,none", 0.1}, {"mmlu", "acc,none", 0.2}};
  FileObservations wrong = run;
  wrong.run.metrics = {{"arc", "acc,none", 0.75}};
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"r", &run}, {"w", &wrong}});
  REQUIRE(assembly.report.metric_checks.size() == 2);
  CHECK(assembly.report.metric_checks[0].agrees);
  CHECK(assembly.report.metric_checks[0].computed == 0.5);
  CHECK_FALSE(assembly.report.metric_checks[1].agrees);
}

TEST_CASE("option values land under their item, shorter items padded with missing") {
  ObservationsBuilder a("A");
  FileItem three = named("three");
  three.option_count = 3;
  three.key = 2;
  FileItem two = named("two");
  two.option_count = 2;
  a.item(two, 1).item(three, 0);
  a.file().responses.choices.push_back({"log-likelihood", ChoiceKind::log_likelihood, {0, 2}, {-1, -2, -3, -4, -5}});
  const Assembly assembly = assemble_files({{"a", &a.file()}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  REQUIRE(benchmark.choices[0].size() == 1);
  const Matrix& values = benchmark.choices[0][0].values;
  CHECK(values.columns() == 3);
  CHECK(values(0, 1) == -2);
  CHECK(std::isnan(values(0, 2)));
  CHECK(values(1, 2) == -5);
  CHECK(benchmark.keys == std::vector<std::int32_t>{-1, 2});
}

TEST_CASE("probabilities that will be raised to the floor are counted") {
  ObservationsBuilder a("A");
  FileItem item = named("x");
  item.option_count = 3;
  FileItem other = named("y");
  other.option_count = 3;
  a.item(item, 1).item(other, 0);
  a.file().responses.choices.push_back({"p", ChoiceKind::probability, {0, 3}, {0.7, 0.3, 0, 0.5, 0.25, 0.25}});
  const Assembly assembly = assemble_files({{"a", &a.file()}});
  const Note* note = find_note(assembly.report.benchmarks[0].notes, "floored");
  REQUIRE(note);
  CHECK(note->count == 1);
  CHECK(note->message.find("1 option probability below") != std::string::npos);
}

TEST_CASE("a file of item attributes enriches the items that it names") {
  ObservationsBuilder a("A");
  a.item(named("q1"), 1).item(named("q2"), 0);
  FileObservations attributes;
  attributes.role = FileRole::item_attributes;
  attributes.benchmarks = {""};
  attributes.items = {named("q2"), named("unknown")};
  attributes.items[0].text = "Why?";
  attributes.attributes = {{"category", {"history", "art"}}};
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"items.csv", &attributes}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  REQUIRE(benchmark.attributes.size() == 1);
  CHECK(benchmark.attributes[0].values == std::vector<std::string>{"", "history"});
  CHECK(benchmark.item_texts == std::vector<std::string>{"", "Why?"});
  const Note* note = find_note(assembly.report.notes, "attributes_attached");
  REQUIRE(note);
  CHECK(note->count == 1);
}

TEST_CASE("columns named like a model are no attributes of its items") {
  ObservationsBuilder a("A");
  a.item(named("q1"), 1).item(named("q2"), 0);
  FileObservations attributes;
  attributes.role = FileRole::item_attributes;
  attributes.benchmarks = {""};
  attributes.items = {named("q1"), named("q2")};
  attributes.attributes = {{"category", {"history", "art"}}, {"A", {"1", "0"}}, {"B", {"0", "1"}}};
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"items.csv", &attributes}});
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  REQUIRE(benchmark.attributes.size() == 2);
  CHECK(benchmark.attributes[0].name == "category");
  CHECK(benchmark.attributes[1].name == "B");
  const Note* note = find_note(assembly.report.notes, "scores_are_no_attributes");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
}

TEST_CASE("model attributes match names as different tools spell them") {
  ObservationsBuilder a("EleutherAI/pythia-14m"), b("gpt-4");
  a.item(named("q"), 1);
  b.item(named("q"), 0);
  FileObservations attributes;
  attributes.role = FileRole::model_attributes;
  attributes.model_attributes.names = {"family"};
  attributes.model_attributes.values = {
      {"eleutherai__Pythia-14M", {"Pythia"}}, {"openai/gpt-4", {"GPT"}}, {"nobody", {"none"}}};
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &b.file()}, {"m.csv", &attributes}});
  CHECK(assembly.dataset.model_attribute_names == std::vector<std::string>{"family"});
  CHECK(assembly.dataset.models[0].attributes == std::vector<std::string>{"Pythia"});
  CHECK(assembly.dataset.models[1].attributes == std::vector<std::string>{"GPT"});
}

TEST_CASE("files that name items differently join what they can and say so") {
  ObservationsBuilder a("A"), b("B");
  a.item(named("q1"), 1).item(named("q2"), 1);
  b.item(named("q1"), 0).item(placed(1), 0);
  const Assembly assembly = assemble_files({{"a", &a.file()}, {"b", &b.file()}});
  CHECK(assembly.dataset.benchmarks[0].item_count() == 3);
  CHECK(assembly.report.benchmarks[0].items_shared_by_all == 1);
  CHECK(find_note(assembly.report.benchmarks[0].notes, "mixed_identities"));
}

TEST_CASE("numbers that match nothing may be scores: the note says where to say so") {
  const FileObservations loaded = ObservationsBuilder("m").item(named("q0"), 1).item(named("q1"), 0).file();
  FileObservations ratings;
  ratings.role = FileRole::item_attributes;
  ratings.benchmarks.emplace_back();
  ratings.items = {named("p0"), named("p1")};
  ratings.attributes = {{"rating", {"7", ""}}, {"second", {"1.5", "-3"}}};
  FileObservations words = ratings;
  words.attributes[1].values[0] = "seven";
  FileObservations known = ratings;
  known.items[1] = named("q1");
  FileObservations models;
  models.role = FileRole::model_attributes;
  models.model_attributes.names = {"q0", "q1"};
  models.model_attributes.values = {{"other", {"4", "5"}}};
  const auto note = [&](const FileObservations& file) {
    const Assembly assembly = assemble(std::vector<LoadedFile>{{"a.csv", &loaded}, {"b.csv", &file}});
    const Note* found = find_note(assembly.report.notes, "attributes_match_nothing");
    return found == nullptr ? std::string{} : found->message;
  };
  CHECK(note(ratings) ==
        "b.csv: attributes of 0 of 2 items were attached; the others match nothing that is loaded. Its columns are all "
        "numbers: if they are scores, choose under \"Orientation\" what the rows and columns are; a scale can then be "
        "chosen for scores outside 0 to 1.");
  CHECK(note(models).find("Orientation") != std::string::npos);
  CHECK(note(words).find("match nothing that is loaded.") != std::string::npos);
  CHECK(note(words).find("Orientation") == std::string::npos);
  CHECK(note(known).empty());
}
