#include "core/note.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <utility>

namespace harmonograph {
namespace {

constexpr std::size_t kept_lines = 5;

auto find_code(std::vector<Note>& notes, const std::string& code) {
  return std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.code == code; });
}

}  // namespace

void NoteCollector::count(const std::string& code, Severity severity, std::uint64_t line) {
  auto note = find_code(notes_, code);
  if (note == notes_.end()) {
    notes_.push_back({code, severity, {}, 0, {}});
    note = notes_.end() - 1;
  }
  ++note->count;
  if (line > 0 && note->lines.size() < kept_lines) note->lines.push_back(line);
}

void NoteCollector::add(Note note) {
  notes_.push_back(std::move(note));
}

void NoteCollector::describe(const std::string& code, const std::string& message) {
  const auto note = find_code(notes_, code);
  if (note == notes_.end()) return;
  note->message = message;
  const std::size_t place = note->message.find("{n}");
  if (place != std::string::npos) note->message.replace(place, 3, in_groups(note->count));
}

std::uint64_t NoteCollector::counted(const std::string& code) const {
  const auto note = std::find_if(notes_.begin(), notes_.end(), [&](const Note& each) { return each.code == code; });
  return note == notes_.end() ? 0 : note->count;
}

std::vector<Note> NoteCollector::take() {
  for (auto& note : notes_) {
    if (note.message.empty()) note.message = note.code + ": " + std::to_string(note.count);
  }
  return std::exchange(notes_, {});
}

}  // namespace harmonograph
