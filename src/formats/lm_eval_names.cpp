#include "formats/lm_eval_names.hpp"

#include <array>
#include <cctype>

#include "core/text.hpp"

namespace harmonograph {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}
bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

/// 2024-11-26T10-47-32.305387: a date, a T and a time.
bool is_time_stamp(std::string_view text) {
  constexpr std::string_view shape = "dddd-dd-ddTdd";
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (shape[i] == 'd' ? !digit : text[i] != shape[i]) return false;
  }
  return true;
}

std::string_view without_extension(std::string_view name) {
  for (const std::string_view extension : {".gz", ".jsonl", ".jsonlines", ".ndjson", ".json"}) {
    if (ends_with(name, extension)) name.remove_suffix(extension.size());
  }
  return name;
}

/// The part after the last underscore when it is a time stamp, else empty.
std::string_view time_stamp_of(std::string_view stem) {
  const std::size_t underscore = stem.rfind('_');
  const std::string_view last = underscore == std::string_view::npos ? stem : stem.substr(underscore + 1);
  return is_time_stamp(last) ? last : std::string_view{};
}

/// A folder is taken for a model only when it looks like one: results also lie in folders like "output" or "arc".
std::string model_of_folder(std::string_view folder) {
  std::string_view name = file_name_of(folder);
  if (ends_with(name, "-details")) name.remove_suffix(std::string_view("-details").size());
  if (name.find("__") != std::string_view::npos && !starts_with(name, "__pycache__")) return model_of_sanitized(name);
  constexpr std::array<std::string_view, 28> families{
      "llama",  "pythia",   "gpt",      "qwen",    "mistral",  "mixtral", "gemma",   "phi-",      "falcon",   "bloom",
      "olmo",   "deepseek", "claude",   "vicuna",  "alpaca",   "smollm",  "granite", "command-r", "stablelm", "mamba",
      "gemini", "internlm", "baichuan", "chatglm", "nemotron", "opt-",    "t5-",     "cerebras"};
  const std::string lower = to_lower(name);
  for (const std::string_view family : families) {
    if (lower.find(family) != std::string::npos) return std::string(name);
  }
  return {};
}

std::string run_key_of(std::string_view path, std::string_view stem) {
  const std::string_view stamp = time_stamp_of(stem);
  if (stamp.empty()) return {};
  return std::string(folder_of(path)) + "/" + std::string(stamp);
}

}  // namespace

std::string model_of_sanitized(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i, 2) == "__") {
      result += '/';
      ++i;
    } else {
      result += name[i];
    }
  }
  return result;
}

std::string model_of_arguments(std::string_view model_args) {
  for (const std::string_view name : {"pretrained", "model", "path", "engine", "peft", "delta"}) {
    for (std::string_view argument : split(model_args, ',')) {
      argument = trim(argument);
      if (argument.size() > name.size() && starts_with(argument, name) && argument[name.size()] == '=') {
        return std::string(trim(argument.substr(name.size() + 1)));
      }
    }
  }
  return {};
}

LmEvalPath lm_eval_samples_path(std::string_view path) {
  LmEvalPath result;
  std::string_view stem = without_extension(file_name_of(path));
  result.run_key = run_key_of(path, stem);
  if (starts_with(stem, "samples_")) {
    stem.remove_prefix(std::string_view("samples_").size());
    const std::string_view stamp = time_stamp_of(stem);
    if (!stamp.empty() && stamp.size() < stem.size()) stem.remove_suffix(stamp.size() + 1);
    result.task = std::string(stem);
    result.model = model_of_folder(folder_of(path));
    return result;
  }
  for (const std::string_view prefix : {"pretrained=", "pretrained__", "model=", "model__"}) {
    if (!starts_with(stem, prefix)) continue;
    std::string_view rest = stem.substr(prefix.size());
    // The model ends at a comma or at the first single underscore; the task follows the last argument.
    const auto single_underscore = [](std::string_view text) {
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') continue;
        if (i + 1 < text.size() && text[i + 1] == '_') {
          ++i;
        } else {
          return i;
        }
      }
      return text.size();
    };
    const std::size_t comma = rest.find(',');
    const std::size_t model_end = comma == std::string_view::npos ? single_underscore(rest) : comma;
    result.model = model_of_sanitized(rest.substr(0, model_end));
    const std::size_t last = rest.rfind(',');
    if (last != std::string_view::npos) rest.remove_prefix(last + 1);
    // In "dtype__float16_arc" the two underscores stand for an equals sign, so the first single one ends the value.
    const std::size_t end = single_underscore(rest);
    if (end < rest.size()) result.task = std::string(rest.substr(end + 1));
    return result;
  }
  return {model_of_folder(folder_of(path)), {}, result.run_key};
}

LmEvalPath lm_eval_write_out_path(std::string_view path) {
  LmEvalPath result;
  std::string_view stem = without_extension(file_name_of(path));
  constexpr std::string_view suffix = "_write_out_info";
  if (ends_with(stem, suffix)) {
    stem.remove_suffix(suffix.size());
    result.task = std::string(stem);
  }
  const std::string_view folder = file_name_of(folder_of(path));
  result.model = model_of_sanitized(folder);
  return result;
}

LmEvalPath lm_eval_results_path(std::string_view path) {
  const std::string_view stem = without_extension(file_name_of(path));
  return {model_of_folder(folder_of(path)), {}, run_key_of(path, stem)};
}

}  // namespace harmonograph
