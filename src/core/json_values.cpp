#include "core/json_values.hpp"

#include <cmath>

#include "core/text.hpp"

namespace harmonograph::json_values {

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

Json numbers(std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json text(std::string_view value) {
  return to_valid_utf8(value);
}

Json notes(const std::vector<Note>& notes) {
  Json list = Json::array();
  for (const auto& note : notes) {
    list.push_back({{"code", note.code},
                    {"severity", note.severity == Severity::warning ? "warning" : "info"},
                    {"message", text(note.message)},
                    {"count", note.count},
                    {"lines", note.lines}});
  }
  return list;
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace harmonograph::json_values
