// What the folder of a HELM run says: "mmlu:subject=philosophy,method=multiple_choice_joint,model=openai_gpt2".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ingest/json_value.hpp"

namespace harmonograph {

struct HelmRunName {
  std::string benchmark;  // "mmlu:subject=philosophy"; empty when the folder is
                          // none of a run
  std::string model;      // "openai_gpt2"; empty when it does not say
};

/// Reads the innermost folder of a path. A colon may have become a dash, as file systems want it.
HelmRunName helm_run_of_path(std::string_view path);

/// The name of an item: the instance, its perturbation and its trial, each a version of its own. `entry` has
/// train_trial_index, `perturbed` (the entry or its instance) has perturbation.
std::string helm_item_id(const std::string& instance, const JsonValue& entry, const JsonValue& perturbed);

/// "" when it is the instance itself.
std::string helm_perturbation(const JsonValue& perturbed);
/// From 0; further trials have other examples in the prompt. -1 when it does not say.
std::int64_t helm_trial(const JsonValue& entry);

/// Whether a reference of an instance is tagged as correct.
bool helm_is_correct(const JsonValue& reference);
/// The place of the only correct reference; -1 when none or several are.
std::int32_t helm_right_option(const JsonValue& references);

}  // namespace harmonograph
