// What assembling the files did: how items were joined, what is shared, what was dropped.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/note.hpp"

namespace harmonograph {

/// How items of different files were recognised as the same item, best first. question_text: the same question with the
/// same options, in whatever order.
enum class ItemJoin { native_id, content_hash, question_text, position };

std::string_view to_string(ItemJoin join);

/// How many items of a benchmark were joined in each way; an item that took several ways counts for the weakest of
/// them. The sum is the number of items.
struct JoinCounts {
  std::size_t native_id = 0;
  std::size_t content_hash = 0;
  std::size_t question_text = 0;
  std::size_t position = 0;
  std::size_t one_file = 0;   // of several models in one file, which says itself what is the same
  std::size_t one_model = 0;  // not joined: only files of one model have it
};

struct BenchmarkReport {
  std::vector<std::size_t> models;           // indices of the models with at least one score
  std::size_t items_shared_by_all = 0;       // items with a score of each of these models
  std::size_t missing_cells = 0;             // cells of these models without a score
  ItemJoin joined_by = ItemJoin::native_id;  // the weakest way of any item
  JoinCounts joins;
  std::vector<Note> notes;
};

/// A metric that a results file states, beside what the loaded responses give.
struct MetricCheck {
  std::string model;
  std::string benchmark;
  std::string metric;
  double stated = 0;
  double computed = 0;
  bool agrees = false;
};

/// Files that do not say whose they are, would get the same name, and answer the same items: most likely different
/// models, of which only the first is kept.
struct UnnamedModels {
  std::string name;                // the one that all of them got
  std::string benchmark;           // the first on which they collide
  std::vector<std::size_t> files;  // indices among the files that were assembled
  std::size_t lost = 0;            // responses of the later files that were not kept
};

/// Who proposes that tasks are one benchmark.
enum class GroupSource { results_file, names };

/// Loaded tasks that can be read as one benchmark (merge_groups.hpp).
struct TaskGroup {
  std::string name;
  std::vector<std::string> tasks;
  bool merged = false;
  GroupSource source = GroupSource::results_file;
};

struct ImportReport {
  std::vector<BenchmarkReport> benchmarks;                 // in the order of Dataset::benchmarks
  std::map<std::string, std::vector<std::string>> groups;  // of tasks, as results files name them
  std::vector<TaskGroup> task_groups;                      // of loaded tasks: what can be, or was, merged
  std::vector<MetricCheck> metric_checks;
  std::vector<UnnamedModels> unnamed_models;
  std::vector<Note> notes;  // about the whole set of files
};

}  // namespace harmonograph
