#include "formats/lm_eval_collector.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "core/fingerprint.hpp"
#include "core/text.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_attributes = 30;

// Metrics that count errors: a value in [0, 1] is still not a score.
bool counts_errors(std::string_view metric) {
  const std::string name = to_lower(metric);
  for (const std::string_view part : {"perplexity", "bits_per_byte", "brier", "loss", "_stderr", "edit_distance"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  for (const std::string_view whole : {"mae", "mse", "rmse", "ter", "wer", "cer", "likelihood", "loglikelihood"}) {
    if (name == whole) return true;
  }
  return false;
}

std::string ordinal(std::size_t index) {
  constexpr std::array<std::string_view, 6> words{"first", "second", "third", "fourth", "fifth", "sixth"};
  return index < words.size() ? std::string(words[index]) : "number " + std::to_string(index + 1);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + names[i];
  return text;
}

std::string short_number(double value) {
  std::string text = std::to_string(value);
  while (!text.empty() && text.back() == '0') text.pop_back();
  if (!text.empty() && text.back() == '.') text.pop_back();
  return text;
}

/// Log-likelihoods per character; NaN where there is no character.
std::vector<double> per_character(std::span<const double> values, std::span<const std::uint32_t> characters) {
  std::vector<double> result(values.size(), missing);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (characters[i] > 0) result[i] = values[i] / static_cast<double>(characters[i]);
  }
  return result;
}

std::vector<double> difference(std::span<const double> values, std::span<const double> unconditional) {
  std::vector<double> result(values.size(), missing);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double each = values[i] - unconditional[i];  // -inf minus -inf is no number
    if (!std::isnan(each)) result[i] = each;
  }
  return result;
}

void add_alternative(std::vector<Alternative>& alternatives, const std::string& name, std::uint64_t rows) {
  for (Alternative& each : alternatives) {
    if (each.name == name) {
      each.rows += rows;
      return;
    }
  }
  alternatives.push_back({name, rows});
}

/// The first of the largest values; -1 when one is missing.
std::int32_t largest(std::span<const double> values) {
  std::int32_t best = -1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) return -1;
    if (best < 0 || values[i] > values[static_cast<std::size_t>(best)]) best = static_cast<std::int32_t>(i);
  }
  return best;
}

std::string option_or_empty(const ReadOptions& options, const char* name) {
  const auto found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

}  // namespace

std::string LmEvalCollector::MetricSummary::why_not() const {
  if (lower_is_better) return "lower is better";
  if (outside > 0)
    return "values from " + short_number(smallest) + " to " + short_number(largest) + ", not within 0 to 1";
  if (not_a_score > 0) {
    return "a text or a pair of target and prediction, not a number, in " +
           counted(static_cast<std::size_t>(not_a_score), "row");
  }
  return "no number in any row";
}

std::uint32_t LmEvalCollector::item_of(Task& task, LmEvalSample& sample) {
  const std::uint64_t hash = mixed_bits(static_cast<std::uint64_t>(sample.position)) ^ fingerprint(sample.content_hash);
  const std::uint32_t index = task.item_of.find_or_add(hash, [&](std::uint32_t number) {
    const FileItem& known = task.items[number].item;
    return known.position == sample.position && known.content_hash == sample.content_hash;
  });
  if (index < task.items.size()) return index;

  Item item;
  item.item.content_hash = sample.content_hash;
  item.item.position = sample.position;
  item.item.option_count = static_cast<std::uint32_t>(sample.log_likelihoods.size());
  item.item.line = sample.line;
  item.item.text = sample.text;
  texts_.keep(item.item.text, sample.line, notes_);
  if (!sample.characters.empty()) {
    item.characters = static_cast<std::uint32_t>(task.characters.size());
    task.characters.insert(task.characters.end(), sample.characters.begin(), sample.characters.end());
  }
  if (!sample.several_keys.empty()) task.several_keys[index] = sample.several_keys;
  const bool needs_key = item.item.option_count > 1 && sample.several_keys.empty();
  for (std::size_t source = 0; source < key_sources; ++source) {
    LmEvalKeys& keys = task.keys[source];
    if (!keys.resolves) continue;
    if (needs_key && sample.keys[source] < 0) {
      keys = {false, {}};
    } else {
      keys.of_item.push_back(sample.keys[source]);
    }
  }
  if (!sample.option_texts.empty()) {
    // Those of items before that have none.
    task.option_texts.first.resize(index + 1, static_cast<std::uint32_t>(task.option_texts.values.size()));
    task.option_texts.add(sample.option_texts);
  }
  take_native_ids(task.native_ids, sample, index);
  take_attributes(task.attributes, sample, index);
  task.items.push_back(std::move(item));
  return index;
}

