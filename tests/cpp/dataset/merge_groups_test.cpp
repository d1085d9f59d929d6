// Groups of tasks: which are proposed, and what one benchmark of several tasks holds.
#include "dataset/merge_groups.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "observations_builder.hpp"

using namespace harmonograph;

namespace {

/// One task of one model: item ids 0, 1, ..., scores, an attribute, and option values.
FileObservations task(const std::string& model, const std::string& name, const std::vector<double>& scores,
                      std::uint32_t options = 0, const std::string& attribute = "") {
  ObservationsBuilder builder(model, name);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    FileItem item = named(std::to_string(i));
    item.option_count = options;
    item.key = options > 0 ? 0 : -1;
    item.text = name + " question " + std::to_string(i);
    builder.item(item, scores[i]);
  }
  FileObservations file = builder.file();
  if (!attribute.empty()) file.attributes.push_back({attribute, std::vector<std::string>(scores.size(), name)});
  if (options > 0) {
    ChoiceSet set{"log-likelihood", ChoiceKind::log_likelihood, {}, {}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      set.first.push_back(static_cast<std::uint32_t>(set.values.size()));
      for (std::uint32_t c = 0; c < options; ++c) set.values.push_back(-static_cast<double>(c) - 1);
    }
    file.responses.choices.push_back(std::move(set));
  }
  return file;
}

FileObservations run_with(std::map<std::string, std::vector<std::string>> groups) {
  FileObservations file;
  file.role = FileRole::run;
  file.run.groups = std::move(groups);
  return file;
}

Assembly assembly_of(const std::vector<FileObservations>& files) {
  std::vector<LoadedFile> loaded;
  for (const auto& file : files) loaded.push_back({"file.json", &file});
  return assemble(loaded);
}

std::vector<std::string> names_of(const std::vector<TaskGroup>& groups) {
  std::vector<std::string> names;
  for (const auto& group : groups) names.push_back(group.name);
  return names;
}

std::vector<std::string> benchmarks_of(const Assembly& assembly) {
  std::vector<std::string> names;
  for (const auto& benchmark : assembly.dataset.benchmarks) names.push_back(benchmark.name);
  return names;
}

}  // namespace

TEST_CASE("groups of results files are proposed with their loaded tasks, groups inside groups resolved") {
  const Assembly assembly = assembly_of({task("m", "mmlu_anatomy", {1, 0}), task("m", "mmlu_virology", {1}),
                                         task("m", "mmlu_law", {0}), task("m", "arc_easy", {1}),
                                         run_with({{"mmlu", {"mmlu_stem", "mmlu_humanities"}},
                                                   {"mmlu_stem", {"mmlu_anatomy", "mmlu_virology", "mmlu_not_loaded"}},
                                                   {"mmlu_humanities", {"mmlu_law"}},
                                                   {"round", {"robin"}},  // a circle ends
                                                   {"robin", {"round"}},
                                                   {"single", {"arc_easy", "arc_challenge"}}})});
  const auto& groups = assembly.report.task_groups;
  CHECK(names_of(groups) == std::vector<std::string>{"mmlu", "mmlu_stem"});
  CHECK(groups[0].tasks == std::vector<std::string>{"mmlu_anatomy", "mmlu_virology", "mmlu_law"});
  CHECK(groups[0].source == GroupSource::results_file);
  CHECK_FALSE(groups[0].merged);
}

TEST_CASE("three benchmarks with one prefix are proposed by their names, unless a results file has them") {
  const std::vector<FileObservations> files{task("m", "bbh_dates", {1}),  task("m", "arc_easy", {1}),
                                            task("m", "bbh_sports", {1}), task("m", "arc_challenge", {0}),
                                            task("m", "bbh_words", {1}),  task("m", "_x", {1})};
  const Assembly assembly = assembly_of(files);
  REQUIRE(names_of(assembly.report.task_groups) == std::vector<std::string>{"bbh"});
  CHECK(assembly.report.task_groups[0].tasks == std::vector<std::string>{"bbh_dates", "bbh_sports", "bbh_words"});
  CHECK(assembly.report.task_groups[0].source == GroupSource::names);
  auto held = files;
  held.push_back(run_with({{"leaderboard", {"bbh_dates", "arc_easy"}}}));
  CHECK(names_of(assembly_of(held).report.task_groups) == std::vector<std::string>{"leaderboard"});
}

