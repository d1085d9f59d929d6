// A note says what happened to the data on its way in: nothing is dropped or guessed silently.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace harmonograph {

enum class Severity { info, warning };

struct Note {
  std::string code;  // stable, for programs: "rows_skipped", "joined_by_position"
  Severity severity = Severity::info;
  std::string message;               // a plain sentence that contains the count
  std::uint64_t count = 0;           // how many rows, cells or items
  std::vector<std::uint64_t> lines;  // the first few lines concerned, 1-based
};

/// Collects the notes of one file: one note a code, with its count and its first five lines.
class NoteCollector {
 public:
  /// Counts one occurrence at line (0 when there is no line).
  void count(const std::string& code, Severity severity, std::uint64_t line);
  void add(Note note);
  /// Finishes: the message of each counted code; {n} in it becomes the count. A code that was
  /// never counted gives no note.
  void describe(const std::string& code, const std::string& message);
  [[nodiscard]] std::uint64_t counted(const std::string& code) const;
  [[nodiscard]] std::vector<Note> take();

 private:
  std::vector<Note> notes_;
};

}  // namespace harmonograph
