// Values of JSON records as evaluation tools write them: numbers as texts, truth in many spellings, letters of options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/json_value.hpp"

namespace harmonograph {

/// Neither a list nor an object.
inline bool is_scalar(const JsonValue& value) {
  return !value.is_array() && !value.is_object();
}

/// The value of a key, or nullptr when `object` is none, has no such key, or has null there.
const JsonValue* value_in(const JsonValue& object, std::string_view key);
/// The value at the end of a path of keys: value_at(record, {"input", "text"}).
const JsonValue* value_at(const JsonValue& object, std::initializer_list<std::string_view> path);

/// A text as it is; numbers and truth values as JSON writes them; "" for everything else.
std::string text_of(const JsonValue& value);
std::string text_in(const JsonValue& object, std::string_view key);

/// A number, also one inside of a text; true = 1. NaN for everything else, and for the texts "NaN", "null", "".
double number_of(const JsonValue& value);
double number_in(const JsonValue& object, std::string_view key);

/// A whole number >= 0; -1 when it is none.
std::int64_t whole_number_in(const JsonValue& object, std::string_view key);

/// The score that a value says in one of the usual spellings (score_spelling.hpp; C, I, P, N of Inspect too): in [0,
/// 1], outside of it as it is, NaN when it says "missing". Nothing for other texts, lists and objects.
std::optional<double> score_of(const JsonValue& value);

/// 0, 1, true, false, "pass": what a mean of many items hardly ever is.
bool is_verdict(const JsonValue& value);

/// "A", "(b)", "C." -> 0, 1, 2; at most 26 options. -1 when it is no letter.
std::int32_t option_of_letter(std::string_view text);

/// The name of a file without its folders and its last ending: "out/gpt-4.json" -> "gpt-4".
std::string file_stem(std::string_view path);
/// The innermost folder: "out/gpt-4/results.json" -> "gpt-4"; "" when there is none.
std::string last_folder(std::string_view path);

}  // namespace harmonograph
