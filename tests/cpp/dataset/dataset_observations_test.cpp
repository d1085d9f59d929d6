// A data set that is written as one file and read again is the same data set, whatever it holds.
#include "dataset/dataset_observations.hpp"

#include <catch2/catch.hpp>

#include <limits>

#include "dataset/assemble.hpp"
#include "dataset/join_items.hpp"
#include "dataset/merge_groups.hpp"
#include "dataset/same_dataset.hpp"
#include "formats/format.hpp"
#include "formats/harmonograph_json.hpp"
#include "observations_builder.hpp"

using namespace harmonograph;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Result<FileObservations> read(const std::string& text, std::size_t piece = 1U << 16U) {
  const Format* format = find_format("harmonograph_json");
  REQUIRE(format != nullptr);
  const auto reader = format->open({"x/everything.json", text.substr(0, 1000), {}});
  for (std::size_t start = 0; start < text.size(); start += piece) {
    const auto fed = reader->feed({text.data() + start, std::min(piece, text.size() - start)});
    if (!fed) return fed.error();
  }
  return reader->finish();
}

Dataset assembled(const std::vector<FileObservations>& files) {
  std::vector<LoadedFile> loaded;
  for (const auto& file : files) loaded.push_back({"x/everything.json", &file});
  return assemble(loaded).dataset;
}

std::string written(const Dataset& dataset) {
  const auto observations = dataset_observations(dataset);
  INFO((observations ? "" : observations.error().message));
  REQUIRE(observations.ok());
  return write_harmonograph_json(*observations);
}

void check_round_trip(const Dataset& dataset) {
  const std::string text = written(dataset);
  CHECK(text.size() <= data_file_bytes(dataset));
  for (const std::size_t piece : {std::size_t{7}, std::size_t{1} << 20U}) {
    const auto file = read(text, piece);
    INFO((file ? "" : file.error().message));
    REQUIRE(file.ok());
    CHECK(file->notes.empty());
    // What was read is written the same, before and after it is assembled.
    CHECK(write_harmonograph_json(*file) == text);
    const Dataset again = assembled({*file});
    CHECK(difference(dataset, again).empty());
    if (!difference(dataset, again).empty()) FAIL(difference(dataset, again));
    CHECK(written(again) == text);
  }
}

const std::string odd =
    std::string("a\"b\\c/\n\r\t\x01 \x7f \u00fc\u2028\U0001F600 NaN, null, -Infinity [1]{}") + '\0' + "z";

/// Responses on three items of each of two benchmarks by four models, with all that is rare.
FileObservations rare() {
  FileObservations file;
  file.model_is_stated = true;
  file.models = {"org/A", "org__a", odd, "silent", "samples.only"};
  file.benchmarks = {"second " + odd, "first", "lost"};
  file.attributes = {{"", {}}, {"b", {}}, {odd, {}}, {"only on what is dropped", {}}};
  for (std::uint32_t i = 0; i < 9; ++i) {
    FileItem item;
    item.benchmark = i / 3;
    item.position = i % 3;  // no id: shown as 0, 1, 2
    item.option_count = i < 3 ? 2 + i : 3;
    item.key = i == 1 ? 70 : i == 2 ? 0 : -1;  // 70 is none of the options
    item.text = i == 4 ? std::string(3998, 'x') + "\u00fc" : i == 5 ? odd : "";
    file.items.push_back(item);
    file.attributes[0].values.push_back(i == 1 ? " leading and trailing " : "");
    file.attributes[1].values.push_back(i < 3 ? "0" : "null");
    file.attributes[2].values.push_back(i == 5 ? odd : "");
    file.attributes[3].values.push_back(i >= 6 ? "x" : "");
  }
  file.model_attributes.names = {"parameters", "nobody has it", odd};
  file.model_attributes.values["org__a"] = {"7e9", "", odd};
  file.model_attributes.values["silent"] = {"1", "", ""};
  const double numbers[] = {-0.0,
                            std::numeric_limits<double>::denorm_min(),
                            -2.2250738585072009e-308,  // the largest subnormal
                            std::numeric_limits<double>::max(),
                            -infinity,
                            infinity,
                            0.1,
                            1.0 / 3,
                            9007199254740993.0,
                            -1e15,
                            123456789012345678.0,
                            missing,
                            5e-324 * 3,
                            -745.1332191019412};
  std::size_t next = 0;
  file.responses.choices = {{"p", ChoiceKind::log_likelihood, {}, {}},
                            {"q", ChoiceKind::log_likelihood, {}, {}},
                            {"p", ChoiceKind::probability, {}, {}},
                            {"never " + odd, ChoiceKind::probability, {}, {}}};
  for (std::uint32_t m = 0; m < 5; ++m) {
    if (m == 3) continue;
    for (std::uint32_t i = 0; i < 6; ++i) {
      if (m == 1 && i == 0) continue;
      file.responses.model.push_back(m);
      file.responses.item.push_back(i);
      file.responses.score.push_back(m == 4 && i != 5 ? missing : m == 2 ? 1.0 / (i + 1.0) : i % 2 == 0 ? 1 : -0.0);
      file.responses.chosen.push_back(m == 1 ? -1 : static_cast<std::int32_t>(i == 2 ? 999999 : i));
      for (std::size_t s = 0; s < 4; ++s) {
        ChoiceSet& set = file.responses.choices[s];
        // The first has "p" as log-likelihoods, the second "q" from the second item on and before "p", which are
        // probabilities with it; the third nothing but missing numbers in a set.
        const bool has =
            (m == 0 && s < 2) || (m == 1 && ((s == 1 && i > 0) || (s == 2 && i > 2))) || (m == 2 && s == 3);
        set.first.push_back(has ? static_cast<std::uint32_t>(set.values.size()) : no_index);
        for (std::uint32_t k = 0; has && k < file.items[i].option_count; ++k) {
          set.values.push_back(s == 3 ? missing : numbers[next++ % std::size(numbers)]);
        }
      }
    }
  }
  return file;
}

