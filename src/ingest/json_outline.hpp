// The shape of a JSON file as its beginning shows it, by which formats recognise their files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/json_value.hpp"

namespace harmonograph {

/// A key of the first record.
struct JsonOutlineKey {
  std::string name;
  JsonKind kind = JsonKind::null;
  std::string text;                         // of a scalar: as written, strings without quotes, at most 64 bytes
  std::vector<std::string> keys;            // of an object: its keys in the order of the file
  JsonKind first_element = JsonKind::null;  // of an array that is not empty
};

/// The shape of a JSON file as far as its first bytes show it.
struct JsonOutline {
  enum class Container {
    none,    // not JSON
    array,   // starts with [
    object,  // starts with { and no second record is in sight
    lines    // a second record follows the first
  };
  Container container = Container::none;
  JsonKind record = JsonKind::null;  // kind of the first record
  std::vector<JsonOutlineKey> keys;  // of the first record, in the order of the file, when it is an object
  bool first_record_complete = false;

  /// nullptr when the first record has no such key (in the bytes seen).
  [[nodiscard]] const JsonOutlineKey* find(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
};

/// Looks at the beginning of a file; the first record may be cut off at the end of head. Never fails: what is not JSON
/// gives Container::none.
JsonOutline json_outline(std::string_view head);

}  // namespace harmonograph
