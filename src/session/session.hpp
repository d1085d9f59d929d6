// One user's workspace: the files that are loaded, the data set made of them, and the running analyses.
// Everything goes in as bytes and plain values and comes out as values; it knows no browser.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "dataset/assemble.hpp"
#include "formats/format.hpp"
#include "harmony/analysis.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/parameters.hpp"
#include "harmony/sensitivity.hpp"
#include "session/overview.hpp"

namespace harmonograph {

/// A file as the user gave it and what it was read as.
struct SessionFile {
  std::uint32_t id = 0;
  std::string path;
  std::uint64_t bytes = 0;
  ReadOptions options;             // "format" overrides the recognised one
  const Format* format = nullptr;  // nullptr when nothing recognised it
  std::optional<FileObservations> observations;
  std::optional<Error> error;  // the last attempt to read it failed
};

class Session {
 public:
  /// Starts to read a file. An id that is already known is read again with other options; should that
  /// fail, what was read before stays. Errors: invalid_argument when another file is still being read.
  Result<void> begin_file(std::uint32_t id, std::string path, std::uint64_t bytes, ReadOptions options);
  /// The next bytes of the file. After an error the rest of the file need not be fed.
  Result<void> feed(std::span<const char> bytes);
  /// Rows or records of the current file so far.
  [[nodiscard]] std::uint64_t rows() const;
  /// All bytes were fed. The file is listed whether it could be read or not. Errors: invalid_argument when no file is
  /// being read.
  Result<const SessionFile*> end_file();
  /// Forgets the file that is being read; what was loaded stays.
  void abort_file();
  void remove_file(std::uint32_t id);
  /// Generates the built-in example and reads it through the same importer. The id must be free.
  Result<void> load_example(std::uint32_t id);

  [[nodiscard]] const std::vector<SessionFile>& files() const { return files_; }
  /// The data set of all files that could be read; assembled anew after each change of files.
  const Assembly& assembly();
  std::vector<OverviewCell> overview();

  /// Starts an analysis of one model on one benchmark; the number is the job's handle.
  Result<std::uint32_t> start_analysis(std::size_t benchmark, std::size_t model, const AnalysisParameters& parameters);
  Result<std::uint32_t> start_sensitivity(std::size_t benchmark, std::size_t model,
                                          const AnalysisParameters& parameters);
  Result<JobStatus> step(std::uint32_t job);
  /// The finished job's result as JSON; the job stays until it is dropped.
  Result<std::string> result(std::uint32_t job);
  void drop_job(std::uint32_t job);

 private:
  /// A job keeps the data set it works on, so that loading more files does not disturb it.
  struct RunningJob {
    std::shared_ptr<const Assembly> data;
    std::unique_ptr<HarmonyAnalysis> analysis;
    std::unique_ptr<SensitivityAnalysis> sensitivity;
    bool done = false;
    std::string result;
  };

  Result<void> open_reader(bool complete);
  SessionFile* file_with(std::uint32_t id);
  RunningJob* find_job(std::uint32_t job);
  std::shared_ptr<const Assembly> current_assembly();

  void forget_assembly();

  std::vector<SessionFile> files_;
  std::shared_ptr<const Assembly> assembly_;
  /// What the analyses of assembly_ share; it goes with it.
  std::shared_ptr<AnalysisCache> cache_;

  // The file that is being read.
  std::optional<SessionFile> reading_;
  std::string head_;  // its first bytes, until a format has recognised them
  std::unique_ptr<FormatReader> reader_;

  std::map<std::uint32_t, RunningJob> jobs_;
  std::uint32_t next_job_ = 1;
};

}  // namespace harmonograph
