// What the items of a task have, a column a field: of a million items nothing is kept twice, and what turns out to be
// of no use is given up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/lm_eval_sample.hpp"

namespace harmonograph {

/// A short field of the data set, for every item: few different values, kept once.
struct LmEvalAttribute {
  std::string name;
  std::vector<std::string> values;     // that occur
  std::vector<std::uint16_t> of_item;  // 1 + place in values; 0 = the item has none. As long as the last item with one
  std::uint64_t items = 0;             // that have one
  bool too_many = false;               // different values: nothing that groups items

  static constexpr std::size_t most_values = 200;

  void add(const JsonValue& value, std::uint32_t item);
};

/// A field that may be the data set's own id of the items; given up at the first item without it.
struct LmEvalNativeId {
  std::string name;
  std::string texts;                // of the items, one after the other
  std::vector<std::uint64_t> ends;  // of each item's text
  bool is_position = true;          // so far it only repeats doc_id
  [[nodiscard]] std::string_view text(std::size_t item) const {
    const std::uint64_t start = item == 0 ? 0 : ends[item - 1];
    return std::string_view(texts).substr(static_cast<std::size_t>(start),
                                          static_cast<std::size_t>(ends[item] - start));
  }
};

/// One way to understand where a file states the right option, for every item; given up at the first item with options
/// for which it does not resolve.
struct LmEvalKeys {
  bool resolves = true;
  std::vector<std::int16_t> of_item;  // -1 = does not resolve, for items that have no options or several right ones
};

/// Finds entries that were numbered in the order of their coming by a hash.
class LmEvalIndex {
 public:
  /// The number of the entry with this hash for which is_it(number) holds, or the next free number, which it then has.
  template <class IsIt>
  std::uint32_t find_or_add(std::uint64_t hash, const IsIt& is_it) {
    if (hashes_.size() * 2 >= slots_.size()) grow();
    std::size_t slot = static_cast<std::size_t>(hash) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t number = slots_[slot] - 1;
      if (hashes_[number] == hash && is_it(number)) return number;
    }
    hashes_.push_back(hash);
    slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
    return slots_[slot] - 1;
  }

 private:
  void grow();

  std::vector<std::uint64_t> hashes_;  // of the entries
  std::vector<std::uint32_t> slots_;   // 1 + number of an entry, 0 = free; a power of two of them, at most half taken
};

/// Adds the short fields of an item; at most 1,000 different ones are looked at.
void take_attributes(std::vector<LmEvalAttribute>& attributes, const LmEvalSample& sample, std::uint32_t item);
/// Adds the fields of an item that may be its id; those that it does not have are given up.
void take_native_ids(std::vector<LmEvalNativeId>& fields, const LmEvalSample& sample, std::uint32_t item);

}  // namespace harmonograph
