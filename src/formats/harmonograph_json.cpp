// Reads the project's own format; it is written in write_harmonograph_json.cpp.
#include "formats/harmonograph_json.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

constexpr std::int64_t newest_version = 1;
constexpr std::size_t longest_text = 4000;

std::string text_of(const JsonValue& value) {
  if (value.is_null()) return {};
  return value.is_string() ? std::string(value.text()) : json_text(value);
}

std::string text_member(const JsonValue& object, const char* name) {
  const auto found = object.find(name);
  return found == nullptr ? std::string() : text_of(*found);
}

std::optional<double> number_of(const JsonValue& value) {
  if (value.is_number()) return value.number();
  if (value.is_boolean()) return value.truth() ? 1.0 : 0.0;
  if (value.is_string()) return parse_number(value.text());
  return std::nullopt;
}

class HarmonographReader : public FormatReader {
 public:
  explicit HarmonographReader(const FileSource& source)
      : options_(source.options), records_(record_options(), [this](JsonRecord&& record) { return take(record); }) {}

  Result<void> feed(std::span<const char> bytes) override { return records_.feed(bytes); }
  [[nodiscard]] std::uint64_t rows() const override { return observations_.items.size(); }

  Result<FileObservations> finish() override {
    const Result<void> ended = records_.finish();
    std::vector<Note> notes = records_.take_notes();
    if (!ended.ok()) return ended.error();
    if (!header_) {
      // Scores cannot be trusted when the object that holds them is not complete.
      const bool cut =
          std::any_of(notes.begin(), notes.end(), [](const Note& note) { return note.code == "truncated"; });
      return Error{cut ? ErrorCode::truncated_file : ErrorCode::malformed_file,
                   cut ? "The file ends before its outermost object is closed."
                       : "The file is not one complete JSON object: " + (notes.empty() ? "" : notes.front().message),
                   {},
                   0,
                   "Write or copy the file again."};
    }
    const Result<void> checked = assemble();
    if (!checked.ok()) return checked.error();
    notes_.describe("chosen_is_no_option",
                    "{n} chosen options are none of their item's and count as unknown; the scores stay.");
    for (Note& note : notes_.take()) notes.push_back(std::move(note));
    observations_.notes = std::move(notes);
    return std::move(observations_);
  }

 private:
  static JsonRecordOptions record_options() {
    JsonRecordOptions options;
    options.element_paths = {"models", "items", "scores", "chosen", "choices", "vectors"};
    options.max_record_bytes = std::size_t{1} << 30U;  // an entry of vectors can be as large as a file
    return options;
  }

  static Error wrong(std::string message, std::uint64_t line = 0) {
    return {ErrorCode::malformed_file, std::move(message), {}, line, "The format is described in docs/format.md."};
  }

  Result<void> take(const JsonRecord& record) {
    if (record.path == "models") return take_model(record);
    if (record.path == "items") return take_item(record);
    if (record.path == "scores" || record.path == "chosen") {
      auto& table = record.path == "scores" ? scores_ : chosen_;
      const std::string place = std::string(record.path) + ", row " + std::to_string(table.size() + 1);
      if (!record.value.is_array()) return wrong(place + " is not an array.", record.line);
      std::vector<double> row;
      row.reserve(record.value.size());
      for (const JsonValue& cell : record.value) {
        const std::optional<double> number = number_of(cell);
        if (!number && !cell.is_null()) {
          return wrong(place + ": value " + std::to_string(row.size() + 1) + " is not a number or null.", record.line);
        }
        row.push_back(number.value_or(missing));
      }
      table.push_back(std::move(row));
      return {};
    }
    if (record.path == "choices") return take_choices(record);
    if (record.path == "vectors") return take_vectors(record);
    return take_header(record);
  }

