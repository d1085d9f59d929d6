// An error is a value: a code for programs, a plain sentence for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace harmonograph {

enum class ErrorCode {
  unknown_format,              // no reader recognises the bytes
  empty_file,                  // nothing, or nothing but white space
  truncated_file,              // the end is missing
  malformed_file,              // the syntax is wrong
  binary_file,                 // not text
  no_responses,                // read, but no score of any model on any item
  no_shared_items,             // files that share no item
  needs_choice_distributions,  // the analysis needs probabilities or several models
  all_scores_equal,            // nothing varies
  too_few_items,
  too_few_models,
  too_large,       // does not fit, with the numbers
  missing_values,  // the analysis needs a complete column and it is not
  not_found,       // a model, benchmark, column or job that does not exist
  invalid_argument,
  cancelled,
  out_of_memory,
  internal
};

/// The code as it appears in results and documentation, e.g. "unknown_format".
std::string_view to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;     // what is wrong, and why
  std::string file;        // the input file, when there is one
  std::uint64_t line = 0;  // 1-based line in that file; 0 when there is none
  std::string hint;        // what to do about it
};

}  // namespace harmonograph
