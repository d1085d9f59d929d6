#include "formats/python_literal.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "core/number.hpp"

namespace harmonograph {
namespace {

using Kind = PythonValue::Kind;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '.';
}

void append_utf8(std::uint32_t code, std::string& text) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    text += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
    text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  }
  text += static_cast<char>(0x80U | (code & 0x3FU));
}

PythonValue number_value(double number) {
  PythonValue value;
  value.kind = Kind::number;
  value.number = number;
  return value;
}

PythonValue truth_value(bool truth) {
  PythonValue value;
  value.kind = Kind::boolean;
  value.number = truth ? 1 : 0;
  return value;
}

class LiteralParser {
 public:
  explicit LiteralParser(std::string_view text) : text_(text) {}

  std::optional<PythonValue> whole() {
    auto value = parse(0);
    skip_space();
    if (!value || place_ != text_.size()) return std::nullopt;
    return value;
  }

 private:
  void skip_space() {
    while (place_ < text_.size() && is_space(text_[place_])) ++place_;
  }
  bool take(char wanted) {
    skip_space();
    if (place_ == text_.size() || text_[place_] != wanted) return false;
    ++place_;
    return true;
  }

  std::optional<PythonValue> parse(std::size_t depth) {
    skip_space();
    if (depth > deepest_literal || place_ == text_.size()) return std::nullopt;
    const char c = text_[place_];
    if (c == '[') return list(']', depth);
    if (c == '(') return list(')', depth);
    if (c == '{') return dictionary(depth);
    if (c == '\'' || c == '"') return quoted();
    if (is_digit(c) || c == '-' || c == '+' || c == '.') return number();
    return word(depth);
  }

  std::optional<PythonValue> list(char end, std::size_t depth) {
    PythonValue value;
    value.kind = Kind::list;
    ++place_;
    bool comma = true;
    while (!take(end)) {
      if (!comma) return std::nullopt;
      auto item = parse(depth + 1);
      if (!item) return std::nullopt;
      value.items.push_back(std::move(*item));
      comma = take(',');
    }
    // (1) is a number in brackets, (1,) a tuple.
    if (end == ')' && value.items.size() == 1 && !comma) {
      PythonValue only = std::move(value.items.front());
      return only;
    }
    return value;
  }

  std::optional<PythonValue> dictionary(std::size_t depth) {
    PythonValue value;
    value.kind = Kind::dictionary;
    ++place_;
    bool comma = true;
    while (!take('}')) {
      if (!comma) return std::nullopt;
      skip_space();
      const std::size_t from = place_;
      auto key = parse(depth + 1);
      if (!key || key->kind == Kind::list || key->kind == Kind::dictionary) return std::nullopt;
      std::string name = key->is_text() ? std::move(key->text) : std::string(text_.substr(from, place_ - from));
      if (!take(':')) return std::nullopt;
      auto item = parse(depth + 1);
      if (!item) return std::nullopt;
      value.keys.push_back(std::move(name));
      value.items.push_back(std::move(*item));
      comma = take(',');
    }
    return value;
  }

  std::optional<PythonValue> quoted() {
    PythonValue value;
    value.kind = Kind::text;
    const char quote = text_[place_++];
    while (place_ < text_.size()) {
      const char c = text_[place_++];
      if (c == quote) return value;
      if (c != '\\') {
        value.text += c;
        continue;
      }
      if (place_ == text_.size() || !escape(value.text)) return std::nullopt;
    }
    return std::nullopt;
  }

  bool escape(std::string& text) {
    const char c = text_[place_++];
    switch (c) {
      case '\\':
      case '\'':
      case '"': text += c; return true;
      case 'n': text += '\n'; return true;
      case 'r': text += '\r'; return true;
      case 't': text += '\t'; return true;
      case 'a': text += '\a'; return true;
      case 'b': text += '\b'; return true;
      case 'f': text += '\f'; return true;
      case 'v': text += '\v'; return true;
      case 'x': return code_point(2, text);
      case 'u': return code_point(4, text);
      case 'U': return code_point(8, text);
      default: break;
    }
    return false;
  }