  Result<void> take_header(const JsonRecord& record) {
    const JsonValue& value = record.value;
    if (header_) return wrong("A second object follows the first; the file must be one object.", record.line);
    if (!value.is_object() || text_member(value, "format") != "harmonograph") {
      return wrong("The key \"format\" is not \"harmonograph\".", record.line);
    }
    const auto version = value.find("version");
    if (version == nullptr || !version->is_integer() || *version->integer() < 1) {
      return wrong("The key \"version\" must be the number 1.", record.line);
    }
    if (*version->integer() > newest_version) {
      return Error{ErrorCode::unknown_format,
                   "The file has version " + std::to_string(*version->integer()) +
                       " of the format; version 1 is the newest that can be read here.",
                   {},
                   record.line,
                   "Use a newer Harmonograph."};
    }
    for (const char* name : {"models", "items", "scores", "chosen", "choices", "vectors", "benchmarks"}) {
      const auto found = value.find(name);
      if (found != nullptr && !found->is_array()) return wrong("\"" + std::string(name) + "\" is not an array.");
    }
    header_ = true;
    observations_.metric = text_member(value, "metric");
    observations_.filter = text_member(value, "filter");
    stated_order(value, "item_attributes", item_attribute_order_);
    stated_order(value, "model_attributes", model_attribute_order_);
    return take_benchmarks(value);
  }

  Result<void> take_benchmarks(const JsonValue& value) {
    const auto list = value.find("benchmarks");
    if (list == nullptr) return {};
    states_benchmarks_ = true;
    for (const JsonValue& each : *list) {
      const std::string place = "benchmarks, entry " + std::to_string(stated_benchmarks_.size() + 1);
      StatedBenchmark benchmark;
      if (each.is_string()) {
        benchmark.name = std::string(each.text());
      } else if (each.is_object() && each.contains("name") && each["name"].is_string()) {
        benchmark.name = std::string(each["name"].text());
      } else {
        return wrong(place + " is neither a name nor an object with a name.");
      }
      for (const StatedBenchmark& earlier : stated_benchmarks_) {
        if (earlier.name == benchmark.name) return wrong(place + " repeats the name \"" + benchmark.name + "\".");
      }
      if (each.is_object() && each.contains("item_attributes")) {
        const JsonValue& names = each["item_attributes"];
        if (!names.is_array()) return wrong(place + ": item_attributes is not an array of texts.");
        for (const JsonValue& name : names) {
          if (!name.is_string()) return wrong(place + ": item_attributes is not an array of texts.");
          const auto& known = benchmark.attributes;
          if (std::find(known.begin(), known.end(), std::string(name.text())) != known.end()) {
            return wrong(place + " repeats the attribute \"" + std::string(name.text()) + "\".");
          }
          benchmark.attributes.push_back(std::string(name.text()));
        }
      }
      stated_benchmarks_.push_back(std::move(benchmark));
    }
    return {};
  }

  static void stated_order(const JsonValue& value, const char* name, std::vector<std::string>& order) {
    const auto found = value.find(name);
    if (found == nullptr || !found->is_array()) return;
    for (const JsonValue& each : *found) {
      if (each.is_string()) order.push_back(std::string(each.text()));
    }
  }

  static std::map<std::string, std::string> attributes_of(const JsonValue& value) {
    std::map<std::string, std::string> attributes;
    const auto found = value.find("attributes");
    if (found == nullptr || !found->is_object()) return attributes;
    for (const auto& [name, each] : found->members()) attributes[name] = text_of(each);
    return attributes;
  }

  Result<void> take_model(const JsonRecord& record) {
    const JsonValue& value = record.value;
    const std::string place = "models, entry " + std::to_string(observations_.models.size() + 1);
    std::string name;
    if (value.is_string()) {
      name = std::string(value.text());
    } else if (value.is_object() && value.contains("name") && value["name"].is_string()) {
      name = std::string(value["name"].text());
    } else {
      return wrong(place + " is neither a name nor an object with a name.", record.line);
    }
    if (std::find(observations_.models.begin(), observations_.models.end(), name) != observations_.models.end()) {
      return wrong(place + " repeats the name \"" + name + "\".", record.line);
    }
    observations_.models.push_back(name);
    model_attributes_.push_back(value.is_object() ? attributes_of(value) : std::map<std::string, std::string>());
    return {};
  }

