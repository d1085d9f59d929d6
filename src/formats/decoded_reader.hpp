// Every format is read as UTF-8, whatever the encoding of the file: this stands between the bytes and the readers.
#pragma once

#include <string>
#include <string_view>

#include "formats/format.hpp"

namespace harmonograph {

/// The beginning of a file as UTF-8 without byte order mark. A character that the end of an incomplete head cuts is
/// left out.
std::string decoded_head(std::string_view bytes);

/// The same format, whose reader takes the bytes of the file as they are: UTF-8 with or without byte order mark, UTF-16
/// with its mark (noted). Bytes that are no UTF-8 go through: they are judged a record or a cell at a time.
Format of_any_encoding(Format format);

}  // namespace harmonograph
