// Holds a whole table compactly: every column keeps its distinct cells once and a number a row, so
// that columns can be judged by their distinct values before anything is interpreted.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"

namespace harmonograph {

/// Distinct texts, numbered in the order of appearance; number 0 is the empty text.
class TextDictionary {
 public:
  TextDictionary();
  std::uint32_t add(std::string_view text);
  [[nodiscard]] std::string_view text(std::uint32_t number) const {
    const std::uint32_t begin = number == 0 ? 0 : ends_[number - 1];
    return std::string_view(bytes_).substr(begin, ends_[number] - begin);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  [[nodiscard]] std::size_t byte_count() const { return bytes_.size(); }

 private:
  static constexpr std::uint32_t searched_linearly = 8;

  void grow();

  // The first bytes of the first few texts: most columns of scores hold only these, and one look
  // at one cache line finds them.
  struct Brief {
    std::uint32_t length = 0;
    char first = 0;
  };
  std::array<Brief, searched_linearly> brief_{};
  std::string bytes_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> slots_;  // open addressing; number + 1, 0 = free. Unused while small
};

struct StoredColumn {
  std::string name;
  TextDictionary values;
  std::vector<std::uint32_t> codes;   // one a row; rows beyond its end are empty cells
  std::vector<std::uint64_t> counts;  // how often each distinct value occurs, filled by finish()
};

class TableStore {
 public:
  static constexpr std::size_t largest_column_count = 500'000;

  /// Errors: too_large.
  Result<void> add_column(std::string_view name);
  /// Begins a row; cells not set stay empty.
  void begin_row(std::uint64_t line);
  /// Surrounding white space is removed; what is not UTF-8 is read as Windows-1252 or replaced (counted; see
  /// make_utf8); of cells longer than 4,096 bytes the beginning and a hash are kept, so that different cells stay
  /// different (lists of numbers are kept whole: they are vectors). Errors: too_large when the distinct cells of one
  /// column exceed 1 GiB.
  Result<void> set(std::size_t column, std::string_view text);
  /// Sets the empty cells of a column from a row on. Errors as set().
  Result<void> fill(std::size_t column, std::size_t first_row, std::string_view text);
  void finish();

  [[nodiscard]] std::size_t rows() const { return lines_.size(); }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  [[nodiscard]] const StoredColumn& column(std::size_t index) const { return columns_[index]; }
  void rename(std::size_t column, std::string name) { columns_[column].name = std::move(name); }
  [[nodiscard]] std::uint32_t code(std::size_t row, std::size_t column) const {
    const auto& codes = columns_[column].codes;
    return row < codes.size() ? codes[row] : 0;
  }
  [[nodiscard]] std::string_view cell(std::size_t row, std::size_t column) const {
    return columns_[column].values.text(code(row, column));
  }
  [[nodiscard]] std::uint64_t line(std::size_t row) const { return lines_[row]; }
  /// Cells and names of columns with bytes that were replaced by U+FFFD.
  [[nodiscard]] std::uint64_t invalid_utf8_cells() const { return invalid_utf8_cells_; }
  /// Those that were read as Windows-1252.
  [[nodiscard]] std::uint64_t windows1252_cells() const { return windows1252_cells_; }

  /// Makes equal names different: "score", "score (2)". Returns how many were changed.
  std::size_t make_names_unique();

 private:
  std::vector<StoredColumn> columns_;
  std::vector<std::uint64_t> lines_;
  std::string made_utf8(std::string_view text);

  std::uint64_t invalid_utf8_cells_ = 0;
  std::uint64_t windows1252_cells_ = 0;
};

/// FNV-1a, 64 bits, as 16 hexadecimal digits.
std::string hash_text(std::string_view text);

}  // namespace harmonograph
