// The fits of item response theory that are kept, by handle: what the other questions about a fit start from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "core/result.hpp"
#include "dataset/assemble.hpp"
#include "irt/fit_file.hpp"
#include "irt/item_response_result.hpp"

namespace harmonograph {

struct KeptFit {
  std::shared_ptr<const Assembly> data;  // nullptr for parameters that were loaded from a file
  std::shared_ptr<const FittedResponses> fitted;
  std::shared_ptr<const NamedFit> named;  // only for parameters that were loaded
};

class FitStore {
 public:
  /// Keeps a fit; its handle is never used again.
  std::uint32_t keep(KeptFit fit) {
    fits_.emplace(next_, std::move(fit));
    return next_++;
  }
  /// Errors: not_found.
  [[nodiscard]] Result<KeptFit> find(std::uint64_t handle) const {
    const auto found = fits_.find(static_cast<std::uint32_t>(handle));
    if (found == fits_.end() || handle > UINT32_MAX) {
      return Error{ErrorCode::not_found,
                   "There is no fit " + std::to_string(handle) + ": the data have changed since it was made.",
                   {},
                   0,
                   "Fit the model again."};
    }
    return found->second;
  }
  /// The same, with the responses that it was fitted to. Errors: not_found, also for parameters loaded from a file.
  [[nodiscard]] Result<KeptFit> find_with_responses(std::uint64_t handle) const {
    auto fit = find(handle);
    if (fit && fit->data == nullptr) {
      return Error{ErrorCode::not_found,
                   "These are parameters from a file, without the responses that they were fitted to.",
                   {},
                   0,
                   "Load the responses and fit the model to them."};
    }
    return fit;
  }
  void drop(std::uint32_t handle) { fits_.erase(handle); }
  void clear() { fits_.clear(); }

 private:
  std::map<std::uint32_t, KeptFit> fits_;
  std::uint32_t next_ = 1;
};

}  // namespace harmonograph
