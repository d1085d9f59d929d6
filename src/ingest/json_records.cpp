#include "ingest/json_records.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "ingest/json_characters.hpp"
#include "ingest/text_encoding.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_key = 256;                   // of what is compared with rules and patterns
constexpr std::size_t longest_literal = 4096;              // of a number or a word
constexpr std::size_t most_held = std::size_t{16} << 20U;  // bytes of a record that waits for its end

bool is_hex(char c) {
  return is_json_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The JSON text of a literal, or empty when it is none.
std::string literal_as_json(const std::string& text) {
  if (text == "true" || text == "false" || text == "null") return text;
  if (is_json_number(text)) {
    if (text.size() < 18 && text.find_first_of("eE") == std::string::npos) return text;
    const std::optional<double> number = parse_number(text);
    if (number && std::isinf(*number)) return *number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    return text;
  }
  std::string_view word = text;
  const bool negative = word.front() == '-';
  if (negative || word.front() == '+') word.remove_prefix(1);
  if (equals_ignoring_case(word, "nan")) return "\"NaN\"";
  if (equals_ignoring_case(word, "inf") || equals_ignoring_case(word, "infinity")) {
    return negative ? "\"-Infinity\"" : "\"Infinity\"";
  }
  return {};
}

unsigned code_unit(std::string_view escape) {  // of "\uXXXX"
  unsigned value = 0;
  for (const char c : escape.substr(2)) {
    const int digit = is_json_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<unsigned>(digit);
  }
  return value;
}

std::string shown(char c) {
  if (c >= 0x21 && c <= 0x7E) return std::string("\"") + c + "\"";
  return "byte " + std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
}

/// What is left to do once strings are cut and values read over.
std::vector<JsonKeyRule> raw_rules(const std::vector<JsonKeyRule>& rules) {
  std::vector<JsonKeyRule> raw;
  for (const JsonKeyRule& rule : rules) {
    if (rule.raw) raw.push_back({rule.key, false, 0, true});
  }
  return raw;
}

std::string in_mebibytes(std::size_t bytes) {
  return bytes >= 1024 * 1024 ? std::to_string(bytes / (1024 * 1024)) + " MiB" : std::to_string(bytes) + " bytes";
}

}  // namespace

JsonRecordReader::JsonRecordReader(JsonRecordOptions options, Sink sink)
    : options_(std::move(options)),
      sink_(std::move(sink)),
      parser_(options_.rules),
      plain_parser_(raw_rules(options_.rules)) {
  for (const std::string& path : options_.element_paths) {
    std::vector<std::string> pattern;
    for (const std::string_view part : split(path, '.')) pattern.emplace_back(part);
    longest_pattern_ = std::max(longest_pattern_, pattern.size());
    patterns_.push_back(std::move(pattern));
  }
}

Result<void> JsonRecordReader::feed(std::span<const char> bytes) {
  if (failure_) return *failure_;
  if (held_.empty()) return read({bytes.data(), bytes.size()}, true);
  held_.append(bytes.data(), bytes.size());
  if (held_.size() < held_goal_) return {};
  reading_.clear();
  reading_.swap(held_);
  return read(reading_, true);
}

/// whole_records: records may wait for their end; false once nothing more comes.
Result<void> JsonRecordReader::read(std::string_view text, bool whole_records) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (state_ == State::ignore) return {};
    if (state_ == State::string) {
      const char* const next = scan_string(at, end);
      if (next != at) {
        offset_ += static_cast<std::uint64_t>(next - at);
        previous_ = *(next - 1);
        at = next;
        continue;
      }
    }
    const char c = *at;
    if (record_starts_at(c)) {
      const JsonParser::Outcome outcome = parse_record(at, end);
      if (failure_) return *failure_;
      if (outcome == JsonParser::Outcome::complete) continue;
      const auto left = static_cast<std::size_t>(end - at);
      if (outcome == JsonParser::Outcome::cut && whole_records && left < most_held) {
        held_.assign(at, left);
        // Twice as much each time: small pieces must not have the same bytes looked at again and again.
        held_goal_ = 2 * left;
        return {};
      }
    }
    if (consume(c)) {
      if (c == '\n') ++line_;
      previous_ = c;
      ++offset_;
      ++at;
    }
    if (failure_) return *failure_;
  }
  // Within one long string value_ended() is not reached: look once a piece.
  if (too_large()) return *failure_;
  return {};
}

