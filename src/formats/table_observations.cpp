#include "formats/table_observations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/kept_texts.hpp"
#include "formats/number_list.hpp"
#include "ingest/text_encoding.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_text = 4'000;
constexpr std::size_t described_columns = 200;
constexpr double tolerated_share = 0.05;
// Hendrycks' MMLU gives letters that the interface did not name a log-probability of -100.
constexpr double least_probability_of_letter = 1e-30;
constexpr std::uint64_t largest_vectors = std::uint64_t{1} << 30U;  // bytes of one file's vectors

std::string quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

/// The distinct values of one column, read once as scores.
struct ScoreReading {
  std::vector<double> values;  // one a distinct value; missing where there is none
  std::vector<bool> outside;
  std::vector<bool> unreadable;
};

ScoreReading read_scores(const StoredColumn& column, const TableLayout& layout, const TableSettings& settings) {
  ScoreReading reading;
  const std::size_t size = column.values.size();
  reading.values.assign(size, missing);
  reading.outside.assign(size, false);
  reading.unreadable.assign(size, false);
  for (std::uint32_t v = 0; v < size; ++v) {
    const std::string_view text = column.values.text(v);
    const ScoreCell cell = read_score(text, settings.decimal_comma);
    switch (cell.spelling) {
      case ScoreSpelling::missing: break;
      case ScoreSpelling::grade:
        if (layout.grades_are_scores) {
          reading.values[v] = cell.value;
        } else {
          reading.unreadable[v] = true;
        }
        break;
      case ScoreSpelling::score:
      case ScoreSpelling::outside: {
        // Words such as "true" are not scaled.
        const bool number = parse_number(text, settings.decimal_comma).has_value();
        const double score = number ? settings.scale.apply(cell.value) : cell.value;
        if (score >= 0 && score <= 1) {
          reading.values[v] = score;
        } else {
          reading.outside[v] = true;
        }
        break;
      }
      case ScoreSpelling::not_a_score: reading.unreadable[v] = true; break;
    }
  }
  return reading;
}

std::vector<double> read_numbers(const StoredColumn& column, bool decimal_comma) {
  std::vector<double> numbers(column.values.size(), missing);
  for (std::uint32_t v = 0; v < column.values.size(); ++v) {
    const std::string_view text = column.values.text(v);
    if (const auto number = parse_number(text, decimal_comma)) numbers[v] = *number;
  }
  return numbers;
}

/// Answers of one column as option indices. Letters always; whole numbers when told where they start.
std::vector<std::int32_t> read_options(const StoredColumn& column, int first_number) {
  std::vector<std::int32_t> options(column.values.size(), -1);
  for (std::uint32_t v = 0; v < column.values.size(); ++v) {
    const std::string_view text = column.values.text(v);
    if (const auto letter = option_letter(text)) {
      options[v] = static_cast<std::int32_t>(*letter);
    } else if (first_number >= 0) {
      const auto number = parse_number(text);
      if (number && *number == std::floor(*number) && *number >= first_number && *number < 1000) {
        options[v] = static_cast<std::int32_t>(*number) - first_number;
      }
    }
  }
  return options;
}

/// Where whole-number answers start: 0 when a 0 occurs in any of the columns, 1 when only larger
/// numbers do, -1 when the columns do not hold whole numbers.
int first_option_number(const std::vector<const StoredColumn*>& columns) {
  bool any = false;
  bool zero = false;
  for (const auto* column : columns) {
    for (std::uint32_t v = 0; v < column->values.size(); ++v) {
      const std::string_view text = column->values.text(v);
      if (is_missing_spelling(text)) continue;
      const auto number = parse_number(text);
      if (!number) {
        if (option_letter(text)) continue;
        return -1;
      }
      if (*number != std::floor(*number) || *number < 0 || *number > 100) return -1;
      any = true;
      zero = zero || *number == 0;
    }
  }
  return any ? (zero ? 0 : 1) : -1;
}

std::string normalised_answer(std::string_view text) {
  if (const auto letter = option_letter(text)) return std::string(1, static_cast<char>('a' + *letter));
  return to_lower(trim(text));
}

/// The file's name without its endings.
std::string_view stem_of_path(std::string_view path) {
  static constexpr std::string_view endings[] = {".gz",   ".csv",   ".tsv", ".txt",   ".tab",
                                                 ".json", ".jsonl", ".psv", ".ndjson"};
  std::string_view stem = file_name_of(path);
  for (bool cut = true; cut;) {
    cut = false;
    for (const auto ending : endings) {
      if (stem.size() > ending.size() && equals_ignoring_case(stem.substr(stem.size() - ending.size()), ending)) {
        stem.remove_suffix(ending.size());
        cut = true;
      }
    }
  }
  return stem;
}

/// The rows of one model and item that are several samples of an answer, and their mean score.
class SampleMeans {
 public:
  /// columns: what numbers the samples; with none of them nothing is ever added.
  SampleMeans(const TableStore& table, const std::vector<std::uint32_t>& columns) : table_(table), columns_(columns) {}

  /// False when the sample that this row holds of the response was there before.
  bool is_new(std::size_t row, std::uint32_t response) {
    std::uint32_t sample = 0;
    if (columns_.size() == 1) {
      sample = table_.code(row, columns_.front());
    } else {
      for (const std::uint32_t c : columns_) sample = number_of(sample, table_.code(row, c));
    }
    return seen_.insert((std::uint64_t{response} << 32U) | sample).second;
  }

  /// One more sample of the response, with its score or missing.
  void add(std::uint32_t response, double score) {
    if (sums_.size() <= response) sums_.resize(response + std::size_t{1});
    Sum& sum = sums_[response];
    ++sum.samples;
    if (std::isnan(score)) {
      ++missing_;
      return;
    }
    sum.scores += score;
    ++sum.count;
    binary_ = binary_ && (score == 0 || score == 1);
  }

  /// Sum in the order of the rows, divided by the number of samples with a score.
  [[nodiscard]] double mean(std::size_t response) const {
    const Sum& sum = sums_[response];
    return sum.count == 0 ? missing : sum.scores / sum.count;
  }

  /// means: scores are averaged; else those of the first samples stand. further: what else is kept of the first only.
  [[nodiscard]] Note describe(const std::string& column, bool means, const std::string& further) const {
    std::uint32_t least = no_index;
    std::uint32_t most = 0;
    std::uint64_t repeated = 0;
    for (const Sum& sum : sums_) {
      least = std::min(least, sum.samples);
      most = std::max(most, sum.samples);
      repeated += sum.samples > 1 ? 1 : 0;
    }
    std::string message = "Each item has " + (least < most ? std::to_string(least) + " to " : std::string{}) +
                          counted(most, "sample") + " of a model, told apart by " + column;
    if (most > 1 && means) {
      message += binary_ ? "; its scores are their means (pass@1)." : "; its scores are their means.";
      if (missing_ > 0) {
        message += " Samples without a score, left out of the means: " + in_groups(missing_) + ".";
      }
    } else {
      message += most > 1 ? "; scores come from the first of them only." : "; there is nothing to average.";
    }
    if (most > 1 && !further.empty()) message += " Of " + further + " those of the first sample are kept.";
    return {"samples_averaged", Severity::info, std::move(message), repeated, {}};
  }

 private:
  struct Sum {
    double scores = 0;
    std::uint32_t count = 0;
    std::uint32_t samples = 0;
  };

