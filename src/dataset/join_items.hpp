// Which items of several files are the same item?
#pragma once

#include <cstdint>
#include <span>
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
};

struct JoinedItems {
  ItemJoin joined_by = ItemJoin::native_id;
  std::size_t count = 0;
  /// For each source and each of its items, the index of the joined item.
  std::vector<std::vector<std::uint32_t>> index;
  std::vector<std::string> ids;  // one a joined item, unique, as shown
  std::vector<Note> notes;
};

/// Joins by the most trusted identity that all sources have, that is unique inside every source, and
/// under which different sources meet at all (sources may also be alone). Items of the order of first
/// appearance. Notes: joined_by_position, content_differs, no_shared_items, mixed_identities.
JoinedItems join_items(std::span<const ItemSource> sources);

/// The second "a" becomes "a (2)", unless another has that name.
void make_ids_unique(std::vector<std::string>& ids);

}  // namespace harmonograph
