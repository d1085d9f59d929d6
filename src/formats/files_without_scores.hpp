// Files of evaluation tools that are known and hold no score of any item: they are refused with the reason and with the
// file to bring instead.
#pragma once

#include <optional>

#include "core/result.hpp"
#include "formats/format.hpp"

namespace harmonograph {

/// Nothing when the file is none of them.
std::optional<Error> known_without_scores(const FileHead& head);

}  // namespace harmonograph