  /// A number of its own (from 1) for the cells so far and one more.
  std::uint32_t number_of(std::uint32_t so_far, std::uint32_t code) {
    const std::uint64_t key = (std::uint64_t{so_far} << 32U) | code;
    return tuples_.try_emplace(key, static_cast<std::uint32_t>(tuples_.size()) + 1).first->second;
  }

  const TableStore& table_;
  const std::vector<std::uint32_t>& columns_;
  std::unordered_set<std::uint64_t> seen_;                   // response and sample
  std::unordered_map<std::uint64_t, std::uint32_t> tuples_;  // for look-up only
  std::vector<Sum> sums_;                                    // one a response
  std::uint64_t missing_ = 0;
  bool binary_ = true;
};

class TableReading {
 public:
  TableReading(const TableStore& table, const TableLayout& layout, const TableSettings& settings)
      : table_(table), layout_(layout), settings_(settings) {}

  Result<FileObservations> run();

 private:
  [[nodiscard]] std::string option(const std::string& key) const {
    const auto found = settings_.options.find(key);
    return found == settings_.options.end() ? std::string{} : found->second;
  }
  [[nodiscard]] bool row_is_empty(std::size_t row) const;
  void skip(const std::string& code, std::size_t row) {
    notes_.count(code, Severity::warning, table_.line(row));
    ++out_.rows_skipped;
  }

  std::uint32_t benchmark_at(std::size_t row, std::string_view fallback);
  /// The item of a row, made at its first appearance; no_index when the row names none.
  std::uint32_t item_at(std::size_t row, std::string_view fallback_benchmark, bool* fresh);
  void make_key_reader(const std::vector<const StoredColumn*>& answers);
  Result<void> check_cells(const std::vector<std::uint32_t>& columns, const std::vector<ScoreReading>& readings);
  Result<void> read_long();
  Result<void> read_items_by_models();
  Result<void> read_models_by_items();
  Result<void> read_item_attributes();
  Result<void> read_item_vectors();
  Result<std::vector<std::vector<double>>> parse_vectors();
  Result<void> read_model_attributes();
  void settle_attributes();
  void add_attribute_values(std::size_t row, std::uint32_t item);

  Result<bool> read_group(const OptionGroup& group, const std::vector<std::size_t>& rows,
                          const std::vector<std::uint32_t>& responses, std::size_t response_count, bool required,
                          ChoiceSet& set);
  void settle_option_counts(const std::vector<const OptionGroup*>& groups, const std::vector<std::size_t>& rows,
                            const std::vector<std::uint32_t>& items);
  Result<void> put_chosen_set_first();
  void add_mean_of_orders();
  void score_from_options();
  void compare_argmax();
  void drop_choices_without_values();
  void describe(const std::string& code, const std::string& message) { notes_.describe(code, message); }

  const TableStore& table_;
  const TableLayout& layout_;
  const TableSettings& settings_;
  FileObservations out_;
  NoteCollector notes_;
  KeptTexts texts_;

  std::unordered_map<std::string, std::uint32_t> benchmarks_;  // for look-up only
  std::unordered_map<std::string, std::uint32_t> items_;       // for look-up only
  std::vector<std::int32_t> key_options_;                      // of the distinct keys
  bool key_is_index_ = false;
  std::vector<std::uint64_t> attribute_conflicts_;
  std::uint64_t repeated_item_rows_ = 0;
  std::vector<std::uint32_t> item_key_code_;
};

bool TableReading::row_is_empty(std::size_t row) const {
  for (std::size_t c = 0; c < table_.columns(); ++c) {
    if (table_.code(row, c) != 0) return false;
  }
  return true;
}

std::uint32_t TableReading::benchmark_at(std::size_t row, std::string_view fallback) {
  std::string name(fallback);
  if (layout_.benchmark && option("benchmark").empty()) {
    const std::string_view cell = table_.cell(row, *layout_.benchmark);
    if (!cell.empty()) name = cell;
  }
  const auto [entry, fresh] = benchmarks_.try_emplace(name, static_cast<std::uint32_t>(out_.benchmarks.size()));
  if (fresh) out_.benchmarks.push_back(name);
  return entry->second;
}

std::uint32_t TableReading::item_at(std::size_t row, std::string_view fallback_benchmark, bool* fresh) {
  const std::string_view text = layout_.text ? table_.cell(row, *layout_.text) : std::string_view{};
  std::string identity;
  if (layout_.item) {
    identity = table_.cell(row, *layout_.item);
  } else if (layout_.text) {
    identity = text;
  } else {
    identity = std::to_string(row);
  }
  if (identity.empty()) return no_index;
  const std::uint32_t benchmark = benchmark_at(row, fallback_benchmark);
  const auto [entry, is_new] =
      items_.try_emplace(std::to_string(benchmark) + "\n" + identity, static_cast<std::uint32_t>(out_.items.size()));
  *fresh = is_new;
  if (!is_new) return entry->second;
  FileItem item;
  item.benchmark = benchmark;
  if (layout_.item) {
    item.native_id = identity;
  } else {
    if (layout_.text) item.content_hash = hash_text(identity);
    item.position = static_cast<std::int64_t>(out_.items.size());
  }
  item.text = std::string(truncate_utf8(text, longest_text));
  item.line = table_.line(row);
  texts_.keep(item.text, item.line, notes_);
  std::uint32_t key_code = 0;
  if (layout_.key) {
    key_code = table_.code(row, *layout_.key);
    item.key = key_options_[key_code];
  }
  item_key_code_.push_back(key_code);
  if (layout_.option_count) {
    const auto count = parse_number(table_.cell(row, *layout_.option_count), settings_.decimal_comma);
    if (count && *count >= 1 && *count <= 1000) item.option_count = static_cast<std::uint32_t>(*count);
  }
  if (item.key >= 0 && item.option_count > 0 && item.key >= static_cast<std::int32_t>(item.option_count)) {
    notes_.count("key_beyond_options", Severity::warning, item.line);
    item.key = -1;
  }
  out_.items.push_back(std::move(item));
  return entry->second;
}

void TableReading::make_key_reader(const std::vector<const StoredColumn*>& answers) {
  if (!layout_.key) return;
  const StoredColumn& key = table_.column(*layout_.key);
  std::vector<const StoredColumn*> columns = answers;
  columns.push_back(&key);
  // Numbers are indices only where the predictions, or the names of option columns, show them to be.
  const bool named_index = normalised_name(key.name).find("index") != std::string::npos;
  const int first = answers.empty() && layout_.groups.empty() ? (named_index ? 0 : -1) : first_option_number(columns);
  key_options_ = read_options(key, named_index && first > 0 ? 0 : first);
  std::uint64_t readable = 0;
  std::uint64_t all = 0;
  for (std::uint32_t v = 0; v < key.values.size(); ++v) {
    if (is_missing_spelling(key.values.text(v))) {
      key_options_[v] = -1;
      continue;
    }
    all += key.counts[v];
    if (key_options_[v] >= 0) readable += key.counts[v];
  }
  key_is_index_ = all > 0 && static_cast<double>(readable) >= (1 - tolerated_share) * static_cast<double>(all);
  if (!key_is_index_) std::fill(key_options_.begin(), key_options_.end(), -1);
}

