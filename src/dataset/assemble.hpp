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
/// - Items of one benchmark are joined by the best identity that every file has and that fits: native
///   id, then content hash, then position.
/// - The first response of a model to an item is kept; later ones are counted.
Assembly assemble(std::span<const LoadedFile> files);

}  // namespace harmonograph