void LmEvalCollector::add(std::string_view task_name, LmEvalSample& sample) {
  ++rows_;
  auto task = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& each) { return each.name == task_name; });
  if (task == tasks_.end()) {
    tasks_.emplace_back();
    task = tasks_.end() - 1;
    task->name = task_name;
  }
  if (sample.position < 0) {
    ++skipped_;
    notes_.count("no_doc_id", Severity::warning, sample.line);
    return;
  }

  Row row;
  row.item = item_of(*task, sample);
  row.line = sample.line;
  row.fingerprint = sample.fingerprint;
  const auto keep = [&](const std::vector<double>& values) {
    if (values.empty()) return none;
    const auto place = static_cast<std::uint32_t>(task->values.size());
    task->values.insert(task->values.end(), values.begin(), values.end());
    return place;
  };
  if (sample.log_likelihoods.size() == task->items[row.item].item.option_count) {
    row.log_likelihoods = keep(sample.log_likelihoods);
    if (sample.unconditional.size() == sample.log_likelihoods.size()) row.unconditional = keep(sample.unconditional);
  } else {
    notes_.count("option_count_differs", Severity::warning, sample.line);
  }
  row.metrics = static_cast<std::uint32_t>(task->metric_values.size());
  row.metric_count = static_cast<std::uint32_t>(sample.metrics.size());
  for (const auto& [name, value] : sample.metrics) {
    const auto found = std::find(task->metrics.begin(), task->metrics.end(), name);
    task->metric_values.emplace_back(static_cast<std::uint32_t>(found - task->metrics.begin()), value);
    if (found == task->metrics.end()) task->metrics.emplace_back(name);
  }
  if (sample.has_filter) task->has_filter_key = true;
  const auto filter = std::find(task->filters.begin(), task->filters.end(), sample.filter);
  row.filter = static_cast<std::uint32_t>(filter - task->filters.begin());
  if (filter == task->filters.end()) task->filters.emplace_back(sample.filter);
  task->rows.push_back(row);
}

/// Before 0.4.7 no line names its filter: a question then stands once a filter, in the order of the filters.
void LmEvalCollector::name_filters_by_occurrence(Task& task) {
  std::vector<std::uint32_t> occurrences(task.items.size(), 0);
  std::vector<std::uint64_t> first_fingerprint(task.items.size(), 0);
  std::vector<std::uint32_t> number(task.rows.size(), 0);
  bool differs = false;
  for (std::size_t r = 0; r < task.rows.size(); ++r) {
    const Row& row = task.rows[r];
    number[r] = occurrences[row.item]++;
    if (number[r] == 0) first_fingerprint[row.item] = row.fingerprint;
    if (row.fingerprint != first_fingerprint[row.item]) differs = true;
  }
  const std::uint32_t count = occurrences.front();
  const bool same_count =
      std::all_of(occurrences.begin(), occurrences.end(), [&](std::uint32_t each) { return each == count; });
  // Equal answers throughout are a run that was appended again, and so are questions that repeat unevenly.
  if (count < 2 || !same_count || !differs) return;
  task.filters.clear();
  for (std::uint32_t i = 0; i < count; ++i) task.filters.push_back(ordinal(i));
  for (std::size_t r = 0; r < task.rows.size(); ++r) task.rows[r].filter = number[r];
  notes_.add({"filters_by_occurrence",
              Severity::info,
              "Every question stands " + std::to_string(count) +
                  " times with different results and no line names its filter: they were told apart by their order.",
              task.rows.size(),
              {}});
}