/// Refuses score columns that mostly hold something else, and every number outside a scale that the user chose; counts
/// the rest.
Result<void> TableReading::check_cells(const std::vector<std::uint32_t>& columns,
                                       const std::vector<ScoreReading>& readings) {
  std::uint64_t good = 0;
  std::uint64_t outside = 0;
  std::uint64_t minus_ones = 0;
  ScoreSpread spread;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const StoredColumn& column = table_.column(columns[i]);
    for (std::uint32_t v = 0; v < column.values.size(); ++v) {
      if (!std::isnan(readings[i].values[v])) good += column.counts[v];
      if (std::isnan(readings[i].values[v]) && !readings[i].outside[v]) continue;
      const auto number = parse_number(column.values.text(v), settings_.decimal_comma);
      if (number) spread.add(*number, column.counts[v]);
      if (!readings[i].outside[v]) continue;
      outside += column.counts[v];
      if (number == -1.0) minus_ones += column.counts[v];
    }
  }
  if (outside == 0 || outside == minus_ones) return {};
  const bool few = static_cast<double>(outside) <= tolerated_share * static_cast<double>(good + outside);
  if (few && settings_.scale.chosen.empty()) return {};
  return Error{
      ErrorCode::no_responses,
      in_groups(outside) + " of " + in_groups(good + outside) + " scores" +
          (columns.size() == 1 ? " in the column " + quoted(table_.column(columns.front()).name) : "") +
          " are outside " + settings_.scale.in_words() + ". " + spread_in_words(spread) +
          (settings_.scale.chosen.empty() ? " Scores must be within 0 and 1; they are not rescaled unasked." : ""),
      {},
      0,
      scale_hint(spread, settings_.scale)};
}

void TableReading::add_attribute_values(std::size_t row, std::uint32_t item) {
  for (std::size_t a = 0; a < layout_.attributes.size(); ++a) {
    auto& values = out_.attributes[a].values;
    const std::string_view cell = table_.cell(row, layout_.attributes[a]);
    if (values.size() <= item) {
      values.resize(item);
      values.emplace_back(cell);
    } else if (values[item].empty()) {
      values[item] = cell;
    } else if (!cell.empty() && values[item] != cell) {
      ++attribute_conflicts_[a];
    }
  }
}

void TableReading::settle_attributes() {
  std::vector<ItemAttribute> kept;
  std::string dropped;
  std::uint64_t dropped_count = 0;
  for (std::size_t a = 0; a < out_.attributes.size(); ++a) {
    auto& attribute = out_.attributes[a];
    attribute.values.resize(out_.items.size());
    const std::uint64_t conflicts = attribute_conflicts_[a];
    if (conflicts > 0 && static_cast<double>(conflicts) > tolerated_share * static_cast<double>(repeated_item_rows_)) {
      ++dropped_count;
      if (dropped_count <= 3) dropped += (dropped.empty() ? "" : ", ") + quoted(attribute.name);
      continue;
    }
    if (conflicts > 0) {
      notes_.add({"attribute_conflicts",
                  Severity::warning,
                  "The attribute " + quoted(attribute.name) + " differs between rows of one item in " +
                      in_groups(conflicts) + " rows; the first value is kept.",
                  conflicts,
                  {}});
    }
    kept.push_back(std::move(attribute));
  }
  if (dropped_count > 0) {
    notes_.add({"columns_not_of_items",
                Severity::info,
                counted(static_cast<std::size_t>(dropped_count), "column") + " (" + dropped +
                    (dropped_count > 3 ? " ..." : "") +
                    ") differ between the rows of one item: not attributes of items, left out.",
                dropped_count,
                {}});
  }
  out_.attributes = std::move(kept);
}

void TableReading::settle_option_counts(const std::vector<const OptionGroup*>& groups,
                                        const std::vector<std::size_t>& rows, const std::vector<std::uint32_t>& items) {
  if (groups.empty()) return;
  std::size_t widest = 0;
  for (const auto* group : groups) widest = std::max(widest, group->columns.size());
  std::vector<std::uint32_t> seen(out_.items.size(), 0);
  for (const auto* group : groups) {
    for (std::size_t place = 0; place < group->columns.size(); ++place) {
      const std::size_t column = group->columns[place];
      const std::vector<double> numbers = read_numbers(table_.column(column), settings_.decimal_comma);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!std::isnan(numbers[table_.code(rows[i], column)])) {
          seen[items[i]] = std::max(seen[items[i]], static_cast<std::uint32_t>(place) + 1);
        }
      }
    }
  }
  for (std::size_t i = 0; i < out_.items.size(); ++i) {
    FileItem& item = out_.items[i];
    if (item.option_count > widest) {
      notes_.count("options_without_columns", Severity::warning, item.line);
      item.option_count = static_cast<std::uint32_t>(widest);
    } else if (item.option_count == 0) {
      item.option_count = seen[i];
    }
    if (item.option_count > 0 && item.key >= static_cast<std::int32_t>(item.option_count)) {
      notes_.count("key_beyond_options", Severity::warning, item.line);
      item.key = -1;
    }
  }
}

/// One choice set; rows[i] is the table row of response responses[i]. False when the values are
/// neither probabilities nor log-likelihoods and other scores exist (noted).
Result<bool> TableReading::read_group(const OptionGroup& group, const std::vector<std::size_t>& rows,
                                      const std::vector<std::uint32_t>& responses, std::size_t response_count,
                                      bool required, ChoiceSet& set) {
  set.name = group.name;
  set.first.resize(response_count, no_index);
  std::vector<std::vector<double>> numbers;
  for (const std::uint32_t c : group.columns)
    numbers.push_back(read_numbers(table_.column(c), settings_.decimal_comma));
  bool negative = false;
  bool positive = false;
  bool above_one = false;
  std::uint64_t negative_line = 0;
  std::uint64_t positive_line = 0;
  std::uint64_t not_normalised = 0;
  std::uint64_t complete = 0;
  const bool of_letters = group.name == letter_probabilities;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = rows[i];
    const std::uint32_t count = std::min(out_.items[out_.responses.item[responses[i]]].option_count,
                                         static_cast<std::uint32_t>(group.columns.size()));
    const std::uint32_t full_count = out_.items[out_.responses.item[responses[i]]].option_count;
    bool any = false;
    bool all = true;
    double sum = 0;
    const std::size_t first = set.values.size();
    for (std::uint32_t place = 0; place < full_count; ++place) {
      double value = place < count ? numbers[place][table_.code(row, group.columns[place])] : missing;
      if (of_letters && value >= 0 && value < least_probability_of_letter) {
        notes_.count("letters_not_given", Severity::info, table_.line(row));
        value = missing;
      }
      set.values.push_back(value);
      if (std::isnan(value)) {
        all = false;
        continue;
      }
      any = true;
      sum += value;
      if (value < 0) {
        negative = true;
        if (negative_line == 0) negative_line = table_.line(row);
      }
      if (value > 0) {
        positive = true;
        if (positive_line == 0) positive_line = table_.line(row);
      }
      above_one = above_one || value > 1;
    }
    if (!any) {
      set.values.resize(first);
      continue;
    }
    if (all) {
      ++complete;
      if (std::fabs(sum - 1) > 0.01) ++not_normalised;
    }
    if (first >= no_index) {
      return Error{ErrorCode::too_large,
                   "The table holds more option values than can be indexed.",
                   {},
                   0,
                   "Split the table by benchmark."};
    }
    set.first[responses[i]] = static_cast<std::uint32_t>(first);
  }
  const bool logits = normalised_name(group.name).find("logit") != std::string::npos;
  const bool mixture =
      (negative && positive && !logits) || (above_one && !logits) || (group.log_values && positive && !logits);
  if (mixture) {
    const std::string what = "The option columns of " + quoted(group.name) +
                             " are neither probabilities (0 to 1) nor log-likelihoods (0 or less): they hold " +
                             (negative && positive ? "negative and positive numbers"
                                                   : "numbers above " + std::string(above_one ? "1" : "0")) +
                             ".";
    const std::uint64_t line = negative && positive ? std::max(negative_line, positive_line) : positive_line;
    if (required) {
      return Error{ErrorCode::malformed_file,
                   what,
                   {},
                   line,
                   "Bring probabilities or log-likelihoods; name columns of unnormalised logits logit_A, logit_B ..."};
    }
    notes_.add({"option_values_refused", Severity::warning, what + " They are left out.", 1, {line}});
    return false;
  }
  set.kind = negative || logits || group.log_values ? ChoiceKind::log_likelihood : ChoiceKind::probability;
  if (set.kind == ChoiceKind::probability && not_normalised > 0) {
    notes_.add({"probabilities_not_normalised",
                Severity::info,
                "In the choice set " + quoted(group.name) + ", " + in_groups(not_normalised) + " of " +
                    in_groups(complete) + " rows do not sum to 1 within 0.01; they are normalised.",
                not_normalised,
                {}});
  }
  return true;
}

