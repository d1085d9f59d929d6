#include "session/session.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "dataset/count_cells.hpp"
#include "dataset/dataset_observations.hpp"
#include "dataset/merge_groups.hpp"
#include "dataset/snapshot.hpp"
#include "formats/harmonograph_json.hpp"
#include "harmony/partition_sources.hpp"
#include "harmony/redundant_qa.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

/// Enough to recognise a file whose first record carries a very long prompt.
constexpr std::size_t head_bytes = 1U << 20U;

Error no_file_is_read() {
  return {ErrorCode::invalid_argument, "No file is being read.", {}, 0, "Begin a file first."};
}

Error with_file(Error error, const std::string& path) {
  if (error.file.empty()) error.file = path;
  return error;
}

}  // namespace

Result<void> Session::begin_file(std::uint32_t id, std::string path, std::uint64_t bytes, ReadOptions options) {
  if (reading_) {
    return Error{ErrorCode::invalid_argument, "Another file is still being read.", std::move(path), 0,
                 "Finish or abort it first."};
  }
  reading_ = SessionFile{id, std::move(path), bytes, std::move(options), nullptr, std::nullopt, std::nullopt};
  head_.clear();
  reader_.reset();
  return {};
}

Result<void> Session::open_reader(bool complete) {
  const FileHead head{reading_->path, head_, complete};
  const auto chosen = reading_->options.find("format");
  if (chosen != reading_->options.end() && !chosen->second.empty()) {
    reading_->format = find_format(chosen->second);
    if (reading_->format == nullptr) {
      return Error{ErrorCode::not_found, "There is no format named \"" + chosen->second + "\".", reading_->path, 0,
                   "Choose one of the formats listed under \"Read as\"."};
    }
  } else {
    auto recognised = recognise_format(head);
    if (!recognised) return recognised.error();
    reading_->format = *recognised;
  }
  reader_ = reading_->format->open({reading_->path, head_, reading_->options});
  auto fed = reader_->feed(std::span<const char>(head_.data(), head_.size()));
  head_.clear();
  head_.shrink_to_fit();
  return fed;
}

Result<void> Session::feed(std::span<const char> bytes) {
  if (!reading_) return no_file_is_read();
  if (reading_->error) return *reading_->error;
  Result<void> outcome;
  if (reader_) {
    outcome = reader_->feed(bytes);
  } else {
    head_.append(bytes.data(), bytes.size());
    if (head_.size() >= head_bytes) outcome = open_reader(false);
  }
  if (!outcome) {
    reading_->error = with_file(outcome.error(), reading_->path);
    return *reading_->error;
  }
  return {};
}

std::uint64_t Session::rows() const {
  return reader_ ? reader_->rows() : 0;
}

Result<const SessionFile*> Session::end_file() {
  if (!reading_) return no_file_is_read();
  SessionFile file = std::move(*reading_);
  if (!file.error && !reader_) {
    reading_ = std::move(file);
    auto opened = open_reader(true);
    file = std::move(*reading_);
    if (!opened) file.error = with_file(opened.error(), file.path);
  }
  if (!file.error) {
    auto observations = reader_->finish();
    if (observations) {
      file.observations = std::move(*observations);
    } else {
      file.error = with_file(observations.error(), file.path);
    }
  }
  abort_file();
  SessionFile* known = file_with(file.id);
  if (known == nullptr) {
    files_.push_back(std::move(file));
    known = &files_.back();
  } else if (file.error && known->observations) {
    // Reading again with other options failed: say so, keep what was there.
    known->error = std::move(file.error);
  } else {
    *known = std::move(file);
  }
  if (!known->error) forget_assembly();
  return static_cast<const SessionFile*>(known);
}

void Session::abort_file() {
  reading_.reset();
  reader_.reset();
  head_.clear();
}

void Session::remove_file(std::uint32_t id) {
  files_.erase(std::remove_if(files_.begin(), files_.end(), [&](const SessionFile& file) { return file.id == id; }),
               files_.end());
  forget_assembly();
}

Result<void> Session::load_example(std::uint32_t id) {
  const std::string bytes = write_harmonograph_json(redundant_qa_example());
  auto begun = begin_file(id, "RedundantQA example.json", bytes.size(), {});
  if (!begun) return begun;
  auto fed = feed(std::span<const char>(bytes.data(), bytes.size()));
  if (!fed) {
    abort_file();
    return fed;
  }
  auto file = end_file();
  if (!file) return file.error();
  if ((*file)->error) return *(*file)->error;
  return {};
}

void Session::set_merged_groups(std::vector<std::string> names) {
  if (names == merged_groups_) return;
  merged_groups_ = std::move(names);
  forget_assembly();
}

Result<std::string> Session::benchmark_snapshot(std::size_t benchmark) {
  const auto data = current_assembly();
  if (benchmark >= data->dataset.benchmarks.size()) {
    return Error{ErrorCode::not_found,
                 "There is no benchmark " + std::to_string(benchmark) + ".",
                 {},
                 0,
                 "Choose one of the loaded benchmarks."};
  }
  return write_snapshot(data->dataset, benchmark);
}

