// JSON of a tool that is not known: one object (or several) with records somewhere inside, or laid out as a table.
// Where they stand is found in the beginning of the file, what they mean as for any other table; the report says both.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/text.hpp"
#include "formats/json_surroundings.hpp"
#include "formats/json_table_reader.hpp"
#include "formats/record_keys.hpp"
#include "formats/record_place.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "formats/table_names.hpp"
#include "ingest/json_head.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

std::string cell_of(const JsonValue& value) {
  return value.is_null() ? "" : value.is_string() ? std::string(value.text()) : json_text(value);
}

std::string joined(const std::vector<std::string>& path, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (i > begin ? "." : "") + path[i];
  return text;
}

/// Of several objects the first one says how all are made.
bool is_one_of_many(std::string_view head) {
  const JsonOutline outline = json_outline(head);
  return outline.record == JsonKind::object && outline.container != JsonOutline::Container::object;
}

std::optional<RecordPlace> place_in_head(std::string_view head) {
  const auto document = json_head(head);
  if (!document) return std::nullopt;
  const JsonValue& root = document->root();
  const bool whole = json_outline(head).first_record_complete;
  if (!is_one_of_many(head)) return record_place(root, whole ? RootKind::single : RootKind::cut);
  return record_place(root.is_array() ? root.front() : root, RootKind::one_of_many);
}

/// The part of the path to a list whose elements can be taken one by one while the file is read, as JsonRecordOptions
/// has it; empty when each object of the file must be held whole.
std::string streamed_path(const std::optional<RecordPlace>& place, std::string_view head) {
  if (!place || is_one_of_many(head) || json_outline(head).container != JsonOutline::Container::object) return {};
  const auto inside = std::find(place->path.begin(), place->path.end(), "[]");
  if (inside == place->path.end() && place->layout != RecordLayout::list) return {};
  const auto fits = [](const std::string& key) { return !key.empty() && key != "*" && key.find('.') == key.npos; };
  return std::all_of(place->path.begin(), inside, fits)
             ? joined(place->path, 0, static_cast<std::size_t>(inside - place->path.begin()))
             : std::string{};
}

/// The scalars of an object, as cells of the records inside of it.
JsonRows::Cells scalars_of(const JsonValue& object) {
  JsonRows::Cells cells;
  for (const JsonValue& value : object) {
    if (is_scalar(value)) cells.emplace_back(std::string(value.key()), cell_of(value));
  }
  return cells;
}

class JsonObjectReader final : public JsonTableReader {
 public:
  explicit JsonObjectReader(const FileSource& source) : JsonObjectReader(source, place_in_head(source.head)) {}

 private:
  JsonObjectReader(const FileSource& source, std::optional<RecordPlace> place)
      : JsonObjectReader(source, place, streamed_path(place, source.head)) {}

  JsonObjectReader(const FileSource& source, const std::optional<RecordPlace>& place, const std::string& streamed)
      : JsonTableReader(source, streamed.empty() ? std::vector<std::string>{} : std::vector<std::string>{streamed}),
        place_(place.value_or(RecordPlace{})),
        found_(place.has_value()),
        one_of_many_(is_one_of_many(source.head)),
        streamed_(!streamed.empty()) {
    const auto document = streamed_ ? json_head(source.head) : std::nullopt;
    if (document) names_in_head_ = names_along_path(document->root(), place_.path);
    use_place();
  }

  void use_place() {
    known_keys_.clear();
    for (const std::string& field : place_.fields) {
      known_keys_.insert(field);
      known_keys_.insert(field.substr(0, field.find('.')));
    }
    const RecordLayout layout = place_.layout;
    settings().from_records = layout == RecordLayout::list || layout == RecordLayout::keyed;
  }

  /// The whole of an object may hold more of what its beginning has.
  void look_again(const JsonValue& object) {
    looked_again_ = true;
    auto place = record_place(object, one_of_many_ ? RootKind::one_of_many : RootKind::single);
    found_ = place.has_value();
    if (!place) return;
    place_ = std::move(*place);
    use_place();
  }

