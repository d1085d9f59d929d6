// The scale that the scores of a table were given on: what the user chose ("1..10"), and what to propose when scores
// lie outside 0 to 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace harmonograph {

/// Smallest and largest possible score; 0 to 1 when the user chose nothing.
struct ScoreScale {
  double low = 0;
  double high = 1;
  std::string chosen;  // as it is shown: "1..10"; empty when nothing was chosen

  /// (number - low) / (high - low): within [0, 1] exactly when the number is within [low, high].
  [[nodiscard]] double apply(double number) const { return (number - low) / (high - low); }
  /// "0 to 1", for sentences.
  [[nodiscard]] std::string in_words() const;
};

/// The read option "scale": two numbers "LOW..HIGH" with LOW < HIGH, "percent" (0..100), or "" and "1" (0 to 1).
/// Errors: invalid_argument.
Result<ScoreScale> parse_score_scale(std::string_view option);

/// The numbers found where scores should be.
struct ScoreSpread {
  std::uint64_t count = 0;
  double smallest = 0;
  double largest = 0;
  double smallest_but_minus_one = 0;  // -1 often stands for a missing score
  bool whole = true;                  // all are whole numbers
  bool minus_one = false;

  /// Adds a number that stands in so many cells.
  void add(double number, std::uint64_t cells);
};

/// "The smallest is 2 and the largest 9."
std::string spread_in_words(const ScoreSpread& spread);

/// The scale that such numbers are probably on: "1..5", "1..10", "0..100", "-1..1" ...; empty when none suggests
/// itself.
std::string propose_scale(const ScoreSpread& spread);

/// What to do about scores outside the scale. The page offers the first scale between quotes, after the words
/// `the scale`, for the user to apply.
std::string scale_hint(const ScoreSpread& spread, const ScoreScale& scale);

/// A number as short as it can be written with six digits: "0.5", "100".
std::string short_number(double value);

}  // namespace harmonograph
