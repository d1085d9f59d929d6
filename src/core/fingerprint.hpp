// A number of 64 bits for a text: equal texts have equal fingerprints, different ones almost surely different ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace harmonograph {

/// Mixes all bits of a number into all others (the end of MurmurHash3 by Austin Appleby, public domain; a bijection).
constexpr std::uint64_t mixed_bits(std::uint64_t value) {
  value ^= value >> 33U;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33U;
  value *= 0xc4ceb9fe1a85ec53ULL;
  return value ^ (value >> 33U);
}

/// Eight bytes at a time as MurmurHash3 takes them in (one lane). Two of a million texts have the same fingerprint with
/// a probability of 3e-8; a file can be made so that they do, so what must not be mistaken compares the texts, too.
/// Never 0.
inline std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ std::uint64_t{text.size()};
  const char* bytes = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const std::size_t taken = left < sizeof(std::uint64_t) ? left : sizeof(std::uint64_t);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, taken);
    word *= 0x87c37b91114253d5ULL;
    word = (word << 31U) | (word >> 33U);
    word *= 0x4cf5ad432745937fULL;
    hash ^= word;
    hash = ((hash << 27U) | (hash >> 37U)) * 5 + 0x52dce729;
    bytes += taken;
    left -= taken;
  }
  hash = mixed_bits(hash);
  return hash == 0 ? 1 : hash;
}

}  // namespace harmonograph
