// The words of a text, as every analysis of texts counts them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace harmonograph {

/// In the order of the text, repeats kept. A word is a run of letters (ASCII in lower case; any non-ASCII byte counts
/// as a letter) of 3 to 40 bytes that is no English stop word.
std::vector<std::string> words_of(std::string_view text);

}  // namespace harmonograph
