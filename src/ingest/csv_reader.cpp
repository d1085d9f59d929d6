#include "ingest/csv_reader.hpp"

#include <utility>

namespace harmonograph {

CsvReader::CsvReader(char separator, RowSink sink) : separator_(separator), sink_(std::move(sink)) {
  for (const char c : {separator, '\n', '\r'}) ends_plain_[static_cast<unsigned char>(c)] = true;
}

Result<void> CsvReader::finish() {
  if (state_ == State::quoted) {
    unclosed_quote_line_ = quote_line_;
    return {};
  }
  if (state_ == State::cell_start && cell_ends_.empty()) return {};
  at_open_end_ = true;
  end_cell();
  return end_row();
}

Result<void> CsvReader::feed(std::span<const char> bytes) {
  const char* place = bytes.data();
  const char* const end = place + bytes.size();
  while (place != end) {
    if (after_carriage_return_) {
      after_carriage_return_ = false;
      if (*place == '\n') {
        // The second half of CRLF. Inside quotes it belongs to the cell.
        if (state_ != State::quoted) {
          ++place;
          continue;
        }
        if (auto added = append(place, place + 1); !added) return added;
        ++place;
        continue;
      }
    }
    if (state_ == State::cell_start && cell_ends_.empty()) {
      auto rows_end = read_plain_rows(place, end);
      if (!rows_end) return rows_end.error();
      place = *rows_end;
      if (place == end) break;
    }
    switch (state_) {
      case State::cell_start:
        if (*place == '"') {
          state_ = State::quoted;
          quote_line_ = line_;
          row_has_quote_ = true;
          ++place;
          continue;
        }
        state_ = State::plain;
        [[fallthrough]];
      case State::plain: {
        const char* stop = place;
        while (stop != end && !ends_plain_[static_cast<unsigned char>(*stop)]) ++stop;
        if (stop != place) {
          if (auto added = append(place, stop); !added) return added;
        }
        place = stop;
        if (place == end) break;
        end_cell();
        if (*place != separator_) {
          after_carriage_return_ = *place == '\r';
          if (auto ended = end_row(); !ended) return ended;
          row_line_ = ++line_;
        }
        ++place;
        break;
      }
      case State::quoted: {
        const char* stop = place;
        while (stop != end && *stop != '"' && *stop != '\r') {
          if (*stop == '\n') ++line_;
          ++stop;
        }
        if (auto added = append(place, stop); !added) return added;
        place = stop;
        if (place == end) break;
        if (*place == '"') {
          state_ = State::after_quote;
        } else {
          ++line_;
          after_carriage_return_ = true;
          if (auto added = append(place, place + 1); !added) return added;
        }
        ++place;
        break;
      }
      case State::after_quote:
        if (*place == '"') {
          if (auto added = append(place, place + 1); !added) return added;
          state_ = State::quoted;
          ++place;
        } else {
          if (!ends_plain_[static_cast<unsigned char>(*place)]) ++stray_quotes_;
          state_ = State::plain;
        }
        break;
    }
  }
  return {};
}

/// Most rows hold no quote and lie whole in the piece: their cells are delivered where they are.
Result<const char*> CsvReader::read_plain_rows(const char* place, const char* end) {
  for (;;) {
    if (after_carriage_return_ && place != end) {
      after_carriage_return_ = false;
      if (*place == '\n') ++place;
    }
    const char* const row = place;
    const char* cell = place;
    cells_.clear();
    for (;;) {
      if (cell != end && *cell == '"') return row;
      const char* stop = cell;
      while (stop != end && !ends_plain_[static_cast<unsigned char>(*stop)]) ++stop;
      if (stop == end || static_cast<std::size_t>(stop - cell) > largest_cell) return row;
      cells_.emplace_back(cell, static_cast<std::size_t>(stop - cell));
      cell = stop + 1;
      if (*stop == separator_) continue;
      after_carriage_return_ = *stop == '\r';
      break;
    }
    place = cell;
    const std::uint64_t line = row_line_;
    row_line_ = ++line_;
    if (cells_.size() == 1 && cells_.front().empty()) {
      ++blank_lines_;
      continue;
    }
    if (auto delivered = deliver(line); !delivered) return delivered.error();
  }
}

Result<void> CsvReader::append(const char* begin, const char* end) {
  const std::size_t start = cell_ends_.empty() ? 0 : cell_ends_.back();
  const auto length = static_cast<std::size_t>(end - begin);
  if (row_.size() - start + length > largest_cell) {
    const bool quoted = state_ == State::quoted;
    return Error{ErrorCode::too_large,
                 quoted ? "A quoted cell that opens on this line is longer than 64 MiB: probably its "
                          "closing quote is missing."
                        : "A cell on this line is longer than 64 MiB.",
                 {},
                 quoted ? quote_line_ : row_line_,
                 quoted ? "Close the quote on that line, or write a quote inside a cell twice."
                        : "Check that the file is a table and that its separator is right."};
  }
  row_.append(begin, length);
  return {};
}

void CsvReader::end_cell() {
  cell_ends_.push_back(row_.size());
  state_ = State::cell_start;
}

Result<void> CsvReader::end_row() {
  const bool blank = cell_ends_.size() == 1 && row_.empty() && !row_has_quote_;
  Result<void> delivered;
  if (blank) {
    ++blank_lines_;
  } else {
    cells_.clear();
    std::size_t start = 0;
    for (const std::size_t cell_end : cell_ends_) {
      cells_.emplace_back(row_.data() + start, cell_end - start);
      start = cell_end;
    }
    delivered = deliver(row_line_);
  }
  row_.clear();
  cell_ends_.clear();
  row_has_quote_ = false;
  return delivered;
}

Result<void> CsvReader::deliver(std::uint64_t line) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (cells_.front().substr(0, byte_order_mark.size()) == byte_order_mark) {
    cells_.front().remove_prefix(byte_order_mark.size());
    if (cells_.size() == 1 && cells_.front().empty()) {
      ++blank_lines_;
      return {};
    }
  }
  ++rows_;
  return sink_(cells_, line);
}

}  // namespace harmonograph
