#include "dataset/files_of_one_benchmark.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "dataset/assemble.hpp"
#include "dataset/observations_builder.hpp"
#include "formats/table_observations.hpp"

using namespace harmonograph;

namespace {

struct File {
  std::string path;
  ObservationsBuilder builder;
};

/// A file of items without the name of its benchmark, and of a model that it may name.
File file_of(const std::string& path, const std::vector<std::string>& ids, const std::string& model = "",
             const std::vector<std::string>& texts = {}) {
  File file{path, ObservationsBuilder(model, benchmark_of_path(path))};
  file.builder.file().model_is_stated = !model.empty();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    FileItem item = named(ids[i]);
    if (!texts.empty()) item.text = texts[i];
    file.builder.item(std::move(item), static_cast<double>(i % 2));
  }
  return file;
}

Assembly assembled(const std::vector<File>& files) {
  std::vector<LoadedFile> loaded;
  for (const File& file : files) loaded.push_back({file.path, &file.builder.file()});
  return assemble(loaded);
}

std::vector<std::string> sorted_names(const Assembly& assembly, bool models) {
  std::vector<std::string> names;
  if (models) {
    for (const auto& model : assembly.dataset.models) names.push_back(model.name);
  } else {
    for (const auto& benchmark : assembly.dataset.benchmarks) names.push_back(benchmark.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

const Names letters{"a", "b", "c", "d", "e"};

}  // namespace

TEST_CASE("one file a model with the same items: one benchmark, named after the folder") {
  std::vector<File> files{file_of("x/toy/gpt-4.csv", letters), file_of("x/toy/llama.csv", letters),
                          file_of("x/toy/team three.csv", {"a", "b", "c", "d"})};
  for (int turn = 0; turn < 2; ++turn) {
    const Assembly assembly = assembled(files);
    CHECK(sorted_names(assembly, false) == Names{"toy"});
    CHECK(sorted_names(assembly, true) == Names{"gpt-4", "llama", "team three"});
    CHECK(assembly.dataset.benchmarks[0].item_count() == 5);
    const Note* said = find_note(assembly.report.notes, "files_of_one_benchmark");
    REQUIRE(said);
    CHECK(said->count == 3);
    CHECK(said->severity == Severity::warning);
    CHECK(said->message.find("\"toy\"") != std::string::npos);
    std::reverse(files.begin(), files.end());
  }
}

TEST_CASE("files without a folder: the benchmark has what their names have in common, or a name of no meaning") {
  CHECK(sorted_names(assembled({file_of("gpt-4.csv", letters), file_of("llama.csv", letters)}), false) ==
        Names{"benchmark"});
  const Assembly exams = assembled({file_of("exam_gpt-4.csv", letters), file_of("exam_llama.csv", letters)});
  CHECK(sorted_names(exams, false) == Names{"exam"});
  CHECK(sorted_names(exams, true) == Names{"exam_gpt-4", "exam_llama"});
  // A family of models is no benchmark, nor is a word that any file may have.
  CHECK(sorted_names(assembled({file_of("llama-7b.csv", letters), file_of("llama-13b.csv", letters)}), false) ==
        Names{"benchmark"});
  CHECK(sorted_names(assembled({file_of("results_one.csv", letters), file_of("results_two.csv", letters)}), false) ==
        Names{"benchmark"});
}

TEST_CASE("a folder of several models on several benchmarks") {
  const Names others{"u", "v", "w"};
  const Assembly assembly = assembled({file_of("out/gpt-4_mmlu.csv", letters), file_of("out/llama_mmlu.csv", letters),
                                       file_of("out/gpt-4_arc.csv", others), file_of("out/llama_arc.csv", others)});
  CHECK(sorted_names(assembly, false) == Names{"arc", "mmlu"});
  CHECK(sorted_names(assembly, true) == Names{"gpt-4", "llama"});
}

TEST_CASE("several benchmarks whose files have nothing in common are numbered, never joined") {
  const Names others{"u", "v", "w"};
  const Assembly assembly = assembled({file_of("out/gpt-4.csv", letters), file_of("out/llama.csv", letters),
                                       file_of("out/one.csv", others), file_of("out/two.csv", others)});
  CHECK(sorted_names(assembly, false) == Names{"out 1", "out 2"});
}

TEST_CASE("other items are another benchmark, and the folder is the model, as ever") {
  const Assembly assembly = assembled({file_of("gpt-4/art.csv", letters), file_of("gpt-4/law.csv", {"u", "v", "w"})});
  CHECK(sorted_names(assembly, false) == Names{"art", "law"});
  CHECK(sorted_names(assembly, true) == Names{"gpt-4"});
  CHECK(find_note(assembly.report.notes, "files_of_one_benchmark") == nullptr);
}

TEST_CASE("ids that only count tell no items apart, unless their texts do") {
  const Names counts{"0", "1", "2"};
  CHECK(sorted_names(assembled({file_of("o/a.csv", counts), file_of("o/b.csv", counts)}), false) == Names{"a", "b"});
  const Names texts{"Who?", "Why?", "When?"};
  CHECK(sorted_names(assembled({file_of("o/a.csv", counts, "", texts), file_of("o/b.csv", counts, "", texts)}),
                     false) == Names{"o"});
  CHECK(
      sorted_names(assembled({file_of("o/a.csv", counts, "", texts), file_of("o/b.csv", counts, "", {"1", "2", "3"})}),
                   false) == Names{"a", "b"});
}

TEST_CASE("models that the files name stay; the same model twice is on two benchmarks") {
  const Assembly two = assembled({file_of("toy/one.csv", letters, "A"), file_of("toy/two.csv", letters, "B")});
  CHECK(sorted_names(two, false) == Names{"toy"});
  CHECK(sorted_names(two, true) == Names{"A", "B"});
  CHECK(sorted_names(assembled({file_of("toy/one.csv", letters, "A"), file_of("toy/two.csv", letters, "A")}), false) ==
        Names{"one", "two"});
}

TEST_CASE("a benchmark that a file names stays") {
  File stated = file_of("toy/one.csv", letters);
  stated.builder.file().benchmarks = {"stated"};
  CHECK(sorted_names(assembled({stated, file_of("toy/two.csv", letters)}), false) == Names{"stated", "two"});
}
