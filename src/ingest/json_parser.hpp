// Reads one JSON value out of complete text, with only what a reader asked for kept: long prompts are read over at the
// speed of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/json_value.hpp"

namespace harmonograph {

/// What to do with the value of a key (and everything inside it), wherever the key occurs.
struct JsonKeyRule {
  std::string key;
  bool skip = false;                 // the value is read over and becomes null
  std::size_t max_string_bytes = 0;  // longer strings are cut between characters; 0 = no limit
  bool raw = false;                  // strings are kept as they are written: resolved_escapes() makes texts of them
};

/// The end of a run of a string's plain bytes: the first quote, backslash or control character, or `end`. has_high is
/// set when the run holds bytes over 0x7F.
const char* end_of_plain_run(const char* at, const char* end, bool& has_high);

/// The text of a string that was kept raw.
std::string resolved_escapes(std::string_view raw);

/// The number grammar of RFC 8259.
bool is_json_number(std::string_view text);

class JsonParser {
 public:
  enum class Outcome {
    complete,  // the value was read
    cut,       // the text ends before the value does
    irregular  // not what RFC 8259 knows (besides NaN, Infinity and -Infinity), or more than is read here: whoever
               // tolerates more must look
  };
  struct Limits {
    std::size_t max_string_bytes = 0;       // of the strings that no rule covers; 0 = no limit
    std::size_t max_string_bytes_here = 0;  // the same for the value itself, inside of which a rule may already hold
    std::size_t max_depth = 512;            // of nested arrays and objects
    bool one_line = false;                  // a line break ends every value
    bool plain_keys = false;  // a key with escapes, or a very long one, is irregular: rules do not know it
  };

  explicit JsonParser(std::vector<JsonKeyRule> rules);

  /// Reads the value that begins at `at` (no white space before it) into `document` and moves `at` behind it; `lines`
  /// counts the line breaks inside. A number must be followed by something to be complete. NaN, Infinity and -Infinity,
  /// and numbers that no double can hold, become the texts "NaN", "Infinity" and "-Infinity". After another outcome
  /// `at` is where it was and the document holds nothing of use. Texts without escapes point into the text.
  Outcome parse(const char*& at, const char* end, const Limits& limits, JsonDocument& document, std::uint64_t& lines);

 private:
  struct Context {
    std::size_t limit = 0;
    bool kept = true;
    bool raw = false;
  };

  bool value(Context context, std::size_t depth);
  bool members(Context context, std::size_t depth, std::size_t& count);
  bool elements(Context context, std::size_t depth, std::size_t& count);
  bool string(Context context, std::string_view& text);
  bool raw_string(const char* start, std::size_t limit, bool has_high, std::string_view& text);
  bool escape(char*& out);
  bool pass_escape();
  bool literal(Context context);
  bool blanks();
  /// Moves to the next byte that is not white space; false at the end of the text. Mostly it is here already, or one
  /// space away.
  bool to_token() {
    if (at_ != end_ && *at_ == ' ') ++at_;
    return (at_ != end_ && static_cast<unsigned char>(*at_) > 0x20) || blanks();
  }
  bool fail(Outcome outcome) {
    outcome_ = outcome;
    return false;
  }
  bool hexadecimal(unsigned& unit);
  [[nodiscard]] const JsonKeyRule* rule_of(std::string_view key) const;

  std::vector<JsonKeyRule> rules_;
  std::uint64_t rule_lengths_ = 0;  // bit n: some rule's key has n bytes (63 = 63 or more)

  JsonDocument* document_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  Limits limits_;
  Outcome outcome_ = Outcome::complete;
  std::uint64_t lines_ = 0;
};

/// Reads a complete text that is one value (white space around it is allowed). An empty optional for everything else.
/// The document's texts may point into `text`.
std::optional<JsonDocument> parse_json(std::string_view text);

}  // namespace harmonograph
