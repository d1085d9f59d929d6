#include "formats/lm_eval_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/fingerprint.hpp"
#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/option_texts.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t longest_text = 4000;      // bytes of a question
constexpr std::size_t longest_attribute = 100;  // bytes of an attribute's value
constexpr std::size_t longest_native_id = 300;  // bytes
constexpr std::size_t longest_prompt = 1024;    // bytes; longer ones start with worked examples
constexpr std::size_t longest_string = 16U * 1024;
constexpr std::size_t longest_continuation = 1024U * 1024;

std::optional<double> number_of(const JsonValue& value) {
  if (value.is_number()) return value.number();
  if (value.is_string()) return parse_number(value.text());
  return std::nullopt;
}

std::optional<bool> truth_of(const JsonValue& value) {
  if (value.is_boolean()) return value.truth();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.text();
  if (equals_ignoring_case(text, "true")) return true;
  if (equals_ignoring_case(text, "false")) return false;
  return std::nullopt;
}

std::optional<std::int64_t> integer_of(const JsonValue& value) {
  if (const auto whole = value.integer()) return whole;
  const std::optional<double> number = number_of(value);
  if (!number || !std::isfinite(*number) || *number != std::floor(*number) || std::fabs(*number) > 9e15) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

void add_to_fingerprint(std::uint64_t& hash, std::string_view text) {
  hash = mixed_bits(hash) ^ fingerprint(text);
}

void add_to_fingerprint(std::uint64_t& hash, double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  hash = mixed_bits(hash ^ bits);
}

/// Everything in a value, with marks for where its parts begin and end.
void add_to_fingerprint(std::uint64_t& hash, const JsonValue& value) {
  if (value.is_number()) return add_to_fingerprint(hash, value.number());
  add_to_fingerprint(hash, value.text());
  if (value.is_boolean()) add_to_fingerprint(hash, value.truth() ? "t" : "f");
  if (!value.is_array() && !value.is_object()) return;
  add_to_fingerprint(hash, "[");
  for (const JsonValue& part : value) {
    add_to_fingerprint(hash, part.key());
    add_to_fingerprint(hash, ",");
    add_to_fingerprint(hash, part);
  }
  add_to_fingerprint(hash, "]");
}

void add_metrics_to_fingerprint(LmEvalSample& sample) {
  for (const auto& [name, value] : sample.metrics) {
    add_to_fingerprint(sample.fingerprint, name);
    add_to_fingerprint(sample.fingerprint, value.value);
  }
}

using Request = LmEvalSample::Request;

void requests_of(const JsonValue& record, std::vector<Request>& requests) {
  requests.clear();
  const JsonValue* arguments = record.find("arguments");
  if (arguments == nullptr) return;
  const auto add = [&](const JsonValue* context, const JsonValue* continuation) {
    Request request;
    if (context != nullptr && context->is_string()) request.context = context->text();
    // Of generation it is an object of settings: there is no continuation then.
    if (continuation != nullptr && continuation->is_string()) request.continuation = continuation->text();
    requests.push_back(request);
  };
  if (arguments->is_object()) {
    // gen_args_0, gen_args_1 ... usually stand in this order, but need not.
    std::size_t i = 0;
    std::string name;
    JsonValue::Iterator next = arguments->begin();
    for (; i < arguments->size(); ++i) {
      name = "gen_args_";
      name += std::to_string(i);
      const JsonValue* request = next != arguments->end() && next->key() == name ? &*next : arguments->find(name);
      if (next != arguments->end()) ++next;
      if (request == nullptr) return requests.clear();
      add(request->find("arg_0"), request->find("arg_1"));
    }
  } else if (arguments->is_array() && !arguments->empty()) {
    if (arguments->front().is_array()) {
      for (const JsonValue& request : *arguments) {
        if (!request.is_array() || request.size() < 2) return requests.clear();
        add(&request[0], &request[1]);
      }
    } else if (arguments->size() >= 2) {  // builds before 0.4.0: the first request only
      add(&(*arguments)[0], &(*arguments)[1]);
    }
  }
}

/// [log-likelihood, is greedy] of every option, or nothing when the responses are generated texts.
void log_likelihoods_of(const JsonValue& responses, std::vector<double>& values) {
  values.clear();
  if (!responses.is_array() || responses.size() < 2) return;
  for (const JsonValue& response : responses) {
    if (!response.is_array() || response.size() != 2 || !truth_of(response[1])) return values.clear();
    const std::optional<double> value = number_of(response[0]);
    if (!value) return values.clear();
    values.push_back(*value);
  }
}

std::string_view without_delimiter(std::string_view continuation) {
  if (!continuation.empty() && continuation.front() == ' ') continuation.remove_prefix(1);
  return continuation;
}

/// "B", "(B)", "B." or "B)" -> 1.
std::int32_t letter_index(std::string_view text) {
  text = trim(text);
  if (text.size() >= 3 && text.front() == '(' && text[2] == ')') {
    text = text.substr(1, text.size() - 2);
  } else if (text.size() == 2 && (text[1] == '.' || text[1] == ')')) {
    text.remove_suffix(1);
  }
  if (text.size() != 1) return -1;
  if (text[0] >= 'A' && text[0] <= 'Z') return text[0] - 'A';
  if (text[0] >= 'a' && text[0] <= 'z') return text[0] - 'a';
  return -1;
}

void resolve_keys(LmEvalSample& sample, std::size_t field, const JsonValue& stated,
                  const std::vector<Request>& requests) {
  const auto options = static_cast<std::int64_t>(sample.log_likelihoods.size());
  const auto set = [&](KeySpelling spelling, std::int64_t index) {
    if (index < 0 || index >= options || index > std::numeric_limits<std::int16_t>::max()) return;
    sample.keys[field * key_spellings + static_cast<std::size_t>(spelling)] = static_cast<std::int16_t>(index);
  };
  if (const std::optional<std::int64_t> number = integer_of(stated)) {
    set(KeySpelling::index, *number);
    set(KeySpelling::from_one, *number - 1);
  } else if (stated.is_boolean()) {
    set(KeySpelling::index, stated.truth() ? 1 : 0);
  }
  if (!stated.is_string()) return;
  const std::string_view text = trim(stated.text());
  set(KeySpelling::letter, letter_index(text));
  if (sample.options_differ && !text.empty()) {
    for (std::size_t i = 0; i < sample.log_likelihoods.size(); ++i) {
      if (trim(requests[i].continuation) == text) {
        set(KeySpelling::text, static_cast<std::int64_t>(i));
        break;
      }
    }
  }
}

/// The indices of "[0, 2]" or of a JSON array of integers.
std::vector<std::int32_t> several_keys_of(const JsonValue& target, std::size_t options) {
  std::optional<JsonDocument> parsed;
  const JsonValue* list = &target;
  if (target.is_string()) {
    if (target.text().empty() || target.text().front() != '[') return {};
    parsed = parse_json(target.text());
    if (!parsed) return {};
    list = &parsed->root();
  }
  if (!list->is_array() || list->empty()) return {};
  std::vector<std::int32_t> keys;
  for (const JsonValue& each : *list) {
    const auto index = each.integer();
    if (!index || *index < 0 || *index >= static_cast<std::int64_t>(options)) return {};
    keys.push_back(static_cast<std::int32_t>(*index));
  }
  return keys;
}

/// Where the model was asked for letters, or the options differ in the context: the texts that the data set has.
std::vector<std::uint64_t> option_texts_of(const JsonValue& doc, std::size_t options) {
  for (const std::string_view field : {"choices", "options", "endings"}) {
    const JsonValue* list = doc.find(field);
    if (list != nullptr && list->is_object()) list = list->find("text");
    if (list == nullptr || list->size() != options) continue;
    std::vector<std::uint64_t> prints = option_fingerprints(*list);
    if (!prints.empty()) return prints;
  }
  return {};
}

constexpr std::array<std::string_view, 17> question_fields{
    "question", "Question", "query",   "sentence", "problem",   "Problem",     "prompt",  "ctx",    "body",
    "text",     "input",    "premise", "goal",     "sentence1", "instruction", "passage", "article"};

void read_question(const JsonValue& doc, std::string& text) {
  text.clear();
  for (const std::string_view field : question_fields) {
    const JsonValue* value = doc.find(field);
    if (value == nullptr || !value->is_string()) continue;
    const std::string_view question = trim(value->text());
    if (question.empty()) continue;
    // Word problems (ASDiv, SVAMP) keep the story apart from the question.
    if (field == "question") {
      const JsonValue* story = doc.find("body");
      if (story == nullptr) story = doc.find("Body");
      if (story != nullptr && story->is_string()) {
        text = story->text();
        text += " ";
        text += value->text();
        text = std::string(truncate_utf8(trim(text), longest_text));
        return;
      }
    }
    text = truncate_utf8(question, longest_text);
    return;
  }
}

template <std::size_t n>
bool is_one_of(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view each) {
    return each.size() == name.size() && !name.empty() && each.front() == name.front() && each == name;
  });
}

