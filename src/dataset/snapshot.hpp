// One benchmark with all models as bytes, for a session in another worker: exact, and safe to read whatever the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/result.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

inline constexpr std::uint32_t snapshot_version = 1;

/// Every model of the data set, in its order, and this one benchmark, bit for bit. benchmark <
/// dataset.benchmarks.size().
///
/// Layout, integers little-endian: "HGSNAP" and two bytes 0, version (4 bytes), 0x01020304 (4 bytes), checksum of what
/// follows (8 bytes); then the data, every list and text behind its length (8 bytes), numbers as IEEE 754.
std::string write_snapshot(const Dataset& dataset, std::size_t benchmark);

/// Errors: unknown_format (other bytes, another version), truncated_file, malformed_file (damaged). Sizes are checked
/// before memory is asked for, and all parts against each other.
Result<Dataset> read_snapshot(std::span<const char> bytes);

/// Of the bytes behind the header.
std::uint64_t snapshot_checksum(std::span<const char> data);

}  // namespace harmonograph
