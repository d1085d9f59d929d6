#include "dataset/dataset_observations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace harmonograph {
namespace {

// The limits of the reader: formats/harmonograph_json.cpp.
constexpr std::size_t longest_text = 4000;
constexpr std::uint32_t most_options = 1'000'000;
constexpr std::int32_t last_option = 999'999;

bool has_number(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
}

std::vector<std::string> attribute_names(const Dataset& dataset, std::span<const ItemReference> items) {
  std::vector<std::string> names;
  std::set<std::uint32_t> seen;
  for (const ItemReference& reference : items) {
    if (!seen.insert(reference.benchmark).second) continue;
    for (const ItemAttribute& attribute : dataset.benchmarks[reference.benchmark].attributes) {
      if (std::find(names.begin(), names.end(), attribute.name) == names.end()) names.push_back(attribute.name);
    }
  }
  return names;
}

const ItemAttribute* find_attribute(const Benchmark& benchmark, const std::string& name) {
  const auto found = std::find_if(benchmark.attributes.begin(), benchmark.attributes.end(),
                                  [&](const ItemAttribute& each) { return each.name == name; });
  return found == benchmark.attributes.end() ? nullptr : &*found;
}

// ---------------------------------------------------------------- what the format cannot hold

Error cannot(std::string what) {
  return {ErrorCode::invalid_argument,
          "The data cannot be written as one file: " + std::move(what),
          {},
          0,
          "Correct the file that it comes from, or keep the files themselves."};
}

/// Nothing when the text can be written.
std::optional<Error> unfit_name(const std::string& name, const std::string& what) {
  if (name.empty()) return cannot(what + " has no name.");
  if (!is_valid_utf8(name)) return cannot("the name of " + what + " holds bytes that are not UTF-8.");
  return std::nullopt;
}

/// A text that may be empty.
std::optional<Error> unfit_text(const std::string& text, const std::string& what) {
  if (is_valid_utf8(text)) return std::nullopt;
  return cannot(what + " holds bytes that are not UTF-8.");
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& each : list) names.push_back(each.name);
  return names;
}

std::optional<Error> repeated(std::vector<std::string> names, const std::string& what) {
  std::sort(names.begin(), names.end());
  const auto found = std::adjacent_find(names.begin(), names.end());
  if (found == names.end()) return std::nullopt;
  return cannot("two " + what + " are called \"" + *found + "\".");
}

std::optional<Error> unfit_models(const Dataset& dataset) {
  const auto& names = dataset.model_attribute_names;
  for (std::size_t m = 0; m < dataset.models.size(); ++m) {
    const Model& model = dataset.models[m];
    if (auto error = unfit_name(model.name, "model " + std::to_string(m + 1))) return error;
    for (const std::string& value : model.attributes) {
      if (auto error = unfit_text(value, "an attribute of " + model.name)) return error;
    }
  }
  for (const std::string& name : names) {
    if (auto error = unfit_text(name, "the name of a model attribute")) return error;
  }
  if (auto error = repeated(names_of(dataset.models), "models")) return error;
  return repeated(names, "model attributes");
}

std::optional<Error> unfit_item(const Benchmark& benchmark, std::size_t item) {
  const std::string what = "item \"" + benchmark.item_ids[item] + "\" of " + benchmark.name;
  if (benchmark.item_ids[item].empty()) {
    return cannot("item " + std::to_string(item + 1) + " of " + benchmark.name + " has no id.");
  }
  if (auto error = unfit_text(benchmark.item_ids[item], "the id of an item of " + benchmark.name)) return error;
  if (!benchmark.item_texts.empty()) {
    if (auto error = unfit_text(benchmark.item_texts[item], "the text of " + what)) return error;
    if (benchmark.item_texts[item].size() > longest_text) {
      return cannot("the text of " + what + " is longer than 4,000 bytes.");
    }
  }
  for (const ItemAttribute& attribute : benchmark.attributes) {
    if (auto error = unfit_text(attribute.values[item], "an attribute of " + what)) return error;
  }
  if (benchmark.option_counts[item] > most_options || benchmark.keys[item] > last_option) {
    return cannot(what + " has more than 1,000,000 options.");
  }
  bool answered = false;
  for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
    const double score = benchmark.scores(m, item);
    if (score < 0 || score > 1) return cannot("a score of " + what + " is not between 0 and 1.");
    if (!benchmark.chosen.empty() && benchmark.chosen(m, item) > last_option) {
      return cannot("a chosen option of " + what + " is beyond 999,999.");
    }
    answered = answered || !std::isnan(score);
    for (const ModelChoices& set : benchmark.choices[m]) {
      const auto row = set.values.row(item);
      answered = answered || (!row.empty() && !std::isnan(row[0]));
      if (row.size() > benchmark.option_counts[item] && has_number(row.subspan(benchmark.option_counts[item]))) {
        return cannot(what + " has more option values than options.");
      }
    }
  }
  if (!answered) return cannot(what + " has neither a score nor option values.");
  return std::nullopt;
}

