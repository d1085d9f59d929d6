#include "formats/helm_names.hpp"

#include "core/text.hpp"
#include "formats/record_values.hpp"

namespace harmonograph {

HelmRunName helm_run_of_path(std::string_view path) {
  HelmRunName run;
  const std::string folder = last_folder(path);
  if (folder.find('=') == std::string::npos) return run;
  for (const std::string_view part : split(folder, ',')) {
    // "mmlu:subject=philosophy" is the first part; "bbq:model=x" has its only argument there.
    const std::size_t colon = part.find(':');
    const std::string_view argument = colon == std::string_view::npos ? part : part.substr(colon + 1);
    const bool is_model = argument.substr(0, 6) == "model=";
    if (is_model) run.model = std::string(argument.substr(6));
    if (is_model || argument.substr(0, 7) == "method=") {
      if (colon == std::string_view::npos) continue;
      run.benchmark += std::string(part.substr(0, colon));
      continue;
    }
    run.benchmark += (run.benchmark.empty() ? "" : ",") + std::string(part);
  }
  return run;
}

std::string helm_perturbation(const JsonValue& perturbed) {
  const JsonValue* name = value_at(perturbed, {"perturbation", "name"});
  return name == nullptr ? std::string() : text_of(*name);
}

std::int64_t helm_trial(const JsonValue& entry) {
  return whole_number_in(entry, "train_trial_index");
}

std::string helm_item_id(const std::string& instance, const JsonValue& entry, const JsonValue& perturbed) {
  const std::string perturbation = helm_perturbation(perturbed);
  const std::int64_t trial = helm_trial(entry);
  return instance + (perturbation.empty() ? "" : ", " + perturbation) +
         (trial > 0 ? ", trial " + std::to_string(trial + 1) : "");
}

bool helm_is_correct(const JsonValue& reference) {
  const JsonValue* tags = value_in(reference, "tags");
  if (tags == nullptr || !tags->is_array()) return false;
  for (const JsonValue& tag : *tags) {
    if (tag.text() == "correct") return true;
  }
  return false;
}

std::int32_t helm_right_option(const JsonValue& references) {
  std::int32_t found = -1;
  for (std::size_t r = 0; r < references.size(); ++r) {
    if (!helm_is_correct(references[r])) continue;
    if (found >= 0) return -1;
    found = static_cast<std::int32_t>(r);
  }
  return found;
}

}  // namespace harmonograph