void TableReading::add_mean_of_orders() {
  auto& sets = out_.responses.choices;
  const auto order_of = [](const std::string& name) -> std::string {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
    return end == name.size() ? std::string{} : name.substr(0, end);
  };
  const std::size_t given = sets.size();
  std::vector<std::string> done;
  for (std::size_t s = 0; s < given; ++s) {
    const std::string stem = order_of(sets[s].name);
    if (stem.empty() || sets[s].kind != ChoiceKind::probability) continue;
    if (std::find(done.begin(), done.end(), stem) != done.end()) continue;
    done.push_back(stem);
    std::vector<std::size_t> members;
    std::string names;
    for (std::size_t t = s; t < given; ++t) {
      if (order_of(sets[t].name) != stem || sets[t].kind != ChoiceKind::probability) continue;
      members.push_back(t);
      names += (names.empty() ? "" : ", ") + sets[t].name;
    }
    if (members.size() < 2) continue;
    ChoiceSet mean;
    mean.name = "mean of " + names;
    mean.kind = ChoiceKind::probability;
    mean.first.assign(out_.responses.item.size(), no_index);
    std::uint64_t incomplete = 0;
    for (std::size_t r = 0; r < mean.first.size(); ++r) {
      const bool all =
          std::all_of(members.begin(), members.end(), [&](std::size_t m) { return sets[m].first[r] != no_index; });
      if (!all) {
        ++incomplete;
        continue;
      }
      mean.first[r] = static_cast<std::uint32_t>(mean.values.size());
      const std::uint32_t count = out_.items[out_.responses.item[r]].option_count;
      for (std::uint32_t option = 0; option < count; ++option) {
        double sum = 0;
        for (const std::size_t m : members) sum += sets[m].values[sets[m].first[r] + option];
        mean.values.push_back(sum / static_cast<double>(members.size()));
      }
    }
    std::string message = "Added the choice set " + quoted(mean.name) + ": " + counted(members.size(), "set") +
                          " that look like orders of the same options, averaged by option.";
    if (incomplete > 0) message += " " + in_groups(incomplete) + " responses lack one of them and have no mean.";
    notes_.add({"mean_of_option_orders", Severity::info, message, members.size(), {}});
    sets.push_back(std::move(mean));
  }
}

Result<void> TableReading::put_chosen_set_first() {
  const std::string wanted = option("choices");
  if (wanted.empty()) return {};
  auto& sets = out_.responses.choices;
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const ChoiceSet& set) { return set.name == wanted; });
  if (found == sets.end()) {
    std::string names;
    for (const auto& set : sets) names += (names.empty() ? "" : ", ") + quoted(set.name);
    return Error{ErrorCode::not_found,
                 "The table has no choice set " + quoted(wanted) + ".",
                 {},
                 0,
                 names.empty() ? "It has no option columns." : "Its choice sets are " + names + "."};
  }
  std::rotate(sets.begin(), found, found + 1);
  return {};
}

/// Index of the largest option value; -1 when there is none. tied: several are largest.
std::int32_t largest_option(const ChoiceSet& set, std::size_t response, std::uint32_t count, bool* tied) {
  *tied = false;
  if (set.first[response] == no_index) return -1;
  std::int32_t best = -1;
  double best_value = 0;
  for (std::uint32_t option = 0; option < count; ++option) {
    const double value = set.values[set.first[response] + option];
    if (std::isnan(value)) continue;
    if (best < 0 || value > best_value) {
      best = static_cast<std::int32_t>(option);
      best_value = value;
      *tied = false;
    } else if (value == best_value) {
      *tied = true;
    }
  }
  return best;
}

void TableReading::score_from_options() {
  auto& responses = out_.responses;
  const ChoiceSet& set = responses.choices.front();
  std::uint64_t computed = 0;
  std::uint64_t ties = 0;
  for (std::size_t r = 0; r < responses.item.size(); ++r) {
    const FileItem& item = out_.items[responses.item[r]];
    bool tied = false;
    const std::int32_t best = largest_option(set, r, item.option_count, &tied);
    if (best < 0 || item.key < 0) {
      notes_.count("responses_without_key_or_options", Severity::warning, item.line);
      continue;
    }
    if (tied) ++ties;
    responses.score[r] = best == item.key ? 1 : 0;
    responses.chosen[r] = best;
    ++computed;
  }
  std::string message = "Scores computed from the largest value of the choice set " + quoted(set.name) +
                        " and the key, n = " + in_groups(computed) + ".";
  if (ties > 0)
    message += " Responses with several largest options, of which the first counts: " + in_groups(ties) + ".";
  notes_.add({"scores_computed", Severity::info, message, computed, {}});
}

void TableReading::compare_argmax() {
  const auto& responses = out_.responses;
  if (responses.choices.empty()) return;
  for (std::size_t r = 0; r < responses.item.size(); ++r) {
    const FileItem& item = out_.items[responses.item[r]];
    if (item.key < 0 || (responses.score[r] != 0 && responses.score[r] != 1)) continue;
    bool tied = false;
    const std::int32_t best = largest_option(responses.choices.front(), r, item.option_count, &tied);
    if (best < 0 || tied) continue;
    ++out_.argmax_compared;
    if ((best == item.key) != (responses.score[r] == 1)) ++out_.argmax_disagreements;
  }
}

void TableReading::drop_choices_without_values() {
  auto& sets = out_.responses.choices;
  sets.erase(std::remove_if(sets.begin(), sets.end(), [](const ChoiceSet& set) { return set.values.empty(); }),
             sets.end());
}

