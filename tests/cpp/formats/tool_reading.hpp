// Helpers of the tests of single tools: read a fixture, look things up by their names.
#pragma once

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include "lm_eval_reading.hpp"

namespace tool_reading {

using namespace harmonograph;

/// The score of an item of a model by their names; NaN when there is none.
inline double score(const FileObservations& file, const std::string& item, const std::string& model = "") {
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    const FileItem& about = file.items[file.responses.item[r]];
    const std::string id = about.native_id.empty() ? std::to_string(about.position) : about.native_id;
    if (id == item && (model.empty() || file.models[file.responses.model[r]] == model)) return file.responses.score[r];
  }
  return missing;
}

inline std::size_t response_of(const FileObservations& file, const std::string& item) {
  for (std::size_t r = 0; r < file.responses.item.size(); ++r) {
    if (file.items[file.responses.item[r]].native_id == item) return r;
  }
  FAIL("no response to " << item);
  return 0;
}

inline std::string attribute(const FileObservations& file, const std::string& name, std::size_t item) {
  for (const ItemAttribute& each : file.attributes) {
    if (each.name == name) return each.values[item];
  }
  return "no such attribute";
}

inline std::uint64_t noted(const FileObservations& file, const std::string& code) {
  const Note* found = reading::note(file, code);
  return found == nullptr ? 0 : found->count;
}

inline FileObservations good(const std::string& fixture, const ReadOptions& options = {}) {
  INFO(fixture);
  auto file = reading::read_fixture(fixture, options);
  if (!file.ok()) FAIL(file.error().message);
  return std::move(*file);
}

inline Error bad(const std::string& fixture, const ReadOptions& options = {}) {
  INFO(fixture);
  const auto file = reading::read_fixture(fixture, options);
  REQUIRE_FALSE(file.ok());
  return file.error();
}

/// How a fixture is refused, by the choice of a format or by its reader.
inline Error refused(const std::string& fixture) {
  const std::string text = reading::fixture(fixture);
  REQUIRE_FALSE(text.empty());
  const auto file = reading::read(text, fixture);
  REQUIRE_FALSE(file.ok());
  return file.error();
}

/// A fixture that is cut at any byte gives its whole rows, or an error: the number of cuts that gave rows.
inline std::size_t readable_cuts(const std::string& fixture) {
  const std::string text = reading::fixture(fixture);
  REQUIRE_FALSE(text.empty());
  std::size_t readable = 0;
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    const auto file = reading::read(text.substr(0, bytes), fixture);
    if (!file.ok()) {
      CHECK_FALSE(file.error().message.empty());
      continue;
    }
    ++readable;
    for (const double each : file->responses.score) CHECK((std::isnan(each) || (each >= 0 && each <= 1)));
  }
  return readable;
}

}  // namespace tool_reading