std::optional<Error> unfit_benchmark(const Dataset& dataset, std::size_t b) {
  const Benchmark& benchmark = dataset.benchmarks[b];
  if (auto error = unfit_name(benchmark.name, "benchmark " + std::to_string(b + 1))) return error;
  for (const ItemAttribute& attribute : benchmark.attributes) {
    if (auto error = unfit_text(attribute.name, "the name of an attribute of " + benchmark.name)) return error;
  }
  for (const ItemVectors& vectors : benchmark.vectors) {
    if (auto error = unfit_text(vectors.name, "the name of vectors of " + benchmark.name)) return error;
    if (vectors.values.columns() == 0) return cannot("vectors of " + benchmark.name + " have no numbers.");
  }
  if (auto error = repeated(names_of(benchmark.attributes), "attributes of " + benchmark.name)) return error;
  if (auto error = repeated(names_of(benchmark.vectors), "kinds of vectors of " + benchmark.name)) return error;
  for (const auto& sets : benchmark.choices) {
    for (const ModelChoices& set : sets) {
      if (auto error = unfit_text(set.name, "the name of a choice set of " + benchmark.name)) return error;
      if (set.values.columns() == 0 || set.values.columns() > most_options) {
        return cannot("a choice set of " + benchmark.name + " has no options, or more than 1,000,000.");
      }
    }
    if (auto error = repeated(names_of(sets), "choice sets of a model on " + benchmark.name)) return error;
  }
  if (auto error = repeated(benchmark.item_ids, "items of " + benchmark.name)) {
    return error;
  }
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    if (auto error = unfit_item(benchmark, i)) return error;
  }
  return std::nullopt;
}

std::optional<Error> unfit(const Dataset& dataset) {
  std::uint64_t items = 0;
  for (const Benchmark& benchmark : dataset.benchmarks) items += benchmark.item_count();
  if (items == 0) {
    return Error{ErrorCode::no_responses,
                 dataset.models.empty() ? "Nothing is loaded that could be written."
                                        : "What is loaded holds no score of any model that could be written.",
                 {},
                 0,
                 "Drop files with responses first."};
  }
  if (items >= no_index) return cannot("it has " + in_groups(items) + " items.");
  if (auto error = unfit_models(dataset)) return error;
  for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
    if (auto error = unfit_benchmark(dataset, b)) return error;
  }
  return repeated(names_of(dataset.benchmarks), "benchmarks");
}

// ---------------------------------------------------------------- observations

class Observing {
 public:
  explicit Observing(const Dataset& dataset) : dataset_(dataset) {}

  FileObservations run() {
    std::vector<ItemReference> items;
    for (std::uint32_t b = 0; b < dataset_.benchmarks.size(); ++b) {
      first_item_.push_back(items.size());
      for (std::uint32_t i = 0; i < dataset_.benchmarks[b].item_count(); ++i) items.push_back({b, i});
    }
    to_ = observed_items(dataset_, items);
    // All of them: one may have lost its last item.
    to_.benchmarks.clear();
    for (const Benchmark& benchmark : dataset_.benchmarks) to_.benchmarks.push_back(benchmark.name);
    for (std::size_t i = 0; i < items.size(); ++i) to_.items[i].benchmark = items[i].benchmark;
    to_.layout.resize(to_.benchmarks.size());
    for (std::size_t b = 0; b < to_.layout.size(); ++b) {
      for (const ItemAttribute& each : dataset_.benchmarks[b].attributes) to_.layout[b].attributes.push_back(each.name);
    }
    add_models();
    add_vectors();
    lay_out_choices();
    add_responses();
    return std::move(to_);
  }

 private:
  void add_models() {
    to_.model_is_stated = true;
    to_.model_attributes.names = dataset_.model_attribute_names;
    for (const Model& model : dataset_.models) {
      to_.models.push_back(model.name);
      if (std::any_of(model.attributes.begin(), model.attributes.end(),
                      [](const auto& each) { return !each.empty(); })) {
        to_.model_attributes.values[model.name] = model.attributes;
      }
    }
  }

