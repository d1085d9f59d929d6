// One file a model, the benchmark nowhere in it: such files belong together when their items are the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/note.hpp"

namespace harmonograph {

struct LoadedFile;

/// What is concluded for one file; empty names = nothing.
struct NamesFromItems {
  std::string benchmark;
  std::string model;  // for the model that the file does not name
};

struct FilesOfOneBenchmark {
  std::vector<NamesFromItems> names;  // one a file
  std::vector<Note> notes;
};

/// Files of one folder whose benchmark is only the file's own name, whose models differ, and that hold the same items
/// (at least 80% of the larger file's): one benchmark, named after the folder, or after what the files' names have in
/// common where the folder holds several benchmarks (then the rest of a name is the model's). Items are compared by
/// their ids and texts; ids that only count say nothing without texts. The order of the files does not matter.
FilesOfOneBenchmark files_of_one_benchmark(std::span<const LoadedFile> files);

}  // namespace harmonograph
