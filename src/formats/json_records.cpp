// JSON arrays and JSON lines of flat records, read as a table: one record a row, nested objects
// flattened with points ("scores.accuracy").
#include <memory>
#include <new>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/text.hpp"
#include "formats/registry.hpp"
#include "formats/table_names.hpp"
#include "formats/table_observations.hpp"
#include "formats/table_store.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t deepest_nesting = 16;
constexpr std::size_t longest_number_array = 26;
constexpr std::size_t longest_string = 65'536;

class JsonTableReader final : public FormatReader {
 public:
  explicit JsonTableReader(const FileSource& source)
      : reader_(record_options(), [this](JsonRecord&& record) { return add_record(record); }) {
    settings_.path = source.path;
    settings_.options = source.options;
    settings_.from_records = true;
    const auto scale = source.options.find("scale");
    if (scale != source.options.end()) {
      if (auto parsed = parse_score_scale(scale->second)) {
        settings_.scale = *parsed;
      } else {
        refused_ = with_file(parsed.error());
      }
    }
    // Objects forget the order of their keys; the outline of the first record remembers it.
    for (const auto& key : json_outline(source.head).keys) {
      if (key.kind == JsonKind::object) {
        for (const auto& inner : key.keys) first_keys_.push_back(key.name + "." + inner);
      } else {
        first_keys_.push_back(key.name);
      }
    }
  }

  Result<void> feed(std::span<const char> bytes) override {
    if (refused_) return *refused_;
    try {
      auto read = reader_.feed(bytes);
      if (!read) return with_file(read.error());
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
    return {};
  }

  Result<FileObservations> finish() override {
    if (refused_) return *refused_;
    try {
      if (auto read = reader_.finish(); !read) return with_file(read.error());
      if (table_.rows() == 0) {
        return Error{ErrorCode::no_responses, "The file holds JSON, but no records with fields.", settings_.path, 0,
                     "Bring an array, or lines, of objects with the fields model, item and score."};
      }
      auto read = interpret_table(table_, settings_);
      if (!read) return read;
      read->rows_read += skipped_;
      read->rows_skipped += skipped_;
      notes_.describe("records_without_fields", "Records that are not objects with fields, skipped: {n}.");
      for (auto& note : notes_.take()) read->notes.push_back(std::move(note));
      for (auto& note : reader_.take_notes()) read->notes.push_back(std::move(note));
      return read;
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  [[nodiscard]] std::uint64_t rows() const override { return table_.rows(); }

 private:
  static JsonRecordOptions record_options() {
    JsonRecordOptions options;
    options.max_string_bytes = longest_string;
    return options;
  }

  [[nodiscard]] Error with_file(Error error) const {
    if (error.file.empty()) error.file = settings_.path;
    return error;
  }

  [[nodiscard]] Error out_of_memory() const {
    return {ErrorCode::out_of_memory,
            "The file does not fit into memory after " + std::to_string(table_.rows()) + " records.", settings_.path, 0,
            "Remove fields that are not needed, such as the full model outputs."};
  }

  Result<void> add_record(const JsonRecord& record) {
    if (!record.value.is_object() || record.value.empty()) {
      notes_.count("records_without_fields", Severity::warning, record.line);
      ++skipped_;
      return {};
    }
    table_.begin_row(record.line);
    if (table_.rows() == 1) {
      for (const auto& key : first_keys_) {
        if (has_scalar(record.value, key)) {
          if (auto place = column_of(key); !place) return place.error();
        }
      }
    }
    return add_fields(record.value, "", 0);
  }

  static bool has_scalar(const JsonValue& record, const std::string& name) {
    const auto is_scalar = [](const JsonValue& value) { return !value.is_array() && !value.is_object(); };
    if (const JsonValue* direct = record.find(name)) return is_scalar(*direct);
    const std::size_t point = name.find('.');
    if (point == std::string::npos) return false;
    const auto outer = record.find(name.substr(0, point));
    if (outer == nullptr || !outer->is_object()) return false;
    const JsonValue* inner = outer->find(name.substr(point + 1));
    return inner != nullptr && is_scalar(*inner);
  }

  Result<std::size_t> column_of(const std::string& name) {
    const auto [entry, fresh] = columns_.try_emplace(name, table_.columns());
    if (fresh) {
      if (auto added = table_.add_column(name); !added) return added.error();
    }
    return entry->second;
  }

  Result<void> set(const std::string& name, const JsonValue& value) {
    auto column = column_of(name);
    if (!column) return column.error();
    if (value.is_null()) return {};
    if (value.is_string()) return table_.set(*column, value.text());
    return table_.set(*column, json_text(value));
  }

  Result<void> add_fields(const JsonValue& object, const std::string& prefix, std::size_t depth) {
    for (const auto& [key, value] : object.members()) {
      const std::string name = prefix + key;
      if (value.is_object()) {
        if (depth >= deepest_nesting) continue;
        if (auto added = add_fields(value, name + ".", depth + 1); !added) return added;
      } else if (value.is_array()) {
        // A list of numbers is one number an option: probs_0, probs_1 ... Longer ones are vectors, when they are called
        // so; other lists are not flat.
        bool numbers = !value.empty();
        for (const auto& element : value) numbers = numbers && (element.is_number() || element.is_null());
        if (numbers && value.size() > longest_number_array) {
          if (!names_vectors(key)) continue;
          if (auto added = set(name, value); !added) return added;
          continue;
        }
        for (std::size_t i = 0; numbers && i < value.size(); ++i) {
          if (auto added = set(name + "_" + std::to_string(i), value[i]); !added) return added;
        }
      } else if (auto added = set(name, value); !added) {
        return added;
      }
    }
    return {};
  }

  TableSettings settings_;
  TableStore table_;
  std::vector<std::string> first_keys_;
  std::unordered_map<std::string, std::size_t> columns_;  // for look-up only
  NoteCollector notes_;
  std::uint64_t skipped_ = 0;
  std::optional<Error> refused_;  // for an option that cannot be met
  JsonRecordReader reader_;
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
            return std::make_unique<JsonTableReader>(source);
          }};
}

}  // namespace harmonograph
