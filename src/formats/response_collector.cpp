#include "formats/response_collector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/text.hpp"
#include "formats/option_texts.hpp"
#include "formats/score_scale.hpp"

namespace harmonograph {
namespace {

std::uint32_t index_of(std::string_view name, std::map<std::string, std::uint32_t, std::less<>>& known,
                       std::vector<std::string>& names) {
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  const auto index = static_cast<std::uint32_t>(names.size());
  known.emplace(name, index);
  names.emplace_back(name);
  return index;
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < 8; ++i) text += (i > 0 ? ", " : "") + ("\"" + names[i] + "\"");
  if (names.size() > 8) text += " ...";
  return text;
}

}  // namespace

std::uint32_t ResponseCollector::model(std::string_view name) {
  return index_of(trim(name), model_index_, models_);
}

std::uint32_t ResponseCollector::benchmark(std::string_view name) {
  return index_of(trim(name), benchmark_index_, benchmarks_);
}

ResponseCollector::OptionOrder ResponseCollector::order_of(std::uint32_t item, std::span<const std::uint64_t> options,
                                                           std::uint64_t line) {
  if (options.empty() || item >= option_places_.size() || option_places_[item].count == 0) return OptionOrder::as_is;
  const OptionPlace place = option_places_[item];
  const std::span<const std::uint64_t> known(option_values_.data() + place.first, place.count);
  switch (match_options(known, options, option_order_)) {
    case OptionMatch::same: return OptionOrder::as_is;
    case OptionMatch::reordered: notes_.count("options_reordered", Severity::info, line); return OptionOrder::reordered;
    case OptionMatch::ambiguous:
    case OptionMatch::different: break;
  }
  notes_.count("options_differ", Severity::warning, line);
  return OptionOrder::left_out;
}

void ResponseCollector::keep_options(std::uint32_t item, std::span<const std::uint64_t> options) {
  if (options.empty()) return;
  if (option_places_.size() <= item) option_places_.resize(item + 1);
  if (option_places_[item].count > 0) return;
  option_places_[item] = {static_cast<std::uint32_t>(option_values_.size()),
                          static_cast<std::uint32_t>(options.size())};
  option_values_.insert(option_values_.end(), options.begin(), options.end());
}

std::uint32_t ResponseCollector::item(FileItem item, std::span<const std::uint64_t> options) {
  ItemIdentity identity{item.benchmark, {}};
  if (!item.native_id.empty()) {
    identity.text = "i" + item.native_id;
  } else if (!item.content_hash.empty()) {
    identity.text = "h" + item.content_hash;
  } else {
    identity.text = "p" + std::to_string(item.position);
  }
  item.text = std::string(truncate_utf8(item.text, 4000));
  const auto [place, is_new] = item_index_.try_emplace(identity, static_cast<std::uint32_t>(items_.size()));
  last_item_ = place->second;
  last_order_ = is_new ? OptionOrder::as_is : order_of(place->second, options, item.line);
  if (last_order_ == OptionOrder::as_is) keep_options(place->second, options);
  if (is_new) {
    texts_.keep(item.text, item.line, notes_);
    items_.push_back(std::move(item));
    key_differs_.push_back(false);
    return place->second;
  }
  if (last_order_ == OptionOrder::left_out) {
    item.key = -1;
    item.option_count = 0;
  } else if (last_order_ == OptionOrder::reordered && item.key >= 0 &&
             static_cast<std::size_t>(item.key) < option_order_.size()) {
    item.key = static_cast<std::int32_t>(option_order_[static_cast<std::size_t>(item.key)]);
  }
  FileItem& known = items_[place->second];
  if (known.text.empty()) known.text = std::move(item.text);
  if (known.content_hash.empty()) known.content_hash = std::move(item.content_hash);
  if (known.position < 0) known.position = item.position;
  known.option_count = std::max(known.option_count, item.option_count);
  if (item.key >= 0 && !key_differs_[place->second]) {
    if (known.key < 0) {
      known.key = item.key;
    } else if (known.key != item.key) {
      key_differs_[place->second] = true;
      known.key = -1;
      notes_.count("key_differs", Severity::warning, item.line);
    }
  }
  return place->second;
}

