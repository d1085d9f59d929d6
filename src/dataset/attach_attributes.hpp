// Files of item attributes and of model attributes enrich what is loaded.
#pragma once

#include <span>
#include <string>

#include "dataset/dataset.hpp"
#include "dataset/import_report.hpp"

namespace harmonograph {

struct LoadedFile;

/// The attribute of that name; added with empty values when the benchmark has none.
ItemAttribute& attribute_named(Benchmark& benchmark, const std::string& name);

/// Matches the rows of files of item attributes and of item vectors to items by id, in every benchmark (or in the
/// benchmark that the row names). Values already known stay. Counts what matched nothing.
void attach_item_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report);

/// Matches the rows of model-attribute files to models by name ("/" and "__" are the same, case is
/// ignored, a leading organisation may be absent when the rest is unique).
void attach_model_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report);

}  // namespace harmonograph