/// Vectors for its items, as a file of a tool gives them.
FileObservations vectors_of(const std::string& name, std::size_t width, std::vector<std::string> ids, double first) {
  FileObservations file;
  file.role = FileRole::item_vectors;
  file.vectors = {{name, Matrix(ids.size(), width, 0.25)}};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    FileItem item;
    item.native_id = std::move(ids[i]);
    file.items.push_back(item);
    file.vectors[0].values(i, 0) = first / static_cast<double>(i + 3);
  }
  file.benchmarks = {""};
  return file;
}

}  // namespace

TEST_CASE("a data set with all that is rare is written and read to the bit") {
  const Dataset dataset = assembled({rare()});
  // What makes it rare is there.
  REQUIRE(dataset.benchmarks.size() == 3);
  CHECK(dataset.benchmarks[2].item_count() == 0);
  REQUIRE(dataset.models.size() == 5);
  CHECK(dataset.models[1].attributes[0] == "7e9");
  CHECK(dataset.models[0].attributes[0].empty());
  CHECK(dataset.benchmarks[0].keys[1] == 70);
  CHECK(dataset.benchmarks[0].chosen.row(0)[0] == 0);
  CHECK(dataset.benchmarks[0].chosen.row(0)[2] == -1);  // 999,999 is none of its four options
  CHECK(dataset.benchmarks[0].choices[0][0].kind == ChoiceKind::log_likelihood);
  CHECK(dataset.benchmarks[0].choices[1].front().name == "q");
  CHECK(dataset.benchmarks[1].choices[1][1].kind == ChoiceKind::probability);
  CHECK(dataset.benchmarks[0].choices[2].size() == 1);
  check_round_trip(dataset);
}

TEST_CASE("a benchmark without an item, a column without a value, sets wider than their items") {
  FileObservations file = rare();
  // The third benchmark gets a response without a score: its items are left out, it stays.
  file.responses.model.push_back(0);
  file.responses.item.push_back(7);
  file.responses.score.push_back(missing);
  file.responses.chosen.push_back(2);
  for (ChoiceSet& set : file.responses.choices) set.first.push_back(no_index);
  file.responses.choices[1].first.back() = static_cast<std::uint32_t>(file.responses.choices[1].values.size());
  for (int k = 0; k < 3; ++k) file.responses.choices[1].values.push_back(missing);
  // And the second loses the only item with the attribute and with four options.
  file.items.push_back(file.items[3]);
  file.items.back().position = 17;
  file.items.back().option_count = 9;
  for (auto& attribute : file.attributes) attribute.values.push_back("");
  file.attributes[3].values.back() = "gone";
  Dataset dataset = assembled({file});
  REQUIRE(dataset.benchmarks.size() == 3);
  CHECK(dataset.benchmarks[2].item_count() == 0);
  CHECK(dataset.benchmarks[2].choices[0].size() == 1);
  CHECK(dataset.benchmarks[2].choices[0][0].values.columns() == 3);
  const Benchmark& first = dataset.benchmarks[1];
  CHECK(first.item_count() == 3);
  CHECK(first.attributes.back().values == std::vector<std::string>(3));
  CHECK(first.choices[0][0].values.columns() == 9);
  check_round_trip(dataset);
}