/// The layout of the file is known, and an array or object that is a record begins with c.
bool JsonRecordReader::record_starts_at(char c) const {
  if ((c != '{' && c != '[') || options_.byte_by_byte) return false;
  if (element_depth_ > 0) {
    return stack_.size() == element_depth_ && !in_element_ && (state_ == State::value || state_ == State::value_or_end);
  }
  // Whoever takes elements one by one gets them so from every record.
  return patterns_.empty() && state_ == State::value && stack_.empty() &&
         (container_ == Container::array || line_style_ != LineStyle::unknown);
}

JsonParser::Outcome JsonRecordReader::parse_record(const char*& at, const char* end) {
  JsonParser::Limits limits;
  limits.max_string_bytes = options_.max_string_bytes;
  limits.max_string_bytes_here = string_limit();
  limits.max_depth = options_.max_depth - stack_.size();
  limits.plain_keys = !options_.rules.empty();
  limits.one_line = container_ == Container::lines && line_style_ != LineStyle::several_lines;
  const char* const start = at;
  std::uint64_t lines = 0;
  const JsonParser::Outcome outcome = parser_.parse(at, end, limits, document_, lines);
  if (outcome != JsonParser::Outcome::complete) return outcome;
  const auto bytes = static_cast<std::size_t>(at - start);
  if (bytes + record_.size() > options_.max_record_bytes) {  // perhaps not all of it is kept
    at = start;
    return JsonParser::Outcome::irregular;
  }
  const std::uint64_t line = line_;
  line_ += lines;
  offset_ += bytes;
  previous_ = *(at - 1);
  if (element_depth_ > 0) {
    if (line == record_line_) first_line_has_content_ = true;
    state_ = State::comma_or_end;
    deliver(document_, line, element_path_);
  } else {
    in_record_ = false;
    after_element_ = true;
    state_ = State::between;
    deliver(document_, line, {});
  }
  return outcome;
}

bool JsonRecordReader::too_large() {
  if (record_.size() + element_.size() <= options_.max_record_bytes) return false;
  const std::uint64_t line = in_element_ ? element_line_ : record_line_;
  stop({ErrorCode::too_large,
        "The record that starts at line " + std::to_string(line) + " is larger than " +
            in_mebibytes(options_.max_record_bytes) + ", the most that one record may hold.",
        {},
        line,
        "Split the file into one record a line."});
  return true;
}

Result<void> JsonRecordReader::finish() {
  if (failure_) return *failure_;
  if (!held_.empty()) {
    reading_.clear();
    reading_.swap(held_);
    // A record that waits may be whole by now; one that is not goes through the state machine, which says what is
    // wrong.
    if (auto rest = read(reading_, false); !rest.ok()) return rest;
  }
  const bool cut = inside_record();
  const bool open = array_open_ && state_ != State::ignore;
  if (delivered_ == 0) {
    if (malformed_ > 0) {
      return Error{ErrorCode::malformed_file,
                   "Not valid JSON: " + first_malformed_reason_,
                   {},
                   first_malformed_line_,
                   "Check that the file was written and copied completely."};
    }
    if (cut) {
      return Error{ErrorCode::truncated_file,
                   "The file ends in the middle of its first record, which starts at line " +
                       std::to_string(record_line_) + ": the rest is missing.",
                   {},
                   record_line_,
                   "Download or copy it again, or let the evaluation finish writing it."};
    }
    if (container_ == Container::unknown) {
      return Error{ErrorCode::empty_file, "The file holds no JSON value.", {}, 0, {}};
    }
  }
  if (cut) {
    const std::uint64_t line = in_element_ ? element_line_ : record_line_;
    notes_.add({"truncated",
                Severity::warning,
                "The file ends inside the record that starts at line " + std::to_string(line) +
                    "; everything before it was read.",
                1,
                {line}});
  } else if (open) {
    notes_.add({"truncated",
                Severity::warning,
                "The file ends before its array is closed; the records before the end were read.",
                1,
                {line_}});
  }
  notes_.describe("malformed_lines",
                  malformed_ == 1 ? "{n} record is not valid JSON and was left out (line " +
                                        std::to_string(first_malformed_line_) + ": " + first_malformed_reason_ + ")"
                                  : "{n} records are not valid JSON and were left out (first: line " +
                                        std::to_string(first_malformed_line_) + ": " + first_malformed_reason_ + ")");
  notes_.describe("repeated_names", "{n} records name a field twice; the last value counts.");
  notes_.describe("windows1252", windows1252_sentence("{n} records"));
  notes_.describe("invalid_utf8", "{n} records hold bytes that are not UTF-8; they were replaced by U+FFFD.");
  return {};
}