  /// Lists beside the one that was taken element by element, of the same records: then their keys are names.
  Result<void> take_lists_beside(const JsonValue& root, std::uint64_t line) {
    if (place_.stars() > 0 || std::find(place_.path.begin(), place_.path.end(), "[]") != place_.path.end()) return {};
    const JsonValue* around = &root;
    for (std::size_t level = 0; around != nullptr && level + 1 < place_.path.size(); ++level) {
      around = around->find(place_.path[level]);
    }
    if (around == nullptr) return {};
    std::vector<const JsonValue*> lists;
    for (const JsonValue& member : *around) {
      if (!member.is_array() || member.empty() || !member.front().is_object()) continue;
      const auto place = record_place(member);
      if (place && place->path.empty() && are_alike(place->fields, place_.fields)) lists.push_back(&member);
    }
    if (lists.empty()) return {};
    if (auto filled = json_rows().fill({{column_of_level(0), place_.path.back()}}, 0); !filled) return filled;
    place_.path.back() = "*";
    for (const JsonValue* list : lists) {
      for (const JsonValue& record : *list) {
        const JsonRows::Cells key = {{column_of_level(0), std::string(list->key())}};
        if (auto taken = take_record(record, line, key); !taken) return taken;
      }
    }
    return {};
  }

  Result<void> take(const JsonRecord& record) override {
    if (record.path.empty() && !streamed_ && !looked_again_ && record.value.is_object()) look_again(record.value);
    if (!found_) return {};
    if (!record.path.empty()) {
      // An element of the list: what stands beside the list is known when the object around it ends.
      const auto inside = std::find(place_.path.begin(), place_.path.end(), "[]");
      if (inside == place_.path.end()) return take_record(record.value, record.line, {});
      const auto level = static_cast<std::size_t>(inside - place_.path.begin()) + 1;
      return walk(record.value, level, {{}, {}, inherited(record.value)}, record.line);
    }
    if (streamed_) {
      const JsonRows::Cells names = names_along_path(record.value, place_.path);
      if (auto taken = take_lists_beside(record.value, record.line); !taken) return taken;
      const std::size_t first_row = std::exchange(first_row_, json_rows().table().rows());
      return fill(names, first_row);
    }
    if (place_.layout == RecordLayout::rows && place_.path.empty()) return take_row(record.value, {}, record.line);
    return walk(record.value, 0, {{}, {}, one_of_many_ ? inherited(record.value) : JsonRows::Cells{}}, record.line);
  }

  /// What a record says of those inside of it: all of an item, and of a model its name.
  [[nodiscard]] JsonRows::Cells inherited(const JsonValue& record) const {
    JsonRows::Cells cells = scalars_of(record);
    if (place_.item_is_around) return cells;
    const auto surer = [](const auto& a, const auto& b) {
      const NamedRole left = role_of_name(a.first);
      const NamedRole right = role_of_name(b.first);
      return std::pair(left.role != ColumnRole::model, left.rank) <
             std::pair(right.role != ColumnRole::model, right.rank);
    };
    const auto model = std::min_element(cells.begin(), cells.end(), surer);
    if (model == cells.end() || role_of_name(model->first).role != ColumnRole::model) return {};
    return {{"model", model->second}};
  }

  Result<void> take_record(const JsonValue& record, std::uint64_t line, const JsonRows::Cells& cells) {
    const auto is_known = [&](const JsonValue& field) { return known_keys_.count(field.key()) != 0; };
    if (record.is_object() && !record.empty() && std::none_of(record.begin(), record.end(), is_known)) {
      skip("records_of_another_kind", line);
      return {};
    }
    return add_row(record, line, cells);
  }

  /// What was met on the way to the records.
  struct Way {
    std::vector<std::string> keys;  // that stood for stars
    JsonRows::Cells names;          // of model and benchmark, where the objects around say them
    JsonRows::Cells inherited;      // from the records around
  };

  /// Down the path from its place `level` on.
  Result<void> walk(const JsonValue& value, std::size_t level, const Way& way, std::uint64_t line) {
    if (level == place_.path.size()) {
      const std::size_t first_row = json_rows().table().rows();
      if (auto taken = take_place(value, way, line); !taken) return taken;
      // Columns may have something beside them, too.
      const bool is_around = place_.layout == RecordLayout::lists || place_.layout == RecordLayout::header_and_rows;
      return fill(is_around ? joined_names(names_beside_records(value, "*"), way.names) : way.names, first_row);
    }
    const std::string& step = place_.path[level];
    if (step == "[]") {
      if (!value.is_array()) return {};
      for (const JsonValue& element : value) {
        Way next = way;
        next.inherited = joined_names(inherited(element), way.inherited);
        if (auto walked = walk(element, level + 1, next, line); !walked) return walked;
      }
      return {};
    }
    Way next = way;
    next.names = joined_names(names_beside_records(value, step), way.names);
    if (step != "*") {
      const JsonValue* member = value_in(value, step);
      return member == nullptr ? Result<void>{} : walk(*member, level + 1, next, line);
    }
    if (!value.is_object()) return {};
    next.keys.emplace_back();
    for (const JsonValue& member : value) {
      if (is_scalar(member)) continue;
      next.keys.back() = member.key();
      if (auto walked = walk(member, level + 1, next, line); !walked) return walked;
    }
    return {};
  }

