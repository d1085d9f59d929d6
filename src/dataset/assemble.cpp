#include "dataset/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/text.hpp"
#include "dataset/attach_attributes.hpp"
#include "dataset/choice_distributions.hpp"
#include "dataset/count_cells.hpp"
#include "dataset/join_items.hpp"
#include "dataset/merge_groups.hpp"
#include "dataset/resolve_names.hpp"
#include "formats/option_texts.hpp"

namespace harmonograph {
namespace {

/// The items of benchmark `name` in every file that has it.
struct BenchmarkSources {
  std::vector<ItemSource> sources;
  std::unordered_map<std::size_t, std::size_t> source_of_file;
  std::vector<std::pair<std::size_t, std::size_t>> layouts;  // file, and the benchmark's index in it
};

/// Where each item of a file went: the benchmark's index and the item's index in it.
struct ItemPlace {
  std::uint32_t benchmark = no_index;
  std::uint32_t item = no_index;
};

/// Where the options of a file's items stand in the order of the data set.
struct OptionOrders {
  static constexpr std::uint32_t same = no_index;
  static constexpr std::uint32_t left_out = no_index - 1;  // the options are others: their values are not compared
  std::vector<std::uint32_t> first;   // per item: in places, same or left_out; empty = all the same
  std::vector<std::uint32_t> places;  // of each option

  [[nodiscard]] std::uint32_t of(std::size_t item) const { return first.empty() ? same : first[item]; }
};

/// Items that have something in common, and the files in which they have it.
struct Finding {
  std::vector<std::uint32_t> items;
  std::vector<std::string> files;

  void add(std::uint32_t item, std::string_view path) {
    items.push_back(item);
    const std::string_view name = file_name_of(path);
    if (files.empty() || files.back() != name) files.emplace_back(name);
  }
  /// How many different items.
  std::size_t count() {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items.size();
  }
  /// "b.jsonl", "4 files (b.jsonl, c.jsonl, d.jsonl ...)"
  [[nodiscard]] std::string where() const {
    if (files.size() == 1) return files.front();
    std::string text = counted(files.size(), "file") + " (";
    for (std::size_t f = 0; f < files.size() && f < 3; ++f) text += (f > 0 ? ", " : "") + files[f];
    return text + (files.size() > 3 ? " ...)" : ")");
  }
};

class Assembler {
 public:
  explicit Assembler(std::span<const LoadedFile> files) : files_(files), names_(resolve_names(files)) {}

  Assembly run() {
    collect_models();
    collect_benchmarks();
    for (std::size_t b = 0; b < benchmarks_.size(); ++b) join(b);
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (files_[f].observations->role == FileRole::responses) place_responses(f);
    }
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (files_[f].observations->absent_is_wrong) score_absent_items(f);
    }
    for (std::size_t b = 0; b < benchmarks_.size(); ++b) {
      drop_unanswered_items(b);
      summarise(b);
    }
    report_unnamed_models();
    report_same_items();
    attach_item_attributes(files_, assembly_.dataset, assembly_.report);
    attach_own_model_attributes();
    attach_model_attributes(files_, assembly_.dataset, assembly_.report);
    collect_runs();
    assembly_.report.task_groups = propose_groups(assembly_.dataset, assembly_.report.groups);
    for (auto& note : names_.notes) assembly_.report.notes.push_back(std::move(note));
    return std::move(assembly_);
  }