std::vector<Note> JsonRecordReader::take_notes() {
  return notes_.take();
}

bool JsonRecordReader::inside_record() const {
  return in_record_;
}

std::size_t JsonRecordReader::string_limit() const {
  if (!active_rules_.empty() && active_rules_.back().limit > 0) return active_rules_.back().limit;
  return options_.max_string_bytes;
}

void JsonRecordReader::put(char c) {
  if (muted_) return;
  (in_element_ ? element_ : record_).push_back(c);
}

void JsonRecordReader::put(std::string_view text) {
  if (muted_) return;
  (in_element_ ? element_ : record_).append(text);
}

/// Appends one indivisible unit (an escape) to the current string unless the string is full.
void JsonRecordReader::put_in_string(std::string_view unit) {
  if (in_key_) {
    if (key_.size() < longest_key) key_.append(unit);
    put(unit);
    return;
  }
  const std::size_t limit = string_limit();
  if (limit > 0 && string_bytes_ >= limit) {
    cut_string();
    return;
  }
  string_bytes_ += unit.size();
  put(unit);
}

/// Called once when a string passes its limit: takes away a character that may be incomplete.
void JsonRecordReader::cut_string() {
  if (string_cut_) return;
  string_cut_ = true;
  if (muted_) return;
  std::string& out = in_element_ ? element_ : record_;
  out.resize(static_cast<std::size_t>(end_of_whole_characters(out.data(), out.data() + out.size()) - out.data()));
}

const char* JsonRecordReader::scan_string(const char* from, const char* end) {
  const char* at = from;
  while (at != end) {
    const char* const start = at;
    at = end_of_plain_run(at, end, in_element_ ? element_has_high_bytes_ : record_has_high_bytes_);
    if (at != start) put_run({start, static_cast<std::size_t>(at - start)});
    // Line breaks make up most escapes: they need no state when both bytes are here.
    if (end - at < 2 || *at != '\\' || std::string_view("\"\\/bfnrt").find(at[1]) == std::string_view::npos) break;
    if (!high_surrogate_.empty()) end_unicode();
    put_in_string({at, 2});
    at += 2;
  }
  return at;
}

void JsonRecordReader::put_run(std::string_view run) {
  if (!high_surrogate_.empty()) end_unicode();
  if (in_key_) {
    if (key_.size() < longest_key) key_.append(run.substr(0, longest_key - key_.size()));
    put(run);
    return;
  }
  if (muted_) return;
  const std::size_t limit = string_limit();
  const std::size_t room = limit == 0 ? run.size() : (string_bytes_ < limit ? limit - string_bytes_ : 0);
  put(run.substr(0, room));
  string_bytes_ += std::min(run.size(), room);
  if (run.size() > room) cut_string();
}

