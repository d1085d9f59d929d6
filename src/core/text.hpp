// Small helpers for text that comes from files (UTF-8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harmonograph {

/// Without ASCII white space at both ends.
std::string_view trim(std::string_view text);
/// ASCII letters in lower case; other bytes unchanged.
std::string to_lower(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
std::vector<std::string_view> split(std::string_view text, char separator);

/// At most max_bytes of the text, cut between characters, never inside a UTF-8 sequence.
std::string_view truncate_utf8(std::string_view text, std::size_t max_bytes);
/// The text with every invalid UTF-8 sequence replaced by U+FFFD, so that it can be written as JSON.
std::string to_valid_utf8(std::string_view text);
bool is_valid_utf8(std::string_view text);
/// Writes a code point in UTF-8, at most four bytes, and moves `out` behind it.
void put_utf8(char*& out, std::uint32_t code_point);
/// Bytes of the UTF-8 sequence at the start of a text that is not empty; 0 when it is none.
std::size_t utf8_sequence_length(std::string_view text);
/// Number of Unicode code points (Python's len() of the decoded string).
std::size_t count_characters(std::string_view text);

/// A count as people read it: "14,042".
std::string in_groups(std::uint64_t count);
/// "1 item", "2 items": count and noun with a plural s.
std::string counted(std::size_t count, std::string_view noun);

/// The folder part of a path without the last slash; empty when there is none.
std::string_view folder_of(std::string_view path);
/// The part after the last slash.
std::string_view file_name_of(std::string_view path);

}  // namespace harmonograph
