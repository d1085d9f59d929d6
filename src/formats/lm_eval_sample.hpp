// One logged sample of lm-evaluation-harness: a model's answer to one question under one filter, taken out of the JSON
// of any generation of the tool.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ingest/json_value.hpp"

#include "ingest/json_records.hpp"

namespace harmonograph {

enum class MetricKind {
  number,       // usable if it lies in [0, 1]
  missing,      // null, NaN, Infinity
  not_a_score,  // a text, or the pair of target and prediction that corpus metrics log
};

struct MetricValue {
  MetricKind kind = MetricKind::missing;
  double value = 0;
};

/// A number, a Boolean, either of them as text, or the mean of a list of Booleans.
MetricValue metric_value(const JsonValue& value);

/// Places where a file may state the right option, and the ways to understand what stands there.
enum class KeySpelling { index, letter, text, from_one };
inline constexpr std::array<std::string_view, 9> key_fields{
    "(target)", "answer", "label", "gold", "answerKey", "answer_index", "answer_idx", "correct", "answer_choice"};
inline constexpr std::size_t key_spellings = 4;
inline constexpr std::size_t key_sources = key_fields.size() * key_spellings;

/// The texts are those of the record: a sample lives no longer.
struct LmEvalSample {
  /// A field of the data set's row.
  struct Field {
    std::string_view name;
    const JsonValue* value = nullptr;
  };

  /// What the model was asked for one option, as far as the file has it.
  struct Request {
    std::string_view context;
    std::string_view continuation;
  };

  std::int64_t position = -1;     // doc_id
  std::string_view content_hash;  // doc_hash
  std::string_view filter;
  bool has_filter = false;
  std::uint64_t line = 0;
  std::uint64_t fingerprint = 0;  // of the answer and the metric values

  std::vector<Request> requests;
  std::vector<double> log_likelihoods;    // one an option; empty for generation
  std::vector<double> unconditional;      // the same without the question; empty when not asked for
  std::vector<std::uint32_t> characters;  // length of each option's text; empty when it is unknown
  bool options_differ = false;            // false: the options differ in the context, not in the continuation
  /// Fingerprints of the options' texts (option_texts.hpp), one an option; empty when they are unknown.
  std::vector<std::uint64_t> option_texts;

  std::vector<std::pair<std::string_view, MetricValue>> metrics;  // in the order in which the file lists them
  /// The right option by each key field and spelling (field-major); -1 = does not resolve.
  std::array<std::int16_t, key_sources> keys{};
  std::vector<std::int32_t> several_keys;  // when the target is a list of indices

  std::string text;               // the question
  std::vector<Field> native_ids;  // fields that can be the data set's own id
  std::vector<Field> attributes;  // short scalar fields

  void clear();
};

/// The text of a field: as it is, or as JSON.
std::string text_of_field(const JsonValue& value);

/// What of a record has to be kept to read samples: few-shot prompts are cut, raw responses are skipped.
JsonRecordOptions lm_eval_record_options();

/// A record of samples_*.jsonl (0.4.0 and later) or of "samples" in a results file.
void read_lm_eval_sample(const JsonValue& record, std::uint64_t line, LmEvalSample& sample);
/// A record of *_write_out_info.json (0.3, 2023).
void read_lm_eval_write_out(const JsonValue& record, std::uint64_t line, LmEvalSample& sample);

}  // namespace harmonograph