  void add_vectors() {
    for (std::size_t b = 0; b < dataset_.benchmarks.size(); ++b) {
      for (const ItemVectors& vectors : dataset_.benchmarks[b].vectors) {
        const std::size_t width = vectors.values.columns();
        auto target = std::find_if(to_.vectors.begin(), to_.vectors.end(), [&](const ItemVectors& each) {
          return each.name == vectors.name && each.values.columns() == width;
        });
        if (target == to_.vectors.end()) {
          target = to_.vectors.insert(to_.vectors.end(), {vectors.name, Matrix(to_.items.size(), width, missing)});
        }
        for (std::size_t i = 0; i < vectors.values.rows(); ++i) {
          const auto row = vectors.values.row(i);
          std::copy(row.begin(), row.end(), target->values.row(first_item_[b] + i).begin());
        }
        to_.layout[b].vectors.push_back(static_cast<std::uint32_t>(target - to_.vectors.begin()));
      }
    }
  }

  /// Which of the observed sets holds these.
  [[nodiscard]] std::size_t set_of(const ModelChoices& choices) const {
    const auto& sets = to_.responses.choices;
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const ChoiceSet& each) {
      return each.name == choices.name && each.kind == choices.kind;
    });
    return static_cast<std::size_t>(found - sets.begin());
  }

  void lay_out_choices() {
    for (std::size_t b = 0; b < dataset_.benchmarks.size(); ++b) {
      for (const auto& sets : dataset_.benchmarks[b].choices) {
        auto& of_model = to_.layout[b].choices.emplace_back();
        for (const ModelChoices& set : sets) {
          of_model.push_back({set.name, set.kind, static_cast<std::uint32_t>(set.values.columns())});
          if (set_of(set) == to_.responses.choices.size())
            to_.responses.choices.push_back({set.name, set.kind, {}, {}});
        }
      }
    }
  }

  void add_responses() {
    const bool any_chosen = std::any_of(dataset_.benchmarks.begin(), dataset_.benchmarks.end(),
                                        [](const Benchmark& each) { return !each.chosen.empty(); });
    FileResponses& responses = to_.responses;
    for (std::uint32_t m = 0; m < dataset_.models.size(); ++m) {
      for (std::size_t b = 0; b < dataset_.benchmarks.size(); ++b) {
        const Benchmark& benchmark = dataset_.benchmarks[b];
        std::vector<std::size_t> sets;
        for (const ModelChoices& set : benchmark.choices[m]) sets.push_back(set_of(set));
        for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
          const double score = benchmark.scores(m, i);
          const std::int32_t chosen = benchmark.chosen.empty() ? -1 : benchmark.chosen(m, i);
          const bool has_choices = std::any_of(benchmark.choices[m].begin(), benchmark.choices[m].end(),
                                               [&](const ModelChoices& set) { return has_number(set.values.row(i)); });
          if (std::isnan(score) && chosen < 0 && !has_choices) continue;
          responses.model.push_back(m);
          responses.item.push_back(static_cast<std::uint32_t>(first_item_[b] + i));
          responses.score.push_back(score);
          if (any_chosen) responses.chosen.push_back(chosen);
          for (ChoiceSet& set : responses.choices) set.first.push_back(no_index);
          for (std::size_t s = 0; s < sets.size(); ++s) {
            add_option_values(benchmark.choices[m][s].values.row(i), benchmark.option_counts[i],
                              responses.choices[sets[s]]);
          }
        }
      }
    }
  }

  static void add_option_values(std::span<const double> row, std::size_t options, ChoiceSet& set) {
    if (!has_number(row)) return;
    set.first.back() = static_cast<std::uint32_t>(set.values.size());
    for (std::size_t c = 0; c < options; ++c) set.values.push_back(c < row.size() ? row[c] : missing);
  }

  const Dataset& dataset_;
  std::vector<std::size_t> first_item_;  // of each benchmark
  FileObservations to_;
};

// ---------------------------------------------------------------- size

/// With the quotes, and as JSON writes what has no place in a string.
std::uint64_t bytes_of(const std::string& text) {
  std::uint64_t bytes = text.size() + 2;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      bytes += 5;
    } else if (c == '"' || c == '\\') {
      ++bytes;
    }
  }
  return bytes;
}

/// With what separates it from the next.
std::uint64_t bytes_of(double value) {
  if (std::isnan(value) || value == 0 || value == 1) return 6;
  return 26;  // "-1.2345678901234567e-300, "
}