void read_doc(LmEvalSample& sample, const JsonValue& doc) {
  if (!doc.is_object()) return;
  read_question(doc, sample.text);
  for (const std::string_view field : {"id", "question_id", "qid", "task_id", "native_id", "ID", "key", "idx"}) {
    const JsonValue* value = doc.find(field);
    if (value == nullptr || !(value->is_string() || value->is_integer())) continue;
    if (!value->text().empty() && value->text().size() <= longest_native_id)
      sample.native_ids.push_back({field, value});
  }
  for (const JsonValue& value : doc) {
    if (value.is_array() || value.is_object() || value.is_null()) continue;
    const std::string_view name = value.key();
    // The key and the question itself do not group items, and the running number of a derived data set means nothing.
    if (is_one_of(name, key_fields) || name == "target" || is_one_of(name, question_fields) ||
        name == "__index_level_0__") {
      continue;
    }
    const bool short_text = value.is_string() && !value.text().empty() && value.text().size() <= longest_attribute;
    if (short_text || value.is_boolean() || value.is_integer()) sample.attributes.push_back({name, &value});
  }
}

}  // namespace

std::string text_of_field(const JsonValue& value) {
  return value.is_string() ? std::string(value.text()) : json_text(value);
}

void LmEvalSample::clear() {
  position = -1;
  content_hash = {};
  filter = {};
  has_filter = false;
  line = 0;
  fingerprint = 1;
  requests.clear();
  log_likelihoods.clear();
  unconditional.clear();
  characters.clear();
  options_differ = false;
  option_texts.clear();
  metrics.clear();
  keys.fill(-1);
  several_keys.clear();
  text.clear();
  native_ids.clear();
  attributes.clear();
}