bool JsonRecordReader::consume(char c) {
  // In JSON lines a line break ends the record, whatever it was.
  if (c == '\n' && in_record_ && container_ == Container::lines) {
    if (state_ == State::string || state_ == State::escape || state_ == State::unicode) {
      malformed("a string is not closed at the end of the line.", false);
      return false;
    }
    if (line_style_ == LineStyle::one_line) {
      if (state_ == State::literal) {
        end_literal();
      } else {
        malformed("the line ends inside the record.", false);
      }
      return false;
    }
  }
  if (in_record_ && container_ == Container::lines && line_style_ == LineStyle::unknown && line_ > record_line_ &&
      state_ != State::string && c != '\r' && c != '\n') {
    // The second line of the first record decides: a brace at its start after an unfinished first line is a new record.
    if (c == '{' && previous_ == '\n' && first_line_has_content_ && element_depth_ == 0) {
      line_style_ = LineStyle::one_line;
      malformed("the line ends inside the record.", true);
      return false;
    }
    line_style_ = LineStyle::several_lines;
  }

  switch (state_) {
    case State::between: return consume_between(c);
    case State::value:
    case State::value_or_end:
      if (is_json_blank(c)) return true;
      if (c == ']' && state_ == State::value_or_end) return close(c);
      return start_value(c);
    case State::key:
    case State::key_or_end:
      if (is_json_blank(c)) return true;
      if (c == '}' && state_ == State::key_or_end) return close(c);
      if (c == '"') {
        start_string(true);
        return true;
      }
      malformed(shown(c) + " stands where a key in double quotes is expected.", c == '{' && previous_ == '\n');
      return false;
    case State::colon:
      if (is_json_blank(c)) return true;
      if (c == ':') {
        put(':');
        key_ended();
        state_ = State::value;
        return true;
      }
      malformed(shown(c) + " stands where a colon is expected.", c == '{' && previous_ == '\n');
      return false;
    case State::comma_or_end:
      if (is_json_blank(c)) return true;
      if (c == ',') {
        const bool between_elements = element_depth_ > 0 && stack_.size() == element_depth_;
        if (!between_elements) put(',');
        state_ = stack_.back() == '{' ? State::key : State::value;
        return true;
      }
      if (c == ']' || c == '}') return close(c);
      malformed(shown(c) + " stands where a comma or a closing bracket is expected.", c == '{' && previous_ == '\n');
      return false;
    case State::string:
      if (c == '"') {
        end_string();
      } else if (c == '\\') {
        escape_ = "\\";
        state_ = State::escape;
      } else {  // a control character, which JSON wants escaped
        if (!high_surrogate_.empty()) end_unicode();
        constexpr std::string_view hex = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(c);
        const std::array<char, 6> unit{'\\', 'u', '0', '0', hex[code >> 4U], hex[code & 15U]};
        put_in_string({unit.data(), unit.size()});
      }
      return true;
    case State::escape:
      escape_.push_back(c);
      if (c == 'u') {
        state_ = State::unicode;
        return true;
      }
      if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) {
        malformed("a backslash is followed by " + shown(c) + ".", false);
        return false;
      }
      state_ = State::string;
      if (!high_surrogate_.empty()) end_unicode();
      put_in_string(escape_);
      return true;
    case State::unicode:
      if (!is_hex(c)) {
        malformed("\\u is not followed by four hexadecimal digits.", false);
        return false;
      }
      escape_.push_back(c);
      if (escape_.size() == 6) {
        state_ = State::string;
        const unsigned unit = code_unit(escape_);
        const bool low = unit >= 0xDC00U && unit <= 0xDFFFU;
        if (!high_surrogate_.empty() && low) {
          const std::string pair = high_surrogate_ + escape_;
          high_surrogate_.clear();
          put_in_string(pair);
          return true;
        }
        if (!high_surrogate_.empty()) end_unicode();
        if (unit >= 0xD800U && unit <= 0xDBFFU) {
          high_surrogate_ = escape_;
        } else {
          put_in_string(low ? "\\ufffd" : escape_);
        }
      }
      return true;
    case State::literal:
      if (is_json_literal(c)) {
        literal_.push_back(c);
        if (literal_.size() > longest_literal) malformed("a number or word is too long.", false);
        return true;
      }
      end_literal();
      return false;
    case State::skip_line:
      if (c == '\n') state_ = State::between;
      return true;
    case State::skip_to_brace:
      if (c == '{' && previous_ == '\n') {
        state_ = State::between;
        return false;
      }
      return true;
    case State::ignore: return true;
  }
  return true;
}

bool JsonRecordReader::consume_between(char c) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (is_json_blank(c)) return true;
  // Files that were joined have a mark at the beginning of each.
  if (c == byte_order_mark[mark_bytes_]) {
    mark_bytes_ = (mark_bytes_ + 1) % byte_order_mark.size();
    return true;
  }
  mark_bytes_ = 0;
  if (container_ == Container::unknown) {
    if (c == '[') {
      container_ = Container::array;
      array_open_ = true;
      return true;
    }
    container_ = Container::lines;
  }
  if (c == ',') {
    after_element_ = false;
    return true;
  }
  if (container_ == Container::array) {
    if (array_open_ && c == ']') {
      array_open_ = false;
      after_element_ = false;
      return true;
    }
    if (!array_open_ && c == '[') {  // a second run was appended
      array_open_ = true;
      return true;
    }
  }
  record_line_ = line_;
  first_line_has_content_ = false;
  if (container_ == Container::array && !array_open_) {
    malformed(shown(c) + " follows the end of the array.", false);
    return false;
  }
  if (container_ == Container::array && after_element_) {
    malformed(shown(c) + " stands where a comma or the end of the array is expected.", false);
    return false;
  }
  in_record_ = true;
  if (container_ == Container::lines && c != '{' && c != '[') {
    malformed("the line starts with " + shown(c) + ", not with an object.", false);
    return false;
  }
  state_ = State::value;
  return false;
}

