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
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

using nlohmann::json;

constexpr std::int64_t newest_version = 1;
constexpr std::size_t longest_text = 4000;

// ---------------------------------------------------------------- writing

std::string json_string(std::string_view text) {
  return json(to_valid_utf8(text)).dump();
}

std::string number_text(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  if (value == std::floor(value) && std::fabs(value) < 1e15) return std::to_string(static_cast<std::int64_t>(value));
  return json(value).dump();  // the shortest text that reads as the same number
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + json_string(names[i]);
  return text + "]";
}

/// {"name": value, ..} of the attributes that are given; empty when none is.
std::string attributes_text(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) {
    if (values[i].empty()) continue;
    text += (text.empty() ? "{" : ", ") + json_string(names[i]) + ": " + json_string(values[i]);
  }
  return text.empty() ? text : text + "}";
}

class Writer {
 public:
  explicit Writer(const FileObservations& observations) : from_(observations) {
    models_ = observations.models;
    for (const auto& [model, values] : observations.model_attributes.values) {
      if (std::find(models_.begin(), models_.end(), model) == models_.end()) models_.push_back(model);
    }
    // The place of each response in the table of models and items.
    const FileResponses& responses = observations.responses;
    for (std::size_t r = 0; r < responses.score.size(); ++r) {
      response_of_.try_emplace({responses.model[r], responses.item[r]}, r);
    }
  }

  std::string write() {
    text_ = "{\n  \"format\": \"harmonograph\",\n  \"version\": 1";
    if (!from_.metric.empty()) text_ += ",\n  \"metric\": " + json_string(from_.metric);
    if (!from_.filter.empty()) text_ += ",\n  \"filter\": " + json_string(from_.filter);
    if (!from_.model_attributes.names.empty()) {
      text_ += ",\n  \"model_attributes\": " + list_of(from_.model_attributes.names);
    }
    if (!from_.attributes.empty()) {
      std::vector<std::string> names;
      for (const ItemAttribute& attribute : from_.attributes) names.push_back(attribute.name);
      text_ += ",\n  \"item_attributes\": " + list_of(names);
    }
    write_models();
    write_items();
    if (!from_.responses.score.empty()) write_responses();
    text_ += "\n}\n";
    return std::move(text_);
  }

 private:
  void write_models() {
    text_ += ",\n  \"models\": [";
    for (std::size_t m = 0; m < models_.size(); ++m) {
      text_ += (m > 0 ? ",\n    " : "\n    ") + std::string("{\"name\": ") + json_string(models_[m]);
      const auto values = from_.model_attributes.values.find(models_[m]);
      if (values != from_.model_attributes.values.end()) {
        const std::string attributes = attributes_text(from_.model_attributes.names, values->second);
        if (!attributes.empty()) text_ += ", \"attributes\": " + attributes;
      }
      text_ += "}";
    }
    text_ += models_.empty() ? "]" : "\n  ]";
  }

  void write_items() {
    if (from_.items.empty()) return;
    text_ += ",\n  \"items\": [";
    std::vector<std::string> names;
    for (const ItemAttribute& attribute : from_.attributes) names.push_back(attribute.name);
    for (std::size_t i = 0; i < from_.items.size(); ++i) {
      const FileItem& item = from_.items[i];
      const std::string benchmark =
          item.benchmark < from_.benchmarks.size() ? from_.benchmarks[item.benchmark] : std::string();
      text_ += (i > 0 ? ",\n    " : "\n    ") + std::string("{\"benchmark\": ") + json_string(benchmark);
      if (!item.native_id.empty()) text_ += ", \"id\": " + json_string(item.native_id);
      if (!item.content_hash.empty()) text_ += ", \"hash\": " + json_string(item.content_hash);
      if (item.position >= 0) text_ += ", \"position\": " + std::to_string(item.position);
      if (item.option_count > 0) text_ += ", \"options\": " + std::to_string(item.option_count);
      if (item.key >= 0) text_ += ", \"key\": " + std::to_string(item.key);
      if (!item.text.empty()) text_ += ", \"text\": " + json_string(item.text);
      std::vector<std::string> values;
      for (const ItemAttribute& attribute : from_.attributes) {
        values.push_back(i < attribute.values.size() ? attribute.values[i] : std::string());
      }
      const std::string attributes = attributes_text(names, values);
      if (!attributes.empty()) text_ += ", \"attributes\": " + attributes;
      text_ += "}";
    }
    text_ += "\n  ]";
  }

