// Files of item attributes and of model attributes enrich what is loaded.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dataset/dataset.hpp"
#include "dataset/import_report.hpp"

namespace harmonograph {

struct LoadedFile;

/// The attribute of that name; added with empty values when the benchmark has none.
ItemAttribute& attribute_named(Benchmark& benchmark, const std::string& name);

/// Adds the vectors of a file to a benchmark; a second one of the same name gets a number. rows_of_items: item of the
/// benchmark and row of the file. Notes: items_without_vector.
void attach_vectors(Benchmark& benchmark, const ItemVectors& given,
                    const std::vector<std::pair<std::size_t, std::size_t>>& rows_of_items, std::vector<Note>& notes);

/// The row holds a number.
bool has_vector(const ItemVectors& vectors, std::size_t row);

/// Matches the rows of files of item attributes and of item vectors to items by id, in every benchmark (or in the
/// benchmark that the row names). Values already known stay. Counts what matched nothing.
void attach_item_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report);

/// Matches the rows of model-attribute files to models by name ("/" and "__" are the same, case is
/// ignored, a leading organisation may be absent when the rest is unique).
void attach_model_attributes(std::span<const LoadedFile> files, Dataset& dataset, ImportReport& report);

}  // namespace harmonograph
