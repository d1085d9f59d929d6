// Text files come in more than one encoding: this makes them UTF-8. What a byte order mark states is converted as a
// stream; bytes that are no UTF-8 are judged where they stand, a record or a cell at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace harmonograph {

/// Removes a UTF-8 byte order mark; turns UTF-16 that begins with its mark into UTF-8 (a lone surrogate becomes
/// U+FFFD); leaves every other byte alone. The result does not depend on where the pieces are cut.
class Utf8Decoder {
 public:
  /// The text of the bytes so far that can be decided. The view lives until the next call, or as long as `bytes`.
  std::string_view convert(std::span<const char> bytes);
  /// What was held back. A character of UTF-16 that is not whole is left out.
  std::string_view finish();

  [[nodiscard]] bool is_utf16() const {
    return encoding_ == Encoding::utf16_little || encoding_ == Encoding::utf16_big;
  }
  /// Halves of surrogate pairs without the other half, replaced.
  [[nodiscard]] std::uint64_t lone_surrogates() const { return lone_surrogates_; }
  /// After finish(): the bytes end inside a character of UTF-16.
  [[nodiscard]] bool ended_inside_character() const { return ended_inside_character_; }

 private:
  enum class Encoding { undecided, utf8, utf16_little, utf16_big };

  void decode_utf16(std::span<const char> bytes);
  void append_replacement();

  Encoding encoding_ = Encoding::undecided;
  std::string held_;  // the first bytes, until the encoding is known
  std::string text_;
  std::uint32_t high_surrogate_ = 0;
  int odd_byte_ = -1;
  std::uint64_t lone_surrogates_ = 0;
  bool ended_inside_character_ = false;
};

enum class TextRepair {
  none,         // it was UTF-8
  windows1252,  // read as Windows-1252, the usual encoding of Western Windows
  replaced      // damaged UTF-8, or bytes that Windows-1252 does not have: U+FFFD stands for each
};

/// Makes the text of one record or cell UTF-8. Bytes alone do not tell Windows-1252 from the encodings of other
/// languages (GBK, Shift-JIS): what was assumed has to be said. Text in which characters of UTF-8 beyond ASCII take at
/// least as many bytes as what is none is UTF-8 that was damaged or cut.
TextRepair make_utf8(std::string& text);

/// What to tell about what was read as Windows-1252: "3 cells", "{n} records".
std::string windows1252_sentence(std::string_view what);

}  // namespace harmonograph