Result<void> TableReading::read_long() {
  auto& responses = out_.responses;
  const std::string fallback = option("benchmark").empty() ? benchmark_of_path(settings_.path) : option("benchmark");

  std::optional<std::uint32_t> score = layout_.score;
  for (const std::uint32_t c : layout_.score_alternatives) {
    const auto& column = table_.column(c);
    out_.metrics.push_back({column.name, table_.rows() - column.counts[0]});
    if (option("metric") == column.name) score = c;
  }
  if (!option("metric").empty() && (!score || table_.column(*score).name != option("metric"))) {
    return Error{ErrorCode::not_found,
                 "The table has no score column " + quoted(option("metric")) + ".",
                 {},
                 0,
                 "Choose one of the columns that are read as scores."};
  }
  if (score) out_.metric = table_.column(*score).name;
  if (layout_.score_alternatives.size() > 1 && option("metric").empty()) {
    notes_.add({"metric_chosen",
                Severity::info,
                std::to_string(layout_.score_alternatives.size()) + " columns hold scores; " + quoted(out_.metric) +
                    " is used. Another can be chosen.",
                layout_.score_alternatives.size(),
                {}});
  }
  std::vector<const StoredColumn*> answers;
  if (layout_.prediction) answers.push_back(&table_.column(*layout_.prediction));
  make_key_reader(answers);
  std::vector<std::int32_t> predicted;
  if (layout_.prediction) {
    std::vector<const StoredColumn*> both = answers;
    if (layout_.key) both.push_back(&table_.column(*layout_.key));
    predicted = read_options(*answers.front(), first_option_number(both));
  }
  ScoreReading reading;
  if (score) {
    reading = read_scores(table_.column(*score), layout_, settings_);
    if (auto checked = check_cells({*score}, {reading}); !checked) return checked;
  }
  const bool from_prediction = !score && layout_.prediction && layout_.key;
  const bool from_options = !score && !from_prediction;

  for (const std::uint32_t c : layout_.attributes) out_.attributes.push_back({table_.column(c).name, {}});
  attribute_conflicts_.assign(layout_.attributes.size(), 0);

  // The models are the distinct texts of their column.
  std::vector<std::uint32_t> model_of_code;
  std::unordered_set<std::uint64_t> seen;
  const bool sampled = !layout_.samples.empty();
  std::unordered_map<std::uint64_t, std::uint32_t> response_of;  // model and item; for look-up only, with samples
  SampleMeans samples(table_, layout_.samples);
  std::vector<std::size_t> response_rows;
  std::vector<std::uint32_t> response_items;
  std::uint64_t computed = 0;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    std::uint32_t model_code = 0;
    if (layout_.model && option("model").empty()) {
      model_code = table_.code(row, *layout_.model);
      if (model_code == 0) {
        if (!row_is_empty(row)) {
          skip("rows_without_model", row);
        } else {
          skip("empty_rows", row);
        }
        continue;
      }
    }
    bool fresh = false;
    const std::uint32_t item = item_at(row, fallback, &fresh);
    if (item == no_index) {
      skip(row_is_empty(row) ? "empty_rows" : "rows_without_item", row);
      continue;
    }
    if (!fresh) {
      ++repeated_item_rows_;
      if (layout_.key && table_.code(row, *layout_.key) != item_key_code_[item]) {
        notes_.count("key_conflicts", Severity::warning, table_.line(row));
      }
    }
    add_attribute_values(row, item);
    if (model_of_code.size() <= model_code) model_of_code.resize(model_code + std::size_t{1}, no_index);
    if (model_of_code[model_code] == no_index) {
      model_of_code[model_code] = static_cast<std::uint32_t>(out_.models.size());
      out_.models.emplace_back(layout_.model && option("model").empty() ? std::string(table_.cell(row, *layout_.model))
                                                                        : option("model"));
    }
    const std::uint32_t model = model_of_code[model_code];
    const std::uint64_t model_and_item = (std::uint64_t{model} << 32U) | item;
    auto response = static_cast<std::uint32_t>(responses.item.size());
    if (sampled) response = response_of.try_emplace(model_and_item, response).first->second;
    if (!(sampled ? samples.is_new(row, response) : seen.insert(model_and_item).second)) {
      skip("duplicate_rows", row);
      continue;
    }
    double value = missing;
    std::int32_t chosen = -1;
    if (layout_.prediction) chosen = predicted[table_.code(row, *layout_.prediction)];
    if (score) {
      const std::uint32_t code = table_.code(row, *score);
      value = reading.values[code];
      if (reading.outside[code]) notes_.count("scores_outside_range", Severity::warning, table_.line(row));
      if (reading.unreadable[code]) notes_.count("scores_unreadable", Severity::warning, table_.line(row));
      if (std::isnan(value) && !reading.outside[code] && !reading.unreadable[code]) {
        notes_.count("scores_missing", Severity::info, table_.line(row));
      }
    } else if (from_prediction) {
      const std::string_view key = table_.cell(row, *layout_.key);
      const std::string_view answer = table_.cell(row, *layout_.prediction);
      if (is_missing_spelling(key)) {
        notes_.count("rows_without_key", Severity::warning, table_.line(row));
      } else if (is_missing_spelling(answer)) {
        notes_.count("answers_missing", Severity::warning, table_.line(row));
      } else {
        const std::int32_t right = key_options_[table_.code(row, *layout_.key)];
        value =
            (right >= 0 && chosen >= 0 ? right == chosen : normalised_answer(key) == normalised_answer(answer)) ? 1 : 0;
        ++computed;
      }
    }
    if (std::isnan(value) && !from_options && layout_.groups.empty()) ++out_.rows_skipped;
    if (sampled) {
      samples.add(response, value);
      if (response < responses.item.size()) continue;
    }
    responses.model.push_back(model);
    responses.item.push_back(item);
    responses.score.push_back(value);
    responses.chosen.push_back(chosen);
    response_rows.push_back(row);
    response_items.push_back(item);
  }
  if (sampled && !responses.item.empty()) {
    if (!from_options) {
      for (std::size_t r = 0; r < responses.score.size(); ++r) responses.score[r] = samples.mean(r);
    }
    std::string columns;
    for (const std::uint32_t c : layout_.samples) {
      columns += (columns.empty() ? "" : " and ") + quoted(table_.column(c).name);
    }
    std::string further = layout_.prediction ? "predictions" : "";
    if (!layout_.groups.empty()) further += (further.empty() ? "" : " and ") + std::string("option values");
    notes_.add(samples.describe(columns, !from_options, further));
  }
  if (from_prediction) {
    notes_.add({"scores_computed",
                Severity::info,
                "Scores computed from " + quoted(table_.column(*layout_.prediction).name) + " and the key " +
                    quoted(table_.column(*layout_.key).name) + ", n = " + in_groups(computed) + ".",
                computed,
                {}});
  }

  std::vector<const OptionGroup*> groups;
  for (const auto& group : layout_.groups) groups.push_back(&group);
  settle_option_counts(groups, response_rows, response_items);
  std::vector<std::uint32_t> numbers(response_rows.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i);
  for (const auto& group : layout_.groups) {
    ChoiceSet set;
    auto usable = read_group(group, response_rows, numbers, numbers.size(), from_options, set);
    if (!usable) return usable.error();
    if (*usable) responses.choices.push_back(std::move(set));
  }
  drop_choices_without_values();
  add_mean_of_orders();
  if (auto first = put_chosen_set_first(); !first) return first;
  if (from_options) {
    if (responses.choices.empty()) {
      return Error{ErrorCode::no_responses,
                   "The option columns hold no numbers and there is no score column.",
                   {},
                   0,
                   "Bring a column of scores, or option values."};
    }
    if (!key_is_index_) {
      return Error{ErrorCode::no_responses,
                   "There is no score column, and the key " +
                       (layout_.key ? quoted(table_.column(*layout_.key).name) + " " : std::string{}) +
                       "does not name options by letter (A, B ...) or index: scores cannot be computed.",
                   {},
                   0,
                   "Give the key as the option's letter, or add a column of scores."};
    }
    score_from_options();
  } else {
    compare_argmax();
  }
  if (std::all_of(responses.chosen.begin(), responses.chosen.end(), [](std::int32_t c) { return c < 0; })) {
    responses.chosen.clear();
  }
  settle_attributes();
  if (!layout_.model && option("model").empty()) {
    notes_.add({"model_unnamed",
                Severity::info,
                "No column names the model: all rows are read as one model, to be named.",
                1,
                {}});
  }
  return {};
}

