// Parameters from a file as the page sees them: LoadedFit of web/src/engine/item_response.ts.
#pragma once

#include <cstdint>
#include <string>

#include "dataset/dataset.hpp"
#include "irt/fit_file.hpp"

namespace harmonograph {

/// dataset: the one that is loaded; items are found in it by benchmark and id (by the id alone where the file names no
/// benchmark and the id is unique).
std::string loaded_fit_to_json(const ReadFit& read, const Dataset& dataset, std::uint32_t handle);

}  // namespace harmonograph