TEST_CASE("merged tasks are one benchmark with everything that they held") {
  // Model a has both tasks, b only the first; the second task has more options and another attribute.
  Assembly assembly =
      assembly_of({task("a", "other", {1}), task("a", "mmlu_anatomy", {1, 0, 1}, 2, "topic"),
                   task("b", "mmlu_anatomy", {0, 0, missing}, 2), task("a", "last", {0}),
                   task("a", "mmlu_law", {0, 1}, 4, "court"), run_with({{"mmlu", {"mmlu_anatomy", "mmlu_law"}}})});
  assembly.dataset.benchmarks[1].vectors.push_back({"emb", Matrix(3, 2, 0.5)});
  assembly.dataset.benchmarks[3].vectors.push_back({"emb", Matrix(2, 2, -0.5)});
  assembly.dataset.benchmarks[3].vectors.push_back({"more", Matrix(2, 4, 1.0)});
  assembly.dataset.benchmarks[3].chosen = RowMajorMatrix<std::int32_t>(2, 2, 3);
  merge_groups(assembly, {"mmlu"});
  CHECK(benchmarks_of(assembly) == std::vector<std::string>{"other", "mmlu", "last"});
  REQUIRE(assembly.report.benchmarks.size() == 3);
  CHECK(assembly.report.task_groups[0].merged);
  const Benchmark& merged = assembly.dataset.benchmarks[1];
  CHECK(merged.item_ids == std::vector<std::string>{"anatomy/0", "anatomy/1", "anatomy/2", "law/0", "law/1"});
  CHECK(merged.item_texts[3] == "mmlu_law question 0");
  CHECK(merged.option_counts == std::vector<std::uint32_t>{2, 2, 2, 4, 4});
  CHECK(merged.keys == std::vector<std::int32_t>{0, 0, 0, 0, 0});
  REQUIRE(merged.attributes.size() == 3);
  CHECK(merged.attributes[0].name == "task");
  CHECK(merged.attributes[0].values == std::vector<std::string>{"anatomy", "anatomy", "anatomy", "law", "law"});
  CHECK(merged.attributes[1].name == "topic");
  CHECK(merged.attributes[1].values ==
        std::vector<std::string>{"mmlu_anatomy", "mmlu_anatomy", "mmlu_anatomy", "", ""});
  CHECK(merged.attributes[2].name == "court");
  CHECK(merged.attributes[2].values[4] == "mmlu_law");

  REQUIRE(merged.scores.rows() == 2);
  CHECK(merged.scores(0, 2) == 1);
  CHECK(merged.scores(0, 4) == 1);
  CHECK(merged.scores(1, 0) == 0);
  for (const std::size_t item : {2U, 3U, 4U}) CHECK(std::isnan(merged.scores(1, item)));

  REQUIRE(merged.choices.size() == 2);
  REQUIRE(merged.choices[0].size() == 1);
  const Matrix& values = merged.choices[0][0].values;
  CHECK(values.columns() == 4);
  CHECK(values(1, 1) == -2);
  CHECK(std::isnan(values(1, 2)));
  CHECK(values(4, 3) == -4);
  CHECK(std::isnan(merged.choices[1][0].values(3, 0)));

  REQUIRE(merged.vectors.size() == 2);
  CHECK(merged.vectors[0].values(1, 0) == 0.5);
  CHECK(merged.vectors[0].values(4, 1) == -0.5);
  CHECK(std::isnan(merged.vectors[1].values(0, 0)));
  CHECK(merged.vectors[1].values(3, 3) == 1);
  CHECK(merged.chosen(0, 0) == -1);
  CHECK(merged.chosen(1, 4) == 3);

  // By hand: a answered all 5, b the first 2 of 5.
  const BenchmarkReport& report = assembly.report.benchmarks[1];
  CHECK(report.models == std::vector<std::size_t>{0, 1});
  CHECK(report.items_shared_by_all == 2);
  CHECK(report.missing_cells == 3);
  CHECK(report.joined_by == ItemJoin::native_id);
  REQUIRE(find_note(report.notes, "tasks_merged") != nullptr);
  CHECK(find_note(report.notes, "tasks_merged")->message ==
        "2 tasks are read as one benchmark of 5 items; the task is a category of its items.");
}

