// Texts of items are kept up to a limit, and what is left out is counted.
#include "formats/kept_texts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "lm_eval_reading.hpp"

using namespace harmonograph;

TEST_CASE("texts are kept in their order until the room is full") {
  KeptTexts texts(10);
  NoteCollector notes;
  std::vector<std::string> given{"", "12345", "12345", "", "6", "7"};
  for (std::size_t i = 0; i < given.size(); ++i) texts.keep(given[i], i + 1, notes);
  CHECK(given == std::vector<std::string>{"", "12345", "12345", "", "", ""});
  KeptTexts::describe(notes);
  const std::vector<Note> said = notes.take();
  REQUIRE(said.size() == 1);
  CHECK(said[0].count == 2);
  CHECK(said[0].lines == std::vector<std::uint64_t>{5, 6});
}

TEST_CASE("a samples file with more text than the limit keeps all of its scores") {
  // 34,000 questions of 4,000 bytes are 136 MB; the limit is 134.2 MB.
  constexpr std::size_t items = 34'000;
  const std::string long_text(4000 - 8, 'x');
  std::string file;
  file.reserve(items * 4200);
  for (std::size_t i = 0; i < items; ++i) {
    std::string number = std::to_string(100'000 + i);
    file += "{\"doc_id\": " + std::to_string(i) + ", \"doc\": {\"question\": \"" + number + ". " + long_text +
            "\"}, \"filtered_resps\": [\"a\"], \"acc\": " + std::to_string(i % 2) + "}\n";
  }
  const auto read = reading::read(file, "samples_task_2025-01-01T00-00-00.000000.jsonl");
  REQUIRE(read.ok());
  const std::size_t kept = KeptTexts::most_bytes / 4000;
  CHECK(read->items.size() == items);
  CHECK(read->responses.score.size() == items);
  CHECK(read->items[kept - 1].text.size() == 4000);
  CHECK(read->items[kept].text.empty());
  CHECK(read->items.back().text.empty());
  const auto note = std::find_if(read->notes.begin(), read->notes.end(),
                                 [](const Note& each) { return each.code == "texts_left_out"; });
  REQUIRE(note != read->notes.end());
  CHECK(note->count == items - kept);
}