  /// One row a model, one cell an item; cell(response) is the text of a cell.
  template <class Cell>
  void write_table(const std::string& indent, const Cell& cell) {
    text_ += "[";
    for (std::size_t m = 0; m < models_.size(); ++m) {
      text_ += (m > 0 ? ",\n" : "\n") + indent + "  [";
      for (std::size_t i = 0; i < from_.items.size(); ++i) {
        const auto response = response_of_.find({static_cast<std::uint32_t>(m), static_cast<std::uint32_t>(i)});
        text_ += i > 0 ? ", " : "";
        text_ += response == response_of_.end() ? "null" : cell(response->second);
      }
      text_ += "]";
    }
    text_ += "\n" + indent + "]";
  }

  void write_responses() {
    const FileResponses& responses = from_.responses;
    text_ += ",\n  \"scores\": ";
    write_table("  ", [&](std::size_t r) { return number_text(responses.score[r]); });
    if (!responses.chosen.empty()) {
      text_ += ",\n  \"chosen\": ";
      write_table("  ", [&](std::size_t r) {
        return responses.chosen[r] < 0 ? std::string("null") : std::to_string(responses.chosen[r]);
      });
    }
    if (responses.choices.empty()) return;
    text_ += ",\n  \"choices\": [";
    for (std::size_t s = 0; s < responses.choices.size(); ++s) {
      const ChoiceSet& set = responses.choices[s];
      text_ += s > 0 ? ",\n    {" : "\n    {";
      text_ += "\"name\": " + json_string(set.name) + ", \"kind\": ";
      text_ += set.kind == ChoiceKind::probability ? "\"probability\"" : "\"log-likelihood\"";
      text_ += ", \"values\": ";
      write_table("    ", [&](std::size_t r) {
        if (r >= set.first.size() || set.first[r] == no_index) return std::string("null");
        std::string cell = "[";
        for (std::size_t k = 0; k < from_.items[responses.item[r]].option_count; ++k) {
          cell += (k > 0 ? ", " : "") + number_text(set.values[set.first[r] + k]);
        }
        return cell + "]";
      });
      text_ += "}";
    }
    text_ += "\n  ]";
  }

  const FileObservations& from_;
  std::vector<std::string> models_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> response_of_;
  std::string text_;
};

// ---------------------------------------------------------------- reading

