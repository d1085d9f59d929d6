// The observations of all files become one data set: names resolved, items joined, duplicates dropped.
#pragma once

#include <span>
#include <string>

#include "dataset/dataset.hpp"
#include "dataset/import_report.hpp"

namespace harmonograph {

struct LoadedFile {
  std::string path;
  const FileObservations* observations = nullptr;
};

struct Assembly {
  Dataset dataset;
  ImportReport report;
};

/// Joins files in the given order; never fails: what does not fit is counted in notes. With no file of
/// responses the data set is empty.
///
/// - A model name that a file lacks comes from the results file of the same run, else of the same
///   folder, else from the folder or file name (with a note).
/// - Items of one benchmark are joined by native id, then content hash, then the question with its options, then
///   position (join_items.hpp).
/// - Options of an item that stand in another order in a later file are brought into that of the first file that has
///   their texts: option values, chosen options, keys. Where a file has other options, its option values are left out.
/// - The first response of a model to an item is kept; later ones are counted.
Assembly assemble(std::span<const LoadedFile> files);

}  // namespace harmonograph
