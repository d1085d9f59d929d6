// Vectors of items find their items by id.
#include <catch2/catch.hpp>
#include <cmath>

#include "dataset/assemble.hpp"
#include "observations_builder.hpp"

using namespace harmonograph;

namespace {

FileObservations answers(const std::string& model) {
  ObservationsBuilder file(model);
  for (int i = 0; i < 6; ++i) file.item(named("q" + std::to_string(i)), i % 2);
  return file.file();
}

FileObservations vectors(const std::string& name, const std::vector<std::string>& ids) {
  FileObservations file;
  file.role = FileRole::item_vectors;
  file.benchmarks.emplace_back();
  Matrix values(ids.size(), 2);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    file.items.push_back(named(ids[i]));
    values(i, 0) = static_cast<double>(i);
    values(i, 1) = -1;
  }
  file.attributes.push_back({"topic", std::vector<std::string>(ids.size(), "x")});
  file.vectors.push_back({name, std::move(values)});
  return file;
}

}  // namespace

TEST_CASE("vectors are attached by item id; what matches nothing and what has none are counted") {
  const FileObservations a = answers("a");
  const FileObservations v = vectors("minilm", {"q5", "q0", "elsewhere", "q3"});
  const Assembly assembly = assemble(std::vector<LoadedFile>{{"a.csv", &a}, {"minilm.csv", &v}});
  const Benchmark& benchmark = assembly.dataset.benchmarks.front();
  REQUIRE(benchmark.vectors.size() == 1);
  CHECK(benchmark.vectors[0].name == "minilm");
  const Matrix& values = benchmark.vectors[0].values;
  REQUIRE(values.rows() == 6);
  CHECK(values(0, 0) == 1);
  CHECK(values(3, 0) == 3);
  CHECK(values(5, 0) == 0);
  CHECK(std::isnan(values(1, 0)));
  CHECK(std::isnan(values(1, 1)));
  const Note* attached = find_note(assembly.report.notes, "vectors_attached");
  REQUIRE(attached != nullptr);
  CHECK(attached->count == 1);
  CHECK(attached->message ==
        "minilm.csv: vectors of 3 of 4 items were attached; the others match nothing that is loaded.");
  const Note* without = find_note(assembly.report.benchmarks[0].notes, "items_without_vector");
  REQUIRE(without != nullptr);
  CHECK(without->count == 3);
  REQUIRE(benchmark.attributes.size() == 1);
  CHECK(benchmark.attributes[0].values[3] == "x");
  CHECK(benchmark.attributes[0].values[1].empty());
}

TEST_CASE("vectors that match nothing make no set; equal names get a number") {
  const FileObservations a = answers("a");
  const FileObservations other = vectors("other", {"p1", "p2"});
  const FileObservations one = vectors("emb", {"q1"});
  const FileObservations two = vectors("emb", {"q2"});
  const Assembly assembly =
      assemble(std::vector<LoadedFile>{{"a.csv", &a}, {"other.csv", &other}, {"x/emb.csv", &one}, {"y/emb.csv", &two}});
  const Benchmark& benchmark = assembly.dataset.benchmarks.front();
  REQUIRE(benchmark.vectors.size() == 2);
  CHECK(benchmark.vectors[0].name == "emb");
  CHECK(benchmark.vectors[1].name == "emb (2)");
  CHECK(find_note(assembly.report.notes, "vectors_match_nothing") != nullptr);
}
