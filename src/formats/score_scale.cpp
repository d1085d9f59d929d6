#include "formats/score_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/number.hpp"
#include "core/text.hpp"

namespace harmonograph {

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value + 0.0);
  return text.data();
}

std::string ScoreScale::in_words() const {
  return short_number(low) + " to " + short_number(high);
}

Result<ScoreScale> parse_score_scale(std::string_view option) {
  const std::string_view text = trim(option);
  if (text.empty() || text == "1") return ScoreScale{};
  if (text == "percent") return ScoreScale{0, 100, "0..100"};
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorCode::invalid_argument,
                 "The scale \"" + to_valid_utf8(text) + "\" " + why,
                 {},
                 0,
                 "Write the smallest and the largest possible score: 1..10, 0..100, -1..1."};
  };
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return refuse("is not two numbers with two points between them.");
  const auto low = parse_number(text.substr(0, dots));
  const auto high = parse_number(text.substr(dots + 2));
  if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || !std::isfinite(*high - *low)) {
    return refuse("is not two numbers with two points between them.");
  }
  if (*low == *high) return refuse("has no extent: both ends are equal.");
  if (*low > *high) return refuse("is reversed: the smallest possible score comes first.");
  return ScoreScale{*low, *high, short_number(*low) + ".." + short_number(*high)};
}

void ScoreSpread::add(double number, std::uint64_t cells) {
  if (std::isnan(number) || cells == 0) return;
  if (number == -1) {
    minus_one = true;
  } else {
    const bool first = count == 0 || (smallest == -1 && largest == -1);
    smallest_but_minus_one = first ? number : std::min(smallest_but_minus_one, number);
  }
  smallest = count == 0 ? number : std::min(smallest, number);
  largest = count == 0 ? number : std::max(largest, number);
  whole = whole && number == std::floor(number);
  count += cells;
}

std::string spread_in_words(const ScoreSpread& spread) {
  return "The smallest is " + short_number(spread.smallest) + " and the largest " + short_number(spread.largest) + ".";
}

std::string propose_scale(const ScoreSpread& spread) {
  if (spread.count == 0 || !std::isfinite(spread.smallest) || !std::isfinite(spread.largest)) return {};
  double smallest = spread.smallest;
  if (smallest >= -1 && smallest < 0 && spread.largest <= 1) return "-1..1";
  // Ratings of 1 to 10 with -1 where the judge failed.
  if (smallest == -1 && spread.minus_one && spread.largest > 1) smallest = spread.smallest_but_minus_one;
  if (smallest < 0 || spread.largest > 100) return {};
  if (spread.largest > 10) return "0..100";
  if (smallest >= 1) return spread.largest <= 5 ? "1..5" : "1..10";
  if (spread.largest > 5) return "0..10";
  // Rubrics of few points: 0, 1 or 2.
  return spread.whole && spread.largest >= 2 ? "0.." + short_number(spread.largest) : "0..5";
}

std::string scale_hint(const ScoreSpread& spread, const ScoreScale& scale) {
  if (!scale.chosen.empty()) {
    return "If these are the scores, choose the scale \"LOW..HIGH\" with the smallest and the largest possible score; "
           "correct or remove numbers that are none.";
  }
  const std::string proposal = propose_scale(spread);
  if (proposal.empty()) {
    return spread.smallest < 0
               ? "If these are abilities or parameters, bring the scores themselves: one row an item, one column a "
                 "model. If they are scores, choose the scale \"LOW..HIGH\": the smallest and the largest possible "
                 "score."
               : "If these are scores, choose the scale \"LOW..HIGH\": the smallest and the largest possible score.";
  }
  return (proposal == "0..100" ? "If these are percentages, choose the scale \""
                               : "If these are scores, choose the "
                                 "scale \"") +
         proposal + "\", or the smallest and the largest score that were possible" +
         (spread.whole && proposal != "0..100" ? "; if they are chosen options, score them with the key first." : ".");
}

}  // namespace harmonograph