MetricValue metric_value(const JsonValue& value) {
  if (const std::optional<bool> truth = truth_of(value)) return {MetricKind::number, *truth ? 1.0 : 0.0};
  if (const std::optional<double> number = number_of(value)) {
    if (!std::isfinite(*number)) return {MetricKind::missing, 0};
    return {MetricKind::number, *number};
  }
  if (value.is_null()) return {MetricKind::missing, 0};
  if (value.is_string()) {
    const std::string_view text = trim(value.text());
    const bool none = text.empty() || equals_ignoring_case(text, "none") || equals_ignoring_case(text, "null") ||
                      equals_ignoring_case(text, "n/a");
    return {none ? MetricKind::missing : MetricKind::not_a_score, 0};
  }
  if (value.is_array()) {
    if (value.empty()) return {MetricKind::missing, 0};
    double sum = 0;
    for (const JsonValue& each : value) {
      const std::optional<bool> truth = truth_of(each);
      if (!truth) return {MetricKind::not_a_score, 0};
      sum += *truth ? 1.0 : 0.0;
    }
    return {MetricKind::number, sum / static_cast<double>(value.size())};
  }
  return {MetricKind::not_a_score, 0};
}

JsonRecordOptions lm_eval_record_options() {
  JsonRecordOptions options;
  options.max_string_bytes = longest_text + 4;
  options.rules = {{"resps", true, 0},
                   {"arg_0", false, longest_prompt, true},
                   {"arg_1", false, longest_continuation},
                   {"arguments", false, longest_string},
                   {"target", false, longest_string},
                   {"filtered_resps", false, longest_string},
                   // The last paragraph of a write-out's prompt is the question: the end must be there.
                   {"prompt_0", false, longest_continuation}};
  return options;
}