  static JsonRows::Cells cells_of(const std::vector<std::string>& keys) {
    JsonRows::Cells cells;
    for (std::size_t level = 0; level < keys.size(); ++level) cells.emplace_back(column_of_level(level), keys[level]);
    return cells;
  }

  Result<void> take_place(const JsonValue& place, const Way& way, std::uint64_t line) {
    const bool is_list = place_.layout == RecordLayout::list || place_.layout == RecordLayout::rows;
    if (is_list ? !place.is_array() : !place.is_object()) {  // another object of the file is made in another way
      skip("records_of_another_kind", line);
      return {};
    }
    const JsonRows::Cells above = joined_names(cells_of(way.keys), way.inherited);
    switch (place_.layout) {
      case RecordLayout::list:
        for (const JsonValue& record : place) {
          if (auto taken = take_record(record, line, above); !taken) return taken;
        }
        return {};
      case RecordLayout::keyed:
      case RecordLayout::keyed_matrix:
      case RecordLayout::keyed_scores: return take_keyed(place, way, line);
      case RecordLayout::keyed_verdicts: return take_verdicts(place, way.keys, line);
      case RecordLayout::lists:
      case RecordLayout::keyed_columns: return take_columns(place, above, line);
      case RecordLayout::header_and_rows:
        if (const JsonValue* names = value_in(place, "columns"); names != nullptr && columns_.empty()) {
          for (const JsonValue& name : *names) columns_.push_back(text_of(name));
        }
        return take_rows(value_in(place, "data"), above, line);
      case RecordLayout::rows: return take_rows(&place, above, line);
    }
    return {};
  }

  Result<void> take_keyed(const JsonValue& place, const Way& way, std::uint64_t line) {
    std::vector<std::string> keys = way.keys;
    keys.emplace_back();
    for (const JsonValue& record : place) {
      const bool is_record = record.is_object() || place_.layout == RecordLayout::keyed_scores;
      if (!is_record && place_.item_is_around) continue;  // what the object says of the item itself
      keys.back() = record.key();
      JsonRows::Cells cells = joined_names(cells_of(keys), way.inherited);
      if (place_.layout == RecordLayout::keyed_scores) {
        cells.emplace_back("score", cell_of(record));
        if (auto added = json_rows().add({}, line, cells); !added) return added;
      } else if (auto taken = take_record(record, line, cells); !taken) {
        return taken;
      }
    }
    return {};
  }

  Result<void> take_verdicts(const JsonValue& place, std::vector<std::string> keys, std::uint64_t line) {
    keys.emplace_back();
    for (const JsonValue& list : place) {
      if (!list.is_array()) continue;
      keys.back() = list.key();
      std::size_t position = 0;
      for (const JsonValue& verdict : list) {
        JsonRows::Cells cells = cells_of(keys);
        cells.emplace_back("item", std::to_string(position++));
        cells.emplace_back("score", cell_of(verdict));
        if (auto added = json_rows().add({}, line, cells); !added) return added;
      }
    }
    return {};
  }

  /// Columns side by side; the labels of rows, where they are more than numbers, are a column, too.
  Result<void> take_columns(const JsonValue& place, const JsonRows::Cells& above, std::uint64_t line) {
    std::vector<std::string> names;
    std::vector<JsonValue::Iterator> cells;
    std::size_t rows = 0;
    for (const JsonValue& column : place) {
      if (place_.layout == RecordLayout::lists ? !column.is_array() : !column.is_object()) continue;
      if (!names.empty() && column.size() != rows) {
        notes().count("columns_of_another_length", Severity::warning, 0);
        continue;
      }
      rows = column.size();
      names.emplace_back(column.key());
      cells.push_back(column.begin());
    }
    for (std::size_t row = 0; row < rows; ++row) {
      JsonRows::Cells beside = above;
      const std::string label(cells.front()->key());
      if (place_.layout == RecordLayout::keyed_columns && label != std::to_string(row)) labelled_ = true;
      if (place_.layout == RecordLayout::keyed_columns) beside.emplace_back(column_of_level(above.size()), label);
      for (std::size_t c = 0; c < names.size(); ++c) {
        const JsonValue& cell = *cells[c]++;
        if (cell.key() != label) {
          notes().count("cells_of_another_row", Severity::warning, 0);
          continue;
        }
        beside.emplace_back(names[c], cell_of(cell));
      }
      if (auto added = json_rows().add({}, line, beside); !added) return added;
    }
    return {};
  }

  Result<void> take_rows(const JsonValue* rows, const JsonRows::Cells& above, std::uint64_t line) {
    if (rows == nullptr || !rows->is_array()) return {};
    for (const JsonValue& row : *rows) {
      if (auto taken = take_row(row, above, line); !taken) return taken;
    }
    return {};
  }

