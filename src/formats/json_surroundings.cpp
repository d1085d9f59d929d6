#include "formats/json_surroundings.hpp"

#include <algorithm>
#include <optional>

#include "formats/record_values.hpp"
#include "formats/table_names.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_name = 200;

struct Found {
  int rank = 0;
  std::string name;
};

class Names {
 public:
  /// The object itself comes before the objects inside of it.
  void look_at(const JsonValue& object, std::string_view without, int depth) {
    for (const JsonValue& value : object) {
      if (depth == 0 && (value.key() == without || (without == "*" && !is_scalar(value)))) continue;
      const bool is_name = depth > 0 && (value.key() == "name" || value.key() == "id");
      keep(is_name ? object.key() : value.key(), value, 100 * depth);
      if (value.is_object() && depth < deepest) look_at(value, {}, depth + 1);
    }
  }

  [[nodiscard]] JsonRows::Cells cells() const {
    JsonRows::Cells cells;
    if (model_) cells.emplace_back("model", model_->name);
    if (benchmark_) cells.emplace_back("benchmark", benchmark_->name);
    return cells;
  }

 private:
  static constexpr int deepest = 2;

  void keep(std::string_view key, const JsonValue& value, int further) {
    if (!value.is_string() || value.text().empty() || value.text().size() > longest_name) return;
    const NamedRole role = role_of_name(key);
    if (role.weak || (role.role != ColumnRole::model && role.role != ColumnRole::benchmark)) return;
    std::optional<Found>& found = role.role == ColumnRole::model ? model_ : benchmark_;
    const int rank = role.rank + further;
    if (!found || rank < found->rank) found = Found{rank, std::string(value.text())};
  }

  std::optional<Found> model_;
  std::optional<Found> benchmark_;
};

}  // namespace

JsonRows::Cells names_beside_records(const JsonValue& object, std::string_view step) {
  Names names;
  if (object.is_object()) names.look_at(object, step, 0);
  return names.cells();
}

JsonRows::Cells names_along_path(const JsonValue& root, const std::vector<std::string>& path) {
  JsonRows::Cells names;
  const JsonValue* at = &root;
  for (const std::string& step : path) {
    if (at == nullptr || !at->is_object()) break;
    names = joined_names(names_beside_records(*at, step), names);
    if (step == "*") break;
    at = at->find(step);
  }
  return names;
}

JsonRows::Cells joined_names(JsonRows::Cells inner, const JsonRows::Cells& outer) {
  for (const auto& cell : outer) {
    const bool is_said =
        std::any_of(inner.begin(), inner.end(), [&](const auto& other) { return other.first == cell.first; });
    if (!is_said) inner.push_back(cell);
  }
  return inner;
}

}  // namespace harmonograph
