#include "ingest/json_head.hpp"

#include <algorithm>
#include <string>

#include "ingest/json_characters.hpp"
#include "ingest/json_parser.hpp"
#include "ingest/text_encoding.hpp"

namespace harmonograph {
namespace {

/// Walks over the text and remembers the last place behind a whole value, with the brackets that are open there.
class CutValue {
 public:
  explicit CutValue(std::string_view text) : text_(text) {}

  /// The value as whole JSON; empty when nothing of it is whole.
  std::string closed() {
    std::size_t at = 0;
    while (at < text_.size() && is_json_blank(text_[at])) ++at;
    const std::size_t start = at;
    bool is_key = false;
    while (at < text_.size()) {
      const char c = text_[at];
      if (c == '"') {
        std::size_t end = at + 1;
        while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
        if (end >= text_.size()) break;
        at = end + 1;
        if (!is_key) whole(at);
      } else if (c == '{' || c == '[') {
        if (open_.size() >= deepest) return {};
        open_.push_back(c == '{' ? '}' : ']');
        is_key = c == '{';
        whole(++at);
      } else if (c == '}' || c == ']') {
        if (open_.empty() || open_.back() != c) return {};
        open_.pop_back();
        whole(++at);
        is_key = false;
        if (open_.empty()) break;
      } else if (c == ',') {
        is_key = !open_.empty() && open_.back() == '}';
        ++at;
      } else if (c == ':') {
        is_key = false;
        ++at;
      } else if (is_json_literal(c)) {
        while (at < text_.size() && is_json_literal(text_[at])) ++at;
        if (at < text_.size()) whole(at);  // another digit could follow
      } else if (is_json_blank(c)) {
        ++at;
      } else {
        return {};
      }
      if (open_.empty()) break;
    }
    if (end_ <= start) return {};
    return std::string(text_.substr(start, end_ - start)).append(closing_.rbegin(), closing_.rend());
  }

 private:
  static constexpr std::size_t deepest = 512;

  void whole(std::size_t end) {
    end_ = end;
    closing_ = open_;
  }

  std::string_view text_;
  std::string open_;  // the brackets that close what is open
  std::size_t end_ = 0;
  std::string closing_;
};

}  // namespace

std::optional<JsonDocument> json_head(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::string value = CutValue(text).closed();
  make_utf8(value);
  if (value.empty()) return std::nullopt;
  const std::optional<JsonDocument> parsed = parse_json(value);
  if (!parsed) return std::nullopt;
  return JsonDocument::copy_of(parsed->root());
}

}  // namespace harmonograph
