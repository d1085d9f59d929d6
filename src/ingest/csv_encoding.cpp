#include "ingest/csv_encoding.hpp"

namespace harmonograph {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;
constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

}  // namespace

std::string_view Utf8Decoder::convert(std::span<const char> bytes) {
  text_.clear();
  if (encoding_ == Encoding::utf8) return {bytes.data(), bytes.size()};
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
  if (high_surrogate_ != 0 || odd_byte_ >= 0) append(replacement);
  high_surrogate_ = 0;
  odd_byte_ = -1;
  return text_;
}

void Utf8Decoder::decode_utf16(std::span<const char> bytes) {
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
      append(high_surrogate_ == 0 ? replacement : 0x10000 + ((high_surrogate_ - 0xD800) << 10U) + (unit - 0xDC00));
      high_surrogate_ = 0;
      continue;
    }
    if (high_surrogate_ != 0) append(replacement);
    high_surrogate_ = 0;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      high_surrogate_ = unit;
    } else {
      append(unit);
    }
  }
}

void Utf8Decoder::append(std::uint32_t code) {
  const auto put = [&](std::uint32_t byte) { text_ += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | (code >> 18U));
    put(0x80U | ((code >> 12U) & 0x3FU));
    put(0x80U | ((code >> 6U) & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

}  // namespace harmonograph
