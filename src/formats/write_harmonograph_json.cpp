// Writes the project's own format; what it reads back is harmonograph_json.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "formats/harmonograph_json.hpp"
#include "ingest/json_value.hpp"

namespace harmonograph {
namespace {

std::string json_string(std::string_view text) {
  return quoted_json(to_valid_utf8(text));
}

void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "null";
  } else if (std::isinf(value)) {
    text += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else if (value == 0 && std::signbit(value)) {
    text += "-0.0";  // "-0" would read as the integer, which has no sign
  } else if (value == std::floor(value) && std::fabs(value) < 1e15) {
    text += std::to_string(static_cast<std::int64_t>(value));
  } else {
    // A short text that reads as the same number to the bit; dump() of a value would allocate for every one.
    char digits[64];
    const char* end = nlohmann::detail::to_chars(digits, digits + sizeof(digits), value);
    text.append(digits, static_cast<std::size_t>(end - digits));
  }
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i > 0 ? ", " : "") + json_string(names[i]);
  return text + "]";
}

/// {"name": value, ..} of the attributes that are given; empty when none is. names are JSON already.
template <class ValueOf>
std::string attributes_text(const std::vector<std::string>& names, const ValueOf& value_of) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string* value = value_of(i);
    if (value == nullptr || value->empty()) continue;
    text += (text.empty() ? "{" : ", ") + names[i] + ": " + json_string(*value);
  }
  return text.empty() ? text : text + "}";
}

std::vector<std::string> json_strings(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (const std::string& name : names) texts.push_back(json_string(name));
  return texts;
}

class Writer {
 public:
  Writer(const FileObservations& observations, std::size_t expected_bytes) : from_(observations) {
    text_.reserve(expected_bytes);
    models_ = observations.models;
    for (const auto& [model, values] : observations.model_attributes.values) {
      if (std::find(models_.begin(), models_.end(), model) == models_.end()) models_.push_back(model);
    }
    // The place of each response in the table of models and items.
    const FileResponses& responses = observations.responses;
    if (responses.score.empty()) return;
    response_of_.assign(models_.size() * observations.items.size(), no_index);
    for (std::size_t r = 0; r < responses.score.size(); ++r) {
      std::uint32_t& place = response_of_[responses.model[r] * observations.items.size() + responses.item[r]];
      if (place == no_index) place = static_cast<std::uint32_t>(r);
    }
  }

  std::string write() {
    text_ += "{\n  \"format\": \"harmonograph\",\n  \"version\": 1";
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
    if (!from_.layout.empty()) write_benchmarks();
    write_models();
    write_items();
    write_vectors();
    if (!from_.responses.score.empty()) write_responses();
    text_ += "\n}\n";
    return std::move(text_);
  }

 private:
  void write_benchmarks() {
    text_ += ",\n  \"benchmarks\": [";
    for (std::size_t b = 0; b < from_.benchmarks.size(); ++b) {
      text_ += (b > 0 ? ",\n    " : "\n    ") + std::string("{\"name\": ") + json_string(from_.benchmarks[b]);
      const auto& attributes = from_.layout[b].attributes;
      if (!attributes.empty()) text_ += ", \"item_attributes\": " + list_of(attributes);
      text_ += "}";
    }
    text_ += "\n  ]";
    items_of_.resize(from_.benchmarks.size());
    for (std::uint32_t i = 0; i < from_.items.size(); ++i) items_of_[from_.items[i].benchmark].push_back(i);
  }

  void write_models() {
    const std::vector<std::string> names = json_strings(from_.model_attributes.names);
    text_ += ",\n  \"models\": [";
    for (std::size_t m = 0; m < models_.size(); ++m) {
      text_ += (m > 0 ? ",\n    " : "\n    ") + std::string("{\"name\": ") + json_string(models_[m]);
      const auto values = from_.model_attributes.values.find(models_[m]);
      if (values != from_.model_attributes.values.end()) {
        const std::string attributes = attributes_text(
            names, [&](std::size_t i) { return i < values->second.size() ? &values->second[i] : nullptr; });
        if (!attributes.empty()) text_ += ", \"attributes\": " + attributes;
      }
      text_ += "}";
    }
    text_ += models_.empty() ? "]" : "\n  ]";
  }

