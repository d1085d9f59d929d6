// Which items of several files are one: hand-made cases whose counts can be told by reading them.
#include "dataset/join_items.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/fingerprint.hpp"
#include "dataset/observations_builder.hpp"

using namespace harmonograph;

namespace {

FileItem item_of(std::string id, std::string hash, std::int64_t position, std::string text = {}) {
  FileItem item;
  item.native_id = std::move(id);
  item.content_hash = std::move(hash);
  item.position = position;
  item.text = std::move(text);
  return item;
}

Assembly assembled(const std::vector<const ObservationsBuilder*>& files) {
  std::vector<LoadedFile> loaded;
  for (std::size_t f = 0; f < files.size(); ++f) {
    loaded.push_back({"runs/" + std::string(1, static_cast<char>('a' + f)) + ".jsonl", &files[f]->file()});
  }
  return assemble(loaded);
}

struct Counts {
  std::size_t id = 0, hash = 0, text = 0, position = 0, one_file = 0, one_model = 0;
};

void check_joins(const Assembly& assembly, const Counts& expected) {
  REQUIRE(assembly.report.benchmarks.size() == 1);
  const JoinCounts& joins = assembly.report.benchmarks[0].joins;
  CHECK(joins.native_id == expected.id);
  CHECK(joins.content_hash == expected.hash);
  CHECK(joins.question_text == expected.text);
  CHECK(joins.position == expected.position);
  CHECK(joins.one_file == expected.one_file);
  CHECK(joins.one_model == expected.one_model);
  CHECK(joins.native_id + joins.content_hash + joins.question_text + joins.position + joins.one_file +
            joins.one_model ==
        assembly.dataset.benchmarks[0].item_count());
}

const Note* note_of(const Assembly& assembly, const std::string& code) {
  return find_note(assembly.report.benchmarks[0].notes, code);
}

double score_of(const Assembly& assembly, std::size_t model, const std::string& id) {
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    if (benchmark.item_ids[i] == id) return benchmark.scores(model, i);
  }
  FAIL("no item " << id);
  return 0;
}

}  // namespace

TEST_CASE("equal ids whose questions were edited stay one item, and that is said with examples") {
  ObservationsBuilder a("A"), b("B");
  a.item(item_of("q1", "h1", 0), 1).item(item_of("q2", "h2", 1), 0).item(item_of("q3", "h3", 2), 1);
  b.item(item_of("q1", "h1", 0), 0).item(item_of("q2", "x2", 1), 1).item(item_of("q3", "x3", 2), 0);
  const Assembly assembly = assembled({&a, &b});
  check_joins(assembly, {.id = 3});
  CHECK(score_of(assembly, 1, "q2") == 1);
  const Note* note = note_of(assembly, "content_differs");
  REQUIRE(note != nullptr);
  CHECK(note->count == 2);
  CHECK(note->severity == Severity::warning);
  CHECK(note->message ==
        "2 items with the same id but different questions or question hashes in different files (q2, q3): the "
        "questions were edited, or fields or options changed, between runs. They count as the same items.");
}

TEST_CASE("other hashes of a question that reads the same are other fields or shuffled options") {
  ObservationsBuilder a("A"), b("B");
  a.item(item_of("q1", "h1", 0, "Why?"), 1);
  b.item(item_of("q1", "x1", 0, "Why?"), 0);
  const Assembly assembly = assembled({&a, &b});
  const Note* note = note_of(assembly, "content_differs");
  REQUIRE(note != nullptr);
  CHECK_THAT(note->message, Catch::Contains("read the same; fields or the order of options changed"));
}

TEST_CASE("without hashes, a question that differs where the rest of the file agrees was edited") {
  ObservationsBuilder a("A"), b("B"), other_tool("C");
  a.item(item_of("1", "", -1, "One?"), 1).item(item_of("2", "", -1, "Two?"), 1).item(item_of("3", "", -1, "Three?"), 1);
  b.item(item_of("1", "", -1, "One?"), 1).item(item_of("2", "", -1, "TWO?"), 1).item(item_of("3", "", -1, "Three?"), 1);
  other_tool.item(item_of("1", "", -1, "Question: One?"), 1).item(item_of("2", "", -1, "Question: Two?"), 1);
  const Assembly assembly = assembled({&a, &b, &other_tool});
  check_joins(assembly, {.id = 3});
  const Note* note = note_of(assembly, "content_differs");
  REQUIRE(note != nullptr);
  CHECK(note->count == 1);
  CHECK_THAT(note->message, Catch::Contains("(2)"));
}

TEST_CASE("the same position with different hashes and no id: different items, and that is said") {
  ObservationsBuilder a("A"), b("B");
  a.item(placed(0, "h0"), 1).item(placed(1, "h1"), 0).item(placed(2, "h2"), 1);
  b.item(placed(0, "h0"), 0).item(placed(1, "x1"), 1).item(placed(2, "x2"), 0);
  const Assembly assembly = assembled({&a, &b});
  check_joins(assembly, {.hash = 1, .one_model = 4});
  CHECK(assembly.report.benchmarks[0].joined_by == ItemJoin::content_hash);
  CHECK(note_of(assembly, "joined_by_position") == nullptr);
  const Note* note = note_of(assembly, "same_position_other_question");
  REQUIRE(note != nullptr);
  CHECK(note->count == 2);
  CHECK_THAT(note->message, Catch::Contains("2 positions") && Catch::Contains("(1, 2)"));
}

