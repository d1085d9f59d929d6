#include "dataset/merge_groups.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "dataset/attach_attributes.hpp"
#include "dataset/count_cells.hpp"
#include "dataset/join_items.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t fewest_tasks_of_file_group = 2;
constexpr std::size_t fewest_tasks_of_prefix = 3;

std::optional<std::size_t> find_benchmark(const Dataset& dataset, const std::string& name) {
  const auto found = std::find_if(dataset.benchmarks.begin(), dataset.benchmarks.end(),
                                  [&](const Benchmark& each) { return each.name == name; });
  if (found == dataset.benchmarks.end()) return std::nullopt;
  return static_cast<std::size_t>(found - dataset.benchmarks.begin());
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The loaded tasks of a group and of the groups in it; seen stops groups that hold each other.
void collect_tasks(const std::string& group, const std::map<std::string, std::vector<std::string>>& groups,
                   const Dataset& dataset, std::set<std::string>& seen, std::vector<std::string>& tasks) {
  if (!seen.insert(group).second) return;
  const auto members = groups.find(group);
  if (members == groups.end()) return;
  for (const std::string& member : members->second) {
    if (find_benchmark(dataset, member)) {
      if (!contains(tasks, member)) tasks.push_back(member);
    } else {
      collect_tasks(member, groups, dataset, seen, tasks);
    }
  }
}

/// What all names begin with, up to and with a separator.
std::size_t common_prefix(const std::vector<std::string>& names) {
  std::size_t length = names.front().size();
  for (const std::string& name : names) {
    std::size_t same = 0;
    while (same < length && same < name.size() && name[same] == names.front()[same]) ++same;
    length = same;
  }
  const std::string& first = names.front();
  while (length > 0 && std::string_view("_-:/. |").find(first[length - 1]) == std::string_view::npos) --length;
  const bool all_go_on =
      std::all_of(names.begin(), names.end(), [&](const auto& name) { return name.size() > length; });
  return all_go_on ? length : 0;
}

/// Puts the items of the tasks one after the other.
class Merger {
 public:
  Merger(std::string name, std::vector<std::string> labels, std::vector<Benchmark> tasks, std::size_t models)
      : tasks_(std::move(tasks)), labels_(std::move(labels)), models_(models) {
    merged_.name = std::move(name);
    for (const Benchmark& task : tasks_) {
      first_.push_back(count_);
      count_ += task.item_count();
    }
  }

  Benchmark run(BenchmarkReport& report) {
    add_items();
    add_attributes();
    add_vectors(report);
    add_scores();
    add_choices();
    return std::move(merged_);
  }

 private:
  void add_items() {
    bool texts = false;
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      const Benchmark& task = tasks_[t];
      texts = texts || !task.item_texts.empty();
      for (const std::string& id : task.item_ids) merged_.item_ids.push_back(labels_[t] + "/" + id);
      merged_.option_counts.insert(merged_.option_counts.end(), task.option_counts.begin(), task.option_counts.end());
      merged_.keys.insert(merged_.keys.end(), task.keys.begin(), task.keys.end());
    }
    make_ids_unique(merged_.item_ids);
    merged_.option_counts.resize(count_, 0);
    merged_.keys.resize(count_, -1);
    if (!texts) return;
    merged_.item_texts.resize(count_);
    for (std::size_t t = 0; t < tasks_.size(); ++t) copy(tasks_[t].item_texts, merged_.item_texts, t);
  }

  void add_attributes() {
    merged_.attributes.push_back({task_attribute, {}});
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      auto& values = merged_.attributes.front().values;
      values.insert(values.end(), tasks_[t].item_count(), labels_[t]);
    }
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      for (const ItemAttribute& attribute : tasks_[t].attributes) {
        // A column of the files that has our attribute's name keeps its values under another.
        const std::string name = attribute.name == task_attribute ? attribute.name + " (2)" : attribute.name;
        copy(attribute.values, attribute_named(merged_, name).values, t);
      }
    }
  }

  void add_vectors(BenchmarkReport& report) {
    std::size_t other_width = 0;
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      for (const ItemVectors& vectors : tasks_[t].vectors) {
        auto found = std::find_if(merged_.vectors.begin(), merged_.vectors.end(),
                                  [&](const ItemVectors& each) { return each.name == vectors.name; });
        if (found == merged_.vectors.end()) {
          merged_.vectors.push_back({vectors.name, Matrix(count_, vectors.values.columns(), missing)});
          found = merged_.vectors.end() - 1;
        }
        if (found->values.columns() != vectors.values.columns()) {
          ++other_width;
          continue;
        }
        copy_rows(vectors.values, found->values, t);
      }
    }
    if (other_width > 0) {
      report.notes.push_back({"vectors_of_other_width",
                              Severity::warning,
                              "Vectors of " + counted(other_width, "task") +
                                  " are wider or narrower than those of the first task with that name: left out.",
                              other_width,
                              {}});
    }
  }

  void add_scores() {
    merged_.scores = Matrix(models_, count_, missing);
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      copy_columns(tasks_[t].scores, merged_.scores, t);
      if (tasks_[t].chosen.empty()) continue;
      if (merged_.chosen.empty()) merged_.chosen = RowMajorMatrix<std::int32_t>(models_, count_, -1);
      copy_columns(tasks_[t].chosen, merged_.chosen, t);
    }
  }

  void add_choices() {
    merged_.choices.resize(models_);
    for (std::size_t m = 0; m < models_; ++m) {
      for (std::size_t t = 0; t < tasks_.size(); ++t) {
        if (m >= tasks_[t].choices.size()) continue;
        for (const ModelChoices& set : tasks_[t].choices[m]) copy_rows(set.values, target_of(m, set), t);
      }
    }
  }

  /// The set of that name; log-likelihoods and probabilities of one name cannot be one set.
  Matrix& target_of(std::size_t model, const ModelChoices& set) {
    auto& sets = merged_.choices[model];
    const std::string other =
        set.name + (set.kind == ChoiceKind::probability ? " (probabilities)" : " (log-likelihoods)");
    for (ModelChoices& each : sets) {
      if ((each.name == set.name || each.name == other) && each.kind == set.kind) return each.values;
    }
    const bool taken =
        std::any_of(sets.begin(), sets.end(), [&](const ModelChoices& each) { return each.name == set.name; });
    sets.push_back({taken ? other : set.name, set.kind, Matrix(count_, width_of(model, set), missing)});
    return sets.back().values;
  }

  [[nodiscard]] std::size_t width_of(std::size_t model, const ModelChoices& set) const {
    std::size_t width = 0;
    for (const Benchmark& task : tasks_) {
      if (model >= task.choices.size()) continue;
      for (const ModelChoices& each : task.choices[model]) {
        if (each.name == set.name && each.kind == set.kind) width = std::max(width, each.values.columns());
      }
    }
    return width;
  }

  void copy(const std::vector<std::string>& from, std::vector<std::string>& to, std::size_t t) const {
    std::copy(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(first_[t]));
  }

  void copy_rows(const Matrix& from, Matrix& to, std::size_t t) const {
    for (std::size_t i = 0; i < from.rows(); ++i) {
      const auto row = from.row(i);
      std::copy(row.begin(), row.end(), to.row(first_[t] + i).begin());
    }
  }

  template <class T>
  void copy_columns(const RowMajorMatrix<T>& from, RowMajorMatrix<T>& to, std::size_t t) const {
    for (std::size_t m = 0; m < from.rows() && m < to.rows(); ++m) {
      const auto row = from.row(m);
      std::copy(row.begin(), row.end(), to.row(m).begin() + static_cast<std::ptrdiff_t>(first_[t]));
    }
  }

  Benchmark merged_;
  std::vector<Benchmark> tasks_;
  std::vector<std::string> labels_;
  std::size_t models_;
  std::vector<std::size_t> first_;  // item of each task
  std::size_t count_ = 0;
};