TEST_CASE("notes of the tasks are added up, and say where") {
  Assembly assembly = assembly_of({task("a", "x_one", {1}), task("a", "x_two", {1}), task("a", "x_three", {1})});
  assembly.report.benchmarks[0].notes = {{"floored", Severity::info, "2 below.", 2, {}}};
  assembly.report.benchmarks[2].notes = {{"floored", Severity::warning, "5 below.", 5, {}},
                                         {"keys_differ", Severity::warning, "1 differs.", 1, {}}};
  assembly.report.benchmarks[1].joined_by = ItemJoin::position;
  merge_groups(assembly, {"x"});
  const auto& notes = assembly.report.benchmarks[0].notes;
  REQUIRE(notes.size() == 3);
  CHECK(notes[1].count == 7);
  CHECK(notes[1].severity == Severity::warning);
  CHECK(notes[1].message == "In 2 tasks, 7 in all; one for example: 2 below.");
  CHECK(notes[2].message == "three: 1 differs.");
  CHECK(assembly.report.benchmarks[0].joined_by == ItemJoin::position);
}

TEST_CASE("a task in two groups goes to the first; unknown names do nothing; both are noted") {
  const std::vector<FileObservations> files{
      task("a", "g_one", {1}), task("a", "g_two", {0}), task("a", "g_three", {1}), task("a", "g_four", {1}),
      run_with(
          {{"first", {"g_one", "g_two"}}, {"second", {"g_two", "g_three", "g_four"}}, {"third", {"g_one", "g_two"}}})};
  Assembly assembly = assembly_of(files);
  merge_groups(assembly, {"nothing", "first", "second", "third", "first"});
  CHECK(benchmarks_of(assembly) == std::vector<std::string>{"first", "second"});
  CHECK(assembly.dataset.benchmarks[1].item_ids == std::vector<std::string>{"three/0", "four/0"});
  CHECK(assembly.report.task_groups[0].merged);
  CHECK(assembly.report.task_groups[1].merged);
  CHECK_FALSE(assembly.report.task_groups[2].merged);  // nothing of it is left
  std::size_t overlaps = 0;
  for (const auto& note : assembly.report.notes) overlaps += note.code == "task_in_two_groups" ? 1 : 0;
  CHECK(overlaps == 2);
  REQUIRE(find_note(assembly.report.notes, "group_not_found") != nullptr);
  CHECK(find_note(assembly.report.notes, "group_not_found")->message.find("\"nothing\"") != std::string::npos);
}

TEST_CASE("names that are taken, and tasks without a common beginning") {
  Assembly assembly = assembly_of({task("a", "mmlu", {1}), task("a", "anatomy", {1}), task("a", "law", {0}),
                                   run_with({{"mmlu", {"anatomy", "law"}}})});
  // A file's own column of our attribute's name keeps its values.
  assembly.dataset.benchmarks[1].attributes.push_back({"task", {"recall"}});
  merge_groups(assembly, {"mmlu"});
  CHECK(benchmarks_of(assembly) == std::vector<std::string>{"mmlu", "mmlu (group)"});
  const Benchmark& merged = assembly.dataset.benchmarks[1];
  CHECK(merged.item_ids == std::vector<std::string>{"anatomy/0", "law/0"});
  REQUIRE(merged.attributes.size() == 2);
  CHECK(merged.attributes[1].name == "task (2)");
  CHECK(merged.attributes[1].values == std::vector<std::string>{"recall", ""});
}

TEST_CASE("log-likelihoods and probabilities of one name stay apart") {
  Assembly assembly = assembly_of(
      {task("a", "x_one", {1, 0}, 2), task("a", "x_two", {1, 0}, 2), run_with({{"x", {"x_one", "x_two"}}})});
  assembly.dataset.benchmarks[1].choices[0][0].kind = ChoiceKind::probability;
  merge_groups(assembly, {"x"});
  const auto& sets = assembly.dataset.benchmarks[0].choices[0];
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].name == "log-likelihood");
  CHECK(sets[1].name == "log-likelihood (probabilities)");
  CHECK(sets[1].kind == ChoiceKind::probability);
  CHECK(std::isnan(sets[1].values(0, 0)));
  CHECK(sets[1].values(2, 0) == -1);
}
