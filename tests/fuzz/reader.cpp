// Files of every format, and the choice of one: what comes out is consistent and does not depend on how the bytes
// arrive.
#include <memory>
#include <optional>

#include "dataset/assemble.hpp"
#include "formats/harmonograph_json.hpp"
#include "observation_checks.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

using namespace harmonograph;

Result<FileObservations> read(const Format& format, std::string_view bytes, std::size_t cut,
                              const ReadOptions& options) {
  const std::unique_ptr<FormatReader> reader = format.open({"unknown", std::string(bytes), options});
  for (const std::string_view piece : {bytes.substr(0, cut), bytes.substr(cut)}) {
    if (auto fed = reader->feed({piece.data(), piece.size()}); !fed) return fed.error();
  }
  return reader->finish();
}

std::string difference(const Result<FileObservations>& one, const Result<FileObservations>& other) {
  if (one.ok() != other.ok()) {
    return "one reading failed: " + (one.ok() ? other : one).error().message;
  }
  if (one.ok()) return observation_checks::difference(*one, *other);
  if (one.error().code != other.error().code || one.error().line != other.error().line ||
      one.error().message != other.error().message) {
    return "errors: " + one.error().message + " | " + other.error().message;
  }
  return {};
}

/// Written in the project's own format and read again, a file says the same; written once more, byte by byte.
void check_writing(const FileObservations& file) {
  const std::string text = write_harmonograph_json(file);
  const Result<FileObservations> again = read(*find_format("harmonograph_json"), text, 0, {});
  if (!again) {
    // A file may have nothing that this format can hold.
    expect_none(again.error().code == ErrorCode::no_responses ? "" : again.error().message, "own format");
    return;
  }
  expect_none(observation_checks::fault(*again), "own format");
  const std::string twice = write_harmonograph_json(*again);
  // Facts about models alone come in the order of their names.
  if (twice != text && file.role != FileRole::model_attributes)
    expect_none("once:\n" + text + "\ntwice:\n" + twice, "own format");
}

}  // namespace

void sniff(std::string_view bytes) {
  const bool complete = (digest(bytes) & 1U) != 0;
  const auto format = recognise_format({"unknown", bytes, complete});
  if (!format) expect_none(observation_checks::fault(format.error()), "refused");
}

void reader(const Format& format, std::string_view bytes) {
  const std::uint64_t hash = digest(bytes);
  const std::size_t cut = bytes.empty() ? 0 : static_cast<std::size_t>((hash >> 8U) % bytes.size());
  const Result<FileObservations> whole = read(format, bytes, 0, {});
  if (!whole) {
    expect_none(observation_checks::fault(whole.error()), format.id);
  } else {
    expect_none(observation_checks::fault(*whole), format.id);
  }
  expect_none(difference(whole, read(format, bytes, cut, {})), "cut at " + std::to_string(cut));
  if (!whole) return;

  if ((hash & 7U) == 0) {
    // The same file twice, as of two models.
    FileObservations other = *whole;
    for (std::string& model : other.models) model += " again";
    const std::vector<LoadedFile> files{{"a/file", &*whole}, {"b/file", &other}};
    expect_none(observation_checks::fault(assemble(files).dataset), "assembled");
  }
  if ((hash & 7U) == 1) check_writing(*whole);
  if ((hash & 7U) == 2 && (!whole->metrics.empty() || !whole->filters.empty())) {
    ReadOptions options;
    if (!whole->metrics.empty()) options["metric"] = whole->metrics.back().name;
    if (!whole->filters.empty()) options["filter"] = whole->filters.back().name;
    const auto chosen = read(format, bytes, cut, options);
    if (chosen) expect_none(observation_checks::fault(*chosen), "another metric or filter");
  }
}

}  // namespace fuzz
