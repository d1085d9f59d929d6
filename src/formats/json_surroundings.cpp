#include "formats/json_surroundings.hpp"

#include <optional>

#include "formats/table_names.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_name = 200;

struct Found {
  int rank = 0;
  std::string name;
};

void keep_surer(std::optional<Found>& found, int rank, const JsonValue& value) {
  if (!value.is_string() || value.text().empty() || value.text().size() > longest_name) return;
  if (!found || rank < found->rank) found = Found{rank, std::string(value.text())};
}

}  // namespace

JsonRows::Cells names_beside_records(const JsonValue& object) {
  std::optional<Found> model;
  std::optional<Found> benchmark;
  const auto look_at = [&](std::string_view name, const JsonValue& value, int further) {
    const NamedRole role = role_of_name(name);
    if (role.weak) return;
    if (role.role == ColumnRole::model) keep_surer(model, role.rank + further, value);
    if (role.role == ColumnRole::benchmark) keep_surer(benchmark, role.rank + further, value);
  };
  constexpr int inside = 100;  // what the object itself says comes first
  for (const JsonValue& value : object) {
    look_at(value.key(), value, 0);
    if (!value.is_object()) continue;
    for (const JsonValue& inner : value) {
      const bool is_name = inner.key() == "name" || inner.key() == "id";
      look_at(is_name ? value.key() : inner.key(), inner, inside);
    }
  }
  JsonRows::Cells cells;
  if (model) cells.emplace_back("model", model->name);
  if (benchmark) cells.emplace_back("benchmark", benchmark->name);
  return cells;
}

}  // namespace harmonograph
