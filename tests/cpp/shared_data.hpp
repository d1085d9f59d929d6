// Tests on public data that is not part of the project: where it is absent they say so and are
// counted as skipped ("[skipped]" lines are counted by the test runner).
#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

inline std::string read_whole_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// True when the shared path exists; else prints a line that the test runner counts.
inline bool shared_data_exists(const std::string& relative) {
  if (std::filesystem::exists(std::filesystem::path(SHARED_DIR) / relative)) return true;
  std::cout << "[skipped] " << relative << " is not beside the checkout\n";
  return false;
}

inline std::filesystem::path shared_path(const std::string& relative) {
  return std::filesystem::path(SHARED_DIR) / relative;
}