TEST_CASE("equal hashes join whatever the positions: unsorted runs, and parts that are counted from 0") {
  ObservationsBuilder all("A"), unsorted("B"), part("C");
  for (int i = 0; i < 4; ++i) all.item(placed(i, "h" + std::to_string(i)), i % 2);
  for (int i = 3; i >= 0; --i) unsorted.item(placed(3 - i, "h" + std::to_string(i)), i % 2);
  part.item(placed(0, "h2"), 1).item(placed(1, "h3"), 0);
  const Assembly assembly = assembled({&all, &unsorted, &part});
  check_joins(assembly, {.hash = 4});
  for (int i = 0; i < 4; ++i) {
    CHECK(score_of(assembly, 0, std::to_string(i)) == i % 2);
    CHECK(score_of(assembly, 1, std::to_string(i)) == i % 2);
  }
  CHECK(score_of(assembly, 2, "2") == 1);
  CHECK(score_of(assembly, 2, "3") == 0);
  CHECK(std::isnan(score_of(assembly, 2, "0")));
  CHECK(assembly.report.benchmarks[0].notes.empty());
}

TEST_CASE("a file without hashes joins by position, unless hashes show that the order differs") {
  ObservationsBuilder a("A"), b("B"), plain("C"), plain_too("D");
  // Position 0 holds one question in both; at 1 and 2 the second run has them the other way round.
  a.item(placed(0, "h0"), 1).item(placed(1, "h1"), 0).item(placed(2, "h2"), 1);
  b.item(placed(0, "h0"), 1).item(placed(1, "h2"), 1).item(placed(2, "h1"), 0);
  plain.item(placed(0), 1).item(placed(1), 1).item(placed(2), 1);
  plain_too.item(placed(0), 0).item(placed(1), 0).item(placed(2), 0);
  const Assembly assembly = assembled({&a, &b, &plain, &plain_too});
  // Item 0 of all four; h1 and h2 of two files by hash; positions 1 and 2 of the two plain files by position.
  check_joins(assembly, {.hash = 2, .position = 3});
  const Note* note = note_of(assembly, "joined_by_position");
  REQUIRE(note != nullptr);
  CHECK(note->count == 3);
  CHECK(assembly.report.benchmarks[0].items_shared_by_all == 1);
}

TEST_CASE("one of two versions of a question is not guessed from the position") {
  ObservationsBuilder a("A"), b("B"), plain("C");
  a.item(placed(0, "old"), 1);
  b.item(placed(0, "new"), 1);
  plain.item(placed(0), 1);
  const Assembly assembly = assembled({&a, &b, &plain});
  check_joins(assembly, {.one_model = 3});
  REQUIRE(note_of(assembly, "same_position_other_question") != nullptr);
  CHECK(note_of(assembly, "no_shared_items") != nullptr);
}

TEST_CASE("different ids at one position are different items; an id is not needed on both sides") {
  ObservationsBuilder a("A"), b("B"), c("C");
  a.item(item_of("q1", "", 0), 1).item(item_of("q2", "", 1), 0);
  b.item(item_of("q7", "", 0), 1).item(item_of("q8", "", 1), 0);
  c.item(placed(0), 1).item(placed(1), 1);
  check_joins(assembled({&a, &b}), {.one_model = 4});
  const Assembly assembly = assembled({&c, &a});
  check_joins(assembly, {.position = 2});
  CHECK(assembly.dataset.benchmarks[0].item_ids == std::vector<std::string>{"q1", "q2"});
  check_joins(assembled({&a, &b, &c}), {.one_model = 6});
}

