// Reads a file for a test as the program does: recognised by its content alone, fed in small pieces.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "core/result.hpp"
#include "formats/registry.hpp"
#include "shared_data.hpp"

namespace reading {

inline std::string fixture(const std::string& name) {
  return read_whole_file(std::filesystem::path(FIXTURES_DIR) / name);
}

/// The id of the format that claims the bytes under the name "unknown"; empty when none does.
inline std::string format_of(const std::string& text) {
  const std::string head = text.substr(0, 1U << 20U);
  const auto format = harmonograph::recognise_format({"unknown", head, head.size() == text.size()});
  return format.ok() ? std::string((*format)->id) : std::string();
}

inline harmonograph::Result<harmonograph::FileObservations> read(const std::string& text, const std::string& path,
                                                                 const harmonograph::ReadOptions& options = {},
                                                                 std::size_t piece = 4096) {
  const std::string head = text.substr(0, 1U << 20U);
  const auto format = harmonograph::recognise_format({"unknown", head, head.size() == text.size()});
  if (!format.ok()) return format.error();
  const auto reader = (*format)->open({path, head, options});
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const auto fed = reader->feed({text.data() + at, std::min(piece, text.size() - at)});
    if (!fed.ok()) return fed.error();
  }
  return reader->finish();
}

inline harmonograph::Result<harmonograph::FileObservations> read_fixture(
    const std::string& name, const harmonograph::ReadOptions& options = {}) {
  return read(fixture(name), name, options);
}

inline const harmonograph::Note* note(const harmonograph::FileObservations& file, const std::string& code) {
  for (const harmonograph::Note& each : file.notes) {
    if (each.code == code) return &each;
  }
  return nullptr;
}

inline std::vector<std::string> set_names(const harmonograph::FileObservations& file) {
  std::vector<std::string> names;
  for (const harmonograph::ChoiceSet& set : file.responses.choices) names.push_back(set.name);
  return names;
}

/// Option values of one response.
inline std::vector<double> values(const harmonograph::FileObservations& file, std::size_t set, std::size_t response) {
  const harmonograph::ChoiceSet& choices = file.responses.choices[set];
  const std::uint32_t first = choices.first[response];
  if (first == harmonograph::no_index) return {};
  const std::uint32_t count = file.items[file.responses.item[response]].option_count;
  return {choices.values.begin() + first, choices.values.begin() + first + count};
}

inline std::int32_t largest(const std::vector<double>& values) {
  return static_cast<std::int32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace reading