Result<std::string> Session::data_file(std::uint64_t most_bytes) {
  const auto data = current_assembly();
  const std::uint64_t bytes = data_file_bytes(data->dataset);
  if (bytes > most_bytes) {
    const auto megabytes = [](std::uint64_t count) { return std::to_string((count + 500'000) / 1'000'000) + " MB"; };
    return Error{ErrorCode::too_large,
                 "Everything that is loaded would be one file of about " + megabytes(bytes) + "; at most " +
                     megabytes(most_bytes) + " can be written and read again.",
                 {},
                 0,
                 "Remove the files that are not needed here, or pass on the files themselves: they stay as they are."};
  }
  auto observations = dataset_observations(data->dataset);
  if (!observations) return observations.error();
  return write_harmonograph_json(*observations, static_cast<std::size_t>(bytes));
}

Result<void> Session::load_snapshot(std::span<const char> bytes) {
  auto dataset = read_snapshot(bytes);
  if (!dataset) return dataset.error();
  Assembly loaded;
  loaded.dataset = std::move(*dataset);
  for (const Benchmark& benchmark : loaded.dataset.benchmarks) {
    loaded.report.benchmarks.emplace_back();
    count_cells(benchmark, loaded.report.benchmarks.back());
  }
  abort_file();
  files_.clear();
  forget_assembly();
  assembly_ = std::make_shared<const Assembly>(std::move(loaded));
  cache_ = std::make_shared<AnalysisCache>();
  return {};
}

SessionFile* Session::file_with(std::uint32_t id) {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const SessionFile& file) { return file.id == id; });
  return found == files_.end() ? nullptr : &*found;
}

std::shared_ptr<const Assembly> Session::current_assembly() {
  if (!assembly_) {
    std::vector<LoadedFile> loaded;
    for (const auto& file : files_) {
      if (file.observations) loaded.push_back({file.path, &*file.observations});
    }
    Assembly assembled = assemble(loaded);
    merge_groups(assembled, merged_groups_);
    assembly_ = std::make_shared<const Assembly>(std::move(assembled));
    cache_ = std::make_shared<AnalysisCache>();
  }
  return assembly_;
}

void Session::forget_assembly() {
  assembly_.reset();
  cache_.reset();
  fits_.clear();
}

const Assembly& Session::assembly() {
  return *current_assembly();
}

std::vector<OverviewCell> Session::overview() {
  return make_overview(current_assembly()->dataset);
}

std::uint32_t Session::keep_job(RunningJob job) {
  jobs_.emplace(next_job_, std::move(job));
  return next_job_++;
}

Result<std::uint32_t> Session::start_analysis(std::size_t benchmark, std::size_t model,
                                              const AnalysisParameters& parameters) {
  auto data = current_assembly();
  auto analysis = HarmonyAnalysis::create(data->dataset, benchmark, model, parameters, cache_);
  if (!analysis) return analysis.error();
  return keep_work(std::move(data), nullptr, std::move(*analysis));
}

Result<std::uint32_t> Session::start_sensitivity(std::size_t benchmark, std::size_t model,
                                                 const AnalysisParameters& parameters) {
  auto data = current_assembly();
  auto sensitivity = SensitivityAnalysis::create(data->dataset, benchmark, model, parameters, cache_);
  if (!sensitivity) return sensitivity.error();
  return keep_work(std::move(data), nullptr, std::move(*sensitivity));
}

Result<std::uint32_t> Session::start_partition_sources(std::size_t benchmark, std::size_t model,
                                                       const AnalysisParameters& parameters) {
  auto data = current_assembly();
  auto sources = PartitionSources::create(data->dataset, benchmark, model, parameters, cache_);
  if (!sources) return sources.error();
  return keep_work(std::move(data), nullptr, std::move(*sources));
}

Result<std::uint32_t> Session::start_study(const std::string& question, const std::string& parameters) {
  auto data = current_assembly();
  auto work = harmonograph::start_study(question, {data->dataset, cache_}, parameters);
  if (!work) return work.error();
  RunningJob job;
  job.data = std::move(data);
  job.finish = [finished = work->get()] { return finished->result_json(); };
  job.work = std::move(*work);
  return keep_job(std::move(job));
}

Session::RunningJob* Session::find_job(std::uint32_t job) {
  const auto found = jobs_.find(job);
  return found == jobs_.end() ? nullptr : &found->second;
}

Result<JobStatus> Session::step(std::uint32_t job) {
  RunningJob* running = find_job(job);
  if (running == nullptr) {
    return Error{ErrorCode::not_found, "There is no job " + std::to_string(job) + ".", {}, 0, "Start it again."};
  }
  auto status = running->work->step();
  if (status && status->done && !running->done) {
    running->done = true;
    running->result = running->finish();
  }
  return status;
}

void Session::stop_job(std::uint32_t job) {
  RunningJob* running = find_job(job);
  if (running != nullptr && running->stop) running->stop();
}

Result<std::string> Session::result(std::uint32_t job) {
  RunningJob* running = find_job(job);
  if (running == nullptr || !running->done) {
    return Error{
        ErrorCode::not_found, "Job " + std::to_string(job) + " has no result yet.", {}, 0, "Step it until it is done."};
  }
  return running->result;
}

void Session::drop_job(std::uint32_t job) {
  jobs_.erase(job);
}

}  // namespace harmonograph