  Result<void> take_item(const JsonRecord& record) {
    const JsonValue& value = record.value;
    const std::string place = "items, entry " + std::to_string(observations_.items.size() + 1);
    if (!value.is_object()) return wrong(place + " is not an object.", record.line);
    FileItem item;
    item.line = record.line;
    item.native_id = text_member(value, "id");
    item.content_hash = text_member(value, "hash");
    item.text = std::string(truncate_utf8(text_member(value, "text"), longest_text));
    const auto integer = [&](const char* name, std::int64_t otherwise,
                             std::int64_t most) -> std::optional<std::int64_t> {
      const auto found = value.find(name);
      if (found == nullptr || found->is_null()) return otherwise;
      if (!found->is_integer()) return std::nullopt;
      const auto number = *found->integer();
      if (number < 0 || number > most) return std::nullopt;
      return number;
    };
    const auto position = integer("position", -1, std::int64_t{1} << 53U);
    const auto options = integer("options", 0, 1000000);
    const auto key = integer("key", -1, 999999);
    if (!position || !options || !key) {
      return wrong(place + ": position, options and key must be whole numbers that are not negative.", record.line);
    }
    item.position = *position;
    item.option_count = static_cast<std::uint32_t>(*options);
    item.key = static_cast<std::int32_t>(*key);
    const std::string benchmark = text_member(value, "benchmark");
    const auto [index, added] =
        benchmark_index_.try_emplace(benchmark, static_cast<std::uint32_t>(observations_.benchmarks.size()));
    if (added) observations_.benchmarks.push_back(benchmark);
    item.benchmark = index->second;
    if (!item.native_id.empty() && !ids_.insert({item.benchmark, item.native_id}).second) {
      return wrong(place + " repeats the id \"" + item.native_id + "\" of its benchmark.", record.line);
    }
    observations_.items.push_back(std::move(item));
    item_attributes_.push_back(attributes_of(value));
    return {};
  }

  Result<void> take_choices(const JsonRecord& record) {
    const JsonValue& value = record.value;
    const std::string place = "choices, entry " + std::to_string(choices_.size() + 1);
    if (!value.is_object() || !value.contains("values") || !value["values"].is_array()) {
      return wrong(place + " is not an object with an array of values.", record.line);
    }
    StatedChoices set;
    set.name = text_member(value, "name");
    const std::string kind = text_member(value, "kind");
    if (kind != "log-likelihood" && kind != "probability") {
      return wrong(place + ": kind must be \"log-likelihood\" or \"probability\".", record.line);
    }
    set.kind = kind == "probability" ? ChoiceKind::probability : ChoiceKind::log_likelihood;
    for (const auto& [key, name] : {std::pair("model", &set.model), std::pair("benchmark", &set.benchmark)}) {
      const auto found = value.find(key);
      if (found == nullptr || found->is_null()) continue;
      if (!found->is_string()) return wrong(place + ": " + key + " is not a text.", record.line);
      *name = std::string(found->text());
    }
    if (const auto options = value.find("options"); options != nullptr && !options->is_null()) {
      if (!options->is_integer() || *options->integer() < 1 || *options->integer() > 1000000) {
        return wrong(place + ": options must be a whole number greater than 0.", record.line);
      }
      set.options = static_cast<std::uint32_t>(*options->integer());
    }
    set.place = place + (set.name.empty() ? "" : " (\"" + set.name + "\")");
    set.line = record.line;
    if (set.model) {
      auto row = read_option_values(value["values"], place, record.line);
      if (!row) return row.error();
      set.rows.push_back(std::move(*row));
    } else {
      for (const JsonValue& cells : value["values"]) {
        if (!cells.is_array()) return wrong(place + ": a row of values is not an array.", record.line);
        auto row = read_option_values(cells, place, record.line);
        if (!row) return row.error();
        set.rows.push_back(std::move(*row));
      }
    }
    choices_.push_back(std::move(set));
    return {};
  }

  /// Option values of one model on one item after the other.
  struct OptionValues {
    std::vector<std::size_t> start = {0};  // of each item in values, and the end
    std::vector<double> values;

    [[nodiscard]] std::size_t items() const { return start.size() - 1; }
    [[nodiscard]] std::span<const double> of(std::size_t item) const {
      return {values.data() + start[item], start[item + 1] - start[item]};
    }
  };

  static Result<OptionValues> read_option_values(const JsonValue& cells, const std::string& place, std::uint64_t line) {
    OptionValues row;
    row.start.reserve(cells.size() + 1);
    for (const JsonValue& cell : cells) {
      if (!cell.is_null() && !cell.is_array()) {
        return wrong(place + ": a cell is neither an array of option values nor null.", line);
      }
      for (const JsonValue& each : cell) {
        const std::optional<double> number = number_of(each);
        if (!number && !each.is_null()) return wrong(place + ": an option value is not a number.", line);
        row.values.push_back(number.value_or(missing));
      }
      row.start.push_back(row.values.size());
    }
    return row;
  }