TEST_CASE("vectors of the same name and of different widths, attributes in different orders, merged tasks") {
  std::vector<FileObservations> files;
  for (const std::string task : {"t_a", "t_b", "t_c"}) {
    ObservationsBuilder builder("m", task);
    for (int i = 0; i < 4; ++i) builder.item(named(task + std::to_string(i)), i % 2);
    builder.file().attributes = {{task == "t_b" ? "y" : "x", {"1", "", "2", ""}},
                                 {task == "t_b" ? "x" : "y", {"", "3", "", ""}}};
    files.push_back(builder.file());
  }
  files.push_back(vectors_of("emb", 3, {"t_a0", "t_a2", "t_c3"}, 1));
  files.push_back(vectors_of("emb", 5, {"t_b0", "t_b1", "t_a2"}, 1e-300));
  files.push_back(vectors_of("other", 3, {"t_b3"}, missing));
  std::vector<LoadedFile> loaded;
  for (const auto& file : files) loaded.push_back({"x/y.json", &file});
  Assembly assembly = assemble(loaded);
  CHECK(assembly.dataset.benchmarks[0].vectors.size() == 2);
  CHECK(assembly.dataset.benchmarks[0].vectors[1].name == "emb (2)");
  CHECK(assembly.dataset.benchmarks[1].vectors[0].values.columns() == 5);
  CHECK(assembly.dataset.benchmarks[1].attributes[0].name == "y");
  check_round_trip(assembly.dataset);
  merge_groups(assembly, {"t"});
  REQUIRE(assembly.dataset.benchmarks.size() == 1);
  check_round_trip(assembly.dataset);
}

TEST_CASE("ids are unique, whatever they were made of") {
  std::vector<std::string> ids = {"a", "a", "a (2)", "a (2)", "b", "a"};
  make_ids_unique(ids);
  CHECK(ids == std::vector<std::string>{"a", "a (3)", "a (2)", "a (2) (2)", "b", "a (4)"});
  ObservationsBuilder one("m");
  one.item(named("a"), 1).item(named("a"), 0).item(named("a (2)"), 1);
  check_round_trip(assembled({one.file()}));
}

TEST_CASE("a written data set beside another file of the same benchmark") {
  ObservationsBuilder narrow("m");
  narrow.item(named("q1"), 1).item(named("q2"), 0);
  for (auto& item : narrow.file().items) item.option_count = 2;
  narrow.file().responses.choices = {{"p", ChoiceKind::probability, {0, 2}, {0.5, 0.5, 0.25, 0.75}}};
  ObservationsBuilder wide("m");
  wide.item(named("q3"), 1);
  wide.file().items[0].option_count = 4;
  wide.file().responses.choices = {{"p", ChoiceKind::probability, {0}, {0.1, 0.2, 0.3, 0.4}}};
  const auto again = read(written(assembled({narrow.file()})));
  REQUIRE(again.ok());
  // Nothing of the wider file is cut.
  CHECK(difference(assembled({narrow.file(), wide.file()}), assembled({*again, wide.file()})).empty());
  CHECK(assembled({*again, wide.file()}).benchmarks[0].choices[0][0].values(2, 3) == 0.4);
}

TEST_CASE("what cannot be written is said") {
  const Dataset good = assembled({rare()});
  REQUIRE(dataset_observations(good).ok());
  const auto message = [](const Dataset& dataset) {
    const auto observations = dataset_observations(dataset);
    return observations ? std::string("ok") : observations.error().message;
  };
  using Catch::Contains;
  CHECK(dataset_observations({}).error().code == ErrorCode::no_responses);
  Dataset bad = good;
  const auto broken = [&](auto change) {
    bad = good;
    change(bad);
    return message(bad);
  };
  CHECK_THAT(broken([](Dataset& d) { d.models[1].name.clear(); }), Contains("model 2 has no name"));
  CHECK_THAT(broken([](Dataset& d) { d.models[1].name = d.models[0].name; }),
             Contains("two models are called \"org/A\""));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].name.clear(); }), Contains("benchmark 2 has no name"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].name = d.benchmarks[0].name; }), Contains("two benchmarks"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].item_ids[2] = "0"; }),
             Contains("two items of first are called \"0\""));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].item_ids[2].clear(); }), Contains("item 3 of first has no id"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].item_texts[0] = "\xff"; }), Contains("not UTF-8"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].item_texts[0].assign(4001, 'x'); }), Contains("4,000 bytes"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].attributes[0].name = "\xff"; }), Contains("not UTF-8"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].attributes[1].name = d.benchmarks[1].attributes[0].name; }),
             Contains("two attributes"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[1].scores(0, 0) = 1.5; }), Contains("not between 0 and 1"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[0].option_counts[2] = 1; }), Contains("more option values"));
  CHECK_THAT(broken([](Dataset& d) { d.benchmarks[0].choices[0][1].name = "p"; }), Contains("two choice sets"));
  CHECK_THAT(broken([](Dataset& d) {
               for (std::size_t m = 0; m < d.models.size(); ++m) {
                 d.benchmarks[1].scores(m, 0) = missing;
                 d.benchmarks[1].choices[m].clear();
               }
             }),
             Contains("neither a score nor option values"));
}
