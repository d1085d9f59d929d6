// Text files of spreadsheets come with a byte order mark, sometimes in UTF-16: this gives plain
// UTF-8 from chunks of any size.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace harmonograph {

/// Removes a UTF-8 byte order mark; turns UTF-16 that begins with its mark into UTF-8 (a lone
/// surrogate becomes U+FFFD); leaves every other byte alone.
class Utf8Decoder {
 public:
  /// The text of the bytes so far that can be decided. The view lives until the next call.
  std::string_view convert(std::span<const char> bytes);
  /// What was held back: an incomplete mark or character.
  std::string_view finish();
  [[nodiscard]] bool is_utf16() const {
    return encoding_ == Encoding::utf16_little || encoding_ == Encoding::utf16_big;
  }

 private:
  enum class Encoding { undecided, utf8, utf16_little, utf16_big };

  void decode_utf16(std::span<const char> bytes);
  void append(std::uint32_t code_point);

  Encoding encoding_ = Encoding::undecided;
  std::string held_;  // the first bytes, until the encoding is known
  std::string text_;
  std::uint32_t high_surrogate_ = 0;
  int odd_byte_ = -1;
};

}  // namespace harmonograph