  void write_items() {
    if (from_.items.empty()) return;
    text_ += ",\n  \"items\": [";
    const std::vector<std::string> benchmarks = json_strings(from_.benchmarks);
    std::vector<std::string> names;
    for (const ItemAttribute& attribute : from_.attributes) names.push_back(json_string(attribute.name));
    for (std::size_t i = 0; i < from_.items.size(); ++i) {
      const FileItem& item = from_.items[i];
      text_ += (i > 0 ? ",\n    " : "\n    ") + std::string("{\"benchmark\": ");
      text_ += item.benchmark < benchmarks.size() ? benchmarks[item.benchmark] : "\"\"";
      if (!item.native_id.empty()) text_ += ", \"id\": " + json_string(item.native_id);
      if (!item.content_hash.empty()) text_ += ", \"hash\": " + json_string(item.content_hash);
      if (item.position >= 0) text_ += ", \"position\": " + std::to_string(item.position);
      if (item.option_count > 0) text_ += ", \"options\": " + std::to_string(item.option_count);
      if (item.key >= 0) text_ += ", \"key\": " + std::to_string(item.key);
      if (!item.text.empty()) text_ += ", \"text\": " + json_string(item.text);
      const std::string attributes = attributes_text(names, [&](std::size_t a) {
        const auto& values = from_.attributes[a].values;
        return i < values.size() ? &values[i] : nullptr;
      });
      if (!attributes.empty()) text_ += ", \"attributes\": " + attributes;
      text_ += "}";
    }
    text_ += "\n  ]";
  }

  void write_row_of(const Matrix& values, std::size_t item) {
    const auto row = values.row(item);
    if (std::all_of(row.begin(), row.end(), [](double value) { return std::isnan(value); })) {
      text_ += "null";
      return;
    }
    text_ += "[";
    for (std::size_t c = 0; c < row.size(); ++c) {
      text_ += c > 0 ? ", " : "";
      append_number(text_, row[c]);
    }
    text_ += "]";
  }

  /// With a layout one entry for each benchmark that has them, otherwise one for all items.
  void write_vectors() {
    const char* separator = ",\n  \"vectors\": [\n    ";
    const auto start = [&](const ItemVectors& vectors) {
      text_ += separator + std::string("{\"name\": ") + json_string(vectors.name);
      separator = ",\n    ";
    };
    const auto width = [&](const ItemVectors& vectors) {
      text_ += ", \"width\": " + std::to_string(vectors.values.columns()) + ", \"values\": [";
    };
    if (from_.layout.empty()) {
      for (const ItemVectors& vectors : from_.vectors) {
        start(vectors);
        width(vectors);
        for (std::size_t i = 0; i < from_.items.size(); ++i) {
          text_ += i > 0 ? ",\n      " : "\n      ";
          write_row_of(vectors.values, i);
        }
        text_ += "]}";
      }
      if (!from_.vectors.empty()) text_ += "\n  ]";
      return;
    }
    bool any = false;
    for (std::size_t b = 0; b < from_.layout.size(); ++b) {
      for (const std::uint32_t v : from_.layout[b].vectors) {
        any = true;
        start(from_.vectors[v]);
        text_ += ", \"benchmark\": " + json_string(from_.benchmarks[b]);
        width(from_.vectors[v]);
        for (std::size_t k = 0; k < items_of_[b].size(); ++k) {
          text_ += k > 0 ? ",\n      " : "\n      ";
          write_row_of(from_.vectors[v].values, items_of_[b][k]);
        }
        text_ += "]}";
      }
    }
    if (any) text_ += "\n  ]";
  }

  [[nodiscard]] std::uint32_t response(std::size_t model, std::size_t item) const {
    return response_of_[model * from_.items.size() + item];
  }

