// The list of formats, and the choice of one for a file by its first bytes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "formats/decoded_reader.hpp"
#include "formats/files_without_scores.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"
#include "ingest/json_records.hpp"

namespace harmonograph {
namespace {

std::vector<Format> listed_formats() {
  std::vector<Format> list{
      harmonograph_json_format(),
      lm_eval_samples_format(),
      lm_eval_write_out_format(),
      lm_eval_results_format(),
      lighteval_format(),
      lighteval_results_format(),
      helm_stats_format(),
      helm_scenario_state_format(),
      helm_instances_format(),
      helm_run_format(),
      inspect_format(),
      olmes_format(),
      opencompass_format(),
      openai_evals_format(),
      mmlu_pro_format(),
      code_results_format(),
      human_eval_format(),
      multipl_e_format(),
      crux_eval_format(),
      livecodebench_format(),
      alpaca_eval_format(),
      mt_bench_format(),
      arena_hard_format(),
      swe_bench_format(),
      promptfoo_format(),
      promptfoo_table_format(),
      deepeval_format(),
      every_eval_ever_format(),
      bbh_format(),
      vlmevalkit_format(),
      evalscope_format(),
      py_irt_format(),
      tiny_benchmarks_format(),
      score_list_format(),
      json_records_format(),
      json_object_format(),
      table_format(),
  };
  for (Format& format : list) format = of_any_encoding(std::move(format));
  return list;
}

const std::vector<Format>& formats() {
  static const std::vector<Format> list = listed_formats();
  return list;
}

struct Signature {
  std::string_view bytes;
  std::string_view what;
  std::string_view hint;
};

using namespace std::string_view_literals;

// Files that people drop and that are not text.
constexpr std::array<Signature, 17> signatures{{
    {"PK\x03\x04"sv, "a ZIP archive (Excel workbooks and .eval logs are ZIP archives, too)",
     "Unpack it and drop the files inside; save a workbook as CSV; export an .eval log with \"inspect log dump\"."},
    {"PK\x05\x06"sv, "an empty ZIP archive", "Drop the files themselves."},
    {"PAR1"sv, "a Parquet file", "Convert it to CSV, for example pandas.read_parquet(path).to_csv(\"items.csv\")."},
    {"\x1f\x8b"sv, "a gzip archive inside the file", "Unpack it once more; a .tar.gz must be unpacked to its files."},
    {"\x28\xb5\x2f\xfd"sv, "a Zstandard archive", "Unpack it with \"zstd -d\"."},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive", "Unpack it and drop the files inside."},
    {"\xfd"
     "7zXZ"sv,
     "an xz archive", "Unpack it with \"xz -d\"."},
    {"BZh9"sv, "a bzip2 archive", "Unpack it with \"bzip2 -d\"."},
    {"%PDF"sv, "a PDF document", "Drop the file that the evaluation tool wrote, not a report."},
    {"\x93NUMPY"sv, "a NumPy array",
     "In Python, two lines write it as a table:\n"
     "import numpy\n"
     "numpy.savetxt(\"scores.csv\", numpy.load(\"scores.npy\"), delimiter=\",\")"},
    {"\x89HDF"sv, "an HDF5 file", "Convert the table to CSV."},
    {"\x89PNG"sv, "an image", "Drop the file that the evaluation tool wrote."},
    {"\xff\xd8\xff"sv, "an image", "Drop the file that the evaluation tool wrote."},
    {"SQLite format 3"sv, "an SQLite database", "Export the table as CSV."},
    {"\xd0\xcf\x11\xe0"sv, "an old Excel or Word document", "Save it as CSV."},
    {"ARROW1"sv, "an Arrow file", "Convert it to CSV."},
    {"\0asm"sv, "a WebAssembly module", "Drop the file that the evaluation tool wrote."},
}};

// A dictionary of arrays or lists (lb.pickle of tinyBenchmarks), an array, or a data frame.
constexpr std::string_view pickle_hint =
    "A pickle can run code when it is opened, so it is not read here. In Python, two lines write it as JSON:\n"
    "import json, pickle; x = pickle.load(open(\"lb.pickle\", \"rb\"))\n"
    "json.dump(x, open(\"lb.json\", \"w\"), default=lambda v: v.tolist() if hasattr(v, \"tolist\") else "
    "v.reset_index().to_dict(\"records\"))";

Error binary(std::string_view what, std::string_view hint) {
  return {ErrorCode::binary_file, "This is " + std::string(what) + ", not a text file.", {}, 0, std::string(hint)};
}

bool is_pickle(std::string_view bytes) {
  // Protocol 2 and later: PROTO and its number; later ones go on with FRAME.
  return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
}

/// Share of control characters that no text holds, over the first 64 KiB.
bool looks_binary(std::string_view bytes) {
  bytes = bytes.substr(0, 64U * 1024);
  std::size_t control = 0;
  std::size_t nul = 0;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code == 0) ++nul;
    if (code < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b') ++control;
  }
  return nul > 0 || control * 100 > bytes.size();
}

bool is_utf32(std::string_view bytes) {
  return bytes.substr(0, 4) == "\xff\xfe\0\0"sv || bytes.substr(0, 4) == "\0\0\xfe\xff"sv;
}

/// Every second byte of Western text in UTF-16 is NUL.
bool is_utf16_without_mark(std::string_view bytes) {
  bytes = bytes.substr(0, 4096);
  std::array<std::size_t, 2> nul{};
  for (std::size_t i = 0; i < bytes.size(); ++i) nul[i % 2] += bytes[i] == '\0' ? 1 : 0;
  const std::size_t least = std::min(nul[0], nul[1]);
  return bytes.size() >= 8 && nul[0] + nul[1] - least > bytes.size() / 4 && least * 50 < bytes.size();
}

Error wrong_encoding(std::string_view encoding) {
  return {ErrorCode::binary_file, "The file is encoded as " + std::string(encoding) + ".", {}, 0, "Save it as UTF-8."};
}

std::string list_of_formats() {
  std::string text;
  for (const Format& format : formats()) text += (text.empty() ? "" : ", ") + std::string(format.label);
  return text;
}

/// A JSON file whose end is missing inside its first record shows too few keys for any format to know it.
std::optional<Error> cut_in_first_record(std::string_view bytes) {
  JsonRecordReader reader({}, [](JsonRecord&&) -> Result<void> { return {}; });
  if (auto fed = reader.feed({bytes.data(), bytes.size()}); !fed) return std::nullopt;
  const auto finished = reader.finish();
  if (finished || finished.error().code != ErrorCode::truncated_file) return std::nullopt;
  Error error = finished.error();
  error.hint =
      "Download or copy it again, or let the evaluation finish writing it. Every record before the cut would be "
      "read, but there is none.";
  return error;
}

/// What can be said about bytes that no format claims; complete = they are the whole file.
Error unknown(std::string_view bytes, bool complete) {
  const std::string readable = "Readable are: " + list_of_formats() + ".";
  const auto starts = [&](std::string_view prefix) {
    return equals_ignoring_case(trim(bytes).substr(0, prefix.size()), prefix);
  };
  if (starts("<!doctype html") || starts("<html")) {
    return {ErrorCode::unknown_format,
            "This is a web page, not a results file.",
            {},
            0,
            "Download the file itself (the \"raw\" link) and drop that."};
  }
  if (starts("version https://git-lfs")) {
    return {ErrorCode::unknown_format,
            "This is a Git LFS pointer, not the file itself.",
            {},
            0,
            "Fetch the content with \"git lfs pull\" or download the file from the hosting page."};
  }
  const JsonOutline outline = json_outline(bytes);
  if (complete && outline.container != JsonOutline::Container::none && !outline.first_record_complete) {
    if (auto cut = cut_in_first_record(bytes)) return *cut;
  }
  if (outline.container != JsonOutline::Container::none && !outline.keys.empty()) {
    std::string keys;
    for (std::size_t i = 0; i < outline.keys.size() && i < 8; ++i) {
      keys += (i > 0 ? ", " : "") + std::string(truncate_utf8(outline.keys[i].name, 40));
    }
    if (outline.keys.size() > 8) keys += " ...";
    return {ErrorCode::unknown_format,
            "This is JSON of a kind that is not known here (its keys are " + keys +
                "), and no records with an item and a score were found in it. Means of whole benchmarks are not read.",
            {},
            0,
            "Bring one record an answer, with fields such as item, model and score (or correct): as a list under any "
            "key, as lines, or as a table. Or bring the file that the evaluation tool wrote for its samples."};
  }
  return {ErrorCode::unknown_format, "The content is none of the formats that can be read.", {}, 0, readable};
}

}  // namespace

