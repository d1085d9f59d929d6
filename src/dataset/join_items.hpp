// Which items of several files are the same item?
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dataset/import_report.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph {

/// The items of one benchmark in one file.
struct ItemSource {
  std::size_t file = 0;
  std::vector<const FileItem*> items;
  /// Who answered them: used to tell shards of one model from models that share nothing.
  std::vector<std::string> models;
  /// Of all items of the file, when their options' texts are known; `first_item` is the file's first item.
  const OptionFingerprints* options = nullptr;
  const FileItem* first_item = nullptr;
};

/// How one item of a benchmark was found to be one.
enum class ItemOrigin : std::uint8_t { native_id, content_hash, question_text, position, one_file, one_model };

struct JoinedItems {
  ItemJoin joined_by = ItemJoin::native_id;  // the weakest way of any item
  std::size_t count = 0;
  /// For each source and each of its items, the index of the joined item.
  std::vector<std::vector<std::uint32_t>> index;
  std::vector<std::string> ids;     // one a joined item, unique, as shown
  std::vector<ItemOrigin> origins;  // one a joined item
  std::vector<Note> notes;
};

/// Joins item by item, the surest way first; what is joined in one way is one item in the next:
///
/// 1. the same native id;
/// 2. the same content hash. Two items with different ids stay two (the data set asks one question twice), unless the
///    files name their items in ways of their own: ids that meet nowhere while half of their questions do;
/// 3. the same question with the same options (as a set), for what got another hash because a field was added or
/// options
///    were shuffled: at the same position, or, where at most one side has a hash, anywhere if each file has it once;
/// 4. the same position, where at most one side has an id and at most one side has a hash. Items with different hashes
///    and no id are different items.
///
/// Two items of one source are never one: of items that repeat an id or a hash those with the same hash, then the same
/// position meet, then the first meets the first, the second the second (in the order of their positions). The result
/// does not depend on the order of the sources or, where there are positions, of the items, except in the numbering:
/// items stand in the order of first appearance. Time O(n log n), about 40 bytes of memory an item of all sources.
///
/// Notes: joined_by_position, content_differs, same_position_other_question, repeated_items, mixed_identities,
/// no_shared_items.
JoinedItems join_items(std::span<const ItemSource> sources);

/// The second "a" becomes "a (2)", unless another has that name.
void make_ids_unique(std::vector<std::string>& ids);

}  // namespace harmonograph
