#include "formats/score_spelling.hpp"

#include <cmath>

#include "core/number.hpp"
#include "core/text.hpp"

namespace harmonograph {
namespace {

struct Word {
  std::string_view text;
  double value;
};

constexpr Word words[] = {
    {"true", 1},      {"false", 0},      {"yes", 1},   {"no", 0},      {"correct", 1}, {"wrong", 0},
    {"incorrect", 0}, {"pass", 1},       {"fail", 0},  {"passed", 1},  {"failed", 0},  {"timeout", 0},
    {"resolved", 1},  {"unresolved", 0}, {"right", 1}, {"success", 1}, {"failure", 0}, {"partial", 0.5},
};

// "error" is a run that gave no verdict (promptfoo), not a wrong answer.
constexpr std::string_view missing_words[] = {"na", "n/a", "nan",  "none", "null",  "-",
                                              "--", "?",   "#n/a", "<na>", "error", "."};

}  // namespace

bool is_missing_spelling(std::string_view text) {
  text = trim(text);
  if (text.empty()) return true;
  if (text.size() > 5) return false;
  for (const auto word : missing_words) {
    if (equals_ignoring_case(text, word)) return true;
  }
  return false;
}

ScoreCell read_score(std::string_view text, bool decimal_comma) {
  text = trim(text);
  if (is_missing_spelling(text)) return {};
  if (text.size() == 1) {
    switch (text.front()) {
      case '0': return {ScoreSpelling::score, 0};
      case '1': return {ScoreSpelling::score, 1};
      case 'C': return {ScoreSpelling::grade, 1};
      case 'I':
      case 'N': return {ScoreSpelling::grade, 0};
      case 'P': return {ScoreSpelling::grade, 0.5};
      default: break;
    }
  }
  if (const auto number = parse_number(text, decimal_comma)) {
    // inf is a number outside; nan is spelled as a missing value above (with a sign it is here).
    if (std::isnan(*number)) return {};
    const bool inside = *number >= 0 && *number <= 1;
    return {inside ? ScoreSpelling::score : ScoreSpelling::outside, *number + 0.0};
  }
  if (text.size() <= 10) {
    for (const auto& word : words) {
      if (equals_ignoring_case(text, word.text)) return {ScoreSpelling::score, word.value};
    }
  }
  return {ScoreSpelling::not_a_score, 0};
}

}  // namespace harmonograph
