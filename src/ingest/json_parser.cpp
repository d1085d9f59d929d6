#include "ingest/json_parser.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "ingest/json_characters.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_key = 256;       // of what is compared with rules
constexpr std::size_t longest_literal = 4096;  // of a number or a word

constexpr std::array<bool, 256> ends_run = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < 0x20; ++i) table[i] = true;
  table['"'] = true;
  table['\\'] = true;
  return table;
}();

// The character of an escape of two bytes, by its second byte; 0 = none.
constexpr std::array<char, 256> simple_escapes = [] {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}();

}  // namespace

const char* end_of_plain_run(const char* at, const char* end, bool& has_high) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  constexpr std::uint64_t highs = 0x8080808080808080ULL;
  const auto has_zero = [](std::uint64_t word) { return (word - ones) & ~word & highs; };
  std::uint64_t high = 0;
  while (end - at >= 8) {  // eight bytes at a time
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    const std::uint64_t below_space = (word - ones * 0x20U) & ~word & highs;
    const std::uint64_t ends = below_space | has_zero(word ^ (ones * '"')) | has_zero(word ^ (ones * '\\'));
    if (ends != 0) {
      if constexpr (std::endian::native != std::endian::little) break;
      // The first byte is the lowest of the word, and the lowest mark is never a borrowed one.
      const int first = std::countr_zero(ends) / 8;
      high |= word & highs & ((std::uint64_t{1} << (8 * first)) - 1);
      if (high != 0) has_high = true;
      return at + first;
    }
    high |= word & highs;
    at += 8;
  }
  while (at != end && !ends_run[static_cast<unsigned char>(*at)]) {
    high |= static_cast<unsigned char>(*at) & 0x80U;
    ++at;
  }
  if (high != 0) has_high = true;
  return at;
}

