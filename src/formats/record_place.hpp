// Where the records stand in JSON of an unknown tool: in an array somewhere inside of an object, under keys that name
// them, or laid out as columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ingest/json_value.hpp"

namespace harmonograph {

enum class RecordLayout {
  list,             // [{"id": "a", "score": 1}, ..]
  keyed,            // {"a": {"score": 1}, ..}: the key is a field, too
  keyed_scores,     // {"a": 1, "b": 0}: under a key that says "score"
  keyed_matrix,     // {"gpt-4": {"a": 1, "b": 0}, ..}: rows and columns of scores
  keyed_verdicts,   // {"physics": [1, 0, ..], "law": [..]}: items are places in the lists
  lists,            // {"id": ["a", ..], "score": [1, ..]}: columns
  keyed_columns,    // {"id": {"0": "a", ..}, "score": {"0": 1, ..}}: columns, as pandas writes a data frame
  header_and_rows,  // {"columns": ["id", "score"], "data": [["a", 1], ..]}
  rows              // [["id", "score"], ["a", 1], ..], or scores alone
};

/// True when at least half of the names of the longer list are in the other.
bool are_alike(const std::vector<std::string>& left, const std::vector<std::string>& right);

/// A place of records. The path leads from the root to it. "*" stands for every key of an object: these keys are cells
/// of the records below them. "[]" stands for every element of a list: its scalars are cells of the records inside of
/// it.
struct RecordPlace {
  RecordLayout layout = RecordLayout::list;
  std::vector<std::string> path;
  std::vector<std::string> fields;  // names of a few records, nested ones with points
  bool has_scores = false;          // among the fields: scores, or answers and keys
  bool has_items = false;           // ids or texts of items
  bool item_is_around = false;      // an object around the records names the item
  std::size_t records = 0;          // that were seen

  [[nodiscard]] std::size_t stars() const;
};

/// How `root` is met: once, with everything inside of it; once, but cut off, so that more may follow; or as one of many
/// of its kind.
enum class RootKind { single, cut, one_of_many };

/// The place of `root` whose records say most about scores of items, of those that say enough; nothing where all that
/// looks like records may be means of whole benchmarks, settings or other facts. Of one of many nothing, too, when it
/// is a record itself: it has a score of its own.
std::optional<RecordPlace> record_place(const JsonValue& root, RootKind kind = RootKind::single);

}  // namespace harmonograph
