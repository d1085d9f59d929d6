#include "dataset/attach_attributes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "dataset/assemble.hpp"

namespace harmonograph {
namespace {

using IndexOfId = std::unordered_map<std::string, std::size_t>;

IndexOfId index_items(const Benchmark& benchmark) {
  IndexOfId index;
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) index.emplace(benchmark.item_ids[i], i);
  return index;
}

/// Columns that are named like a loaded model are its scores, whatever the file is read as: no attributes of the items.
std::vector<char> columns_of_models(const FileObservations& file, const Dataset& dataset) {
  std::set<std::string> models;
  for (const auto& model : dataset.models) models.insert(model.name);
  std::vector<char> result;
  for (const auto& attribute : file.attributes) result.push_back(models.count(attribute.name) > 0 ? 1 : 0);
  return result;
}

/// Copies what the row says about an item where nothing is known yet.
void enrich_item(Benchmark& benchmark, std::size_t item, const FileObservations& file, std::size_t row,
                 const std::vector<char>& left_out) {
  const FileItem& source = file.items[row];
  if (!source.text.empty()) {
    if (benchmark.item_texts.empty()) benchmark.item_texts.assign(benchmark.item_count(), {});
    if (benchmark.item_texts[item].empty()) benchmark.item_texts[item] = source.text;
  }
  if (benchmark.keys[item] < 0) benchmark.keys[item] = source.key;
  if (benchmark.option_counts[item] == 0) benchmark.option_counts[item] = source.option_count;
  for (std::size_t a = 0; a < file.attributes.size(); ++a) {
    const ItemAttribute& attribute = file.attributes[a];
    if (left_out[a] != 0 || attribute.values[row].empty()) continue;
    std::string& value = attribute_named(benchmark, attribute.name).values[item];
    if (value.empty()) value = attribute.values[row];
  }
}

std::string canonical_model_name(std::string_view name) {
  std::string result = to_lower(name);
  for (std::size_t place = result.find("__"); place != std::string::npos; place = result.find("__", place)) {
    result.replace(place, 2, "/");
  }
  return result;
}

std::string without_organisation(const std::string& canonical) {
  const std::size_t slash = canonical.rfind('/');
  return slash == std::string::npos ? canonical : canonical.substr(slash + 1);
}

/// Finds models by name, tolerant of how tools spell them.
class ModelFinder {
 public:
  explicit ModelFinder(const Dataset& dataset) {
    for (std::size_t m = 0; m < dataset.models.size(); ++m) {
      const std::string name = canonical_model_name(dataset.models[m].name);
      by_name_.emplace(name, m);
      const std::string rest = without_organisation(name);
      if (!by_rest_.emplace(rest, m).second) ambiguous_.insert(rest);
    }
  }

  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
    const std::string canonical = canonical_model_name(name);
    if (const auto found = by_name_.find(canonical); found != by_name_.end()) return found->second;
    const std::string rest = without_organisation(canonical);
    // Two organisations may use one name: only where one side names no organisation is the rest enough.
    const auto found = by_rest_.find(rest);
    if (found == by_rest_.end() || ambiguous_.count(rest) > 0) return std::nullopt;
    return found->second;
  }

 private:
  IndexOfId by_name_;
  IndexOfId by_rest_;
  std::set<std::string> ambiguous_;
};

/// True when no cell, the missing ones aside, is anything but a number.
bool all_are_numbers(std::span<const std::string> cells) {
  return std::all_of(cells.begin(), cells.end(),
                     [](const std::string& cell) { return cell.empty() || parse_number(cell).has_value(); });
}

bool all_are_numbers(const std::vector<ItemAttribute>& attributes) {
  return !attributes.empty() && std::all_of(attributes.begin(), attributes.end(),
                                            [](const ItemAttribute& each) { return all_are_numbers(each.values); });
}

bool all_are_numbers(const ModelAttributes& given) {
  return !given.names.empty() && std::all_of(given.values.begin(), given.values.end(),
                                             [](const auto& model) { return all_are_numbers(model.second); });
}

void note_unmatched(ImportReport& report, const LoadedFile& file, std::size_t rows, std::size_t matched,
                    std::string_view what, bool all_numbers, const std::string& given = "attributes") {
  const std::size_t unmatched = rows - matched;
  std::string message = std::string(file_name_of(file.path)) + ": " + given + " of " + in_groups(matched) + " of " +
                        counted(rows, what) + " were attached";
  message += unmatched > 0 ? "; the others match nothing that is loaded." : ".";
  if (matched == 0 && all_numbers) {
    message +=
        " Its columns are all numbers: if they are scores, choose under \"Orientation\" what the rows and columns are; "
        "a scale can then be chosen for scores outside 0 to 1.";
  }
  report.notes.push_back({given + (matched == 0 ? "_match_nothing" : "_attached"),
                          matched == 0 ? Severity::warning : Severity::info,
                          std::move(message),
                          unmatched,
                          {}});
}

}  // namespace

