#include "ingest/json_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/fingerprint.hpp"
#include "core/number.hpp"

namespace harmonograph {

double JsonValue::number() const {
  if (kind_ != JsonKind::number) return std::numeric_limits<double>::quiet_NaN();
  return parse_number(text()).value_or(std::numeric_limits<double>::quiet_NaN());
}

std::optional<std::int64_t> JsonValue::integer() const {
  if (kind_ != JsonKind::number) return std::nullopt;
  std::string_view digits = text();
  const bool negative = digits.front() == '-';
  if (negative) digits.remove_prefix(1);
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (digits.size() > 19) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (value > largest) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(value);
  return negative ? -whole : whole;
}

const JsonValue& JsonValue::operator[](std::size_t index) const {
  auto at = begin();
  while (index-- > 0) ++at;
  return *at;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  if (kind_ != JsonKind::object) return nullptr;
  const JsonValue* const end = this + span_;
  const std::uint32_t mark = mark_of(name);
  for (const JsonValue* at = this + 1; at != end; at += at->span_) {
    if (at->key_mark_ == mark && !at->shadowed_ && at->key() == name) return at;
  }
  return nullptr;
}

namespace {
const JsonValue nothing;
}

const JsonValue& JsonValue::operator[](std::string_view name) const {
  const JsonValue* value = find(name);
  return value == nullptr ? nothing : *value;
}

JsonMembers JsonValue::members() const {
  std::vector<const JsonValue*> sorted;
  if (is_object()) {
    sorted.reserve(size());
    for (const JsonValue& value : *this) sorted.push_back(&value);
    std::sort(sorted.begin(), sorted.end(), [](const JsonValue* a, const JsonValue* b) { return a->key() < b->key(); });
  }
  return JsonMembers(std::move(sorted));
}

const JsonValue& JsonDocument::root() const {
  return values_.empty() ? nothing : values_.front();
}

void JsonDocument::clear(std::size_t text_bytes) {
  values_.clear();
  texts_used_ = 0;
  repeated_names_ = 0;
  if (texts_size_ >= text_bytes) return;
  texts_ = std::make_unique<char[]>(text_bytes);
  texts_size_ = text_bytes;
}

void JsonDocument::set_text(std::size_t value, std::string_view text) {
  values_[value].text_ = text.data();
  values_[value].text_size_ = static_cast<std::uint32_t>(text.size());
}

void JsonDocument::set_key(std::size_t value, std::string_view key) {
  JsonValue& to = values_[value];
  to.key_ = key.data();
  to.key_size_ = static_cast<std::uint32_t>(key.size());
  to.key_mark_ = JsonValue::mark_of(key);
}

void JsonDocument::close(std::size_t container, std::size_t count) {
  JsonValue& value = values_[container];
  value.span_ = static_cast<std::uint32_t>(values_.size() - container);
  value.count_ = static_cast<std::uint32_t>(count);
  if (value.kind_ == JsonKind::object && count > 1) shadow_repeated_names(container, count);
}

void JsonDocument::shadow_repeated_names(std::size_t object, std::size_t count) {
  const std::size_t end = values_.size();
  const auto same = [&](std::size_t a, std::size_t b) {
    return values_[a].key_mark_ == values_[b].key_mark_ && values_[a].key() == values_[b].key();
  };
  std::uint32_t repeated = 0;
  const auto shadow = [&](std::size_t member) {
    values_[member].shadowed_ = true;
    ++repeated;
  };
  if (count <= 4) {
    for (std::size_t a = object + 1; a < end; a += values_[a].span_) {
      for (std::size_t b = a + values_[a].span_; b < end; b += values_[b].span_) {
        if (same(a, b)) {
          shadow(a);
          break;
        }
      }
    }
  } else if (count <= 32) {
    std::array<std::uint32_t, 64> slots{};  // place of a member after the object; 0 = free
    for (std::size_t a = object + 1; a < end; a += values_[a].span_) {
      std::size_t slot = (values_[a].key_mark_ * 0x9E3779B1U) >> 26U;
      while (slots[slot] != 0 && !same(object + slots[slot], a)) slot = (slot + 1) % slots.size();
      if (slots[slot] != 0) shadow(object + slots[slot]);
      slots[slot] = static_cast<std::uint32_t>(a - object);
    }
  } else {
    names_.clear();
    for (std::size_t a = object + 1; a < end; a += values_[a].span_) {
      names_.emplace_back(fingerprint(values_[a].key()), static_cast<std::uint32_t>(a));
    }
    std::sort(names_.begin(), names_.end());
    // Equal names lie in a run of equal hashes, in the order of the text; different names hardly ever share one.
    for (std::size_t first = 0; first < names_.size();) {
      std::size_t last = first + 1;
      while (last < names_.size() && names_[last].first == names_[first].first) ++last;
      for (std::size_t a = first; a + 1 < last; ++a) {
        for (std::size_t b = a + 1; b < last; ++b) {
          if (same(names_[a].second, names_[b].second)) {
            shadow(names_[a].second);
            break;
          }
        }
      }
      first = last;
    }
  }
  if (repeated == 0) return;
  ++repeated_names_;
  values_[object].count_ -= repeated;
}

JsonDocument JsonDocument::copy_of(const JsonValue& value) {
  const JsonValue* const first = &value;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < value.span_; ++i) bytes += std::size_t{first[i].text_size_} + first[i].key_size_;
  JsonDocument copy;
  copy.clear(bytes);
  copy.values_.resize(value.span_);
  const auto kept = [&](std::string_view text) {
    char* const room = copy.text_room();
    if (!text.empty()) std::memcpy(room, text.data(), text.size());
    copy.keep_until(room + text.size());
    return std::string_view(room, text.size());
  };
  for (std::size_t i = 0; i < value.span_; ++i) {
    JsonValue& to = copy.values_[i];
    to.kind_ = first[i].kind_;
    to.truth_ = first[i].truth_;
    to.shadowed_ = first[i].shadowed_;
    to.span_ = first[i].span_;
    to.count_ = first[i].count_;
    copy.set_text(i, kept(first[i].text()));
    copy.set_key(i, kept(first[i].key()));
  }
  copy.values_.front().shadowed_ = false;
  return copy;
}

