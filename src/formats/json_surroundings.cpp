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

class Names {
 public:
  /// The object itself comes before the objects inside of it.
  void look_at(const JsonValue& object, int depth) {
    for (const JsonValue& value : object) {
      const bool is_name = depth > 0 && (value.key() == "name" || value.key() == "id");
      keep(is_name ? object.key() : value.key(), value, 100 * depth);
      if (value.is_object() && depth < deepest) look_at(value, depth + 1);
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

JsonRows::Cells names_beside_records(const JsonValue& object) {
  Names names;
  names.look_at(object, 0);
  return names.cells();
}

}  // namespace harmonograph
