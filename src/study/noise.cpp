#include "study/noise.hpp"

#include <algorithm>
#include <cmath>

#include "core/parameter_reader.hpp"
#include "harmony/analysis_input.hpp"
#include "stats/distributions.hpp"
#include "stats/paired_differences.hpp"
#include "stats/summaries.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

constexpr double one_point = 0.01;

std::size_t items_with_scores(const Matrix& scores) {
  std::vector<char> has(scores.columns(), 0);
  for (std::size_t m = 0; m < scores.rows(); ++m) {
    for (std::size_t i = 0; i < scores.columns(); ++i) has[i] |= std::isnan(scores(m, i)) ? char{0} : char{1};
  }
  return static_cast<std::size_t>(std::count(has.begin(), has.end(), char{1}));
}

/// One benchmark a step.
class NoiseWork : public StudyWork {
 public:
  explicit NoiseWork(const Dataset& dataset) : dataset_(dataset) {}

  Result<JobStatus> step() override {
    const std::size_t all = dataset_.benchmarks.size();
    if (noise_.size() < all) noise_.push_back(noise_of(dataset_.benchmarks[noise_.size()], noise_.size()));
    if (noise_.size() >= all) return JobStatus{true, 1, "Done"};
    return JobStatus{false, real(noise_.size()) / real(all),
                     "Noise, benchmark " + std::to_string(noise_.size() + 1) + " of " + std::to_string(all)};
  }

  std::string result_json() override { return to_json(noise_); }

 private:
  const Dataset& dataset_;
  std::vector<BenchmarkNoise> noise_;
};

}  // namespace

double standard_error_of_mean(std::span<const double> scores) {
  std::vector<double> present;
  for (const double score : scores) {
    if (!std::isnan(score)) present.push_back(score);
  }
  if (present.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  return standard_deviation(present) / std::sqrt(real(present.size()));
}

BenchmarkNoise noise_of(const Benchmark& benchmark, std::size_t index) {
  BenchmarkNoise noise;
  noise.benchmark = index;
  noise.items = items_with_scores(benchmark.scores);
  const std::vector<std::size_t> models = models_with_scores(benchmark);
  noise.models = models.size();
  std::vector<double> errors;
  for (const std::size_t m : models) errors.push_back(standard_error_of_mean(benchmark.scores.row(m)));
  noise.standard_error = median_of_present(errors);
  std::vector<double> differences;
  std::vector<double> wanted;
  for (const ModelPair& pair : even_pairs(models.size())) {
    const PairedDifference found =
        paired_difference(benchmark.scores.row(models[pair.first]), benchmark.scores.row(models[pair.second]));
    if (std::isnan(found.standard_error)) continue;
    differences.push_back(found.standard_error);
    const double ratio = normal_quantile(0.975) * found.standard_error / one_point;
    wanted.push_back(real(found.items) * ratio * ratio);
  }
  noise.pairs = differences.size();
  if (differences.empty()) return noise;
  const double median = median_of_present(differences);
  noise.detectable = normal_quantile(0.975) * median;
  noise.detectable_largest = normal_quantile(0.975) * *std::max_element(differences.begin(), differences.end());
  noise.with_power = (normal_quantile(0.975) + normal_quantile(0.8)) * median;
  // Models that never differ say nothing about how many items would tell them apart.
  if (median > 0) noise.items_for_one_point = std::ceil(median_of_present(wanted) - 1e-9);
  return noise;
}

Result<std::unique_ptr<StudyWork>> start_noise(const StudyData& data, const std::string& parameters_json) {
  const ParameterReader reader(parameters_json, "The parameters of the noise of benchmarks");
  if (reader.failed()) return reader.error();
  return std::unique_ptr<StudyWork>(std::make_unique<NoiseWork>(data.dataset));
}

}  // namespace harmonograph
