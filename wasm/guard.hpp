// The one place where C++ exceptions end: every call over the boundary answers with JSON text,
// {"ok":true,"value":..} or {"ok":false,"error":{..}}.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "core/result.hpp"
#include "session/import_json.hpp"

namespace harmonograph {

inline std::string ok_json(const std::string& value) {
  return "{\"ok\":true,\"value\":" + value + "}";
}

inline std::string failed_json(const Error& error) {
  return "{\"ok\":false,\"error\":" + error_to_json(error) + "}";
}

/// Runs work() -> Result<std::string> (the value as JSON) and turns whatever happens into an answer.
template <class Work>
std::string guard(Work work) {
  try {
    const Result<std::string> result = work();
    return result ? ok_json(*result) : failed_json(result.error());
  } catch (const std::bad_alloc&) {
    return failed_json({ErrorCode::out_of_memory,
                        "The browser gives this page no more memory (its limit is 4 GB).",
                        {},
                        0,
                        "Remove files that are not needed, or load fewer models at once."});
  } catch (const std::exception& exception) {
    return failed_json({ErrorCode::internal,
                        std::string("The engine met a state it does not know: ") + exception.what(),
                        {},
                        0,
                        "Reload the page. If it happens again, report it with the copied details."});
  }
}

}  // namespace harmonograph