Result<void> TableReading::read_items_by_models() {
  auto& responses = out_.responses;
  const std::string fallback = option("benchmark").empty() ? benchmark_of_path(settings_.path) : option("benchmark");
  std::vector<const StoredColumn*> answers;
  std::vector<std::uint32_t> columns;
  for (const auto& column : layout_.wide) {
    if (layout_.cells_are_letters) answers.push_back(&table_.column(column.column));
    columns.push_back(column.column);
  }
  make_key_reader(answers);
  for (const std::uint32_t c : layout_.attributes) out_.attributes.push_back({table_.column(c).name, {}});
  // A key that names no options (1 to 5 without option columns) is kept as an attribute.
  const bool key_as_attribute = layout_.key && !key_is_index_ && !layout_.cells_are_letters;
  attribute_conflicts_.assign(layout_.attributes.size(), 0);

  std::vector<std::uint32_t> row_items(table_.rows(), no_index);
  std::vector<std::string> keys;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    bool fresh = false;
    const std::uint32_t item = item_at(row, fallback, &fresh);
    if (item == no_index) {
      skip(row_is_empty(row) ? "empty_rows" : "rows_without_item", row);
      continue;
    }
    if (!fresh) {
      skip("duplicate_rows", row);
      continue;
    }
    add_attribute_values(row, item);
    if (key_as_attribute) keys.emplace_back(table_.cell(row, *layout_.key));
    row_items[row] = item;
  }
  settle_attributes();
  if (key_as_attribute) out_.attributes.push_back({table_.column(*layout_.key).name, std::move(keys)});

  for (std::size_t i = 0; i < layout_.wide.size(); ++i) {
    const std::string wanted = option("model");
    // An empty name would be that of the file, and the same for several columns.
    const std::string place = "column " + std::to_string(layout_.wide[i].column + 1);
    const bool is_named = settings_.has_header && !layout_.wide[i].name.empty();
    std::string name = layout_.wide.size() == 1 && !wanted.empty() ? wanted : is_named ? layout_.wide[i].name : place;
    if (std::find(out_.models.begin(), out_.models.end(), name) != out_.models.end()) name += ", " + place;
    out_.models.push_back(std::move(name));
  }
  std::vector<ScoreReading> readings;
  std::vector<std::vector<std::int32_t>> options;
  if (layout_.cells_are_letters) {
    if (!layout_.key) return Error{ErrorCode::internal, "Letters without a key.", {}, 0, {}};
    for (const auto* answer : answers) options.push_back(read_options(*answer, -1));
    if (!key_is_index_) {
      return Error{ErrorCode::no_responses,
                   "The columns of models hold option letters, but the key " +
                       quoted(table_.column(*layout_.key).name) + " does not name options by letter or index.",
                   {},
                   0,
                   "Give the key as the letter of the right option."};
    }
  } else {
    for (const std::uint32_t c : columns) readings.push_back(read_scores(table_.column(c), layout_, settings_));
    if (auto checked = check_cells(columns, readings); !checked) return checked;
  }

  std::size_t cells = 0;
  for (const std::uint32_t c : columns) cells += table_.rows() - static_cast<std::size_t>(table_.column(c).counts[0]);
  responses.model.reserve(cells);
  responses.item.reserve(cells);
  responses.score.reserve(cells);
  bool has_groups = false;
  for (const auto& column : layout_.wide) has_groups = has_groups || !column.groups.empty();
  std::vector<std::size_t> response_rows;
  std::vector<std::vector<std::uint32_t>> model_responses(layout_.wide.size());
  std::uint64_t computed = 0;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    const std::uint32_t item = row_items[row];
    if (item == no_index) continue;
    bool any = false;
    for (std::size_t m = 0; m < columns.size(); ++m) {
      const std::uint32_t code = table_.code(row, columns[m]);
      double value = missing;
      std::int32_t chosen = -1;
      if (layout_.cells_are_letters) {
        const std::string_view text = table_.cell(row, columns[m]);
        if (is_missing_spelling(text)) {
          notes_.count("answers_missing", Severity::warning, table_.line(row));
          continue;
        }
        chosen = options[m][code];
        if (chosen < 0) notes_.count("answers_unreadable", Severity::warning, table_.line(row));
        if (out_.items[item].key < 0) {
          notes_.count("rows_without_key", Severity::warning, table_.line(row));
        } else if (chosen >= 0) {
          value = chosen == out_.items[item].key ? 1 : 0;
          ++computed;
        }
      } else {
        value = readings[m].values[code];
        if (readings[m].outside[code]) notes_.count("scores_outside_range", Severity::warning, table_.line(row));
        if (readings[m].unreadable[code]) notes_.count("scores_unreadable", Severity::warning, table_.line(row));
        if (std::isnan(value) && layout_.wide[m].groups.empty()) continue;
      }
      any = any || !std::isnan(value);
      if (has_groups) {
        model_responses[m].push_back(static_cast<std::uint32_t>(responses.item.size()));
        response_rows.push_back(row);
      }
      responses.model.push_back(static_cast<std::uint32_t>(m));
      responses.item.push_back(item);
      responses.score.push_back(value);
      if (layout_.cells_are_letters) responses.chosen.push_back(chosen);
    }
    if (!any) skip("rows_without_scores", row);
  }
  if (layout_.cells_are_letters) {
    notes_.add({"scores_computed",
                Severity::info,
                "The columns of models hold chosen options: scores computed from them and the key " +
                    quoted(table_.column(*layout_.key).name) + ", n = " + in_groups(computed) + ".",
                computed,
                {}});
  }
  if (!has_groups) return {};

  std::vector<const OptionGroup*> groups;
  for (const auto& column : layout_.wide) {
    for (const auto& group : column.groups) groups.push_back(&group);
  }
  std::vector<std::size_t> rows;
  std::vector<std::uint32_t> items;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    if (row_items[row] == no_index) continue;
    rows.push_back(row);
    items.push_back(row_items[row]);
  }
  settle_option_counts(groups, rows, items);
  for (std::size_t m = 0; m < layout_.wide.size(); ++m) {
    std::vector<std::size_t> own_rows;
    for (const std::uint32_t r : model_responses[m]) own_rows.push_back(response_rows[r]);
    for (const auto& group : layout_.wide[m].groups) {
      ChoiceSet part;
      auto usable = read_group(group, own_rows, model_responses[m], responses.item.size(), false, part);
      if (!usable) return usable.error();
      if (!*usable) continue;
      auto& sets = responses.choices;
      auto found = std::find_if(sets.begin(), sets.end(),
                                [&](const ChoiceSet& set) { return set.name == part.name && set.kind == part.kind; });
      if (found == sets.end()) {
        sets.push_back(std::move(part));
        continue;
      }
      // The values of another model follow those already there.
      const std::size_t shift = found->values.size();
      found->values.insert(found->values.end(), part.values.begin(), part.values.end());
      for (const std::uint32_t r : model_responses[m]) {
        if (part.first[r] != no_index) found->first[r] = static_cast<std::uint32_t>(part.first[r] + shift);
      }
    }
  }
  drop_choices_without_values();
  if (auto first = put_chosen_set_first(); !first) return first;
  compare_argmax();
  return {};
}

