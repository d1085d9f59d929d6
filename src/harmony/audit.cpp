#include "harmony/audit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/number.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "stats/agreement.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

std::string option_name(std::int32_t option) {
  if (option < 26) return std::string(1, static_cast<char>('A' + option));
  return std::to_string(option + 1);
}

/// Numbers turned into levels in ascending order; negative = no value.
AuditVariable from_numbers(const std::string& name, const std::string& kind, const std::vector<std::int32_t>& values,
                           std::string (*name_of)(std::int32_t)) {
  std::map<std::int32_t, std::int32_t> levels;
  for (const auto value : values) {
    if (value >= 0) levels.emplace(value, 0);
  }
  AuditVariable variable{name, kind, {}, {}};
  for (auto& [value, level] : levels) {
    level = static_cast<std::int32_t>(variable.level_names.size());
    variable.level_names.push_back(name_of(value));
  }
  for (const auto value : values) variable.level.push_back(value >= 0 ? levels[value] : -1);
  return variable;
}

/// An attribute's levels in the order of their first item.
AuditVariable from_texts(const std::string& name, const std::string& kind, const std::vector<std::string>& values) {
  std::map<std::string, std::int32_t> levels;
  AuditVariable variable{name, kind, {}, {}};
  for (const std::string& value : values) {
    if (value.empty()) {
      variable.level.push_back(-1);
      continue;
    }
    const auto [place, added] = levels.emplace(value, static_cast<std::int32_t>(levels.size()));
    if (added) variable.level_names.push_back(value);
    variable.level.push_back(place->second);
  }
  return variable;
}

AuditVariable from_quartiles(const std::string& name, const std::string& kind, const std::vector<double>& values,
                             const std::vector<std::string>& names) {
  const std::vector<std::int32_t> groups = quantile_groups(values, 4);
  AuditVariable variable{name, kind, {}, {}};
  // Ties can leave a quartile empty: only those that occur become levels.
  std::vector<std::int32_t> level(4, -1);
  for (std::size_t g = 0; g < 4; ++g) {
    if (std::find(groups.begin(), groups.end(), static_cast<std::int32_t>(g)) == groups.end()) continue;
    level[g] = static_cast<std::int32_t>(variable.level_names.size());
    variable.level_names.push_back(names[g]);
  }
  for (const auto group : groups) variable.level.push_back(group < 0 ? -1 : level[static_cast<std::size_t>(group)]);
  return variable;
}

const std::string quartile_suffix = " (quartiles)";
const std::vector<std::string> quarters = {"lowest quarter", "second quarter", "third quarter", "highest quarter"};

/// The numbers of a column of measurements: more than ten different ones and nothing else. Taken as categories they
/// would agree with any partition by chance.
std::optional<std::vector<double>> many_numbers(const std::vector<std::string>& values) {
  constexpr std::size_t most_categories = 10;
  std::vector<double> numbers;
  std::set<double> distinct;
  for (const std::string& value : values) {
    if (value.empty()) {
      numbers.push_back(missing);
      continue;
    }
    const auto number = parse_number(value);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
    distinct.insert(*number);
  }
  if (distinct.size() <= most_categories) return std::nullopt;
  return numbers;
}

/// Quartiles of a column are compared, but no column to partition by.
bool is_column(const AuditRow& row) {
  const std::string& name = row.variable;
  return row.kind == "label" &&
         (name.size() < quartile_suffix.size() ||
          name.compare(name.size() - quartile_suffix.size(), quartile_suffix.size(), quartile_suffix) != 0);
}

/// Columns that hold the right answer are artefacts, whatever they are called.
bool names_the_key(const std::string& name) {
  static const char* const names[] = {
      "key",          "answer",       "answer key",     "answer_key",     "answerkey",
      "gold",         "target",       "correct",        "correct answer", "correct_answer",
      "right answer", "right_answer", "correct option", "correct_option", "label"};
  const std::string lower = to_lower(trim(name));
  return std::any_of(std::begin(names), std::end(names), [&](const char* candidate) { return lower == candidate; });
}

std::string count_name(std::int32_t count) {
  return std::to_string(count);
}

double excess(const AuditRow& row) {
  return row.mutual_information - row.baseline;
}

}  // namespace

std::vector<AuditVariable> audit_variables(const Dataset& dataset, std::size_t benchmark_index,
                                           const AnalysisInput& input) {
  const Benchmark& benchmark = dataset.benchmarks[benchmark_index];
  const std::size_t n = input.items.size();
  std::vector<AuditVariable> variables;
  const std::vector<std::string> low_to_high{"lowest", "low", "high", "highest"};

  variables.push_back(from_numbers("chosen option", "artefact", input.chosen, option_name));
  std::vector<std::int32_t> keys(n, -1);
  if (benchmark.keys.size() == benchmark.item_count()) {
    for (std::size_t r = 0; r < n; ++r) keys[r] = benchmark.keys[input.items[r]];
  }
  variables.push_back(from_numbers("key", "artefact", keys, option_name));
  variables.push_back(from_quartiles(confidence_variable, "neutral", input.confidence, low_to_high));

  const std::vector<std::size_t> models = models_with_scores(benchmark);
  if (models.size() >= 3) {
    std::vector<double> mean_scores;
    for (std::size_t r = 0; r < n; ++r) {
      std::vector<double> scores;
      for (const std::size_t m : models) scores.push_back(benchmark.scores(m, input.items[r]));
      mean_scores.push_back(mean_of_present(scores));
    }
    variables.push_back(
        from_quartiles("difficulty quartile", "artefact", mean_scores, {"hardest", "hard", "easy", "easiest"}));
  }

  std::vector<std::int32_t> counts(n, -1);
  if (benchmark.option_counts.size() == benchmark.item_count()) {
    for (std::size_t r = 0; r < n; ++r) {
      const auto count = benchmark.option_counts[input.items[r]];
      counts[r] = count > 0 ? static_cast<std::int32_t>(count) : -1;
    }
  }
  variables.push_back(from_numbers("option count", "artefact", counts, count_name));

  if (benchmark.item_texts.size() == benchmark.item_count()) {
    std::vector<double> lengths;
    for (const std::size_t item : input.items) {
      const std::size_t length = count_characters(benchmark.item_texts[item]);
      lengths.push_back(length > 0 ? real(length) : missing);
    }
    variables.push_back(
        from_quartiles("question length", "artefact", lengths, {"shortest", "short", "long", "longest"}));
  }

  for (const ItemAttribute& attribute : benchmark.attributes) {
    std::vector<std::string> values;
    for (const std::size_t item : input.items) values.push_back(attribute.values[item]);
    const std::string kind = names_the_key(attribute.name) ? "artefact" : "label";
    if (const auto numbers = many_numbers(values)) {
      variables.push_back(from_quartiles(attribute.name + quartile_suffix, kind, *numbers, quarters));
      continue;
    }
    AuditVariable variable = from_texts(attribute.name, kind, values);
    if (variable.level_names.size() <= n / 2) variables.push_back(std::move(variable));
  }

  std::vector<AuditVariable> useful;
  for (auto& variable : variables) {
    if (variable.level_names.size() >= 2) useful.push_back(std::move(variable));
  }
  return useful;
}

