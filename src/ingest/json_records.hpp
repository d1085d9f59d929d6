// Splits JSON text that arrives in pieces into records: the elements of an array, JSON lines, or one large object
// whose long arrays are delivered element by element. Memory is bounded by one record.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "ingest/json_parser.hpp"
#include "ingest/json_value.hpp"

namespace harmonograph {

/// One complete record; it lives during the call of the sink. The literals NaN, Infinity and -Infinity (and numbers
/// that no double can hold), which JSON does not know but evaluation tools write, arrive as the strings "NaN",
/// "Infinity" and
/// "-Infinity".
struct JsonRecord {
  const JsonValue& value;
  std::uint64_t line = 0;  // 1-based line on which the record starts
  std::string_view path;   // "" for a record of the file itself; "samples.arc_easy" for an element of that array
};

struct JsonRecordOptions {
  /// Paths of arrays inside top-level objects whose elements are records, e.g. "samples.*" (keys joined by points, *
  /// is any one key). The rest of the object, with these arrays empty, follows as one record with path "".
  std::vector<std::string> element_paths;
  std::vector<JsonKeyRule> rules;
  std::size_t max_string_bytes = 0;                   // for strings that no rule covers; 0 = no limit
  std::size_t max_record_bytes = 256U * 1024 * 1024;  // of what is kept of one record
  std::size_t max_depth = 512;                        // of nested arrays and objects
  bool byte_by_byte = false;                          // everything through the state machine, to compare with it
};

/// Push parser. feed() any number of times with pieces of any size, then finish() once; the result does not depend on
/// where the pieces are cut.
///
/// Records as RFC 8259 wants them, whole in memory, are read by JsonParser at once. Everything else (the first record,
/// which says how the file is laid out; what is malformed, cut off or very long) goes byte by byte through a state
/// machine that tolerates more and gives the same values.
///
/// Tolerated without a note: a byte-order mark, CRLF, blank lines, commas between or after records, control characters
/// inside strings, several arrays or pretty-printed objects after one another. Tolerated and noted: records that are
/// not UTF-8 ("windows1252", "invalid_utf8": see make_utf8), a name that stands twice in an object ("repeated_names";
/// the last one counts), malformed lines
/// ("malformed_lines", reading resumes at the next line), an end inside a record
/// ("truncated"), and an array that becomes malformed after good records ("malformed_rest").
/// Errors: empty_file, truncated_file and malformed_file when not one record came out; too_large for a record over the
/// limit; and whatever the sink returns, which also ends the reading.
class JsonRecordReader {
 public:
  using Sink = std::function<Result<void>(JsonRecord&&)>;

  JsonRecordReader(JsonRecordOptions options, Sink sink);

  Result<void> feed(std::span<const char> bytes);
  Result<void> finish();

  /// Records delivered so far.
  [[nodiscard]] std::uint64_t records() const { return delivered_; }
  /// What was tolerated; complete after finish().
  [[nodiscard]] std::vector<Note> take_notes();

 private:
  enum class State {
    between,        // outside every record
    value,          // a value must follow
    value_or_end,   // after [
    key,            // after , in an object
    key_or_end,     // after {
    colon,          //
    comma_or_end,   //
    string,         // inside a string (a key when in_key_)
    escape,         // after a backslash
    unicode,        // inside \uXXXX
    literal,        // inside a number or a word
    skip_line,      // after an error, to the end of the line
    skip_to_brace,  // after an error among objects of several lines, to the next line that starts with {
    ignore          // after an error that ends the reading
  };
  enum class Container { unknown, array, lines };
  enum class LineStyle { unknown, one_line, several_lines };
  struct ActiveRule {
    std::size_t depth = 0;
    bool skip = false;
    std::size_t limit = 0;
  };

  Result<void> read(std::string_view text, bool whole_records);
  [[nodiscard]] bool record_starts_at(char c) const;
  JsonParser::Outcome parse_record(const char*& at, const char* end);
  bool consume(char c);  // false: the state changed and c must be looked at again
  const char* scan_string(const char* from, const char* end);
  bool consume_between(char c);
  bool start_value(char c);
  void start_string(bool key);
  void end_string();
  void end_unicode();
  bool end_literal();
  void open(char bracket);
  bool close(char bracket);
  void value_ended();
  void key_ended();
  bool path_matches(const std::vector<std::string>& pattern) const;
  void put(char c);
  void put(std::string_view text);
  void put_in_string(std::string_view unit);
  void put_run(std::string_view run);
  void cut_string();
  void deliver(std::string& text, std::uint64_t line, std::string_view path);
  void deliver(const JsonDocument& document, std::uint64_t line, std::string_view path);
  void reset_record();
  void malformed(const std::string& reason, bool at_line_start_brace);
  void stop(Error error);
  bool too_large();  // then it has stopped
  [[nodiscard]] std::size_t string_limit() const;
  [[nodiscard]] bool inside_record() const;

  JsonRecordOptions options_;
  Sink sink_;
  JsonParser parser_;
  JsonParser plain_parser_;  // of records that the state machine has put together
  JsonDocument document_;
  std::string held_;           // from the beginning of a record that the last piece cut
  std::string reading_;        // the same, put together
  std::size_t held_goal_ = 0;  // bytes that are worth another look
  std::vector<std::vector<std::string>> patterns_;
  std::size_t longest_pattern_ = 0;

  State state_ = State::between;
  Container container_ = Container::unknown;
  bool array_open_ = false;
  bool after_element_ = false;  // of the array, and no comma yet
  LineStyle line_style_ = LineStyle::unknown;
  std::uint64_t offset_ = 0;
  std::size_t mark_bytes_ = 0;  // of a byte order mark between records, so far
  std::uint64_t line_ = 1;
  char previous_ = '\n';
  bool first_line_has_content_ = false;

  std::vector<char> stack_;
  std::vector<std::string> path_;
  std::vector<ActiveRule> active_rules_;
  bool muted_ = false;
  std::string record_;
  std::uint64_t record_line_ = 0;
  std::string element_;
  std::uint64_t element_line_ = 0;
  std::size_t element_depth_ = 0;  // stack size inside the array whose elements are records; 0 = none
  std::string element_path_;
  bool in_element_ = false;
  bool in_record_ = false;

  bool in_key_ = false;
  std::string key_;
  std::size_t string_bytes_ = 0;
  bool string_cut_ = false;
  std::string escape_;
  std::string high_surrogate_;
  std::string literal_;
  bool record_has_high_bytes_ = false;
  bool element_has_high_bytes_ = false;

  std::uint64_t delivered_ = 0;
  std::uint64_t malformed_ = 0;
  std::uint64_t first_malformed_line_ = 0;
  std::string first_malformed_reason_;
  std::optional<Error> failure_;
  NoteCollector notes_;
};

}  // namespace harmonograph
