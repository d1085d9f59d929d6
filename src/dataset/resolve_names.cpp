#include "dataset/resolve_names.hpp"

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "dataset/assemble.hpp"
#include "dataset/files_of_one_benchmark.hpp"

namespace harmonograph {
namespace {

std::string stem_of(std::string_view path) {
  std::string_view name = file_name_of(path);
  for (const std::string_view ending : {".gz", ".json", ".jsonl", ".jsonlines", ".csv", ".tsv", ".txt"}) {
    if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending) {
      name.remove_suffix(ending.size());
    }
  }
  return std::string(name);
}

/// The model that a results file states for the run of this file: same run first, then same folder.
const std::string* model_of_run(std::span<const LoadedFile> files, const LoadedFile& file) {
  const std::string& key = file.observations->run_key;
  for (const auto& other : files) {
    const RunDescription& run = other.observations->run;
    if (!run.model.empty() && !key.empty() && other.observations->run_key == key) return &run.model;
  }
  const std::string_view folder = folder_of(file.path);
  const std::string* found = nullptr;
  for (const auto& other : files) {
    const RunDescription& run = other.observations->run;
    if (run.model.empty() || folder_of(other.path) != folder) continue;
    // Two models in one folder: nothing can be concluded from the folder.
    if (found != nullptr && *found != run.model) return nullptr;
    found = &run.model;
  }
  return found;
}

}  // namespace

ResolvedNames resolve_names(std::span<const LoadedFile> files) {
  ResolvedNames names;
  names.models.resize(files.size());
  names.benchmarks.resize(files.size());
  names.model_is_guessed.assign(files.size(), 0);
  std::vector<std::string> guessed;
  FilesOfOneBenchmark from_items = files_of_one_benchmark(files);
  names.notes = std::move(from_items.notes);
  for (std::size_t f = 0; f < files.size(); ++f) {
    const FileObservations& file = *files[f].observations;
    if (file.role != FileRole::responses) continue;
    names.models[f] = file.models;
    names.benchmarks[f] = file.benchmarks;
    const std::string* stated = file.model_is_stated ? nullptr : model_of_run(files, files[f]);
    names.model_is_guessed[f] = !file.model_is_stated && stated == nullptr ? 1 : 0;
    for (auto& name : names.models[f]) {
      if (stated != nullptr) {
        name = *stated;
      } else if (name.empty()) {
        const std::string_view folder = file_name_of(folder_of(files[f].path));
        name = !from_items.names[f].model.empty() ? from_items.names[f].model
               : folder.empty()                   ? stem_of(files[f].path)
                                                  : std::string(folder);
        guessed.push_back(name);
      }
    }
    for (auto& name : names.benchmarks[f]) {
      if (!from_items.names[f].benchmark.empty()) name = from_items.names[f].benchmark;
      if (name.empty()) name = stem_of(files[f].path);
    }
  }
  if (!guessed.empty()) {
    names.notes.push_back(
        {"model_named_after_file",
         Severity::info,
         counted(guessed.size(), "file") +
             " did not name the model: it was named after the folder or file. Drop the results file of "
             "the run too, or write the name into the field \"Model\" of the file below.",
         guessed.size(),
         {}});
  }
  return names;
}

}  // namespace harmonograph
