// The characters that JSON is made of.
#pragma once

#include <array>

namespace harmonograph {

constexpr bool is_json_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr bool is_json_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Of numbers and words: letters, digits, signs and the point.
inline constexpr std::array<bool, 256> json_literal_characters = [] {
  std::array<bool, 256> table{};
  for (const char c : {'-', '+', '.'}) table[static_cast<unsigned char>(c)] = true;
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = true;
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = true;
  return table;
}();

constexpr bool is_json_literal(char c) {
  return json_literal_characters[static_cast<unsigned char>(c)];
}

/// The end of a text that was cut at `end` without its last character, which may be incomplete; one of ASCII is whole
/// and stays.
constexpr const char* end_of_whole_characters(const char* begin, const char* end) {
  const auto byte = [&] { return static_cast<unsigned char>(end[-1]); };
  if (end == begin || byte() < 0x80U) return end;
  for (int removed = 0; removed < 3 && end != begin && (byte() & 0xC0U) == 0x80U; ++removed) --end;
  if (end != begin && byte() >= 0xC0U) --end;
  return end;
}

}  // namespace harmonograph
