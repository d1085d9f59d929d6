// Encodings, JSON records and rows of tables: the result does not depend on how the bytes are cut.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/text.hpp"
#include "ingest/csv_dialect.hpp"
#include "ingest/csv_reader.hpp"
#include "ingest/json_records.hpp"
#include "ingest/text_encoding.hpp"
#include "targets.hpp"

namespace fuzz {
namespace {

using namespace harmonograph;

struct Head {
  unsigned choice = 0;
  std::size_t cut = 0;
  std::string_view rest;
};

/// The first two bytes steer, the rest is the file.
Head head_of(std::string_view bytes) {
  if (bytes.size() < 2) return {};
  Head head{static_cast<unsigned char>(bytes[0]), 0, bytes.substr(2)};
  const std::size_t second = static_cast<unsigned char>(bytes[1]);
  head.cut = head.rest.size() <= 256 ? std::min(second, head.rest.size()) : second * head.rest.size() / 256;
  return head;
}

void add(std::string& said, const Error& error) {
  said += "error " + std::string(to_string(error.code)) + " " + std::to_string(error.line) + " " + error.message;
  expect(!error.message.empty() && error.code != ErrorCode::internal, "an error says what is wrong");
}

std::string said_by(double number) {
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.17g", number)));
  return text;
}

std::string said_by(const JsonValue& value) {
  std::string said;
  switch (value.kind()) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return value.truth() ? "true" : "false";
    case JsonKind::number: return said_by(value.number());
    case JsonKind::string: return "\"" + std::string(value.text()) + "\"";
    case JsonKind::array:
      for (const JsonValue& each : value) said += said_by(each) + ",";
      return "[" + said + "]";
    case JsonKind::object:
      for (const auto& [name, each] : value.members()) said += "\"" + name + "\":" + said_by(each) + ",";
      return "{" + said + "}";
  }
  return said;
}

/// The same of another program's tree.
std::string said_by(const nlohmann::json& value) {
  std::string said;
  if (value.is_string()) return "\"" + value.get_ref<const std::string&>() + "\"";
  if (value.is_number()) return said_by(value.get<double>());
  if (value.is_array()) {
    for (const auto& each : value) said += said_by(each) + ",";
    return "[" + said + "]";
  }
  if (!value.is_object()) return value.dump();
  for (const auto& [name, each] : value.items()) said += "\"" + name + "\":" + said_by(each) + ",";
  return "{" + said + "}";
}

std::size_t deepest(const nlohmann::json& value) {
  std::size_t below = 0;
  if (!value.is_structured()) return 0;
  for (const auto& each : value) below = std::max(below, deepest(each));
  return below + 1;
}

/// What another parser takes for one object has the same values here.
void compare_with_another_parser(std::string_view text) {
  // Longer numbers are refused here, and a NUL ends the text there.
  if (text.size() > 4096 || text.find('\0') != std::string_view::npos) return;
  const auto other = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
  if (!other.is_object() || deepest(other) > JsonRecordOptions().max_depth) return;
  std::vector<std::string> said;
  JsonRecordReader reader({}, [&](JsonRecord&& record) -> Result<void> {
    said.push_back(said_by(record.value));
    return {};
  });
  expect(reader.feed({text.data(), text.size()}).ok() && reader.finish().ok(), "a JSON object is read");
  expect(said.size() == 1, "an object is one record");
  if (said.front() != said_by(other)) expect_none(said.front() + "\nbut\n" + said_by(other), "values");
}

/// Everything that a reading says, as one text.
std::string records(const JsonRecordOptions& options, std::string_view text, std::size_t cut, bool stops) {
  std::string said;
  JsonRecordReader reader(options, [&](JsonRecord&& record) -> Result<void> {
    said += std::to_string(record.line) + std::string(record.path) + " " + said_by(record.value) + "\n";
    if (stops && reader.records() == 2) return Error{ErrorCode::cancelled, "Enough.", {}, 0, {}};
    return {};
  });
  Result<void> outcome;
  for (const std::string_view piece : {text.substr(0, cut), text.substr(cut)}) {
    if (outcome) outcome = reader.feed({piece.data(), piece.size()});
  }
  if (outcome) outcome = reader.finish();
  if (!outcome) add(said, outcome.error());
  for (const Note& note : reader.take_notes()) {
    expect(note.count > 0, "notes have a count");
    said += "note " + note.code + " " + note.message + std::to_string(note.count);
  }
  return said + std::to_string(reader.records());
}

JsonRecordOptions options_of(unsigned choice) {
  JsonRecordOptions options;
  if ((choice & 1U) != 0) options.element_paths = {"samples.*", "items", "results.results"};
  if ((choice & 2U) != 0) options.rules = {{"resps", true, 0}, {"arg_0", false, 5}, {"doc", false, 3}};
  if ((choice & 4U) != 0) options.max_string_bytes = 7;
  if ((choice & 8U) != 0) options.max_depth = 3;
  if ((choice & 16U) != 0) options.max_record_bytes = 200;
  return options;
}

std::string rows(char separator, std::string_view text, std::size_t cut) {
  std::string said;
  CsvReader reader(separator, [&](std::span<const std::string_view> cells, std::uint64_t line) -> Result<void> {
    said += std::to_string(line);
    for (const std::string_view cell : cells) {
      said += '\x1f';
      said += cell;
    }
    said += '\n';
    return {};
  });
  Result<void> outcome;
  for (const std::string_view piece : {text.substr(0, cut), text.substr(cut)}) {
    if (outcome) outcome = reader.feed({piece.data(), piece.size()});
  }
  if (outcome) outcome = reader.finish();
  if (!outcome) add(said, outcome.error());
  return said + std::to_string(reader.rows()) + " " + std::to_string(reader.blank_lines()) + " " +
         std::to_string(reader.stray_quotes()) + " " + std::to_string(reader.unclosed_quote_line());
}

}  // namespace

