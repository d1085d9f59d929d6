#include "dataset/join_items.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/text.hpp"

namespace harmonograph {
namespace {

std::optional<std::string> identity(const FileItem& item, ItemJoin join) {
  switch (join) {
    case ItemJoin::native_id:
      if (!item.native_id.empty()) return item.native_id;
      break;
    case ItemJoin::content_hash:
      if (!item.content_hash.empty()) return item.content_hash;
      break;
    case ItemJoin::position:
      if (item.position >= 0) return std::to_string(item.position);
      break;
  }
  return std::nullopt;
}

/// Every item has this identity, and no two items of a source share one.
bool usable(std::span<const ItemSource> sources, ItemJoin join) {
  for (const auto& source : sources) {
    std::unordered_map<std::string, int> seen;
    for (const FileItem* item : source.items) {
      auto key = identity(*item, join);
      if (!key || !seen.emplace(std::move(*key), 0).second) return false;
    }
  }
  return true;
}

/// The number of items that more than one source has.
std::size_t meeting_items(std::span<const ItemSource> sources, ItemJoin join) {
  std::unordered_map<std::string, int> sources_of;
  for (const auto& source : sources) {
    for (const FileItem* item : source.items) ++sources_of[*identity(*item, join)];
  }
  return static_cast<std::size_t>(
      std::count_if(sources_of.begin(), sources_of.end(), [](const auto& each) { return each.second > 1; }));
}

constexpr std::array joins = {ItemJoin::native_id, ItemJoin::content_hash, ItemJoin::position};

/// The identity to join by; nothing when no single one serves all sources.
std::optional<ItemJoin> choose_join(std::span<const ItemSource> sources) {
  std::optional<ItemJoin> first_usable;
  for (const ItemJoin join : joins) {
    if (!usable(sources, join)) continue;
    if (sources.size() < 2 || meeting_items(sources, join) > 0) return join;
    if (!first_usable) first_usable = join;
  }
  return first_usable;
}

/// The best identity that this one item has, marked by its kind.
std::string own_identity(const FileItem& item, std::size_t source, std::size_t place) {
  for (const ItemJoin join : joins) {
    if (auto key = identity(item, join)) return std::string(to_string(join)) + "\n" + *key;
  }
  return "source\n" + std::to_string(source) + "\n" + std::to_string(place);
}

std::string shown_id(const FileItem& item, std::size_t fallback) {
  if (!item.native_id.empty()) return item.native_id;
  if (item.position >= 0) return std::to_string(item.position);
  std::string hash(truncate_utf8(item.content_hash, 12));
  return hash.empty() ? std::to_string(fallback) : hash;
}

/// Equal ids (or positions) whose questions differ: edited between runs, or options shuffled.
std::size_t count_content_differences(std::span<const ItemSource> sources, const JoinedItems& joined) {
  std::vector<const std::string*> hash(joined.count, nullptr);
  std::vector<char> differs(joined.count, 0);
  for (std::size_t s = 0; s < sources.size(); ++s) {
    for (std::size_t i = 0; i < sources[s].items.size(); ++i) {
      const std::string& own = sources[s].items[i]->content_hash;
      if (own.empty()) continue;
      const std::uint32_t item = joined.index[s][i];
      if (hash[item] == nullptr) {
        hash[item] = &own;
      } else if (*hash[item] != own) {
        differs[item] = 1;
      }
    }
  }
  return static_cast<std::size_t>(std::count(differs.begin(), differs.end(), 1));
}

/// True when two sources of different models have no item in common.
bool models_share_nothing(std::span<const ItemSource> sources, const JoinedItems& joined) {
  std::vector<std::set<std::string>> models_of(joined.count);
  std::set<std::string> models;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    models.insert(sources[s].models.begin(), sources[s].models.end());
    for (const std::uint32_t item : joined.index[s]) {
      models_of[item].insert(sources[s].models.begin(), sources[s].models.end());
    }
  }
  if (models.size() < 2) return false;
  return std::none_of(models_of.begin(), models_of.end(), [](const auto& each) { return each.size() > 1; });
}

}  // namespace

std::string_view to_string(ItemJoin join) {
  switch (join) {
    case ItemJoin::native_id: return "native id";
    case ItemJoin::content_hash: return "content hash";
    case ItemJoin::position: return "position";
  }
  return "position";
}

void make_ids_unique(std::vector<std::string>& ids) {
  std::set<std::string> taken(ids.begin(), ids.end());
  std::unordered_map<std::string, std::size_t> seen;
  for (auto& id : ids) {
    std::size_t occurrence = ++seen[id];
    if (occurrence == 1) continue;
    std::string numbered = id + " (" + std::to_string(occurrence) + ")";
    while (!taken.insert(numbered).second) numbered = id + " (" + std::to_string(++occurrence) + ")";
    id = std::move(numbered);
  }
}

JoinedItems join_items(std::span<const ItemSource> sources) {
  JoinedItems joined;
  joined.index.resize(sources.size());
  const std::optional<ItemJoin> join = choose_join(sources);
  joined.joined_by = join.value_or(ItemJoin::position);

  std::unordered_map<std::string, std::uint32_t> index_of;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    joined.index[s].reserve(sources[s].items.size());
    std::unordered_map<std::string, std::size_t> seen_here;
    for (std::size_t i = 0; i < sources[s].items.size(); ++i) {
      const FileItem& item = *sources[s].items[i];
      auto key = join ? *identity(item, *join) : own_identity(item, s, i);
      // Without one common identity ids may repeat inside a source: the k-th meets the k-th of another.
      if (const std::size_t earlier = seen_here[key]++; earlier > 0) key += "\n" + std::to_string(earlier);
      const auto [place, added] = index_of.emplace(std::move(key), static_cast<std::uint32_t>(joined.count));
      if (added) {
        joined.ids.push_back(shown_id(item, joined.count));
        ++joined.count;
      }
      joined.index[s].push_back(place->second);
    }
  }
  make_ids_unique(joined.ids);

  if (sources.size() < 2) return joined;
  if (!join) {
    joined.notes.push_back(
        {"mixed_identities",
         Severity::warning,
         "The files name their items in different ways (some by id, some by position), so only items "
         "with equal names were joined.",
         joined.count,
         {}});
  } else if (*join == ItemJoin::position) {
    joined.notes.push_back(
        {"joined_by_position",
         Severity::warning,
         counted(joined.count, "item") +
             " joined by their position in the files, because no id or question hash is shared by all files. If a run "
             "shuffled or left out questions, the comparison of models is wrong.",
         joined.count,
         {}});
  }
  if (const std::size_t differing = count_content_differences(sources, joined); differing > 0) {
    joined.notes.push_back(
        {"content_differs",
         Severity::warning,
         counted(differing, "item") +
             " with equal names but different question hashes in different files: the questions were "
             "edited or their options shuffled between runs.",
         differing,
         {}});
  }
  if (models_share_nothing(sources, joined)) {
    joined.notes.push_back(
        {"no_shared_items",
         Severity::warning,
         "No two models answer the same item here: the files share 0 items. Models can be analysed one "
         "by one, but not compared. Check that the files belong to the same version of the benchmark.",
         0,
         {}});
  }
  return joined;
}

}  // namespace harmonograph
