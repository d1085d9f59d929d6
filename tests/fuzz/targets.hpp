// The fuzzing targets: each gets arbitrary bytes and ends the program when something that must hold does not.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "formats/format.hpp"

namespace fuzz {

/// Which format a file would be read as.
void sniff(std::string_view bytes);
/// The first byte chooses the options, the second where the rest is cut in two.
void json_records(std::string_view bytes);
/// The first byte chooses the separator, the second where the rest is cut in two.
void csv(std::string_view bytes);
/// Bytes of any encoding to text.
void text_encoding(std::string_view bytes);
/// A whole file, read as one format.
void reader(const harmonograph::Format& format, std::string_view bytes);

/// A number that depends on all bytes: where to cut a file, and which of several costly checks to make.
inline std::uint64_t digest(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ULL;
  }
  return hash ^ (hash >> 29U);
}

/// What was found is not empty: says it and ends the program.
inline void expect_none(const std::string& found, std::string_view where) {
  if (found.empty()) return;
  std::cerr << "FOUND " << where << ": " << found << std::endl;
  std::abort();
}

inline void expect(bool holds, std::string_view what) {
  expect_none(holds ? std::string() : std::string(what), "broken promise");
}

}  // namespace fuzz
