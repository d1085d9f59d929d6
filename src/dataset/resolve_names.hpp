// Names of models and benchmarks that a file lacks come from its run, its folder or its own name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/note.hpp"

namespace harmonograph {

struct LoadedFile;

struct ResolvedNames {
  std::vector<std::vector<std::string>> models;      // per file, none empty
  std::vector<std::vector<std::string>> benchmarks;  // per file, none empty
  std::vector<char> model_is_guessed;                // per file: neither it nor its run says whose it is
  std::vector<Note> notes;
};

/// Fills the empty names of every file of responses. A results file of the same run also replaces a model
/// name that was only read off a folder ("EleutherAI__pythia-14m").
ResolvedNames resolve_names(std::span<const LoadedFile> files);

}  // namespace harmonograph