AuditRow audit_row(const AuditVariable& variable, const Labeling& labeling, std::size_t draws, std::uint64_t seed,
                   std::uint64_t stream) {
  std::vector<std::uint32_t> groups;
  std::vector<std::uint32_t> levels;
  for (std::size_t i = 0; i < variable.level.size(); ++i) {
    if (variable.level[i] < 0) continue;
    groups.push_back(labeling.labels[i]);
    levels.push_back(static_cast<std::uint32_t>(variable.level[i]));
  }
  AuditRow row;
  row.variable = variable.name;
  row.kind = variable.kind;
  row.levels = variable.level_names.size();
  row.items = levels.size();
  row.mutual_information = normalised_mutual_information(groups, levels);
  row.adjusted_rand = adjusted_rand_index(groups, levels);
  Random random(seed, stream);
  double total = 0;
  std::size_t at_least = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    random.shuffle(std::span<std::uint32_t>(levels));
    const double information = normalised_mutual_information(groups, levels);
    total += information;
    // Equal up to rounding counts as equal.
    at_least += information >= row.mutual_information - 1e-12 ? 1 : 0;
  }
  row.baseline = draws > 0 ? total / real(draws) : 0;
  row.p_value = (1 + real(at_least)) / (1 + real(draws));
  return row;
}

std::string explaining_variable(const std::vector<AuditRow>& rows) {
  constexpr double smallest_excess = 0.1;
  const AuditRow* artefact = nullptr;
  const AuditRow* confidence = nullptr;
  double best_label = -1;
  for (const AuditRow& row : rows) {
    if (row.kind == "artefact" && (artefact == nullptr || excess(row) > excess(*artefact))) artefact = &row;
    if (row.variable == confidence_variable) confidence = &row;
    if (row.kind == "label") best_label = std::max(best_label, excess(row));
  }
  const AuditRow* best = artefact;
  if (confidence != nullptr && (best == nullptr || excess(*confidence) > excess(*best))) best = confidence;
  if (best == nullptr || excess(*best) < smallest_excess || excess(*best) <= best_label) return "";
  return best->variable;
}

std::string alternative_partition(const std::string& explained_by, const std::vector<AuditRow>& rows,
                                  const AnalysisParameters& parameters, bool responses) {
  if (explained_by.empty()) return "";
  const bool by_similarity =
      parameters.partition == PartitionSource::similarity || parameters.partition == PartitionSource::similarity_shared;
  const bool by_position =
      explained_by != "difficulty quartile" && explained_by != "question length" && explained_by != confidence_variable;
  if (by_similarity && by_position && !parameters.order_free) return "order-free";
  const AuditRow* label = nullptr;
  for (const AuditRow& row : rows) {
    const bool used = parameters.partition == PartitionSource::attribute && parameters.attribute == row.variable;
    if (is_column(row) && !used && (label == nullptr || excess(row) > excess(*label))) label = &row;
  }
  if (label != nullptr) return "attribute:" + label->variable;
  return responses && by_similarity ? "responses" : "";
}

std::vector<TypicalValue> typical_values(const std::vector<AuditVariable>& variables, const Labeling& labeling,
                                         std::uint32_t group) {
  std::vector<TypicalValue> result;
  for (const AuditVariable& variable : variables) {
    std::vector<double> inside(variable.level_names.size(), 0);
    std::vector<double> overall(variable.level_names.size(), 0);
    double inside_total = 0;
    double overall_total = 0;
    for (std::size_t i = 0; i < variable.level.size(); ++i) {
      if (variable.level[i] < 0) continue;
      const auto level = static_cast<std::size_t>(variable.level[i]);
      overall[level] += 1;
      overall_total += 1;
      if (labeling.labels[i] != group) continue;
      inside[level] += 1;
      inside_total += 1;
    }
    if (inside_total == 0) continue;
    std::size_t best = 0;
    double best_difference = -2;
    for (std::size_t level = 0; level < inside.size(); ++level) {
      const double difference = inside[level] / inside_total - overall[level] / overall_total;
      if (difference > best_difference + 1e-12) {
        best_difference = difference;
        best = level;
      }
    }
    result.push_back(
        {variable.name, variable.level_names[best], inside[best] / inside_total, overall[best] / overall_total});
  }
  return result;
}

}  // namespace harmonograph