 private:
  void collect_models() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (files_[f].observations->role != FileRole::responses) continue;
      for (const auto& name : names_.models[f]) {
        if (model_index_.emplace(name, assembly_.dataset.models.size()).second) {
          assembly_.dataset.models.push_back({name, {}});
        }
      }
    }
  }

  void collect_benchmarks() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const FileObservations& file = *files_[f].observations;
      if (file.role != FileRole::responses) continue;
      places_.resize(f + 1);
      places_[f].resize(file.items.size());
      // One that is stated is there even when it has no item.
      for (std::size_t own = 0; own < file.layout.size(); ++own) {
        benchmarks_[benchmark_named(names_.benchmarks[f][own])].layouts.emplace_back(f, own);
      }
      for (std::size_t i = 0; i < file.items.size(); ++i) {
        const FileItem& item = file.items[i];
        const std::size_t b = benchmark_named(names_.benchmarks[f][item.benchmark]);
        BenchmarkSources& each = benchmarks_[b];
        const auto [place, added] = each.source_of_file.emplace(f, each.sources.size());
        if (added) {
          each.sources.push_back({f, {}, names_.models[f], &file.option_fingerprints, file.items.data()});
        }
        each.sources[place->second].items.push_back(&item);
        // For now the place inside the source; join() turns it into the joined index.
        places_[f][i] = {static_cast<std::uint32_t>(b),
                         static_cast<std::uint32_t>(each.sources[place->second].items.size() - 1)};
      }
    }
    places_.resize(files_.size());
    orders_.resize(files_.size());
  }

  std::size_t benchmark_named(const std::string& name) {
    const auto [place, added] = benchmark_index_.emplace(name, benchmarks_.size());
    if (added) {
      benchmarks_.emplace_back();
      assembly_.dataset.benchmarks.emplace_back();
      assembly_.dataset.benchmarks.back().name = name;
      assembly_.report.benchmarks.emplace_back();
    }
    return place->second;
  }

  void join(std::size_t b) {
    Benchmark& benchmark = assembly_.dataset.benchmarks[b];
    BenchmarkReport& report = assembly_.report.benchmarks[b];
    const std::vector<ItemSource>& sources = benchmarks_[b].sources;
    JoinedItems joined = join_items(sources);
    report.joined_by = joined.joined_by;
    report.notes = std::move(joined.notes);
    origins_.push_back(std::move(joined.origins));
    align_options(sources, joined, report.notes);
    benchmark.item_ids = std::move(joined.ids);
    benchmark.option_counts.assign(joined.count, 0);
    benchmark.keys.assign(joined.count, -1);
    benchmark.item_texts.assign(joined.count, {});
    benchmark.scores = Matrix(assembly_.dataset.models.size(), joined.count, missing);
    benchmark.choices.resize(assembly_.dataset.models.size());
    answered_.emplace_back(assembly_.dataset.models.size(), joined.count);

    // Columns in their stated order, before values come in theirs.
    for (const auto& [f, own] : benchmarks_[b].layouts) {
      for (const std::string& name : files_[f].observations->layout[own].attributes) attribute_named(benchmark, name);
    }
    std::size_t different_keys = 0;
    for (std::size_t s = 0; s < sources.size(); ++s) {
      for (std::size_t i = 0; i < sources[s].items.size(); ++i) {
        const FileItem& item = *sources[s].items[i];
        const std::uint32_t place = joined.index[s][i];
        if (benchmark.item_texts[place].empty()) benchmark.item_texts[place] = item.text;
        const OptionOrders& orders = orders_[sources[s].file];
        const std::uint32_t order = orders.of(static_cast<std::size_t>(&item - sources[s].first_item));
        if (order == OptionOrders::left_out) continue;
        benchmark.option_counts[place] = std::max(benchmark.option_counts[place], item.option_count);
        const std::int32_t key = ordered_option(orders, order, item.key, item.option_count);
        if (key >= 0) {
          if (benchmark.keys[place] < 0) {
            benchmark.keys[place] = key;
          } else if (benchmark.keys[place] != key) {
            ++different_keys;
          }
        }
      }
      merge_attributes(benchmark, sources[s], joined.index[s]);
    }
    lay_out_choices(b);
    add_vectors(b, joined.index);
    if (different_keys > 0) {
      report.notes.push_back(
          {"keys_differ",
           Severity::warning,
           counted(different_keys, "item") +
               " with different right answers in different files: the first was kept as the key, the "
               "scores are as each file gives them.",
           different_keys,
           {}});
    }
    for (auto& source : benchmarks_[b].sources) {
      auto& places = places_[source.file];
      const std::size_t s = benchmarks_[b].source_of_file.at(source.file);
      for (auto& place : places) {
        if (place.benchmark == b) place.item = joined.index[s][place.item];
      }
    }
  }

  /// The options of every item in the order of the first file that has their texts.
  void align_options(const std::vector<ItemSource>& sources, const JoinedItems& joined, std::vector<Note>& notes) {
    if (sources.size() < 2) return;
    std::vector<std::span<const std::uint64_t>> reference;
    const auto texts_of = [](const ItemSource& source, const FileItem& item) -> std::span<const std::uint64_t> {
      if (source.options->first.empty()) return {};
      const auto options = source.options->of(static_cast<std::size_t>(&item - source.first_item));
      if (options.size() != item.option_count) return {};
      return options;
    };
    Finding reordered;
    Finding ambiguous;
    Finding different;
    std::vector<std::uint32_t> order;
    for (std::size_t s = 0; s < sources.size(); ++s) {
      if (sources[s].options->first.empty()) continue;
      reference.resize(joined.count);
      const std::string& path = files_[sources[s].file].path;
      OptionOrders& orders = orders_[sources[s].file];
      for (std::size_t i = 0; i < sources[s].items.size(); ++i) {
        const FileItem& item = *sources[s].items[i];
        const auto own = texts_of(sources[s], item);
        if (own.empty()) continue;
        const std::uint32_t place = joined.index[s][i];
        if (reference[place].empty()) {
          reference[place] = own;
          continue;
        }
        const OptionMatch match = match_options(reference[place], own, order);
        if (match == OptionMatch::same) continue;
        if (orders.first.empty()) {
          orders.first.assign(files_[sources[s].file].observations->items.size(), OptionOrders::same);
        }
        std::uint32_t& first = orders.first[static_cast<std::size_t>(&item - sources[s].first_item)];
        if (match == OptionMatch::reordered) {
          first = static_cast<std::uint32_t>(orders.places.size());
          orders.places.insert(orders.places.end(), order.begin(), order.end());
          reordered.add(place, path);
        } else {
          first = OptionOrders::left_out;
          (match == OptionMatch::ambiguous ? ambiguous : different).add(place, path);
        }
      }
    }
    note_options(reordered, ambiguous, different, joined, notes);
    if (!reordered.items.empty()) note_unknown_orders(sources, joined, reordered.items, notes);
  }

  static void note_options(Finding& reordered, Finding& ambiguous, Finding& different, const JoinedItems& joined,
                           std::vector<Note>& notes) {
    const auto examples = [&](const Finding& finding) {
      std::string text;
      for (std::size_t i = 0; i < finding.items.size() && i < 3; ++i) {
        text += (i > 0 ? ", " : "") + std::string(truncate_utf8(joined.ids[finding.items[i]], 60));
      }
      return " (" + text + (finding.items.size() > 3 ? " ...)" : ")");
    };
    if (const std::size_t count = reordered.count(); count > 0) {
      notes.push_back({"options_reordered",
                       Severity::info,
                       "The options of " + counted(count, "item") + examples(reordered) +
                           " stand in another order in " + reordered.where() +
                           ": they were brought into one order by their texts.",
                       count,
                       {}});
    }
    if (const std::size_t count = ambiguous.count(); count > 0) {
      notes.push_back({"options_ambiguous",
                       Severity::warning,
                       "The options of " + counted(count, "item") + examples(ambiguous) +
                           " stand in another order in " + ambiguous.where() +
                           ", but some have equal texts and cannot be told apart: its option values and chosen options "
                           "are left out there, the scores stay.",
                       count,
                       {}});
    }
    if (const std::size_t count = different.count(); count > 0) {
      notes.push_back({"options_differ",
                       Severity::warning,
                       counted(count, "item") + examples(different) + (count == 1 ? " has" : " have") +
                           " other options in " + different.where() +
                           " than in the files before: option values, chosen options and keys of that file are left "
                           "out there, the scores stay.",
                       count,
                       {}});
    }
  }

  /// Where orders differ, files without texts of the options may have any of them.
  void note_unknown_orders(const std::vector<ItemSource>& sources, const JoinedItems& joined,
                           const std::vector<std::uint32_t>& reordered, std::vector<Note>& notes) const {
    Finding unknown;
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const FileObservations& file = *files_[sources[s].file].observations;
      if (file.responses.choices.empty() && file.responses.chosen.empty()) continue;
      for (std::size_t i = 0; i < sources[s].items.size(); ++i) {
        const auto item = static_cast<std::size_t>(sources[s].items[i] - sources[s].first_item);
        if (!file.option_fingerprints.of(item).empty()) continue;
        const std::uint32_t place = joined.index[s][i];
        if (std::binary_search(reordered.begin(), reordered.end(), place))
          unknown.add(place, files_[sources[s].file].path);
      }
    }
    const std::size_t count = unknown.count();
    if (count == 0) return;
    notes.push_back({"option_order_unknown",
                     Severity::warning,
                     unknown.where() + (unknown.files.size() == 1 ? " does" : " do") +
                         " not hold the texts of the options of " + counted(count, "item") +
                         " whose order differs between the other files: its option values are compared as they stand.",
                     count,
                     {}});
  }

  /// An option of a file in the order of the data set; -1 stays -1.
  static std::int32_t ordered_option(const OptionOrders& orders, std::uint32_t order, std::int32_t option,
                                     std::uint32_t count) {
    if (order == OptionOrders::same || option < 0 || static_cast<std::uint32_t>(option) >= count) return option;
    return static_cast<std::int32_t>(orders.places[order + static_cast<std::uint32_t>(option)]);
  }

  void merge_attributes(Benchmark& benchmark, const ItemSource& source, const std::vector<std::uint32_t>& index) {
    const FileObservations& file = *files_[source.file].observations;
    if (file.items.empty()) return;
    const FileItem* first = file.items.data();
    for (const auto& attribute : file.attributes) {
      const bool any = std::any_of(source.items.begin(), source.items.end(), [&](const FileItem* item) {
        return !attribute.values[static_cast<std::size_t>(item - first)].empty();
      });
      if (!any) continue;
      ItemAttribute& target = attribute_named(benchmark, attribute.name);
      for (std::size_t i = 0; i < source.items.size(); ++i) {
        const std::string& value = attribute.values[static_cast<std::size_t>(source.items[i] - first)];
        std::string& place = target.values[index[i]];
        if (place.empty()) place = value;
      }
    }
  }

  /// The choice sets that files state, in their order; responses fill them.
  void lay_out_choices(std::size_t b) {
    Benchmark& benchmark = assembly_.dataset.benchmarks[b];
    const auto& counts = benchmark.option_counts;
    const std::size_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    for (const auto& [f, own] : benchmarks_[b].layouts) {
      const auto& of_models = files_[f].observations->layout[own].choices;
      for (std::size_t m = 0; m < of_models.size(); ++m) {
        auto& sets = benchmark.choices[model_index_.at(names_.models[f][m])];
        for (const BenchmarkLayout::Choices& stated : of_models[m]) {
          if (std::any_of(sets.begin(), sets.end(), [&](const auto& each) { return each.name == stated.name; }))
            continue;
          // What other files have of the same model may be wider.
          const bool alone = benchmarks_[b].sources.size() < 2;
          const std::size_t width = stated.options == 0 ? most
                                    : alone             ? stated.options
                                                        : std::max<std::size_t>(most, stated.options);
          sets.push_back({stated.name, stated.kind, Matrix(benchmark.item_count(), width, missing)});
        }
      }
    }
  }

  /// The vectors that files of responses bring for their own items.
  void add_vectors(std::size_t b, const std::vector<std::vector<std::uint32_t>>& index) {
    Benchmark& benchmark = assembly_.dataset.benchmarks[b];
    for (std::size_t s = 0; s < benchmarks_[b].sources.size(); ++s) {
      const ItemSource& source = benchmarks_[b].sources[s];
      const FileObservations& file = *files_[source.file].observations;
      for (std::size_t v = 0; v < file.vectors.size(); ++v) {
        std::vector<std::pair<std::size_t, std::size_t>> rows_of_items;
        for (std::size_t i = 0; i < source.items.size(); ++i) {
          const auto row = static_cast<std::size_t>(source.items[i] - file.items.data());
          if (has_vector(file.vectors[v], row)) rows_of_items.emplace_back(index[s][i], row);
        }
        const auto& layouts = benchmarks_[b].layouts;
        const bool stated = std::any_of(layouts.begin(), layouts.end(), [&](const auto& layout) {
          const auto& list = file.layout.empty() ? no_vectors : file.layout[layout.second].vectors;
          return layout.first == source.file && std::find(list.begin(), list.end(), v) != list.end();
        });
        if (stated || !rows_of_items.empty()) {
          attach_vectors(benchmark, file.vectors[v], rows_of_items, assembly_.report.benchmarks[b].notes);
        }
      }
    }
  }

  /// Those that a file of responses states of its own models.
  void attach_own_model_attributes() {
    auto& known = assembly_.dataset.model_attribute_names;
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const FileObservations& file = *files_[f].observations;
      if (file.role != FileRole::responses) continue;
      std::vector<std::size_t> column;
      for (const std::string& name : file.model_attributes.names) {
        const auto found = std::find(known.begin(), known.end(), name);
        column.push_back(static_cast<std::size_t>(found - known.begin()));
        if (found == known.end()) known.push_back(name);
      }
      for (auto& model : assembly_.dataset.models) model.attributes.resize(known.size());
      for (std::size_t m = 0; m < file.models.size(); ++m) {
        const auto values = file.model_attributes.values.find(file.models[m]);
        if (values == file.model_attributes.values.end()) continue;
        Model& model = assembly_.dataset.models[model_index_.at(names_.models[f][m])];
        for (std::size_t c = 0; c < column.size() && c < values->second.size(); ++c) {
          if (model.attributes[column[c]].empty()) model.attributes[column[c]] = values->second[c];
        }
      }
    }
  }

  void place_responses(std::size_t f) {
    const FileObservations& file = *files_[f].observations;
    const FileResponses& responses = file.responses;
    std::vector<std::size_t> model_of(file.models.size());
    for (std::size_t m = 0; m < model_of.size(); ++m) model_of[m] = model_index_.at(names_.models[f][m]);

    for (std::size_t r = 0; r < responses.score.size(); ++r) {
      const ItemPlace place = places_[f][responses.item[r]];
      const std::size_t model = model_of[responses.model[r]];
      Benchmark& benchmark = assembly_.dataset.benchmarks[place.benchmark];
      double& score = benchmark.scores(model, place.item);
      char& answered = answered_[place.benchmark](model, place.item);
      if (answered != 0) {
        Duplicates& duplicates = duplicates_[place.benchmark];
        ++duplicates.count;
        const bool same = responses.score[r] == score || (std::isnan(responses.score[r]) && std::isnan(score));
        if (!same) ++duplicates.different;
        if (names_.model_is_guessed[f] != 0) ++lost_of_file_[f][place.benchmark];
        continue;
      }
      answered = 1;
      score = responses.score[r];
      const FileItem& item = file.items[responses.item[r]];
      const std::uint32_t order = orders_[f].of(responses.item[r]);
      if (order == OptionOrders::left_out) continue;
      if (r < responses.chosen.size() && responses.chosen[r] >= 0) {
        if (benchmark.chosen.empty()) {
          benchmark.chosen = RowMajorMatrix<std::int32_t>(assembly_.dataset.models.size(), benchmark.item_count(), -1);
        }
        benchmark.chosen(model, place.item) = ordered_option(orders_[f], order, responses.chosen[r], item.option_count);
      }
      for (const auto& set : responses.choices) {
        if (r < set.first.size() && set.first[r] != no_index) {
          place_choices(benchmark, model, place.item, set, set.first[r], item.option_count,
                        order == OptionOrders::same ? nullptr : orders_[f].places.data() + order);
        }
      }
    }
  }

  /// A file that lists what was solved says nothing of the rest: the union over
  /// all files is the benchmark.
  void score_absent_items(std::size_t f) {
    const FileObservations& file = *files_[f].observations;
    for (const std::string& name : names_.benchmarks[f]) {
      const std::size_t b = benchmark_index_.at(name);
      Benchmark& benchmark = assembly_.dataset.benchmarks[b];
      std::size_t filled = 0;
      for (const std::string& model_name : names_.models[f]) {
        const std::size_t model = model_index_.at(model_name);
        for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
          if (answered_[b](model, i) != 0) continue;
          answered_[b](model, i) = 1;
          benchmark.scores(model, i) = 0;
          ++filled;
        }
      }
      if (filled == 0) continue;
      assembly_.report.benchmarks[b].notes.push_back(
          {"absent_is_wrong",
           Severity::warning,
           counted(filled, "item") + " that " + std::string(file_name_of(files_[f].path)) +
               " does not name, but other files do, count as not solved by " + file.models.front() + ".",
           filled,
           {}});
    }
  }

  /// order: where each option stands in the data set; nullptr = where it is.
  static void place_choices(Benchmark& benchmark, std::size_t model, std::size_t item, const ChoiceSet& set,
                            std::size_t first, std::size_t count, const std::uint32_t* order) {
    if (count == 0) return;
    auto& sets = benchmark.choices[model];
    auto found =
        std::find_if(sets.begin(), sets.end(), [&](const ModelChoices& each) { return each.name == set.name; });
    if (found == sets.end()) {
      const std::size_t width = *std::max_element(benchmark.option_counts.begin(), benchmark.option_counts.end());
      sets.push_back({set.name, set.kind, Matrix(benchmark.item_count(), width, missing)});
      found = sets.end() - 1;
    }
    const std::size_t width = found->values.columns();
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t column = order == nullptr ? c : order[c];
      if (column < width) found->values(item, column) = set.values[first + c];
    }
  }

  /// Items that no model answered and that no model has option values for only take up space.
  void drop_unanswered_items(std::size_t b) {
    Benchmark& benchmark = assembly_.dataset.benchmarks[b];
    const std::size_t models = benchmark.scores.rows();
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
      bool answered = false;
      for (std::size_t m = 0; m < models && !answered; ++m) {
        answered = !std::isnan(benchmark.scores(m, i));
        for (const auto& set : benchmark.choices[m]) {
          answered = answered || (set.values.columns() > 0 && !std::isnan(set.values(i, 0)));
        }
      }
      if (answered) kept.push_back(i);
    }
    const std::size_t dropped = benchmark.item_count() - kept.size();
    if (dropped == 0) return;
    assembly_.report.benchmarks[b].notes.push_back(
        {"items_without_responses",
         Severity::info,
         counted(dropped, "item") + " without a score of any model " + (dropped == 1 ? "was" : "were") + " left out.",
         dropped,
         {}});
    for (std::size_t i = 0; i < kept.size(); ++i) origins_[b][i] = origins_[b][kept[i]];
    origins_[b].resize(kept.size());
    keep_items(benchmark, kept);
  }

  static void keep_items(Benchmark& benchmark, const std::vector<std::size_t>& kept) {
    const auto keep = [&](auto& values) {
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i] != i) values[i] = std::move(values[kept[i]]);
      }
      values.resize(kept.size());
    };
    const auto keep_columns = [&](auto matrix) {
      decltype(matrix) result(matrix.rows(), kept.size());
      for (std::size_t r = 0; r < matrix.rows(); ++r) {
        for (std::size_t i = 0; i < kept.size(); ++i) result(r, i) = matrix(r, kept[i]);
      }
      return result;
    };
    keep(benchmark.item_ids);
    keep(benchmark.item_texts);
    keep(benchmark.option_counts);
    keep(benchmark.keys);
    for (auto& attribute : benchmark.attributes) keep(attribute.values);
    const auto keep_rows = [&](const Matrix& all) {
      Matrix values(kept.size(), all.columns());
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const auto row = all.row(kept[i]);
        std::copy(row.begin(), row.end(), values.row(i).begin());
      }
      return values;
    };
    for (auto& vectors : benchmark.vectors) vectors.values = keep_rows(vectors.values);
    benchmark.scores = keep_columns(std::move(benchmark.scores));
    if (!benchmark.chosen.empty()) benchmark.chosen = keep_columns(std::move(benchmark.chosen));
    for (auto& sets : benchmark.choices) {
      for (auto& set : sets) set.values = keep_rows(set.values);
    }
  }

  void summarise(std::size_t b) {
    Benchmark& benchmark = assembly_.dataset.benchmarks[b];
    BenchmarkReport& report = assembly_.report.benchmarks[b];
    const bool any_text = std::any_of(benchmark.item_texts.begin(), benchmark.item_texts.end(),
                                      [](const std::string& text) { return !text.empty(); });
    if (!any_text) benchmark.item_texts.clear();
    drop_chosen_beyond_options(benchmark, report);
    const auto& chosen = benchmark.chosen.values();
    if (std::all_of(chosen.begin(), chosen.end(), [](std::int32_t option) { return option < 0; })) {
      benchmark.chosen = {};
    }

    count_cells(benchmark, report);
    report.joins = count_joins(origins_[b]);
    note_floor(benchmark, report);
    if (const auto found = duplicates_.find(static_cast<std::uint32_t>(b)); found != duplicates_.end()) {
      const Duplicates& duplicates = found->second;
      std::string message =
          counted(duplicates.count, "response") + " repeated the same model and item: the first was kept";
      message += duplicates.different > 0
                     ? "; " + in_groups(duplicates.different) + " of the later ones had another score."
                     : ".";
      report.notes.push_back({"duplicate_responses",
                              duplicates.different > 0 ? Severity::warning : Severity::info,
                              std::move(message),
                              duplicates.count,
                              {}});
    }
  }

  /// Readers see to it where they know the number of options; here it may come from another file.
  static void drop_chosen_beyond_options(Benchmark& benchmark, BenchmarkReport& report) {
    std::size_t dropped = 0;
    for (std::size_t m = 0; m < benchmark.chosen.rows(); ++m) {
      for (std::size_t i = 0; i < benchmark.chosen.columns(); ++i) {
        std::int32_t& option = benchmark.chosen(m, i);
        const std::uint32_t options = benchmark.option_counts[i];
        if (options == 0 || option < static_cast<std::int64_t>(options)) continue;
        option = -1;
        ++dropped;
      }
    }
    if (dropped == 0) return;
    report.notes.push_back({"chosen_is_no_option",
                            Severity::warning,
                            counted(dropped, "chosen option") + " beyond the number of options of " +
                                (dropped == 1 ? "its item counts" : "their items count") +
                                " as unknown; the scores stay.",
                            dropped,
                            {}});
  }

  static JoinCounts count_joins(const std::vector<ItemOrigin>& origins) {
    JoinCounts joins;
    for (const ItemOrigin origin : origins) {
      switch (origin) {
        case ItemOrigin::native_id: ++joins.native_id; break;
        case ItemOrigin::content_hash: ++joins.content_hash; break;
        case ItemOrigin::question_text: ++joins.question_text; break;
        case ItemOrigin::position: ++joins.position; break;
        case ItemOrigin::one_file: ++joins.one_file; break;
        case ItemOrigin::one_model: ++joins.one_model; break;
      }
    }
    return joins;
  }

  /// Probabilities that the analysis will raise to its floor, with the default floor and choice set.
  static void note_floor(const Benchmark& benchmark, BenchmarkReport& report) {
    std::size_t cells = 0;
    std::size_t items = 0;
    std::size_t models = 0;
    for (const auto& sets : benchmark.choices) {
      if (sets.empty()) continue;
      const auto distributions = choice_distributions(sets.front(), benchmark.option_counts, default_floor, false);
      if (!distributions || distributions->floored_cells == 0) continue;
      cells += distributions->floored_cells;
      items += distributions->floored_items;
      ++models;
    }
    if (cells == 0) return;
    report.notes.push_back({"floored",
                            Severity::info,
                            in_groups(cells) + (cells == 1 ? " option probability" : " option probabilities") +
                                " below 0.000001 or missing, in " + counted(items, "answer") + " of " +
                                counted(models, "model") +
                                ": raised to that floor before items are compared. The floor is a parameter.",
                            cells,
                            {}});
  }

  void collect_runs() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const RunDescription& run = files_[f].observations->run;
      for (const auto& [group, tasks] : run.groups) {
        auto& known = assembly_.report.groups[group];
        for (const auto& task : tasks) {
          if (std::find(known.begin(), known.end(), task) == known.end()) known.push_back(task);
        }
      }
      check_metrics(f, run);
    }
  }

  /// Compares the stated metrics of a run with the scores loaded from the files of the same run.
  void check_metrics(std::size_t run_file, const RunDescription& run) {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const FileObservations& file = *files_[f].observations;
      if (file.role != FileRole::responses) continue;
      const bool same_run =
          f == run_file || (!file.run_key.empty() && file.run_key == files_[run_file].observations->run_key);
      if (!same_run) continue;
      for (const auto& stated : run.metrics) {
        if (std::isnan(stated.value)) continue;
        const std::size_t comma = stated.metric.find(',');
        const std::string metric = stated.metric.substr(0, comma);
        const std::string filter = comma == std::string::npos ? "" : stated.metric.substr(comma + 1);
        if (metric != file.metric) continue;
        if (!filter.empty() && !file.filter.empty() && filter != file.filter) continue;
        for (std::size_t m = 0; m < file.models.size(); ++m) {
          compare_metric(f, m, stated);
        }
      }
    }
  }

  void compare_metric(std::size_t f, std::size_t m, const StatedMetric& stated) {
    const auto found = benchmark_index_.find(stated.benchmark);
    if (found == benchmark_index_.end()) return;
    const FileResponses& responses = files_[f].observations->responses;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t r = 0; r < responses.score.size(); ++r) {
      if (responses.model[r] != m || places_[f][responses.item[r]].benchmark != found->second) continue;
      if (std::isnan(responses.score[r])) continue;
      sum += responses.score[r];
      ++count;
    }
    if (count == 0) return;
    const double computed = sum / static_cast<double>(count);
    assembly_.report.metric_checks.push_back({names_.models[f][m], stated.benchmark, stated.metric, stated.value,
                                              computed, std::abs(computed - stated.value) < 1e-6});
  }

  /// Three logs of the same name, chosen without their folders, would silently become one model.
  void report_unnamed_models() {
    for (const auto& [f, lost_on] : lost_of_file_) {
      for (std::size_t m = 0; m < names_.models[f].size(); ++m) {
        const std::string& name = names_.models[f][m];
        auto& collisions = assembly_.report.unnamed_models;
        for (const auto& [b, lost] : lost_on) {
          std::vector<std::size_t> members;
          for (std::size_t other = 0; other < files_.size(); ++other) {
            if (names_.model_is_guessed[other] == 0 || benchmarks_[b].source_of_file.count(other) == 0) continue;
            const auto& models = names_.models[other];
            if (std::find(models.begin(), models.end(), name) != models.end()) members.push_back(other);
          }
          if (members.size() < 2) continue;
          auto known = std::find_if(collisions.begin(), collisions.end(),
                                    [&](const UnnamedModels& each) { return each.name == name; });
          if (known == collisions.end()) {
            known = collisions.insert(collisions.end(), {name, assembly_.dataset.benchmarks[b].name, {}, 0});
          }
          known->lost += lost;
          known->files.insert(known->files.end(), members.begin(), members.end());
          std::sort(known->files.begin(), known->files.end());
          known->files.erase(std::unique(known->files.begin(), known->files.end()), known->files.end());
        }
      }
    }
  }

  /// Two benchmarks with exactly the same ids are most likely one, in two files.
  void report_same_items() {
    std::map<std::vector<std::string>, std::vector<std::size_t>> with_items;
    for (std::size_t b = 0; b < benchmarks_.size(); ++b) {
      const Benchmark& benchmark = assembly_.dataset.benchmarks[b];
      // Plain counts are ids of any benchmark.
      const bool named = std::any_of(benchmark.item_ids.begin(), benchmark.item_ids.end(), [](const std::string& id) {
        return std::any_of(id.begin(), id.end(), [](char c) { return c < '0' || c > '9'; });
      });
      if (assembly_.report.benchmarks[b].joined_by != ItemJoin::native_id || !named) continue;
      auto ids = benchmark.item_ids;
      std::sort(ids.begin(), ids.end());
      with_items[std::move(ids)].push_back(b);
    }
    for (const auto& [ids, same] : with_items) {
      if (same.size() < 2) continue;
      std::string all;
      for (std::size_t n = 0; n < same.size() && n < 4; ++n) {
        all += (n == 0 ? "" : n + 1 == same.size() ? " and " : ", ") + assembly_.dataset.benchmarks[same[n]].name;
      }
      if (same.size() > 4) all += " and " + std::to_string(same.size() - 4) + " more";
      assembly_.report.notes.push_back(
          {"same_items",
           Severity::warning,
           all + " hold the same " + counted(ids.size(), "item") +
               " but count as different benchmarks. If they are one, give their files the same benchmark name, or read "
               "one of them as attributes of items (\"Orientation\").",
           same.size(),
           {}});
    }
  }

  struct Duplicates {
    std::size_t count = 0;
    std::size_t different = 0;
  };

  inline static const std::vector<std::uint32_t> no_vectors;

  std::span<const LoadedFile> files_;
  ResolvedNames names_;
  Assembly assembly_;
  std::vector<BenchmarkSources> benchmarks_;
  std::unordered_map<std::string, std::size_t> benchmark_index_;
  std::unordered_map<std::string, std::size_t> model_index_;
  std::vector<std::vector<ItemPlace>> places_;
  std::vector<OptionOrders> orders_;              // per file
  std::vector<std::vector<ItemOrigin>> origins_;  // per benchmark
  std::vector<RowMajorMatrix<char>> answered_;    // per benchmark, models x items
  std::unordered_map<std::uint32_t, Duplicates> duplicates_;
  /// Of files with a guessed model: responses that were not kept because that model had answered, per benchmark.
  std::map<std::size_t, std::map<std::uint32_t, std::size_t>> lost_of_file_;
};

}  // namespace

Assembly assemble(std::span<const LoadedFile> files) {
  return Assembler(files).run();
}

}  // namespace harmonograph