bool JsonRecordReader::start_value(char c) {
  if (element_depth_ > 0 && stack_.size() == element_depth_ && !in_element_) {
    in_element_ = true;
    element_line_ = line_;
  }
  if (!stack_.empty() && line_ == record_line_) first_line_has_content_ = true;
  if (c == '"') {
    start_string(false);
    return true;
  }
  if (c == '{' || c == '[') {
    if (stack_.size() >= options_.max_depth) {
      malformed("arrays or objects are nested deeper than " + std::to_string(options_.max_depth) + " levels.", false);
      return false;
    }
    open(c);
    return true;
  }
  if (is_json_literal(c)) {
    literal_.assign(1, c);
    state_ = State::literal;
    return true;
  }
  malformed(shown(c) + " stands where a value is expected.", false);
  return false;
}

void JsonRecordReader::start_string(bool key) {
  if (line_ == record_line_) first_line_has_content_ = true;
  in_key_ = key;
  key_.clear();
  string_bytes_ = 0;
  string_cut_ = false;
  put('"');
  state_ = State::string;
}

void JsonRecordReader::end_string() {
  if (!high_surrogate_.empty()) end_unicode();
  put('"');
  if (in_key_) {
    in_key_ = false;
    state_ = State::colon;
  } else {
    value_ended();
  }
}

/// A high surrogate without its partner is no character.
void JsonRecordReader::end_unicode() {
  high_surrogate_.clear();
  put_in_string("\\ufffd");
}

bool JsonRecordReader::end_literal() {
  const std::string json = literal_as_json(literal_);
  if (json.empty()) {
    malformed("\"" + std::string(truncate_utf8(literal_, 40)) + "\" is neither a number nor true, false or null.",
              false);
    return false;
  }
  put(json);
  value_ended();
  return true;
}

void JsonRecordReader::key_ended() {
  if (stack_.size() <= longest_pattern_) {
    path_.resize(stack_.size());
    path_.back() = key_;
  }
  for (const JsonKeyRule& rule : options_.rules) {
    if (rule.key != key_) continue;
    active_rules_.push_back({stack_.size(), rule.skip, rule.max_string_bytes});
    if (rule.skip && !muted_) {
      put("null");
      muted_ = true;
    }
    break;
  }
}

bool JsonRecordReader::path_matches(const std::vector<std::string>& pattern) const {
  if (stack_.size() != pattern.size() || path_.size() < pattern.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (stack_[i] != '{' || (pattern[i] != "*" && pattern[i] != path_[i])) return false;
  }
  return true;
}

void JsonRecordReader::open(char bracket) {
  put(bracket);
  if (bracket == '[' && element_depth_ == 0 && !muted_ && container_ == Container::lines && !stack_.empty()) {
    for (const auto& pattern : patterns_) {
      if (path_matches(pattern)) element_depth_ = stack_.size() + 1;
    }
    if (element_depth_ > 0) {
      element_path_.clear();
      for (std::size_t i = 0; i < stack_.size(); ++i) element_path_ += (i > 0 ? "." : "") + path_[i];
      if (make_utf8(element_path_) == TextRepair::windows1252) notes_.count("windows1252", Severity::warning, line_);
    }
  }
  stack_.push_back(bracket);
  state_ = bracket == '{' ? State::key_or_end : State::value_or_end;
}

bool JsonRecordReader::close(char bracket) {
  if (stack_.back() != (bracket == '}' ? '{' : '[')) {
    malformed(shown(bracket) + " closes a bracket of the other kind.", false);
    return false;
  }
  if (element_depth_ == stack_.size()) element_depth_ = 0;
  stack_.pop_back();
  put(bracket);
  value_ended();
  return true;
}

