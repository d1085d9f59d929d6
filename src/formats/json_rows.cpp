#include "formats/json_rows.hpp"

#include <algorithm>

#include "core/csv_text.hpp"
#include "formats/record_values.hpp"
#include "formats/table_names.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t deepest_nesting = 16;
constexpr std::size_t longest_number_array = 26;

}  // namespace

Result<void> JsonRows::add(const JsonValue& object, std::uint64_t line, const Cells& beside) {
  table_.begin_row(line);
  for (const auto& [name, text] : beside) {
    auto column = column_of(name);
    if (!column) return column.error();
    if (auto set_cell = table_.set(*column, text); !set_cell) return set_cell;
  }
  if (table_.rows() == 1) {
    if (auto added = add_columns_in_order(object); !added) return added;
  }
  return add_fields(object, "", 0);
}

Result<void> JsonRows::fill(const Cells& cells, std::size_t first_row) {
  for (const auto& [name, text] : cells) {
    auto column = column_of(name);
    if (!column) return column.error();
    if (auto filled = table_.fill(*column, first_row, text); !filled) return filled;
  }
  return {};
}

/// The columns stand in the order of the first object's fields; what comes later follows in the order of names, which
/// does not depend on who wrote the file.
Result<void> JsonRows::add_columns_in_order(const JsonValue& first) {
  for (const JsonValue& value : first) {
    const std::string name(value.key());
    if (is_scalar(value)) {
      if (auto column = column_of(name); !column) return column.error();
    }
    if (!value.is_object()) continue;
    for (const JsonValue& inner : value) {
      if (!is_scalar(inner)) continue;
      if (auto column = column_of(name + "." + std::string(inner.key())); !column) return column.error();
    }
  }
  return {};
}

Result<std::size_t> JsonRows::column_of(const std::string& name) {
  const auto [entry, fresh] = columns_.try_emplace(name, table_.columns());
  if (fresh) {
    if (auto added = table_.add_column(name); !added) return added.error();
    roles_.push_back(role_of_name(name));
  }
  return entry->second;
}

std::optional<std::size_t> JsonRows::column_named(std::string_view name) const {
  for (std::size_t c = 0; c < table_.columns(); ++c) {
    if (table_.column(c).name == name) return c;
  }
  return std::nullopt;
}

bool JsonRows::has_role(ColumnRole role) const {
  return std::any_of(roles_.begin(), roles_.end(),
                     [&](const NamedRole& named) { return named.role == role && !named.weak; });
}

void JsonRows::rename(std::size_t column, const std::string& name) {
  table_.rename(column, name);
  roles_[column] = role_of_name(name);
}

Result<void> JsonRows::set(const std::string& name, const JsonValue& value) {
  auto column = column_of(name);
  if (!column) return column.error();
  if (value.is_null()) return {};
  if (value.is_string()) return table_.set(*column, value.text());
  return table_.set(*column, json_text(value));
}

Result<void> JsonRows::add_list(const std::string& name, const JsonValue& list) {
  if (list.empty()) return {};
  const NamedRole role = role_of_name(name);
  if (role.role == ColumnRole::score && !role.weak && std::all_of(list.begin(), list.end(), is_verdict)) {
    if (list.size() == 1) return set(name, list.front());
    ++averaged_verdicts_;
    double right = 0;
    for (const JsonValue& verdict : list) right += *score_of(verdict);
    auto column = column_of(name);
    if (!column) return column.error();
    return table_.set(*column, csv_cell(right / static_cast<double>(list.size())));
  }
  const bool numbers = std::all_of(list.begin(), list.end(),
                                   [](const JsonValue& element) { return element.is_number() || element.is_null(); });
  if (!numbers) {
    // One answer in a list of its own.
    const bool is_answer = role.role == ColumnRole::score || role.role == ColumnRole::prediction ||
                           role.role == ColumnRole::key || role.role == ColumnRole::text;
    return is_answer && list.size() == 1 && is_scalar(list.front()) ? set(name, list.front()) : Result<void>{};
  }
  if (list.size() > longest_number_array) return names_vectors(name) ? set(name, list) : Result<void>{};
  std::size_t option = 0;
  for (const JsonValue& element : list) {
    if (auto added = set(name + "_" + std::to_string(option++), element); !added) return added;
  }
  return {};
}

Result<void> JsonRows::add_fields(const JsonValue& object, const std::string& prefix, std::size_t depth) {
  for (const auto& [key, value] : object.members()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      if (depth >= deepest_nesting) continue;
      if (auto added = add_fields(value, name + ".", depth + 1); !added) return added;
    } else if (value.is_array()) {
      if (auto added = add_list(name, value); !added) return added;
    } else if (auto added = set(name, value); !added) {
      return added;
    }
  }
  return {};
}

}  // namespace harmonograph
