#include "dataset/join_items.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/fingerprint.hpp"
#include "core/text.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t most_examples = 3;
/// More versions of one position are not compared with each other.
constexpr std::size_t most_versions = 16;

std::string shown_id(const FileItem& item, std::size_t fallback) {
  if (!item.native_id.empty()) return item.native_id;
  if (item.position >= 0) return std::to_string(item.position);
  std::string hash(truncate_utf8(item.content_hash, 12));
  return hash.empty() ? std::to_string(fallback) : hash;
}

/// " (q1, q7, q9 ...)": the names of the first few of many.
std::string examples_of(const std::vector<std::string>& names, std::size_t count) {
  if (names.empty()) return {};
  std::string text = " (";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::string(truncate_utf8(names[i], 60));
  }
  return text + (count > names.size() ? " ...)" : ")");
}

/// Items of all sources, numbered through; which of them are one is a forest whose roots are the first of their kind,
/// with the members of each root as a list.
class Joiner {
 public:
  explicit Joiner(std::span<const ItemSource> sources) : sources_(sources) {
    for (const ItemSource& source : sources) {
      first_.push_back(static_cast<std::uint32_t>(count_));
      count_ += source.items.size();
      largest_ = std::max(largest_, source.items.size());
    }
    roots_ = count_;
  }

  JoinedItems run() {
    if (sources_.size() > 1) {
      prepare();
      join_by_id();
      if (!is_settled()) join_by_hash();
      if (!is_settled()) join_by_text();
      if (!is_settled()) join_by_position();
    }
    number();
    if (sources_.size() > 1) {
      note_positions();
      note_differences();
      if (!is_settled()) note_versions_of_a_position();
      note_repeated();
      note_mixed();
      note_nothing_shared();
    }
    return std::move(joined_);
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t item = 0;
  };

  /// Every item is one with an item of the largest source, and those are different: nothing is left to be joined.
  [[nodiscard]] bool is_settled() const { return roots_ == largest_; }

  // ---------------------------------------------------------------- items and what is one

  [[nodiscard]] const FileItem& item(std::uint32_t g) const {
    const std::uint32_t s = source_of_[g];
    return *sources_[s].items[g - first_[s]];
  }

  void prepare() {
    source_of_.reserve(count_);
    for (std::uint32_t s = 0; s < sources_.size(); ++s) {
      source_of_.insert(source_of_.end(), sources_[s].items.size(), s);
    }
    parent_.resize(count_);
    last_.resize(count_);
    for (std::uint32_t g = 0; g < count_; ++g) parent_[g] = last_[g] = g;
    next_.assign(count_, no_index);
    way_.assign(count_, 0);
    domain_of_ids_.resize(sources_.size());
    for (std::uint32_t s = 0; s < sources_.size(); ++s) domain_of_ids_[s] = s;
    taken_.assign(2 * sources_.size() + 1, 0);
    stamp_.assign(2 * sources_.size() + 1, 0);
  }

  std::uint32_t root_of(std::uint32_t g) {
    while (parent_[g] != g) {
      parent_[g] = parent_[parent_[g]];
      g = parent_[g];
    }
    return g;
  }

  /// Two roots become one: the smaller.
  std::uint32_t merge(std::uint32_t a, std::uint32_t b, ItemJoin how) {
    if (a == b) return a;
    if (b < a) std::swap(a, b);
    parent_[b] = a;
    --roots_;
    next_[last_[a]] = b;
    last_[a] = last_[b];
    way_[a] = std::max({way_[a], way_[b], static_cast<std::uint8_t>(static_cast<int>(how) + 1)});
    return a;
  }

  template <class Visit>
  void each_member(std::uint32_t root, Visit visit) const {
    for (std::uint32_t g = root; g != no_index; g = next_[g]) visit(g);
  }

  /// What a joined item can have only once: an item of each source, and an id of each way of naming.
  template <class Visit>
  void each_domain(std::uint32_t root, Visit visit) const {
    each_member(root, [&](std::uint32_t g) {
      visit(source_of_[g]);
      if (ids_are_domains_ && !item(g).native_id.empty()) {
        visit(static_cast<std::uint32_t>(sources_.size()) + domain_of_ids_[source_of_[g]]);
      }
    });
  }