Result<void> TableReading::read_models_by_items() {
  auto& responses = out_.responses;
  const std::string fallback = option("benchmark").empty() ? benchmark_of_path(settings_.path) : option("benchmark");
  out_.benchmarks.push_back(fallback);
  std::vector<std::uint32_t> columns;
  std::vector<ScoreReading> readings;
  for (const auto& column : layout_.wide) {
    FileItem item;
    if (settings_.has_header) item.native_id = column.name;
    if (item.native_id.empty()) item.position = static_cast<std::int64_t>(out_.items.size());
    item.line = 1;
    out_.items.push_back(std::move(item));
    columns.push_back(column.column);
    readings.push_back(read_scores(table_.column(column.column), layout_, settings_));
  }
  if (auto checked = check_cells(columns, readings); !checked) return checked;
  std::unordered_set<std::string> names;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    std::string name = layout_.model ? std::string(table_.cell(row, *layout_.model)) : "row " + std::to_string(row + 1);
    if (row_is_empty(row)) {
      skip("empty_rows", row);
      continue;
    }
    if (name.empty()) {
      skip("rows_without_model", row);
      continue;
    }
    if (!names.insert(name).second) {
      skip("duplicate_rows", row);
      continue;
    }
    const auto model = static_cast<std::uint32_t>(out_.models.size());
    out_.models.push_back(std::move(name));
    bool any = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::uint32_t code = table_.code(row, columns[i]);
      const double value = readings[i].values[code];
      if (readings[i].outside[code]) notes_.count("scores_outside_range", Severity::warning, table_.line(row));
      if (readings[i].unreadable[code]) notes_.count("scores_unreadable", Severity::warning, table_.line(row));
      if (std::isnan(value)) continue;
      any = true;
      responses.model.push_back(model);
      responses.item.push_back(static_cast<std::uint32_t>(i));
      responses.score.push_back(value);
    }
    if (!any) skip("rows_without_scores", row);
  }
  if (!layout_.model) {
    notes_.add({"rows_are_models",
                Severity::info,
                "No column names the rows: each of the " + in_groups(out_.models.size()) +
                    " rows is read as one model (or person), named \"row 1\", \"row 2\" ...",
                out_.models.size(),
                {}});
  }
  return {};
}

Result<void> TableReading::read_item_attributes() {
  out_.role = FileRole::item_attributes;
  make_key_reader({});
  for (const std::uint32_t c : layout_.attributes) out_.attributes.push_back({table_.column(c).name, {}});
  attribute_conflicts_.assign(layout_.attributes.size(), 0);
  std::vector<std::string> keys;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    bool fresh = false;
    // The benchmark is not named after this file: it describes items of another.
    const std::uint32_t item = item_at(row, option("benchmark"), &fresh);
    if (item == no_index) {
      skip(row_is_empty(row) ? "empty_rows" : "rows_without_item", row);
      continue;
    }
    if (!fresh) {
      skip("duplicate_rows", row);
      continue;
    }
    add_attribute_values(row, item);
    if (layout_.key) keys.emplace_back(table_.cell(row, *layout_.key));
  }
  settle_attributes();
  if (layout_.key && !key_is_index_) out_.attributes.push_back({table_.column(*layout_.key).name, std::move(keys)});
  return {};
}

/// The vector of every row; empty where a number is missing, is none or is infinite, or the row has another length than
/// most.
Result<std::vector<std::vector<double>>> TableReading::parse_vectors() {
  std::vector<std::vector<double>> vectors(table_.rows());
  std::uint64_t numbers = 0;
  const auto too_large = [&] { return numbers * sizeof(double) > largest_vectors; };
  const Error refusal{ErrorCode::too_large,
                      "The vectors need more than 1 GiB of memory.",
                      {},
                      0,
                      "Reduce their width, for example to 256 numbers by principal components."};
  if (layout_.vector_is_list) {
    std::map<std::size_t, std::size_t> lengths;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      auto list = parse_number_list(table_.cell(row, layout_.vector.front()));
      if (!list) continue;
      numbers += list->size();
      if (too_large()) return refusal;
      ++lengths[list->size()];
      vectors[row] = std::move(*list);
    }
    std::size_t width = 0;
    for (const auto& [length, count] : lengths) {
      if (width == 0 || count > lengths[width]) width = length;
    }
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      if (vectors[row].empty() || vectors[row].size() == width) continue;
      notes_.count("vectors_of_other_length", Severity::warning, table_.line(row));
      vectors[row].clear();
    }
  } else {
    numbers = std::uint64_t{table_.rows()} * layout_.vector.size();
    if (too_large()) return refusal;
    for (auto& vector : vectors) vector.resize(layout_.vector.size(), missing);
    for (std::size_t place = 0; place < layout_.vector.size(); ++place) {
      const std::size_t column = layout_.vector[place];
      const std::vector<double> read = read_numbers(table_.column(column), settings_.decimal_comma);
      for (std::size_t row = 0; row < table_.rows(); ++row) vectors[row][place] = read[table_.code(row, column)];
    }
  }
  for (auto& vector : vectors) {
    if (!std::all_of(vector.begin(), vector.end(), [](double value) { return std::isfinite(value); })) vector.clear();
  }
  return vectors;
}

Result<void> TableReading::read_item_vectors() {
  out_.role = FileRole::item_vectors;
  auto vectors = parse_vectors();
  if (!vectors) return vectors.error();
  for (const std::uint32_t c : layout_.attributes) out_.attributes.push_back({table_.column(c).name, {}});
  attribute_conflicts_.assign(layout_.attributes.size(), 0);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    if ((*vectors)[row].empty()) {
      skip(row_is_empty(row) ? "empty_rows" : "rows_without_vector", row);
      continue;
    }
    bool fresh = false;
    // As for attributes: the benchmark is not named after this file.
    const std::uint32_t item = item_at(row, option("benchmark"), &fresh);
    if (item == no_index) {
      skip("rows_without_item", row);
      continue;
    }
    if (!fresh) {
      skip("duplicate_rows", row);
      continue;
    }
    add_attribute_values(row, item);
    rows.push_back(row);
  }
  settle_attributes();
  if (rows.empty()) {
    return Error{ErrorCode::no_responses,
                 "No row holds a whole vector of numbers.",
                 {},
                 0,
                 "Each row needs a number in every column of the vector, or a list such as [0.1, -0.2]."};
  }
  ItemVectors read{to_valid_utf8(stem_of_path(settings_.path)), Matrix(rows.size(), (*vectors)[rows.front()].size())};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::copy((*vectors)[rows[r]].begin(), (*vectors)[rows[r]].end(), read.values.row(r).begin());
  }
  out_.vectors.push_back(std::move(read));
  return {};
}

Result<void> TableReading::read_model_attributes() {
  out_.role = FileRole::model_attributes;
  for (const std::uint32_t c : layout_.attributes) out_.model_attributes.names.push_back(table_.column(c).name);
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    ++out_.rows_read;
    const std::string name(table_.cell(row, *layout_.model));
    if (name.empty()) {
      skip(row_is_empty(row) ? "empty_rows" : "rows_without_model", row);
      continue;
    }
    std::vector<std::string> values;
    for (const std::uint32_t c : layout_.attributes) values.emplace_back(table_.cell(row, c));
    if (!out_.model_attributes.values.try_emplace(name, std::move(values)).second) {
      skip("duplicate_rows", row);
      continue;
    }
    out_.models.push_back(name);
  }
  return {};
}