void attach_vectors(Benchmark& benchmark, const ItemVectors& given,
                    const std::vector<std::pair<std::size_t, std::size_t>>& rows_of_items, std::vector<Note>& notes) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(benchmark.vectors.begin(), benchmark.vectors.end(),
                       [&](const ItemVectors& each) { return each.name == name; });
  };
  ItemVectors attached{given.name, Matrix(benchmark.item_count(), given.values.columns(), missing)};
  for (std::size_t number = 2; taken(attached.name); ++number) {
    attached.name = given.name + " (" + std::to_string(number) + ")";
  }
  for (const auto& [item, row] : rows_of_items) {
    const auto from = given.values.row(row);
    std::copy(from.begin(), from.end(), attached.values.row(item).begin());
  }
  const std::size_t without = benchmark.item_count() - rows_of_items.size();
  if (without > 0) {
    notes.push_back({"items_without_vector",
                     Severity::info,
                     counted(without, "item") + " without a vector in \"" + attached.name + "\".",
                     without,
                     {}});
  }
  benchmark.vectors.push_back(std::move(attached));
}

bool has_vector(const ItemVectors& vectors, std::size_t row) {
  const auto values = vectors.values.row(row);
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
}

ItemAttribute& attribute_named(Benchmark& benchmark, const std::string& name) {
  const auto found = std::find_if(benchmark.attributes.begin(), benchmark.attributes.end(),
                                  [&](const ItemAttribute& each) { return each.name == name; });
  if (found != benchmark.attributes.end()) return *found;
  benchmark.attributes.push_back({name, std::vector<std::string>(benchmark.item_count())});
  return benchmark.attributes.back();
}

void attach_item_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report) {
  for (const auto& file : files) {
    const FileObservations& observations = *file.observations;
    if (observations.role != FileRole::item_attributes && observations.role != FileRole::item_vectors) continue;
    const bool vectors = observations.role == FileRole::item_vectors;
    std::vector<char> matched(observations.items.size(), 0);
    const std::vector<char> left_out = columns_of_models(observations, dataset);
    const auto scores = static_cast<std::size_t>(std::count(left_out.begin(), left_out.end(), 1));
    if (scores > 0) {
      report.notes.push_back({"scores_are_no_attributes",
                              Severity::info,
                              std::string(file_name_of(file.path)) + ": " + counted(scores, "column") +
                                  " named like a loaded model left out: scores are no attributes of the items.",
                              scores,
                              {}});
    }
    for (auto& benchmark : dataset.benchmarks) {
      const IndexOfId index = index_items(benchmark);
      // Item of the benchmark and row of the file, for each of the file's vectors.
      std::vector<std::vector<std::pair<std::size_t, std::size_t>>> rows_of_items(observations.vectors.size());
      for (std::size_t row = 0; row < observations.items.size(); ++row) {
        const FileItem& item = observations.items[row];
        const std::string& wanted =
            observations.benchmarks.empty() ? std::string() : observations.benchmarks[item.benchmark];
        const auto found = index.find(item.native_id);
        if (found == index.end()) continue;
        // A benchmark column restricts the match only when it names something that is loaded.
        const bool names_other = !wanted.empty() && wanted != benchmark.name &&
                                 std::any_of(dataset.benchmarks.begin(), dataset.benchmarks.end(),
                                             [&](const Benchmark& each) { return each.name == wanted; });
        if (names_other) continue;
        enrich_item(benchmark, found->second, observations, row, left_out);
        matched[row] = 1;
        for (std::size_t v = 0; v < rows_of_items.size(); ++v) {
          if (has_vector(observations.vectors[v], row)) rows_of_items[v].emplace_back(found->second, row);
        }
      }
      const auto place = static_cast<std::size_t>(&benchmark - dataset.benchmarks.data());
      for (std::size_t v = 0; v < rows_of_items.size(); ++v) {
        if (rows_of_items[v].empty()) continue;
        attach_vectors(benchmark, observations.vectors[v], rows_of_items[v], report.benchmarks[place].notes);
      }
    }
    note_unmatched(report, file, observations.items.size(),
                   static_cast<std::size_t>(std::count(matched.begin(), matched.end(), 1)), "item",
                   all_are_numbers(observations.attributes) && !vectors, vectors ? "vectors" : "attributes");
  }
}

void attach_model_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report) {
  for (const auto& file : files) {
    const FileObservations& observations = *file.observations;
    if (observations.role != FileRole::model_attributes) continue;
    const ModelAttributes& given = observations.model_attributes;
    std::vector<std::size_t> column;
    for (const auto& name : given.names) {
      auto& known = dataset.model_attribute_names;
      auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) {
        known.push_back(name);
        found = known.end() - 1;
      }
      column.push_back(static_cast<std::size_t>(found - known.begin()));
    }
    for (auto& model : dataset.models) model.attributes.resize(dataset.model_attribute_names.size());
    const ModelFinder finder(dataset);
    std::size_t matched = 0;
    for (const auto& [name, values] : given.values) {
      const auto model = finder.find(name);
      if (!model) continue;
      ++matched;
      for (std::size_t c = 0; c < column.size() && c < values.size(); ++c) {
        std::string& value = dataset.models[*model].attributes[column[c]];
        if (value.empty()) value = values[c];
      }
    }
    note_unmatched(report, file, given.values.size(), matched, "model", all_are_numbers(given));
  }
  for (auto& model : dataset.models) model.attributes.resize(dataset.model_attribute_names.size());
}

}  // namespace harmonograph
