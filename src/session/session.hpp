// One user's workspace: the files that are loaded, the data set made of them, and the running analyses.
// Everything goes in as bytes and plain values and comes out as values; it knows no browser.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/job.hpp"
#include "core/result.hpp"
#include "dataset/assemble.hpp"
#include "formats/format.hpp"
#include "harmony/analysis.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/parameters.hpp"
#include "harmony/sensitivity.hpp"
#include "irt/fit_parameters.hpp"
#include "session/fit_store.hpp"
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

/// Longer texts could not be read again in a browser.
inline constexpr std::uint64_t largest_data_file = std::uint64_t{1} << 30U;

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

  /// From now on the tasks of these groups (ImportReport::task_groups) are one benchmark each, also when files are
  /// added; all other groups are one benchmark a task.
  void set_merged_groups(std::vector<std::string> names);

  /// One benchmark with all models, to be loaded by another session: dataset/snapshot.hpp. Errors: not_found.
  Result<std::string> benchmark_snapshot(std::size_t benchmark);
  /// Everything that is loaded, with its groups merged as they are, as one file of the project's own format: read
  /// alone, it gives the same data set to the last bit. Errors: those of dataset_observations; too_large when the text
  /// could be longer than most_bytes.
  Result<std::string> data_file(std::uint64_t most_bytes = largest_data_file);
  /// Takes the place of everything that is loaded, until a file is added. Errors: those of read_snapshot; what was
  /// loaded stays then.
  Result<void> load_snapshot(std::span<const char> bytes);

  [[nodiscard]] const std::vector<SessionFile>& files() const { return files_; }
  /// The data set of all files that could be read; assembled anew after each change of files.
  const Assembly& assembly();
  std::vector<OverviewCell> overview();

  /// Starts an analysis of one model on one benchmark; the number is the job's handle.
  Result<std::uint32_t> start_analysis(std::size_t benchmark, std::size_t model, const AnalysisParameters& parameters);
  Result<std::uint32_t> start_sensitivity(std::size_t benchmark, std::size_t model,
                                          const AnalysisParameters& parameters);
  /// Every partition that the data allow, side by side.
  Result<std::uint32_t> start_partition_sources(std::size_t benchmark, std::size_t model,
                                                const AnalysisParameters& parameters);
  /// A question about the study: its name and parameters are those of web/src/engine/study.ts. Errors: those of
  /// start_study.
  Result<std::uint32_t> start_study(const std::string& question, const std::string& parameters);
  // Item response theory (session_item_response.cpp). Parameters and results are the JSON of
  // web/src/engine/item_response.ts.

  /// A fit. Its result names the handle under which it is kept until the data change.
  Result<std::uint32_t> start_item_response(const ItemResponseParameters& parameters);
  Result<std::uint32_t> start_prediction(const std::string& parameters);
  Result<std::uint32_t> start_selection(const std::string& parameters);
  Result<std::uint32_t> start_stability(const std::string& parameters);
  Result<std::uint32_t> start_diagnostics(const std::string& parameters);
  Result<std::uint32_t> start_adaptive_simulation(const std::string& parameters);
  /// What can be answered at once. Errors: not_found (fit), and those of the question.
  Result<std::string> item_detail(std::uint32_t fit, std::size_t position);
  Result<std::string> compare_models(std::uint32_t fit, std::uint32_t first, std::uint32_t second,
                                     std::size_t dimension);
  Result<std::string> measures(std::uint32_t fit, const std::string& level);
  Result<std::string> differential(const std::string& parameters);
  Result<std::string> adaptive(const std::string& request);
  /// format: "json", "items.csv" or "models.csv". The text, as a JSON string.
  Result<std::string> export_fit(std::uint32_t fit, const std::string& format);
  /// Keeps the parameters of a file. The JSON of LoadedFit.
  Result<std::string> import_fit(const std::string& text);
  /// parameters: {fit, positions, format: "csv" or "json"}. The text, as a JSON string.
  Result<std::string> trimmed_responses(const std::string& parameters);
  void drop_fit(std::uint32_t fit) { fits_.drop(fit); }

  Result<JobStatus> step(std::uint32_t job);
  /// Asks a job to end with what it has (a fit keeps its latest parameters); jobs that cannot go on as before.
  void stop_job(std::uint32_t job);
  /// The finished job's result as JSON; the job stays until it is dropped.
  Result<std::string> result(std::uint32_t job);
  void drop_job(std::uint32_t job);

 private:
  /// A job keeps the data set it works on, so that loading more files does not disturb it.
  struct RunningJob {
    std::shared_ptr<const Assembly> data;
    std::shared_ptr<const void> keeps;  // what else the work reads
    std::unique_ptr<Job> work;
    std::function<std::string()> finish;  // the result as JSON, once, when the work is done
    std::function<void()> stop;           // may be empty
    bool done = false;
    std::string result;
  };

  Result<void> open_reader(bool complete);
  SessionFile* file_with(std::uint32_t id);
  RunningJob* find_job(std::uint32_t job);
  std::uint32_t keep_job(RunningJob job);
  /// A job whose result is to_json(work->take_result()).
  template <class Work>
  std::uint32_t keep_work(std::shared_ptr<const Assembly> data, std::shared_ptr<const void> keeps,
                          std::unique_ptr<Work> work) {
    RunningJob job;
    job.data = std::move(data);
    job.keeps = std::move(keeps);
    job.finish = [finished = work.get()] { return to_json(finished->take_result()); };
    job.work = std::move(work);
    return keep_job(std::move(job));
  }
  std::shared_ptr<const Assembly> current_assembly();

  void forget_assembly();

  std::vector<SessionFile> files_;
  std::vector<std::string> merged_groups_;
  std::shared_ptr<const Assembly> assembly_;
  /// What the analyses of assembly_ share; it goes with it.
  std::shared_ptr<AnalysisCache> cache_;

  // The file that is being read.
  std::optional<SessionFile> reading_;
  std::string head_;  // its first bytes, until a format has recognised them
  std::unique_ptr<FormatReader> reader_;

  FitStore fits_;
  std::map<std::uint32_t, RunningJob> jobs_;
  std::uint32_t next_job_ = 1;
};

}  // namespace harmonograph