Result<FileObservations> TableReading::run() {
  Result<void> read;
  switch (layout_.shape) {
    case TableShape::long_rows: read = read_long(); break;
    case TableShape::items_by_models: read = read_items_by_models(); break;
    case TableShape::models_by_items: read = read_models_by_items(); break;
    case TableShape::item_attributes: read = read_item_attributes(); break;
    case TableShape::item_vectors: read = read_item_vectors(); break;
    case TableShape::model_attributes: read = read_model_attributes(); break;
  }
  if (!read) return read.error();
  if (out_.role == FileRole::responses) {
    const bool any = std::any_of(out_.responses.score.begin(), out_.responses.score.end(),
                                 [](double score) { return !std::isnan(score); });
    if (!any) {
      return Error{ErrorCode::no_responses,
                   "The table was read as " + quoted(to_string(layout_.shape)) + ", but none of its " +
                       counted(table_.rows(), "row") + " gave a score.",
                   {},
                   0,
                   "Check which columns are the model, the item and the score."};
    }
  } else if (out_.items.empty() && out_.models.empty()) {
    return Error{
        ErrorCode::no_responses, "The table describes no item and no model.", {}, 0, "Check which column names them."};
  }
  const bool wide = layout_.shape == TableShape::items_by_models || layout_.shape == TableShape::models_by_items;
  const std::string unit = wide ? "Cells" : "Rows";
  describe("empty_rows", "Rows without any cell, skipped: {n}.");
  describe("rows_without_model", "Rows that name no model, skipped: {n}.");
  describe("rows_without_item", "Rows that name no item, skipped: {n}.");
  describe("rows_without_vector",
           "Rows with a missing number, or with text where a number should be, in their vector, skipped: {n}.");
  describe("vectors_of_other_length", "Of these, rows whose vector is longer or shorter than most: {n}.");
  describe("rows_without_scores", "Rows that gave no score: {n}.");
  describe("duplicate_rows",
           layout_.shape != TableShape::long_rows
               ? "Rows that repeat a name, left out: {n}. The first row of each is kept."
           : layout_.samples.empty()
               ? "Rows that repeat a model and item, left out: {n}. The first row of each is kept. If they are several "
                 "samples of an answer, choose the role \"sample\" for a column that numbers them: their scores are "
                 "then averaged."
               : "Rows that repeat a model, item and sample, left out: {n}. The first row of each is kept.");
  describe("scores_outside_range", unit + " with a number outside " + settings_.scale.in_words() +
                                       ", taken as missing: {n}. Scores must be within " +
                                       short_number(settings_.scale.low) + " and " +
                                       short_number(settings_.scale.high) + ".");
  describe("scores_unreadable", unit + " with text that is no score, taken as missing: {n}.");
  describe("scores_missing", "Rows without a score, missing: {n}.");
  describe("answers_missing", "Empty answers, counted as missing and not as wrong: {n}.");
  describe("answers_unreadable", "Answers that name no option, taken as missing: {n}.");
  describe("rows_without_key", "Responses without a key, which have no score: {n}.");
  describe("responses_without_key_or_options",
           "Responses without a key or without option values, which have no score: {n}.");
  describe("key_conflicts", "Rows with another key than the first row of their item, which counts for the item: {n}.");
  KeptTexts::describe(notes_);
  describe("key_beyond_options", "Items whose key is beyond their number of options, taken as unknown: {n}.");
  describe("letters_not_given",
           "Letters that the interface gave no probability, written as e^-100: {n}. They count as missing.");
  describe("options_without_columns",
           "Items that are said to have more options than there are option columns: {n}. The columns count.");
  out_.notes = layout_.notes;
  for (auto& note : notes_.take()) out_.notes.push_back(std::move(note));
  return std::move(out_);
}

}  // namespace

std::string benchmark_of_path(std::string_view path) {
  static constexpr std::string_view generic[] = {"responses",   "results", "result",          "data",   "output",
                                                 "outputs",     "scores",  "matrix",          "table",  "response",
                                                 "predictions", "samples", "export",          "binary", "all",
                                                 "combined",    "combine", "response_matrix", "items"};
  const std::string_view stem = stem_of_path(path);
  const std::string lower = to_lower(stem);
  if (std::find(std::begin(generic), std::end(generic), lower) != std::end(generic)) {
    const std::string_view folder = file_name_of(folder_of(path));
    if (!folder.empty() && folder != "." && folder != "..") return to_valid_utf8(folder);
  }
  return to_valid_utf8(stem);
}

Result<FileObservations> read_table(const TableStore& table, const TableLayout& layout, const TableSettings& settings) {
  return TableReading(table, layout, settings).run();
}

Result<FileObservations> interpret_table(TableStore& table, const TableSettings& settings) {
  table.finish();
  const auto named_file = [&](Error error) {
    if (error.file.empty()) error.file = settings.path;
    return error;
  };
  std::size_t renamed = 0;
  if (settings.has_header) renamed = table.make_names_unique();
  auto layout = guess_layout(table, settings);
  if (!layout) return named_file(layout.error());
  auto read = read_table(table, *layout, settings);
  if (!read) return named_file(read.error());

  TableDescription description;
  description.separator = settings.separator;
  description.decimal_comma = settings.decimal_comma;
  description.has_header = settings.has_header;
  description.shape = std::string(to_string(layout->shape));
  description.column_count = table.columns();
  for (std::size_t c = 0; c < table.columns() && c < described_columns; ++c) {
    const StoredColumn& column = table.column(c);
    TableColumn described;
    described.name = settings.has_header ? column.name : "column " + std::to_string(c + 1);
    described.role = layout->roles[c];
    for (std::uint32_t v = 1; v < column.values.size() && described.examples.size() < 3; ++v) {
      described.examples.emplace_back(truncate_utf8(column.values.text(v), 80));
    }
    description.columns.push_back(std::move(described));
  }
  read->table = std::move(description);

  if (renamed > 0) {
    read->notes.push_back(
        {"duplicate_headers",
         Severity::warning,
         counted(renamed, "column") + " had the name of an earlier one and got a number: \"name (2)\".",
         renamed,
         {1}});
  }
  if (!settings.scale.chosen.empty() && read->role == FileRole::responses) {
    read->notes.push_back(
        {"scores_scaled", Severity::info, "Scores were scaled from " + settings.scale.chosen + " to 0..1.", 1, {}});
  }
  if (table.windows1252_cells() > 0) {
    const std::string cells = counted(static_cast<std::size_t>(table.windows1252_cells()), "cell");
    read->notes.push_back(
        {"windows1252", Severity::warning, windows1252_sentence(cells), table.windows1252_cells(), {}});
  }
  if (table.invalid_utf8_cells() > 0) {
    read->notes.push_back({"invalid_utf8",
                           Severity::warning,
                           "Cells that are not valid UTF-8: " + in_groups(table.invalid_utf8_cells()) +
                               ". The bytes that could not be read were replaced.",
                           table.invalid_utf8_cells(),
                           {}});
  }
  return std::move(*read);
}

}  // namespace harmonograph