void JsonRecordReader::value_ended() {
  state_ = State::comma_or_end;
  // The rule of a key ends with its value; the stack is then as it was when the rule began.
  if (!active_rules_.empty() && active_rules_.back().depth == stack_.size()) {
    active_rules_.pop_back();
    muted_ = std::any_of(active_rules_.begin(), active_rules_.end(), [](const ActiveRule& rule) { return rule.skip; });
  }
  if (too_large()) return;
  if (in_element_ && stack_.size() == element_depth_) {
    in_element_ = false;
    deliver(element_, element_line_, element_path_);
    element_.clear();
    return;
  }
  if (stack_.empty()) {
    if (line_style_ == LineStyle::unknown) {
      line_style_ = line_ == record_line_ ? LineStyle::one_line : LineStyle::several_lines;
    }
    in_record_ = false;
    deliver(record_, record_line_, {});
    if (state_ == State::comma_or_end) {
      reset_record();
      after_element_ = true;
      state_ = State::between;
    }
  }
}

void JsonRecordReader::deliver(std::string& text, std::uint64_t line, std::string_view path) {
  bool& has_high_bytes = &text == &element_ ? element_has_high_bytes_ : record_has_high_bytes_;
  if (has_high_bytes) {
    has_high_bytes = false;
    const TextRepair repair = make_utf8(text);
    if (repair == TextRepair::windows1252) notes_.count("windows1252", Severity::warning, line);
    if (repair == TextRepair::replaced) notes_.count("invalid_utf8", Severity::warning, line);
  }
  text.push_back(' ');  // ends a number
  const char* at = text.data();
  std::uint64_t lines = 0;
  JsonParser::Limits limits;
  limits.max_depth = options_.max_depth;
  if (plain_parser_.parse(at, at + text.size(), limits, document_, lines) != JsonParser::Outcome::complete) {
    malformed("the record cannot be parsed.", false);
    return;
  }
  deliver(document_, line, path);
}

void JsonRecordReader::deliver(const JsonDocument& document, std::uint64_t line, std::string_view path) {
  if (document.repeated_names() > 0) notes_.count("repeated_names", Severity::warning, line);
  ++delivered_;
  const Result<void> accepted = sink_({document.root(), line, path});
  if (!accepted.ok()) stop(accepted.error());
}

void JsonRecordReader::reset_record() {
  in_record_ = false;
  in_element_ = false;
  element_depth_ = 0;
  stack_.clear();
  path_.clear();
  active_rules_.clear();
  muted_ = false;
  // One very long record must not hold its memory for the rest of the file.
  if (record_.capacity() > 4U * 1024 * 1024) std::string().swap(record_);
  if (element_.capacity() > 4U * 1024 * 1024) std::string().swap(element_);
  record_.clear();
  element_.clear();
  high_surrogate_.clear();
  in_key_ = false;
  record_has_high_bytes_ = false;
  element_has_high_bytes_ = false;
}

/// The record cannot go on. Among lines it is left out and reading resumes; in an array nothing after it can be
/// trusted.
void JsonRecordReader::malformed(const std::string& reason, bool at_line_start_brace) {
  const std::uint64_t line = container_ == Container::array ? line_ : record_line_;
  ++malformed_;
  if (malformed_ == 1) {
    first_malformed_line_ = line;
    first_malformed_reason_ = reason;
  }
  reset_record();
  if (container_ == Container::lines) {
    notes_.count("malformed_lines", Severity::warning, line);
    if (at_line_start_brace) {
      state_ = State::between;
    } else {
      // consume() is still at the offending byte, which may be the line break itself.
      state_ = line_style_ == LineStyle::several_lines ? State::skip_to_brace : State::skip_line;
    }
    return;
  }
  if (delivered_ == 0) {
    stop({ErrorCode::malformed_file,
          "Not valid JSON: " + reason,
          {},
          line,
          "Check that the file was written and copied completely."});
    return;
  }
  notes_.add({"malformed_rest",
              Severity::warning,
              "From line " + std::to_string(line) + " on the file is not valid JSON (" + reason + ") The " +
                  counted(static_cast<std::size_t>(delivered_), "record") + " before it were read.",
              1,
              {line}});
  array_open_ = false;
  state_ = State::ignore;
}

void JsonRecordReader::stop(Error error) {
  failure_ = std::move(error);
  reset_record();
  state_ = State::ignore;
}

}  // namespace harmonograph
