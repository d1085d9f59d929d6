// Numbers in sentences for people.
#pragma once

#include <cstdint>
#include <string>

namespace harmonograph {

/// "12,032".
inline std::string with_separators(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

}  // namespace harmonograph
