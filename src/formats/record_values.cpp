#include "formats/record_values.hpp"

#include <limits>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/score_spelling.hpp"

namespace harmonograph {

namespace {
constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
}

const JsonValue* value_in(const JsonValue& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const JsonValue* found = object.find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

const JsonValue* value_at(const JsonValue& object, std::initializer_list<std::string_view> path) {
  const JsonValue* value = &object;
  for (const std::string_view key : path) {
    value = value_in(*value, key);
    if (value == nullptr) return nullptr;
  }
  return value;
}

std::string text_of(const JsonValue& value) {
  if (value.is_string()) return std::string(value.text());
  if (value.is_number() || value.is_boolean()) return json_text(value);
  return {};
}

std::string text_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = value_in(object, key);
  return value == nullptr ? std::string() : text_of(*value);
}

double number_of(const JsonValue& value) {
  if (value.is_number()) return value.number();
  if (value.is_boolean()) return value.truth() ? 1 : 0;
  if (value.is_string()) return parse_number(value.text()).value_or(not_there);
  return not_there;
}

double number_in(const JsonValue& object, std::string_view key) {
  const JsonValue* value = value_in(object, key);
  return value == nullptr ? not_there : number_of(*value);
}

std::int64_t whole_number_in(const JsonValue& object, std::string_view key) {
  const double value = number_in(object, key);
  if (!(value >= 0 && value <= 9007199254740991.0)) return -1;
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) < value ? -1 : whole;
}

std::optional<double> score_of(const JsonValue& value) {
  if (value.is_null()) return not_there;
  if (value.is_number()) return value.number();
  if (value.is_boolean()) return value.truth() ? 1.0 : 0.0;
  if (!value.is_string()) return std::nullopt;
  const ScoreCell cell = read_score(value.text());
  switch (cell.spelling) {
    case ScoreSpelling::missing: return not_there;
    case ScoreSpelling::score:
    case ScoreSpelling::grade:
    case ScoreSpelling::outside: return cell.value;
    case ScoreSpelling::not_a_score: break;
  }
  return std::nullopt;
}

bool is_verdict(const JsonValue& value) {
  if (value.is_boolean()) return true;
  const auto score = score_of(value);
  return score && (*score == 0 || *score == 1);
}

std::int32_t option_of_letter(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '(') text.remove_prefix(1);
  if (text.empty()) return -1;
  const std::string_view rest = text.substr(1);
  if (!rest.empty() && rest != ")" && rest != "." && rest != ":") return -1;
  const char letter = text.front();
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a';
  return -1;
}

std::string file_stem(std::string_view path) {
  const std::string_view name = file_name_of(path);
  const std::size_t point = name.rfind('.');
  return std::string(point == std::string_view::npos || point == 0 ? name : name.substr(0, point));
}

std::string last_folder(std::string_view path) {
  return std::string(file_name_of(folder_of(path)));
}

}  // namespace harmonograph
