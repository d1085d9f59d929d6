// JSON arrays and JSON lines of records, read as a table: one record a row.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "formats/json_surroundings.hpp"
#include "formats/json_table_reader.hpp"
#include "formats/registry.hpp"
#include "formats/table_names.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

class JsonRecordsReader final : public JsonTableReader {
 public:
  explicit JsonRecordsReader(const FileSource& source) : JsonTableReader(source) {}

 private:
  Result<void> take(const JsonRecord& record) override {
    if (!seen_first_) {
      seen_first_ = true;
      if (may_be_heading(record.value)) {
        heading_ = JsonDocument::copy_of(record.value);
        heading_line_ = record.line;
        return {};
      }
    } else if (heading_ && !decided_) {
      decided_ = true;
      const bool shares = std::any_of(record.value.begin(), record.value.end(),
                                      [&](const JsonValue& field) { return heading_->root().contains(field.key()); });
      if (shares) {
        if (auto added = add_heading_as_row(); !added) return added;
      }
    }
    return add_row(record.value, record.line);
  }

  /// Logs begin with a line about the run, {"model": "m", "date": ..}, which is no record like the others.
  static bool may_be_heading(const JsonValue& record) {
    return record.is_object() && std::none_of(record.begin(), record.end(), [](const JsonValue& field) {
             const NamedRole role = role_of_name(field.key());
             return role.role == ColumnRole::score || role.role == ColumnRole::text ||
                    role.role == ColumnRole::prediction || (role.role == ColumnRole::item && !role.weak);
           });
  }

  Result<void> add_heading_as_row() {
    const JsonDocument first = std::move(*heading_);
    heading_.reset();
    return add_row(first.root(), heading_line_);
  }

  Result<void> ended() override {
    if (!heading_) return {};
    if (!decided_) return add_heading_as_row();
    const JsonRows::Cells names = names_beside_records(heading_->root(), {});
    std::string said;
    for (const auto& [column, name] : names)
      said += (said.empty() ? " It names the " : " and the ") + column + " (" + name + ")";
    if (!said.empty()) said += ".";
    notes().add({"heading_record",
                 Severity::info,
                 "The first record has no field of the others and was read as a heading." + said,
                 1,
                 {heading_line_}});
    return json_rows().fill(names, 0);
  }

  bool seen_first_ = false;
  bool decided_ = false;
  std::optional<JsonDocument> heading_;
  std::uint64_t heading_line_ = 0;
};

int recognise_json_records(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const bool many =
      outline.container == JsonOutline::Container::array || outline.container == JsonOutline::Container::lines;
  if (!many || outline.record != JsonKind::object) return 0;
  std::size_t scalars = 0;
  bool identity = false;
  bool score = false;
  for (const auto& key : outline.keys) {
    const bool nested = key.kind == JsonKind::object;
    if (key.kind != JsonKind::array && !nested) ++scalars;
    const ColumnRole role = role_of_name(key.name).role;
    identity = identity || role == ColumnRole::item || role == ColumnRole::model || role == ColumnRole::text;
    score = score || role == ColumnRole::score || role == ColumnRole::prediction ||
            (nested && (key.name == "scores" || key.name == "feedback" || key.name == "metrics"));
  }
  if (scalars < 1) return 0;
  return identity && score ? 40 : identity || score ? 30 : 15;
}

}  // namespace

Format json_records_format() {
  return {"json_records", "JSON records (an array, or one object a line)", recognise_json_records,
          [](const FileSource& source) -> std::unique_ptr<FormatReader> {
            return std::make_unique<JsonRecordsReader>(source);
          }};
}

}  // namespace harmonograph
