#include "formats/lm_eval_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/number.hpp"
#include "core/text.hpp"

namespace harmonograph {
namespace {

using nlohmann::json;

constexpr std::size_t longest_text = 4000;      // bytes of a question
constexpr std::size_t longest_attribute = 100;  // bytes of an attribute's value
constexpr std::size_t longest_native_id = 300;  // bytes
constexpr std::size_t longest_prompt = 1024;    // bytes; longer ones start with worked examples
constexpr std::size_t longest_string = 16U * 1024;
constexpr std::size_t longest_continuation = 1024U * 1024;

const json* member(const json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::optional<double> number_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return parse_number(value.get_ref<const std::string&>());
  return std::nullopt;
}

std::optional<bool> truth_of(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (equals_ignoring_case(text, "true")) return true;
  if (equals_ignoring_case(text, "false")) return false;
  return std::nullopt;
}

std::optional<std::int64_t> integer_of(const json& value) {
  if (value.is_boolean()) return std::nullopt;
  const std::optional<double> number = number_of(value);
  if (!number || !std::isfinite(*number) || *number != std::floor(*number) || std::fabs(*number) > 9e15) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*number);
}

void add_to_fingerprint(std::uint64_t& hash, std::string_view text) {  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
}

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// The requests of a sample: context and continuation of each, as far as the file has them.
struct Request {
  std::string_view context;
  std::string_view continuation;
};

std::vector<Request> requests_of(const json& record) {
  std::vector<Request> requests;
  const json* arguments = member(record, "arguments");
  if (arguments == nullptr) return requests;
  const auto add = [&](const json* context, const json* continuation) {
    Request request;
    if (context != nullptr && context->is_string()) request.context = context->get_ref<const std::string&>();
    // Of generation it is an object of settings: there is no continuation then.
    if (continuation != nullptr && continuation->is_string()) {
      request.continuation = continuation->get_ref<const std::string&>();
    }
    requests.push_back(request);
  };
  if (arguments->is_object()) {  // gen_args_0, gen_args_1 ...: not in the order of their names
    for (std::size_t i = 0; i < arguments->size(); ++i) {
      const json* request = member(*arguments, ("gen_args_" + std::to_string(i)).c_str());
      if (request == nullptr) return {};
      add(member(*request, "arg_0"), member(*request, "arg_1"));
    }
  } else if (arguments->is_array() && !arguments->empty()) {
    if (arguments->front().is_array()) {
      for (const json& request : *arguments) {
        if (!request.is_array() || request.size() < 2) return {};
        add(&request[0], &request[1]);
      }
    } else if (arguments->size() >= 2) {  // builds before 0.4.0: the first request only
      add(&(*arguments)[0], &(*arguments)[1]);
    }
  }
  return requests;
}

/// [log-likelihood, is greedy] of every option, or nothing when the responses are generated texts.
std::vector<double> log_likelihoods_of(const json& responses) {
  std::vector<double> values;
  if (!responses.is_array() || responses.size() < 2) return values;
  for (const json& response : responses) {
    if (!response.is_array() || response.size() != 2 || !truth_of(response[1])) return {};
    const std::optional<double> value = number_of(response[0]);
    if (!value) return {};
    values.push_back(*value);
  }
  return values;
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

void resolve_keys(LmEvalSample& sample, std::size_t field, const json& stated, const std::vector<Request>& requests) {
  const auto options = static_cast<std::int64_t>(sample.log_likelihoods.size());
  const auto set = [&](KeySpelling spelling, std::int64_t index) {
    if (index < 0 || index >= options) return;
    sample.keys[field * key_spellings + static_cast<std::size_t>(spelling)] = static_cast<std::int32_t>(index);
  };
  if (const std::optional<std::int64_t> number = integer_of(stated)) {
    set(KeySpelling::index, *number);
    set(KeySpelling::from_one, *number - 1);
  } else if (stated.is_boolean()) {
    set(KeySpelling::index, stated.get<bool>() ? 1 : 0);
  }
  if (!stated.is_string()) return;
  const std::string_view text = trim(stated.get_ref<const std::string&>());
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
std::vector<std::int32_t> several_keys_of(const json& target, std::size_t options) {
  json list = target;
  if (target.is_string()) {
    const auto& text = target.get_ref<const std::string&>();
    if (text.empty() || text.front() != '[') return {};
    list = json::parse(text, nullptr, false);
  }
  if (!list.is_array() || list.empty()) return {};
  std::vector<std::int32_t> keys;
  for (const json& each : list) {
    if (!each.is_number_integer()) return {};
    const auto index = each.get<std::int64_t>();
    if (index < 0 || index >= static_cast<std::int64_t>(options)) return {};
    keys.push_back(static_cast<std::int32_t>(index));
  }
  return keys;
}

constexpr std::array<std::string_view, 17> question_fields{
    "question", "Question", "query",   "sentence", "problem",   "Problem",     "prompt",  "ctx",    "body",
    "text",     "input",    "premise", "goal",     "sentence1", "instruction", "passage", "article"};

std::string question_of(const json& doc) {
  for (const std::string_view field : question_fields) {
    const json* value = member(doc, std::string(field).c_str());
    if (value == nullptr || !value->is_string()) continue;
    std::string text = value->get<std::string>();
    if (trim(text).empty()) continue;
    // Word problems (ASDiv, SVAMP) keep the story apart from the question.
    if (field == "question") {
      const json* story = member(doc, "body");
      if (story == nullptr) story = member(doc, "Body");
      if (story != nullptr && story->is_string()) text = story->get<std::string>() + " " + text;
    }
    return std::string(truncate_utf8(trim(text), longest_text));
  }
  return {};
}

void read_doc(LmEvalSample& sample, const json& doc) {
  sample.text = question_of(doc);
  for (const char* field : {"id", "question_id", "qid", "task_id", "native_id", "ID", "key", "idx"}) {
    const json* value = member(doc, field);
    if (value == nullptr || !(value->is_string() || value->is_number_integer())) continue;
    std::string id = text_of(*value);
    if (!id.empty() && id.size() <= longest_native_id) sample.native_ids.emplace_back(field, std::move(id));
  }
  if (!doc.is_object()) return;
  for (const auto& [name, value] : doc.items()) {
    // The key and the question itself do not group items, and the running number of a derived data set means nothing.
    if (std::find(key_fields.begin(), key_fields.end(), name) != key_fields.end() || name == "target" ||
        std::find(question_fields.begin(), question_fields.end(), name) != question_fields.end() ||
        name == "__index_level_0__") {
      continue;
    }
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      if (!text.empty() && text.size() <= longest_attribute) sample.attributes.emplace_back(name, text);
    } else if (value.is_boolean() || value.is_number_integer()) {
      sample.attributes.emplace_back(name, text_of(value));
    }
  }
}

}  // namespace

MetricValue metric_value(const json& value) {
  if (const std::optional<bool> truth = truth_of(value)) return {MetricKind::number, *truth ? 1.0 : 0.0};
  if (const std::optional<double> number = number_of(value)) {
    if (!std::isfinite(*number)) return {MetricKind::missing, 0};
    return {MetricKind::number, *number};
  }
  if (value.is_null()) return {MetricKind::missing, 0};
  if (value.is_string()) {
    const std::string_view text = trim(value.get_ref<const std::string&>());
    const bool none = text.empty() || equals_ignoring_case(text, "none") || equals_ignoring_case(text, "null") ||
                      equals_ignoring_case(text, "n/a");
    return {none ? MetricKind::missing : MetricKind::not_a_score, 0};
  }
  if (value.is_array()) {
    if (value.empty()) return {MetricKind::missing, 0};
    double sum = 0;
    for (const json& each : value) {
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
                   {"arg_0", false, longest_prompt},
                   {"arg_1", false, longest_continuation},
                   {"arguments", false, longest_string},
                   {"target", false, longest_string},
                   {"filtered_resps", false, longest_string},
                   // The last paragraph of a write-out's prompt is the question: the end must be there.
                   {"prompt_0", false, longest_continuation}};
  return options;
}

LmEvalSample read_lm_eval_sample(const json& record, std::uint64_t line) {
  LmEvalSample sample;
  sample.line = line;
  sample.keys.fill(-1);
  sample.fingerprint = 14695981039346656037ULL;
  if (const json* doc_id = member(record, "doc_id")) sample.position = integer_of(*doc_id).value_or(-1);
  if (const json* hash = member(record, "doc_hash"); hash != nullptr && hash->is_string()) {
    sample.content_hash = hash->get<std::string>();
  }
  if (const json* filter = member(record, "filter"); filter != nullptr && filter->is_string()) {
    sample.filter = filter->get<std::string>();
    sample.has_filter = true;
  }

  // Metrics: the listed ones, or (before 0.4.7) whatever is not a field of the format.
  const json* listed = member(record, "metrics");
  if (listed != nullptr && listed->is_array() && !listed->empty()) {
    for (const json& name : *listed) {
      if (!name.is_string()) continue;
      const json* value = member(record, name.get_ref<const std::string&>().c_str());
      if (value != nullptr) sample.metrics.emplace_back(name.get<std::string>(), metric_value(*value));
    }
  } else if (record.is_object()) {
    constexpr std::array<std::string_view, 15> known{
        "doc_id",   "doc",         "target",      "arguments", "resps", "filtered_resps", "filter",   "metrics",
        "doc_hash", "prompt_hash", "target_hash", "task_name", "task",  "model",          "task_hash"};
    for (const auto& [name, value] : record.items()) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        sample.metrics.emplace_back(name, metric_value(value));
      }
    }
  }
  for (const auto& [name, value] : sample.metrics) {
    add_to_fingerprint(sample.fingerprint, name + "=" + std::to_string(value.value));
  }