void json_records(std::string_view bytes) {
  const Head head = head_of(bytes);
  const JsonRecordOptions options = options_of(head.choice);
  const bool stops = (head.choice & 32U) != 0;
  if (head.choice == 0) compare_with_another_parser(head.rest);
  const std::string whole = records(options, head.rest, 0, stops);
  // Only whole pieces are looked at for their size, so that an error of size may come earlier in small ones.
  if ((head.choice & 16U) != 0) return;
  expect(records(options, head.rest, head.cut, stops) == whole, "records do not depend on how the text is cut");
}

void csv(std::string_view bytes) {
  const Head head = head_of(bytes);
  const char separator = ",;\t|"[head.choice & 3U];
  expect(rows(separator, head.rest, head.cut) == rows(separator, head.rest, 0),
         "rows do not depend on how the text is cut");
  const CsvDialect dialect = guess_csv_dialect(head.rest, (head.choice & 4U) != 0);
  expect(dialect.consistency >= 0 && dialect.consistency <= 1, "the consistency is a share");
}

void text_encoding(std::string_view bytes) {
  const std::size_t cut = bytes.empty() ? 0 : static_cast<std::size_t>(digest(bytes) % bytes.size());
  const auto decoded = [&](std::size_t place) {
    Utf8Decoder decoder;
    std::string text;
    for (const std::string_view piece : {bytes.substr(0, place), bytes.substr(place)}) {
      text += decoder.convert({piece.data(), piece.size()});
    }
    return text + std::string(decoder.finish());
  };
  const std::string text = decoded(0);
  expect(decoded(cut) == text, "text does not depend on how the bytes are cut");
  std::string repaired = text;
  const TextRepair repair = make_utf8(repaired);
  expect(is_valid_utf8(repaired), "a repaired text is UTF-8");
  expect((repair == TextRepair::none) == (repaired == text), "only what is no UTF-8 is repaired");
  const std::string valid = to_valid_utf8(text);
  expect(is_valid_utf8(valid), "text becomes valid UTF-8");
  expect(!is_valid_utf8(text) || valid == text, "valid text stays as it is");
  const std::size_t length = static_cast<std::size_t>(digest(bytes) >> 8U) % (valid.size() + 1);
  const std::string_view beginning = truncate_utf8(valid, length);
  expect(is_valid_utf8(beginning) && beginning.size() <= length, "text is cut between characters");
  expect(count_characters(valid) <= valid.size(), "characters are counted");
}

}  // namespace fuzz
