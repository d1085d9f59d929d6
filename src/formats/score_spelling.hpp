// How tools write a score: 1, 0.25, true, FAIL, C, "-" ... as text in a cell.
#pragma once

#include <string_view>

namespace harmonograph {

enum class ScoreSpelling {
  missing,     // empty, NA, N/A, NaN, None, null, "-"
  score,       // in [0, 1]
  grade,       // C, I, P, N of Inspect: correct, incorrect, partial (0.5), no answer (0); also option
               // letters, so the whole column must tell
  outside,     // a number that is not in [0, 1]
  not_a_score  // other text
};

struct ScoreCell {
  ScoreSpelling spelling = ScoreSpelling::missing;
  double value = 0;  // the score, or the number outside [0, 1]
};

/// Reads one cell; case and surrounding white space do not matter.
ScoreCell read_score(std::string_view text, bool decimal_comma = false);
/// True for the spellings of a missing value.
bool is_missing_spelling(std::string_view text);

}  // namespace harmonograph
