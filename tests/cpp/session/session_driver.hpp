// Drives a session as the page does: files in chunks, jobs step by step.
#pragma once

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "session/import_json.hpp"
#include "session/session.hpp"
#include "shared_data.hpp"

namespace harmonograph {

inline const SessionFile& load_bytes(Session& session, std::uint32_t id, const std::string& path,
                                     const std::string& bytes, ReadOptions options = {}, std::size_t chunk = 65536) {
  REQUIRE(session.begin_file(id, path, bytes.size(), std::move(options)).ok());
  for (std::size_t start = 0; start < bytes.size(); start += chunk) {
    const std::size_t count = std::min(chunk, bytes.size() - start);
    if (!session.feed({bytes.data() + start, count})) break;
  }
  const auto file = session.end_file();
  REQUIRE(file.ok());
  return **file;
}

inline const SessionFile& load_shared(Session& session, std::uint32_t id, const std::string& relative,
                                      ReadOptions options = {}) {
  const auto& file = load_bytes(session, id, relative, read_whole_file(shared_path(relative)), std::move(options));
  INFO(relative << ": " << (file.error ? file.error->message : ""));
  REQUIRE_FALSE(file.error);
  return file;
}

inline nlohmann::json finish_job(Session& session, const Result<std::uint32_t>& started) {
  INFO((started ? "" : started.error().message));
  REQUIRE(started.ok());
  for (int guard = 0; guard < 1'000'000; ++guard) {
    const auto status = session.step(*started);
    REQUIRE(status.ok());
    if (status->done) break;
  }
  const auto result = session.result(*started);
  REQUIRE(result.ok());
  session.drop_job(*started);
  return nlohmann::json::parse(*result);
}

inline std::size_t model_named(Session& session, const std::string& name) {
  const auto& models = session.assembly().dataset.models;
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (models[m].name == name) return m;
  }
  FAIL("no model " << name);
  return 0;
}

}  // namespace harmonograph
