#include "formats/record_place.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "formats/record_values.hpp"
#include "formats/table_names.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t deepest_place = 5;
constexpr std::size_t looked_at_records = 20;
constexpr std::size_t looked_at_children = 200;
constexpr std::size_t deepest_field = 3;
/// So many records of verdicts, and so many of other scores, are items even where nothing but a name goes with them.
constexpr std::size_t fewest_verdicts = 5;
constexpr std::size_t fewest_grades = 20;

bool is_record(const JsonValue& value) {
  return value.is_object() && std::any_of(value.begin(), value.end(), is_scalar);
}

bool is_list_of(const JsonValue& value, bool (*is_element)(const JsonValue&)) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_element);
}

bool is_verdict_or_null(const JsonValue& value) {
  return value.is_null() || is_verdict(value);
}

/// Lists of 0 and 1 that are no scores.
bool is_field_of_a_classifier(std::string_view key) {
  const std::string name = normalised_name(key);
  static constexpr std::string_view names[] = {
      "y",         "y_true", "y_pred",  "true",    "preds", "labels",     "golds",         "targets", "predictions",
      "predicted", "truth",  "answers", "choices", "mask",  "references", "ground_truths", "keys",    "responses"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// {"gpt-4": .., "llama": ..}: what stands there is of models, and no field of the record around it.
bool has_models_as_keys(const JsonValue& object) {
  const auto models = std::count_if(object.begin(), object.end(),
                                    [](const JsonValue& value) { return looks_like_model_name(value.key()); });
  return 2 * static_cast<std::size_t>(models) > object.size();
}

RecordPlace place_of(RecordLayout layout, std::size_t records) {
  RecordPlace place;
  place.layout = layout;
  place.records = records;
  return place;
}

/// What the records around a place say already.
struct Around {
  bool item = false;   // which item is meant
  bool model = false;  // which model is meant
  bool cut = false;    // what was looked at ends inside of them
};

/// What the fields of a few records say by their names and values.
class FieldsSeen {
 public:
  explicit FieldsSeen(Around around = {}) : around_(around) {}

  void look_at(const JsonValue& record) { look_at(record, "", 0); }
  void look_at(const std::string& name, const JsonValue& value) {
    if (known_.insert(name).second) names_.push_back(name);
    const NamedRole role = role_of_name(name);
    switch (role.role) {
      case ColumnRole::item: (role.weak ? ids_ : items_) = true; break;
      case ColumnRole::text: items_ = true; break;
      case ColumnRole::model: models_ = true; break;
      case ColumnRole::key: keys_ = true; break;
      case ColumnRole::prediction: answers_ = true; break;
      case ColumnRole::score:
        // A name that may mean anything must hold what a score is.
        if (role.weak && !is_verdict(value)) break;
        scores_ = true;
        verdicts_ = verdicts_ && is_verdict_or_null(value);
        break;
      default: break;
    }
  }

  /// has_names: an item is named in another way than by a field.
  void describe(RecordPlace& place, bool has_names) const {
    place.fields = names_;
    place.has_items = items_ || ids_ || has_names || around_.item;
    place.item_is_around = around_.item;
    const bool answered = answers_ && keys_;
    // Scores without a question or an answer beside them may be the means of benchmarks.
    const std::size_t fewest = verdicts_ ? (ids_ ? 1 : fewest_verdicts) : fewest_grades;
    const bool of_items = items_ || answers_ || keys_ || around_.item || (place.has_items && place.records >= fewest);
    place.has_scores = answered || (scores_ && of_items);
    // Records that name items of their own are no answers to the item around them.
    if (around_.item && (items_ || ids_)) place.has_scores = false;
  }

  /// The scalars of an object alone.
  void look_at_scalars(const JsonValue& object) {
    for (const JsonValue& value : object) {
      if (is_scalar(value)) look_at(std::string(value.key()), value);
    }
  }

  /// What records inside of these know from them.
  [[nodiscard]] Around around() const {
    return {around_.item || items_ || (ids_ && !models_), around_.model || models_, around_.cut};
  }

 private:
  void look_at(const JsonValue& object, const std::string& prefix, std::size_t depth) {
    for (const JsonValue& value : object) {
      const std::string name = prefix + std::string(value.key());
      if (value.is_object() && depth < deepest_field && !has_models_as_keys(value))
        look_at(value, name + ".", depth + 1);
      if (is_scalar(value)) look_at(name, value);
      if (value.is_array() && !value.empty() && is_scalar(value.front())) look_at(name, value.front());
    }
  }

  Around around_;
  std::vector<std::string> names_;
  std::set<std::string> known_;
  bool models_ = false;
  bool items_ = false;
  bool ids_ = false;  // fields named "id", which may be anything's
  bool keys_ = false;
  bool answers_ = false;
  bool scores_ = false;
  bool verdicts_ = true;
};

std::optional<RecordPlace> list_of_records(const JsonValue& value, Around around) {
  if (!value.is_array() || value.empty()) return std::nullopt;
  FieldsSeen fields(around);
  std::size_t records = 0;
  std::size_t looked_at = 0;
  for (const JsonValue& element : value) {
    if (++looked_at > looked_at_records) break;
    if (!is_record(element)) continue;
    ++records;
    fields.look_at(element);
  }
  if (2 * records < std::min(value.size(), looked_at_records)) return std::nullopt;
  RecordPlace place = place_of(RecordLayout::list, value.size());
  fields.describe(place, false);
  return place;
}

/// Arrays of equal length: a header of texts and rows, or rows of scores alone.
std::optional<RecordPlace> list_of_rows(const JsonValue& value, Around around) {
  if (!value.is_array() || value.size() < 2) return std::nullopt;
  const std::size_t width = value.front().size();
  if (width < 2) return std::nullopt;
  std::size_t looked_at = 0;
  bool verdicts = true;
  for (const JsonValue& row : value) {
    if (++looked_at > looked_at_records) break;
    if (!is_list_of(row, is_scalar) || row.size() != width) return std::nullopt;
    verdicts = verdicts && is_list_of(row, is_verdict_or_null);
  }
  RecordPlace place = place_of(RecordLayout::rows, value.size());
  place.has_scores = verdicts;
  if (verdicts) return place;
  FieldsSeen fields(around);
  if (!is_list_of(value.front(), [](const JsonValue& name) { return name.is_string(); })) return std::nullopt;
  auto cell = value[1].begin();
  for (const JsonValue& name : value.front()) fields.look_at(std::string(name.text()), *cell++);
  fields.describe(place, false);
  return place;
}

std::optional<RecordPlace> header_and_rows(const JsonValue& object, Around around) {
  const JsonValue* header = value_in(object, "columns");
  const JsonValue* rows = value_in(object, "data");
  if (header == nullptr || rows == nullptr || !is_list_of(*header, is_scalar)) return std::nullopt;
  if (!rows->is_array() || rows->empty() || rows->front().size() != header->size()) return std::nullopt;
  FieldsSeen fields(around);
  auto cell = rows->front().begin();
  for (const JsonValue& name : *header) fields.look_at(text_of(name), *cell++);
  RecordPlace place = place_of(RecordLayout::header_and_rows, rows->size());
  fields.describe(place, false);
  return place;
}

/// The lists of an object that are columns: scalars, as many in each.
std::optional<RecordPlace> object_of_lists(const JsonValue& object, Around around) {
  FieldsSeen fields(around);
  std::size_t columns = 0;
  std::size_t length = 0;
  std::size_t models = 0;
  bool verdicts = true;
  for (const JsonValue& column : object) {
    if (!is_list_of(column, is_scalar)) continue;
    if (columns > 0 && column.size() != length) return std::nullopt;
    length = column.size();
    ++columns;
    const std::string name(column.key());
    if (looks_like_model_name(name)) ++models;
    verdicts = verdicts && is_list_of(column, is_verdict_or_null);
    fields.look_at(name, column.front());
  }
  if (columns < 2 || length < 2) return std::nullopt;
  RecordPlace place = place_of(RecordLayout::lists, length);
  fields.describe(place, false);
  // Lists of verdicts are models only where they are called so: others are labels and predictions of a classifier.
  if (verdicts && 2 * models > columns && columns == object.size()) place.has_scores = place.has_items = true;
  return place;
}

/// The columns of a data frame, each an object of the same row labels.
std::optional<RecordPlace> object_of_columns(const JsonValue& object, Around around) {
  if (object.size() < 2) return std::nullopt;
  FieldsSeen fields(around);
  const JsonValue& first = object.front();
  for (const JsonValue& column : object) {
    if (!column.is_object() || column.empty() || column.size() != first.size()) return std::nullopt;
    if (!std::all_of(column.begin(), column.end(), is_scalar)) return std::nullopt;
    if (column.front().key() != first.front().key()) return std::nullopt;
    fields.look_at(std::string(column.key()), column.front());
  }
  RecordPlace place = place_of(RecordLayout::keyed_columns, first.size());
  fields.describe(place, false);
  std::int64_t row = 0;
  const bool numbered = std::all_of(first.begin(), first.end(),
                                    [&](const JsonValue& cell) { return cell.key() == std::to_string(row++); });
  // The columns of models beside one that names the items have no names that say "score".
  if (numbered && place.has_items && !place.has_scores) {
    place.has_scores = std::any_of(object.begin(), object.end(), [](const JsonValue& column) {
      return std::all_of(column.begin(), column.end(), is_verdict_or_null);
    });
  }
  if (!place.has_scores) return std::nullopt;
  return place;
}

/// Records under their names; or rows of scores under theirs.
std::optional<RecordPlace> keyed_records(const JsonValue& object, Around around) {
  // Beside what an object says of its item, there may be the answer of one model alone.
  if (object.size() < (around.item || around.cut ? 1U : 2U)) return std::nullopt;
  FieldsSeen fields(around);
  std::vector<std::string> first_names;
  std::vector<std::string> row_names;
  bool verdicts = true;
  std::size_t looked_at = 0;
  for (const JsonValue& record : object) {
    const bool is_cut = around.cut && record.is_object() && record.empty();  // at the end of what was looked at
    if (is_cut) continue;
    if (!is_record(record)) return std::nullopt;
    if (++looked_at > looked_at_records) continue;
    fields.look_at(record);
    row_names.emplace_back(record.key());
    verdicts = verdicts && std::all_of(record.begin(), record.end(), is_verdict_or_null);
    std::vector<std::string> names;
    for (const JsonValue& value : record) names.emplace_back(value.key());
    if (looked_at == 1) first_names = names;
    if (!are_alike(first_names, names)) return std::nullopt;
  }
  RecordPlace place = place_of(RecordLayout::keyed, object.size());
  fields.describe(place, !around.item);
  if (around.item || place.has_scores || !verdicts || first_names.size() < 2) return place;
  const auto count = [](const std::vector<std::string>& names, bool (*is_one)(std::string_view)) {
    return static_cast<std::size_t>(std::count_if(names.begin(), names.end(), is_one));
  };
  const bool models = 2 * std::max(count(row_names, looks_like_model_name), count(first_names, looks_like_model_name)) >
                      std::min(row_names.size(), first_names.size());
  const bool items = 2 * std::max(count(row_names, looks_like_item_name), count(first_names, looks_like_item_name)) >
                     std::max(row_names.size(), first_names.size());
  if (models || items || first_names.size() * row_names.size() >= 100) {
    place.layout = RecordLayout::keyed_matrix;
    place.has_scores = true;
  }
  return place;
}

/// {"physics": [true, false, ..], "law": [..]}: verdicts of items that have nothing but their places.
std::optional<RecordPlace> keyed_verdicts(const JsonValue& object, Around /*around*/) {
  if (object.size() < 2) return std::nullopt;
  RecordPlace place = place_of(RecordLayout::keyed_verdicts, 0);
  place.has_scores = true;
  for (const JsonValue& list : object) {
    if (list.size() < fewest_verdicts || !is_list_of(list, is_verdict_or_null)) return std::nullopt;
    const ColumnRole role = role_of_name(list.key()).role;
    const bool is_field = role == ColumnRole::key || role == ColumnRole::prediction || role == ColumnRole::score;
    if (is_field || is_field_of_a_classifier(list.key())) return std::nullopt;
    place.records += list.size();
  }
  return place;
}

/// {"scores": {"a": 1, "b": 0}}: keys are items, or models where the object around names the item.
std::optional<RecordPlace> keyed_scores(const JsonValue& object, Around around) {
  std::string_view name = object.key();
  if (!name.empty() && name.back() == 's') name.remove_suffix(1);
  const ColumnRole role = role_of_name(name).role;
  bool is_named = role == ColumnRole::score || role_of_name(object.key()).role == ColumnRole::score;
  // A model's answers to items: what they are, right or wrong, the values say.
  if (around.model && !around.item) is_named = is_named || role == ColumnRole::key || role == ColumnRole::item;
  if (!is_named || (around.item && around.model)) return std::nullopt;
  const std::size_t fewest = around.item ? 1 : around.model ? 2 : fewest_verdicts;
  if (object.size() < fewest || !std::all_of(object.begin(), object.end(), is_verdict_or_null)) return std::nullopt;
  RecordPlace place = place_of(RecordLayout::keyed_scores, object.size());
  place.fields = {std::string(object.key())};
  place.has_scores = true;
  place.has_items = true;
  place.item_is_around = around.item;
  return place;
}

/// {"id": "q1", "gpt-4": {"score": 1}, "llama": {"score": 0}}: an item with an answer under the name of each model.
std::optional<RecordPlace> answers_of_models(const JsonValue& record, Around around) {
  if (!around.item || around.model) return std::nullopt;
  FieldsSeen fields(around);
  std::size_t answers = 0;
  for (const JsonValue& answer : record) {
    if (!answer.is_object()) continue;
    if (!is_record(answer) || !looks_like_model_name(answer.key())) return std::nullopt;
    fields.look_at(answer);
    ++answers;
  }
  if (answers < 2) return std::nullopt;
  RecordPlace place = place_of(RecordLayout::keyed, answers);
  fields.describe(place, false);
  return place;
}

std::vector<RecordPlace> places_in(const JsonValue& value, Around around, std::size_t depth);

/// Adds a place, or joins it to one that is alike but for its first step, which then is a star.
void add_place(std::vector<RecordPlace>& found, RecordPlace place, const std::string& step, bool may_join) {
  const auto twin = std::find_if(found.begin(), found.end(), [&](const RecordPlace& other) {
    return other.layout == place.layout && other.path.size() == place.path.size() + 1 &&
           (may_join || other.path.front() == step) &&
           std::equal(other.path.begin() + 1, other.path.end(), place.path.begin()) &&
           are_alike(other.fields, place.fields) && other.has_scores == place.has_scores;
  });
  if (twin != found.end()) {
    if (twin->path.front() != step) twin->path.front() = "*";
    twin->records += place.records;
    return;
  }
  place.path.insert(place.path.begin(), step);
  found.push_back(std::move(place));
}

/// What stands below the members of an object. Places that are alike below several members are one place.
std::vector<RecordPlace> places_below(const JsonValue& object, Around around, std::size_t depth) {
  std::vector<RecordPlace> found;
  std::size_t looked_at = 0;
  for (const JsonValue& member : object) {
    if (++looked_at > looked_at_children) break;
    if (is_scalar(member)) continue;
    for (RecordPlace& place : places_in(member, around, depth + 1)) {
      add_place(found, std::move(place), std::string(member.key()), true);
    }
  }
  return found;
}

/// Records inside of a record, which knows the item or the model that they are about.
std::vector<RecordPlace> places_in_record(const JsonValue& record, Around around, std::size_t depth) {
  if (!record.is_object() || depth >= deepest_place) return {};
  FieldsSeen own(around);
  own.look_at_scalars(record);
  const Around inside = own.around();
  if (auto place = answers_of_models(record, inside); place && place->has_scores) return {*place};
  return places_below(record, inside, depth);
}

std::vector<RecordPlace> places_in(const JsonValue& value, Around around, std::size_t depth) {
  if (value.is_array()) {
    const auto records = list_of_records(value, around);
    if (records && records->has_scores) return {*records};
    std::vector<RecordPlace> inside;
    std::size_t looked_at = 0;
    for (const JsonValue& element : value) {
      if (++looked_at > looked_at_records) break;
      for (RecordPlace& place : places_in_record(element, around, depth + 1)) {
        if (place.has_scores) add_place(inside, std::move(place), "[]", false);
      }
    }
    if (!inside.empty()) return inside;
    if (auto rows = list_of_rows(value, around)) return {*rows};
    return records ? std::vector<RecordPlace>{*records} : std::vector<RecordPlace>{};
  }
  if (!value.is_object() || value.empty()) return {};
  // Whole tables are about themselves.
  if (!around.item) {
    for (auto* look : {header_and_rows, object_of_columns}) {
      if (auto place = look(value, around); place && place->has_scores) return {*place};
    }
  }
  for (auto* look : {keyed_records, keyed_scores}) {
    if (auto place = look(value, around); place && place->has_scores) return {*place};
  }
  if (!around.item) {
    for (auto* look : {object_of_lists, keyed_verdicts}) {
      if (auto place = look(value, around); place && place->has_scores) return {*place};
    }
  }
  return depth < deepest_place ? places_below(value, around, depth) : std::vector<RecordPlace>{};
}

}  // namespace

bool are_alike(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  const std::set<std::string_view> known(right.begin(), right.end());
  const auto shared = static_cast<std::size_t>(
      std::count_if(left.begin(), left.end(), [&](const std::string& name) { return known.count(name) != 0; }));
  return shared > 0 && 2 * shared >= std::max(left.size(), right.size());
}

std::size_t RecordPlace::stars() const {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), "*"));
}

std::optional<RecordPlace> record_place(const JsonValue& root, RootKind kind) {
  std::vector<RecordPlace> places;
  if (kind != RootKind::one_of_many) {
    places = places_in(root, {false, false, kind == RootKind::cut}, 0);
  } else {
    FieldsSeen whole;
    whole.look_at(root);
    RecordPlace itself;
    itself.records = 1;
    whole.describe(itself, false);
    if (itself.has_scores) return std::nullopt;
    places = places_in_record(root, {}, 0);
  }
  std::optional<RecordPlace> best;
  const auto worth = [](const RecordPlace& place) {
    return std::pair(2 * (place.has_scores ? 1 : 0) + (place.has_items ? 1 : 0), place.records);
  };
  for (RecordPlace& place : places) {
    if (!place.has_scores) continue;
    if (!best || worth(place) > worth(*best)) best = std::move(place);
  }
  return best;
}

}  // namespace harmonograph
