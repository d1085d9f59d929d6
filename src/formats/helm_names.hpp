// What the folder of a HELM run says:
// "mmlu:subject=philosophy,method=multiple_choice_joint,model=openai_gpt2".
#pragma once

#include <string>
#include <string_view>

namespace harmonograph {

struct HelmRunName {
  std::string benchmark;  // "mmlu:subject=philosophy"; empty when the folder is
                          // none of a run
  std::string model;      // "openai_gpt2"; empty when it does not say
};

/// Reads the innermost folder of a path. A colon may have become a dash, as
/// file systems want it.
HelmRunName helm_run_of_path(std::string_view path);

}  // namespace harmonograph