bool is_json_number(std::string_view text) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_json_digit(text[i])) ++i;
    return i > start;
  };
  if (i < text.size() && text[i] == '-') ++i;
  if (i < text.size() && text[i] == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

JsonParser::JsonParser(std::vector<JsonKeyRule> rules) : rules_(std::move(rules)) {
  for (const JsonKeyRule& rule : rules_) {
    rule_lengths_ |= std::uint64_t{1} << std::min<std::size_t>(rule.key.size(), 63);
  }
}

JsonParser::Outcome JsonParser::parse(const char*& at, const char* end, const Limits& limits, JsonDocument& document,
                                      std::uint64_t& lines) {
  document_ = &document;
  at_ = at;
  end_ = end;
  limits_ = limits;
  outcome_ = Outcome::complete;
  lines_ = 0;
  // Texts never become longer by having their escapes resolved.
  document.clear(static_cast<std::size_t>(end - at));
  if (!value({limits.max_string_bytes_here, true, false}, 0)) return outcome_;
  at = at_;
  lines = lines_;
  return Outcome::complete;
}

const JsonKeyRule* JsonParser::rule_of(std::string_view key) const {
  if ((rule_lengths_ >> std::min<std::size_t>(key.size(), 63) & 1U) == 0) return nullptr;
  for (const JsonKeyRule& rule : rules_) {
    if (rule.key == key) return &rule;
  }
  return nullptr;
}

bool JsonParser::blanks() {
  while (at_ != end_) {
    if (!is_json_blank(*at_)) return true;
    if (*at_ == '\n') {
      if (limits_.one_line) return fail(Outcome::irregular);
      ++lines_;
    }
    ++at_;
  }
  return fail(Outcome::cut);
}

bool JsonParser::value(Context context, std::size_t depth) {
  if (at_ == end_) return fail(Outcome::cut);
  const char c = *at_;
  if (c == '"') {
    std::string_view text;
    if (!string(context, text)) return false;
    if (context.kept) document_->add(JsonKind::string, text);
    return true;
  }
  if (c != '{' && c != '[') return literal(context);
  if (depth >= limits_.max_depth) return fail(Outcome::irregular);
  ++at_;
  const std::size_t container =
      context.kept ? document_->add(c == '{' ? JsonKind::object : JsonKind::array) : std::size_t{0};
  std::size_t count = 0;
  if (!(c == '{' ? members(context, depth + 1, count) : elements(context, depth + 1, count))) return false;
  if (context.kept) document_->close(container, count);
  return true;
}

bool JsonParser::members(Context context, std::size_t depth, std::size_t& count) {
  if (!to_token()) return false;
  if (*at_ == '}') {
    ++at_;
    return true;
  }
  while (true) {
    if (*at_ != '"') return fail(Outcome::irregular);
    std::string_view key;
    // Rules look at a key as it is written: one with escapes is for whoever tolerates more.
    const char* const start = at_ + 1;
    if (!string({0, context.kept, false}, key)) return false;
    if (limits_.plain_keys && (key.size() > longest_key || (context.kept && key.data() != start))) {
      return fail(Outcome::irregular);
    }
    if (!context.kept) key = {start, static_cast<std::size_t>(at_ - 1 - start)};
    if (!to_token()) return false;
    if (*at_ != ':') return fail(Outcome::irregular);
    ++at_;
    if (!to_token()) return false;
    Context inner = context;
    const std::size_t place = document_->size();
    if (const JsonKeyRule* rule = rule_of(key)) {
      inner.limit = rule->max_string_bytes > 0 ? rule->max_string_bytes : limits_.max_string_bytes;
      inner.raw = rule->raw;
      if (rule->skip && context.kept) {
        document_->add(JsonKind::null);
        inner.kept = false;
      }
    }
    if (!value(inner, depth)) return false;
    if (context.kept) document_->set_key(place, key);
    ++count;
    if (!to_token()) return false;
    if (*at_ == '}') {
      ++at_;
      return true;
    }
    if (*at_ != ',') return fail(Outcome::irregular);
    ++at_;
    if (!to_token()) return false;
  }
}

bool JsonParser::elements(Context context, std::size_t depth, std::size_t& count) {
  if (!to_token()) return false;
  if (*at_ == ']') {
    ++at_;
    return true;
  }
  while (true) {
    if (!value(context, depth)) return false;
    ++count;
    if (!to_token()) return false;
    if (*at_ == ']') {
      ++at_;
      return true;
    }
    if (*at_ != ',') return fail(Outcome::irregular);
    ++at_;
    if (!to_token()) return false;
  }
}

/// A string with its quotes. Kept without a copy where it has no escape and is not cut.
bool JsonParser::string(Context context, std::string_view& text) {
  ++at_;
  const char* const start = at_;
  bool has_high = false;
  at_ = end_of_plain_run(at_, end_, has_high);
  if (at_ == end_) return fail(Outcome::cut);
  const std::size_t limit = context.limit;
  if (*at_ == '"' && (!context.kept || limit == 0 || static_cast<std::size_t>(at_ - start) <= limit)) {
    text = {start, static_cast<std::size_t>(at_ - start)};
    ++at_;
    return !has_high || !context.kept || is_valid_utf8(text) || fail(Outcome::irregular);
  }

  if (context.kept && context.raw) return raw_string(start, limit, has_high, text);
  char* const room = context.kept ? document_->text_room() : nullptr;
  char* out = room;
  std::size_t written = 0;  // bytes of the string as it is written, which is what limits count
  bool cut = false;
  bool after_escape = false;
  const auto cut_here = [&] {
    cut = true;
    if (!after_escape) out = room + (end_of_whole_characters(room, out) - room);
  };
  const auto put_run = [&](const char* from, const char* to) {
    if (!context.kept || cut || from == to) return;
    const auto size = static_cast<std::size_t>(to - from);
    const std::size_t left = limit == 0 ? size : (written < limit ? limit - written : 0);
    const std::size_t taken = std::min(size, left);
    if (taken > 0) {
      std::memcpy(out, from, taken);
      after_escape = false;
    }
    out += taken;
    written += taken;
    if (size > taken) cut_here();
  };
  put_run(start, at_);
  while (*at_ != '"') {
    if (*at_ != '\\') return fail(Outcome::irregular);  // a control character
    if (!context.kept || cut) {
      if (!pass_escape()) return false;
    } else if (limit > 0 && written >= limit) {
      cut_here();
      if (!pass_escape()) return false;
    } else {
      const char* const before = at_;
      if (!escape(out)) return false;
      written += static_cast<std::size_t>(at_ - before);
      after_escape = true;
    }
    const char* const run = at_;
    at_ = end_of_plain_run(at_, end_, has_high);
    if (at_ == end_) return fail(Outcome::cut);
    put_run(run, at_);
  }
  ++at_;
  if (!context.kept) {
    text = {start, 0};
    return true;
  }
  text = {room, static_cast<std::size_t>(out - room)};
  document_->keep_until(out);
  return !has_high || is_valid_utf8(text) || fail(Outcome::irregular);
}

/// The rest of a string that is kept as it is written; at_ is at the end of its first run.
bool JsonParser::raw_string(const char* start, std::size_t limit, bool has_high, std::string_view& text) {
  const char* kept = nullptr;  // where it is cut
  const char* run = start;
  while (true) {
    if (limit > 0 && kept == nullptr && static_cast<std::size_t>(at_ - start) > limit) {
      // Cut inside of this run; an escape before it stays whole.
      kept = std::max(run, start + limit);
      kept = end_of_whole_characters(run, kept);
    }
    if (*at_ == '"') break;
    if (*at_ != '\\') return fail(Outcome::irregular);  // a control character
    if (limit > 0 && kept == nullptr && static_cast<std::size_t>(at_ - start) == limit) {
      return fail(Outcome::irregular);  // just full: whether a character goes is for the state machine to say
    }
    if (!pass_escape()) return false;
    run = at_;
    at_ = end_of_plain_run(at_, end_, has_high);
    if (at_ == end_) return fail(Outcome::cut);
  }
  text = {start, static_cast<std::size_t>((kept == nullptr ? at_ : kept) - start)};
  ++at_;
  return !has_high || is_valid_utf8(text) || fail(Outcome::irregular);
}

bool JsonParser::hexadecimal(unsigned& unit) {
  if (end_ - at_ < 4) return fail(Outcome::cut);
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = *at_;
    const char lower = static_cast<char>(c | 0x20);
    if (!is_json_digit(c) && (lower < 'a' || lower > 'f')) return fail(Outcome::irregular);
    unit = unit * 16 + static_cast<unsigned>(is_json_digit(c) ? c - '0' : lower - 'a' + 10);
  }
  return true;
}

