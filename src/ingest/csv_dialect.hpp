// Which separator and which decimal sign a table uses, guessed from the beginning of the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harmonograph {

struct CsvDialect {
  char separator = ',';
  bool decimal_comma = false;
  std::size_t columns = 0;                     // the most frequent number of cells a row among the sampled rows
  double consistency = 0;                      // share of the sampled rows with that number of cells, in [0, 1]
  bool first_row_agrees = false;               // the first row has that number, or one less (R leaves the name of
                                               // the row names out)
  std::vector<std::vector<std::string>> rows;  // the sampled rows, at most 200
};

/// Tries , ; tab | and takes the separator that gives the most even rows. A decimal comma is
/// considered only when the separator is not a comma. complete: head is the whole file, so that its
/// last row counts as well. With separator != 0 only that one is tried.
CsvDialect guess_csv_dialect(std::string_view head, bool complete, char separator = 0);

}  // namespace harmonograph