TEST_CASE("an id that a file repeats, or a question that stands twice, stays two items") {
  SECTION("ids, told apart by hash, else by position, else by order") {
    ObservationsBuilder a("A"), b("B");
    a.item(item_of("q", "h1", 0), 1).item(item_of("q", "h2", 1), 0);
    b.item(item_of("q", "h2", 1), 0).item(item_of("q", "h1", 0), 1);
    const Assembly by_hash = assembled({&a, &b});
    check_joins(by_hash, {.id = 2});
    CHECK(by_hash.dataset.benchmarks[0].item_ids == std::vector<std::string>{"q", "q (2)"});
    CHECK(score_of(by_hash, 1, "q") == 1);
    CHECK(score_of(by_hash, 1, "q (2)") == 0);
    const Note* note = note_of(by_hash, "repeated_items");
    REQUIRE(note != nullptr);
    CHECK(note->count == 4);
    CHECK(note->severity == Severity::info);
    ObservationsBuilder c("C"), d("D");
    c.item(named("q"), 1).item(named("q"), 0);
    d.item(named("q"), 1).item(named("q"), 0).item(named("q"), 1);
    const Assembly by_order = assembled({&c, &d});
    check_joins(by_order, {.id = 2, .one_model = 1});
    CHECK(score_of(by_order, 1, "q (2)") == 0);
    CHECK(note_of(by_order, "repeated_items")->severity == Severity::warning);
  }
  SECTION("hashes") {
    ObservationsBuilder a("A"), b("B"), part("C");
    a.item(placed(3, "h"), 1).item(placed(7, "h"), 0);
    b.item(placed(7, "h"), 0).item(placed(3, "h"), 1);
    part.item(placed(7, "h"), 0);
    const Assembly assembly = assembled({&a, &b, &part});
    check_joins(assembly, {.hash = 2});
    CHECK(score_of(assembly, 1, "3") == 1);
    CHECK(score_of(assembly, 2, "7") == 0);
    CHECK(std::isnan(score_of(assembly, 2, "3")));
  }
  SECTION("one question under two ids") {
    ObservationsBuilder a("A"), b("B");
    a.item(item_of("q1", "h", 0), 1).item(item_of("q2", "h", 1), 0);
    b.item(item_of("q2", "h", 0), 0).item(item_of("q3", "h", 1), 1);
    check_joins(assembled({&a, &b}), {.id = 1, .one_model = 2});
  }
  SECTION("in one file alone") {
    ObservationsBuilder a("A");
    a.item(item_of("q", "h", 0), 1).item(item_of("q", "h", 0), 0);
    check_joins(assembled({&a}), {.one_model = 2});
  }
}

TEST_CASE("files whose ids are their own are joined by hash; parts of one data set are not") {
  ObservationsBuilder a("A"), b("B"), part("B");
  a.item(item_of("q1", "h1", 0), 1).item(item_of("q2", "h2", 1), 0).item(item_of("q3", "h3", 2), 1);
  b.item(item_of("row-0", "h1", 0), 1).item(item_of("row-1", "h2", 1), 0);
  const Assembly assembly = assembled({&a, &b});
  check_joins(assembly, {.hash = 2, .one_model = 1});
  CHECK(score_of(assembly, 1, "q2") == 0);
  // Another part of the data set, in which one question of five is asked again.
  part.item(item_of("q4", "h4", 3), 1).item(item_of("q5", "h1", 4), 0).item(item_of("q6", "h6", 5), 0);
  check_joins(assembled({&a, &part}), {.one_model = 6});
}

TEST_CASE("a question that got another hash is known by its text and options at its position") {
  const auto options = [](std::vector<std::string> texts) {
    std::vector<std::uint64_t> prints;
    for (const auto& text : texts) prints.push_back(fingerprint(text));
    return prints;
  };
  ObservationsBuilder a("A"), b("B");
  a.item(item_of("", "h0", 0, "Which?"), 1, options({"red", "blue"}));
  a.item(item_of("", "h1", 1, "Which?"), 0, options({"one", "two"}));
  a.item(item_of("", "h2", 2, "Who?"), 1, options({"I", "you"}));
  b.item(item_of("", "x0", 0, "Which?"), 1, options({"blue", "red"}));   // shuffled
  b.item(item_of("", "x1", 1, "Which?"), 0, options({"one", "three"}));  // another option
  b.item(item_of("", "x2", 5, "Who?"), 1, options({"I", "you"}));        // another position
  const Assembly assembly = assembled({&a, &b});
  check_joins(assembly, {.text = 1, .one_model = 4});
  CHECK(note_of(assembly, "options_reordered")->count == 1);
  CHECK(note_of(assembly, "content_differs")->count == 1);
  // Without a hash on one side a question that each file has once is enough.
  for (FileItem& item : b.file().items) item.content_hash.clear();
  b.file().items[1].position = 7;
  const Assembly without = assembled({&a, &b});
  check_joins(without, {.text = 2, .one_model = 2});
}

TEST_CASE("several models in one file and files of one model are no join") {
  ObservationsBuilder a("A"), shard("A");
  a.item(named("x"), 1).item(named("y"), 1);
  shard.item(named("y"), 0).item(named("z"), 0);
  check_joins(assembled({&a, &shard}), {.one_model = 3});
  ObservationsBuilder table("A");
  table.file().models.emplace_back("B");
  table.item(named("x"), 1).item(named("y"), 0);
  table.file().responses.model[1] = 1;
  check_joins(assembled({&table}), {.one_file = 2});
  ObservationsBuilder c("C");
  c.item(named("y"), 1);
  check_joins(assembled({&table, &c}), {.id = 1, .one_file = 1});
}

TEST_CASE("an item counts for the weakest way in which it was joined, and dropped items do not count") {
  ObservationsBuilder a("A"), b("B"), c("C");
  a.item(item_of("q1", "h1", 0), 1).item(item_of("q2", "h2", 1), 1).item(item_of("q3", "h3", 2), missing);
  b.item(item_of("q1", "h1", 0), 1).item(item_of("q2", "h2", 1), 1);
  c.item(item_of("", "h1", 4), 1).item(item_of("", "", 1), 1);
  check_joins(assembled({&a, &b, &c}), {.hash = 1, .position = 1});
}
