// Samples of one or several tasks become observations: filters, duplicates, the metric that is the score, item ids,
// the right options and the views of the options are decided here, once all samples of the file are known.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "formats/file_observations.hpp"
#include "formats/format.hpp"
#include "formats/kept_texts.hpp"
#include "formats/lm_eval_columns.hpp"
#include "formats/lm_eval_sample.hpp"

namespace harmonograph {

class LmEvalCollector {
 public:
  void add(std::string_view task, LmEvalSample& sample);
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// Everything except model names, run and run_key (models is one empty name). Options used: filter, metric, choices.
  /// Errors: no_responses when no metric is a score in [0, 1] (it names the metrics and says why); invalid_argument
  /// when a chosen filter or metric is not in the file.
  Result<FileObservations> finish(const ReadOptions& options);

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  // A file may have a million rows: what they have of each kind lies in one vector of the task.
  struct Row {
    std::uint64_t fingerprint = 0;
    std::uint64_t line = 0;
    std::uint32_t item = 0;
    std::uint32_t filter = 0;              // index into Task::filters
    std::uint32_t log_likelihoods = none;  // place in Task::values; as many as the item has options
    std::uint32_t unconditional = none;
    std::uint32_t metrics = 0;  // place in Task::metric_values
    std::uint32_t metric_count = 0;
  };
  struct Item {
    FileItem item;
    std::uint32_t characters = none;  // place in Task::characters; as many as the item has options
  };
  struct Task {
    std::string name;
    std::vector<Row> rows;
    std::deque<Item> items;  // grows without being copied
    std::array<LmEvalKeys, key_sources> keys;
    std::vector<double> values;
    std::vector<std::uint32_t> characters;
    OptionFingerprints option_texts;                                   // of each item; empty as long as none has any
    std::vector<std::pair<std::uint32_t, MetricValue>> metric_values;  // index into metrics
    std::map<std::uint32_t, std::vector<std::int32_t>> several_keys;   // of the few items that have several
    std::vector<LmEvalNativeId> native_ids;
    std::vector<LmEvalAttribute> attributes;
    LmEvalIndex item_of;  // doc_id and doc_hash
    std::vector<std::string> filters;
    bool has_filter_key = false;
    std::vector<std::string> metrics;

    [[nodiscard]] std::span<const double> log_likelihoods_of(const Row& row) const {
      return values_at(row.log_likelihoods, row.item);
    }
    [[nodiscard]] std::span<const double> unconditional_of(const Row& row) const {
      return values_at(row.unconditional, row.item);
    }
    [[nodiscard]] std::span<const std::uint32_t> characters_of(std::uint32_t item) const {
      if (items[item].characters == none) return {};
      return {characters.data() + items[item].characters, items[item].item.option_count};
    }
    [[nodiscard]] std::span<const std::pair<std::uint32_t, MetricValue>> metrics_of(const Row& row) const {
      return {metric_values.data() + row.metrics, row.metric_count};
    }
    [[nodiscard]] const std::vector<std::int32_t>* several_keys_of(std::uint32_t item) const {
      const auto found = several_keys.find(item);
      return found == several_keys.end() ? nullptr : &found->second;
    }

   private:
    [[nodiscard]] std::span<const double> values_at(std::uint32_t place, std::uint32_t item) const {
      if (place == none) return {};
      return {values.data() + place, items[item].item.option_count};
    }
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

  std::uint32_t item_of(Task& task, LmEvalSample& sample);
  void name_filters_by_occurrence(Task& task);
  Decision choose_rows(Task& task, const std::string& filter);
  void choose_metric(const Task& task, Decision& decision, const std::string& metric) const;
  static void choose_native_ids(Task& task);
  void find_keys(Task& task, const Decision& decision, FileObservations& observations);
  static void add_attributes(const Task& task, std::size_t first_item, FileObservations& observations);

  std::vector<Task> tasks_;
  std::uint64_t rows_ = 0;
  std::uint64_t skipped_ = 0;
  KeptTexts texts_;
  NoteCollector notes_;
};

}  // namespace harmonograph
