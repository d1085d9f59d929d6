// A question about a study (many models, many benchmarks) is a job that ends with the JSON of web/src/engine/study.ts.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/job.hpp"
#include "dataset/dataset.hpp"
#include "harmony/analysis_cache.hpp"

namespace harmonograph {

/// What a question may read; the data set outlives the job.
struct StudyData {
  const Dataset& dataset;
  std::shared_ptr<AnalysisCache> cache;  // may be nullptr
};

class StudyWork : public Job {
 public:
  /// After done, once: the result as JSON text.
  virtual std::string result_json() = 0;
};

/// What was found in one step already.
class FinishedStudyWork : public StudyWork {
 public:
  explicit FinishedStudyWork(std::string json) : json_(std::move(json)) {}
  Result<JobStatus> step() override { return JobStatus{true, 1, "Done"}; }
  std::string result_json() override { return std::move(json_); }

 private:
  std::string json_;
};

/// Starts the question of that name (StudyQuestions in web/src/engine/study.ts) with its parameters as JSON text.
/// Errors: not_found (question), invalid_argument (a parameter, named with its range), and those of the question.
Result<std::unique_ptr<StudyWork>> start_study(std::string_view question, const StudyData& data,
                                               const std::string& parameters_json);

// One function a question; each in the file of its subject.
Result<std::unique_ptr<StudyWork>> start_plane(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_model_facts(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_scaling(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_rebalancing(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_robustness(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_comparison(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_ranks(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_noise(const StudyData& data, const std::string& parameters_json);
Result<std::unique_ptr<StudyWork>> start_validation(const StudyData& data, const std::string& parameters_json);

}  // namespace harmonograph