/// Moves behind the escape at the place, whose character nobody wants.
bool JsonParser::pass_escape() {
  if (end_ - at_ >= 2 && simple_escapes[static_cast<unsigned char>(at_[1])] != 0) {
    at_ += 2;
    return true;
  }
  std::array<char, 4> character{};
  char* out = character.data();
  return escape(out);
}

/// The character of the escape at the place, which moves behind it.
bool JsonParser::escape(char*& out) {
  if (end_ - at_ < 2) return fail(Outcome::cut);
  const char c = at_[1];
  at_ += 2;
  if (const char simple = simple_escapes[static_cast<unsigned char>(c)]) {
    *out++ = simple;
    return true;
  }
  if (c != 'u') return fail(Outcome::irregular);
  unsigned unit = 0;
  if (!hexadecimal(unit)) return false;
  if (unit >= 0xD800U && unit <= 0xDFFFU) {
    if (end_ - at_ < 6) return fail(end_ - at_ < 1 || *at_ == '\\' ? Outcome::cut : Outcome::irregular);
    if (unit > 0xDBFFU || at_[0] != '\\' || at_[1] != 'u') return fail(Outcome::irregular);
    at_ += 2;
    unsigned low = 0;
    if (!hexadecimal(low)) return false;
    if (low < 0xDC00U || low > 0xDFFFU) return fail(Outcome::irregular);
    put_utf8(out, 0x10000U + ((unit - 0xD800U) << 10U) + (low - 0xDC00U));
    return true;
  }
  put_utf8(out, unit);
  return true;
}

bool JsonParser::literal(Context context) {
  const char* const start = at_;
  bool has_exponent = false;
  while (at_ != end_ && is_json_literal(*at_)) {
    if ((*at_ | 0x20) == 'e') has_exponent = true;
    ++at_;
  }
  const auto size = static_cast<std::size_t>(at_ - start);
  if (size > longest_literal || (size == 0 && at_ != end_)) return fail(Outcome::irregular);
  if (at_ == end_) return fail(Outcome::cut);
  const std::string_view text(start, size);
  JsonKind kind = JsonKind::null;
  std::string_view kept = text;
  if (is_json_number(text)) {
    kind = JsonKind::number;
    if (has_exponent || size > 300) {
      const std::optional<double> number = parse_number(text);
      if (number && std::isinf(*number)) {
        kind = JsonKind::string;
        kept = *number > 0 ? "Infinity" : "-Infinity";
      }
    }
  } else if (text == "true" || text == "false") {
    kind = JsonKind::boolean;
  } else if (text == "NaN" || text == "Infinity" || text == "-Infinity") {
    kind = JsonKind::string;
  } else if (text != "null") {
    return fail(Outcome::irregular);
  }
  if (!context.kept) return true;
  if (kind == JsonKind::boolean) {
    document_->set_truth(document_->add(kind), text == "true");
  } else {
    document_->add(kind, kind == JsonKind::null ? std::string_view() : kept);
  }
  return true;
}

std::string resolved_escapes(std::string_view raw) {
  std::string quoted;
  quoted.reserve(raw.size() + 2);
  quoted += '"';
  quoted += raw;
  quoted += '"';
  const auto parsed = parse_json(quoted);
  return std::string(parsed ? parsed->root().text() : raw);
}

std::optional<JsonDocument> parse_json(std::string_view text) {
  text = trim(text);
  JsonParser parser({});
  JsonDocument document;
  std::uint64_t lines = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  // A number or a word alone has no end: such a text is none of those that are asked for.
  if (parser.parse(at, end, {}, document, lines) != JsonParser::Outcome::complete || at != end) return std::nullopt;
  return document;
}

}  // namespace harmonograph
