// Reads comma- or otherwise separated text (RFC 4180 and its relatives) as a stream: bytes in, in
// chunks of any size; rows of cells out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace harmonograph {

/// Quoted cells may hold the separator, line ends and doubled quotes. Lines end with LF, CRLF or
/// CR. Text is UTF-8, or another encoding that leaves ASCII as it is; a byte order mark at the start of a row is
/// removed (joined files have them inside). Blank lines are counted and not delivered. Rows may have any number of
/// cells: judging them is the sink's task.
class CsvReader {
 public:
  /// Receives one row: its cells (valid during the call only) and the 1-based line it begins on.
  /// An error stops the reading and is returned by feed() or finish().
  using RowSink = std::function<Result<void>(std::span<const std::string_view> cells, std::uint64_t line)>;

  static constexpr std::size_t largest_cell = std::size_t{64} << 20U;  // bytes

  CsvReader(char separator, RowSink sink);

  /// Errors: too_large when one cell exceeds largest_cell; whatever the sink returns.
  Result<void> feed(std::span<const char> bytes);
  /// Delivers a last row without line end, after at_open_end() has become true. A row inside an unclosed quote is not
  /// delivered: unclosed_quote_line() then says where the quote opened.
  Result<void> finish();

  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t blank_lines() const { return blank_lines_; }
  /// Cells with text after their closing quote; the text is kept: "ab"c reads abc.
  [[nodiscard]] std::uint64_t stray_quotes() const { return stray_quotes_; }
  /// The row that is being delivered, or was last, is ended by the end of the file and not by a line end.
  [[nodiscard]] bool at_open_end() const { return at_open_end_; }
  /// 1-based line of the quote that was never closed; 0 when there is none.
  [[nodiscard]] std::uint64_t unclosed_quote_line() const { return unclosed_quote_line_; }

 private:
  enum class State { cell_start, plain, quoted, after_quote };

  Result<const char*> read_plain_rows(const char* place, const char* end);
  Result<void> append(const char* begin, const char* end);
  void end_cell();
  Result<void> end_row();
  Result<void> deliver(std::uint64_t line);

  char separator_;
  RowSink sink_;
  std::array<bool, 256> ends_plain_{};
  State state_ = State::cell_start;
  bool after_carriage_return_ = false;
  bool row_has_quote_ = false;
  std::string row_;                     // the text of the cells of the current row
  std::vector<std::size_t> cell_ends_;  // places in row_
  std::vector<std::string_view> cells_;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  std::uint64_t quote_line_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t blank_lines_ = 0;
  std::uint64_t stray_quotes_ = 0;
  std::uint64_t unclosed_quote_line_ = 0;
  bool at_open_end_ = false;
};

}  // namespace harmonograph
