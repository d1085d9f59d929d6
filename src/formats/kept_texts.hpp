// How many texts of items are kept: they are for reading, and a file may hold more of them than there is memory.
#pragma once

#include <cstdint>
#include <string>

#include "core/note.hpp"

namespace harmonograph {

/// Of one file's items, in the order in which they come. Texts past the limit are left out and counted in the note
/// "texts_left_out".
class KeptTexts {
 public:
  static constexpr std::uint64_t most_bytes = std::uint64_t{128} << 20U;

  explicit KeptTexts(std::uint64_t limit = most_bytes) : left_(limit) {}

  /// Takes the text away when there is no room for it.
  void keep(std::string& text, std::uint64_t line, NoteCollector& notes) {
    if (text.size() <= left_) {
      left_ -= text.size();
      return;
    }
    left_ = 0;  // no later, shorter one either: the texts of the first items are kept
    text.clear();
    text.shrink_to_fit();
    notes.count("texts_left_out", Severity::info, line);
  }

  static void describe(NoteCollector& notes) {
    notes.describe("texts_left_out",
                   "The texts of {n} items were not kept: of one file, 128 MiB of texts are. Scores are not touched.");
  }

 private:
  std::uint64_t left_ = 0;
};

}  // namespace harmonograph