  template <class Test>
  [[nodiscard]] bool any_member(std::uint32_t root, Test test) const {
    for (std::uint32_t g = root; g != no_index; g = next_[g]) {
      if (test(g)) return true;
    }
    return false;
  }

  [[nodiscard]] bool has_id(std::uint32_t root) const {
    return any_member(root, [&](std::uint32_t g) { return !item(g).native_id.empty(); });
  }

  [[nodiscard]] bool has_hash(std::uint32_t root) const {
    return any_member(root, [&](std::uint32_t g) { return !item(g).content_hash.empty(); });
  }

  /// The smallest position of any file; -1 when none says one.
  [[nodiscard]] std::int64_t position_of(std::uint32_t root) const {
    std::int64_t position = -1;
    each_member(root, [&](std::uint32_t g) {
      const std::int64_t own = item(g).position;
      if (own >= 0 && (position < 0 || own < position)) position = own;
    });
    return position;
  }

  /// The smallest fingerprint of its hashes; 0 when it has none.
  [[nodiscard]] std::uint64_t hash_of(std::uint32_t root) const {
    std::uint64_t smallest = 0;
    each_member(root, [&](std::uint32_t g) {
      if (item(g).content_hash.empty()) return;
      const std::uint64_t own = fingerprint(item(g).content_hash);
      if (smallest == 0 || own < smallest) smallest = own;
    });
    return smallest;
  }

  // ---------------------------------------------------------------- groups of items with equal keys