  const std::vector<Request> requests = requests_of(record);
  if (const json* responses = member(record, "filtered_resps")) {
    sample.log_likelihoods = log_likelihoods_of(*responses);
    add_to_fingerprint(sample.fingerprint, responses->dump(-1, ' ', false, json::error_handler_t::replace));
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
            static_cast<std::int64_t>(count_characters(without_delimiter(requests[i].continuation))));
      }
    }
  }

  const json* doc = member(record, "doc");
  if (const json* target = member(record, "target")) {
    sample.several_keys = several_keys_of(*target, values.size());
    if (sample.several_keys.size() == 1) {
      sample.keys[0] = sample.several_keys.front();
      sample.several_keys.clear();
    }
    if (!values.empty() && !target->is_array()) resolve_keys(sample, 0, *target, requests);
  }
  if (doc == nullptr) return sample;
  if (!values.empty()) {
    for (std::size_t field = 1; field < key_fields.size(); ++field) {
      const json* stated = member(*doc, std::string(key_fields[field]).c_str());
      if (stated != nullptr) resolve_keys(sample, field, *stated, requests);
    }
  }
  read_doc(sample, *doc);
  if (sample.text.empty() && !requests.empty() && requests.front().context.size() + 4 < longest_prompt) {
    sample.text = std::string(trim(requests.front().context));
  }
  return sample;
}