  /// The first row is the header, unless it holds scores.
  Result<void> take_row(const JsonValue& row, const JsonRows::Cells& above, std::uint64_t line) {
    if (columns_.empty() && row.is_array() && !row.empty()) {
      const bool is_header =
          std::all_of(row.begin(), row.end(), [](const JsonValue& cell) { return cell.is_string(); });
      settings().has_header = is_header;
      for (const JsonValue& name : row) {
        columns_.push_back(is_header ? text_of(name) : "column " + std::to_string(columns_.size() + 1));
      }
      if (is_header) return {};
    }
    if (!row.is_array() || row.size() != columns_.size()) {
      skip("rows_of_another_length", line);
      return {};
    }
    JsonRows::Cells cells = above;
    auto cell = row.begin();
    for (const std::string& name : columns_) cells.emplace_back(name, cell_of(*cell++));
    return json_rows().add({}, line, cells);
  }

  /// Names that an object says of its records, which begin with a row; fields of the records themselves come first.
  Result<void> fill(const JsonRows::Cells& names, std::size_t first_row) {
    JsonRows::Cells missing;
    for (const auto& cell : names) {
      const ColumnRole role = cell.first == "model" ? ColumnRole::model : ColumnRole::benchmark;
      if (!json_rows().has_role(role) || said_.count(cell.first) != 0) missing.push_back(cell);
    }
    for (const auto& [column, name] : missing) said_[column].insert(name);
    return json_rows().fill(missing, first_row);
  }

  Result<void> ended() override {
    if (!found_) return {};
    // Of a file that is cut off the end is not known, but the beginning is.
    if (streamed_ && first_row_ < json_rows().table().rows()) {
      if (auto filled = fill(names_in_head_, first_row_); !filled) return filled;
    }
    name_keys(json_rows(), place_, labelled_, notes());
    describe();
    return {};
  }

  void describe();

  RecordPlace place_;
  std::set<std::string, std::less<>> known_keys_;  // of a few records, with the first part of nested names
  bool found_ = false;
  bool looked_again_ = false;
  bool one_of_many_ = false;
  bool streamed_ = false;
  bool labelled_ = false;
  std::vector<std::string> columns_;  // of rows that are lists
  JsonRows::Cells names_in_head_;
  std::map<std::string, std::set<std::string>> said_;  // columns filled with what stands beside the records, and how
  std::size_t first_row_ = 0;                          // of the object that is being read
};

void JsonObjectReader::describe() {
  std::string place;
  for (const std::string& step : place_.path) {
    place += (place.empty() ? "under " : " > ") + (step == "*"    ? "each key"
                                                   : step == "[]" ? "each element"
                                                                  : "\"" + std::string(truncate_utf8(step, 60)) + "\"");
  }
  std::string names;
  for (const auto& [column, said] : said_) {
    names += (names.empty() ? " Beside them stands the " : " and the ") + column + " \"" +
             std::string(truncate_utf8(*said.begin(), 60)) + "\"" + (said.size() > 1 ? " (or another)" : "");
  }
  const std::size_t rows = json_rows().table().rows();
  notes().add({"records_found",
               Severity::info,
               "This JSON is of no known tool: " + counted(rows, "record") +
                   (rows == 1 ? " was found " : " were found ") + (place.empty() ? "at its top" : place) + "." +
                   (names.empty() ? "" : names + "."),
               rows,
               {}});
  notes().describe("records_of_another_kind", "Records without any field of the others, skipped: {n}.");
  notes().describe("columns_of_another_length", "Lists that are longer or shorter than the first, left out: {n}.");
  notes().describe("cells_of_another_row",
                   "Cells whose row has another label than in the first column, left out: {n}.");
  notes().describe("rows_of_another_length", "Rows that are longer or shorter than the header, left out: {n}.");
}

int recognise(const FileHead& head) {
  if (json_outline(head.bytes).container == JsonOutline::Container::none) return 0;
  const auto place = place_in_head(head.bytes);
  if (!place) return 0;
  if (!is_one_of_many(head.bytes)) return place->has_items ? 28 : 20;
  // More than what fields without a score of their own say of flat records; scores under the names of models are no
  // metrics.
  return !place->has_items ? 0 : place->item_is_around ? 45 : 35;
}

}  // namespace

Format json_object_format() {
  return {"json_object", "JSON with records inside", recognise,
          [](const FileSource& source) -> std::unique_ptr<FormatReader> {
            return std::make_unique<JsonObjectReader>(source);
          }};
}

}  // namespace harmonograph
