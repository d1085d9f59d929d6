#include "formats/record_keys.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/table_names.hpp"

namespace harmonograph {
namespace {

class KeyNames {
 public:
  KeyNames(JsonRows& rows, const RecordPlace& place, bool labelled, NoteCollector& notes)
      : rows_(rows), place_(place), labelled_(labelled), notes_(notes) {}

  void name();

 private:
  /// The role of a level's keys, and whether something says so: a word above them, or they themselves.
  [[nodiscard]] std::pair<ColumnRole, bool> role_of_level(std::size_t column, std::string_view parent,
                                                          bool innermost) const;
  [[nodiscard]] bool groups_share_items(std::size_t column) const;
  [[nodiscard]] bool counts_rows(std::size_t column) const;
  [[nodiscard]] bool follows_models(std::size_t column) const;

  JsonRows& rows_;
  const RecordPlace& place_;
  bool labelled_;
  NoteCollector& notes_;
};

/// The same items under the first two keys: then the keys are of models, for two benchmarks share none.
bool KeyNames::groups_share_items(std::size_t column) const {
  const TableStore& table = rows_.table();
  std::optional<std::size_t> items;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const NamedRole role = role_of_name(table.column(c).name);
    // Texts tell more than numbers, which start anew in every list.
    if (role.role == ColumnRole::text) items = c;
    if (role.role == ColumnRole::item && !items) items = c;
  }
  if (!items) return true;
  std::vector<std::set<std::uint32_t>> groups;
  std::uint32_t last = 0;
  for (std::size_t row = 0; row < table.rows() && groups.size() <= 2; ++row) {
    const std::uint32_t group = table.code(row, column);
    if (groups.empty() || group != last) groups.emplace_back();
    last = group;
    if (groups.size() <= 2) groups.back().insert(table.code(row, *items));
  }
  if (groups.size() < 2) return true;
  const auto shared = static_cast<std::size_t>(std::count_if(
      groups[1].begin(), groups[1].end(), [&](std::uint32_t item) { return groups[0].count(item) != 0; }));
  // Numbers start anew in every list: only lists of the same items have (nearly) all of them in common.
  const bool numbers = std::all_of(groups[1].begin(), groups[1].end(), [&](std::uint32_t item) {
    return parse_number(table.column(*items).values.text(item)).has_value();
  });
  return numbers ? 10 * shared >= 9 * std::max(groups[0].size(), groups[1].size())
                 : 2 * shared >= std::min(groups[0].size(), groups[1].size());
}

std::pair<ColumnRole, bool> KeyNames::role_of_level(std::size_t column, std::string_view parent, bool innermost) const {
  const auto is_free = [&](ColumnRole role) { return !rows_.has_role(role); };
  // {"models": {"gpt-4": ..}}
  if (!parent.empty() && parent.back() == 's') parent.remove_suffix(1);
  const ColumnRole said = role_of_name(parent).role;
  const bool says = said == ColumnRole::model || said == ColumnRole::benchmark || said == ColumnRole::item;
  if (says && is_free(said)) return {said, true};
  const bool has_items = rows_.has_role(ColumnRole::item) || place_.item_is_around;
  if (innermost && !has_items) return {ColumnRole::item, true};
  const TextDictionary& values = rows_.table().column(column).values;
  std::size_t models = 0;
  std::size_t benchmarks = 0;
  for (std::uint32_t v = 1; v < values.size(); ++v) {
    if (looks_like_model_name(values.text(v))) ++models;
    if (is_leaderboard_column(values.text(v))) ++benchmarks;
  }
  if (is_free(ColumnRole::model) && 2 * models >= values.size() - 1) return {ColumnRole::model, true};
  if (is_free(ColumnRole::benchmark) && 2 * benchmarks >= values.size() - 1) return {ColumnRole::benchmark, true};
  if (is_free(ColumnRole::model) && groups_share_items(column)) return {ColumnRole::model, false};
  if (!is_free(ColumnRole::benchmark) || follows_models(column)) return {ColumnRole::category, false};
  return {ColumnRole::benchmark, false};
}

/// 0, 1, 2 ..: the labels of a data frame's rows.
bool KeyNames::counts_rows(std::size_t column) const {
  const TableStore& table = rows_.table();
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.cell(row, column) != std::to_string(row)) return false;
  }
  return true;
}

/// Every key has a model of its own: it is another name of that.
bool KeyNames::follows_models(std::size_t column) const {
  const auto models = rows_.column_named("model");
  if (!models) return false;
  const TableStore& table = rows_.table();
  std::map<std::uint32_t, std::uint32_t> model_of_key;
  std::set<std::uint32_t> seen;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::uint32_t model = table.code(row, *models);
    const auto [entry, fresh] = model_of_key.try_emplace(table.code(row, column), model);
    if (fresh ? !seen.insert(model).second : entry->second != model) return false;
  }
  return true;
}

void KeyNames::name() {
  std::vector<std::string> parents;  // of each star, and of the keys of records
  for (std::size_t i = 0; i < place_.path.size(); ++i) {
    if (place_.path[i] == "*") parents.push_back(i == 0 ? "" : place_.path[i - 1]);
  }
  const bool keyed = place_.layout == RecordLayout::keyed || place_.layout == RecordLayout::keyed_scores;
  parents.push_back(place_.path.empty() ? "" : place_.path.back());
  for (std::size_t level = parents.size(); level-- > 0;) {
    const auto column = rows_.column_named(column_of_level(level));
    if (!column) continue;
    const bool innermost = level + 1 == parents.size();
    if (innermost && place_.layout == RecordLayout::keyed_matrix) {
      rows_.rename(*column, "");  // whether rows are models or items, the whole table tells
      continue;
    }
    if (innermost && place_.layout == RecordLayout::keyed_columns) {
      rows_.rename(*column, labelled_ && !rows_.has_role(ColumnRole::item) ? "item" : "");
      continue;
    }
    if (innermost && keyed && rows_.has_role(ColumnRole::item) && counts_rows(*column)) {
      rows_.rename(*column, "");
      continue;
    }
    const auto [role, is_said] = role_of_level(*column, parents[level], innermost && keyed);
    const std::string name = role == ColumnRole::item        ? "item"
                             : role == ColumnRole::model     ? "model"
                             : role == ColumnRole::benchmark ? "benchmark"
                                                             : "group";
    rows_.rename(*column, name);
    const TextDictionary& values = rows_.table().column(*column).values;
    std::string examples;
    for (std::uint32_t v = 1; v < values.size() && v <= 3; ++v) {
      examples += (v > 1 ? ", \"" : "\"") + std::string(truncate_utf8(values.text(v), 60)) + "\"";
    }
    if (values.size() > 4) examples += " ...";
    notes_.add({"keys_read_as_names",
                is_said ? Severity::info : Severity::warning,
                "The keys above the records (" + examples + ") were read as the " + name +
                    " of each. If they are something else, choose what the column \"" + name + "\" is.",
                values.size() - 1,
                {}});
  }
}

}  // namespace

std::string column_of_level(std::size_t level) {
  return "(key " + std::to_string(level + 1) + ")";
}

void name_keys(JsonRows& rows, const RecordPlace& place, bool labelled, NoteCollector& notes) {
  KeyNames(rows, place, labelled, notes).name();
}

}  // namespace harmonograph
