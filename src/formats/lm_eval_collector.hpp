// Samples of one or several tasks become observations: filters, duplicates, the metric that is the score, item ids,
// the right options and the views of the options are decided here, once all samples of the file are known.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "formats/file_observations.hpp"
#include "formats/format.hpp"
#include "formats/lm_eval_sample.hpp"

namespace harmonograph {

class LmEvalCollector {
 public:
  void add(const std::string& task, LmEvalSample sample);
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// Everything except model names, run and run_key (models is one empty name). Options used: filter, metric, choices.
  /// Errors: no_responses when no metric is a score in [0, 1] (it names the metrics and says why); invalid_argument
  /// when a chosen filter or metric is not in the file.
  Result<FileObservations> finish(const ReadOptions& options);

 private:
  struct Row {
    std::uint32_t item = 0;
    std::uint32_t filter = 0;  // index into Task::filters
    std::uint64_t line = 0;
    std::uint64_t fingerprint = 0;
    std::vector<double> log_likelihoods;
    std::vector<double> unconditional;
    std::vector<std::pair<std::uint32_t, MetricValue>> metrics;  // index into Task::metrics
  };
  struct Item {
    FileItem item;
    std::vector<std::int64_t> characters;
    bool options_differ = false;
    std::array<std::int32_t, key_sources> keys{};
    std::vector<std::int32_t> several_keys;
    std::vector<std::pair<std::string, std::string>> native_ids;
    std::vector<std::pair<std::string, std::string>> attributes;
  };
  struct Task {
    std::string name;
    std::vector<Row> rows;
    std::vector<Item> items;
    std::map<std::pair<std::int64_t, std::string>, std::uint32_t> item_of;  // doc_id and doc_hash
    std::vector<std::string> filters;
    bool has_filter_key = false;
    std::vector<std::string> metrics;
  };
  struct MetricSummary {
    std::uint64_t usable = 0;
    std::uint64_t missing = 0;
    std::uint64_t not_a_score = 0;
    std::uint64_t outside = 0;
    double smallest = 0;
    double largest = 0;
    bool lower_is_better = false;
    [[nodiscard]] bool is_score() const { return usable > 0 && outside == 0 && !lower_is_better; }
    [[nodiscard]] std::string why_not() const;
  };
  struct Decision {
    std::uint32_t filter = 0;
    std::vector<std::uint32_t> rows;  // kept rows, ascending
    std::vector<MetricSummary> summaries;
    std::int64_t metric = -1;
  };

  void name_filters_by_occurrence(Task& task);
  Decision choose_rows(Task& task, const std::string& filter);
  void choose_metric(const Task& task, Decision& decision, const std::string& metric) const;
  void choose_native_ids(Task& task) const;
  void find_keys(Task& task, const Decision& decision, FileObservations& observations);
  static void add_attributes(const Task& task, std::size_t first_item, FileObservations& observations);
  static std::int32_t largest(const std::vector<double>& values);

  std::vector<Task> tasks_;
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  NoteCollector notes_;
};

}  // namespace harmonograph