std::uint64_t bytes_of_row(std::span<const double> row) {
  if (!has_number(row)) return 6;
  std::uint64_t bytes = 2;
  for (const double value : row) bytes += bytes_of(value);
  return bytes;
}

}  // namespace

FileObservations observed_items(const Dataset& dataset, std::span<const ItemReference> items) {
  FileObservations observations;
  for (const auto& name : attribute_names(dataset, items)) observations.attributes.push_back({name, {}});
  std::map<std::uint32_t, std::uint32_t> benchmark_index;
  for (const ItemReference& reference : items) {
    const Benchmark& benchmark = dataset.benchmarks[reference.benchmark];
    const auto [place, is_new] =
        benchmark_index.emplace(reference.benchmark, static_cast<std::uint32_t>(observations.benchmarks.size()));
    if (is_new) observations.benchmarks.push_back(benchmark.name);
    FileItem item;
    item.benchmark = place->second;
    item.native_id = benchmark.item_ids[reference.item];
    if (reference.item < benchmark.option_counts.size()) item.option_count = benchmark.option_counts[reference.item];
    if (reference.item < benchmark.keys.size()) item.key = benchmark.keys[reference.item];
    if (!benchmark.item_texts.empty()) item.text = benchmark.item_texts[reference.item];
    observations.items.push_back(std::move(item));
    for (auto& attribute : observations.attributes) {
      const ItemAttribute* own = find_attribute(benchmark, attribute.name);
      attribute.values.push_back(own == nullptr ? std::string() : own->values[reference.item]);
    }
  }
  return observations;
}

Result<FileObservations> dataset_observations(const Dataset& dataset) {
  if (auto error = unfit(dataset)) return std::move(*error);
  return Observing(dataset).run();
}

std::uint64_t data_file_bytes(const Dataset& dataset) {
  std::uint64_t bytes = 300;
  std::uint64_t model_names = 0;
  std::set<std::string> attribute_names;
  for (const std::string& name : dataset.model_attribute_names) bytes += bytes_of(name) + 2;
  for (const Model& model : dataset.models) {
    bytes += 40 + bytes_of(model.name);
    model_names = std::max(model_names, bytes_of(model.name));
    for (std::size_t a = 0; a < model.attributes.size(); ++a) {
      if (!model.attributes[a].empty()) {
        bytes += 4 + bytes_of(model.attributes[a]) + bytes_of(dataset.model_attribute_names[a]);
      }
    }
  }
  const bool any_chosen = std::any_of(dataset.benchmarks.begin(), dataset.benchmarks.end(),
                                      [](const Benchmark& each) { return !each.chosen.empty(); });
  for (const Benchmark& benchmark : dataset.benchmarks) {
    const std::uint64_t name = bytes_of(benchmark.name);
    bytes += 60 + name;
    for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
      bytes += 110 + name + bytes_of(benchmark.item_ids[i]);
      if (!benchmark.item_texts.empty()) bytes += bytes_of(benchmark.item_texts[i]);
    }
    for (const ItemAttribute& attribute : benchmark.attributes) {
      const std::uint64_t key = bytes_of(attribute.name) + 4;
      bytes += key;
      if (attribute_names.insert(attribute.name).second) bytes += key;
      for (const std::string& value : attribute.values) {
        if (!value.empty()) bytes += key + bytes_of(value);
      }
    }
    for (const ItemVectors& vectors : benchmark.vectors) {
      bytes += 100 + name + bytes_of(vectors.name);
      for (std::size_t i = 0; i < vectors.values.rows(); ++i) bytes += 8 + bytes_of_row(vectors.values.row(i));
    }
    for (const double score : benchmark.scores.values()) bytes += bytes_of(score);
    for (const std::int32_t option : benchmark.chosen.values()) bytes += option >= 0 && option < 1000 ? 6 : 8;
    if (any_chosen && benchmark.chosen.empty()) bytes += 6 * std::uint64_t{benchmark.scores.values().size()};
    for (const auto& sets : benchmark.choices) {
      for (const ModelChoices& set : sets) {
        bytes += 120 + name + model_names + bytes_of(set.name);
        for (std::size_t i = 0; i < set.values.rows(); ++i) {
          bytes += 2 + bytes_of_row(set.values.row(i));
          // Cells are as long as their item has options.
          const std::size_t columns = set.values.columns();
          if (benchmark.option_counts[i] > columns) bytes += 6 * (std::uint64_t{benchmark.option_counts[i]} - columns);
        }
      }
    }
  }
  return bytes + 20 * std::uint64_t{dataset.models.size()};
}

}  // namespace harmonograph
