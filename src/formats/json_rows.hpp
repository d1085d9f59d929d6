// JSON objects as the rows of a table: one object a row, one column a field, nested objects flattened with points
// ("scores.accuracy").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "formats/table_names.hpp"
#include "formats/table_store.hpp"
#include "ingest/json_value.hpp"

namespace harmonograph {

class JsonRows {
 public:
  using Cells = std::vector<std::pair<std::string, std::string>>;  // a column's name and a text

  /// One more row. `beside` are cells that stand beside the fields, in the first columns. A list of at most 26 numbers
  /// is one number an option ("probs_0", "probs_1" ...); longer ones are vectors when they are called so; a list of
  /// verdicts under the name of a score is the share of those that are right, and counted; a list of one answer is that
  /// answer; other lists are not flat and are left out. Errors: too_large.
  Result<void> add(const JsonValue& object, std::uint64_t line, const Cells& beside = {});

  /// Cells of every row from `first_row` on that has none in these columns. Errors: too_large.
  Result<void> fill(const Cells& cells, std::size_t first_row);

  /// The first column of that name, nothing when there is none.
  [[nodiscard]] std::optional<std::size_t> column_named(std::string_view name) const;
  /// True when the name of some column surely says this role.
  [[nodiscard]] bool has_role(ColumnRole role) const;
  void rename(std::size_t column, const std::string& name);

  /// Lists of several verdicts so far of which the share is kept.
  [[nodiscard]] std::uint64_t averaged_verdicts() const { return averaged_verdicts_; }

  /// The table so far.
  [[nodiscard]] TableStore& table() { return table_; }
  [[nodiscard]] const TableStore& table() const { return table_; }

 private:
  Result<std::size_t> column_of(const std::string& name);
  Result<void> add_columns_in_order(const JsonValue& first);
  Result<void> set(const std::string& name, const JsonValue& value);
  Result<void> add_fields(const JsonValue& object, const std::string& prefix, std::size_t depth);

  Result<void> add_list(const std::string& name, const JsonValue& list);

  TableStore table_;
  std::vector<NamedRole> roles_;  // of the columns, by their names
  std::uint64_t averaged_verdicts_ = 0;
  std::unordered_map<std::string, std::size_t> columns_;  // for look-up only
};

}  // namespace harmonograph