LmEvalSample read_lm_eval_write_out(const json& record, std::uint64_t line) {
  LmEvalSample sample;
  sample.line = line;
  sample.keys.fill(-1);
  sample.fingerprint = 14695981039346656037ULL;
  if (const json* doc_id = member(record, "doc_id")) sample.position = integer_of(*doc_id).value_or(-1);

  for (std::size_t i = 0;; ++i) {
    const json* logit = member(record, ("logit_" + std::to_string(i)).c_str());
    if (logit == nullptr) break;
    add_to_fingerprint(sample.fingerprint, logit->dump(-1, ' ', false, json::error_handler_t::replace));
    // A text is what the model generated; "nan" and "-inf" are numbers.
    const std::optional<double> value = number_of(*logit);
    if (!value) {
      sample.log_likelihoods.clear();
      break;
    }
    sample.log_likelihoods.push_back(*value);
  }
  if (sample.log_likelihoods.size() < 2) sample.log_likelihoods.clear();

  if (record.is_object()) {
    for (const auto& [name, value] : record.items()) {
      const bool known =
          name == "doc_id" || name == "truth" || name.rfind("prompt_", 0) == 0 || name.rfind("logit_", 0) == 0;
      if (!known) sample.metrics.emplace_back(name, metric_value(value));
    }
  }
  for (const auto& [name, value] : sample.metrics) {
    add_to_fingerprint(sample.fingerprint, name + "=" + std::to_string(value.value));
  }
  if (const json* truth = member(record, "truth")) {
    sample.several_keys = several_keys_of(*truth, sample.log_likelihoods.size());
    if (!sample.log_likelihoods.empty() && !truth->is_array()) resolve_keys(sample, 0, *truth, {});
  }
  // The prompt holds the worked examples first; the question is its last paragraph.
  if (const json* prompt = member(record, "prompt_0"); prompt != nullptr && prompt->is_string()) {
    std::string_view text = trim(prompt->get_ref<const std::string&>());
    const std::size_t paragraph = text.rfind("\n\n");
    if (paragraph != std::string_view::npos) text = trim(text.substr(paragraph));
    sample.text = std::string(truncate_utf8(text, longest_text));
  }
  return sample;
}

}  // namespace harmonograph