void ResponseCollector::attribute(std::uint32_t item, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  auto found = attribute_index_.find(name);
  if (found == attribute_index_.end()) {
    found = attribute_index_.emplace(name, static_cast<std::uint32_t>(attributes_.size())).first;
    attributes_.push_back({std::string(name), {}});
  }
  std::vector<std::string>& values = attributes_[found->second].values;
  if (values.size() <= item) values.resize(item + 1);
  if (values[item].empty()) {
    values[item] = std::string(truncate_utf8(value, 4000));
  } else if (values[item] != truncate_utf8(value, 4000)) {
    notes_.count("attribute_differs", Severity::warning, 0);
  }
}

void ResponseCollector::respond(std::uint32_t model, std::uint32_t item, std::uint64_t line) {
  entries_.push_back({model, item, line, -1, {}, {}});
  response_order_ = item == last_item_ ? last_order_ : OptionOrder::as_is;
}

void ResponseCollector::score(std::string_view metric, double value) {
  auto found = metric_index_.find(metric);
  if (found == metric_index_.end()) {
    found = metric_index_.emplace(metric, static_cast<std::uint32_t>(metrics_.size())).first;
    metrics_.push_back({std::string(metric), 0, 0, 0, 0, 0});
  }
  Metric& about = metrics_[found->second];
  if (std::isnan(value)) {
    ++about.missing;
  } else {
    const bool is_first = about.usable + about.outside == 0;
    about.smallest = is_first ? value : std::min(about.smallest, value);
    about.largest = is_first ? value : std::max(about.largest, value);
    ++(value >= 0 && value <= 1 ? about.usable : about.outside);
  }
  entries_.back().scores.emplace_back(found->second, value);
}

void ResponseCollector::chosen(std::int32_t option) {
  if (response_order_ == OptionOrder::left_out) return;
  if (response_order_ == OptionOrder::reordered && option >= 0 &&
      static_cast<std::size_t>(option) < option_order_.size()) {
    option = static_cast<std::int32_t>(option_order_[static_cast<std::size_t>(option)]);
  }
  entries_.back().chosen = option;
}

void ResponseCollector::log_likelihoods(std::string_view set, std::span<const double> values) {
  const bool any = std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (any) choices(set, ChoiceKind::log_likelihood, values);
}

void ResponseCollector::choices(std::string_view set, ChoiceKind kind, std::span<const double> values) {
  if (response_order_ == OptionOrder::left_out) return;
  auto found = std::find_if(sets_.begin(), sets_.end(), [&](const NamedSet& one) { return one.name == set; });
  if (found == sets_.end()) found = sets_.insert(sets_.end(), {std::string(set), kind});
  const auto index = static_cast<std::uint32_t>(found - sets_.begin());
  std::vector<double> ordered(values.begin(), values.end());
  for (double& value : ordered) {
    const bool impossible =
        value == std::numeric_limits<double>::infinity() || (kind == ChoiceKind::probability && value < 0);
    if (!impossible) continue;
    value = missing;
    notes_.count("impossible_option_values", Severity::warning, entries_.back().line);
  }
  if (response_order_ == OptionOrder::reordered && values.size() == option_order_.size()) {
    const std::vector<double> given = ordered;
    for (std::size_t c = 0; c < given.size(); ++c) ordered[option_order_[c]] = given[c];
  }
  entries_.back().choice_sets.emplace_back(index, std::move(ordered));
  FileItem& item = items_[entries_.back().item];
  item.option_count = std::max(item.option_count, static_cast<std::uint32_t>(values.size()));
}

