// What the keys are that stand above the records of a JSON file: names of items, of models or of benchmarks.
#pragma once

#include <cstddef>
#include <string>

#include "core/note.hpp"
#include "formats/json_rows.hpp"
#include "formats/record_place.hpp"

namespace harmonograph {

/// The name under which the keys of a level (0 = the outermost) stand in the table until name_keys() decides.
std::string column_of_level(std::size_t level);

/// Names the columns of all levels of `place`: by the word above the keys ("models"), by what they look like, or by
/// whether they have their items in common; labels of a data frame's rows that only count them get no name
/// (`labelled`: they say more). Notes what was decided; what was only guessed is to be checked.
void name_keys(JsonRows& rows, const RecordPlace& place, bool labelled, NoteCollector& notes);

}  // namespace harmonograph
