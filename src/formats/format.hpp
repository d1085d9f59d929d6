// The frame for importers: each format recognises a file by its content and reads it as a stream.
// One format, one file; registry.cpp lists them all.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph {

/// The beginning of a file, enough to recognise it. Names are hints, never the reason.
struct FileHead {
  std::string_view path;   // as dropped, with folders: "out/EleutherAI__pythia-14m/samples_arc_2024.jsonl"
  std::string_view bytes;  // the first bytes (up to 1 MiB), already unpacked from .gz
  bool complete = false;   // bytes is the whole file
};

/// What the user chose for a file, by name. Empty = the reader decides. Known names:
/// "filter", "metric", "model", "benchmark", "choices" (name of the choice set to put first),
/// "shape" (TableDescription::shape), "separator", "decimal" ("," or "."), "header" ("yes" or "no"), "role:<column
/// index>" (TableColumn::role), "scale" ("1..10": smallest and largest possible score of a table, which become 0 and 1;
/// "percent" is "0..100"), "null" ("missing": an answer of MMLU-Pro from which no letter could be read is missing, not
/// wrong).
using ReadOptions = std::map<std::string, std::string>;

struct FileSource {
  std::string path;
  std::string head;  // the same bytes that were used to recognise it
  ReadOptions options;
};

/// Reads one file. feed() any number of times, then finish() once.
class FormatReader {
 public:
  virtual ~FormatReader() = default;
  virtual Result<void> feed(std::span<const char> bytes) = 0;
  virtual Result<FileObservations> finish() = 0;
  /// Records or rows read so far, for the progress display.
  [[nodiscard]] virtual std::uint64_t rows() const = 0;
};

struct Format {
  std::string_view id;     // "lm_eval_samples": stable, used in links and overrides
  std::string_view label;  // "lm-evaluation-harness samples (JSON lines)"
  /// How sure the format is: 0 = not mine, up to 100 = certain.
  std::function<int(const FileHead&)> recognise;
  std::function<std::unique_ptr<FormatReader>(const FileSource&)> open;
};

/// Every format in the order in which ties are decided.
std::span<const Format> all_formats();
/// nullptr when there is none with that id.
const Format* find_format(std::string_view id);
/// The format that is surest, or an error that says why the file cannot be read (empty, binary,
/// unknown: it lists what can be).
Result<const Format*> recognise_format(const FileHead& head);

}  // namespace harmonograph
