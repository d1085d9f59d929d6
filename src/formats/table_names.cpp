#include "formats/table_names.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace harmonograph {
namespace {

struct KnownName {
  std::string_view name;
  ColumnRole role;
  int rank;
  bool weak = false;
};

// What only counts the items comes after everything that says more of them.
constexpr int place_of_item = 8;

constexpr KnownName known_names[] = {
    {"item_id", ColumnRole::item, 0},
    {"item", ColumnRole::item, 1},
    {"itemid", ColumnRole::item, 1},
    {"item_name", ColumnRole::item, 2},
    {"question_id", ColumnRole::item, 3},
    {"questionid", ColumnRole::item, 3},
    {"qid", ColumnRole::item, 3},
    {"instance_id", ColumnRole::item, 4},
    {"sample_id", ColumnRole::item, 4},
    {"native_id", ColumnRole::item, 4},
    {"problem_id", ColumnRole::item, 4},
    {"example_id", ColumnRole::item, 4},
    {"prompt_id", ColumnRole::item, 4},
    {"datasetitemid", ColumnRole::item, 4},
    {"dataset_item_id", ColumnRole::item, 4},
    {"reference_example_id", ColumnRole::item, 4},
    {"task_id", ColumnRole::item, 5},
    {"doc_id", ColumnRole::item, 5},
    {"test_id", ColumnRole::item, 6},
    {"uid", ColumnRole::item, 6},
    {"id", ColumnRole::item, 7, true},
    {"idx", ColumnRole::item, place_of_item, true},

    {"model", ColumnRole::model, 0},
    {"model_name", ColumnRole::model, 1},
    {"model_id", ColumnRole::model, 1},
    {"models", ColumnRole::model, 1},
    {"llm", ColumnRole::model, 2},
    {"llm_name", ColumnRole::model, 2},
    {"model_name_or_path", ColumnRole::model, 2},
    {"language_model", ColumnRole::model, 2},
    {"system", ColumnRole::model, 3},
    {"engine", ColumnRole::model, 3},
    {"checkpoint", ColumnRole::model, 3},
    {"provider", ColumnRole::model, 4},
    {"generator", ColumnRole::model, 4},
    {"subject_id", ColumnRole::model, 5, true},
    {"person", ColumnRole::model, 5, true},
    {"person_id", ColumnRole::model, 5, true},
    {"respondent", ColumnRole::model, 5, true},
    {"respondent_id", ColumnRole::model, 5, true},
    {"student", ColumnRole::model, 5, true},
    {"student_id", ColumnRole::model, 5, true},
    {"examinee", ColumnRole::model, 5, true},
    {"participant", ColumnRole::model, 5, true},
    {"agent", ColumnRole::model, 6, true},
    {"name", ColumnRole::model, 7, true},
    {"subject", ColumnRole::model, 8, true},

    {"score", ColumnRole::score, 0},
    {"correct", ColumnRole::score, 1},
    {"is_correct", ColumnRole::score, 1},
    {"iscorrect", ColumnRole::score, 1},
    {"acc", ColumnRole::score, 2},
    {"accuracy", ColumnRole::score, 2},
    {"acc_norm", ColumnRole::score, 3},
    {"exact_match", ColumnRole::score, 3},
    {"em", ColumnRole::score, 3},
    {"correctness", ColumnRole::score, 3},
    {"evaluation_score", ColumnRole::score, 3},
    {"judge_score", ColumnRole::score, 4},
    {"evaluation_is_correct", ColumnRole::score, 4},
    {"passed", ColumnRole::score, 4},
    {"pass", ColumnRole::score, 4},
    {"pass@1", ColumnRole::score, 4},
    {"pass_1", ColumnRole::score, 4},
    {"success", ColumnRole::score, 4},
    {"resolved", ColumnRole::score, 4},
    {"is_resolved", ColumnRole::score, 4},
    {"is_passed", ColumnRole::score, 4},
    {"is_success", ColumnRole::score, 4},
    {"reward", ColumnRole::score, 4},
    {"true_false", ColumnRole::score, 4},
    {"is_match", ColumnRole::score, 4},
    {"is_right", ColumnRole::score, 4},
    {"eval_score", ColumnRole::score, 4},
    {"hit", ColumnRole::score, 5},
    {"faithfulness", ColumnRole::score, 5},
    {"answer_correctness", ColumnRole::score, 5},
    {"factual_correctness", ColumnRole::score, 5},
    {"answer_relevancy", ColumnRole::score, 5},
    {"answer_similarity", ColumnRole::score, 5},
    {"semantic_similarity", ColumnRole::score, 5},
    {"context_precision", ColumnRole::score, 5},
    {"context_recall", ColumnRole::score, 5},
    {"match", ColumnRole::score, 6, true},
    {"right", ColumnRole::score, 6, true},
    {"verdict", ColumnRole::score, 6, true},
    {"status", ColumnRole::score, 6, true},
    {"base_status", ColumnRole::score, 6, true},
    {"outcome", ColumnRole::score, 6, true},
    {"result", ColumnRole::score, 6, true},
    {"value", ColumnRole::score, 6, true},
    {"rating", ColumnRole::score, 6, true},
    {"judgement", ColumnRole::score, 7, true},
    {"judgment", ColumnRole::score, 7, true},
    {"response", ColumnRole::score, 8, true},

    {"benchmark", ColumnRole::benchmark, 0},
    {"benchmark_name", ColumnRole::benchmark, 0},
    {"dataset", ColumnRole::benchmark, 1},
    {"dataset_name", ColumnRole::benchmark, 1},
    {"evaluation_name", ColumnRole::benchmark, 1},
    {"task", ColumnRole::benchmark, 2},
    {"task_name", ColumnRole::benchmark, 2},

    {"key", ColumnRole::key, 0},
    {"answer_key", ColumnRole::key, 0},
    {"correct_answer", ColumnRole::key, 1},
    {"correct_option", ColumnRole::key, 1},
    {"correct_choice", ColumnRole::key, 1},
    {"gold", ColumnRole::key, 1},
    {"gold_answer", ColumnRole::key, 1},
    {"ground_truth", ColumnRole::key, 1},
    {"groundtruth", ColumnRole::key, 1},
    {"target", ColumnRole::key, 2},
    {"truth", ColumnRole::key, 2},
    {"expected", ColumnRole::key, 2},
    {"expected_output", ColumnRole::key, 2},
    {"reference", ColumnRole::key, 3},
    {"reference_answer", ColumnRole::key, 3},
    {"label", ColumnRole::key, 4},
    {"gold_index", ColumnRole::key, 4},
    {"answer_index", ColumnRole::key, 5},
    {"answer", ColumnRole::key, 4, true},

    {"prediction", ColumnRole::prediction, 0},
    {"predicted", ColumnRole::prediction, 0},
    {"pred", ColumnRole::prediction, 0},
    {"predicted_answer", ColumnRole::prediction, 1},
    {"model_answer", ColumnRole::prediction, 1},
    {"extracted_answer", ColumnRole::prediction, 1},
    {"parsed_answer", ColumnRole::prediction, 1},
    {"chosen", ColumnRole::prediction, 1},
    {"chosen_option", ColumnRole::prediction, 1},
    {"selected", ColumnRole::prediction, 2},
    {"choice", ColumnRole::prediction, 2},
    {"predicted_index", ColumnRole::prediction, 2},
    {"model_response", ColumnRole::prediction, 3},
    {"output", ColumnRole::prediction, 4},

    {"text", ColumnRole::text, 0},
    {"question", ColumnRole::text, 0},
    {"question_text", ColumnRole::text, 0},
    {"item_text", ColumnRole::text, 0},
    {"stem", ColumnRole::text, 1},
    {"prompt", ColumnRole::text, 2},
    {"input", ColumnRole::text, 3},
    {"user_input", ColumnRole::text, 3},
    {"query", ColumnRole::text, 3},
    {"instruction", ColumnRole::text, 3},
    {"problem", ColumnRole::text, 4},

    {"n_options", ColumnRole::option_count, 0},
    {"num_options", ColumnRole::option_count, 0},
    {"option_count", ColumnRole::option_count, 0},
    {"n_choices", ColumnRole::option_count, 0},
    {"num_choices", ColumnRole::option_count, 0},

    {"choices", ColumnRole::ignore, 0},
    {"options", ColumnRole::ignore, 0},
    {"unnamed:_0", ColumnRole::ignore, 0},
};

constexpr std::string_view attribute_names[] = {"category",
                                                "subcategory",
                                                "subset",
                                                "domain",
                                                "subdomain",
                                                "topic",
                                                "subtopic",
                                                "skill",
                                                "discipline",
                                                "field",
                                                "area",
                                                "difficulty",
                                                "difficulty_label",
                                                "grade",
                                                "year",
                                                "level",
                                                "src",
                                                "source",
                                                "repo",
                                                "platform",
                                                "language",
                                                "lang",
                                                "distance",
                                                "confidence",
                                                "length",
                                                "date",
                                                "split",
                                                "type",
                                                "kind",
                                                "group",
                                                "tag",
                                                "tags",
                                                "cluster",
                                                "weight",
                                                "freq",
                                                "frequency",
                                                "count",
                                                "index",
                                                "position",
                                                "row",
                                                "seed",
                                                "epoch",
                                                "repeat",
                                                "merged",
                                                "flagged",
                                                "moe",
                                                "family",
                                                "arch",
                                                "architecture",
                                                "size",
                                                "parameters",
                                                "params",
                                                "tokens",
                                                "open",
                                                "instruct",
                                                "release_date",
                                                "latency",
                                                "cost",
                                                "domain_superset",
                                                "num_words",
                                                "n_words",
                                                "description",
                                                "comment",
                                                "notes",
                                                "reading_level",
                                                "bloom",
                                                "content",
                                                "standard",
                                                "unit",
                                                "chapter",
                                                "license",
                                                "chat",
                                                "base_model",
                                                "turn",
                                                "judge",
                                                "fold",
                                                "train",
                                                "test",
                                                "is_test",
                                                "is_train"};

constexpr std::string_view attribute_prefixes[] = {
    "human_",      "naep_", "psn_",      "key_", "irt_", "n_",  "num_", "category_", "subcategory_",
    "difficulty_", "cat_",  "metadata_", "tag_", "se_",  "is_", "has_", "domain_"};

constexpr std::string_view model_families[] = {
    "llama",   "qwen",     "claude",   "mistral",  "mixtral",  "gemma",   "gemini",    "olmo",
    "pythia",  "falcon",   "deepseek", "bloom",    "vicuna",   "alpaca",  "command-r", "cohere",
    "jamba",   "nemotron", "grok",     "davinci",  "palm",     "rwkv",    "stablelm",  "starcoder",
    "wizard",  "zephyr",   "internlm", "baichuan", "chatglm",  "granite", "dolly",     "tulu",
    "hermes",  "solar",    "model",    "minimax",  "openchat", "smollm",  "mathstral", "codestral",
    "chatgpt", "turbo",    "instruct", "orca",     "kimi",     "wcoder",  "dscoder"};
constexpr std::string_view short_families[] = {"gpt", "phi", "yi",  "opt", "mpt", "t5",  "o1",
                                               "o3",  "o4",  "glm", "ds",  "llm", "aya", "bert"};

constexpr std::string_view leaderboard_columns[] = {
    "mmlu",      "mmlu_pro",  "arc",     "arc_c",   "arc_e",   "hellaswag",     "winogrande", "truthfulqa",
    "gsm8k",     "bbh",       "ifeval",  "gpqa",    "musr",    "math",          "average",    "avg",
    "mean",      "humaneval", "mbpp",    "drop",    "boolq",   "piqa",          "siqa",       "openbookqa",
    "naturalqs", "triviaqa",  "agieval", "ceval",   "cmmlu",   "arc_challenge", "arc_easy",   "math_lvl_5",
    "math_hard", "overall",   "total",   "winrate", "win_rate"};

constexpr std::string_view option_stems[] = {"p",
                                             "pm",
                                             "pr",
                                             "prob",
                                             "probs",
                                             "probability",
                                             "probabilities",
                                             "logprob",
                                             "logprobs",
                                             "log_prob",
                                             "log_probs",
                                             "logp",
                                             "lp",
                                             "ll",
                                             "loglik",
                                             "loglikelihood",
                                             "log_likelihood",
                                             "logit",
                                             "logits",
                                             "choice",
                                             "option",
                                             "lik",
                                             "likelihood"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_separator(char c) {
  return c == '_' || c == '.' || c == '-' || c == ' ';
}

template <std::size_t n>
bool contains(const std::string_view (&list)[n], std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

bool ends_in_option_stem(std::string_view prefix) {
  std::string name = normalised_name(prefix);
  while (!name.empty() && is_digit(name.back())) name.pop_back();
  while (!name.empty() && name.back() == '_') name.pop_back();
  for (const auto stem : option_stems) {
    if (name == stem) return true;
    if (name.size() > stem.size() && name[name.size() - stem.size() - 1] == '_' &&
        std::string_view(name).substr(name.size() - stem.size()) == stem) {
      return true;
    }
  }
  return name.size() >= 6 && std::string_view(name).substr(name.size() - 6) == "choice";
}

std::string without_trailing_separators(std::string_view text) {
  while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

std::string normalised_name(std::string_view name) {
  std::string result = to_lower(trim(name));
  // "Correct?", "Model:"
  while (result.size() > 1 && (result.back() == '?' || result.back() == ':' || result.back() == '*')) result.pop_back();
  for (char& c : result) {
    if (c == ' ' || c == '.' || c == '-' || c == '/') c = '_';
  }
  return result;
}

NamedRole role_of_name(std::string_view name) {
  const std::string lower = to_lower(trim(name));
  const std::string whole = normalised_name(name);
  const auto find = [](std::string_view key) -> const KnownName* {
    for (const auto& known : known_names) {
      if (key == known.name) return &known;
    }
    return nullptr;
  };
  if (const auto* known = find(whole)) return {known->role, known->rank, known->weak};

  std::string_view rest;
  const auto begins = [&](std::string_view prefix) {
    if (lower.size() <= prefix.size() || lower.compare(0, prefix.size(), prefix) != 0) return false;
    rest = std::string_view(lower).substr(prefix.size());
    return true;
  };
  // Exports of evaluation platforms: inputs.question, outputs.answer, reference_outputs.answer.
  if (begins("outputs.")) return {ColumnRole::prediction, 15};
  if (begins("reference_outputs.")) return {ColumnRole::key, 15};
  for (const std::string_view prefix : {"scores.", "score.", "grades.", "feedback.", "metric:", "metrics."}) {
    if (begins(prefix)) return {ColumnRole::score, 9};
  }
  // What grades an answer often says more than the grade: {"reward_info": {"reward": 1, ..}}.
  for (const std::string_view prefix :
       {"reward_info.", "evaluation.", "eval.", "result.", "grading.", "judgement.", "judgment."}) {
    if (!begins(prefix)) continue;
    const auto* known = find(normalised_name(rest));
    if (known != nullptr && known->role == ColumnRole::score) return {known->role, known->rank + 10, known->weak};
  }
  // Exports that lay the row inside: {"item": {"question": ..}, "sample": {"model": ..}}, {"row": {"id": .., "score":
  // ..}}.
  for (const std::string_view prefix :
       {"item.", "sample.", "example.", "input.", "problem.", "instance.", "row.", "record."}) {
    if (!begins(prefix)) continue;
    if (const auto* known = find(normalised_name(rest))) return {known->role, known->rank + 10, known->weak};
  }
  // A point tells "meta.topic" from the model "meta-llama".
  for (const std::string_view prefix : {"metadata.", "meta.", "doc.", "inputs.", "model_info."}) {
    if (!begins(prefix)) continue;
    const auto* known = find(normalised_name(rest));
    if (known != nullptr) return {known->role, known->rank + 10, known->weak};
    return {ColumnRole::category, 0};
  }
  if (contains(attribute_names, whole)) return {ColumnRole::category, 0};
  for (const auto prefix : attribute_prefixes) {
    if (begins(prefix)) return {ColumnRole::category, 1};
  }
  return {};
}

bool only_counts_items(std::string_view name) {
  const NamedRole role = role_of_name(name);
  return role.role == ColumnRole::item && role.rank == place_of_item;
}

bool looks_like_model_name(std::string_view text) {
  const std::string name = to_lower(text);
  for (const auto family : model_families) {
    if (name.find(family) != std::string::npos) return true;
  }
  for (const auto family : short_families) {
    std::size_t place = name.find(family);
    while (place != std::string::npos) {
      const std::size_t after = place + family.size();
      const bool starts = place == 0 || !(is_letter(name[place - 1]) || is_digit(name[place - 1]));
      // "opt-1.3b", "gpt4", "o1-mini": a digit or a separator follows, and something with it.
      const bool ends = after < name.size() && (name[after] == '-' || name[after] == '_' || is_digit(name[after]));
      if (starts && ends) return true;
      place = name.find(family, place + 1);
    }
  }
  const std::size_t slash = name.find('/');
  return slash != std::string::npos && slash > 0 && slash + 1 < name.size() && name.find(' ') == std::string::npos &&
         name.find('/', slash + 1) == std::string::npos && is_letter(name[slash + 1]);
}

bool looks_like_item_name(std::string_view text) {
  if (looks_like_model_name(text)) return false;
  std::size_t i = 0;
  while (i < text.size() && is_letter(text[i])) ++i;
  if (i == 0) return false;
  while (i < text.size() && is_separator(text[i])) ++i;
  const std::size_t digits = i;
  while (i < text.size() && is_digit(text[i])) ++i;
  return i > digits && i == text.size();
}

std::optional<SampleName> parse_sample_name(std::string_view name) {
  // In the order of how sure they are. A generation may also be the generated text, a run or seed the whole file's.
  static constexpr std::string_view sure[] = {"sample", "repeat",    "repetition", "rep",  "replicate",  "epoch",
                                              "trial",  "iteration", "attempt",    "draw", "train_trial"};
  static constexpr std::string_view weak[] = {"generation", "run", "seed"};
  const std::string whole = normalised_name(name);
  std::string_view stem = whole;
  for (const std::string_view prefix : {"metadata_", "meta_"}) {
    if (stem.substr(0, prefix.size()) == prefix) stem.remove_prefix(prefix.size());
  }
  for (const std::string_view suffix : {"_id", "_index", "_idx", "_number", "_num", "_no", "_name"}) {
    if (stem.size() <= suffix.size() || stem.substr(stem.size() - suffix.size()) != suffix) continue;
    stem.remove_suffix(suffix.size());
    break;
  }
  int rank = 0;
  for (const auto known : sure) {
    if (stem == known) return SampleName{rank, false};
    ++rank;
  }
  for (const auto known : weak) {
    if (stem == known) return SampleName{rank, true};
    ++rank;
  }
  return std::nullopt;
}

bool is_parameter_name(std::string_view name) {
  std::string key = normalised_name(name);
  if (key.compare(0, 3, "se_") == 0) key.erase(0, 3);
  while (!key.empty() && is_digit(key.back())) key.pop_back();
  static constexpr std::string_view names[] = {
      "a",        "b",     "c",         "d",     "g",       "u",          "x",
      "f",        "v",     "theta",     "h",     "loading", "difficulty", "discrimination",
      "guessing", "slope", "intercept", "mdisc", "mdiff",   "se",         "eta",
      "alpha",    "beta"};
  return contains(names, key);
}

bool is_leaderboard_column(std::string_view name) {
  return contains(leaderboard_columns, normalised_name(name));
}

bool is_frequency_name(std::string_view name) {
  const std::string key = normalised_name(name);
  return key == "freq" || key == "frequency" || key == "frequencies" || key == "count" || key == "weight" ||
         key == "weights" || key == "counts";
}

std::optional<OptionColumnName> parse_option_column(std::string_view name) {
  OptionColumnName result;
  const std::string lower = to_lower(name);
  const std::size_t choice = lower.rfind("choice");
  if (choice != std::string::npos && choice + 6 < name.size()) {
    const char letter = name[choice + 6];
    const std::string_view rest = name.substr(choice + 7);
    if (letter >= 'A' && letter <= 'Z' && (rest.empty() || rest.front() == '_')) {
      result.prefix = std::string(name.substr(0, choice + 6));
      result.suffix = std::string(rest);
      result.option = static_cast<std::uint32_t>(letter - 'A');
      result.known_stem = true;
      return result;
    }
  }
  if (name.size() < 3) return std::nullopt;
  std::size_t start = name.size();
  if (is_digit(name.back())) {
    while (start > 0 && is_digit(name[start - 1])) --start;
    if (name.size() - start > 2) return std::nullopt;
    result.digit = true;
    for (std::size_t i = start; i < name.size(); ++i) {
      result.option = result.option * 10 + static_cast<std::uint32_t>(name[i] - '0');
    }
  } else if (is_letter(name.back())) {
    start = name.size() - 1;
    result.option = static_cast<std::uint32_t>(to_lower(name.substr(start))[0] - 'a');
  } else {
    return std::nullopt;
  }
  if (start == 0 || !is_separator(name[start - 1])) return std::nullopt;
  result.prefix = without_trailing_separators(name.substr(0, start));
  if (result.prefix.empty()) return std::nullopt;
  result.known_stem = ends_in_option_stem(result.prefix);
  if (result.digit && !result.known_stem) return std::nullopt;
  return result;
}

bool names_log_values(std::string_view prefix) {
  const std::string key = normalised_name(prefix);
  return key.find("log") != std::string::npos || key == "ll" || key == "lp" || key.compare(0, 3, "ll_") == 0 ||
         key.compare(0, 3, "lp_") == 0;
}

bool names_vectors(std::string_view name) {
  static constexpr std::string_view names[] = {"embedding", "embeddings",   "emb",           "vector",       "vectors",
                                               "vec",       "distribution", "distributions", "probabilities"};
  std::string normal = normalised_name(name);
  // "text_embedding", "question_vector"
  const std::size_t last = normal.rfind('_');
  if (last != std::string::npos) normal.erase(0, last + 1);
  return std::find(std::begin(names), std::end(names), normal) != std::end(names);
}

std::optional<VectorColumnName> parse_vector_column(std::string_view name) {
  static constexpr std::string_view usual[] = {"",    "v",         "e",       "x",         "d", "f",
                                               "dim", "dimension", "feature", "component", "pc"};
  const std::string normal = normalised_name(trim(name));
  std::size_t digits = normal.size();
  while (digits > 0 && normal[digits - 1] >= '0' && normal[digits - 1] <= '9') --digits;
  const std::size_t count = normal.size() - digits;
  if (count == 0 || count > 6) return std::nullopt;
  VectorColumnName result;
  for (std::size_t i = digits; i < normal.size(); ++i) {
    result.place = result.place * 10 + static_cast<std::uint32_t>(normal[i] - '0');
  }
  result.stem = normal.substr(0, digits);
  while (!result.stem.empty() && result.stem.back() == '_') result.stem.pop_back();
  result.names_vectors = names_vectors(result.stem);
  result.usual = result.names_vectors || std::find(std::begin(usual), std::end(usual), result.stem) != std::end(usual);
  return result;
}

}  // namespace harmonograph