LmEvalCollector::Decision LmEvalCollector::choose_rows(Task& task, const std::string& filter) {
  Decision decision;
  if (!task.has_filter_key && !task.items.empty()) name_filters_by_occurrence(task);
  const auto chosen = std::find(task.filters.begin(), task.filters.end(), filter);
  decision.filter = chosen == task.filters.end() ? 0 : static_cast<std::uint32_t>(chosen - task.filters.begin());

  std::vector<std::int64_t> kept(task.items.size(), -1);
  for (std::size_t r = 0; r < task.rows.size(); ++r) {
    const Row& row = task.rows[r];
    if (row.filter != decision.filter) {
      ++skipped_;
      notes_.count("other_filters", Severity::info, row.line);
      continue;
    }
    if (kept[row.item] >= 0) {
      ++skipped_;
      const bool same = task.rows[static_cast<std::size_t>(kept[row.item])].fingerprint == row.fingerprint;
      notes_.count(same ? "duplicates" : "conflicting_duplicates", same ? Severity::info : Severity::warning, row.line);
      continue;
    }
    kept[row.item] = static_cast<std::int64_t>(r);
    decision.rows.push_back(static_cast<std::uint32_t>(r));
  }

  decision.summaries.resize(task.metrics.size());
  for (std::size_t m = 0; m < task.metrics.size(); ++m) {
    decision.summaries[m].lower_is_better = counts_errors(task.metrics[m]);
  }
  for (const std::uint32_t r : decision.rows) {
    for (const auto& [m, value] : task.metrics_of(task.rows[r])) {
      MetricSummary& summary = decision.summaries[m];
      if (value.kind == MetricKind::missing) {
        ++summary.missing;
      } else if (value.kind == MetricKind::not_a_score) {
        ++summary.not_a_score;
      } else {
        const bool any = summary.usable + summary.outside > 0;
        summary.smallest = any ? std::min(summary.smallest, value.value) : value.value;
        summary.largest = any ? std::max(summary.largest, value.value) : value.value;
        const bool inside = value.value >= 0 && value.value <= 1;
        ++(inside ? summary.usable : summary.outside);
      }
    }
  }
  return decision;
}

void LmEvalCollector::choose_metric(const Task& task, Decision& decision, const std::string& metric) const {
  const auto find = [&](std::string_view name) -> std::int64_t {
    for (std::size_t m = 0; m < task.metrics.size(); ++m) {
      if (task.metrics[m] == name && decision.summaries[m].is_score()) return static_cast<std::int64_t>(m);
    }
    return -1;
  };
  if (!metric.empty()) decision.metric = find(metric);
  for (const std::string_view name : {"acc", "exact_match", "acc_norm"}) {
    if (decision.metric < 0) decision.metric = find(name);
  }
  for (std::size_t m = 0; m < task.metrics.size() && decision.metric < 0; ++m) decision.metric = find(task.metrics[m]);
}

/// A field is the data set's own id when every item has one, all differ, and it is not just the row number.
void LmEvalCollector::choose_native_ids(Task& task) {
  for (const LmEvalNativeId& field : task.native_ids) {
    if (field.is_position || field.ends.size() != task.items.size()) continue;
    std::unordered_set<std::string_view> seen;
    seen.reserve(task.items.size());
    bool differ = true;
    for (std::size_t i = 0; i < task.items.size() && differ; ++i) differ = seen.insert(field.text(i)).second;
    if (!differ) continue;
    for (std::size_t i = 0; i < task.items.size(); ++i) task.items[i].item.native_id = field.text(i);
    break;
  }
  task.native_ids.clear();
  task.native_ids.shrink_to_fit();
}