/// The notes of all tasks, one a code: where it concerns and how many in all.
std::vector<Note> merge_notes(const std::vector<std::string>& labels, const std::vector<BenchmarkReport>& reports) {
  std::vector<Note> merged;
  std::vector<std::size_t> tasks_with;
  std::vector<std::string> first_label;
  for (std::size_t t = 0; t < reports.size(); ++t) {
    for (const Note& note : reports[t].notes) {
      const auto found =
          std::find_if(merged.begin(), merged.end(), [&](const Note& each) { return each.code == note.code; });
      if (found == merged.end()) {
        merged.push_back(note);
        tasks_with.push_back(1);
        first_label.push_back(labels[t]);
        continue;
      }
      found->count += note.count;
      if (note.severity == Severity::warning) found->severity = Severity::warning;
      ++tasks_with[static_cast<std::size_t>(found - merged.begin())];
    }
  }
  for (std::size_t n = 0; n < merged.size(); ++n) {
    const std::string where = tasks_with[n] == 1
                                  ? first_label[n] + ": "
                                  : "In " + counted(tasks_with[n], "task") + ", " + in_groups(merged[n].count) +
                                        " in all; " + first_label[n] + " for example: ";
    merged[n].message = where + merged[n].message;
  }
  return merged;
}

/// Merges one group; false when fewer than two of its tasks are left.
bool merge_group(Assembly& assembly, const TaskGroup& group, std::set<std::string>& taken) {
  Dataset& dataset = assembly.dataset;
  std::vector<std::string> tasks;
  std::vector<std::string> lost;
  for (const std::string& task : group.tasks) (taken.count(task) > 0 ? lost : tasks).push_back(task);
  if (!lost.empty()) {
    std::string message = counted(lost.size(), "task") + " of " + group.name + " (" + lost.front() +
                          (lost.size() > 1 ? " ..." : "") + ") already belong" + (lost.size() == 1 ? "s" : "") +
                          " to a group that was merged before";
    message += tasks.size() < 2 ? "; the rest is too little to be merged." : ".";
    assembly.report.notes.push_back({"task_in_two_groups", Severity::warning, std::move(message), lost.size(), {}});
  }
  if (tasks.size() < 2) return false;

  const std::size_t prefix = common_prefix(tasks);
  std::vector<std::string> labels;
  std::vector<std::size_t> places;
  for (const std::string& task : tasks) {
    labels.push_back(task.substr(prefix));
    places.push_back(*find_benchmark(dataset, task));
  }
  std::vector<Benchmark> members;
  std::vector<BenchmarkReport> reports;
  for (const std::size_t place : places) {
    members.push_back(std::move(dataset.benchmarks[place]));
    reports.push_back(std::move(assembly.report.benchmarks[place]));
  }
  for (const std::string& task : tasks) taken.insert(task);

  const std::size_t target = *std::min_element(places.begin(), places.end());
  std::string name = group.name;
  const auto is_taken = [&](const std::string& wanted) {
    for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
      const bool member = std::find(places.begin(), places.end(), b) != places.end();
      if (!member && dataset.benchmarks[b].name == wanted) return true;
    }
    return false;
  };
  while (is_taken(name)) name += " (group)";

  BenchmarkReport report;
  report.notes = merge_notes(labels, reports);
  for (const BenchmarkReport& each : reports) {
    report.joined_by = std::max(report.joined_by, each.joined_by);
    report.joins.native_id += each.joins.native_id;
    report.joins.content_hash += each.joins.content_hash;
    report.joins.question_text += each.joins.question_text;
    report.joins.position += each.joins.position;
    report.joins.one_file += each.joins.one_file;
    report.joins.one_model += each.joins.one_model;
  }
  Benchmark merged = Merger(std::move(name), labels, std::move(members), dataset.models.size()).run(report);
  count_cells(merged, report);
  report.notes.insert(report.notes.begin(),
                      {"tasks_merged",
                       Severity::info,
                       in_groups(tasks.size()) + " tasks are read as one benchmark of " +
                           counted(merged.item_count(), "item") + "; the task is a category of its items.",
                       tasks.size(),
                       {}});
  dataset.benchmarks[target] = std::move(merged);
  assembly.report.benchmarks[target] = std::move(report);
  std::sort(places.begin(), places.end());
  for (std::size_t p = places.size(); p-- > 1;) {
    dataset.benchmarks.erase(dataset.benchmarks.begin() + static_cast<std::ptrdiff_t>(places[p]));
    assembly.report.benchmarks.erase(assembly.report.benchmarks.begin() + static_cast<std::ptrdiff_t>(places[p]));
  }
  return true;
}

}  // namespace

