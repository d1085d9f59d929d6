#include "core/error.hpp"

namespace harmonograph {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::unknown_format: return "unknown_format";
    case ErrorCode::empty_file: return "empty_file";
    case ErrorCode::truncated_file: return "truncated_file";
    case ErrorCode::malformed_file: return "malformed_file";
    case ErrorCode::binary_file: return "binary_file";
    case ErrorCode::no_responses: return "no_responses";
    case ErrorCode::no_shared_items: return "no_shared_items";
    case ErrorCode::needs_choice_distributions: return "needs_choice_distributions";
    case ErrorCode::all_scores_equal: return "all_scores_equal";
    case ErrorCode::too_few_items: return "too_few_items";
    case ErrorCode::too_few_models: return "too_few_models";
    case ErrorCode::too_large: return "too_large";
    case ErrorCode::missing_values: return "missing_values";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::cancelled: return "cancelled";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::internal: return "internal";
  }
  return "internal";
}

}  // namespace harmonograph
