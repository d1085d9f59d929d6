#include "formats/table_store.hpp"

#include <set>
#include <utility>

#include "core/text.hpp"
#include "formats/number_list.hpp"
#include "ingest/text_encoding.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_kept_cell = 4'096;
constexpr std::size_t largest_dictionary = std::size_t{1} << 30U;

std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xCBF29CE484222325ULL;
  for (const char c : text) {
    value ^= static_cast<unsigned char>(c);
    value *= 0x100000001B3ULL;
  }
  return value;
}

std::size_t slot_of(std::string_view text, std::size_t slots) {
  const std::uint64_t mixed = hash(text);
  return static_cast<std::size_t>(mixed ^ (mixed >> 32U)) & (slots - 1);
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0x80U) != 0) return false;
  }
  return true;
}

}  // namespace

std::string hash_text(std::string_view text) {
  std::uint64_t value = hash(text);
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0;) {
    digits[i] = "0123456789abcdef"[value & 0xFU];
    value >>= 4U;
  }
  return digits;
}

TextDictionary::TextDictionary() {
  ends_.push_back(0);
}

std::uint32_t TextDictionary::add(std::string_view value) {
  if (value.empty()) return 0;
  const std::size_t known = ends_.size();
  const auto length = static_cast<std::uint32_t>(value.size());
  for (std::uint32_t i = 1; i < searched_linearly && i < known; ++i) {
    if (brief_[i].length == length && brief_[i].first == value.front() && (length == 1 || text(i) == value)) return i;
  }
  if (known < searched_linearly) {
    brief_[known] = {length, value.front()};
  } else {
    if (slots_.size() < 2 * (ends_.size() + 1)) grow();
    std::size_t slot = slot_of(value, slots_.size());
    while (slots_[slot] != 0) {
      if (text(slots_[slot] - 1) == value) return slots_[slot] - 1;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = static_cast<std::uint32_t>(ends_.size()) + 1;
  }
  bytes_.append(value);
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  return static_cast<std::uint32_t>(ends_.size() - 1);
}

void TextDictionary::grow() {
  std::size_t size = slots_.empty() ? 64 : slots_.size();
  while (size < 4 * (ends_.size() + 1)) size *= 2;
  slots_.assign(size, 0);
  for (std::uint32_t i = 0; i < ends_.size(); ++i) {
    std::size_t slot = slot_of(text(i), size);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = i + 1;
  }
}

Result<void> TableStore::add_column(std::string_view name) {
  if (columns_.size() >= largest_column_count) {
    return Error{ErrorCode::too_large,
                 "The table has more than " + in_groups(largest_column_count) + " columns.",
                 {},
                 0,
                 "Check the separator, or turn the table so that the longer side becomes the rows."};
  }
  columns_.emplace_back();
  columns_.back().name = made_utf8(trim(name));
  return {};
}

std::string TableStore::made_utf8(std::string_view text) {
  std::string valid(text);
  const TextRepair repair = make_utf8(valid);
  if (repair == TextRepair::windows1252) ++windows1252_cells_;
  if (repair == TextRepair::replaced) ++invalid_utf8_cells_;
  return valid;
}

void TableStore::begin_row(std::uint64_t line) {
  lines_.push_back(line);
}

Result<void> TableStore::set(std::size_t column, std::string_view text) {
  text = trim(text);
  StoredColumn& stored = columns_[column];
  const std::size_t row = lines_.size() - 1;
  if (stored.codes.size() < row) stored.codes.resize(row, 0);
  std::uint32_t code = 0;
  if (text.size() <= longest_kept_cell && is_ascii(text)) {
    code = stored.values.add(text);
  } else {
    std::string valid = made_utf8(text);
    if (valid.size() > longest_kept_cell && !is_number_list(valid)) {
      const std::string digest = hash_text(valid);
      valid = std::string(truncate_utf8(valid, longest_kept_cell)) + " ... " + digest;
    }
    code = stored.values.add(valid);
  }
  if (stored.codes.size() == row) {
    stored.codes.push_back(code);
  } else {
    stored.codes[row] = code;
  }
  if (stored.values.byte_count() > largest_dictionary) {
    return Error{ErrorCode::too_large,
                 "The column \"" + stored.name + "\" holds more than 1 GiB of different text.",
                 {},
                 lines_.back(),
                 "Remove columns that are not needed, such as the full model outputs."};
  }
  return {};
}

Result<void> TableStore::fill(std::size_t column, std::size_t first_row, std::string_view text) {
  if (first_row >= rows()) return {};
  std::vector<std::uint32_t>& codes = columns_[column].codes;
  codes.resize(rows(), 0);
  const std::uint32_t last = codes.back();
  if (auto done = set(column, text); !done) return done;
  const std::uint32_t code = codes.back();
  if (last != 0) codes.back() = last;
  for (std::size_t row = first_row; row < rows(); ++row) {
    if (codes[row] == 0) codes[row] = code;
  }
  return {};
}

void TableStore::finish() {
  for (auto& column : columns_) {
    column.counts.assign(column.values.size(), 0);
    for (const std::uint32_t code : column.codes) ++column.counts[code];
    column.counts[0] += rows() - column.codes.size();
  }
}

std::size_t TableStore::make_names_unique() {
  std::set<std::string> taken;
  for (const auto& column : columns_) {
    if (!column.name.empty()) taken.insert(column.name);
  }
  std::set<std::string> used;
  std::size_t changed = 0;
  for (auto& column : columns_) {
    if (column.name.empty() || used.insert(column.name).second) continue;
    for (std::size_t number = 2;; ++number) {
      std::string name = column.name + " (" + std::to_string(number) + ")";
      if (taken.count(name) == 0 && used.insert(name).second) {
        column.name = std::move(name);
        break;
      }
    }
    ++changed;
  }
  return changed;
}

}  // namespace harmonograph