  Result<void> take_vectors(const JsonRecord& record) {
    const JsonValue& value = record.value;
    StatedVectors vectors;
    vectors.place = "vectors, entry " + std::to_string(vectors_.size() + 1);
    if (!value.is_object() || !value.contains("values") || !value["values"].is_array()) {
      return wrong(vectors.place + " is not an object with an array of values.", record.line);
    }
    if (!value.contains("name") || !value["name"].is_string()) {
      return wrong(vectors.place + " has no name.", record.line);
    }
    vectors.name = std::string(value["name"].text());
    if (const auto benchmark = value.find("benchmark"); benchmark != nullptr && !benchmark->is_null()) {
      if (!benchmark->is_string()) return wrong(vectors.place + ": benchmark is not a text.", record.line);
      vectors.benchmark = std::string(benchmark->text());
    }
    if (const auto width = value.find("width"); width != nullptr && !width->is_null()) {
      if (!width->is_integer() || *width->integer() < 1 || *width->integer() > 10000000) {
        return wrong(vectors.place + ": width must be a whole number greater than 0.", record.line);
      }
      vectors.width = static_cast<std::size_t>(*width->integer());
    }
    for (const JsonValue& row : value["values"]) {
      const std::string item = vectors.place + ": the vector of item " + std::to_string(vectors.items + 1);
      ++vectors.items;
      if (row.is_null()) {
        vectors.none.push_back(true);
        continue;
      }
      if (!row.is_array() || row.empty()) return wrong(item + " is neither an array of numbers nor null.", record.line);
      if (vectors.width == 0) vectors.width = row.size();
      if (row.size() != vectors.width) {
        return wrong(
            item + " has " + counted(row.size(), "number") + " instead of " + std::to_string(vectors.width) + ".",
            record.line);
      }
      vectors.none.push_back(false);
      for (const JsonValue& each : row) {
        const std::optional<double> number = number_of(each);
        if (!number && !each.is_null()) return wrong(item + " holds something that is not a number.", record.line);
        vectors.values.push_back(number.value_or(missing));
      }
    }
    if (vectors.width == 0) return wrong(vectors.place + " holds no vector.", record.line);
    vectors_.push_back(std::move(vectors));
    return {};
  }

  /// Sizes of a table of models and items; empty when they are right.
  template <class Table>
  std::string wrong_size(const std::string& name, const Table& table) const {
    if (table.size() != observations_.models.size()) {
      return name + " has " + counted(table.size(), "row") + " for " + counted(observations_.models.size(), "model") +
             ".";
    }
    for (std::size_t m = 0; m < table.size(); ++m) {
      if (table[m].size() != observations_.items.size()) {
        return name + ", row " + std::to_string(m + 1) + " (" + observations_.models[m] + ") has " +
               counted(table[m].size(), "value") + " for " + counted(observations_.items.size(), "item") + ".";
      }
    }
    return {};
  }

  Result<void> assemble() {
    const std::size_t items = observations_.items.size();
    const bool has_responses = !scores_.empty() || !choices_.empty() || !chosen_.empty();
    if (auto placed = place_items(); !placed) return placed;
    assemble_attributes();
    if (auto vectors = assemble_vectors(); !vectors) return vectors;
    observations_.rows_read = items;
    if (!has_responses) {
      observations_.layout.clear();
      if (items > 0) {
        observations_.role = FileRole::item_attributes;
      } else if (!observations_.model_attributes.names.empty()) {
        observations_.role = FileRole::model_attributes;
        observations_.models.clear();
      } else {
        return Error{ErrorCode::no_responses,
                     "The file holds no scores and no attributes.",
                     {},
                     0,
                     "The format is described in docs/format.md."};
      }
      return check_keys();
    }
    for (const auto& [name, table] : {std::pair("scores", &scores_), std::pair("chosen", &chosen_)}) {
      if (table->empty()) continue;
      const std::string problem = wrong_size(name, *table);
      if (!problem.empty()) return wrong(problem);
    }
    if (auto placed = place_choices(); !placed) return placed;
    if (auto keys = check_keys(); !keys) return keys;
    return assemble_responses();
  }

