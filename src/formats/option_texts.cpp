#include "formats/option_texts.hpp"

#include <algorithm>
#include <numeric>

#include "core/fingerprint.hpp"
#include "core/text.hpp"
#include "formats/record_values.hpp"

namespace harmonograph {
namespace {

std::vector<std::uint32_t> sorted_places(std::span<const std::uint64_t> values) {
  std::vector<std::uint32_t> places(values.size());
  std::iota(places.begin(), places.end(), 0U);
  std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  return places;
}

}  // namespace

std::uint64_t option_fingerprint(std::string_view text) {
  text = trim(text);
  return text.empty() ? 0 : fingerprint(text);
}

std::vector<std::uint64_t> option_fingerprints(std::span<const std::string_view> texts) {
  std::vector<std::uint64_t> prints;
  prints.reserve(texts.size());
  bool letters = true;
  for (const std::string_view text : texts) {
    const std::uint64_t print = option_fingerprint(text);
    if (print == 0) return {};
    letters = letters && option_of_letter(text) == static_cast<std::int32_t>(prints.size());
    prints.push_back(print);
  }
  if (letters) prints.clear();
  return prints;
}

std::vector<std::uint64_t> option_fingerprints(const JsonValue& list) {
  std::vector<std::string_view> texts;
  if (!list.is_array()) return {};
  texts.reserve(list.size());
  for (const JsonValue& each : list) {
    const JsonValue* text = each.is_object() ? each.find("text") : &each;
    texts.push_back(text == nullptr ? std::string_view() : text->text());
  }
  return option_fingerprints(texts);
}

OptionMatch match_options(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> own,
                          std::vector<std::uint32_t>& order) {
  order.clear();
  if (reference.size() != own.size()) return OptionMatch::different;
  if (std::equal(reference.begin(), reference.end(), own.begin())) return OptionMatch::same;
  const std::vector<std::uint32_t> there = sorted_places(reference);
  const std::vector<std::uint32_t> here = sorted_places(own);
  bool repeated = false;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (reference[there[i]] != own[here[i]]) return OptionMatch::different;
    repeated = repeated || (i > 0 && reference[there[i]] == reference[there[i - 1]]);
  }
  if (repeated) return OptionMatch::ambiguous;
  order.resize(own.size());
  for (std::size_t i = 0; i < here.size(); ++i) order[here[i]] = there[i];
  return OptionMatch::reordered;
}

}  // namespace harmonograph