void read_lm_eval_sample(const JsonValue& record, std::uint64_t line, LmEvalSample& sample) {
  sample.clear();
  sample.line = line;
  if (const JsonValue* doc_id = record.find("doc_id")) sample.position = integer_of(*doc_id).value_or(-1);
  if (const JsonValue* hash = record.find("doc_hash"); hash != nullptr && hash->is_string()) {
    sample.content_hash = hash->text();
  }
  if (const JsonValue* filter = record.find("filter"); filter != nullptr && filter->is_string()) {
    sample.filter = filter->text();
    sample.has_filter = true;
  }

  // Metrics: the listed ones, or (before 0.4.7) whatever is not a field of the format, in the order of the names.
  const JsonValue* listed = record.find("metrics");
  if (listed != nullptr && listed->is_array() && !listed->empty()) {
    for (const JsonValue& name : *listed) {
      const JsonValue* value = name.is_string() ? record.find(name.text()) : nullptr;
      if (value != nullptr) sample.metrics.emplace_back(name.text(), metric_value(*value));
    }
  } else if (record.is_object()) {
    constexpr std::array<std::string_view, 15> known{
        "doc_id",   "doc",         "target",      "arguments", "resps", "filtered_resps", "filter",   "metrics",
        "doc_hash", "prompt_hash", "target_hash", "task_name", "task",  "model",          "task_hash"};
    for (const JsonValue& value : record) {
      if (!is_one_of(value.key(), known)) sample.metrics.emplace_back(value.key(), metric_value(value));
    }
    std::sort(sample.metrics.begin(), sample.metrics.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  add_metrics_to_fingerprint(sample);

  std::vector<Request>& requests = sample.requests;
  requests_of(record, requests);
  if (const JsonValue* responses = record.find("filtered_resps")) {
    log_likelihoods_of(*responses, sample.log_likelihoods);
    if (sample.log_likelihoods.empty()) {
      add_to_fingerprint(sample.fingerprint, *responses);
    } else {
      for (const double value : sample.log_likelihoods) add_to_fingerprint(sample.fingerprint, value);
    }
  }
  std::vector<double>& values = sample.log_likelihoods;
  const bool have_requests = requests.size() == values.size();
  if (const std::size_t half = values.size() / 2; half >= 2 && half * 2 == values.size()) {
    // acc_mutual_info asks for every option twice; the second time without the question.
    const bool asked = std::any_of(sample.metrics.begin(), sample.metrics.end(),
                                   [](const auto& metric) { return metric.first == "acc_mutual_info"; });
    const bool without_question =
        !have_requests || std::all_of(requests.begin() + static_cast<std::ptrdiff_t>(half), requests.end(),
                                      [](const Request& request) { return request.context.empty(); });
    if (asked && without_question) {
      sample.unconditional.assign(values.begin() + static_cast<std::ptrdiff_t>(half), values.end());
      values.resize(half);
    }
  }
  if (!values.empty() && have_requests) {
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (requests[i].continuation != requests[0].continuation) sample.options_differ = true;
    }
    if (sample.options_differ) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        // A text that was cut has no known length.
        if (requests[i].continuation.size() + 4 >= longest_string) {
          sample.characters.clear();
          break;
        }
        sample.characters.push_back(
            static_cast<std::uint32_t>(count_characters(without_delimiter(requests[i].continuation))));
      }
    }
  }

  const JsonValue* doc = record.find("doc");
  if (const JsonValue* target = record.find("target")) {
    sample.several_keys = several_keys_of(*target, values.size());
    if (sample.several_keys.size() == 1) {
      sample.keys[0] = static_cast<std::int16_t>(sample.several_keys.front());
      sample.several_keys.clear();
    }
    if (!values.empty() && !target->is_array()) resolve_keys(sample, 0, *target, requests);
  }
  if (sample.options_differ) {
    std::vector<std::string_view> texts;
    for (std::size_t i = 0; i < values.size(); ++i) texts.push_back(requests[i].continuation);
    sample.option_texts = option_fingerprints(texts);
  }
  if (doc == nullptr) return;
  if (sample.option_texts.empty() && !values.empty()) sample.option_texts = option_texts_of(*doc, values.size());
  if (!values.empty()) {
    for (std::size_t field = 1; field < key_fields.size(); ++field) {
      const JsonValue* stated = doc->find(key_fields[field]);
      if (stated != nullptr) resolve_keys(sample, field, *stated, requests);
    }
  }
  read_doc(sample, *doc);
  if (sample.text.empty() && !requests.empty() && requests.front().context.size() + 4 < longest_prompt) {
    sample.text = trim(resolved_escapes(requests.front().context));
  }
}

void read_lm_eval_write_out(const JsonValue& record, std::uint64_t line, LmEvalSample& sample) {
  sample.clear();
  sample.line = line;
  if (const JsonValue* doc_id = record.find("doc_id")) sample.position = integer_of(*doc_id).value_or(-1);

  for (std::size_t i = 0;; ++i) {
    const JsonValue* logit = record.find("logit_" + std::to_string(i));
    if (logit == nullptr) break;
    add_to_fingerprint(sample.fingerprint, *logit);
    // A text is what the model generated; "nan" and "-inf" are numbers.
    const std::optional<double> value = number_of(*logit);
    if (!value) {
      sample.log_likelihoods.clear();
      break;
    }
    sample.log_likelihoods.push_back(*value);
  }
  if (sample.log_likelihoods.size() < 2) sample.log_likelihoods.clear();

  for (const JsonValue& value : record) {
    const std::string_view name = value.key();
    const bool known =
        name == "doc_id" || name == "truth" || name.rfind("prompt_", 0) == 0 || name.rfind("logit_", 0) == 0;
    if (!known && record.is_object()) sample.metrics.emplace_back(name, metric_value(value));
  }
  std::sort(sample.metrics.begin(), sample.metrics.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  add_metrics_to_fingerprint(sample);
  if (const JsonValue* truth = record.find("truth")) {
    sample.several_keys = several_keys_of(*truth, sample.log_likelihoods.size());
    if (!sample.log_likelihoods.empty() && !truth->is_array()) resolve_keys(sample, 0, *truth, {});
  }
  // The prompt holds the worked examples first; the question is its last paragraph.
  if (const JsonValue* prompt = record.find("prompt_0"); prompt != nullptr && prompt->is_string()) {
    std::string_view text = trim(prompt->text());
    const std::size_t paragraph = text.rfind("\n\n");
    if (paragraph != std::string_view::npos) text = trim(text.substr(paragraph));
    sample.text = truncate_utf8(text, longest_text);
  }
}

}  // namespace harmonograph
