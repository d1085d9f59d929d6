#include "study/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/text.hpp"
#include "study/study_work.hpp"

namespace harmonograph {
namespace {

using Json = ParameterReader::Json;

/// Value of each benchmark, of one model.
using ValuesByBenchmark = std::map<std::size_t, double>;

std::map<std::size_t, ValuesByBenchmark> values_by_model(const ScalingQuestion& question) {
  std::map<std::size_t, ValuesByBenchmark> values;
  for (const StudyCell& cell : question.cells) {
    const double value = question.accuracy ? cell.accuracy : cell.harmony;
    if (std::isfinite(value)) values[cell.model][cell.benchmark] = value;
  }
  return values;
}

std::set<std::size_t> shared_benchmarks(const std::vector<const ValuesByBenchmark*>& points) {
  std::set<std::size_t> shared;
  if (points.empty()) return shared;
  for (const auto& [benchmark, value] : *points.front()) {
    const std::size_t key = benchmark;
    if (std::all_of(points.begin(), points.end(), [&](const auto* values) { return values->count(key) > 0; })) {
      shared.insert(key);
    }
  }
  return shared;
}

ScalingTrend trend_of(const std::vector<ScalingPoint>& points, const std::string& family, bool every) {
  std::vector<double> x;
  std::vector<double> y;
  std::set<double> sizes;
  for (const ScalingPoint& point : points) {
    if (!every && point.family != family) continue;
    x.push_back(std::log10(point.x));
    y.push_back(point.y);
    sizes.insert(point.x);
  }
  ScalingTrend trend;
  trend.family = family;
  trend.models = x.size();
  if (x.size() < fewest_scaling_models) {
    trend.reason = "Only " + counted(x.size(), "model") + ": a trend needs at least 3.";
    return trend;
  }
  if (sizes.size() < 2) {
    trend.reason =
        "All " + counted(x.size(), "model") + " are of the same size: there is nothing to draw a trend along.";
    return trend;
  }
  trend.line = linear_regression(x, y);
  // Nearly equal sizes, as of one count written in two ways, are no trend either.
  if (std::isnan(trend.line.slope)) {
    trend.reason = "The sizes differ too little to draw a trend along.";
    return trend;
  }
  trend.pearson = pearson_correlation(x, y);
  trend.spearman = spearman_correlation(x, y);
  return trend;
}

bool read_model(const Json& object, bool tokens, std::size_t models, ScalingModel& model) {
  if (!object.is_object()) return false;
  const auto index = object.find("model");
  if (index == object.end() || !index->is_number_unsigned() || index->get<std::uint64_t>() >= models) return false;
  model.model = index->get<std::size_t>();
  const auto family = object.find("family");
  if (family != object.end() && !family->is_null()) {
    if (!family->is_string()) return false;
    model.family = family->get<std::string>();
  }
  const auto x = object.find(tokens ? "tokens" : "parameters");
  if (x == object.end() || x->is_null()) return true;
  if (!x->is_number()) return false;
  model.x = x->get<double>();
  return std::isfinite(model.x);
}

void read_models(ParameterReader& reader, std::size_t models, ScalingQuestion& question) {
  const Json* list = reader.find("facts");
  if (list == nullptr || !list->is_array()) return reader.complain("facts", "a list of facts of models");
  std::set<std::size_t> seen;
  for (const Json& object : *list) {
    ScalingModel model;
    if (!read_model(object, question.tokens, models, model) || !seen.insert(model.model).second) {
      return reader.complain("facts",
                             "a list of {model, family, parameters, tokens}, at most one for each loaded model, with "
                             "numbers or null");
    }
    question.models.push_back(model);
  }
}

bool read_choice(ParameterReader& reader, const char* name, const char* first, const char* second) {
  std::string value = first;
  reader.text(name, value);
  if (value != first && value != second) {
    reader.complain(name, "\"" + std::string(first) + "\" or \"" + second + "\"");
  }
  return value == second;
}

}  // namespace

ScalingTrends scaling_trends(const ScalingQuestion& question) {
  ScalingTrends trends;
  const auto values = values_by_model(question);
  std::vector<ScalingModel> models = question.models;
  std::sort(models.begin(), models.end(), [](const auto& a, const auto& b) { return a.model < b.model; });
  std::set<std::size_t> known;
  for (const ScalingModel& model : models) known.insert(model.model);
  for (const StudyCell& cell : question.cells) {
    if (known.insert(cell.model).second) models.push_back({cell.model, "", std::numeric_limits<double>::quiet_NaN()});
  }
  std::vector<const ValuesByBenchmark*> of_points;
  for (const ScalingModel& model : models) {
    const auto found = values.find(model.model);
    if (!(model.x > 0)) {
      trends.left_out.push_back(
          {model.model, question.tokens ? "Its pretraining tokens are not known." : "Its size is not known."});
    } else if (found == values.end()) {
      trends.left_out.push_back({model.model, question.accuracy ? "No accuracy was computed." : "It has no HARMONY."});
    } else {
      trends.points.push_back({model.model, model.family, model.x, 0, 0});
      of_points.push_back(&found->second);
    }
  }
  std::sort(trends.left_out.begin(), trends.left_out.end(),
            [](const auto& a, const auto& b) { return a.model < b.model; });
  const std::set<std::size_t> shared = shared_benchmarks(of_points);
  trends.shared = !shared.empty();
  std::set<std::size_t> used = shared;
  std::set<std::string> families;
  for (std::size_t p = 0; p < trends.points.size(); ++p) {
    ScalingPoint& point = trends.points[p];
    double total = 0;
    for (const auto& [benchmark, value] : *of_points[p]) {
      if (trends.shared && shared.count(benchmark) == 0) continue;
      total += value;
      ++point.benchmarks;
      used.insert(benchmark);
    }
    point.y = total / static_cast<double>(point.benchmarks);
    families.insert(point.family);
  }
  trends.benchmarks.assign(used.begin(), used.end());
  for (const std::string& family : families) {
    if (!family.empty()) trends.families.push_back(trend_of(trends.points, family, false));
  }
  if (families.count("") > 0) trends.families.push_back(trend_of(trends.points, "", false));
  trends.all = trend_of(trends.points, "", true);
  return trends;
}

Result<std::unique_ptr<StudyWork>> start_scaling(const StudyData& data, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the scaling trends");
  ScalingQuestion question;
  question.tokens = read_choice(reader, "x", "parameters", "tokens");
  question.accuracy = read_choice(reader, "y", "harmony", "accuracy");
  read_study_cells(reader, data.dataset, question.cells);
  read_models(reader, data.dataset.models.size(), question);
  if (reader.failed()) return reader.error();
  return std::unique_ptr<StudyWork>(std::make_unique<FinishedStudyWork>(to_json(scaling_trends(question))));
}

}  // namespace harmonograph