  /// One entry an item whose key is not 0, equal keys together, in the order of the items.
  template <class Key>
  void collect(Key key) {
    entries_.clear();
    for (std::uint32_t g = 0; g < count_; ++g) {
      if (const std::uint64_t own = key(g); own != 0) entries_.push_back({own, g});
    }
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.item < b.item; });
  }

  /// Calls visit with the items of each group of two or more; those whose texts differ under one key are told apart.
  template <class Text, class Visit>
  void each_group(Text text, Visit visit) {
    std::vector<std::uint32_t> members;
    for (std::size_t start = 0; start < entries_.size();) {
      std::size_t end = start + 1;
      bool same = true;
      while (end < entries_.size() && entries_[end].key == entries_[start].key) {
        same = same && text(entries_[end].item) == text(entries_[start].item);
        ++end;
      }
      if (!same) {
        std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(start),
                  entries_.begin() + static_cast<std::ptrdiff_t>(end), [&](const Entry& a, const Entry& b) {
                    const int order = text(a.item).compare(text(b.item));
                    return order != 0 ? order < 0 : a.item < b.item;
                  });
      }
      while (start < end) {
        members.clear();
        const std::string_view first = text(entries_[start].item);
        while (start < end && (same || text(entries_[start].item) == first)) members.push_back(entries_[start++].item);
        if (members.size() > 1) visit(members);
      }
    }
  }

  std::vector<std::uint32_t> roots_of(const std::vector<std::uint32_t>& members) {
    std::vector<std::uint32_t> roots;
    for (const std::uint32_t g : members) roots.push_back(root_of(g));
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
  }

  /// No two of them have what an item can have only once.
  bool fit_together(const std::vector<std::uint32_t>& roots) {
    ++round_;
    bool fit = true;
    for (std::size_t r = 0; r < roots.size() && fit; ++r) {
      each_domain(roots[r], [&](std::uint32_t domain) {
        if (stamp_[domain] == round_ && taken_[domain] != r) fit = false;
        stamp_[domain] = round_;
        taken_[domain] = r;
      });
    }
    return fit;
  }

  void merge_all(const std::vector<std::uint32_t>& roots, ItemJoin how) {
    std::uint32_t into = roots.front();
    for (const std::uint32_t root : roots) into = merge(into, root, how);
  }

  /// The first of one source meets the first of another, the second the second; roots in that order.
  void merge_in_order(const std::vector<std::uint32_t>& roots, ItemJoin how) {
    ++round_;
    std::vector<std::uint32_t> together;  // the root of the first, second ... of each
    for (const std::uint32_t root : roots) {
      std::size_t place = 0;
      each_domain(root, [&](std::uint32_t domain) {
        if (stamp_[domain] == round_) place = std::max(place, taken_[domain]);
      });
      each_domain(root, [&](std::uint32_t domain) {
        stamp_[domain] = round_;
        taken_[domain] = place + 1;
      });
      if (place < together.size()) {
        together[place] = merge(together[place], root, how);
        ++joined_in_order_;
      } else {
        together.push_back(root);
      }
    }
  }

  /// Items that are one by their key, as far as no two of one source become one.
  void join_group(const std::vector<std::uint32_t>& members, ItemJoin how) {
    std::vector<std::uint32_t> roots = roots_of(members);
    if (roots.size() < 2) return;
    if (fit_together(roots)) return merge_all(roots, how);
    repeated_ += roots.size();
    const auto hash = [&](std::uint32_t root) { return hash_of(root); };
    const auto position = [&](std::uint32_t root) { return static_cast<std::uint64_t>(position_of(root) + 1); };
    merge_by(roots, how, [&](std::uint32_t root) {
      return hash(root) == 0 || position(root) == 0 ? 0 : mixed_bits(hash(root) + position(root)) | 1U;
    });
    merge_by(roots, how, hash);
    merge_by(roots, how, position);
    merge_by(roots, how, [](std::uint32_t) { return std::uint64_t{1}; });
  }

  /// Joins those of equal keys (0: none); roots become what is left.
  template <class Key>
  void merge_by(std::vector<std::uint32_t>& roots, ItemJoin how, Key key) {
    struct Ordered {
      std::uint64_t key;
      std::int64_t position;
      std::uint32_t root;
    };
    std::vector<Ordered> ordered;
    for (const std::uint32_t root : roots) ordered.push_back({key(root), position_of(root), root});
    std::sort(ordered.begin(), ordered.end(), [](const Ordered& a, const Ordered& b) {
      if (a.key != b.key) return a.key < b.key;
      return a.position != b.position ? a.position < b.position : a.root < b.root;
    });
    std::vector<std::uint32_t> same;
    for (std::size_t start = 0; start < ordered.size();) {
      same.clear();
      const std::uint64_t own = ordered[start].key;
      while (start < ordered.size() && ordered[start].key == own) same.push_back(ordered[start++].root);
      if (own == 0 || same.size() < 2) continue;
      if (fit_together(same)) {
        merge_all(same, how);
      } else {
        merge_in_order(same, how);
      }
    }
    roots = roots_of(roots);
  }

  // ---------------------------------------------------------------- the four ways

  std::uint32_t naming_of(std::uint32_t s) {
    while (domain_of_ids_[s] != s) s = domain_of_ids_[s];
    return s;
  }

  void join_by_id() {
    collect([&](std::uint32_t g) {
      const std::string& id = item(g).native_id;
      return id.empty() ? 0 : fingerprint(id);
    });
    each_group([&](std::uint32_t g) { return std::string_view(item(g).native_id); },
               [&](const std::vector<std::uint32_t>& members) {
                 // Sources that share an id name their items in the same way.
                 for (const std::uint32_t g : members) {
                   const std::uint32_t a = naming_of(source_of_[members.front()]);
                   const std::uint32_t b = naming_of(source_of_[g]);
                   domain_of_ids_[std::max(a, b)] = std::min(a, b);
                 }
                 join_group(members, ItemJoin::native_id);
               });
    naming_.resize(sources_.size());
    for (std::uint32_t s = 0; s < sources_.size(); ++s) naming_[s] = naming_of(s);
    ids_are_domains_ = true;
  }

  /// Ways of naming that are a file's own: their ids meet nowhere, but half of their keys meet those of items that are
  /// named otherwise. All others exclude each other.
  template <class Text>
  void find_own_namings(Text text) {
    std::vector<std::uint64_t> met(sources_.size(), 0);
    std::vector<std::uint64_t> all(sources_.size(), 0);
    for (const Entry& entry : entries_) {
      if (!item(entry.item).native_id.empty()) ++all[naming_[source_of_[entry.item]]];
    }
    each_group(text, [&](const std::vector<std::uint32_t>& members) {
      std::uint32_t first = no_index;
      bool several = false;
      for (const std::uint32_t g : members) {
        if (item(g).native_id.empty()) continue;
        const std::uint32_t own = naming_[source_of_[g]];
        if (first == no_index) first = own;
        several = several || own != first;
      }
      if (!several) return;
      for (const std::uint32_t g : members) {
        if (!item(g).native_id.empty()) ++met[naming_[source_of_[g]]];
      }
    });
    for (std::uint32_t s = 0; s < sources_.size(); ++s) {
      const std::uint32_t naming = naming_[s];
      const bool is_own = met[naming] > 0 && met[naming] * 2 >= all[naming];
      domain_of_ids_[s] = is_own ? naming + 1 : 0;
    }
  }

  void join_by_hash() {
    collect([&](std::uint32_t g) {
      const std::string& hash = item(g).content_hash;
      return hash.empty() ? 0 : fingerprint(hash);
    });
    const auto text = [&](std::uint32_t g) { return std::string_view(item(g).content_hash); };
    find_own_namings(text);
    each_group(text, [&](const std::vector<std::uint32_t>& members) { join_group(members, ItemJoin::content_hash); });
  }

  [[nodiscard]] std::span<const std::uint64_t> options_of(std::uint32_t g) const {
    const ItemSource& source = sources_[source_of_[g]];
    if (source.options == nullptr || source.options->first.empty()) return {};
    return source.options->of(static_cast<std::size_t>(&item(g) - source.first_item));
  }

  /// Of the question and the set of its options; 0 without a question.
  std::uint64_t reading_of(std::uint32_t g) {
    const std::string_view text = trim(item(g).text);
    if (text.empty()) return 0;
    std::uint64_t key = fingerprint(text);
    const auto options = options_of(g);
    if (!options.empty()) {
      sorted_.assign(options.begin(), options.end());
      std::sort(sorted_.begin(), sorted_.end());
      for (const std::uint64_t option : sorted_) key = mixed_bits(key * 31 + option);
    }
    return key == 0 ? 1 : key;
  }

  void join_by_text() {
    const auto text = [&](std::uint32_t g) { return trim(item(g).text); };
    collect([&](std::uint32_t g) {
      const std::int64_t position = item(g).position;
      const std::uint64_t reading = position < 0 ? 0 : reading_of(g);
      return reading == 0 ? 0 : mixed_bits(reading + static_cast<std::uint64_t>(position)) | 1U;
    });
    find_own_namings(text);
    each_group(text, [&](const std::vector<std::uint32_t>& members) {
      // One key, but another position: a coincidence of the bits.
      const std::int64_t position = item(members.front()).position;
      if (std::all_of(members.begin(), members.end(), [&](std::uint32_t g) { return item(g).position == position; })) {
        join_group(members, ItemJoin::question_text);
      }
    });
    collect([&](std::uint32_t g) { return reading_of(g); });
    each_group(text, [&](const std::vector<std::uint32_t>& members) {
      const std::vector<std::uint32_t> roots = roots_of(members);
      if (roots.size() < 2 || !fit_together(roots)) return;
      const auto hashed = std::count_if(roots.begin(), roots.end(), [&](std::uint32_t root) { return has_hash(root); });
      if (hashed <= 1) merge_all(roots, ItemJoin::question_text);
    });
  }

  /// All files that say a position of it say this one.
  [[nodiscard]] bool stands_at(std::uint32_t root, std::int64_t position) const {
    return !any_member(root, [&](std::uint32_t g) { return item(g).position >= 0 && item(g).position != position; });
  }

  void collect_positions() {
    collect([&](std::uint32_t g) {
      const std::int64_t position = item(g).position;
      return position < 0 ? 0 : static_cast<std::uint64_t>(position) + 1;
    });
  }

  template <class Visit>
  void each_position(Visit visit) {
    each_group([](std::uint32_t) { return std::string_view(); }, visit);
  }

  void join_by_position() {
    collect_positions();
    std::vector<std::uint32_t> plain;
    each_position([&](const std::vector<std::uint32_t>& members) {
      const std::int64_t position = item(members.front()).position;
      std::vector<std::uint32_t> roots = roots_of(members);
      if (roots.size() < 2) return;
      // Where hashes or ids show that the order differs, a position says nothing.
      roots.erase(
          std::remove_if(roots.begin(), roots.end(), [&](std::uint32_t root) { return !stands_at(root, position); }),
          roots.end());
      plain.clear();
      std::size_t named = 0;
      std::size_t hashed = 0;
      for (const std::uint32_t root : roots) {
        const bool id = has_id(root);
        const bool hash = has_hash(root);
        named += id ? 1 : 0;
        hashed += hash ? 1 : 0;
        if (!id && !hash) plain.push_back(root);
      }
      // One of several questions at this position: which, nobody knows.
      const std::vector<std::uint32_t>& together = named <= 1 && hashed <= 1 ? roots : plain;
      if (together.size() > 1 && fit_together(together)) merge_all(together, ItemJoin::position);
    });
  }

  // ---------------------------------------------------------------- the result

  /// The best identity that every item has and that no two items of a source share.
  [[nodiscard]] std::optional<ItemJoin> common_identity() const {
    for (const ItemJoin join : {ItemJoin::native_id, ItemJoin::content_hash, ItemJoin::position}) {
      bool usable = true;
      for (const ItemSource& source : sources_) {
        std::vector<std::uint64_t> keys;
        for (const FileItem* each : source.items) {
          if (join == ItemJoin::position) {
            keys.push_back(static_cast<std::uint64_t>(each->position));
            usable = usable && each->position >= 0;
          } else {
            const std::string& text = join == ItemJoin::native_id ? each->native_id : each->content_hash;
            keys.push_back(fingerprint(text));
            usable = usable && !text.empty();
          }
          if (!usable) break;
        }
        std::sort(keys.begin(), keys.end());
        usable = usable && std::adjacent_find(keys.begin(), keys.end()) == keys.end();
        if (!usable) break;
      }
      if (usable) return join;
    }
    return std::nullopt;
  }

  /// Joined items in the order of first appearance, with their names and how they were found to be one.
  void number() {
    const bool alone = sources_.size() < 2;
    joined_.index.resize(sources_.size());
    std::vector<std::uint32_t> index_of(alone ? 0 : count_, no_index);
    std::unordered_map<std::string, std::uint32_t> models;
    std::vector<std::uint32_t> model_of;  // of each source; no_index = several
    for (const ItemSource& source : sources_) {
      std::uint32_t model = no_index;
      for (const std::string& name : source.models) {
        model = models.emplace(name, static_cast<std::uint32_t>(models.size())).first->second;
      }
      model_of.push_back(source.models.size() == 1 ? model : no_index);
    }
    several_models_ = models.size() > 1;

    std::vector<std::uint32_t> model_of_item;
    std::vector<bool> named;
    std::uint8_t weakest = 0;
    for (std::uint32_t s = 0; s < sources_.size(); ++s) {
      auto& index = joined_.index[s];
      index.reserve(sources_[s].items.size());
      for (std::uint32_t i = 0; i < sources_[s].items.size(); ++i) {
        const FileItem& own = *sources_[s].items[i];
        const std::uint32_t root = alone ? 0 : root_of(first_[s] + i);
        std::uint32_t place = alone ? no_index : index_of[root];
        if (place == no_index) {
          place = static_cast<std::uint32_t>(joined_.count++);
          if (!alone) index_of[root] = place;
          joined_.ids.push_back(shown_id(own, place));
          named.push_back(!own.native_id.empty());
          const std::uint8_t way = alone ? std::uint8_t{0} : way_[root];
          weakest = std::max(weakest, way);
          joined_.origins.push_back(way > 0 ? static_cast<ItemOrigin>(way - 1) : ItemOrigin::one_file);
          model_of_item.push_back(model_of[s]);
        } else {
          if (model_of_item[place] != model_of[s]) model_of_item[place] = no_index;
          if (!named[place] && !own.native_id.empty()) {
            joined_.ids[place] = own.native_id;
            named[place] = true;
          }
        }
        index.push_back(place);
      }
    }
    for (std::size_t i = 0; i < joined_.count; ++i) {
      if (model_of_item[i] != no_index) joined_.origins[i] = ItemOrigin::one_model;
      models_meet_ = models_meet_ || model_of_item[i] == no_index;
    }
    make_ids_unique(joined_.ids);
    joined_.joined_by =
        weakest > 0 ? static_cast<ItemJoin>(weakest - 1) : common_identity().value_or(ItemJoin::position);
  }

  // ---------------------------------------------------------------- notes

  void note(const char* code, Severity severity, std::string message, std::size_t count) {
    joined_.notes.push_back({code, severity, std::move(message), count, {}});
  }

  void note_positions() {
    const auto count =
        static_cast<std::size_t>(std::count(joined_.origins.begin(), joined_.origins.end(), ItemOrigin::position));
    if (count == 0) return;
    note("joined_by_position", Severity::warning,
         counted(count, "item") +
             " joined by their position in the files, because no id or question hash is shared by all files. If a run "
             "shuffled or left out questions, the comparison of models is wrong.",
         count);
  }

  /// Items that are one although their questions differ: edited between runs, with other fields, or options shuffled.
  void note_differences() {
    std::vector<std::uint32_t> hashed(joined_.count, no_index);  // the first item with a hash
    std::vector<std::uint32_t> read(joined_.count, no_index);    // the first item with a question
    std::vector<char> differs(joined_.count, 0);
    std::vector<char> reads_the_same(joined_.count, 1);
    std::vector<std::uint32_t> other_text;
    for (std::uint32_t s = 0; s < sources_.size(); ++s) {
      other_text.clear();
      std::size_t same_text = 0;
      for (std::uint32_t i = 0; i < sources_[s].items.size(); ++i) {
        const std::uint32_t g = first_[s] + i;
        const std::uint32_t place = joined_.index[s][i];
        const FileItem& own = item(g);
        const bool both_hashed = !own.content_hash.empty() && hashed[place] != no_index;
        if (both_hashed && item(hashed[place]).content_hash != own.content_hash) {
          differs[place] = 1;
          if (reading_of(g) == 0 || reading_of(g) != reading_of(hashed[place])) reads_the_same[place] = 0;
        } else if (!both_hashed && read[place] != no_index && !own.text.empty()) {
          if (item(read[place]).text == own.text) {
            ++same_text;
          } else {
            other_text.push_back(place);
          }
        }
        if (hashed[place] == no_index && !own.content_hash.empty()) hashed[place] = g;
        if (read[place] == no_index && !own.text.empty()) read[place] = g;
      }
      // Where most of a file reads as in the others, what does not was edited; another tool words everything otherwise.
      if (same_text < other_text.size()) continue;
      for (const std::uint32_t place : other_text) {
        differs[place] = 1;
        reads_the_same[place] = 0;
      }
    }
    std::size_t count = 0;
    std::size_t same = 0;
    std::vector<std::string> examples;
    for (std::size_t i = 0; i < joined_.count; ++i) {
      if (differs[i] == 0) continue;
      ++count;
      same += reads_the_same[i] != 0 ? 1 : 0;
      if (examples.size() < most_examples) examples.push_back(joined_.ids[i]);
    }
    if (count == 0) return;
    std::string message = counted(count, "item") + " with the same " +
                          (joined_.joined_by == ItemJoin::native_id ? "id" : "id or position") +
                          " but different questions or question hashes in different files" +
                          examples_of(examples, count) + ": ";
    if (same == count) {
      message += "their questions and sets of options read the same; fields or the order of options changed.";
    } else {
      message += "the questions were edited, or fields or options changed, between runs";
      message += same > 0 ? " (" + in_groups(same) + " of them read the same)." : ".";
    }
    note("content_differs", Severity::warning, message + " They count as the same items.", count);
  }

  /// Different questions at one position that nothing tells to be one: they stayed different items.
  void note_versions_of_a_position() {
    std::size_t count = 0;
    std::vector<std::string> examples;
    collect_positions();
    each_position([&](const std::vector<std::uint32_t>& members) {
      std::vector<std::uint32_t> roots = roots_of(members);
      roots.erase(std::remove_if(roots.begin(), roots.end(),
                                 [&](std::uint32_t root) { return has_id(root) || !has_hash(root); }),
                  roots.end());
      if (roots.size() > most_versions) roots.resize(most_versions);
      for (std::size_t a = 0; a < roots.size(); ++a) {
        for (std::size_t b = a + 1; b < roots.size(); ++b) {
          // A file that has both shows that they are two.
          if (!fit_together({roots[a], roots[b]})) continue;
          ++count;
          if (examples.size() < most_examples) examples.push_back(std::to_string(item(members.front()).position));
          return;
        }
      }
    });
    if (count == 0) return;
    note("same_position_other_question", Severity::warning,
         counted(count, "position") + " at which different files have different questions" +
             examples_of(examples, count) +
             ": the hashes differ and no id says that they are one, so they count as different items. The questions "
             "were edited between runs, or the files hold different parts of the benchmark.",
         count);
  }

  void note_repeated() {
    if (repeated_ == 0) return;
    std::string message = counted(repeated_, "item") +
                          " of which a file has several with the same id, question hash or question: they stay "
                          "different items, ";
    message += joined_in_order_ > 0
                   ? "and " + in_groups(joined_in_order_) +
                         " of them were joined with those of other files in the order in which they stand."
                   : "told apart by their hash or position.";
    note("repeated_items", joined_in_order_ > 0 ? Severity::warning : Severity::info, std::move(message), repeated_);
  }

  /// Items of one file that have nothing to be recognised by in the others.
  void note_mixed() {
    constexpr unsigned all = 15;
    unsigned common = all;
    std::size_t alone = 0;
    std::uint32_t first_source = no_index;
    bool several = false;
    for (std::uint32_t g = 0; g < count_; ++g) {
      if (parent_[g] != g || way_[g] > 0) continue;
      const FileItem& own = item(g);
      common &= (own.native_id.empty() ? 0U : 1U) | (own.content_hash.empty() ? 0U : 2U) |
                (own.text.empty() ? 0U : 4U) | (own.position < 0 ? 0U : 8U);
      ++alone;
      if (first_source == no_index) first_source = source_of_[g];
      several = several || source_of_[g] != first_source;
    }
    if (!several || common != 0) return;
    note("mixed_identities", Severity::warning,
         "The files name their items in different ways (some by id, some by position), so only items with equal names "
         "were joined: " +
             counted(alone, "item") + (alone == 1 ? " stands" : " stand") + " in one file only.",
         alone);
  }

  /// Different models have no item in common.
  void note_nothing_shared() {
    if (!several_models_ || models_meet_) return;
    note("no_shared_items", Severity::warning,
         "No two models answer the same item here: the files share 0 items. Models can be analysed one by one, but not "
         "compared. Check that the files belong to the same version of the benchmark.",
         0);
  }

  std::span<const ItemSource> sources_;
  std::vector<std::uint32_t> first_;  // number of each source's first item
  std::size_t count_ = 0;             // items of all sources
  std::size_t largest_ = 0;           // items of the source that has most
  std::size_t roots_ = 0;             // different items so far
  std::vector<std::uint32_t> source_of_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> next_;  // member of the same item, no_index = none
  std::vector<std::uint32_t> last_;  // of a root: its last member
  std::vector<std::uint8_t> way_;    // of a root: 0 = alone, else 1 + the weakest ItemJoin
  std::vector<Entry> entries_;

  /// Sources that name their items in one way have one naming: the first such source.
  std::vector<std::uint32_t> naming_;
  /// Of each source, for the current pass: ids of one domain exclude each other.
  std::vector<std::uint32_t> domain_of_ids_;
  bool ids_are_domains_ = false;
  std::vector<std::size_t> taken_;  // per domain, valid where stamp_ is round_
  std::vector<std::size_t> stamp_;
  std::size_t round_ = 0;
  std::vector<std::uint64_t> sorted_;

  std::size_t repeated_ = 0;
  std::size_t joined_in_order_ = 0;
  bool several_models_ = false;
  bool models_meet_ = false;
  JoinedItems joined_;
};

}  // namespace

std::string_view to_string(ItemJoin join) {
  switch (join) {
    case ItemJoin::native_id: return "native id";
    case ItemJoin::content_hash: return "content hash";
    case ItemJoin::question_text: return "question text";
    case ItemJoin::position: return "position";
  }
  return "position";
}

void make_ids_unique(std::vector<std::string>& ids) {
  std::vector<std::uint64_t> prints;
  prints.reserve(ids.size());
  for (const std::string& id : ids) prints.push_back(fingerprint(id));
  std::sort(prints.begin(), prints.end());
  if (std::adjacent_find(prints.begin(), prints.end()) == prints.end()) return;

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
  return Joiner(sources).run();
}

}  // namespace harmonograph