namespace {

void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out.push_back('"');
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (code < 0x20) {
          out += "\\u00";
          out.push_back(hex[code >> 4U]);
          out.push_back(hex[code & 15U]);
        } else {
          out.push_back(c);
        }
    }
  }
  out.push_back('"');
}

/// A whole number as it is written; any other in the shortest form that reads back to the same bits, so that 0.50 and
/// 0.5 are one text.
void append_number(std::string& out, const JsonValue& value) {
  if (const auto whole = value.integer()) {
    out += std::to_string(*whole);
  } else if (value.text().find_first_of(".eE") == std::string_view::npos) {
    out += value.text();  // longer than 64 bits
  } else {
    out += nlohmann::json(value.number()).dump();
  }
}

void append(std::string& out, const JsonValue& value) {
  switch (value.kind()) {
    case JsonKind::null: out += "null"; return;
    case JsonKind::boolean: out += value.truth() ? "true" : "false"; return;
    case JsonKind::number: append_number(out, value); return;
    case JsonKind::string: append_quoted(out, value.text()); return;
    case JsonKind::array:
    case JsonKind::object: break;
  }
  const bool object = value.is_object();
  out.push_back(object ? '{' : '[');
  bool first = true;
  const auto separate = [&] {
    if (!first) out.push_back(',');
    first = false;
  };
  // Members in the order of their names: the same object gives the same text however it was written.
  if (object) {
    for (const auto& [name, part] : value.members()) {
      separate();
      append_quoted(out, name);
      out.push_back(':');
      append(out, part);
    }
  } else {
    for (const JsonValue& part : value) {
      separate();
      append(out, part);
    }
  }
  out.push_back(object ? '}' : ']');
}

}  // namespace

std::string quoted_json(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

std::string json_text(const JsonValue& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace harmonograph