std::span<const Format> all_formats() {
  return formats();
}

const Format* find_format(std::string_view id) {
  const auto found =
      std::find_if(formats().begin(), formats().end(), [&](const Format& format) { return format.id == id; });
  return found == formats().end() ? nullptr : &*found;
}

Result<const Format*> recognise_format(const FileHead& head) {
  if (is_utf32(head.bytes)) return wrong_encoding("UTF-32");
  const std::string text = decoded_head(head.bytes);
  if (trim(text).empty() && head.complete) {
    return Error{ErrorCode::empty_file,
                 head.bytes.empty() ? "The file is empty." : "The file holds nothing but white space.",
                 {},
                 0,
                 "Check that the evaluation finished and wrote its results."};
  }
  for (const Signature& signature : signatures) {
    if (head.bytes.substr(0, signature.bytes.size()) == signature.bytes) return binary(signature.what, signature.hint);
  }
  if (is_pickle(head.bytes)) return binary("a Python pickle", pickle_hint);

  const FileHead decoded{head.path, text, head.complete};
  if (auto refused = known_without_scores(decoded)) return *refused;
  const Format* best = nullptr;
  int surest = 0;
  for (const Format& format : formats()) {
    const int certainty = format.recognise(decoded);
    if (certainty > surest) {
      surest = certainty;
      best = &format;
    }
  }
  if (best == nullptr && is_utf16_without_mark(head.bytes)) return wrong_encoding("UTF-16 without its byte order mark");
  if (looks_binary(text)) {
    return binary("a binary file of an unknown kind", "Drop the JSON or CSV file that the evaluation tool wrote.");
  }
  if (best == nullptr) return unknown(text, head.complete);
  return best;
}

}  // namespace harmonograph
