#include "ingest/json_outline.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "ingest/json_characters.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_key = 256;  // of what is kept of a name

}  // namespace

const JsonOutlineKey* JsonOutline::find(std::string_view name) const {
  for (const JsonOutlineKey& key : keys) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

JsonOutline json_outline(std::string_view head) {
  JsonOutline outline;
  if (head.substr(0, 3) == "\xEF\xBB\xBF") head.remove_prefix(3);
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < head.size() && is_json_blank(head[at])) ++at;
  };
  const auto kind_of = [](char c) {
    if (c == '{') return JsonKind::object;
    if (c == '[') return JsonKind::array;
    if (c == '"') return JsonKind::string;
    if (c == 't' || c == 'f') return JsonKind::boolean;
    if (c == 'n') return JsonKind::null;
    return JsonKind::number;
  };

  skip_blanks();
  if (at == head.size() || (head[at] != '[' && head[at] != '{')) return outline;
  outline.container = head[at] == '[' ? JsonOutline::Container::array : JsonOutline::Container::object;
  if (head[at] == '[') {
    ++at;
    skip_blanks();
    if (at == head.size() || head[at] == ']') return outline;
  }
  outline.record = kind_of(head[at]);
  if (outline.record != JsonKind::object && outline.record != JsonKind::array) return outline;

  // Depth counts the open brackets of the record: keys at depth 1 are its own, at depth 2 those of its objects.
  std::string stack;
  bool expects_key = false;
  bool empty_array = false;  // just after [
  std::string key;
  while (at < head.size()) {
    const char c = head[at];
    const std::size_t depth = stack.size();
    const bool own_value = depth == 1 && stack[0] == '{' && !expects_key;
    if (is_json_blank(c)) {
      ++at;
      continue;
    }
    const bool starts_value = c != ',' && c != ':' && c != ']' && c != '}';
    if (starts_value && empty_array && depth == 2 && stack[0] == '{' && !outline.keys.empty()) {
      outline.keys.back().first_element = kind_of(c);
    }
    if (starts_value) empty_array = false;
    if (c == '"') {
      const std::size_t start = at + 1;
      ++at;
      while (at < head.size() && head[at] != '"') at += head[at] == '\\' ? 2 : 1;
      if (at >= head.size()) {
        at = head.size();
        // A value that is cut off still has a kind; a key that is cut off is no key.
        if (own_value) outline.keys.push_back({key, JsonKind::string, {}, {}, JsonKind::null});
        return outline;
      }
      const std::string_view text = head.substr(start, at - start);
      ++at;
      if (expects_key) {
        if (depth == 1) key = std::string(truncate_utf8(text, longest_key));
        if (depth == 2 && stack[0] == '{' && !outline.keys.empty()) {
          outline.keys.back().keys.emplace_back(truncate_utf8(text, longest_key));
        }
      } else if (own_value) {
        outline.keys.push_back({key, JsonKind::string, std::string(truncate_utf8(text, 64)), {}, JsonKind::null});
      }
      continue;
    }
    ++at;
    if (c == '{' || c == '[') {
      if (own_value) outline.keys.push_back({key, kind_of(c), {}, {}, JsonKind::null});
      stack.push_back(c);
      expects_key = c == '{';
      empty_array = c == '[';
    } else if (c == '}' || c == ']') {
      if (stack.empty()) return outline;
      stack.pop_back();
      empty_array = false;
      expects_key = false;
      if (stack.empty()) {
        outline.first_record_complete = true;
        break;
      }
    } else if (c == ':') {
      expects_key = false;
    } else if (c == ',') {
      expects_key = !stack.empty() && stack.back() == '{';
    } else if (is_json_literal(c)) {
      const std::size_t start = at - 1;
      while (at < head.size() && is_json_literal(head[at])) ++at;
      if (own_value) {
        const std::string_view text = head.substr(start, std::min<std::size_t>(at - start, 64));
        outline.keys.push_back({key, kind_of(c), std::string(text), {}, JsonKind::null});
      }
    } else {
      return outline;
    }
  }
  if (outline.container == JsonOutline::Container::object && outline.first_record_complete) {
    while (at < head.size() && (is_json_blank(head[at]) || head[at] == ',')) ++at;
    if (at < head.size() && head[at] == '{') outline.container = JsonOutline::Container::lines;
  }
  return outline;
}

}  // namespace harmonograph
