// Encodings: what a byte order mark states, and what bytes that are no UTF-8 are taken for.
#include <catch2/catch.hpp>

#include <string>

#include "core/text.hpp"
#include "ingest/text_encoding.hpp"

using namespace harmonograph;

namespace {

struct Decoded {
  std::string text;
  std::uint64_t lone = 0;
  bool cut = false;
};

Decoded decode(const std::string& bytes, std::size_t piece) {
  Utf8Decoder decoder;
  Decoded result;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    result.text += decoder.convert({bytes.data() + at, std::min(piece, bytes.size() - at)});
  }
  result.text += decoder.finish();
  result.lone = decoder.lone_surrogates();
  result.cut = decoder.ended_inside_character();
  return result;
}

Decoded decode(const std::string& bytes) {
  const Decoded whole = decode(bytes, bytes.size() + 1);
  for (const std::size_t piece : {1, 2, 3, 5}) {
    const Decoded parts = decode(bytes, piece);
    CHECK(parts.text == whole.text);
    CHECK(parts.lone == whole.lone);
    CHECK(parts.cut == whole.cut);
  }
  return whole;
}

std::string utf16(const std::u16string& text, bool big) {
  std::string bytes = big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8);
    const char low = static_cast<char>(unit & 0xFF);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

TextRepair repaired(std::string text, const std::string& expected) {
  const TextRepair repair = make_utf8(text);
  CHECK(text == expected);
  CHECK(is_valid_utf8(text));
  return repair;
}

}  // namespace

TEST_CASE("encoding: a byte order mark of UTF-8 goes, all other bytes stay") {
  CHECK(decode("\xEF\xBB\xBF{\"a\": 1}").text == "{\"a\": 1}");
  CHECK(decode("a\xEF\xBB\xBF").text == "a\xEF\xBB\xBF");
  CHECK(decode("\xEF\xBB").text == "\xEF\xBB");
  CHECK(decode("\xE9t\xE9").text == "\xE9t\xE9");
  CHECK(decode("").text.empty());
  CHECK(decode("\xFF").text == "\xFF");
}

TEST_CASE("encoding: UTF-16 of both byte orders, with characters of two units") {
  // U+00E4, U+4E2D and U+1F600 (a surrogate pair) take 2, 3 and 4 bytes in UTF-8.
  const std::u16string text = u"\u00E4,\u4E2D\n\U0001F600,x\n";
  const std::string expected = "\xC3\xA4,\xE4\xB8\xAD\n\xF0\x9F\x98\x80,x\n";
  for (const bool big : {false, true}) {
    const Decoded decoded = decode(utf16(text, big));
    CHECK(decoded.text == expected);
    CHECK(decoded.lone == 0);
    CHECK_FALSE(decoded.cut);
  }
}

TEST_CASE("encoding: halves of characters in UTF-16") {
  std::u16string lone = u"a,b";
  lone[0] = 0xD800;
  CHECK(decode(utf16(lone, false)).text == "\xEF\xBF\xBD,b");
  CHECK(decode(utf16(lone, false)).lone == 1);
  lone[0] = 0xDC00;
  CHECK(decode(utf16(lone, true)).text == "\xEF\xBF\xBD,b");
  // Two high halves: the first is alone, the second has its partner.
  const std::u16string twice{u'\xD83D', u'\xD83D', u'\xDE00'};
  CHECK(decode(utf16(twice, false)).text == "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  // What the end of the file cuts is left out and told.
  const std::string whole = utf16(u"ab", false);
  CHECK(decode(whole.substr(0, whole.size() - 1)).text == "a");
  CHECK(decode(whole.substr(0, whole.size() - 1)).cut);
  const std::string pair = utf16(u"a\U0001F600", true);
  CHECK(decode(pair.substr(0, pair.size() - 2)).text == "a");
  CHECK(decode(pair.substr(0, pair.size() - 2)).cut);
}

TEST_CASE("encoding: bytes that are no UTF-8 are Windows-1252, unless the text is damaged UTF-8") {
  CHECK(repaired("plain", "plain") == TextRepair::none);
  CHECK(repaired("na\xC3\xAFve", "na\xC3\xAFve") == TextRepair::none);
  // "naïve €5 – “quoted”" as Windows writes it.
  CHECK(repaired("na\xEFve \x80"
                 "5 \x96 \x93quoted\x94",
                 "na\xC3\xAFve \xE2\x82\xAC"
                 "5 \xE2\x80\x93 \xE2\x80\x9Cquoted\xE2\x80\x9D") == TextRepair::windows1252);
  CHECK(repaired("\xE4\xF6\xFC\xDF", "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F") == TextRepair::windows1252);
  // A text that was cut inside its last character.
  CHECK(repaired("\xE4\xB8\xAD\xE4\xB8", "\xE4\xB8\xAD\xEF\xBF\xBD\xEF\xBF\xBD") == TextRepair::replaced);
  CHECK(repaired("caf\xC3\xA9 cr\xC3\xA8me \xC3", "caf\xC3\xA9 cr\xC3\xA8me \xEF\xBF\xBD") == TextRepair::replaced);
  // Windows-1252 has no 0x81.
  CHECK(repaired("a\x81"
                 "b",
                 "a\xEF\xBF\xBD"
                 "b") == TextRepair::replaced);
}