Result<std::uint32_t> ResponseCollector::choose_metric(const std::vector<std::string>& preferred) const {
  std::vector<std::string> names;
  for (const Metric& metric : metrics_) names.push_back(metric.name);
  const auto is_score = [&](std::uint32_t m) { return metrics_[m].usable > 0 && metrics_[m].outside == 0; };
  const auto why_not = [&](const Metric& metric) {
    if (metric.usable + metric.outside == 0) return "\"" + metric.name + "\" is always missing";
    return "\"" + metric.name + "\" goes from " + short_number(metric.smallest) + " to " + short_number(metric.largest);
  };
  const auto wanted = options_.find("metric");
  if (wanted != options_.end() && !wanted->second.empty()) {
    const auto found = metric_index_.find(wanted->second);
    if (found == metric_index_.end()) {
      return Error{ErrorCode::not_found,
                   "The file has no metric \"" + wanted->second + "\".",
                   {},
                   0,
                   names.empty() ? "It has none at all." : "It has " + quoted_list(names) + "."};
    }
    if (!is_score(found->second)) {
      return Error{ErrorCode::no_responses,
                   "The metric cannot be the score: " + why_not(metrics_[found->second]) + ".",
                   {},
                   0,
                   "Scores are between 0 and 1; choose another metric."};
    }
    return found->second;
  }
  for (const std::string& name : preferred) {
    const auto found = metric_index_.find(name);
    if (found != metric_index_.end() && is_score(found->second)) return found->second;
  }
  for (std::uint32_t m = 0; m < metrics_.size(); ++m) {
    if (is_score(m)) return m;
  }
  std::string reasons;
  for (std::size_t m = 0; m < metrics_.size() && m < 4; ++m) {
    reasons += (reasons.empty() ? " " : ", ") + why_not(metrics_[m]);
  }
  return Error{ErrorCode::no_responses,
               metrics_.empty() ? "The file holds no score of any model on any item."
                                : "No metric of the file is a score between 0 and 1:" + reasons + ".",
               {},
               0,
               "Bring the file with a score for each item."};
}

std::string ResponseCollector::chosen_name(const std::string& option, std::size_t count) const {
  const auto found = options_.find(option);
  return count == 1 && found != options_.end() ? found->second : std::string();
}

void ResponseCollector::write_choices(FileResponses& responses, const std::vector<std::uint32_t>& kept) {
  const auto first_choice = options_.find("choices");
  std::vector<std::uint32_t> order(sets_.size());
  for (std::uint32_t s = 0; s < sets_.size(); ++s) order[s] = s;
  if (first_choice != options_.end()) {
    std::stable_partition(order.begin(), order.end(),
                          [&](std::uint32_t s) { return sets_[s].name == first_choice->second; });
  }
  for (const std::uint32_t s : order) {
    ChoiceSet set;
    set.name = sets_[s].name;
    set.kind = sets_[s].kind;
    for (const std::uint32_t entry : kept) {
      const auto& all = entries_[entry].choice_sets;
      const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == s; });
      if (found == all.end()) {
        set.first.push_back(no_index);
        continue;
      }
      set.first.push_back(static_cast<std::uint32_t>(set.values.size()));
      set.values.insert(set.values.end(), found->second.begin(), found->second.end());
      set.values.resize(set.first.back() + items_[entries_[entry].item].option_count, missing);
    }
    responses.choices.push_back(std::move(set));
  }
}

