#include "study/plane.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "stats/distributions.hpp"
#include "stats/summaries.hpp"
#include "stats/t_test.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t pairs_per_step = 5000;

double population_variance(std::span<const double> values) {
  const double centre = mean(values);
  double total = 0;
  for (const double value : values) total += (value - centre) * (value - centre);
  return total / real(values.size());
}

/// Standard error by leaving out one value at a time.
template <class Statistic>
double jackknife_error(const std::vector<double>& values, Statistic statistic) {
  std::vector<double> without;
  for (std::size_t left = 0; left < values.size(); ++left) {
    std::vector<double> others;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i != left) others.push_back(values[i]);
    }
    without.push_back(statistic(others));
  }
  // sum (t_i - mean t)^2 (n - 1)/n
  return std::sqrt(real(values.size() - 1) * population_variance(without));
}

void fill_variance(const std::vector<double>& harmonies, PlanePoint& point) {
  const auto mean_of = [](const std::vector<double>& values) { return mean(values); };
  const auto variance_of = [](const std::vector<double>& values) { return population_variance(values); };
  point.variance = population_variance(harmonies);
  point.mean_error = jackknife_error(harmonies, mean_of);
  point.variance_error = jackknife_error(harmonies, variance_of);
  const double t = student_quantile(0.975, real(harmonies.size() - 1));
  point.mean_interval = {std::max(0.0, point.mean_harmony - t * point.mean_error),
                         std::min(1.0, point.mean_harmony + t * point.mean_error)};
  point.variance_interval = {std::max(0.0, point.variance - t * point.variance_error),
                             point.variance + t * point.variance_error};
}

PlanePoint point_of(std::size_t benchmark, const std::vector<const StudyCell*>& cells) {
  PlanePoint point;
  point.benchmark = benchmark;
  std::vector<double> harmonies;
  std::vector<double> accuracies;
  for (const StudyCell* cell : cells) {
    if (!std::isnan(cell->harmony)) harmonies.push_back(cell->harmony);
    accuracies.push_back(cell->accuracy);
    point.items = std::max(point.items, cell->items);
  }
  point.models = harmonies.size();
  point.mean_harmony = mean(harmonies);
  point.mean_accuracy = mean_of_present(accuracies);
  if (harmonies.empty()) {
    point.reason = "No model has a HARMONY on this benchmark.";
  } else if (harmonies.size() < fewest_plane_models) {
    point.reason = "A variance over models needs at least " + std::to_string(fewest_plane_models) +
                   " models with a HARMONY; this benchmark has " + std::to_string(harmonies.size()) + ".";
  } else {
    fill_variance(harmonies, point);
  }
  return point;
}

void set_lines(Plane& plane) {
  std::vector<double> means;
  std::vector<double> variances;
  for (const PlanePoint& point : plane.points) {
    if (std::isnan(point.variance)) continue;
    means.push_back(point.mean_harmony);
    variances.push_back(point.variance);
  }
  if (means.size() < fewest_for_medians) return;
  plane.lines_are_medians = true;
  plane.mean_line = median_of_present(means);
  plane.variance_line = median_of_present(variances);
}

void set_quadrant(const Plane& plane, PlanePoint& point) {
  if (std::isnan(point.variance)) return;
  const bool even = point.mean_harmony >= plane.mean_line;
  const bool varying = point.variance > plane.variance_line;
  point.quadrant = std::string(even ? "even" : "uneven") + (varying ? " varying" : "");
  const bool mean_certain =
      even ? point.mean_interval.low >= plane.mean_line : point.mean_interval.high < plane.mean_line;
  const bool variance_certain =
      varying ? point.variance_interval.low > plane.variance_line : point.variance_interval.high <= plane.variance_line;
  point.certain = mean_certain && variance_certain;
}

class PlaneWork : public StudyWork {
 public:
  explicit PlaneWork(const std::vector<StudyCell>& cells) : plane_(plane_of_cells(cells)) {
    std::size_t models = 0;
    std::map<std::size_t, std::size_t> places;
    for (const PlanePoint& point : plane_.points) places.emplace(point.benchmark, places.size());
    for (const StudyCell& cell : cells) models = std::max(models, cell.model + 1);
    harmonies_.assign(plane_.points.size(), std::vector<double>(models, std::numeric_limits<double>::quiet_NaN()));
    for (const StudyCell& cell : cells) harmonies_[places[cell.benchmark]][cell.model] = cell.harmony;
  }

  Result<JobStatus> step() override {
    const std::size_t count = plane_.points.size();
    std::size_t done = 0;
    while (first_ < count && done < pairs_per_step) {
      for (std::size_t second = first_ + 1; second < count; ++second, ++done) {
        PlaneDifference difference = harmony_difference(harmonies_[first_], harmonies_[second]);
        if (difference.models == 0) continue;
        difference.first = plane_.points[first_].benchmark;
        difference.second = plane_.points[second].benchmark;
        plane_.differences.push_back(difference);
      }
      ++first_;
    }
    if (first_ < count) return JobStatus{false, real(first_) / real(count), "Pairs of benchmarks"};
    return JobStatus{true, 1, "Done"};
  }

  std::string result_json() override {
    adjust_tests(plane_.differences, [](PlaneDifference& difference) -> TestedPair& { return difference.test; });
    return to_json(plane_);
  }

 private:
  Plane plane_;
  std::vector<std::vector<double>> harmonies_;  // per point, one a model
  std::size_t first_ = 0;
};

}  // namespace

Plane plane_of_cells(const std::vector<StudyCell>& cells) {
  std::map<std::size_t, std::vector<const StudyCell*>> of_benchmark;
  for (const StudyCell& cell : cells) of_benchmark[cell.benchmark].push_back(&cell);
  Plane plane;
  for (auto& [benchmark, own] : of_benchmark) {
    // Sums run in the order of models, whatever order the cells came in.
    std::sort(own.begin(), own.end(), [](const StudyCell* a, const StudyCell* b) { return a->model < b->model; });
    plane.points.push_back(point_of(benchmark, own));
  }
  set_lines(plane);
  for (PlanePoint& point : plane.points) set_quadrant(plane, point);
  return plane;
}

PlaneDifference harmony_difference(std::span<const double> first, std::span<const double> second) {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> differences;
  for (std::size_t m = 0; m < std::min(first.size(), second.size()); ++m) {
    if (std::isnan(first[m]) || std::isnan(second[m])) continue;
    a.push_back(first[m]);
    b.push_back(second[m]);
    differences.push_back(first[m] - second[m]);
  }
  PlaneDifference result;
  if (a.size() < fewest_plane_models) return result;
  result.models = a.size();
  const TTest test = paired_t_test(a, b);
  result.difference = test.difference;
  // Differences that are equal up to rounding have no spread to be judged by.
  if (range(differences) > 1e-12) result.test.p_value = test.p_value;
  return result;
}

Result<std::unique_ptr<StudyWork>> start_plane(const StudyData& data, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the mean-variance plane");
  std::vector<StudyCell> cells;
  read_study_cells(reader, data.dataset, cells);
  if (reader.failed()) return reader.error();
  return std::unique_ptr<StudyWork>(std::make_unique<PlaneWork>(cells));
}

}  // namespace harmonograph