/// Finds out how the file states the right option: the first way that resolves for every item and explains the file's
/// own 0/1 metric on every row. Where no way does, the metric itself tells: the chosen option is right, or, of two, the
/// other.
void LmEvalCollector::find_keys(Task& task, const Decision& decision, FileObservations& observations) {
  struct Check {
    std::uint32_t item;
    std::int32_t chosen;  // by the view that the metric is computed from
    bool correct;
  };
  const auto checks_for = [&](std::string_view metric) {
    std::vector<Check> checks;
    const auto found = std::find(task.metrics.begin(), task.metrics.end(), metric);
    if (found == task.metrics.end()) return checks;
    const auto m = static_cast<std::uint32_t>(found - task.metrics.begin());
    for (const std::uint32_t r : decision.rows) {
      const Row& row = task.rows[r];
      const auto log_likelihoods = task.log_likelihoods_of(row);
      const auto characters = task.characters_of(row.item);
      const auto unconditional = task.unconditional_of(row);
      if (log_likelihoods.empty()) continue;
      const auto metrics = task.metrics_of(row);
      const auto value =
          std::find_if(metrics.begin(), metrics.end(), [&](const auto& each) { return each.first == m; });
      if (value == metrics.end() || value->second.kind != MetricKind::number) continue;
      if (value->second.value != 0 && value->second.value != 1) return std::vector<Check>();
      std::int32_t chosen = -1;
      if (metric == "acc") {
        chosen = largest(log_likelihoods);
      } else if (metric == "acc_norm" && !characters.empty()) {
        chosen = largest(per_character(log_likelihoods, characters));
      } else if (metric == "acc_mutual_info" && !unconditional.empty()) {
        chosen = largest(difference(log_likelihoods, unconditional));
      }
      if (chosen >= 0) checks.push_back({row.item, chosen, value->second.value == 1});
    }
    return checks;
  };

  std::vector<Check> checks;
  for (const std::string_view metric : {"acc", "acc_norm", "acc_mutual_info"}) {
    if (checks.empty()) checks = checks_for(metric);
  }
  std::vector<bool> with_options(task.items.size(), false);
  std::size_t items_with_options = 0;
  for (std::size_t i = 0; i < task.items.size(); ++i) {
    with_options[i] = task.items[i].item.option_count > 1;
    if (with_options[i]) ++items_with_options;
  }
  if (items_with_options == 0) return;

  const auto is_key = [&](std::uint32_t item, std::size_t source, std::int32_t option) {
    if (const auto* several = task.several_keys_of(item)) {
      return std::find(several->begin(), several->end(), option) != several->end();
    }
    return task.keys[source].of_item[item] == option;
  };
  std::int64_t best = -1;
  for (std::size_t source = 0; source < key_sources && best < 0; ++source) {
    const bool agrees =
        task.keys[source].resolves && std::all_of(checks.begin(), checks.end(), [&](const Check& check) {
          return is_key(check.item, source, check.chosen) == check.correct;
        });
    if (agrees) best = static_cast<std::int64_t>(source);
  }
  if (best < 0 && !checks.empty()) {
    // A few rows that disagree are for the reader to see, when the way fits nearly all rows.
    std::size_t fewest = checks.size() / 20 + 1;
    for (std::size_t source = 0; source < key_sources; ++source) {
      if (!task.keys[source].resolves) continue;
      std::size_t disagree = 0;
      for (const Check& check : checks) {
        if (is_key(check.item, source, check.chosen) != check.correct) ++disagree;
      }
      if (disagree < fewest) {
        fewest = disagree;
        best = static_cast<std::int64_t>(source);
      }
    }
  }

  if (best >= 0) {
    const auto source = static_cast<std::size_t>(best);
    for (std::size_t i = 0; i < task.items.size(); ++i) {
      Item& item = task.items[i];
      if (with_options[i] && task.several_keys_of(static_cast<std::uint32_t>(i)) == nullptr) {
        item.item.key = task.keys[source].of_item[i];
      }
    }
    for (const Check& check : checks) {
      ++observations.argmax_compared;
      if (is_key(check.item, source, check.chosen) != check.correct) ++observations.argmax_disagreements;
    }
    return;
  }
  std::size_t found = 0;
  for (const Check& check : checks) {
    FileItem& item = task.items[check.item].item;
    if (check.correct) {
      item.key = check.chosen;
    } else if (item.option_count == 2) {
      item.key = 1 - check.chosen;
    }
    if (item.key >= 0) ++found;
  }
  const std::string of_task = task.name.empty() ? "" : " of " + task.name;
  if (found > 0) {
    notes_.add(
        {"keys_from_score",
         Severity::info,
         "The right option of " + counted(found, "item") + of_task +
             " was taken from the option with the largest value and the score, because the file does not state it.",
         found,
         {}});
  }
  if (found < items_with_options) {
    notes_.add({"keys_unknown",
                Severity::info,
                "The right option of " + counted(items_with_options - found, "item") + of_task +
                    " is not known: nothing in the file that could state it agrees with the score.",
                items_with_options - found,
                {}});
  }
}