  bool code_point(std::size_t digits, std::string& text) {
    if (text_.size() - place_ < digits) return false;
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const char c = text_[place_++];
      std::uint32_t digit = 0;
      if (is_digit(c)) {
        digit = static_cast<std::uint32_t>(c - '0');
      } else if (c >= 'a' && c <= 'f') {
        digit = static_cast<std::uint32_t>(c - 'a') + 10;
      } else if (c >= 'A' && c <= 'F') {
        digit = static_cast<std::uint32_t>(c - 'A') + 10;
      } else {
        return false;
      }
      code = code * 16 + digit;
    }
    append_utf8(code, text);
    return true;
  }

  std::optional<PythonValue> number() {
    const std::size_t from = place_;
    if (text_[place_] == '-' || text_[place_] == '+') ++place_;
    const bool is_exponent_sign_allowed = place_ < text_.size() && (is_digit(text_[place_]) || text_[place_] == '.');
    while (place_ < text_.size()) {
      const char c = text_[place_];
      const bool sign =
          is_exponent_sign_allowed && (c == '-' || c == '+') && (text_[place_ - 1] == 'e' || text_[place_ - 1] == 'E');
      if (!is_name_character(c) && !sign) break;
      ++place_;
    }
    const std::string_view written = text_.substr(from, place_ - from);
    const std::string_view digits = written.substr(written[0] == '-' || written[0] == '+' ? 1 : 0);
    if (digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of("0123456789") == std::string_view::npos &&
        digits.find_first_not_of('0') != std::string_view::npos) {
      return std::nullopt;  // 007 was an octal number once, and is none now
    }
    const auto parsed = parse_number(written);
    if (!parsed) return std::nullopt;
    return number_value(*parsed);
  }

  /// None, True, nan ..., and what NumPy and PyTorch write: a name, and one literal in brackets.
  std::optional<PythonValue> word(std::size_t depth) {
    const std::size_t from = place_;
    while (place_ < text_.size() && is_name_character(text_[place_])) ++place_;
    std::string_view name = text_.substr(from, place_ - from);
    for (const std::string_view prefix : {"np.", "numpy."}) {
      if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
    }
    if (name == "None") return PythonValue{};
    if (name == "True" || name == "True_") return truth_value(true);
    if (name == "False" || name == "False_") return truth_value(false);
    if (name == "nan") return number_value(not_a_number);
    if (name == "inf") return number_value(std::numeric_limits<double>::infinity());
    for (const std::string_view known :
         {"float64", "float32", "float16", "int64", "int32", "bool_", "bool", "str_", "array", "tensor"}) {
      if (name != known || !take('(')) continue;
      auto value = parse(depth + 1);
      if (!value) return std::nullopt;
      if (take(',')) {  // array([1.], dtype=float32)
        skip_space();
        constexpr std::string_view type = "dtype=";
        if (text_.substr(place_, type.size()) != type) return std::nullopt;
        place_ += type.size();
        while (place_ < text_.size() && is_name_character(text_[place_])) ++place_;
      }
      if (!take(')')) return std::nullopt;
      return value;
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

PythonValue value_of(const JsonValue& value, std::size_t depth) {
  PythonValue result;
  if (depth > deepest_literal) return result;
  if (value.is_boolean()) return truth_value(value.truth());
  if (value.is_number()) return number_value(value.number());
  if (value.is_string()) {
    result.kind = Kind::text;
    result.text = std::string(value.text());
    if (result.text == "NaN" || result.text == "Infinity" || result.text == "-Infinity") {
      return number_value(parse_number(result.text).value_or(not_a_number));
    }
  } else if (value.is_array()) {
    result.kind = Kind::list;
    for (const JsonValue& item : value) result.items.push_back(value_of(item, depth + 1));
  } else if (value.is_object()) {
    result.kind = Kind::dictionary;
    for (const auto& [key, item] : value.members()) {
      result.keys.emplace_back(item.key());
      result.items.push_back(value_of(item, depth + 1));
    }
  }
  return result;
}

}  // namespace

const PythonValue* PythonValue::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return items[i].kind == Kind::none ? nullptr : &items[i];
  }
  return nullptr;
}

double PythonValue::as_number() const {
  return kind == Kind::number || kind == Kind::boolean ? number : not_a_number;
}

std::optional<PythonValue> parse_python_literal(std::string_view text) {
  return LiteralParser(text).whole();
}

PythonValue python_value_of(const JsonValue& value) {
  return value_of(value, 0);
}

}  // namespace harmonograph