Result<FileObservations> ResponseCollector::finish(const std::vector<std::string>& preferred) {
  const auto metric = choose_metric(preferred);
  if (!metric) return metric.error();
  FileObservations file;
  FileResponses& responses = file.responses;

  // Of each model and item the mean of what it scored; the other facts are of its first response that has them.
  struct Sum {
    std::uint32_t entry = 0;
    std::uint32_t with_choices = 0;
    double total = 0;
    std::uint32_t count = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> place;
  std::vector<Sum> sums;
  std::uint64_t unscored = 0;
  for (std::uint32_t e = 0; e < entries_.size(); ++e) {
    const Entry& entry = entries_[e];
    const auto scored =
        std::find_if(entry.scores.begin(), entry.scores.end(), [&](const auto& one) { return one.first == *metric; });
    const double value = scored == entry.scores.end() ? missing : scored->second;
    if (std::isnan(value)) {
      ++unscored;
      notes_.count("unscored", Severity::warning, entry.line);
    }
    const auto [found, is_new] = place.try_emplace({entry.model, entry.item}, sums.size());
    if (is_new) {
      sums.push_back({e, e, 0, 0});
    } else {
      notes_.count("repeats_averaged", Severity::info, entry.line);
    }
    Sum& sum = sums[found->second];
    if (entries_[sum.with_choices].choice_sets.empty() && !entry.choice_sets.empty()) sum.with_choices = e;
    if (entries_[sum.entry].chosen < 0 && entry.chosen >= 0) entries_[sum.entry].chosen = entry.chosen;
    if (std::isnan(value)) continue;
    sum.total += value;
    ++sum.count;
  }
  std::vector<std::uint32_t> kept;
  bool any_chosen = false;
  for (const Sum& sum : sums) {
    const Entry& entry = entries_[sum.entry];
    responses.model.push_back(entry.model);
    responses.item.push_back(entry.item);
    responses.score.push_back(sum.count > 0 ? sum.total / sum.count : missing);
    const std::uint32_t options = items_[entry.item].option_count;
    const bool is_option = entry.chosen >= 0 && (options == 0 || static_cast<std::uint32_t>(entry.chosen) < options);
    if (entry.chosen >= 0 && !is_option) notes_.count("chosen_is_no_option", Severity::warning, entry.line);
    responses.chosen.push_back(is_option ? entry.chosen : -1);
    any_chosen = any_chosen || is_option;
    kept.push_back(sum.with_choices);
  }
  if (!any_chosen) responses.chosen.clear();
  write_choices(responses, kept);

  notes_.describe("impossible_option_values",
                  "{n} option values are infinite or negative probabilities and count as missing.");
  notes_.describe("chosen_is_no_option",
                  "{n} chosen options are none of their item's and count as unknown; the scores stay.");
  notes_.describe("unscored", "{n} responses have no score and count as missing.");
  notes_.describe(
      "repeats_averaged",
      "{n} further responses of a model to the same item (epochs, trials, samples): the score is their mean.");

  file.models = std::move(models_);
  if (const std::string name = chosen_name("model", file.models.size()); !name.empty()) file.models = {name};
  write_items(file);
  for (const Metric& one : metrics_) file.metrics.push_back({one.name, one.usable});
  file.metric = metrics_[*metric].name;
  file.notes = notes_.take();
  return file;
}

void ResponseCollector::write_items(FileObservations& file) {
  KeptTexts::describe(notes_);
  notes_.describe("key_differs", "{n} times an item has another right option than before; its key is left out.");
  notes_.describe(
      "options_reordered",
      "{n} responses have the options of their item in another order than the first: they were brought into "
      "one order by their texts.");
  notes_.describe(
      "options_differ",
      "{n} responses have other options than the first to the same item, or some that cannot be told apart: "
      "option values and chosen options were left out there, the scores stay.");
  notes_.describe("attribute_differs", "{n} times an item has another attribute than before; the first was kept.");
  file.benchmarks = std::move(benchmarks_);
  if (const std::string name = chosen_name("benchmark", file.benchmarks.size()); !name.empty()) {
    file.benchmarks = {name};
  }
  file.items = std::move(items_);
  for (FileItem& item : file.items) {
    if (item.option_count == 0 || item.key < 0 || static_cast<std::uint32_t>(item.key) < item.option_count) continue;
    item.key = -1;
    notes_.count("key_is_no_option", Severity::warning, item.line);
  }
  notes_.describe("key_is_no_option", "{n} items have a right option that is none of theirs; it counts as unknown.");
  if (!option_values_.empty()) {
    option_places_.resize(file.items.size());
    for (const OptionPlace& place : option_places_) {
      file.option_fingerprints.add({option_values_.data() + place.first, place.count});
    }
  }
  for (ItemAttribute& attribute : attributes_) attribute.values.resize(file.items.size());
  file.attributes = std::move(attributes_);
}

Result<FileObservations> ResponseCollector::finish_items() {
  if (items_.empty()) {
    return Error{ErrorCode::no_responses, "The file describes no item.", {}, 0, "Bring the file with the responses."};
  }
  FileObservations file;
  file.role = FileRole::item_attributes;
  write_items(file);
  file.notes = notes_.take();
  return file;
}

}  // namespace harmonograph
