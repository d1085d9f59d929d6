// What one file says, in one shape for every format: models, items, attributes, responses.
// A reader fills it; the dataset is assembled from the observations of all files.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/matrix.hpp"
#include "core/note.hpp"

namespace harmonograph {

inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::uint32_t no_index = std::numeric_limits<std::uint32_t>::max();

/// What the numbers of a choice set are before they become a distribution.
enum class ChoiceKind {
  log_likelihood,  // softmax over the item's options
  probability      // normalised to sum 1
};

/// One view of the options of every item: "log-likelihood", "log-likelihood per character", "p0" ...
struct ChoiceSet {
  std::string name;
  ChoiceKind kind = ChoiceKind::log_likelihood;
  /// Per response the place of its first option in values, or no_index when the response has none.
  std::vector<std::uint32_t> first;
  /// Option values, one response after the other (option_count of the response's item); may hold
  /// NaN (missing) and -inf.
  std::vector<double> values;
};

struct FileItem {
  std::uint32_t benchmark = 0;     // index into FileObservations::benchmarks
  std::string native_id;           // the data set's own id; empty when there is none
  std::string content_hash;        // hash of the question; empty when there is none
  std::int64_t position = -1;      // place in the benchmark (doc_id, row); -1 when meaningless
  std::uint32_t option_count = 0;  // 0 = unknown
  std::int32_t key = -1;           // index of the right option; -1 = unknown or several
  std::string text;                // the question, at most 4,000 bytes
  std::uint64_t line = 0;          // where it was first seen
};

/// What the texts of an item's options are, as far as it takes to recognise them in another order: a fingerprint
/// (core/fingerprint.hpp) of the trimmed text of each, in the order of the item's option values, chosen and key. Flat:
/// a file of a million items of four options takes 36 MB.
struct OptionFingerprints {
  /// Where in values those of item i are: from first[i] to first[i + 1]; nothing when it has none. One more than items,
  /// or empty: the file has no texts of options.
  std::vector<std::uint32_t> first;
  std::vector<std::uint64_t> values;

  /// Of item i, in its order; empty when they are unknown.
  [[nodiscard]] std::span<const std::uint64_t> of(std::size_t item) const {
    if (item + 1 >= first.size()) return {};
    return {values.data() + first[item], first[item + 1] - first[item]};
  }
  /// Those of the next item.
  void add(std::span<const std::uint64_t> options) {
    if (first.empty()) first.push_back(0);
    values.insert(values.end(), options.begin(), options.end());
    first.push_back(static_cast<std::uint32_t>(values.size()));
  }
};

/// A column of text about each item (category, subject ...) of this file. Empty = not given.
struct ItemAttribute {
  std::string name;
  std::vector<std::string> values;  // one an item
};

/// A vector of each item: an embedding of its text, or a distribution that some model gave for it.
struct ItemVectors {
  std::string name;  // as shown: the name of its file, or as the file says
  Matrix values;     // items x width; a row of NaN where there is none
};

/// Responses, one entry a response in every vector.
struct FileResponses {
  std::vector<std::uint32_t> model;  // index into FileObservations::models
  std::vector<std::uint32_t> item;   // index into FileObservations::items
  std::vector<double> score;         // in [0, 1], or missing
  std::vector<std::int32_t> chosen;  // option that the file says was chosen; -1 = unknown. May be empty
  std::vector<ChoiceSet> choices;    // in the order of preference; the first is the default
};

/// Order and extent of what a benchmark has, where items and responses alone do not tell: the project's own format says
/// it, so that a data set that was written is assembled as it was.
struct BenchmarkLayout {
  struct Choices {
    std::string name;  // of a choice set of the responses
    ChoiceKind kind = ChoiceKind::log_likelihood;
    std::uint32_t options = 0;  // how many are kept an item; 0 = as many as any item has
  };
  std::vector<std::string> attributes;        // columns, in order; some may hold no value
  std::vector<std::uint32_t> vectors;         // indices into FileObservations::vectors, in order
  std::vector<std::vector<Choices>> choices;  // per model of the file, its choice sets in order
};

/// A metric that the file states for a whole task, to be compared with what we compute.
struct StatedMetric {
  std::string benchmark;
  std::string metric;  // "acc,none"
  double value = missing;
};

/// What a results file next to the samples says about a run.
struct RunDescription {
  std::string model;                                       // empty when it does not say
  std::map<std::string, std::vector<std::string>> groups;  // group -> tasks
  std::vector<StatedMetric> metrics;
};

struct ModelAttributes {
  std::vector<std::string> names;                          // of the attributes
  std::map<std::string, std::vector<std::string>> values;  // model -> one a name
};

/// How a table was understood; the user may change any of it.
struct TableColumn {
  std::string name;
  std::string role;  // "model", "item", "score", "benchmark", "category", "key", "prediction", "text",
                     // "option:<set>:<index>", "model score", "attribute", "vector", "sample", "ignore"
  std::vector<std::string> examples;  // up to three cells
};

struct TableDescription {
  char separator = ',';
  bool decimal_comma = false;
  bool has_header = true;
  std::string shape;                 // "long", "items x models", "models x items", "item attributes", "item vectors",
                                     // "model attributes"
  std::vector<TableColumn> columns;  // at most 200 are described
  std::uint64_t column_count = 0;
};

/// A name that can be chosen among several that the file offers: a filter, a metric.
struct Alternative {
  std::string name;
  std::uint64_t rows = 0;
};

enum class FileRole { responses, run, model_attributes, item_attributes, item_vectors };

struct FileObservations {
  FileRole role = FileRole::responses;
  std::vector<std::string> models;  // an empty name = the file does not say
  /// The names are in the file or were given by the user; false when they were only read off its path.
  bool model_is_stated = false;
  std::vector<std::string> benchmarks;  // an empty name = the file does not say
  std::vector<FileItem> items;
  OptionFingerprints option_fingerprints;
  std::vector<ItemAttribute> attributes;
  std::vector<ItemVectors> vectors;     // of every item
  std::vector<BenchmarkLayout> layout;  // one a benchmark, or none: the file does not say
  FileResponses responses;
  RunDescription run;
  ModelAttributes model_attributes;
  std::string run_key;  // equal for files of one run (folder and time stamp); empty = none

  /// What this file does not name was not solved: such items of its benchmarks, known from other files, score 0.
  bool absent_is_wrong = false;

  std::vector<Alternative> filters;
  std::string filter;  // the chosen one
  std::vector<Alternative> metrics;
  std::string metric;
  std::optional<TableDescription> table;

  std::uint64_t rows_read = 0;     // records or table rows looked at
  std::uint64_t rows_skipped = 0;  // of these, how many gave no response; the notes say why
  /// Responses whose largest option value is not what the file's score says, and how many could be compared.
  std::uint64_t argmax_disagreements = 0;
  std::uint64_t argmax_compared = 0;
  std::vector<Note> notes;
};

}  // namespace harmonograph
