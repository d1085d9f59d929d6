#include "dataset/align_options.hpp"

#include <algorithm>
#include <numeric>

namespace harmonograph {
namespace {

std::vector<std::uint32_t> sorted_places(std::span<const std::uint64_t> values) {
  std::vector<std::uint32_t> places(values.size());
  std::iota(places.begin(), places.end(), 0U);
  std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  return places;
}

}  // namespace

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