  /// One row a model, one cell an item; cell(response) appends a cell.
  template <class Cell>
  void write_table(const std::string& indent, const Cell& cell) {
    text_ += "[";
    for (std::size_t m = 0; m < models_.size(); ++m) {
      text_ += (m > 0 ? ",\n" : "\n") + indent + "  [";
      for (std::size_t i = 0; i < from_.items.size(); ++i) {
        text_ += i > 0 ? ", " : "";
        const std::uint32_t r = response(m, i);
        if (r == no_index) {
          text_ += "null";
        } else {
          cell(r);
        }
      }
      text_ += "]";
    }
    text_ += "\n" + indent + "]";
  }

  void write_option_values(const ChoiceSet& set, std::size_t r) {
    if (r >= set.first.size() || set.first[r] == no_index) {
      text_ += "null";
      return;
    }
    text_ += "[";
    for (std::size_t k = 0; k < from_.items[from_.responses.item[r]].option_count; ++k) {
      text_ += k > 0 ? ", " : "";
      append_number(text_, set.values[set.first[r] + k]);
    }
    text_ += "]";
  }

  static std::string name_and_kind(const std::string& name, ChoiceKind kind) {
    return "{\"name\": " + json_string(name) +
           ", \"kind\": " + (kind == ChoiceKind::probability ? "\"probability\"" : "\"log-likelihood\"");
  }

  void write_responses() {
    const FileResponses& responses = from_.responses;
    text_ += ",\n  \"scores\": ";
    write_table("  ", [&](std::size_t r) { append_number(text_, responses.score[r]); });
    if (!responses.chosen.empty()) {
      text_ += ",\n  \"chosen\": ";
      write_table("  ", [&](std::size_t r) {
        text_ += responses.chosen[r] < 0 ? std::string("null") : std::to_string(responses.chosen[r]);
      });
    }
    if (!from_.layout.empty()) {
      write_choices_of_benchmarks();
      return;
    }
    if (responses.choices.empty()) return;
    text_ += ",\n  \"choices\": [";
    for (std::size_t s = 0; s < responses.choices.size(); ++s) {
      const ChoiceSet& set = responses.choices[s];
      text_ += s > 0 ? ",\n    " : "\n    ";
      text_ += name_and_kind(set.name, set.kind) + ", \"values\": ";
      write_table("    ", [&](std::size_t r) { write_option_values(set, r); });
      text_ += "}";
    }
    text_ += "\n  ]";
  }

  /// One entry for each set of each model on each benchmark: what nobody has takes no space.
  void write_choices_of_benchmarks() {
    const char* separator = ",\n  \"choices\": [\n    ";
    bool any = false;
    for (std::size_t b = 0; b < from_.layout.size(); ++b) {
      for (std::size_t m = 0; m < from_.layout[b].choices.size(); ++m) {
        for (const BenchmarkLayout::Choices& stated : from_.layout[b].choices[m]) {
          any = true;
          text_ += separator + name_and_kind(stated.name, stated.kind);
          separator = ",\n    ";
          text_ += ", \"model\": " + json_string(models_[m]) + ", \"benchmark\": " + json_string(from_.benchmarks[b]);
          if (stated.options > 0) text_ += ", \"options\": " + std::to_string(stated.options);
          text_ += ", \"values\": [";
          const auto& sets = from_.responses.choices;
          const auto set = std::find_if(sets.begin(), sets.end(), [&](const ChoiceSet& each) {
            return each.name == stated.name && each.kind == stated.kind;
          });
          for (std::size_t k = 0; k < items_of_[b].size(); ++k) {
            text_ += k > 0 ? ", " : "";
            const std::uint32_t r = response(m, items_of_[b][k]);
            if (r == no_index || set == sets.end()) {
              text_ += "null";
            } else {
              write_option_values(*set, r);
            }
          }
          text_ += "]}";
        }
      }
    }
    if (any) text_ += "\n  ]";
  }

  const FileObservations& from_;
  std::vector<std::string> models_;
  std::vector<std::uint32_t> response_of_;            // models x items; no_index = none
  std::vector<std::vector<std::uint32_t>> items_of_;  // per benchmark; with a layout only
  std::string text_;
};

}  // namespace

std::string write_harmonograph_json(const FileObservations& observations, std::size_t expected_bytes) {
  return Writer(observations, expected_bytes).write();
}

}  // namespace harmonograph
