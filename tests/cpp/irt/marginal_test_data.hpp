// Response data for the tests of marginal maximum likelihood: pattern frequencies as published, and CSV files.
#pragma once

#include <array>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "irt/response_data.hpp"
#include "shared_data.hpp"

namespace harmonograph::marginal_test {

/// Persons by answers to five items; position = the answers read as a binary number, first item first.
using PatternCounts = std::array<int, 32>;

// Law School Admission Test, section 6, 1,000 persons: Bock and Lieberman (1970), Psychometrika 35, table 1.
inline constexpr PatternCounts lsat6{3,  6,  2,  11, 1, 1,  3,  4,  1,  8,  0,  16,  0,  3,  2,  15,
                                     10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298};
// Section 7, 1,000 persons: Bock and Lieberman (1970); Bock and Aitkin (1981), Psychometrika 46, table 1.
inline constexpr PatternCounts lsat7{12, 19, 1,  7,  3,  19, 3,  17, 10, 5,  3, 7,  7,  23,  8,  28,
                                     7,  39, 11, 34, 14, 51, 15, 90, 6,  25, 7, 35, 18, 136, 32, 308};

inline ResponseData expand(const PatternCounts& counts) {
  std::size_t persons = 0;
  for (const int count : counts) persons += static_cast<std::size_t>(count);
  ResponseData data(persons, 5);
  std::size_t person = 0;
  for (std::size_t pattern = 0; pattern < counts.size(); ++pattern) {
    for (int k = 0; k < counts[pattern]; ++k, ++person) {
      for (std::size_t i = 0; i < 5; ++i) data.set(person, i, static_cast<float>((pattern >> (4 - i)) & 1U));
    }
  }
  return data;
}

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] std::size_t column(const std::string& name) const {
    for (std::size_t c = 0; c < header.size(); ++c) {
      if (header[c] == name) return c;
    }
    return header.size();
  }
  [[nodiscard]] double number(std::size_t row, const std::string& name) const {
    return std::strtod(rows[row].at(column(name)).c_str(), nullptr);
  }
};

/// A plain CSV file without commas or line ends inside cells; quotes are dropped.
inline Table read_table(const std::string& relative) {
  Table table;
  std::istringstream text(read_whole_file(shared_path(relative)));
  for (std::string line; std::getline(text, line);) {
    std::vector<std::string> cells;
    std::string cell;
    for (const char c : line + ",") {
      if (c == ',') {
        cells.push_back(cell);
        cell.clear();
      } else if (c != '"' && c != '\r') {
        cell += c;
      }
    }
    if (table.header.empty()) {
      table.header = cells;
    } else {
      table.rows.push_back(cells);
    }
  }
  return table;
}

inline float score_of(const std::string& cell) {
  return cell == "NA" || cell.empty() ? ResponseData::missing : std::strtof(cell.c_str(), nullptr);
}

/// Persons in rows, items in columns; a last column "freq" repeats rows.
inline ResponseData read_persons(const std::string& relative) {
  const Table table = read_table(relative);
  const bool counted = table.header.back() == "freq";
  const std::size_t items = table.header.size() - (counted ? 1 : 0);
  std::vector<const std::vector<std::string>*> persons;
  for (const auto& row : table.rows) {
    const int times = counted ? std::atoi(row.back().c_str()) : 1;
    for (int k = 0; k < times; ++k) persons.push_back(&row);
  }
  ResponseData data(persons.size(), items);
  for (std::size_t m = 0; m < persons.size(); ++m) {
    for (std::size_t i = 0; i < items; ++i) data.set(m, i, score_of((*persons[m])[i]));
  }
  return data;
}

/// Items in rows after some columns that describe them, persons in columns; items whose mean is outside the range are
/// left out.
inline ResponseData read_items(const std::string& relative, std::size_t describing, double least, double most) {
  const Table table = read_table(relative);
  std::vector<std::size_t> kept;
  const std::size_t persons = table.header.size() - describing;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    double sum = 0;
    double count = 0;
    for (std::size_t m = 0; m < persons; ++m) {
      const float score = score_of(table.rows[i][describing + m]);
      if (score < 0) continue;
      sum += static_cast<double>(score);
      count += 1;
    }
    if (count > 0 && sum / count >= least && sum / count <= most) kept.push_back(i);
  }
  ResponseData data(persons, kept.size());
  for (std::size_t m = 0; m < persons; ++m) {
    for (std::size_t i = 0; i < kept.size(); ++i) data.set(m, i, score_of(table.rows[kept[i]][describing + m]));
  }
  return data;
}

}  // namespace harmonograph::marginal_test