/// Short fields of the data set that group items: names known for it, or fields with few different values.
void LmEvalCollector::add_attributes(const Task& task, std::size_t first_item, FileObservations& observations) {
  constexpr std::array<std::string_view, 14> known{"subject",    "category", "subcategory", "type",         "level",
                                                   "difficulty", "domain",   "topic",       "group",        "language",
                                                   "source",     "src",      "task",        "solution_type"};
  std::map<std::string_view, const LmEvalAttribute*> fields;  // in the order of their names
  for (const LmEvalAttribute& each : task.attributes) fields[each.name] = &each;
  // Known names first: they must not fall to the limit.
  std::vector<const LmEvalAttribute*> order;
  const auto is_known = [&](std::string_view name) {
    const std::string lower = to_lower(name);
    return std::find(known.begin(), known.end(), lower) != known.end();
  };
  for (const bool wanted : {true, false}) {
    for (const auto& [name, field] : fields) {
      if (is_known(name) != wanted || field->too_many) continue;
      if (!wanted && field->values.size() * 2 > field->items) continue;
      order.push_back(field);
    }
  }
  for (const LmEvalAttribute* field : order) {
    auto attribute = std::find_if(observations.attributes.begin(), observations.attributes.end(),
                                  [&](const ItemAttribute& each) { return each.name == field->name; });
    if (attribute == observations.attributes.end()) {
      if (observations.attributes.size() >= most_attributes) continue;
      observations.attributes.push_back({field->name, {}});
      attribute = observations.attributes.end() - 1;
    }
    attribute->values.resize(first_item + task.items.size());
    for (std::size_t i = 0; i < field->of_item.size(); ++i) {
      if (field->of_item[i] > 0) attribute->values[first_item + i] = field->values[field->of_item[i] - 1U];
    }
  }
}

