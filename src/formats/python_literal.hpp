// Values that Python wrote with str() or repr(): "{'acc': 1.0}", "[(-3.2, False), (-1.5, True)]". Some evaluation tools
// store whole columns so. Nothing is evaluated: the grammar is that of literals, and everything else is an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/json_value.hpp"

namespace harmonograph {

struct PythonValue {
  enum class Kind { none, boolean, number, text, list, dictionary };

  Kind kind = Kind::none;
  double number = 0;               // of a number; of a truth value 1 or 0
  std::string text;                // of a text
  std::vector<PythonValue> items;  // of a list (tuples are lists); of a dictionary its values
  std::vector<std::string> keys;   // of a dictionary, one a value; keys that are no texts as they were written

  /// The value of a key, or nullptr when this is no dictionary, has no such key, or has None there.
  [[nodiscard]] const PythonValue* find(std::string_view key) const;
  /// A number or truth value as a number; NaN for everything else.
  [[nodiscard]] double as_number() const;
  [[nodiscard]] bool is_list() const { return kind == Kind::list; }
  [[nodiscard]] bool is_text() const { return kind == Kind::text; }
};

/// Lists, dictionaries and tuples may be nested so deep.
inline constexpr std::size_t deepest_literal = 64;

/// Reads numbers (also nan, inf), texts in single or double quotes with Python's escapes, True, False, None, lists,
/// tuples and dictionaries, and what NumPy writes around them: np.float64(0.5), np.True_, array([1., 2.]). White space
/// between them does not matter. Nothing when the text is not exactly one such value.
std::optional<PythonValue> parse_python_literal(std::string_view text);

/// The same value from JSON. "NaN", "Infinity" and "-Infinity", the texts for numbers that JSON has no form for, become
/// numbers. Deeper values than deepest_literal become none.
PythonValue python_value_of(const JsonValue& value);

}  // namespace harmonograph
