// Values as JSON, the same way in every result: a number that does not exist is null, text is valid UTF-8.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/note.hpp"

namespace harmonograph::json_values {

using Json = nlohmann::ordered_json;

/// null when the value is not finite.
Json number(double value);
/// null when there is none.
Json number(const std::optional<double>& value);
Json numbers(std::span<const double> values);
/// Contents of files may hold any bytes: invalid UTF-8 is replaced.
Json text(std::string_view value);
Json notes(const std::vector<Note>& notes);
/// One entry of the list for each value, as write(value) gives it.
template <class T, class Write>
Json list_of(const std::vector<T>& values, Write write) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(write(value));
  return list;
}
/// On one line.
std::string dump(const Json& json);

}  // namespace harmonograph::json_values