Result<FileObservations> LmEvalCollector::finish(const ReadOptions& options) {
  const std::string wanted_filter = option_or_empty(options, "filter");
  const std::string wanted_metric = option_or_empty(options, "metric");
  const std::string wanted_choices = option_or_empty(options, "choices");

  FileObservations observations;
  observations.models = {""};
  std::vector<Decision> decisions;
  for (Task& task : tasks_) {
    decisions.push_back(choose_rows(task, wanted_filter));
    choose_metric(task, decisions.back(), wanted_metric);
    choose_native_ids(task);
  }
  std::vector<std::string> unusable;
  std::set<std::string> chosen_metrics;
  std::set<std::string> chosen_filters;
  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    const Task& task = tasks_[t];
    const Decision& decision = decisions[t];
    std::vector<std::uint64_t> per_filter(task.filters.size(), 0);
    for (const Row& row : task.rows) ++per_filter[row.filter];
    for (std::size_t f = 0; f < task.filters.size(); ++f) {
      if (task.has_filter_key || task.filters.size() > 1) {
        add_alternative(observations.filters, task.filters[f], per_filter[f]);
      }
    }
    for (std::size_t m = 0; m < task.metrics.size(); ++m) {
      const MetricSummary& summary = decision.summaries[m];
      add_alternative(observations.metrics, task.metrics[m], summary.is_score() ? summary.usable : 0);
      if (!summary.is_score()) {
        std::string reason = task.metrics[m] + " (" + summary.why_not() + ")";
        if (std::find(unusable.begin(), unusable.end(), reason) == unusable.end())
          unusable.push_back(std::move(reason));
      }
    }
    if (!decision.rows.empty()) chosen_filters.insert(task.filters[decision.filter]);
    if (decision.metric >= 0) chosen_metrics.insert(task.metrics[static_cast<std::size_t>(decision.metric)]);
  }
  const auto names_of = [](const std::vector<Alternative>& alternatives) {
    std::vector<std::string> names;
    for (const Alternative& each : alternatives) names.push_back(each.name);
    return names;
  };
  if (!wanted_filter.empty() && chosen_filters.count(wanted_filter) == 0) {
    return Error{ErrorCode::invalid_argument,
                 "The file has no filter named \"" + wanted_filter + "\".",
                 {},
                 0,
                 observations.filters.empty() ? "It has no filters."
                                              : "It has: " + listed(names_of(observations.filters)) + "."};
  }
  if (!wanted_metric.empty() && chosen_metrics.count(wanted_metric) == 0) {
    for (const std::string& reason : unusable) {
      if (reason.rfind(wanted_metric + " (", 0) != 0) continue;
      return Error{ErrorCode::invalid_argument, "The metric cannot be used as a score: " + reason + ".", {}, 0, {}};
    }
    return Error{ErrorCode::invalid_argument,
                 "The file has no metric named \"" + wanted_metric + "\".",
                 {},
                 0,
                 "It has: " + listed(names_of(observations.metrics)) + "."};
  }
  if (chosen_metrics.empty()) {
    std::string message = "No metric in this file is a score between 0 and 1";
    message += unusable.empty() ? "; no row has a metric." : ": " + listed(unusable) + ".";
    return Error{ErrorCode::no_responses,
                 std::move(message),
                 {},
                 0,
                 "Log a per-item metric between 0 and 1, such as acc or exact_match."};
  }
  std::vector<std::string> otherwise;
  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    if (decisions[t].metric < 0) continue;
    const std::string& metric = tasks_[t].metrics[static_cast<std::size_t>(decisions[t].metric)];
    const std::string& filter = tasks_[t].filters[decisions[t].filter];
    const bool other_metric = !wanted_metric.empty() && metric != wanted_metric;
    const bool other_filter = !wanted_filter.empty() && filter != wanted_filter;
    if (other_metric || other_filter) otherwise.push_back(tasks_[t].name);
  }
  if (!otherwise.empty()) {
    notes_.add({"choice_not_in_task",
                Severity::info,
                counted(otherwise.size(), "task") +
                    " do not have the chosen filter or metric and were read with their own: " + listed(otherwise) + ".",
                otherwise.size(),
                {}});
  }
  observations.filter = chosen_filters.size() == 1 ? *chosen_filters.begin() : wanted_filter;
  if (chosen_metrics.size() == 1) {
    observations.metric = *chosen_metrics.begin();
  } else {
    observations.metric = listed({chosen_metrics.begin(), chosen_metrics.end()});
  }

  ChoiceSet raw{"log-likelihood", ChoiceKind::log_likelihood, {}, {}};
  ChoiceSet normalised{"log-likelihood per character", ChoiceKind::log_likelihood, {}, {}};
  ChoiceSet conditional{"log-likelihood minus unconditional", ChoiceKind::log_likelihood, {}, {}};
  bool lengths_matter = false;
  bool first_is_normalised = true;  // of the tasks with options: all scored by acc_norm
  bool first_is_conditional = true;
  const auto append = [](ChoiceSet& set, std::span<const double> values) {
    if (values.empty()) {
      set.first.push_back(no_index);
      return;
    }
    set.first.push_back(static_cast<std::uint32_t>(set.values.size()));
    set.values.insert(set.values.end(), values.begin(), values.end());
  };

  for (std::size_t t = 0; t < tasks_.size(); ++t) {
    Task& task = tasks_[t];
    const Decision& decision = decisions[t];
    find_keys(task, decision, observations);
    const std::size_t first_item = observations.items.size();
    const auto benchmark = static_cast<std::uint32_t>(observations.benchmarks.size());
    observations.benchmarks.push_back(task.name);
    observations.items.reserve(first_item + task.items.size());
    if (!task.option_texts.first.empty()) {
      OptionFingerprints& texts = observations.option_fingerprints;
      texts.first.resize(first_item + 1, static_cast<std::uint32_t>(texts.values.size()));
      for (std::size_t i = 0; i < task.items.size(); ++i) texts.add(task.option_texts.of(i));
      task.option_texts = {};
    }
    for (Item& item : task.items) {
      item.item.benchmark = benchmark;
      observations.items.push_back(std::move(item.item));
    }
    add_attributes(task, first_item, observations);

    const std::string metric = decision.metric < 0 ? "" : task.metrics[static_cast<std::size_t>(decision.metric)];
    if (decision.metric < 0 && !decision.rows.empty()) {
      notes_.add({"no_usable_metric",
                  Severity::warning,
                  task.name + " has no metric between 0 and 1; its " + counted(decision.rows.size(), "row") +
                      " gave no score.",
                  decision.rows.size(),
                  {}});
    }
    for (const std::uint32_t r : decision.rows) {
      const Row& row = task.rows[r];
      const auto log_likelihoods = task.log_likelihoods_of(row);
      const auto unconditional = task.unconditional_of(row);
      const auto characters = task.characters_of(row.item);
      const auto metrics = task.metrics_of(row);
      const auto value = std::find_if(metrics.begin(), metrics.end(), [&](const auto& each) {
        return static_cast<std::int64_t>(each.first) == decision.metric;
      });
      double score = missing;
      if (value != metrics.end() && value->second.kind == MetricKind::number) {
        score = value->second.value;
      } else if (decision.metric >= 0) {
        const bool text = value != metrics.end() && value->second.kind == MetricKind::not_a_score;
        notes_.count(text ? "metric_not_a_score" : "metric_missing", Severity::warning, row.line);
      }
      if (std::isnan(score) && log_likelihoods.empty()) {
        ++skipped_;
        continue;
      }
      observations.responses.model.push_back(0);
      observations.responses.item.push_back(static_cast<std::uint32_t>(first_item) + row.item);
      observations.responses.score.push_back(score);
      append(raw, log_likelihoods);
      const bool has_lengths = !log_likelihoods.empty() && characters.size() == log_likelihoods.size();
      append(normalised, has_lengths ? per_character(log_likelihoods, characters) : std::vector<double>());
      const bool has_unconditional = unconditional.size() == log_likelihoods.size();
      append(conditional, has_unconditional ? difference(log_likelihoods, unconditional) : std::vector<double>());
      if (has_lengths && std::any_of(characters.begin(), characters.end(), [](auto n) { return n != 1; })) {
        lengths_matter = true;
      }
      if (!log_likelihoods.empty()) {
        if (metric != "acc_norm") first_is_normalised = false;
        if (metric != "acc_mutual_info") first_is_conditional = false;
      }
    }
  }
  for (ItemAttribute& attribute : observations.attributes) attribute.values.resize(observations.items.size());

  // With options of one character each the second view would repeat the first.
  std::vector<ChoiceSet>& choices = observations.responses.choices;
  if (!raw.values.empty()) choices.push_back(std::move(raw));
  if (lengths_matter) choices.push_back(std::move(normalised));
  if (!conditional.values.empty()) choices.push_back(std::move(conditional));
  std::string front = wanted_choices;
  if (front.empty() && first_is_normalised) front = "log-likelihood per character";
  if (front.empty() && first_is_conditional) front = "log-likelihood minus unconditional";
  std::stable_partition(choices.begin(), choices.end(), [&](const ChoiceSet& set) { return set.name == front; });

  observations.rows_read = rows_;
  observations.rows_skipped = skipped_;
  KeptTexts::describe(notes_);
  notes_.describe("no_doc_id", "{n} records without a doc_id were left out.");
  notes_.describe(
      "option_count_differs",
      "{n} rows have another number of options than an earlier row of the same question; their option values "
      "were left out.");
  std::string others;
  for (const Alternative& each : observations.filters) {
    if (chosen_filters.count(each.name) == 0) others += (others.empty() ? "" : ", ") + each.name;
  }
  notes_.describe("other_filters", "{n} rows of other filters (" + others + ") were set aside.");
  notes_.describe("duplicates", "{n} rows repeat an earlier row of the same question; the first was kept.");
  notes_.describe("conflicting_duplicates", "{n} rows repeat a question with a different answer; the first was kept.");
  notes_.describe("metric_missing", "{n} rows have no value of the metric (absent, NaN or infinite).");
  notes_.describe("metric_not_a_score",
                  "{n} rows have a text or a pair of target and prediction where the score should be.");
  if (observations.argmax_disagreements > 0) {
    notes_.add({"argmax_differs",
                Severity::warning,
                "In " + in_groups(observations.argmax_disagreements) + " of " +
                    counted(static_cast<std::size_t>(observations.argmax_compared), "row") +
                    " the option with the largest value does not give the file's score.",
                observations.argmax_disagreements,
                {}});
  }
  observations.notes = notes_.take();
  return observations;
}

}  // namespace harmonograph