  /// A data set of several files can hold keys that contradict its options; one that is written by hand should not.
  Result<void> check_keys() {
    for (std::size_t i = 0; i < observations_.items.size() && !states_benchmarks_; ++i) {
      const FileItem& item = observations_.items[i];
      if (item.option_count == 0 || item.key < static_cast<std::int64_t>(item.option_count)) continue;
      return wrong("items, entry " + std::to_string(i + 1) + ": the key " + std::to_string(item.key) +
                       " is not one of the " + counted(item.option_count, "option") + ", which count from 0.",
                   item.line);
    }
    return {};
  }

  /// Brings the benchmarks into the stated order and counts the items of each.
  Result<void> place_items() {
    if (states_benchmarks_) {
      std::map<std::string, std::uint32_t> stated;
      std::vector<std::string> names;
      for (const StatedBenchmark& benchmark : stated_benchmarks_) {
        stated.emplace(benchmark.name, static_cast<std::uint32_t>(names.size()));
        names.push_back(benchmark.name);
      }
      for (std::size_t i = 0; i < observations_.items.size(); ++i) {
        FileItem& item = observations_.items[i];
        const auto found = stated.find(observations_.benchmarks[item.benchmark]);
        if (found == stated.end()) {
          return wrong("items, entry " + std::to_string(i + 1) + ": \"" + observations_.benchmarks[item.benchmark] +
                           "\" is not one of the benchmarks.",
                       item.line);
        }
        item.benchmark = found->second;
      }
      observations_.benchmarks = std::move(names);
      benchmark_index_ = std::move(stated);
      observations_.layout.resize(stated_benchmarks_.size());
      for (std::size_t b = 0; b < stated_benchmarks_.size(); ++b) {
        observations_.layout[b].attributes = stated_benchmarks_[b].attributes;
        observations_.layout[b].choices.resize(observations_.models.size());
      }
    }
    items_of_.resize(observations_.benchmarks.size());
    for (std::uint32_t i = 0; i < observations_.items.size(); ++i) {
      items_of_[observations_.items[i].benchmark].push_back(i);
    }
    return {};
  }

  /// Index of a benchmark that an entry names. Errors: malformed_file.
  Result<std::uint32_t> benchmark_named(const std::string& name, const std::string& place) const {
    const auto found = benchmark_index_.find(name);
    if (found == benchmark_index_.end()) {
      return wrong(place + ": no item belongs to the benchmark \"" + name + "\".");
    }
    return found->second;
  }