std::vector<TaskGroup> propose_groups(const Dataset& dataset,
                                      const std::map<std::string, std::vector<std::string>>& groups_of_files) {
  std::vector<TaskGroup> groups;
  std::set<std::string> held;
  std::set<std::string> names;
  for (const auto& [name, members] : groups_of_files) {
    TaskGroup group{name, {}, false, GroupSource::results_file};
    std::set<std::string> seen;
    collect_tasks(name, groups_of_files, dataset, seen, group.tasks);
    if (group.tasks.size() < fewest_tasks_of_file_group) continue;
    held.insert(group.tasks.begin(), group.tasks.end());
    names.insert(name);
    groups.push_back(std::move(group));
  }
  std::vector<TaskGroup> by_prefix;
  for (const Benchmark& benchmark : dataset.benchmarks) {
    const std::size_t end = benchmark.name.find('_');
    if (end == std::string::npos || end == 0 || held.count(benchmark.name) > 0) continue;
    const std::string prefix = benchmark.name.substr(0, end);
    auto found =
        std::find_if(by_prefix.begin(), by_prefix.end(), [&](const TaskGroup& each) { return each.name == prefix; });
    if (found == by_prefix.end()) found = by_prefix.insert(by_prefix.end(), {prefix, {}, false, GroupSource::names});
    found->tasks.push_back(benchmark.name);
  }
  for (TaskGroup& group : by_prefix) {
    if (group.tasks.size() >= fewest_tasks_of_prefix && names.count(group.name) == 0)
      groups.push_back(std::move(group));
  }
  return groups;
}

void merge_groups(Assembly& assembly, const std::vector<std::string>& names) {
  std::set<std::string> taken;
  for (const std::string& name : names) {
    auto& groups = assembly.report.task_groups;
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const TaskGroup& each) { return each.name == name; });
    if (found == groups.end()) {
      assembly.report.notes.push_back(
          {"group_not_found",
           Severity::info,
           "No group of loaded tasks is called \"" + name + "\": nothing was merged for it.",
           1,
           {}});
      continue;
    }
    if (!found->merged) found->merged = merge_group(assembly, *found, taken);
  }
}

}  // namespace harmonograph