std::string text_member(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<double> number_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value.is_string()) return parse_number(value.get_ref<const std::string&>());
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
    observations_.notes = std::move(notes);
    return std::move(observations_);
  }

 private:
  static JsonRecordOptions record_options() {
    JsonRecordOptions options;
    options.element_paths = {"models", "items", "scores", "chosen", "choices"};
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
      const std::string place = record.path + ", row " + std::to_string(table.size() + 1);
      if (!record.value.is_array()) return wrong(place + " is not an array.", record.line);
      std::vector<double> row;
      row.reserve(record.value.size());
      for (const json& cell : record.value) {
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
    return take_header(record);
  }

  Result<void> take_header(const JsonRecord& record) {
    const json& value = record.value;
    if (header_) return wrong("A second object follows the first; the file must be one object.", record.line);
    if (!value.is_object() || text_member(value, "format") != "harmonograph") {
      return wrong("The key \"format\" is not \"harmonograph\".", record.line);
    }
    const auto version = value.find("version");
    if (version == value.end() || !version->is_number_integer() || version->get<std::int64_t>() < 1) {
      return wrong("The key \"version\" must be the number 1.", record.line);
    }
    if (version->get<std::int64_t>() > newest_version) {
      return Error{ErrorCode::unknown_format,
                   "The file has version " + std::to_string(version->get<std::int64_t>()) +
                       " of the format; version 1 is the newest that can be read here.",
                   {},
                   record.line,
                   "Use a newer Harmonograph."};
    }
    for (const char* name : {"models", "items", "scores", "chosen", "choices"}) {
      const auto found = value.find(name);
      if (found != value.end() && !found->is_array()) return wrong("\"" + std::string(name) + "\" is not an array.");
    }
    header_ = true;
    observations_.metric = text_member(value, "metric");
    observations_.filter = text_member(value, "filter");
    stated_order(value, "item_attributes", item_attribute_order_);
    stated_order(value, "model_attributes", model_attribute_order_);
    return {};
  }

  static void stated_order(const json& value, const char* name, std::vector<std::string>& order) {
    const auto found = value.find(name);
    if (found == value.end() || !found->is_array()) return;
    for (const json& each : *found) {
      if (each.is_string()) order.push_back(each.get<std::string>());
    }
  }

  static std::map<std::string, std::string> attributes_of(const json& value) {
    std::map<std::string, std::string> attributes;
    const auto found = value.find("attributes");
    if (found == value.end() || !found->is_object()) return attributes;
    for (const auto& [name, unused] : found->items()) {
      (void)unused;
      attributes[name] = text_member(*found, name.c_str());
    }
    return attributes;
  }

  Result<void> take_model(const JsonRecord& record) {
    const json& value = record.value;
    const std::string place = "models, entry " + std::to_string(observations_.models.size() + 1);
    std::string name;
    if (value.is_string()) {
      name = value.get<std::string>();
    } else if (value.is_object() && value.contains("name") && value["name"].is_string()) {
      name = value["name"].get<std::string>();
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
    const json& value = record.value;
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
      if (found == value.end() || found->is_null()) return otherwise;
      if (!found->is_number_integer()) return std::nullopt;
      const auto number = found->get<std::int64_t>();
      if (number < 0 || number > most) return std::nullopt;
      return number;
    };
    const auto position = integer("position", -1, std::int64_t{1} << 53U);
    const auto options = integer("options", 0, 1000000);
    const auto key = integer("key", -1, 999999);
    if (!position || !options || !key) {
      return wrong(place + ": position, options and key must be whole numbers that are not negative.", record.line);
    }
    if (*options > 0 && *key >= *options) {
      return wrong(place + ": the key " + std::to_string(*key) + " is not one of the " +
                       counted(static_cast<std::size_t>(*options), "option") + ", which count from 0.",
                   record.line);
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
    const json& value = record.value;
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
    for (const json& row : value["values"]) {
      if (!row.is_array()) return wrong(place + ": a row of values is not an array.", record.line);
      std::vector<std::vector<double>> cells;
      cells.reserve(row.size());
      for (const json& cell : row) {
        std::vector<double> numbers;
        if (!cell.is_null() && !cell.is_array()) {
          return wrong(place + ": a cell is neither an array of option values nor null.", record.line);
        }
        for (const json& each : cell) {
          const std::optional<double> number = number_of(each);
          if (!number && !each.is_null()) return wrong(place + ": an option value is not a number.", record.line);
          numbers.push_back(number.value_or(missing));
        }
        cells.push_back(std::move(numbers));
      }
      set.rows.push_back(std::move(cells));
    }
    choices_.push_back(std::move(set));
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
    const std::size_t models = observations_.models.size();
    const bool has_responses = !scores_.empty() || !choices_.empty() || !chosen_.empty();
    assemble_attributes();
    observations_.rows_read = items;
    if (!has_responses) {
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
      return {};
    }
    for (const auto& [name, table] : {std::pair("scores", &scores_), std::pair("chosen", &chosen_)}) {
      if (table->empty()) continue;
      const std::string problem = wrong_size(name, *table);
      if (!problem.empty()) return wrong(problem);
    }
    for (StatedChoices& set : choices_) {
      const std::string problem = wrong_size("choices \"" + set.name + "\"", set.rows);
      if (!problem.empty()) return wrong(problem);
      for (std::size_t m = 0; m < models; ++m) {
        for (std::size_t i = 0; i < items; ++i) {
          const std::size_t count = set.rows[m][i].size();
          if (count == 0) continue;
          FileItem& item = observations_.items[i];
          if (item.option_count == 0) item.option_count = static_cast<std::uint32_t>(count);
          if (item.option_count != count) {
            return wrong("choices \"" + set.name + "\": " + observations_.models[m] + " has " +
                             counted(count, "value") + " for item " + std::to_string(i + 1) + ", which has " +
                             counted(item.option_count, "option") + ".",
                         item.line);
          }
        }
      }
    }
    return assemble_responses();
  }

  Result<void> assemble_responses() {
    FileResponses& responses = observations_.responses;
    for (const StatedChoices& set : choices_) responses.choices.push_back({set.name, set.kind, {}, {}});
    for (std::size_t m = 0; m < observations_.models.size(); ++m) {
      for (std::size_t i = 0; i < observations_.items.size(); ++i) {
        const double score = scores_.empty() ? missing : scores_[m][i];
        const double chosen = chosen_.empty() ? missing : chosen_[m][i];
        const std::string place = observations_.models[m] + ", item " + std::to_string(i + 1);
        if (!std::isnan(score) && (score < 0 || score > 1)) {
          return wrong("The score of " + place + " is not between 0 and 1.");
        }
        if (!std::isnan(chosen) && (chosen < 0 || chosen > 999999 || chosen != std::floor(chosen))) {
          return wrong("The chosen option of " + place + " is not a whole number.");
        }
        const bool has_choices = std::any_of(choices_.begin(), choices_.end(),
                                             [&](const StatedChoices& set) { return !set.rows[m][i].empty(); });
        if (std::isnan(score) && std::isnan(chosen) && !has_choices) continue;
        responses.model.push_back(static_cast<std::uint32_t>(m));
        responses.item.push_back(static_cast<std::uint32_t>(i));
        responses.score.push_back(score);
        if (!chosen_.empty()) responses.chosen.push_back(std::isnan(chosen) ? -1 : static_cast<std::int32_t>(chosen));
        for (std::size_t s = 0; s < choices_.size(); ++s) {
          ChoiceSet& set = responses.choices[s];
          const std::vector<double>& values = choices_[s].rows[m][i];
          set.first.push_back(values.empty() ? no_index : static_cast<std::uint32_t>(set.values.size()));
          set.values.insert(set.values.end(), values.begin(), values.end());
        }
      }
    }
    if (responses.score.empty()) {
      return Error{ErrorCode::no_responses, "Every score in the file is null.", {}, 0, {}};
    }
    const auto wanted = options_.find("choices");
    if (wanted != options_.end()) {
      std::stable_partition(responses.choices.begin(), responses.choices.end(),
                            [&](const ChoiceSet& set) { return set.name == wanted->second; });
    }
    const auto model = options_.find("model");
    if (model != options_.end() && !model->second.empty() && observations_.models.size() == 1) {
      observations_.models = {model->second};
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
      if (!observations_.items.empty()) observations_.attributes.push_back(std::move(attribute));
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
    std::vector<std::vector<std::vector<double>>> rows;  // models, items, options
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
  std::vector<StatedChoices> choices_;
  bool header_ = false;
  JsonRecordReader records_;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  const JsonOutlineKey* format = outline.find("format");
  return format != nullptr && format->text == "harmonograph" ? 100 : 0;
}

}  // namespace

std::string write_harmonograph_json(const FileObservations& observations) {
  return Writer(observations).write();
}

Format harmonograph_json_format() {
  return {"harmonograph_json", "Harmonograph JSON", recognise,
          [](const FileSource& source) { return std::unique_ptr<FormatReader>(new HarmonographReader(source)); }};
}

}  // namespace harmonograph