  Result<void> assemble_vectors() {
    const std::size_t items = observations_.items.size();
    std::set<std::pair<std::uint32_t, std::string>> known;
    for (StatedVectors& vectors : vectors_) {
      std::vector<std::uint32_t> all(items);
      for (std::uint32_t i = 0; i < items; ++i) all[i] = i;
      std::vector<std::uint32_t> benchmarks;
      if (vectors.benchmark) {
        auto index = benchmark_named(*vectors.benchmark, vectors.place);
        if (!index) return index.error();
        benchmarks.push_back(*index);
      } else {
        for (std::uint32_t b = 0; b < items_of_.size(); ++b) benchmarks.push_back(b);
      }
      const std::vector<std::uint32_t>& rows = vectors.benchmark ? items_of_[benchmarks.front()] : all;
      if (vectors.items != rows.size()) {
        return wrong(vectors.place + " has " + counted(vectors.items, "vector") + " for " +
                     counted(rows.size(), "item") + ".");
      }
      auto& list = observations_.vectors;
      auto target = std::find_if(list.begin(), list.end(), [&](const ItemVectors& each) {
        return each.name == vectors.name && each.values.columns() == vectors.width;
      });
      if (target == list.end()) target = list.insert(list.end(), {vectors.name, Matrix(items, vectors.width, missing)});
      std::size_t next = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (vectors.none[i]) continue;
        std::copy_n(vectors.values.begin() + static_cast<std::ptrdiff_t>(next), vectors.width,
                    target->values.row(rows[i]).begin());
        next += vectors.width;
      }
      for (const std::uint32_t b : benchmarks) {
        if (!known.insert({b, vectors.name}).second) {
          return wrong(vectors.place + " repeats \"" + vectors.name + "\" of the benchmark \"" +
                       observations_.benchmarks[b] + "\".");
        }
        if (states_benchmarks_) {
          observations_.layout[b].vectors.push_back(static_cast<std::uint32_t>(target - list.begin()));
        }
      }
      vectors.values = {};
    }
    return {};
  }

  /// Which entries of choices speak of a model and a benchmark.
  Result<void> place_choices() {
    const std::size_t models = observations_.models.size();
    const std::size_t benchmarks = observations_.benchmarks.size();
    std::map<std::string, std::uint32_t> model_index;
    for (std::uint32_t m = 0; m < models; ++m) model_index.emplace(observations_.models[m], m);
    place_of_item_.resize(observations_.items.size());
    for (const auto& items : items_of_) {
      for (std::size_t k = 0; k < items.size(); ++k) place_of_item_[items[k]] = k;
    }
    pieces_.assign(models, std::vector<std::vector<Piece>>(benchmarks));
    std::vector<ChoiceSet>& sets = observations_.responses.choices;
    for (const StatedChoices& stated : choices_) {
      auto set = std::find_if(sets.begin(), sets.end(), [&](const ChoiceSet& each) {
        return each.name == stated.name && each.kind == stated.kind;
      });
      if (set == sets.end()) set = sets.insert(sets.end(), {stated.name, stated.kind, {}, {}});
      const auto set_index = static_cast<std::size_t>(set - sets.begin());
      std::size_t first_model = 0;
      std::size_t last_model = models;
      if (stated.model) {
        const auto found = model_index.find(*stated.model);
        if (found == model_index.end()) {
          return wrong(stated.place + ": there is no model \"" + *stated.model + "\".", stated.line);
        }
        first_model = found->second;
        last_model = first_model + 1;
      } else if (stated.rows.size() != models) {
        return wrong(
            stated.place + " has " + counted(stated.rows.size(), "row") + " for " + counted(models, "model") + ".",
            stated.line);
      }
      std::size_t first_benchmark = 0;
      std::size_t last_benchmark = benchmarks;
      std::size_t items = observations_.items.size();
      if (stated.benchmark) {
        auto index = benchmark_named(*stated.benchmark, stated.place);
        if (!index) return index.error();
        first_benchmark = *index;
        last_benchmark = first_benchmark + 1;
        items = items_of_[first_benchmark].size();
      }
      for (std::size_t m = first_model; m < last_model; ++m) {
        const OptionValues& row = stated.rows[m - first_model];
        if (row.items() != items) {
          return wrong(stated.place + " has " + counted(row.items(), "value") + " of " + observations_.models[m] +
                           " for " + counted(items, "item") + ".",
                       stated.line);
        }
        for (std::size_t b = first_benchmark; b < last_benchmark; ++b) {
          if (auto added = add_piece(m, b, {set_index, &stated, &row}); !added) return added;
        }
      }
    }
    return {};
  }

  struct StatedChoices;
  /// What one entry of choices says of one model on one benchmark.
  struct Piece {
    std::size_t set = 0;
    const StatedChoices* stated = nullptr;
    const OptionValues* row = nullptr;
  };

  [[nodiscard]] std::span<const double> values_of(const Piece& piece, std::size_t item) const {
    return piece.row->of(piece.stated->benchmark ? place_of_item_[item] : item);
  }

  Result<void> add_piece(std::size_t m, std::size_t b, Piece piece) {
    const StatedChoices& stated = *piece.stated;
    bool any = stated.model && stated.benchmark;
    for (const std::size_t i : items_of_[b]) {
      const auto values = values_of(piece, i);
      if (values.empty()) continue;
      any = true;
      FileItem& item = observations_.items[i];
      if (item.option_count == 0) item.option_count = static_cast<std::uint32_t>(values.size());
      if (item.option_count != values.size()) {
        return wrong("choices \"" + stated.name + "\": " + observations_.models[m] + " has " +
                         counted(values.size(), "value") + " for item " + std::to_string(i + 1) + ", which has " +
                         counted(item.option_count, "option") + ".",
                     item.line);
      }
      for (std::size_t k = stated.options; stated.options > 0 && k < values.size(); ++k) {
        if (std::isnan(values[k])) continue;
        return wrong(stated.place + ": " + observations_.models[m] + " has a value of option " + std::to_string(k + 1) +
                         " for item " + std::to_string(i + 1) + "; the entry says that it has " +
                         counted(stated.options, "option") + ".",
                     item.line);
      }
    }
    for (const Piece& other : pieces_[m][b]) {
      if (other.stated->name != stated.name) continue;
      return wrong(stated.place + " repeats the choices of " + observations_.models[m] +
                       (observations_.benchmarks[b].empty() ? "" : " on \"" + observations_.benchmarks[b] + "\"") + ".",
                   stated.line);
    }
    pieces_[m][b].push_back(piece);
    if (any && states_benchmarks_) {
      observations_.layout[b].choices[m].push_back({stated.name, stated.kind, stated.options});
    }
    return {};
  }

  Result<void> assemble_responses() {
    FileResponses& responses = observations_.responses;
    std::vector<std::uint64_t> counts(responses.choices.size());
    for (const auto& of_model : pieces_) {
      for (std::size_t b = 0; b < of_model.size(); ++b) {
        for (const Piece& piece : of_model[b]) {
          for (const std::size_t i : items_of_[b]) counts[piece.set] += values_of(piece, i).size();
        }
      }
    }
    for (std::size_t s = 0; s < counts.size(); ++s) {
      if (counts[s] >= no_index) {
        return Error{ErrorCode::too_large,
                     "choices \"" + responses.choices[s].name + "\" holds " + std::to_string(counts[s]) +
                         " values; at most 4,294,967,294 can be read.",
                     {},
                     0,
                     "Write fewer models or items into one file."};
      }
      responses.choices[s].values.reserve(static_cast<std::size_t>(counts[s]));
    }
    for (std::size_t m = 0; m < observations_.models.size(); ++m) {
      for (std::size_t i = 0; i < observations_.items.size(); ++i) {
        const double score = scores_.empty() ? missing : scores_[m][i];
        double chosen = chosen_.empty() ? missing : chosen_[m][i];
        const auto place = [&] { return observations_.models[m] + ", item " + std::to_string(i + 1); };
        if (!std::isnan(score) && (score < 0 || score > 1)) {
          return wrong("The score of " + place() + " is not between 0 and 1.");
        }
        if (!std::isnan(chosen) && (chosen < 0 || chosen > 999999 || chosen != std::floor(chosen))) {
          return wrong("The chosen option of " + place() + " is not a whole number.");
        }
        const std::uint32_t options = observations_.items[i].option_count;
        if (options > 0 && chosen >= options) {
          notes_.count("chosen_is_no_option", Severity::warning, observations_.items[i].line);
          chosen = missing;
        }
        const std::vector<Piece>& pieces = pieces_[m][observations_.items[i].benchmark];
        const bool has_choices =
            std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) { return !values_of(piece, i).empty(); });
        if (std::isnan(score) && std::isnan(chosen) && !has_choices) continue;
        responses.model.push_back(static_cast<std::uint32_t>(m));
        responses.item.push_back(static_cast<std::uint32_t>(i));
        responses.score.push_back(score);
        if (!chosen_.empty()) responses.chosen.push_back(std::isnan(chosen) ? -1 : static_cast<std::int32_t>(chosen));
        for (ChoiceSet& set : responses.choices) set.first.push_back(no_index);
        for (const Piece& piece : pieces) {
          ChoiceSet& set = responses.choices[piece.set];
          const auto values = values_of(piece, i);
          if (values.empty()) continue;
          set.first.back() = static_cast<std::uint32_t>(set.values.size());
          set.values.insert(set.values.end(), values.begin(), values.end());
        }
      }
    }
    if (responses.score.empty()) {
      return Error{ErrorCode::no_responses, "Every score in the file is null.", {}, 0, {}};
    }
    observations_.model_is_stated = std::none_of(observations_.models.begin(), observations_.models.end(),
                                                 [](const std::string& name) { return name.empty(); });
    const auto wanted = options_.find("choices");
    if (wanted != options_.end()) {
      const auto is_wanted = [&](const auto& set) { return set.name == wanted->second; };
      std::stable_partition(responses.choices.begin(), responses.choices.end(), is_wanted);
      for (BenchmarkLayout& layout : observations_.layout) {
        for (auto& sets : layout.choices) std::stable_partition(sets.begin(), sets.end(), is_wanted);
      }
    }
    const auto model = options_.find("model");
    if (model != options_.end() && !model->second.empty() && observations_.models.size() == 1) {
      auto attributes = observations_.model_attributes.values.extract(observations_.models.front());
      observations_.models = {model->second};
      if (!attributes.empty()) {
        attributes.key() = model->second;
        observations_.model_attributes.values.insert(std::move(attributes));
      }
      observations_.model_is_stated = true;
    }
    const auto benchmark = options_.find("benchmark");
    if (benchmark != options_.end() && !benchmark->second.empty() && observations_.benchmarks.size() == 1) {
      observations_.benchmarks = {benchmark->second};
    }
    return {};
  }

  void assemble_attributes() {
    const auto names_of = [](std::vector<std::string> order, const auto& rows) {
      std::set<std::string> others;
      for (const auto& row : rows) {
        for (const auto& [name, value] : row) {
          if (std::find(order.begin(), order.end(), name) == order.end()) others.insert(name);
        }
      }
      order.insert(order.end(), others.begin(), others.end());
      return order;
    };
    for (const std::string& name : names_of(item_attribute_order_, item_attributes_)) {
      ItemAttribute attribute{name, {}};
      for (const auto& row : item_attributes_) {
        const auto found = row.find(name);
        attribute.values.push_back(found == row.end() ? std::string() : found->second);
      }
      if (observations_.items.empty()) continue;
      for (std::size_t b = 0; b < observations_.layout.size(); ++b) {
        auto& known = observations_.layout[b].attributes;
        const bool has_any = std::any_of(items_of_[b].begin(), items_of_[b].end(),
                                         [&](std::uint32_t i) { return !attribute.values[i].empty(); });
        if (has_any && std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
      }
      observations_.attributes.push_back(std::move(attribute));
    }
    ModelAttributes& attributes = observations_.model_attributes;
    attributes.names = names_of(model_attribute_order_, model_attributes_);
    if (attributes.names.empty()) return;
    for (std::size_t m = 0; m < observations_.models.size(); ++m) {
      if (model_attributes_[m].empty()) continue;
      std::vector<std::string>& values = attributes.values[observations_.models[m]];
      for (const std::string& name : attributes.names) {
        const auto found = model_attributes_[m].find(name);
        values.push_back(found == model_attributes_[m].end() ? std::string() : found->second);
      }
    }
  }

  struct StatedChoices {
    std::string name;
    ChoiceKind kind = ChoiceKind::log_likelihood;
    std::optional<std::string> model;      // of this one alone
    std::optional<std::string> benchmark;  // of the items of this one alone
    std::uint32_t options = 0;             // 0 = not said
    std::vector<OptionValues> rows;        // one a model
    std::string place;
    std::uint64_t line = 0;
  };
  struct StatedVectors {
    std::string name;
    std::optional<std::string> benchmark;
    std::size_t width = 0;
    std::size_t items = 0;
    std::vector<bool> none;      // per item
    std::vector<double> values;  // of those that have one
    std::string place;
  };
  struct StatedBenchmark {
    std::string name;
    std::vector<std::string> attributes;
  };

  ReadOptions options_;
  FileObservations observations_;
  std::map<std::string, std::uint32_t> benchmark_index_;
  std::set<std::pair<std::uint32_t, std::string>> ids_;
  std::vector<std::map<std::string, std::string>> item_attributes_;
  std::vector<std::map<std::string, std::string>> model_attributes_;
  std::vector<std::string> item_attribute_order_;
  std::vector<std::string> model_attribute_order_;
  std::vector<std::vector<double>> scores_;
  std::vector<std::vector<double>> chosen_;
  NoteCollector notes_;
  std::vector<StatedChoices> choices_;
  std::vector<StatedVectors> vectors_;
  bool states_benchmarks_ = false;
  std::vector<StatedBenchmark> stated_benchmarks_;
  std::vector<std::vector<std::uint32_t>> items_of_;     // per benchmark
  std::vector<std::size_t> place_of_item_;               // among the items of its benchmark
  std::vector<std::vector<std::vector<Piece>>> pieces_;  // per model and benchmark
  bool header_ = false;
  JsonRecordReader records_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* format = outline.find("format");
  return format != nullptr && format->text == "harmonograph" ? 100 : 0;
}

}  // namespace

Format harmonograph_json_format() {
  return {"harmonograph_json", "Harmonograph JSON", recognise,
          [](const FileSource& source) { return std::unique_ptr<FormatReader>(new HarmonographReader(source)); }};
}

}  // namespace harmonograph
