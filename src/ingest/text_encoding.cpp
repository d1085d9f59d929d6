#include "ingest/text_encoding.hpp"

#include <array>

#include "core/text.hpp"

namespace harmonograph {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

/// Characters of the bytes 0x80 to 0x9F; 0 = there is none (https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/
/// WINDOWS/CP1252.TXT). Bytes from 0xA0 on are the code points of their number.
constexpr std::array<std::uint16_t, 32> windows1252{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append_utf8(std::string& text, std::uint32_t code) {
  std::array<char, 4> bytes{};
  char* end = bytes.data();
  put_utf8(end, code);
  text.append(bytes.data(), end);
}

}  // namespace

std::string_view Utf8Decoder::convert(std::span<const char> bytes) {
  if (encoding_ == Encoding::utf8) return {bytes.data(), bytes.size()};
  text_.clear();
  if (is_utf16()) {
    decode_utf16(bytes);
    return text_;
  }
  held_.append(bytes.data(), bytes.size());
  if (held_.size() >= 2 && held_[0] == '\xFF' && held_[1] == '\xFE') {
    encoding_ = Encoding::utf16_little;
  } else if (held_.size() >= 2 && held_[0] == '\xFE' && held_[1] == '\xFF') {
    encoding_ = Encoding::utf16_big;
  }
  if (is_utf16()) {
    decode_utf16(std::span<const char>(held_).subspan(2));
    held_.clear();
    return text_;
  }
  const bool may_be_utf16 = held_.size() == 1 && (held_[0] == '\xFF' || held_[0] == '\xFE');
  const bool may_be_mark = held_.size() < 3 && utf8_mark.substr(0, held_.size()) == held_;
  if (may_be_utf16 || may_be_mark) return {};
  encoding_ = Encoding::utf8;
  text_.swap(held_);
  std::string_view view = text_;
  if (view.substr(0, 3) == utf8_mark) view.remove_prefix(3);
  return view;
}

std::string_view Utf8Decoder::finish() {
  text_.clear();
  if (encoding_ == Encoding::undecided) {
    text_.swap(held_);
    return text_;
  }
  ended_inside_character_ = high_surrogate_ != 0 || odd_byte_ >= 0;
  high_surrogate_ = 0;
  odd_byte_ = -1;
  return text_;
}

void Utf8Decoder::decode_utf16(std::span<const char> bytes) {
  text_.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (odd_byte_ < 0) {
      odd_byte_ = byte;
      continue;
    }
    const auto first = static_cast<std::uint32_t>(odd_byte_);
    odd_byte_ = -1;
    const std::uint32_t unit =
        encoding_ == Encoding::utf16_little ? first | (std::uint32_t{byte} << 8U) : (first << 8U) | byte;
    if (unit >= 0xDC00 && unit <= 0xDFFF) {
      if (high_surrogate_ == 0) {
        append_replacement();
      } else {
        append_utf8(text_, 0x10000 + ((high_surrogate_ - 0xD800) << 10U) + (unit - 0xDC00));
      }
      high_surrogate_ = 0;
      continue;
    }
    if (high_surrogate_ != 0) append_replacement();
    high_surrogate_ = 0;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      high_surrogate_ = unit;
    } else {
      append_utf8(text_, unit);
    }
  }
}

void Utf8Decoder::append_replacement() {
  ++lone_surrogates_;
  append_utf8(text_, replacement);
}

TextRepair make_utf8(std::string& text) {
  std::size_t whole = 0;   // bytes of characters beyond ASCII
  std::size_t broken = 0;  // bytes that are no UTF-8
  bool plausible = true;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = utf8_sequence_length(rest);
    if (length > 1) whole += length;
    if (length == 0) ++broken;
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  if (broken == 0) return TextRepair::none;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 && byte < 0xA0 && windows1252[byte - 0x80U] == 0) plausible = false;
  }
  if (whole >= broken || !plausible) {
    text = to_valid_utf8(text);
    return TextRepair::replaced;
  }
  std::string converted;
  converted.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(converted, byte >= 0x80 && byte < 0xA0 ? windows1252[byte - 0x80U] : byte);
  }
  text = std::move(converted);
  return TextRepair::windows1252;
}

std::string windows1252_sentence(std::string_view what) {
  return "Not UTF-8, and read as Windows-1252, the usual encoding of Western Windows: " + std::string(what) +
         ". Should the file be in another encoding, such as GBK, these texts look wrong; scores are not concerned.";
}

}  // namespace harmonograph
